/** The version of this package. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** As package.json says it, which is some folders above, compiled or not. */
export function versionOf(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    }
  }
  return 'unknown';
}

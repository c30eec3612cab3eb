/** The answers of kubelet that these tests replay. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conformanceFolder } from '../support/conformance';

/** All cases of a part: what each JSON file of it holds. */
export function casesOf(part: 'trees' | 'decisions' | 'access'): any[] {
  const folder = conformanceFolder('ownership', part);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown);
}

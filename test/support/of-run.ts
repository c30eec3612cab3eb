/** Data that take seconds to make, made once for all files of tests of a run. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { library } from './built';

/** What `make` answers, which must be JSON: made by the first file of tests that asks for it. */
export function ofRun<T>(name: string, make: () => T): T {
  const file = join(dirname(library()), `${name}.json`);
  if (!existsSync(file)) {
    // Whole or not at all, for those that look at the same time.
    const own = `${file}.${process.pid}`;
    writeFileSync(own, JSON.stringify(make()));
    renameSync(own, file);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

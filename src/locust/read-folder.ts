/** The files of a folder on disk. */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Finding, show, violation } from '../findings';
import { TestFile } from './files';
import { LOCUST_RULES as RULES } from './rules';

/**
 * What a folder has that is not part of a test, or that must not be in Git as text: leavings of
 * tools, and passwords.
 */
const LEFT_OUT = [
  '__pycache__',
  '*.pyc',
  '.git',
  '.DS_Store',
  '.env',
  '.venv',
  'venv',
  '.pytest_cache',
  'node_modules',
];

/**
 * Reads a folder with its sub-folders, in the order of the names. What cannot be read is a finding.
 */
export function readFolder(
  folder: string,
  exclude: readonly string[] = [],
): { files: TestFile[]; findings: Finding[] } {
  const files: TestFile[] = [];
  const read = (at: string, prefix: string, within: readonly string[]) => {
    const real = realpathSync(at);
    if (within.includes(real)) throw new Error(`${at} is a link to one of its own parents`);
    for (const name of readdirSync(at).sort()) {
      if ([...LEFT_OUT, ...exclude].some((pattern) => matches(name, pattern))) continue;
      const path = join(at, name);
      const found = statSync(path);
      // A pipe would be waited for, and never end.
      if (!found.isDirectory() && !found.isFile()) {
        throw new Error(`${path} is neither a file nor a folder`);
      }
      if (found.isDirectory()) read(path, `${prefix}${name}/`, [...within, real]);
      else files.push({ path: `${prefix}${name}`, content: readFileSync(path) });
    }
  };
  try {
    read(folder, '', []);
    return { files, findings: [] };
  } catch (error) {
    return {
      files: [],
      findings: [
        violation(
          RULES.testFiles,
          'testFiles',
          `the folder ${show(folder)} cannot be read: ${(error as Error).message}`,
          'use an existing folder, relative to the working directory of the app',
        ),
      ],
    };
  }
}

function matches(name: string, pattern: string): boolean {
  return pattern.startsWith('*') ? name.endsWith(pattern.slice(1)) : name === pattern;
}

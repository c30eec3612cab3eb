/** Files that a test is told to run, and that its test files do not have. */
import { Finding, nearest, show, violation } from '../../findings';
import { locustfilesOf } from '../locustfile';
import { testFilePaths } from '../names';
import { LOCUST_RULES as RULES } from '../rules';
import { LocustTestResource, ROLES, TestFilesSpec } from '../spec';

/** How many files a remedy names. */
const MOST_FILES = 5;

/**
 * The paths of the files of a config map, as they are mounted; undefined where they are not known.
 */
type KnownFiles = (configMap: string) => readonly string[] | undefined;

/** A folder of the pods whose files are known. */
interface Folder {
  readonly at: string;
  readonly files: readonly string[];
}

/** Findings on what `-f` names. What lies outside of the test files may be in the image. */
export function checkLocustfiles(
  { spec = {} }: LocustTestResource,
  filesOf: KnownFiles,
): Finding[] {
  const folders = foldersOf(spec.testFiles, filesOf);
  if (folders.length === 0) return [];
  const findings = new Map<string, Finding>();
  for (const role of ROLES) {
    for (const { value, field } of locustfilesOf(spec, role)) {
      const finding = findingOn(value, field, folders);
      if (finding) findings.set(`${field} ${value}`, finding);
    }
  }
  return [...findings.values()];
}

function foldersOf(testFiles: TestFilesSpec | undefined, filesOf: KnownFiles): Folder[] {
  const { src, lib } = testFilePaths(testFiles);
  return (
    [
      [testFiles?.configMapRef, src],
      [testFiles?.libConfigMapRef, lib],
    ] as const
  ).flatMap(([name, at]) => {
    const files = name ? filesOf(name) : undefined;
    return files === undefined ? [] : [{ at: at.endsWith('/') ? at : `${at}/`, files }];
  });
}

function findingOn(value: string, field: string, folders: readonly Folder[]): Finding | undefined {
  if (value === '-' || /^https?:\/\//.test(value)) return undefined;
  const paths = folders.flatMap(({ at, files }) => files.map((file) => `${at}${file}`));
  if (!value.startsWith('/')) {
    const meant = paths.find((path) => namesOf(value).some((name) => path.endsWith(`/${name}`)));
    return meant === undefined
      ? undefined
      : violation(
          RULES.locustfile,
          field,
          `${show(value)} is looked up in the working directory of the process, not among the test files`,
          `use ${meant}`,
        );
  }
  const folder = folders.find(({ at }) => `${value}/`.startsWith(at));
  if (!folder || isThere(value, paths)) return undefined;
  const tests = paths.filter((path) => path.endsWith('.py'));
  const guess = nearest(value, tests);
  return violation(
    RULES.locustfile,
    field,
    `${show(value)} is not among the test files`,
    guess !== undefined
      ? `perhaps you meant ${show(guess)}`
      : tests.length === 0
        ? 'add it to them'
        : `use one of ${tests.slice(0, MOST_FILES).join(', ')}`,
  );
}

/** A file, with or without `.py`, or a folder with such files. */
function isThere(value: string, paths: readonly string[]): boolean {
  const folder = value.endsWith('/') ? value : `${value}/`;
  return paths.some(
    (path) => namesOf(value).includes(path) || (path.startsWith(folder) && path.endsWith('.py')),
  );
}

function namesOf(value: string): string[] {
  return value.endsWith('.py') ? [value] : [value, `${value}.py`];
}

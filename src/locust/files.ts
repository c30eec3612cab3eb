/**
 * Test files as the content of a config map: keys for paths, text apart from bytes, and the sizes
 * that there may be.
 */
import { Finding, show, violation } from '../findings';
import {
  configMapBytes,
  configMapKeyProblems,
  MAX_CONFIG_MAP_BYTES,
  shortHash,
  subdomainProblems,
} from '../kube';
import { LOCUST_RULES as RULES } from './rules';

export interface TestFile {
  /** Its path below the folder, with slashes. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

export interface ConfigMapContent {
  readonly data?: { readonly [key: string]: string };
  readonly binaryData?: { readonly [key: string]: string };
  /** Which key becomes which file; missing where every key is the path already. */
  readonly items?: readonly { readonly key: string; readonly path: string }[];
}

/** The most that kubectl apply can keep in its annotation, the whole object in JSON. */
const MAX_APPLIED_BYTES = 256 * 1024;

/** The config map's content, with the paths in their order. */
export function contentOf(files: readonly TestFile[]): ConfigMapContent {
  const data: Record<string, string> = {};
  const binaryData: Record<string, string> = {};
  const items = inOrder(files).map(({ path, content }) => {
    const key = keyOf(path);
    const text = textOf(content);
    if (text === undefined) binaryData[key] = Buffer.from(content).toString('base64');
    else data[key] = text;
    return { key, path };
  });
  return {
    ...(Object.keys(data).length > 0 ? { data } : {}),
    ...(Object.keys(binaryData).length > 0 ? { binaryData } : {}),
    ...(items.every(({ key, path }) => key === path) ? {} : { items }),
  };
}

/** Findings on files that are to become a config map; `where` says where they come from. */
export function checkFiles(files: readonly TestFile[], where: string): Finding[] {
  if (files.length === 0) {
    return [
      violation(
        RULES.testFiles,
        'testFiles',
        `there are no files in ${where}`,
        'add at least one file',
      ),
    ];
  }
  const findings: Finding[] = [];
  const paths = new Set<string>();
  for (const { path, content } of files) {
    if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
      findings.push(
        violation(
          RULES.testFiles,
          'testFiles',
          `the content of ${show(path)} is ${show(content)}, which is not a string`,
          'set the text of the file',
        ),
      );
    }
    const parts = path.split('/');
    if (
      path.startsWith('/') ||
      parts.some((part) => part === '' || part === '.' || part === '..')
    ) {
      findings.push(
        violation(
          RULES.testFiles,
          'testFiles',
          `${show(path)} is not a path within the folder`,
          'use a relative path without . and ..',
        ),
      );
    } else if (path.startsWith('..')) {
      findings.push(
        violation(
          RULES.testFiles,
          'testFiles',
          `${show(path)} begins with two dots, which the API server refuses`,
          'rename it, or exclude it',
        ),
      );
    } else if (paths.has(path)) {
      findings.push(
        violation(
          RULES.testFiles,
          'testFiles',
          `there are two files ${show(path)}`,
          'list each file once',
        ),
      );
    }
    paths.add(path);
  }
  const lengths = [...new Set([...paths].map(({ length }) => length))].sort((a, b) => a - b);
  for (const path of paths) {
    const folder = lengths
      .filter((length) => length > 0 && path[length] === '/')
      .map((length) => path.slice(0, length))
      .find((parent) => paths.has(parent));
    if (folder !== undefined) {
      findings.push(
        violation(
          RULES.testFiles,
          'testFiles',
          `${show(folder)} is both a file and a folder`,
          'rename one of them',
        ),
      );
    }
  }
  if (findings.length > 0) return findings;
  const content = contentOf(files);
  const bytes = configMapBytes(content);
  if (bytes > MAX_CONFIG_MAP_BYTES) {
    findings.push(
      violation(
        RULES.testFilesTooLarge,
        'testFiles',
        `the files of ${where} have ${bytes} bytes, but a ConfigMap holds at most ${MAX_CONFIG_MAP_BYTES}`,
        'put data into a claim or an image, and mount it',
      ),
    );
  } else if (Buffer.byteLength(JSON.stringify(content)) > MAX_APPLIED_BYTES) {
    findings.push(
      violation(
        RULES.testFilesLarge,
        'testFiles',
        `the files of ${where} have ${bytes} bytes, too many for client-side kubectl apply`,
        'use server-side apply (kubectl apply --server-side, or ServerSideApply=true in Argo CD), or put data into a claim',
      ),
    );
  }
  return findings;
}

/** Findings on the name of a config map that exists. */
export function checkConfigMapName(name: string): Finding[] {
  if (typeof name !== 'string') {
    return [
      violation(
        RULES.testFiles,
        'testFiles',
        `${show(name)} is not the name of a ConfigMap`,
        'use its name',
      ),
    ];
  }
  return subdomainProblems(name).map((problem) =>
    violation(
      RULES.testFiles,
      'testFiles',
      `${show(name)}: ${problem}`,
      'use the name of a ConfigMap',
    ),
  );
}

/**
 * A path as a key, which has no slashes: with two underscores in their place, or a hash where that
 * would be mistaken.
 */
function keyOf(path: string): string {
  if (configMapKeyProblems(path).length === 0) return path;
  const key = path.replaceAll('/', '__').replace(/[^-._a-zA-Z0-9]/g, '_');
  return `${key.slice(0, 240)}.${shortHash([path])}`;
}

function textOf(content: string | Uint8Array): string | undefined {
  if (typeof content === 'string') return content;
  const text = Buffer.from(content).toString('utf8');
  return !text.includes('\0') && Buffer.from(text, 'utf8').equals(content) ? text : undefined;
}

function inOrder(files: readonly TestFile[]): TestFile[] {
  return [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
}

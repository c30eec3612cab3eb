/**
 * The pod of a viewer that brings none: the controller's own, or that of a file which it was given.
 */
import { Failure } from '../../kube';
import { goDecode, isGoZero } from '../../resource';
import { readYaml } from '../../yaml';
import { KubeValue } from '../spec';
import { controllerTypes } from './types';

/** The variable with the path of the file. */
export const DEFAULT_POD_SPEC_PATH = 'DEFAULT_POD_SPEC_PATH';

/** How many bytes of a file the controller looks at to tell JSON from YAML. */
const GUESSED = 100;

type DefaultPodFile = { readonly podSpec: KubeValue } | Failure;

/**
 * The file as the controller reads it: its first document, as a PodSpec. Members that a PodSpec
 * does not have are ignored.
 */
export function readDefaultPodFile(text: string): DefaultPodFile {
  const isJson = /^\s*\{/.test(text.slice(0, GUESSED));
  const document = isJson ? text : firstDocument(text);
  if (typeof document !== 'string') return document;
  const [first] = readYaml(document).documents;
  if (first?.problem) return { error: first.problem.message };
  if (isJson && first?.form !== 'json') {
    return { error: 'it begins like JSON, but is not valid JSON' };
  }
  const { value, error } = goDecode('PodSpec', first?.data, {
    types: controllerTypes(),
    ignoreCase: true,
    scalarsAsTexts: !isJson,
  });
  return error === undefined ? { podSpec: (value ?? {}) as KubeValue } : { error };
}

/** What comes before the second `---`, or before the first if something stands in front of it. */
function firstDocument(text: string): string | Failure {
  const lines: string[] = [];
  for (const line of text.replace(/\n$/, '').split(/\r?\n/)) {
    if (line.startsWith('---')) {
      const rest = line.slice('---'.length).trim();
      if (rest !== '' && !rest.startsWith('#')) {
        return { error: `invalid Yaml document separator: ${rest}` };
      }
      if (lines.length > 0) break;
    }
    lines.push(line);
  }
  return text === '' ? { error: 'EOF' } : `${lines.join('\n')}\n`;
}

/**
 * The pod that the webhook puts in, before it appends the claim's volume; undefined if it cannot
 * read the file.
 */
export function defaultPodSpec(
  path: string | undefined,
  file: string | undefined,
  baseUrl: string,
): KubeValue | undefined {
  if (path) {
    const read =
      file === undefined ? { error: 'no such file or directory' } : readDefaultPodFile(file);
    if ('error' in read) return undefined;
    if (!isGoZero('PodSpec', read.podSpec, controllerTypes())) return read.podSpec;
  }
  return { containers: [fileBrowser(baseUrl)] };
}

function fileBrowser(baseUrl: string): KubeValue {
  return {
    name: 'pvcviewer',
    image: 'filebrowser/filebrowser:latest',
    workingDir: '/data',
    ports: [{ containerPort: 8080, protocol: 'TCP' }],
    env: [
      { name: 'FB_ADDRESS', value: '0.0.0.0' },
      { name: 'FB_PORT', value: '8080' },
      { name: 'FB_DATABASE', value: '/tmp/filebrowser.db' },
      { name: 'FB_NOAUTH', value: 'true' },
      { name: 'FB_BASEURL', value: baseUrl },
    ],
    volumeMounts: [{ name: 'viewer-volume', mountPath: '/data' }],
  };
}

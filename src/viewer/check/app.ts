/** The app of a viewer. */
import { posix } from 'node:path';
import { Finding, show, violation } from '../../findings';
import { configMapBytes, configMapKeyProblems, MAX_CONFIG_MAP_BYTES, readImage } from '../../kube';
import { checkImage as checkReference } from '../../pod';
import { DEFAULT_APP } from '../apps';
import { buildConfigMap } from '../config-map';
import { VIEWER_RULES as RULES } from '../rules';
import { Texts, ViewerApp, ViewerSpec } from '../spec';

/** Findings on the app; a podSpec has none. */
export function checkApp(spec: ViewerSpec): Finding[] {
  const { app = DEFAULT_APP, podSpec } = spec;
  // Of the default app there is nothing to say.
  if (podSpec !== undefined || app === DEFAULT_APP) return [];
  return [
    ...checkImage(app.image, 'app.image'),
    ...(app.endOfLife === undefined
      ? []
      : [
          violation(
            RULES.appEndOfLife,
            'app',
            `${app.name}: ${app.endOfLife}`,
            `use ${DEFAULT_APP.name}, or another application that is maintained`,
          ),
        ]),
    ...(Number.isInteger(app.port) && app.port >= 1 && app.port <= 65535
      ? []
      : [wrong('port', `${show(app.port)} is not a valid port`, 'use a number from 1 to 65535')]),
    ...(Number.isInteger(app.user) && app.user >= 1 && app.user <= 2147483647
      ? []
      : [
          wrong(
            'user',
            `${show(app.user)} is not a valid user of a pod that runs as non-root`,
            'use a number from 1 to 2147483647, such as 1000',
          ),
        ]),
    ...checkPaths(app),
    ...(app.configFile ? checkConfigFile(spec, app.configFile) : []),
    ...checkEnv(app, 'env'),
    ...checkEnv(app, 'writableEnv'),
  ];
}

export function checkImage(image: string, path: string): Finding[] {
  const findings = checkReference(image, path, DEFAULT_APP.image);
  const reference = readImage(image);
  if (findings.length > 0 || 'error' in reference) return findings;
  const { tag = 'latest', digest } = reference;
  if (digest !== undefined || tag !== 'latest') return [];
  return [
    violation(
      RULES.imageTag,
      path,
      `${show(image)} is the latest image, so what runs can change without a change in Git`,
      'use the tag of a release, or a digest',
    ),
  ];
}

function checkPaths(app: ViewerApp): Finding[] {
  const places: [field: string, path: string][] = [
    ['mountPath', app.mountPath],
    ...(app.writablePaths ?? []).map((path, index): [string, string] => [
      `writablePaths[${index}]`,
      path,
    ]),
    ...(app.configFile ? [['configFile.path', app.configFile.path] as [string, string]] : []),
  ];
  const findings: Finding[] = [];
  const seen = new Map<string, string>();
  for (const [field, path] of places) {
    const resolved = posix.resolve('/', path);
    if (!path.startsWith('/') || path.includes(':') || resolved === '/') {
      findings.push(
        wrong(
          field,
          `${show(path)} is not a valid mount path`,
          'use an absolute path without colons, such as /data',
        ),
      );
    } else if (seen.has(resolved)) {
      findings.push(
        wrong(field, `${show(path)} is also the path of ${seen.get(resolved)}`, 'use another path'),
      );
    }
    seen.set(resolved, field);
  }
  const { healthPath } = app;
  if (healthPath !== undefined && !/^(\/|\{prefix\}\/)/.test(healthPath)) {
    findings.push(
      wrong(
        'healthPath',
        `${show(healthPath)} does not begin with a slash`,
        'use a path such as /health, or {prefix}/health',
      ),
    );
  }
  return findings;
}

/** The file becomes a ConfigMap with the name of the file for its key. */
function checkConfigFile(spec: ViewerSpec, file: NonNullable<ViewerApp['configFile']>): Finding[] {
  const { data } = buildConfigMap(spec, file);
  const size = configMapBytes({ data });
  return [
    ...Object.keys(data as Texts)
      .flatMap(configMapKeyProblems)
      .map((problem) =>
        wrong(
          'configFile.path',
          `the name of the file ${show(file.path)}: ${problem}`,
          'use letters, digits, dashes, dots and underscores',
        ),
      ),
    ...(size > MAX_CONFIG_MAP_BYTES
      ? [
          wrong(
            'configFile.content',
            `the file has ${size} bytes, but a ConfigMap can have at most ${MAX_CONFIG_MAP_BYTES}`,
            'make it smaller, or put it into the image',
          ),
        ]
      : []),
  ];
}

function checkEnv(app: ViewerApp, field: 'env' | 'writableEnv'): Finding[] {
  // Kubernetes takes any printable ASCII but the equals sign.
  return Object.keys(app[field] ?? {})
    .filter((name) => !/^[ -<>-~]+$/.test(name))
    .map((name) =>
      wrong(
        `${field}.${name}`,
        `${show(name)} is not a valid name of an environment variable`,
        'use letters, digits and underscores',
      ),
    );
}

function wrong(field: string, message: string, remedy: string): Finding {
  return violation(RULES.app, `app.${field}`, message, remedy);
}

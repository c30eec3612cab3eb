/** The app of a viewer. */
import { posix } from 'node:path';
import { Finding, show, violation } from '../../findings';
import { imageProblem } from '../../kube';
import { DEFAULT_APP } from '../apps';
import { VIEWER_RULES as RULES } from '../rules';
import { ViewerApp, ViewerSpec } from '../spec';

/** Findings on the app; a podSpec has none. */
export function checkApp({ app = DEFAULT_APP, podSpec }: ViewerSpec): Finding[] {
  if (podSpec !== undefined) return [];
  return [
    ...checkImage(app.image, 'app.image'),
    ...app.endOfLife === undefined ? [] : [violation(RULES.appEndOfLife, 'app', `${app.name}: ${app.endOfLife}`, `use ${DEFAULT_APP.name}, or another app that is maintained`)],
    ...Number.isInteger(app.port) && app.port >= 1 && app.port <= 65535 ? [] : [wrong('port', `${show(app.port)} is no port`, 'give a number from 1 to 65535')],
    ...Number.isInteger(app.user) && app.user >= 1 && app.user <= 2147483647 ? []
      : [wrong('user', `${show(app.user)} is no user that a hardened pod can have`, 'give a number from 1, such as 1000')],
    ...checkPaths(app),
    ...checkEnv(app, 'env'),
    ...checkEnv(app, 'writableEnv'),
  ];
}

/** Findings on an image. */
export function checkImage(image: string, path: string): Finding[] {
  const problem = imageProblem(image);
  if (problem !== undefined) return [violation(RULES.image, path, `${show(image)} is not a valid image: ${problem}`, 'give a reference such as docker.io/sigoden/dufs:v0.46.0')];
  if (image.includes('@')) return [];
  const [, tag = 'latest'] = /:([^:/]*)$/.exec(image) ?? [];
  return tag === 'latest' || tag === '' ? [violation(RULES.imageTag, path, `${show(image)} is whatever is the latest`, 'give the tag of a release, or a digest')] : [];
}

function checkPaths(app: ViewerApp): Finding[] {
  const places: [field: string, path: string][] = [
    ['mountPath', app.mountPath],
    ...(app.writablePaths ?? []).map((path, index): [string, string] => [`writablePaths[${index}]`, path]),
    ...app.configFile ? [['configFile.path', app.configFile.path] as [string, string]] : [],
  ];
  const findings: Finding[] = [];
  const seen = new Map<string, string>();
  for (const [field, path] of places) {
    const resolved = posix.resolve('/', path);
    if (!path.startsWith('/') || path.includes(':') || resolved === '/') findings.push(wrong(field, `${show(path)} is no path where something can be mounted`, 'give an absolute path, such as /data'));
    else if (seen.has(resolved)) findings.push(wrong(field, `${show(path)} is that of ${seen.get(resolved)} as well`, 'give another path'));
    seen.set(resolved, field);
  }
  const { healthPath } = app;
  if (healthPath !== undefined && !/^(\/|\{prefix\}\/)/.test(healthPath)) {
    findings.push(wrong('healthPath', `${show(healthPath)} does not begin with a slash`, 'give a path such as /health, or {prefix}/health'));
  }
  const key = app.configFile && posix.basename(app.configFile.path);
  if (key !== undefined && !/^[-._a-zA-Z0-9]{1,253}$/.test(key)) {
    findings.push(wrong('configFile.path', `the file ${show(key)} cannot be in a ConfigMap`, 'give a name of letters, digits, dashes, dots and underscores'));
  }
  return findings;
}

function checkEnv(app: ViewerApp, field: 'env' | 'writableEnv'): Finding[] {
  // Kubernetes 1.36 takes any printable ASCII but the equals sign.
  return Object.keys(app[field] ?? {}).filter((name) => !/^[ -<>-~]+$/.test(name)).map((name) =>
    wrong(`${field}.${name}`, `${show(name)} is no name of a variable`, 'give letters, digits and underscores'));
}

function wrong(field: string, message: string, remedy: string): Finding {
  return violation(RULES.app, `app.${field}`, message, remedy);
}

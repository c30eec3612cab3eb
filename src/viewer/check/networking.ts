/** The paths, the port and the timeout of a viewer, for the routing in use. */
import { Finding, show, violation } from '../../findings';
import { parseDuration } from '../../kube';
import { DEFAULT_APP } from '../apps';
import { declaredPorts, targetPortOf } from '../ports';
import { isRewritten, prefixOf, rewriteOf } from '../prefix';
import { gatewaySpelling, isGatewayDuration, isIstioTimeout } from '../routing/durations';
import { VIEWER_RULES as RULES } from '../rules';
import { ViewerSpec } from '../spec';

/** The longest path of an HTTPRoute. */
const MAX_PATH = 1024;
const PATH = /^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|[%][0-9a-fA-F]{2})*$/;
/** What no app writes in another way in its links. */
const PLAIN_PATH = /^[-A-Za-z0-9/._~]*$/;

export function checkNetworking(spec: ViewerSpec): Finding[] {
  return [
    ...checkTargetPort(spec),
    ...checkBasePrefix(spec),
    ...checkRewrite(spec),
    ...checkAppPrefix(spec),
    ...checkTimeout(spec),
  ];
}

function checkTargetPort(spec: ViewerSpec): Finding[] {
  const target = targetPortOf(spec);
  const wrong = (message: string, remedy: string) => [
    violation(RULES.targetPort, 'networking.targetPort', message, remedy),
  ];
  const ports = declaredPorts(spec);
  const names = ports.map(({ name }) => name).filter((name) => typeof name === 'string');
  if (target === undefined) {
    // Without a route, a pod may do without a Service.
    return spec.routing.kind === 'none'
      ? []
      : wrong(
          'the podSpec declares no port, so the port of the viewer is unknown',
          'set networking.targetPort',
        );
  }
  // A port that is taken from the pod is looked at there.
  if (spec.networking?.targetPort === undefined) return [];
  if (typeof target === 'string') {
    if (names.includes(target)) return [];
    return wrong(
      `no container declares a port with the name ${show(target)}`,
      names.length > 0
        ? `use the number, or one of ${names.join(', ')}`
        : 'use the number, or name the port of the container',
    );
  }
  if (!Number.isInteger(target) || target < 1 || target > 65535) {
    return wrong(`${show(target)} is not a valid port`, 'use a number from 1 to 65535');
  }
  if (spec.podSpec === undefined && ports[0].containerPort !== target) {
    return wrong(
      `${(spec.app ?? DEFAULT_APP).name} does not listen on port ${target}`,
      `remove it: the port is ${show(ports[0].containerPort)}`,
    );
  }
  return [];
}

function checkBasePrefix(spec: ViewerSpec): Finding[] {
  const basePrefix = spec.networking?.basePrefix;
  const wrong = (message: string, remedy: string) => [
    violation(RULES.basePrefix, 'networking.basePrefix', message, remedy),
  ];
  if (basePrefix !== undefined && basePrefix !== '') {
    const clean = `/${basePrefix
      .split('/')
      .filter((part) => part !== '')
      .join('/')}`.replace(/^\/$/, '');
    const meant = `use ${show(clean)}`;
    if (!basePrefix.startsWith('/')) {
      return wrong(`${show(basePrefix)} does not begin with a slash, so it matches no path`, meant);
    }
    if (basePrefix.endsWith('/')) {
      return wrong(
        `${show(basePrefix)} ends with a slash, so the path would have two: ${show(`${basePrefix}/…`)}`,
        meant,
      );
    }
    if (basePrefix.includes('//')) {
      return wrong(`${show(basePrefix)} has two slashes in a row`, meant);
    }
    const part = basePrefix.split('/').find((one) => one === '.' || one === '..');
    if (part !== undefined) {
      return wrong(`${show(basePrefix)} has the part ${show(part)}`, 'remove it');
    }
    if (/%2f/i.test(basePrefix)) {
      return wrong(`${show(basePrefix)} has an escaped slash, %2f`, 'remove it');
    }
    if (!PATH.test(basePrefix)) {
      return wrong(
        `${show(basePrefix)} has characters that a path cannot have`,
        'use letters, digits, dashes, dots and slashes',
      );
    }
    if (spec.podSpec === undefined && !PLAIN_PATH.test(basePrefix)) {
      return wrong(
        `${show(basePrefix)} has characters that ${(spec.app ?? DEFAULT_APP).name} may escape in its links, which would then match nothing`,
        'use letters, digits, dashes, dots and slashes',
      );
    }
  }
  const length = prefixOf(spec)?.length ?? 0;
  return length - 1 <= MAX_PATH
    ? []
    : wrong(
        `the path of the viewer would have ${length - 1} characters`,
        `use a shorter one: the path may have ${MAX_PATH}`,
      );
}

function checkRewrite({ networking, routing }: ViewerSpec): Finding[] {
  const rewrite = networking?.rewrite;
  if (!rewrite) return [];
  const at = 'networking.rewrite';
  if (routing.kind === 'none') return [ignored(at)];
  if (routing.kind === 'ingress') {
    return [beyondIngress(at, `rewrite the path to ${show(rewrite)}`)];
  }
  const clean = `/${rewrite
    .split('/')
    .filter((part) => part !== '')
    .join('/')}/`.replace(/^\/\/$/, '/');
  const wrong = (message: string, remedy = `use ${show(clean)}`) => [
    violation(RULES.rewrite, at, message, remedy),
  ];
  if (!rewrite.startsWith('/')) return wrong(`${show(rewrite)} does not begin with a slash`);
  if (rewrite.includes('//')) return wrong(`${show(rewrite)} has two slashes in a row`);
  const part = rewrite.split('/').find((one) => one === '.' || one === '..');
  if (part !== undefined) return wrong(`${show(rewrite)} has the part ${show(part)}`, 'remove it');
  if (!PATH.test(rewrite)) {
    return wrong(
      `${show(rewrite)} has characters that a path cannot have`,
      'use letters, digits, dashes, dots and slashes',
    );
  }
  if (rewrite.length > MAX_PATH) {
    return wrong(`the rewrite has ${rewrite.length} characters`, `use at most ${MAX_PATH}`);
  }
  if (routing.kind === 'virtualService' && !rewrite.endsWith('/')) {
    return wrong(
      `${show(rewrite)} does not end with a slash: files would become ${show(`${rewrite}files`)}`,
    );
  }
  return [];
}

function checkAppPrefix(spec: ViewerSpec): Finding[] {
  const app = spec.app ?? DEFAULT_APP;
  const prefix = prefixOf(spec);
  if (spec.podSpec !== undefined || prefix === undefined) return [];
  const wrong = (message: string, remedy: string) => [
    violation(RULES.appPrefix, 'networking.rewrite', message, remedy),
  ];
  const { routing } = spec;
  if (routing.kind === 'none') return [];
  if (routing.kind === 'ingress') {
    // With annotations, the controller is expected to see to it.
    if (app.prefix !== 'stripped' || Object.keys(routing.annotations ?? {}).length > 0) return [];
    return wrong(
      `${app.name} needs the prefix to be removed, which an Ingress cannot do`,
      'set routing.annotations that make the ingress controller do it, use another routing, or use an application that keeps the prefix',
    );
  }
  const rewrite = rewriteOf(spec, app);
  if (app.prefix === 'kept' && isRewritten(prefix, rewrite)) {
    return wrong(
      `${app.name} needs the path with its prefix, but gets ${show(rewrite)} in its place`,
      'remove rewrite',
    );
  }
  if (app.prefix === 'either' && rewrite !== '/' && isRewritten(prefix, rewrite)) {
    return wrong(
      `${app.name} needs the path with its prefix or without it, but gets ${show(rewrite)} in its place`,
      'remove rewrite, or use "/"',
    );
  }
  if (app.prefix === 'stripped' && rewrite !== '/') {
    return wrong(
      `${app.name} needs the prefix to be removed, but gets ${show(rewrite)} in its place`,
      'remove rewrite, or use "/"',
    );
  }
  return [];
}

function checkTimeout({ networking, routing }: ViewerSpec): Finding[] {
  const timeout = networking?.timeout;
  if (!timeout) return [];
  const at = 'networking.timeout';
  switch (routing.kind) {
    case 'none':
      return [ignored(at)];
    case 'ingress':
      return [beyondIngress(at, `limit the duration to ${show(timeout)}`)];
    case 'httpRoute': {
      if (isGatewayDuration(timeout)) return [];
      const spelled = gatewaySpelling(timeout);
      return [
        violation(
          RULES.timeout,
          at,
          `${show(timeout)} is not a valid duration of the Gateway API, which consists of whole numbers of h, m, s and ms`,
          spelled === undefined ? 'use one such as 30s or 1s500ms' : `use ${show(spelled)}`,
        ),
      ];
    }
    default: {
      if (isIstioTimeout(timeout)) return [];
      const isZero = parseDuration(timeout) === 0n;
      return [
        violation(
          RULES.timeout,
          at,
          `${show(timeout)} is ${isZero ? 'zero' : 'not a duration of at least 1ms'}`,
          isZero ? 'remove it for no limit' : 'use one such as 30s or 1m30s',
        ),
      ];
    }
  }
}

/** An option of a route where there is none. */
function ignored(path: string): Finding {
  const option = path.slice('networking.'.length);
  return violation(
    RULES.routeIgnored,
    path,
    `${option} has no effect without a route`,
    'remove it',
  );
}

/** An option of other routes than an Ingress. */
function beyondIngress(path: string, what: string): Finding {
  return violation(
    RULES.routeCannot,
    path,
    `an Ingress cannot ${what}`,
    'remove it and set routing.annotations that the ingress controller understands, or use another routing',
  );
}

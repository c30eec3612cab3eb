/** What a viewer's fields look like, and reading any value as that: what has another type is told, and left out. */
import { didYouMean, Finding, inQuotes, show, violation } from '../../findings';
import { append, isFields } from '../../kube';
import { VIEWER_RULES as RULES } from '../rules';
import { KubeValue, ViewerSpec } from '../spec';

type Shape =
  | 'text' | 'number' | 'boolean' | 'numberOrText'
  /** A map of texts. */
  | 'texts'
  /** A map that is plain data. */
  | 'data'
  | { readonly list: Shape }
  | { readonly oneOf: readonly string[] }
  | Fields;

interface Fields {
  readonly fields: { readonly [name: string]: Shape };
  readonly required?: readonly string[];
}

const TEXTS: Shape = { list: 'text' };

const APP: Fields = {
  fields: {
    name: 'text',
    image: 'text',
    port: 'number',
    mountPath: 'text',
    command: TEXTS,
    args: TEXTS,
    env: 'texts',
    writableEnv: 'texts',
    writablePaths: TEXTS,
    configFile: { fields: { path: 'text', content: 'text' }, required: ['path', 'content'] },
    healthPath: 'text',
    prefix: { oneOf: ['kept', 'stripped', 'either'] },
    user: 'number',
    endOfLife: 'text',
  },
  required: ['name', 'image', 'port', 'mountPath', 'prefix', 'user'],
};

const SELECTOR: Fields = {
  fields: {
    matchLabels: 'texts',
    matchExpressions: {
      list: { fields: { key: 'text', operator: { oneOf: ['In', 'NotIn', 'Exists', 'DoesNotExist'] }, values: TEXTS }, required: ['key', 'operator'] },
    },
  },
};

const PEER: Fields = {
  fields: { podSelector: SELECTOR, namespaceSelector: SELECTOR, ipBlock: { fields: { cidr: 'text', except: TEXTS }, required: ['cidr'] } },
};

const PARENT: Fields = { fields: { name: 'text', namespace: 'text', sectionName: 'text', port: 'number' }, required: ['name'] };

const ROUTINGS: { readonly [kind: string]: Fields } = {
  virtualService: { fields: { kind: 'text', gateway: 'text', apiVersion: 'text', hosts: TEXTS }, required: ['gateway'] },
  httpRoute: { fields: { kind: 'text', parentRefs: { list: PARENT }, hostnames: TEXTS }, required: ['parentRefs'] },
  ingress: { fields: { kind: 'text', ingressClassName: 'text', host: 'text', tlsSecretName: 'text', annotations: 'texts' } },
  none: { fields: { kind: 'text' } },
};

/** All fields but the routing, whose shape depends on its kind. */
const VIEWER: { readonly [name in Exclude<keyof ViewerSpec, 'routing'>]-?: Shape } = {
  name: 'text',
  namespace: 'text',
  pvc: 'text',
  podSpec: 'data',
  injectVolumeAt: 'text',
  app: APP,
  networking: { fields: { targetPort: 'numberOrText', basePrefix: 'text', rewrite: 'text', timeout: 'text' } },
  clusterDomain: 'text',
  isReadOnly: 'boolean',
  user: 'number',
  group: 'number',
  fsGroup: 'number',
  isUserAssigned: 'boolean',
  resources: 'data',
  replicas: 'number',
  serviceAccountName: 'text',
  priorityClassName: 'text',
  labels: 'texts',
  annotations: 'texts',
  podLabels: 'texts',
  podAnnotations: 'texts',
  affinity: 'data',
  nodeSelector: 'texts',
  tolerations: { list: 'data' },
  imagePullSecrets: { list: 'data' },
  networkPolicy: { fields: { from: { list: PEER }, extraPorts: { list: 'number' } }, required: ['from'] },
  authorizationPolicy: {
    fields: { principals: TEXTS, users: TEXTS, userHeader: 'text', methods: TEXTS, apiVersion: 'text' },
    required: ['principals'],
  },
  cull: { fields: { afterIdleSeconds: 'number', dailyAt: 'text', timeZone: 'text', image: 'text', activityImage: 'text' } },
};

/** A viewer of which every field that is there has its type. What identifies it may be missing, and is then the empty text. */
export interface Shaped {
  readonly spec: ViewerSpec;
  readonly findings: readonly Finding[];
}

/** Reads any value as a viewer. */
export function readShape(input: unknown): Shaped {
  const findings: Finding[] = [];
  const value = isFields(input) ? input : {};
  if (!isFields(input)) findings.push(violation(RULES.type, '', `${show(input)} is no viewer`, 'give name, namespace, pvc and routing'));
  const routing = readRouting(value.routing, findings);
  const { routing: _routing, ...others } = value;
  const known = readFields(others, { fields: VIEWER }, '', findings) as Partial<ViewerSpec>;
  return { spec: { ...known, name: known.name ?? '', namespace: known.namespace ?? '', pvc: known.pvc ?? '', routing }, findings };
}

function readRouting(value: unknown, findings: Finding[]): ViewerSpec['routing'] {
  const kinds = Object.keys(ROUTINGS);
  const kind = isFields(value) ? value.kind : undefined;
  if (typeof kind === 'string' && kinds.includes(kind)) {
    return (readFields(value as KubeValue, ROUTINGS[kind], 'routing', findings) ?? { kind: 'none' }) as ViewerSpec['routing'];
  }
  const message = value === undefined ? 'it is not said how the viewer is reached' : `${show(isFields(value) ? kind : value)} is no kind of routing`;
  findings.push(violation(RULES.type, 'routing.kind', message, didYouMean(kind, kinds)));
  return { kind: 'none' };
}

function read(value: unknown, shape: Shape, path: string, findings: Finding[]): unknown {
  if (value === undefined) return undefined;
  const wrong = (what: string, remedy: string) => void findings.push(violation(RULES.type, path, `${show(value)} is ${what}`, remedy));
  if (typeof shape === 'object') {
    if ('fields' in shape) return isFields(value) ? readFields(value, shape, path, findings) : wrong('no map', `give ${Object.keys(shape.fields).join(', ')}`);
    if ('oneOf' in shape) return shape.oneOf.includes(value as string) ? value : wrong('none of its values', didYouMean(value, shape.oneOf));
    if (!Array.isArray(value)) return wrong('no list', 'give a list');
    // A hole in a list is as wrong as null.
    const entries = Array.from(value, (one: unknown) => one ?? null);
    return entries.map((one, index) => read(one, shape.list, `${path}[${index}]`, findings)).filter((one) => one !== undefined);
  }
  switch (shape) {
    case 'text': return typeof value === 'string' ? value : wrong('no text', inQuotes(value));
    case 'number': return isNumber(value) ? value : wrong('no number', 'give a number, without quotes');
    case 'boolean': return typeof value === 'boolean' ? value : wrong('neither true nor false', 'give true or false');
    case 'numberOrText': return isNumber(value) || typeof value === 'string' ? value : wrong('neither a number nor a name', 'give one of them');
    case 'texts': {
      if (!isFields(value)) return wrong('no map of texts', 'give keys and texts');
      const texts = Object.entries(value).filter(([, one]) => one !== undefined);
      return Object.fromEntries(texts.filter(([key, one]) => read(one, 'text', `${path}.${key}`, findings) !== undefined));
    }
    default: return isFields(value) && isPlain(value, []) ? value : wrong('no plain data', 'give a map of texts, numbers, lists and maps');
  }
}

/** The fields that have their types; nothing at all if one is missing that the others need. */
function readFields(value: KubeValue, { fields, required = [] }: Fields, path: string, findings: Finding[]): KubeValue | undefined {
  const at = (name: string) => path === '' ? name : `${path}.${name}`;
  const known = Object.keys(fields);
  for (const name of Object.keys(value).filter((one) => !known.includes(one) && value[one] !== undefined)) {
    findings.push(violation(RULES.unknownField, at(name), `there is no field ${show(name)}`, didYouMean(name, known)));
  }
  const given = known.filter((name) => Object.hasOwn(value, name));
  const entries = given.map((name) => [name, read(value[name], fields[name], at(name), findings)] as const);
  const result = Object.fromEntries(entries.filter(([, one]) => one !== undefined));
  const missing = required.filter((name) => result[name] === undefined);
  // What has another type was told already.
  const absent = missing.filter((name) => value[name] === undefined);
  append(findings, absent.map((name) => violation(RULES.type, at(name), `${name} is missing`, `give ${name}`)));
  return missing.length > 0 ? undefined : result;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Whether it can be a part of a pod: no functions, no classes, nothing that contains itself, and no holes in lists. */
function isPlain(value: unknown, within: readonly unknown[]): boolean {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean' || isNumber(value)) return true;
  if (typeof value !== 'object' || within.includes(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Objects of another realm have an Object.prototype of their own.
  if (!Array.isArray(value) && prototype !== null && Object.getPrototypeOf(prototype) !== null) return false;
  const isHole = (one: unknown) => Array.isArray(value) && (one === null || one === undefined);
  return Object.values(value).every((one) => !isHole(one) && isPlain(one, [...within, value]));
}

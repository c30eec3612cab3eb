/**
 * Between the structs of `cdk8s-plus-28` and plain Kubernetes objects: names of fields, and wrapped
 * values.
 */
import * as kplus from 'cdk8s-plus-28';
import { setField, unwrap, own } from '../kube';

/** Fields whose names the structs spell differently, which Kubernetes would not know. */
const SPELLING: { readonly [field: string]: string } = {
  datasetUuid: 'datasetUUID',
  diskUri: 'diskURI',
  downwardApi: 'downwardAPI',
  hostIp: 'hostIP',
  hostIpc: 'hostIPC',
  hostPid: 'hostPID',
  nonResourceUrLs: 'nonResourceURLs',
  pdId: 'pdID',
  scaleIo: 'scaleIO',
  setHostnameAsFqdn: 'setHostnameAsFQDN',
  storagePolicyId: 'storagePolicyID',
  targetWwNs: 'targetWWNs',
  volumeId: 'volumeID',
};
const STRUCT_SPELLING = Object.fromEntries(
  Object.entries(SPELLING).map(([struct, kubernetes]) => [kubernetes, struct]),
);

/** Fields of structs whose keys are resources, and whose values are quantities. */
const QUANTITIES = ['limits', 'overhead', 'requests'];
/** Fields of structs whose keys are the user's, not Kubernetes'. */
const MAPS = [
  ...QUANTITIES,
  'annotations',
  'labels',
  'matchLabels',
  'nodeSelector',
  'options',
  'volumeAttributes',
];

/**
 * Where structs stand in a value: the fields that lead to them, with dots between and `*` for any
 * key; lists need none. Whatever stands elsewhere is the user's own, and left alone. An empty path
 * is the value itself.
 */
type StructPaths = readonly string[];

/** Plain data, with the structs in Kubernetes' spelling. */
export function plainly<T>(value: unknown, structs: StructPaths): T {
  return changeAt(unwrap(value), structs.map(fieldsOf), (one) => respell(one, SPELLING)) as T;
}

/** Structs as `cdk8s-plus-28` declares them, so that other languages can read them. */
export function typed<T>(value: unknown, structs: StructPaths): T {
  return changeAt(value, structs.map(fieldsOf), (one) =>
    wrap(respell(one, STRUCT_SPELLING), ''),
  ) as T;
}

function fieldsOf(path: string): string[] {
  return path === '' ? [] : path.split('.');
}

function changeAt(
  value: unknown,
  paths: readonly string[][],
  change: (struct: unknown) => unknown,
): unknown {
  if (paths.some((path) => path.length === 0)) return change(value);
  if (paths.length === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => changeAt(one, paths, change));
  const copy: Record<string, unknown> = {};
  for (const field of Object.keys(value)) {
    const one = (value as { readonly [field: string]: unknown })[field];
    setField(copy, field, changeAt(one, belowField(paths, field), change));
  }
  return copy;
}

const NOWHERE: string[][] = [];

function belowField(paths: readonly string[][], field: string): string[][] {
  const leadsOn = ([first]: readonly string[]) => first === field || first === '*';
  return paths.some(leadsOn) ? paths.filter(leadsOn).map(([, ...rest]) => rest) : NOWHERE;
}

type Spelling = { readonly [field: string]: string };

/** The value in the other spelling; nearly all have no field with two, and stay as they are. */
function respell(value: unknown, spelling: Spelling): unknown {
  return hasOther(value, spelling) ? respelled(value, spelling) : value;
}

function hasOther(value: unknown, spelling: Spelling): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (hasOther(item, spelling)) return true;
    return false;
  }
  for (const field in value) {
    if (Object.hasOwn(spelling, field)) return true;
    if (MAPS.includes(field)) continue;
    if (hasOther((value as { readonly [field: string]: unknown })[field], spelling)) return true;
  }
  return false;
}

function respelled(value: unknown, spelling: Spelling): unknown {
  if (Array.isArray(value)) return value.map((one) => respelled(one, spelling));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const field of Object.keys(value)) {
    const one = (value as { readonly [field: string]: unknown })[field];
    setField(
      copy,
      own(spelling, field) ?? field,
      MAPS.includes(field) ? one : respelled(one, spelling),
    );
  }
  return copy;
}

function wrap(value: unknown, field: string): unknown {
  if (Array.isArray(value)) return value.map((one) => wrap(one, field));
  if (typeof value !== 'object' || value === null) {
    return field === 'divisor' || field === 'sizeLimit' ? quantity(value) : value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (QUANTITIES.includes(field)) return [name, quantity(one)];
      if (MAPS.includes(name) && !QUANTITIES.includes(name)) return [name, one];
      if (name === 'port' && (field === 'httpGet' || field === 'tcpSocket')) {
        return [name, intOrString(one)];
      }
      return [name, wrap(one, name)];
    }),
  );
}

function quantity(value: unknown): unknown {
  return typeof value === 'number'
    ? kplus.k8s.Quantity.fromNumber(value)
    : kplus.k8s.Quantity.fromString(String(value));
}

function intOrString(value: unknown): unknown {
  return typeof value === 'number'
    ? kplus.k8s.IntOrString.fromNumber(value)
    : kplus.k8s.IntOrString.fromString(String(value));
}

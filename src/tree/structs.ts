/** Between the structs of `cdk8s-plus-28` and plain Kubernetes objects: names of fields, and wrapped values. */
import * as kplus from 'cdk8s-plus-28';
import { unwrap } from '../kube';

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
const STRUCT_SPELLING = Object.fromEntries(Object.entries(SPELLING).map(([struct, kubernetes]) => [kubernetes, struct]));

/** Fields whose keys are the user's, not Kubernetes'. */
const MAPS = [
  'annotations', 'labels', 'matchLabels', 'nodeSelector', 'parameters', 'podAnnotations', 'podLabels', 'serviceAccountAnnotations', 'volumeAttributes',
];

/** Plain data in Kubernetes' spelling. */
export function plainly<T>(value: unknown): T {
  return respell(unwrap(value), SPELLING) as T;
}

/** Structs as `cdk8s-plus-28` declares them, so that other languages can read them. */
export function typed<T>(value: unknown): T {
  return wrap(respell(value, STRUCT_SPELLING), '') as T;
}

function respell(value: unknown, spelling: { readonly [field: string]: string }): unknown {
  if (Array.isArray(value)) return value.map((one) => respell(one, spelling));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, one]) =>
    [Object.hasOwn(spelling, field) ? spelling[field] : field, MAPS.includes(field) ? one : respell(one, spelling)]));
}

function wrap(value: unknown, field: string): unknown {
  if (Array.isArray(value)) return value.map((one) => wrap(one, field));
  if (typeof value !== 'object' || value === null) return field === 'divisor' || field === 'sizeLimit' ? quantity(value) : value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => {
    if (MAPS.includes(name)) return [name, one];
    if (field === 'limits' || field === 'requests') return [name, quantity(one)];
    if (name === 'port' && (field === 'httpGet' || field === 'tcpSocket')) return [name, intOrString(one)];
    return [name, wrap(one, name)];
  }));
}

function quantity(value: unknown): unknown {
  return typeof value === 'number' ? kplus.k8s.Quantity.fromNumber(value) : kplus.k8s.Quantity.fromString(String(value));
}

function intOrString(value: unknown): unknown {
  return typeof value === 'number' ? kplus.k8s.IntOrString.fromNumber(value) : kplus.k8s.IntOrString.fromString(String(value));
}

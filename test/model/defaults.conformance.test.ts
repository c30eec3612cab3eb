import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fields, fieldsOf, isFields } from '../../src/kube';
import { readTyped, typeOfKind, withoutNulls, writeDefaults } from '../../src/model';

interface Case {
  readonly given: Fields;
  readonly stored: Fields;
}

const CASES = readFileSync(join(__dirname, '../conformance/model/defaults.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)
  .map((one): [kind: string, name: string, Case] => [
    one.given.kind as string,
    fieldsOf(one.given.metadata).name as string,
    one,
  ]);

/** What is no default of a type: registries of kinds, admission and allocators write it. */
const WRITTEN_BY_OTHERS: { readonly [kind: string]: readonly string[] } = {
  CertificateSigningRequest: ['spec.groups', 'spec.uid', 'spec.username'],
  DaemonSet: ['metadata.annotations'],
  Job: ['metadata.labels', 'spec.selector', 'spec.template.metadata'],
  Namespace: ['metadata.labels', 'spec.finalizers'],
  Node: ['spec.taints'],
  PersistentVolume: ['metadata.finalizers'],
  PersistentVolumeClaim: ['metadata.finalizers'],
  Pod: [
    'spec.containers.ports.hostPort',
    'spec.containers.resources.requests',
    'spec.enableServiceLinks',
    'spec.preemptionPolicy',
    'spec.priority',
    'spec.serviceAccount',
    'spec.serviceAccountName',
    'spec.tolerations',
  ],
  ReplicationController: ['metadata.labels', 'spec.selector'],
  Service: [
    'spec.allocateLoadBalancerNodePorts',
    'spec.clusterIP',
    'spec.clusterIPs',
    'spec.externalTrafficPolicy',
    'spec.healthCheckNodePort',
    'spec.internalTrafficPolicy',
    'spec.ipFamilies',
    'spec.ipFamilyPolicy',
    'spec.ports.nodePort',
  ],
  StatefulSet: ['spec.volumeClaimTemplates.apiVersion', 'spec.volumeClaimTemplates.kind'],
  VolumeAttributesClass: ['metadata.finalizers'],
};

function without(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, path));
  if (!isFields(value)) return value;
  const [field, ...rest] = path;
  const { [field]: one, ...others } = value;
  return rest.length === 0 || one === undefined
    ? others
    : { ...others, [field]: without(one, rest) };
}

test.each(CASES)('%s %s has these defaults', (kind, _name, { given, stored }) => {
  const type = typeOfKind(given.apiVersion as string, kind)!;
  const comparable = (value: unknown) => {
    const paths = WRITTEN_BY_OTHERS[kind] ?? [];
    const kept = paths.reduce((rest, path) => without(rest, path.split('.')), value);
    return withoutNulls(type, readTyped(type, kept));
  };
  const written = readTyped(type, given);
  writeDefaults(type, written);
  expect(comparable(written)).toEqual(comparable(stored));
});

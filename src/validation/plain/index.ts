/**
 * Objects that are plainly right: of the kinds that there are many of, with the fields that most of
 * them have. The server takes these, so its rules need no longer look at them.
 */
import { hasItsVolumes, template, templateOfJob } from './pods';
import { JudgedObject } from '../../judge';
import { Fields, lazily } from '../../kube';
import {
  bool,
  differIn,
  either,
  isKey,
  label,
  labels,
  annotations,
  like,
  arrayOf,
  mapOf,
  objectWith,
  oneOf,
  port,
  portName,
  protocol,
  struct,
  Test,
  text,
  whole,
} from '../../object/plain';
import { PLAIN_STORAGE, plainClaimSpec } from '../../storage/core';

/**
 * Whether the API server surely takes an object, as somebody wrote it or with the server's
 * defaults: the rule that speaks for the server has no finding on it, and no two items of a list
 * have the same key. Of others nothing is known.
 */
export function isPlainlyRight(
  object: Pick<JudgedObject, 'apiVersion' | 'kind' | 'manifest'> & { readonly workload?: object },
): boolean {
  const { apiVersion, kind, manifest } = object;
  const test = TESTS.get(apiVersion)?.get(kind);
  if (test === undefined) return false;
  return WORKLOADS.includes(kind) === (object.workload !== undefined) && test()(manifest);
}

const WORKLOADS = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job'];

/** By apiVersion and kind, each made when there is the first object of it. */
const TESTS: ReadonlyMap<string, ReadonlyMap<string, () => Test>> = new Map([
  [
    'v1',
    new Map([
      ['ConfigMap', lazily(configMap)],
      ['Secret', lazily(secret)],
      ['Service', lazily(service)],
      ['ServiceAccount', lazily(() => objectWith({ automountServiceAccountToken: bool }))],
      ['PersistentVolumeClaim', PLAIN_STORAGE.PersistentVolumeClaim],
      ['PersistentVolume', PLAIN_STORAGE.PersistentVolume],
    ]),
  ],
  [
    'apps/v1',
    new Map([
      ['Deployment', lazily(deployment)],
      ['StatefulSet', lazily(statefulSet)],
      ['DaemonSet', lazily(daemonSet)],
    ]),
  ],
  ['batch/v1', new Map([['Job', lazily(job)]])],
  ['storage.k8s.io/v1', new Map([['StorageClass', PLAIN_STORAGE.StorageClass]])],
]);

function configMap(): Test {
  return objectWith({ data: mapOf(isKey, text), immutable: bool });
}

function secret(): Test {
  const base64 = like(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 10_000);
  return objectWith({
    type: oneOf('Opaque'),
    data: mapOf(isKey, base64),
    stringData: mapOf(isKey, text),
    immutable: bool,
  });
}

function service(): Test {
  const target = either(port, portName);
  const one = struct({ name: label, port, targetPort: target, protocol }, ['port']);
  const spec = struct(
    {
      type: oneOf('ClusterIP'),
      clusterIP: oneOf('None'),
      clusterIPs: arrayOf(oneOf('None'), 1, 1),
      ipFamilyPolicy: oneOf('SingleStack'),
      ipFamilies: arrayOf(oneOf('IPv4'), 1, 1),
      selector: labels,
      ports: arrayOf(one, 1),
      publishNotReadyAddresses: bool,
      internalTrafficPolicy: oneOf('Cluster'),
      sessionAffinity: oneOf('None'),
    },
    ['ports'],
    ({ ports, clusterIP, clusterIPs }) =>
      (clusterIPs === undefined || clusterIP === 'None') && arePorts(ports as readonly Fields[]),
  );
  return objectWith({ spec }, ['spec']);
}

/** Several ports have names, and other numbers. */
function arePorts(ports: readonly Fields[]): boolean {
  if (ports.length === 1) return true;
  for (const { name } of ports) if (name === undefined) return false;
  return differIn(ports, 'name') && differIn(ports, 'port');
}

/** A Job as somebody writes it: the server gives its pods labels that nobody else may write. */
function job(): Test {
  const spec = struct(
    {
      parallelism: whole(0),
      completions: whole(0),
      backoffLimit: whole(0),
      ttlSecondsAfterFinished: whole(0),
      template: templateOfJob(),
    },
    ['template'],
    ({ template: made }) => hasItsVolumes((made as Fields).spec as Fields, undefined),
  );
  return objectWith({ spec }, ['spec']);
}

const selector = struct({ matchLabels: labels }, ['matchLabels']);

/** A workload of which the pods have the labels that it selects, and their volumes. */
function workload(fields: { readonly [name: string]: Test }, needed: readonly string[] = []): Test {
  const all: typeof fields = {
    selector,
    template: template(),
    revisionHistoryLimit: whole(0),
    ...fields,
  };
  const spec = struct(all, ['selector', 'template', ...needed], isWorkload);
  return objectWith({ spec }, ['spec']);
}

function isWorkload({ selector: wanted, template: made, volumeClaimTemplates }: Fields): boolean {
  const { matchLabels } = wanted as { readonly matchLabels: Fields };
  const { metadata: own, spec } = made as { readonly metadata: Fields; readonly spec: Fields };
  let count = 0;
  for (const name in matchLabels) {
    count += 1;
    if (matchLabels[name] !== (own.labels as Fields)[name]) return false;
  }
  return count > 0 && hasItsVolumes(spec, volumeClaimTemplates);
}

/** With what the server writes into the strategy where nobody else does. */
function deployment(): Test {
  const quarter = oneOf('25%');
  return workload({
    replicas: whole(0),
    progressDeadlineSeconds: oneOf(600),
    strategy: struct(
      {
        type: oneOf('Recreate', 'RollingUpdate'),
        rollingUpdate: struct({ maxUnavailable: quarter, maxSurge: quarter }),
      },
      ['type'],
      isRolling,
    ),
  });
}

/** Only a rolling update says how it rolls. */
function isRolling({ type, rollingUpdate }: Fields): boolean {
  return type === 'RollingUpdate' || rollingUpdate === undefined;
}

function daemonSet(): Test {
  return workload({
    updateStrategy: struct(
      {
        type: oneOf('RollingUpdate', 'OnDelete'),
        rollingUpdate: struct({ maxUnavailable: oneOf(1), maxSurge: oneOf(0) }),
      },
      ['type'],
      isRolling,
    ),
  });
}

function statefulSet(): Test {
  const keep = oneOf('Retain', 'Delete');
  const claim = struct(
    {
      apiVersion: oneOf('v1'),
      kind: oneOf('PersistentVolumeClaim'),
      metadata: struct({ name: label, labels, annotations }, ['name']),
      spec: plainClaimSpec(),
    },
    ['metadata', 'spec'],
  );
  const differ = (value: unknown) => {
    const list = value as readonly { readonly metadata: Fields }[];
    return list.every(({ metadata: { name } }, index) =>
      list.every((other, at) => at === index || other.metadata.name !== name),
    );
  };
  const claims = arrayOf(claim);
  return workload(
    {
      replicas: whole(0),
      serviceName: label,
      podManagementPolicy: oneOf('OrderedReady', 'Parallel'),
      updateStrategy: struct(
        { type: oneOf('RollingUpdate'), rollingUpdate: struct({ partition: whole(0) }) },
        ['type'],
      ),
      persistentVolumeClaimRetentionPolicy: struct({ whenDeleted: keep, whenScaled: keep }),
      volumeClaimTemplates: (value) => claims(value) && differ(value),
    },
    ['serviceName'],
  );
}

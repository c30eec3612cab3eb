/**
 * Objects that are plainly right: of the kinds that there are many of, with the fields that most of
 * them have. The server takes these, so its rules need no longer look at them.
 */
import { hasItsVolumes, template, templateOfJob } from './pods';
import {
  bool,
  differIn,
  either,
  hasOneOf,
  isKey,
  label,
  labels,
  annotations,
  like,
  listOf,
  mapOf,
  metadata,
  oneOf,
  path,
  port,
  portName,
  protocol,
  size,
  struct,
  subdomain,
  Test,
  text,
  visible,
  whole,
} from './tests';
import { JudgedObject } from '../../judge';
import { Fields, lazily } from '../../kube';

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
      ['ServiceAccount', lazily(() => objectOf({ automountServiceAccountToken: bool }))],
      ['PersistentVolumeClaim', lazily(() => objectOf({ spec: claimSpec() }, ['spec']))],
      ['PersistentVolume', lazily(() => objectOf({ spec: volumeSpec() }, ['spec']))],
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
  ['storage.k8s.io/v1', new Map([['StorageClass', lazily(storageClass)]])],
]);

type Tests = { readonly [name: string]: Test };

function objectOf(fields: Tests, needed: readonly string[] = []): Test {
  const all: Tests = { apiVersion: text, kind: text, metadata, ...fields };
  return struct(all, ['metadata', ...needed]);
}

function configMap(): Test {
  return objectOf({ data: mapOf(isKey, text), immutable: bool });
}

function secret(): Test {
  const base64 = like(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 10_000);
  return objectOf({
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
      clusterIPs: listOf(oneOf('None'), 1, 1),
      ipFamilyPolicy: oneOf('SingleStack'),
      ipFamilies: listOf(oneOf('IPv4'), 1, 1),
      selector: labels,
      ports: listOf(one, 1),
      publishNotReadyAddresses: bool,
      internalTrafficPolicy: oneOf('Cluster'),
      sessionAffinity: oneOf('None'),
    },
    ['ports'],
    ({ ports, clusterIP, clusterIPs }) =>
      (clusterIPs === undefined || clusterIP === 'None') && arePorts(ports as readonly Fields[]),
  );
  return objectOf({ spec }, ['spec']);
}

/** Several ports have names, and other numbers. */
function arePorts(ports: readonly Fields[]): boolean {
  if (ports.length === 1) return true;
  for (const { name } of ports) if (name === undefined) return false;
  return differIn(ports, 'name') && differIn(ports, 'port');
}

function claimSpec(): Test {
  return struct(
    {
      accessModes: modes,
      resources: struct({ requests: struct({ storage: size }, ['storage']) }, ['requests']),
      storageClassName: either(subdomain, oneOf('')),
      volumeName: subdomain,
      volumeMode,
    },
    ['accessModes', 'resources'],
  );
}

const aMode = oneOf('ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany');
const modes: Test = either(
  listOf(aMode, 1, 1),
  (value) => Array.isArray(value) && value.length === 1 && value[0] === 'ReadWriteOncePod',
);
const volumeMode = oneOf('Filesystem', 'Block');
const mountOptions = listOf(visible);

function volumeSpec(): Test {
  const claimRef = struct(
    {
      apiVersion: oneOf('v1'),
      kind: oneOf('PersistentVolumeClaim'),
      name: subdomain,
      namespace: label,
    },
    ['name', 'namespace'],
  );
  const csi = struct(
    {
      driver: subdomain,
      volumeHandle: visible,
      fsType: text,
      readOnly: bool,
      volumeAttributes: mapOf((key) => key !== '', text),
    },
    ['driver', 'volumeHandle'],
  );
  return struct(
    {
      capacity: struct({ storage: size }, ['storage']),
      accessModes: modes,
      storageClassName: either(subdomain, oneOf('')),
      persistentVolumeReclaimPolicy: oneOf('Retain', 'Delete'),
      volumeMode,
      mountOptions,
      claimRef,
      csi,
      nfs: struct({ server: subdomain, path, readOnly: bool }, ['server', 'path']),
    },
    ['capacity', 'accessModes'],
    hasOneOf(['csi', 'nfs']),
  );
}

function storageClass(): Test {
  return objectOf(
    {
      provisioner: either(subdomain, oneOf('kubernetes.io/no-provisioner')),
      parameters: mapOf((key) => key !== '' && key.length <= 250, like(/^/, 1000), 32),
      reclaimPolicy: oneOf('Delete', 'Retain'),
      volumeBindingMode: oneOf('Immediate', 'WaitForFirstConsumer'),
      allowVolumeExpansion: bool,
      mountOptions,
    },
    ['provisioner'],
  );
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
  return objectOf({ spec }, ['spec']);
}

const selector = struct({ matchLabels: labels }, ['matchLabels']);

/** A workload of which the pods have the labels that it selects, and their volumes. */
function workload(fields: Tests, needed: readonly string[] = []): Test {
  const all: Tests = { selector, template: template(), revisionHistoryLimit: whole(0), ...fields };
  const spec = struct(all, ['selector', 'template', ...needed], isWorkload);
  return objectOf({ spec }, ['spec']);
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
      ({ type, rollingUpdate }) => type === 'RollingUpdate' || rollingUpdate === undefined,
    ),
  });
}

function daemonSet(): Test {
  return workload({
    updateStrategy: struct(
      {
        type: oneOf('RollingUpdate', 'OnDelete'),
        rollingUpdate: struct({ maxUnavailable: oneOf(1), maxSurge: oneOf(0) }),
      },
      ['type'],
      ({ type, rollingUpdate }) => type === 'RollingUpdate' || rollingUpdate === undefined,
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
      spec: claimSpec(),
    },
    ['metadata', 'spec'],
  );
  const differ = (value: unknown) => {
    const list = value as readonly { readonly metadata: Fields }[];
    return list.every(({ metadata: { name } }, index) =>
      list.every((other, at) => at === index || other.metadata.name !== name),
    );
  };
  const claims = listOf(claim);
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

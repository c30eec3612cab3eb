/** Objects for the tests of rules on manifests, and what judges say of them. */
import { targetFacts, TargetSpec } from '../../src/facts';
import { readWorld, judge, Judge } from '../../src/judge';
import { unknownRules } from '../support/judged';

export type Fields = { readonly [field: string]: any };

/** What is said, one line a finding: object, severity, rule, path, message and remedy. */
export function said(
  judges: readonly Judge[],
  objects: readonly Fields[],
  target: TargetSpec = {},
): string[] {
  const sources = objects.map((manifest) => ({
    key: `${words(manifest.kind)}/${words(manifest.metadata?.name)}`,
    manifest,
  }));
  const world = readWorld(sources, targetFacts(target), { namespace: 'shop' });
  const found = judge(world, judges);
  expect(unknownRules(judges, world, found)).toEqual([]);
  return found.map(
    ({ construct, severity, rule, path, message, remedy }) =>
      `${construct} ${severity} ${rule} ${path}: ${message}; ${remedy}`,
  );
}

/** The same, without message and remedy. */
export function told(
  judges: readonly Judge[],
  objects: readonly Fields[],
  target?: TargetSpec,
): string[] {
  return said(judges, objects, target).map((line) => line.slice(0, line.indexOf(': ')));
}

/** A claim, `data` unless it is named otherwise. */
export function claim(spec: Fields = {}, metadata: Fields = {}): Fields {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', ...metadata },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'gp3',
      resources: { requests: { storage: '1Gi' } },
      ...spec,
    },
  };
}

/** A persistent volume that is reserved for the claim `data`. */
export function volume(spec: Fields, metadata: Fields = {}): Fields {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'data', ...metadata },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
      claimRef: { name: 'data', namespace: 'shop' },
      ...spec,
    },
  };
}

/** A class of EBS that waits, unless it is said otherwise. */
export function storageClass(fields: Fields = {}, metadata: Fields = {}): Fields {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'gp3', ...metadata },
    provisioner: 'ebs.csi.aws.com',
    volumeBindingMode: 'WaitForFirstConsumer',
    ...fields,
  };
}

/** A pod spec that mounts the claim `data`. */
export function podSpec(fields: Fields = {}): Fields {
  return {
    containers: [
      { name: 'app', image: 'app', volumeMounts: [{ name: 'data', mountPath: '/data' }] },
    ],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
    ...fields,
  };
}

/** A workload of the group `apps`, with the label `app` on its pods. */
export function workload(
  kind: string,
  name: string,
  pod: Fields = podSpec(),
  spec: Fields = {},
  metadata: Fields = {},
): Fields {
  const { labels, ...others } = metadata;
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { name, ...others },
    spec: {
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name, ...labels } }, spec: pod },
      ...spec,
    },
  };
}

/** A Deployment of one pod that is replaced before its successor comes. */
export function deployment(
  name: string,
  pod?: Fields,
  spec: Fields = {},
  metadata?: Fields,
): Fields {
  return workload(
    'Deployment',
    name,
    pod,
    { replicas: 1, strategy: { type: 'Recreate' }, ...spec },
    metadata,
  );
}

export function cronJob(
  name: string,
  pod: Fields = podSpec(),
  spec: Fields = {},
  metadata: Fields = {},
): Fields {
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name, ...metadata },
    spec: {
      schedule: '0 3 * * *',
      jobTemplate: {
        spec: {
          template: {
            metadata: { labels: { app: name } },
            spec: { restartPolicy: 'Never', ...pod },
          },
        },
      },
      ...spec,
    },
  };
}

export function job(
  name: string,
  pod: Fields = podSpec(),
  spec: Fields = {},
  metadata: Fields = {},
): Fields {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, ...metadata },
    spec: { template: { spec: { restartPolicy: 'Never', ...pod } }, ...spec },
  };
}

/** A HorizontalPodAutoscaler. */
export function autoscaler(
  kind: string,
  name: string,
  bounds: Fields,
  metadata: Fields = {},
): Fields {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name, ...metadata },
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind, name }, ...bounds },
  };
}

/** Required affinity, or with `podAntiAffinity` its opposite, to pods with these labels. */
export function beside(matchLabels: Fields, more: Fields = {}, kind = 'podAffinity'): Fields {
  return {
    [kind]: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: { matchLabels }, topologyKey: 'kubernetes.io/hostname', ...more },
      ],
    },
  };
}

/** Required node affinity: terms of which any one suffices, each of one expression. */
export function onNodes(...expressions: readonly Fields[]): Fields {
  return {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: expressions.map((one) => ({
          matchExpressions: [{ operator: 'In', ...one }],
        })),
      },
    },
  };
}

/**
 * Of a name that is not a string there is nothing to say, and some objects have no words for
 * themselves.
 */
function words(name: unknown): string {
  return typeof name === 'object' ? '' : String(name);
}

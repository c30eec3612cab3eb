/** Objects of a small shop, and what is asked about them. */
import { targetFacts, TargetSpec } from '../../src/facts';
import { readWorld } from '../../src/judge';
import { ObjectAnswer, Question, WhatIf, whatIf } from '../../src/what-if';

export type Fields = { readonly [field: string]: unknown };

export const ARGO = 'argocd.argoproj.io/sync-options';
export const FLUX_PRUNE = 'kustomize.toolkit.fluxcd.io/prune';
export const KEEP = 'helm.sh/resource-policy';

const SPEC = {
  accessModes: ['ReadWriteOnce'],
  storageClassName: 'fast',
  resources: { requests: { storage: '1Gi' } },
};

export const object = (
  apiVersion: string,
  kind: string,
  name: string,
  rest: Fields = {},
  metadata: Fields = {},
) => ({ apiVersion, kind, metadata: { name, ...metadata }, ...rest });

/** A class of volumes that are made by a driver. */
export const fast = (reclaimPolicy: 'Delete' | 'Retain' = 'Delete') =>
  object('storage.k8s.io/v1', 'StorageClass', 'fast', {
    provisioner: 'disks.example.com',
    reclaimPolicy,
  });

export const claim = (name: string, annotations: Fields = {}, spec: Fields = {}) =>
  object(
    'v1',
    'PersistentVolumeClaim',
    name,
    { spec: { ...SPEC, ...spec } },
    { namespace: 'shop', annotations },
  );

/** A Deployment that mounts claims. */
export const web = (...claims: string[]) =>
  object(
    'apps/v1',
    'Deployment',
    'web',
    {
      spec: {
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: {
            containers: [{ name: 'web', image: 'registry.example.com/web:1.0.0' }],
            volumes: claims.map((claimName) => ({
              name: claimName,
              persistentVolumeClaim: { claimName },
            })),
          },
        },
      },
    },
    { namespace: 'shop' },
  );

/** A StatefulSet with a claim for each pod. */
export const db = (policy: Fields = {}, volumes: readonly unknown[] = []) =>
  object(
    'apps/v1',
    'StatefulSet',
    'db',
    {
      spec: {
        serviceName: 'db',
        selector: { matchLabels: { app: 'db' } },
        persistentVolumeClaimRetentionPolicy: policy,
        template: {
          metadata: { labels: { app: 'db' } },
          spec: { containers: [{ name: 'db', image: 'registry.example.com/db:1.0.0' }], volumes },
        },
        volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: SPEC }],
      },
    },
    { namespace: 'shop' },
  );

export const SCRATCH = { name: 'scratch', ephemeral: { volumeClaimTemplate: { spec: SPEC } } };

/** A volume that was made by hand, and its claim. */
export const handMade = (annotations: Fields = {}) => [
  object(
    'v1',
    'PersistentVolume',
    'files',
    {
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteMany'],
        storageClassName: 'none',
        persistentVolumeReclaimPolicy: 'Retain',
        claimRef: { namespace: 'shop', name: 'files' },
        csi: { driver: 'files.example.com', volumeHandle: 'fs-1' },
      },
    },
    { annotations },
  ),
  claim('files', annotations, {
    accessModes: ['ReadWriteMany'],
    storageClassName: 'none',
    volumeName: 'files',
  }),
];

export const namespace = (annotations: Fields = {}) =>
  object('v1', 'Namespace', 'shop', {}, { annotations });

/** The answers of all. */
export function ask(
  question: Question,
  objects: readonly unknown[],
  target: TargetSpec = {},
): WhatIf {
  const sources = objects.map((manifest, index) => ({
    key: String(index),
    manifest: manifest as Fields,
  }));
  return whatIf(
    question,
    readWorld(sources, targetFacts(target), { namespace: 'default' }),
    'default',
  );
}

/** The answers of one of those who could do it. */
export function answersOf(
  question: Question,
  objects: readonly object[],
  by: string,
  target: TargetSpec = {},
): readonly ObjectAnswer[] {
  return ask(question, objects, target).answers.find((one) => one.by === by)?.objects ?? [];
}

/** `fate data: because`, of each object. */
export function told(
  question: Question,
  objects: readonly object[],
  by: string,
): Record<string, string> {
  return Object.fromEntries(
    answersOf(question, objects, by).map(({ object: label, fate, data, because }) => [
      label,
      `${fate} ${data ?? '-'}: ${because}`,
    ]),
  );
}

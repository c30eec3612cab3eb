/** Plans as their acts: each step's sentence, its commands, and what it applies. */
import { DiffOptions, diffObjects, ObjectPlan } from '../../../src/diff';

export const SHOP = 'shop';
export const metadata = (name: string, more: object = {}) => ({ name, namespace: SHOP, ...more });
export const sized = (storage: string) => ({ resources: { requests: { storage } } });

/** A claim of 2Gi of the class `fast`, called `data`. */
export const claim = (spec: object = {}, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: metadata('data', more),
  spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'fast', ...sized('2Gi'), ...spec },
});

export const storageClass = (name: string, more: object = {}) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name },
  provisioner: 'disk.example.com',
  ...more,
});

export const labels = { app: 'web' };

/** A Deployment whose pods mount the claim `data`. */
export const web = (spec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: metadata('web'),
  spec: {
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        containers: [
          { name: 'web', image: 'web:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] },
        ],
        volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
      },
    },
    ...spec,
  },
});

export function plansOf(
  old: readonly object[],
  next: readonly object[],
  options: DiffOptions = {},
): readonly ObjectPlan[] {
  return diffObjects(old, next, { ...options, isPlanned: true }).plans!;
}

/** The sentences of a plan, its commands, and `apply Kind/name` of what it applies. */
export function actsOf({ steps }: ObjectPlan): string[] {
  return steps.flatMap(({ what, commands = [], manifests = [] }) => [
    `# ${what}`,
    ...commands,
    ...(manifests as { kind: string; metadata: { name: string } }[]).map(
      ({ kind, metadata: { name } }) => `apply ${kind}/${name}`,
    ),
  ]);
}

/** What a plan applies under a name of a kind. */
export function appliedBy({ steps }: ObjectPlan, kind: string, name: string): unknown {
  return steps
    .flatMap(({ manifests = [] }) => manifests as { kind: string; metadata: { name: string } }[])
    .find((one) => one.kind === kind && one.metadata.name === name);
}

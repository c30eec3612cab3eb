/**
 * The rules under which a comparison reports what a pull request must not bring: for code scanning,
 * annotations and exit statuses.
 */
import { defineRules } from '../findings';

const SOURCE = 'kube-apiserver and kube-controller-manager';

export const DIFF_RULES = defineRules('diff', {
  refused: {
    error: 'The API server refuses a changed object.',
    why: 'A rejected object stays entirely as it was, and Flux applies nothing else of the same stage.',
    bad: 'kind: StorageClass\nprovisioner: other.example.com # was ebs.csi.aws.com',
    good: 'kind: StorageClass\nmetadata:\n  name: fast-2 # a new class for new claims\nprovisioner: other.example.com',
    source: SOURCE,
  },
  dataLost: {
    error: 'Data is deleted.',
    why: 'When a claim is removed from the files, its volume is deleted as well if the class has the reclaim policy Delete, and nothing brings it back.',
    bad: '# the claim is removed from the files',
    good: 'kind: PersistentVolumeClaim # stays in the files\nmetadata:\n  annotations:\n    argocd.argoproj.io/sync-options: Prune=false',
    source: SOURCE,
  },
  dataMayBeLost: {
    warning: 'Data may be deleted: the files do not prove that it is kept.',
    why: 'A class, an engine or a pod that is not in the files may decide otherwise: what is not proven safe is not called safe. With --strict it is an error.',
    bad: 'kind: PersistentVolumeClaim # removed; its class is not in the files',
    good: 'kind: StorageClass # in the files as well\nreclaimPolicy: Retain',
    source: SOURCE,
  },
  dataLeftBehind: {
    warning: 'A program no longer finds its data where it was.',
    why: 'Under another name, path or folder a program starts with an empty volume, although its data still exists.',
    bad: 'volumeMounts:\n  - name: data\n    mountPath: /var/lib/app # was /data',
    good: 'volumeMounts:\n  - name: data\n    mountPath: /data',
    source: SOURCE,
  },
  depends: {
    warning: 'The files do not show what happens to an object.',
    why: 'Objects that exist only in the cluster decide whether the change is accepted.',
    bad: 'kind: PersistentVolumeClaim # grows; its class is not in the files',
    good: 'kind: StorageClass # in the files as well\nallowVolumeExpansion: true',
    source: SOURCE,
  },
  stuck: {
    warning: 'A removed object is not deleted: it stays Terminating.',
    why: 'An object that is still in use, or whose finalizer no controller handles, stays Terminating and cannot be restored.',
    bad: '# the claim is removed from the files, the Deployment that mounts it is not',
    good: '# both stay, or both are removed',
    source: SOURCE,
  },
  notReady: {
    warning: 'A rollout does not end.',
    why: 'A rollout that stops halfway leaves old pods running, or none at all, and the sync never becomes healthy.',
    bad: 'kind: Deployment # mounts a claim that is not in the files',
    good: 'kind: PersistentVolumeClaim # in the files as well',
    source: SOURCE,
  },
  surprise: {
    warning: 'An edit has an effect that is not obvious.',
    why: 'Some edits restart pods unintentionally, some change nothing although they should, and some only seem harmless.',
    bad: 'env: [{ name: B }, { name: A }] # was A, B',
    good: 'env: [{ name: A }, { name: B }]',
    source: SOURCE,
  },
  danger: {
    error: 'The change endangers objects that are not in the files.',
    why: 'Deleting a namespace or a definition deletes everything in it, and an engine that forces changes deletes claims with their data.',
    bad: 'kind: PersistentVolumeClaim\nmetadata:\n  annotations:\n    argocd.argoproj.io/sync-options: Force=true,Replace=true',
    good: 'kind: PersistentVolumeClaim',
    source: SOURCE,
  },
});

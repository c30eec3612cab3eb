/** Changes from OLD to NEW: each alters a side in one respect, if there is something to alter. */
import { classOf, drawRetention, Draft } from './draw';
import * as make from './objects';
import type { Random } from './random';
import { Deployer, Entry, Fields, labelOf } from './world';

/** Answers what it did, or nothing if it found nothing to do. */
type Change = (draft: Draft, random: Random) => string | undefined;

/** Alters some side until something is another. */
export function alter(draft: Draft, random: Random): string[] {
  const done: string[] = [];
  const wanted = 1 + random.below(3);
  for (let tries = 0; done.length < wanted && tries < 30; tries += 1) {
    const change = random.pick(CHANGES)(draft, random);
    if (change !== undefined) done.push(change);
  }
  return done;
}

const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options';
const HOOK = 'argocd.argoproj.io/hook';
const POLICIES = ['BeforeHookCreation', 'HookSucceeded', 'HookFailed'];
const OPTIONS = [
  'Prune=false',
  'Prune=confirm',
  'Delete=false',
  'PruneLast=true',
  'Replace=true',
  'Force=true,Replace=true',
  'Force=true',
  'Prune=false,Delete=false',
];

/** Marks that engines know. */
export function mark(manifest: Fields, { engine }: Pick<Draft, 'engine'>, random: Random): string {
  const marks: readonly (readonly [string, string])[] = {
    argo: [
      [SYNC_OPTIONS, random.pick(OPTIONS)] as const,
      [SYNC_OPTIONS, random.pick(OPTIONS)] as const,
      ['argocd.argoproj.io/sync-wave', random.pick(['-1', '1', '2'])] as const,
      [HOOK, random.pick(['PreSync', 'PostSync', 'Sync', 'Skip'])] as const,
    ],
    flux: [
      ['kustomize.toolkit.fluxcd.io/prune', 'disabled'] as const,
      ['kustomize.toolkit.fluxcd.io/force', 'enabled'] as const,
      ['kustomize.toolkit.fluxcd.io/reconcile', 'disabled'] as const,
      [
        'kustomize.toolkit.fluxcd.io/ssa',
        random.pick(['Merge', 'IfNotPresent', 'Ignore']),
      ] as const,
    ],
    kubectl: [[SYNC_OPTIONS, 'Prune=false'] as const],
  }[engine];
  const [name, value] = random.pick(marks);
  const policy = name === HOOK && random.chance(0.4) ? random.pick(POLICIES) : undefined;
  manifest.metadata.annotations = {
    ...manifest.metadata.annotations,
    [name]: value,
    ...(policy === undefined ? {} : { [`${HOOK}-delete-policy`]: policy }),
  };
  return `${labelOf(manifest)} gets ${name}: ${[value, policy].filter(Boolean).join(', ')}`;
}

function pickOf({ side }: Draft, random: Random, ...kinds: readonly string[]): Entry | undefined {
  const entries = side.entries.filter(
    ({ manifest }) => kinds.length === 0 || kinds.includes(manifest.kind),
  );
  return entries.length === 0 ? undefined : random.pick(entries);
}

/** A change of one object of some kinds. */
function edit(
  kinds: readonly string[],
  change: (manifest: Fields, draft: Draft, random: Random) => string | undefined,
): Change {
  return (draft, random) => {
    const entry = pickOf(draft, random, ...kinds);
    if (!entry) return undefined;
    const label = labelOf(entry.manifest);
    const what = change(entry.manifest, draft, random);
    return what && `${label}: ${what}`;
  };
}

function without(draft: Draft, isGone: (entry: Entry) => boolean): void {
  const { entries } = draft.side;
  entries.splice(0, entries.length, ...entries.filter((one) => !isGone(one)));
}

const remove =
  (...kinds: readonly string[]): Change =>
  (draft, random) => {
    const entry = pickOf(draft, random, ...kinds);
    if (!entry) return undefined;
    without(draft, (one) => one === entry);
    return `${labelOf(entry.manifest)} is removed`;
  };

const removeByName: Change = (draft, random) => {
  const entry = pickOf(draft, random, 'PersistentVolumeClaim', 'StatefulSet');
  if (!entry) return undefined;
  const { name, namespace } = entry.manifest.metadata;
  without(
    draft,
    ({ manifest: { metadata } }) => metadata.name === name && metadata.namespace === namespace,
  );
  return `all of ${namespace}/${name} is removed`;
};

/** Volumes of the pods of a workload. */
function podOf({ kind, spec }: Fields): Fields {
  return kind === 'CronJob' ? spec.jobTemplate.spec.template.spec : spec.template.spec;
}

const WORKLOADS = ['Deployment', 'StatefulSet', 'CronJob'];

function useClaim(manifest: Fields, name: string | undefined): void {
  const pod = podOf(manifest);
  const [container] = pod.containers;
  pod.volumes = [
    ...(pod.volumes ?? []).filter((one: Fields) => one.name !== 'data'),
    name === undefined ? { name: 'data', emptyDir: {} } : make.onClaim(name),
  ];
  container.volumeMounts = [
    ...(container.volumeMounts ?? []).filter((one: Fields) => one.name !== 'data'),
    { name: 'data', mountPath: '/data' },
  ];
}

const renameClaim: Change = (draft, random) => {
  const entry = pickOf(draft, random, 'PersistentVolumeClaim');
  if (!entry) return undefined;
  const { metadata } = entry.manifest;
  const old = metadata.name;
  metadata.name = `${old}-new`;
  const isFollowed = random.chance(0.7);
  for (const { manifest } of draft.side.entries) {
    const uses =
      [...WORKLOADS, 'Job'].includes(manifest.kind) &&
      manifest.metadata.namespace === metadata.namespace &&
      podOf(manifest).volumes?.some((one: Fields) => one.persistentVolumeClaim?.claimName === old);
    if (isFollowed && uses) useClaim(manifest, metadata.name);
  }
  return `PersistentVolumeClaim/${metadata.namespace}/${old} is renamed${isFollowed ? ', and followed' : ''}`;
};

const move: Change = (draft, random) => {
  const entry = pickOf(draft, random);
  if (!entry || draft.side.deployers.length < 2) return undefined;
  const { folder } = draft.side.deployers.find((one) => one.folder !== entry.folder)!;
  const isCopied = random.chance(0.2);
  if (!isCopied) without(draft, (one) => one === entry);
  draft.side.entries.push({ ...entry, folder, manifest: structuredClone(entry.manifest) });
  return `${labelOf(entry.manifest)} is ${isCopied ? 'also in' : 'moved to'} ${folder}`;
};

const moveToBase: Change = (draft, random) => {
  const { entries } = draft.side;
  const entry = pickOf(draft, random);
  if (!entry || draft.engine === 'kubectl') return undefined;
  const isInBase = entry.isInBase !== true;
  entries.splice(entries.indexOf(entry), 1, { ...entry, isInBase });
  return `${labelOf(entry.manifest)} moves ${isInBase ? 'to a base' : 'out of its base'}`;
};

const alterDeployer: Change = (draft, random) => {
  const { deployers } = draft.side;
  if (!draft.isNamed) return undefined;
  const index = random.below(deployers.length);
  const one = deployers[index];
  const other: Deployer =
    random.chance(0.5) || draft.engine !== 'argo'
      ? { ...one, prunes: !one.prunes }
      : { ...one, syncOptions: one.syncOptions.length > 0 ? [] : ['ApplyOutOfSyncOnly=true'] };
  deployers[index] = other;
  return `${one.name} has prune ${other.prunes}, options ${other.syncOptions.join() || 'none'}`;
};

const exchangeFolders: Change = (draft) => {
  const { deployers } = draft.side;
  if (deployers.length < 2) return undefined;
  const [one, other] = deployers;
  deployers.splice(0, 2, { ...one, folder: other.folder }, { ...other, folder: one.folder });
  return `${one.name} and ${other.name} exchange their folders`;
};

const otherNamespace = ({ metadata }: Fields, { id }: Draft): string => {
  metadata.namespace = metadata.namespace.endsWith('-a') ? `${id}-b` : `${id}-a`;
  return 'moves to the other namespace';
};

const CHANGES: readonly Change[] = [
  remove('PersistentVolumeClaim'),
  remove('StatefulSet'),
  remove('Deployment', 'Job', 'CronJob', 'HorizontalPodAutoscaler'),
  remove('PersistentVolume'),
  remove('Namespace', 'StorageClass'),
  remove(),
  removeByName,
  removeByName,
  renameClaim,
  renameClaim,
  move,
  move,
  move,
  move,
  moveToBase,
  moveToBase,
  alterDeployer,
  exchangeFolders,
  edit([...WORKLOADS, 'PersistentVolumeClaim'], otherNamespace),
  edit(['StatefulSet'], ({ spec }, _, random) => {
    spec.replicas = random.below(4);
    return `has ${spec.replicas} replicas`;
  }),
  edit(['StatefulSet'], ({ spec }, _, random) => {
    spec.persistentVolumeClaimRetentionPolicy = drawRetention(random);
    if (random.chance(0.5)) spec.replicas = random.below(3);
    return `has the retention ${JSON.stringify(spec.persistentVolumeClaimRetentionPolicy)} and ${spec.replicas} replicas`;
  }),
  edit(['StatefulSet'], ({ spec }, _, random) => {
    spec.ordinals = { start: random.below(3) };
    return `starts at ${spec.ordinals.start}`;
  }),
  edit(['StatefulSet'], ({ metadata }) => {
    metadata.name = `${metadata.name}-new`;
    return 'is renamed';
  }),
  edit(['StatefulSet'], ({ spec }) => {
    spec.volumeClaimTemplates[0].metadata.name = 'files';
    spec.template.spec.containers[0].volumeMounts.at(-1).name = 'files';
    return 'its template is renamed';
  }),
  edit(['StatefulSet'], ({ spec }) => {
    spec.volumeClaimTemplates[0].spec.resources.requests.storage = '2Gi';
    return 'its template asks for more';
  }),
  edit(['HorizontalPodAutoscaler'], ({ spec }, _, random) => {
    spec.maxReplicas = 1 + random.below(2);
    return `scales to ${spec.maxReplicas} at most`;
  }),
  (draft, random) => {
    const entry = pickOf(draft, random, 'StatefulSet');
    if (!entry) return undefined;
    const { namespace, name } = entry.manifest.metadata;
    const limits = [1, 1 + random.below(3)] as const;
    draft.side.entries.push({
      folder: entry.folder,
      manifest: make.autoscaler(namespace, name, limits),
    });
    return `${labelOf(entry.manifest)} gets an autoscaler to ${limits[1]}`;
  },
  edit(['Deployment'], ({ spec }, _, random) => {
    spec.replicas = random.below(3);
    return `has ${spec.replicas} replicas`;
  }),
  edit(WORKLOADS, (manifest, { side }, random) => {
    const claims = side.entries
      .map((one) => one.manifest)
      .filter(
        ({ kind, metadata }) =>
          kind === 'PersistentVolumeClaim' && metadata.namespace === manifest.metadata.namespace,
      )
      .map(({ metadata }) => metadata.name as string);
    const name = claims.length > 0 && random.chance(0.7) ? random.pick(claims) : undefined;
    useClaim(manifest, name);
    return `mounts ${name ?? 'nothing that lasts'}`;
  }),
  edit(['Deployment'], (manifest) => {
    manifest.spec.selector.matchLabels.app = 'other';
    return 'its selector no longer matches: refused';
  }),
  edit(['ConfigMap', 'Deployment', 'Job', 'PersistentVolumeClaim'], ({ metadata }) => {
    metadata.labels = { ...metadata.labels, broken: 'not a label!' };
    return 'has a label that is refused';
  }),
  (draft, random) => {
    const entry = pickOf(draft, random);
    const namespace = entry?.manifest.metadata.namespace;
    if (!entry || namespace === undefined) return undefined;
    const job = make.job(namespace, 'endless', [], true);
    if (draft.engine === 'argo') {
      job.metadata.annotations = {
        [`argocd.argoproj.io/${random.pick(['sync-wave', 'sync-wave', 'hook'])}`]: '-1',
      };
      if ('argocd.argoproj.io/hook' in job.metadata.annotations) {
        job.metadata.annotations['argocd.argoproj.io/hook'] = random.pick(['PreSync', 'PostSync']);
      }
    }
    draft.side.entries.push({ folder: entry.folder, manifest: job });
    return 'a Job that never ends is added';
  },
  edit(['PersistentVolume'], ({ spec }) => {
    spec.persistentVolumeReclaimPolicy =
      spec.persistentVolumeReclaimPolicy === 'Delete' ? 'Retain' : 'Delete';
    return `has the policy ${spec.persistentVolumeReclaimPolicy}`;
  }),
  (draft, random) => {
    const entry = pickOf(draft, random, 'PersistentVolume');
    if (!entry) return undefined;
    const { spec, metadata } = entry.manifest;
    spec.persistentVolumeReclaimPolicy =
      spec.persistentVolumeReclaimPolicy === 'Delete' ? 'Retain' : 'Delete';
    const name = metadata.name.slice(draft.id.length + 1);
    without(
      draft,
      ({ manifest }) =>
        manifest.kind === 'PersistentVolumeClaim' && manifest.metadata.name === name,
    );
    return `${labelOf(entry.manifest)} has the policy ${spec.persistentVolumeReclaimPolicy}, its claim is removed`;
  },
  edit(['PersistentVolume'], ({ spec }) => {
    spec.csi.volumeHandle = `${spec.csi.volumeHandle}-2`;
    return 'has another handle';
  }),
  edit(['StorageClass'], (manifest) => {
    manifest.reclaimPolicy = manifest.reclaimPolicy === 'Delete' ? 'Retain' : 'Delete';
    return `has the policy ${manifest.reclaimPolicy}`;
  }),
  edit(['PersistentVolumeClaim'], ({ spec }, { id }, random) => {
    if (spec.storageClassName === '') return undefined;
    spec.storageClassName = classOf(id, random.pick(['Delete', 'Retain']));
    return `is of ${spec.storageClassName}`;
  }),
  edit(['PersistentVolumeClaim'], (manifest, draft, random) => {
    manifest.spec.accessModes = ['ReadWriteMany'];
    return `is shared, and ${mark(manifest, draft, random)}`;
  }),
  edit(['PersistentVolumeClaim'], ({ spec }) => {
    spec.resources.requests.storage = '2Gi';
    return 'asks for more';
  }),
  edit(['PersistentVolumeClaim', 'StatefulSet'], ({ metadata }) => {
    metadata.ownerReferences = [
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name: 'gone',
        uid: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
      },
    ];
    return 'has an owner that is not there';
  }),
  edit(['PersistentVolumeClaim', 'StatefulSet', 'PersistentVolume'], ({ metadata }) => {
    metadata.finalizers = ['example.com/hold'];
    return 'has a finalizer of somebody else';
  }),
  edit([], (manifest, draft, random) => mark(manifest, draft, random)),
  edit(['PersistentVolumeClaim', 'StatefulSet'], (manifest, draft, random) =>
    mark(manifest, draft, random),
  ),
  edit([], ({ metadata }) => {
    if (!metadata.annotations) return undefined;
    delete metadata.annotations;
    return 'loses its marks';
  }),
  edit(['Deployment'], (manifest, { id }, random) => {
    const { namespace, name } = manifest.metadata;
    const { volumes = [] } = manifest.spec.template.spec;
    const policy = random.pick(['Delete', 'Retain']);
    Object.assign(manifest, make.set(namespace, name, classOf(id, policy), 1, volumes));
    return 'becomes a StatefulSet';
  }),
];

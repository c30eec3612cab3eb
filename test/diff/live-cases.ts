/** The recorded changes of live clusters, and what a prediction of one is compared by. */
import { ApplyWay, DiffOptions, diffObjects, ObjectDiff } from '../../src/diff';
import { ReadOut } from '../../src/read-out';
import { LiveFiles } from '../support/live-cases';

/** What really happened to one object. */
interface Recorded {
  readonly verdict: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  readonly message?: string;
  readonly [key: string]: unknown;
}

/** One case: who applies what to which cluster, and what came of it. */
export interface LiveCase {
  readonly id: string;
  readonly kind: 'diff' | 'check';
  readonly about: string;
  readonly engine: string;
  readonly way: ApplyWay;
  readonly manager?: string;
  readonly force?: boolean;
  readonly app?: string;
  readonly answers?: Readonly<Record<string, Recorded>>;
  readonly pruned?: Readonly<Record<string, Recorded>>;
  readonly mayDepend?: readonly string[];
  readonly live: ReadOut;
  readonly new: readonly unknown[];
}

/** A case with its files read. */
export function caseOf(files: LiveFiles): LiveCase {
  const one = files.case as unknown as Omit<LiveCase, 'live' | 'new'>;
  return { ...one, live: files.readOut(), new: files.manifests() };
}

/** Kinds of which a read-out has all objects, as the page of the cases says. */
const COVERED = [
  '/Namespace',
  'storage.k8s.io/StorageClass',
  'storage.k8s.io/VolumeAttributesClass',
  'storage.k8s.io/CSIDriver',
  '/PersistentVolume',
  'storage.k8s.io/VolumeAttachment',
  '/Pod',
  '/PersistentVolumeClaim',
  '/Service',
  '/ConfigMap',
  '/Secret',
  '/ServiceAccount',
  '/ResourceQuota',
  '/LimitRange',
  'apps/Deployment',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'apps/ReplicaSet',
  'apps/ControllerRevision',
  'batch/Job',
  'batch/CronJob',
  'policy/PodDisruptionBudget',
  'autoscaling/HorizontalPodAutoscaler',
];

/**
 * What a comparison is asked for a case. Recordings apply by the manager of an engine, and prune by
 * deleting whatever has its mark, as a person does: Argo CD itself prunes no definitions, and
 * Flux itself takes over what kubectl has written.
 */
export function optionsOf({ way, manager, force, app, live }: LiveCase): DiffOptions {
  return {
    way,
    engine: 'none',
    ...(manager === undefined ? {} : { manager }),
    ...(force === undefined ? {} : { force }),
    ...(app === undefined ? {} : { application: app }),
    // Of cluster-scoped objects alone only the page of the cases says that they are all.
    cluster: {
      ...live,
      covers: (kindKey, namespace) => COVERED.includes(kindKey) || live.covers(kindKey, namespace),
    },
  };
}

/** What is compared where it was recorded. */
const COMPARED = [
  'verdict',
  'code',
  'changes',
  'putBack',
  'restarts',
  'podsAdded',
  'podsRemoved',
  'ready',
  'data',
  'phase',
  'finalizers',
  'afterwards',
  'of',
];

const DATA: { readonly [recorded: string]: readonly string[] } = {
  kept: ['kept', 'left behind'],
  released: ['left behind'],
  unreachable: ['left behind'],
  deleted: ['lost'],
};

/**
 * What a control plane sees of data is where they are; who finds them, and what becomes of what is
 * Terminating, it does not see.
 */
function isRight(key: string, answer: Recorded, own: Recorded): boolean {
  if (key !== 'data') return JSON.stringify(answer[key]) === JSON.stringify(own[key]);
  const right = [
    ...(DATA[String(answer.data)] ?? []),
    ...([answer.verdict, answer.afterwards].includes('stuck') ? ['may be lost'] : []),
  ];
  return right.includes(String(own.data));
}

/** What is predicted otherwise than it happened, one line each. */
export function mistakesOf(one: LiveCase): string[] {
  const { objects } = diffObjects([], one.new, optionsOf(one));
  const found = new Map(objects.map((answer) => [answer.object, answer]));
  const all = { ...one.answers, ...one.pruned };
  const extra = objects.filter(({ object }) => !Object.hasOwn(all, object));
  return [
    ...Object.entries(all).flatMap(([object, answer]) => {
      const own = found.get(object);
      return own ? differences(one, object, answer, own) : [`${object}: nothing is predicted`];
    }),
    ...extra.map(({ object, verdict }) => `${object}: ${verdict}, and nothing was recorded`),
  ];
}

function differences(
  { mayDepend = [] }: LiveCase,
  object: string,
  answer: Recorded,
  own: ObjectDiff,
): string[] {
  if (mayDepend.includes(object) && own.verdict === 'depends') return [];
  const said = own as unknown as Recorded;
  const fields = (own.errors ?? []).map(({ field }) => field).filter((field) => field !== '');
  const wanted = (answer.errors ?? []).map(({ field }) => field).filter((field) => field !== '');
  return [
    ...COMPARED.filter((key) => isCompared(key, answer, said) && !isRight(key, answer, said)).map(
      (key) => `${object}: ${key} is ${String(answer[key])}, not ${String(said[key])}`,
    ),
    ...(JSON.stringify([...wanted].sort()) === JSON.stringify([...fields].sort())
      ? []
      : [`${object}: ${wanted.join(', ')} is refused, not ${fields.join(', ')}`]),
  ];
}

/** A prediction of data where none were recorded is one of a claim that was never bound. */
function isCompared(key: string, answer: Recorded, own: Recorded): boolean {
  return answer[key] !== undefined || (own[key] !== undefined && key !== 'data');
}

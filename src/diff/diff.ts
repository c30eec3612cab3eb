/**
 * The diff of NEW against a cluster that has OLD: reads both, compares them and reports what
 * changed.
 */
import { Files } from './data/folders';
import { notesOf } from './notes';
import { reportObjects } from './object-report';
import { readManifests, scopesOf, AppliedManifest } from '../validation';
import { outcomesOf } from './outcomes';
import { plansOf } from './plan';
import { DiffOptions, DiffResult } from './spec';
import { addTo, lazily, workloadKinds } from '../kube';
import { Both, compare, Comparison } from './comparison';

/**
 * What NEW does to a cluster that has OLD. Pure; any values are taken, and what is not an object is
 * passed over.
 */
export function diffObjects(
  old: readonly unknown[],
  next: readonly unknown[],
  options: DiffOptions = {},
): DiffResult {
  return resultOf(compare(readBoth(old, next, options), options));
}

/**
 * What both ways of applying come to: that of the options, and the other one if it may be another.
 */
export function diffBothWays(
  old: readonly unknown[],
  next: readonly unknown[],
  options: DiffOptions = {},
  files: FilesOfBoth = {},
): BothWays {
  const sent = readBoth(old, next, options, files);
  const comparison = compare(sent, options);
  const result = resultOf(comparison);
  if (!comparison.isOfWay) return [result];
  return [
    result,
    resultOf(
      compare(sent, {
        ...options,
        way: options.way === 'clientSide' ? 'serverSide' : 'clientSide',
      }),
    ),
  ];
}

type BothWays = readonly [result: DiffResult, other?: DiffResult];

function resultOf(comparison: Comparison): DiffResult {
  const outcomes = outcomesOf(comparison);
  const objects = reportObjects(comparison, outcomes);
  return {
    objects,
    notes: notesOf(comparison, outcomes, objects),
    ...(comparison.options.isPlanned ? { plans: plansOf(comparison, outcomes) } : {}),
    ...(comparison.drift ? { drift: comparison.drift } : {}),
  };
}

/** The files of each manifest, in the order of the manifests. */
interface FilesOfBoth {
  readonly old?: readonly (readonly string[])[];
  readonly next?: readonly (readonly string[])[];
  /** What decides whether an object of the files is still there after NEW, by its label. */
  readonly doubts?: ReadonlyMap<string, string>;
}

function readBoth(
  given: readonly unknown[],
  wanted: readonly unknown[],
  {
    namespace = 'default',
    isFresh = false,
    workloadKinds: registered,
    cluster,
    definitions = [],
  }: DiffOptions,
  files: FilesOfBoth = {},
): Both {
  const living = cluster?.objects.map(({ manifest }) => manifest) ?? [];
  const kinds = {
    isCluster: scopesOf([...definitions, ...living, ...given, ...wanted]),
    workloads: workloadKinds(registered),
  };
  const [oldPlaces, newPlaces]: [number[], number[]] = [[], []];
  const old = readManifests(isFresh ? [] : given, namespace, kinds, [], oldPlaces);
  const next = readManifests(wanted, namespace, kinds, old, newPlaces);
  return {
    old,
    next,
    ...(cluster ? { live: readManifests(living, namespace, kinds) } : {}),
    read: (manifest) => readManifests([manifest], namespace, kinds)[0],
    doubts: files.doubts ?? new Map(),
    oldFiles: lazily(() => filed(old, oldPlaces, files.old)),
    newFiles: lazily(() => filed(next, newPlaces, files.next)),
  };
}

/** The files of each object, by the places that it was read from. */
function filed(
  sent: readonly AppliedManifest[],
  places: readonly number[],
  names: FilesOfBoth['old'],
): Files {
  const files = new Map<string, string[]>();
  if (names) {
    sent.forEach(({ id }, index) => {
      for (const name of names[places[index]]) addTo(files, id, name);
    });
  }
  return files;
}

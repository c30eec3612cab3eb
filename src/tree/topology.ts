/** The topology of a tree: who mounts what in it, read once per synthesis whoever asks. */
import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { targetAt } from './target';
import {
  isReadKind,
  readTopology,
  Topology,
  TopologySource,
  WorkloadKind,
  workloadKindOf as kindOf,
} from '../topology';
import { unchangedManifest } from './late-changes';
import { forEachConstruct, rootOf } from './paths';
import { append } from '../kube';

interface Room {
  readonly kinds: WorkloadKind[];
  isReading: boolean;
  /** The last reading, and of how many constructs the tree was then. */
  last?: { readonly topology: Topology; readonly size: number };
}

const rooms = new WeakMap<IConstruct, Room>();
const NOTHING = readTopology([]);

/**
 * The topology of the tree that a construct is in, as of the last time when it was looked at: by
 * `topologyNow`, or in the validation that every synthesis begins with. While it is being read it
 * is empty, so that what is asked for in the middle of it cannot change it; it does not depend on
 * affinities, which is what the asking is for.
 */
export function topologyOf(scope: IConstruct): Topology {
  const root = rootOf(scope);
  const room = roomOf(root);
  if (room.isReading) return NOTHING;
  return (room.last ?? read(root, room)).topology;
}

/** The topology of the tree as it is now. */
export function topologyNow(scope: IConstruct): Topology {
  refreshTopology(rootOf(scope));
  return topologyOf(scope);
}

/** Lets the topology be read again if the tree is no longer what it was. */
export function refreshTopology(root: IConstruct, size: number = countNodes(root)): void {
  const room = rooms.get(root);
  if (room?.last && room.last.size !== size) room.last = undefined;
}

/** Lets the topology be read again in any case. */
export function forgetTopology(root: IConstruct): void {
  const room = rooms.get(root);
  if (room) room.last = undefined;
}

/** Makes a kind of objects count as workloads. */
export function registerWorkloadKind(scope: Construct, kind: WorkloadKind): void {
  const room = roomOf(rootOf(scope));
  room.kinds.push(kind);
  room.last = undefined;
}

/** The kinds that were made to count as workloads in a tree. */
export function registeredKinds(root: IConstruct): readonly WorkloadKind[] {
  return rooms.get(root)?.kinds ?? [];
}

/** The kind of an object, if it makes pods. */
export function workloadKindOf(object: ApiObject): WorkloadKind | undefined {
  return kindOf(object.apiVersion, object.kind, rooms.get(rootOf(object))?.kinds);
}

/**
 * How many constructs a tree has: whether it grew is what tells one synthesis from the next, and
 * costs less than any check.
 */
export function countNodes(root: IConstruct): number {
  const open = [root];
  let count = 0;
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    count += 1;
    append(open, one.node.children);
  }
  return count;
}

function roomOf(root: IConstruct): Room {
  let room = rooms.get(root);
  if (!room) rooms.set(root, (room = { kinds: [], isReading: false }));
  return room;
}

function read(root: IConstruct, room: Room): NonNullable<Room['last']> {
  room.isReading = true;
  try {
    const last = {
      topology: readTopology(sourcesOf(root, room.kinds), {
        workloadKinds: room.kinds,
        defaultStorageClassName: (path) => targetAt(root, path).defaultStorageClassName,
      }),
      size: countNodes(root),
    };
    room.last = last;
    // What was asked for in one go was asked of one tree; later, objects may have changed without
    // growing in number.
    queueMicrotask(() => {
      if (room.last === last) room.last = undefined;
    });
    return last;
  } finally {
    room.isReading = false;
  }
}

function sourcesOf(root: IConstruct, kinds: readonly WorkloadKind[]): TopologySource[] {
  const objects: { readonly key: string; readonly object: ApiObject }[] = [];
  forEachConstruct(root, (one, key) => {
    if (ApiObject.isApiObject(one) && isReadKind(one.apiVersion, one.kind, kinds)) {
      objects.push({ key, object: one });
    }
  });
  return objects.map(({ key, object }) => ({ key, manifest: unchangedManifest(object) }));
}

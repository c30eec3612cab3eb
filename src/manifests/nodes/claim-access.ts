/**
 * On how many nodes, and in how many pods, a claim can be at a time: as far as its volume, class
 * and driver show.
 */
import { constraintOfVolume, onlyNode } from './constraints';
import { World } from '../../judge';
import { isForOnePod, isOfManyNodes, NO_PROVISIONER } from '../../kube';
import { Fields, fieldsOf, isGiven } from '../../object';
import { PersistentVolume } from '../../topology';

/** Volumes that kubelet mounts without anybody attaching them. */
const NEVER_ATTACHED = [
  'nfs',
  'hostPath',
  'local',
  'azureFile',
  'cephfs',
  'glusterfs',
  'quobyte',
  'storageos',
  'portworxVolume',
];

/** How a claim can be had. */
export interface ClaimAccess {
  /**
   * `pod`: by one pod. `node`: by the pods of one node. `nodes`: by all. Undefined: nobody can
   * tell.
   */
  readonly by?: 'pod' | 'node' | 'nodes';
  /**
   * What the volume is tied to, where that is one node: the scheduler brings all its pods there.
   */
  readonly tiedTo?: string;
  /** As they are written. */
  readonly modes: readonly string[];
}

/** How the claim of that name can be had. */
export function accessOf(
  world: World,
  namespace: string | undefined,
  claimName: string,
): ClaimAccess {
  const { topology } = world;
  const claimed = topology.accessModesOf(namespace, claimName) ?? [];
  const volume = topology.volumeOf(namespace, claimName);
  const tiedTo = tieOf(world, namespace, claimName, volume);
  if (isForOnePod(claimed)) return { by: 'pod', tiedTo, modes: claimed };
  // The controller that attaches looks at the modes of the volume.
  const modes = volume && volume.accessModes.length > 0 ? volume.accessModes : claimed;
  if (modes.length === 0) return { modes };
  const isForMany =
    modes.some(isOfManyNodes) || isAttached(world, namespace, claimName, volume) === false;
  if (!isForMany && !volume && isMadeByHand(world, namespace, claimName)) return { modes };
  return { by: isForMany && tiedTo === undefined ? 'nodes' : 'node', tiedTo, modes };
}

/** Whether somebody has to attach the volume to a node; undefined if nobody says. */
function isAttached(
  world: World,
  namespace: string | undefined,
  claimName: string,
  volume: PersistentVolume | undefined,
): boolean | undefined {
  if (volume && volume.driver === undefined) {
    const spec = fieldsOf(volume.manifest.spec);
    return NEVER_ATTACHED.some((source) => isGiven(spec[source])) ? false : undefined;
  }
  return world.driver(world.topology.driverOf(namespace, claimName))?.attachRequired;
}

/** The node, or whatever else stands for one, to which the volume is tied. */
function tieOf(
  world: World,
  namespace: string | undefined,
  claimName: string,
  volume: PersistentVolume | undefined,
): string | undefined {
  const own = JSON.stringify(['claim', namespace ?? '', claimName]);
  if (volume) {
    const node = onlyNode(constraintOfVolume(volume.manifest));
    if (node !== undefined) return tieToNode(node);
    return isGiven(fieldsOf(volume.manifest.spec).local) ? own : undefined;
  }
  return world.driver(world.topology.driverOf(namespace, claimName))?.topology === 'node'
    ? own
    : undefined;
}

/** The tie of what can be on one node only. */
export function tieToNode(name: string): string {
  return JSON.stringify(['node', name]);
}

/**
 * Whether the volume will be one that somebody makes by hand, and nothing tells that it is
 * attached: mostly these are disks of a node, or shares.
 */
function isMadeByHand(world: World, namespace: string | undefined, claimName: string): boolean {
  const known = world.topology.classOf(namespace, claimName);
  const isByHand = known?.name === '' || known?.storageClass?.provisioner === NO_PROVISIONER;
  if (!isByHand) return false;
  // Where no volume of the class is there, one without any class is taken for what most volumes
  // are.
  return !(world.once(classesOfAttached).get(known.name!) ?? known.name === '');
}

/** Of the classes of volumes that are there: whether any volume is attached to its node. */
function classesOfAttached({ topology }: World): ReadonlyMap<string, boolean> {
  const classes = new Map<string, boolean>();
  for (const { storageClassName = '', manifest } of topology.persistentVolumes) {
    const spec: Fields = fieldsOf(manifest.spec);
    classes.set(
      storageClassName,
      classes.get(storageClassName) === true ||
        !NEVER_ATTACHED.some((source) => isGiven(spec[source])),
    );
  }
  return classes;
}

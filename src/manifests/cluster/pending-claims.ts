/** Claims in a cluster that are not bound: why they wait, and what to do about it. */
import { livingOf, livingPods } from './living';
import { Problem, show } from '../../findings';
import { JudgedObject, World } from '../../judge';
import { NO_PROVISIONER } from '../../kube';
import { fieldsOf, isGiven, textOf } from '../../object';
import { freeVolumesOf } from '../binding/free-volumes';
import { writtenClaims } from '../written-claims';

const CLASS = 'storage.k8s.io/StorageClass';
/** Where a claim is marked as one that a provisioner is to make a volume for. */
const PROVISIONER = [
  'volume.kubernetes.io/storage-provisioner',
  'volume.beta.kubernetes.io/storage-provisioner',
];

/** Why a claim is not bound; undefined if it is as it should be. */
export function whyPending(claim: JudgedObject, world: World): Problem | undefined {
  const { manifest, namespace, name, annotations } = claim;
  const { volumeName, storageClassName } = fieldsOf(manifest.spec);
  const wanted = textOf(volumeName);
  if (wanted !== '') return whyNotThat(claim, wanted, world);
  const { name: className, storageClass } = world.topology.classOf(namespace, name) ?? {};
  const said = world.once(livingOf).warnings.get(textOf(fieldsOf(manifest.metadata).uid));
  const free = () => {
    const [written] = writtenClaims(claim);
    return written && world.once(freeVolumesOf).fitting(written, className ?? '');
  };
  if (storageClassName === undefined && className === undefined) {
    return world.covers(CLASS)
      ? {
          message: 'it names no class, and the cluster has no default class',
          remedy: 'mark a class as the default one, or create the claim again with a class',
        }
      : unknownWhy(said);
  }
  if (className === '') {
    return free() === undefined && world.covers('/PersistentVolume')
      ? {
          message: 'it requests a volume without a class, and no such volume is free and matches',
          remedy: 'create a matching volume, or create the claim again with a class',
        }
      : unknownWhy(said);
  }
  if (!storageClass) {
    return world.covers(CLASS) || said?.includes('not found')
      ? {
          message: `its class ${show(className)} does not exist`,
          remedy: `create the class, or create the claim again with one that exists`,
        }
      : unknownWhy(said);
  }
  if (storageClass.volumeBindingMode === 'WaitForFirstConsumer') {
    const hasNode = livingPods(claim, world).some(({ manifest: pod }) => isWaiting(pod));
    if (!hasNode) return undefined;
  }
  const provisioner = PROVISIONER.map((one) => textOf(annotations[one])).find((one) => one !== '');
  if (storageClass.provisioner === NO_PROVISIONER) {
    return {
      message: `no volume of its class ${show(className)} is free and matches, and nothing provisions one`,
      remedy: 'create a matching volume',
    };
  }
  if (said !== undefined) return unknownWhy(said);
  return {
    message: `${show(provisioner ?? storageClass.provisioner)} has not provisioned a volume`,
    remedy: 'check that the driver runs, and read the log of its provisioner',
  };
}

/** Whether a pod has yet to run. */
function isWaiting({ status }: JudgedObject['manifest']): boolean {
  return textOf(fieldsOf(status).phase) === 'Pending';
}

/** The volume that a claim names, and which it does not get. */
function whyNotThat(
  { namespace, name, manifest }: JudgedObject,
  wanted: string,
  world: World,
): Problem {
  const [volume] = world.find('/PersistentVolume', undefined, wanted);
  const other = 'name a volume that is free, or none';
  if (!volume) {
    return {
      message: `its volume ${show(wanted)} does not exist`,
      remedy: `create the volume, or create the claim again and ${other}`,
    };
  }
  const { claimRef } = fieldsOf(volume.manifest.spec);
  const reserved = fieldsOf(claimRef);
  if (isGiven(claimRef) && (reserved.name !== name || reserved.namespace !== namespace)) {
    return {
      message: `its volume ${show(wanted)} is reserved for ${textOf(reserved.namespace)}/${textOf(reserved.name)}`,
      remedy: `create the claim again and ${other}`,
    };
  }
  const uid = textOf(reserved.uid);
  if (uid !== '' && uid !== textOf(fieldsOf(manifest.metadata).uid)) {
    return {
      message: `its volume ${show(wanted)} is reserved for a claim of the same name that is gone`,
      remedy: releaseOf(wanted),
    };
  }
  return {
    message: `its volume ${show(wanted)} does not match it`,
    remedy: 'compare class, size, access modes and volume mode of both',
  };
}

/** How a volume can be bound again by the claim of the same name. */
export function releaseOf(volume: string): string {
  return `run kubectl patch pv ${volume} --type json -p '[{"op":"remove","path":"/spec/claimRef/uid"},{"op":"remove","path":"/spec/claimRef/resourceVersion"}]'`;
}

function unknownWhy(said: string | undefined): Problem {
  return {
    message: said ?? 'the read-out does not show why',
    remedy: 'read its events with kubectl describe pvc',
  };
}

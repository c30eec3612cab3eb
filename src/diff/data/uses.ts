/**
 * Uses of storage by workloads: which claim or folder of a node is mounted where, in which part.
 */
import { append, cleanPath, Fields, fieldsOf, isFields, stableJson, textOf } from '../../kube';
import { fieldsAt, listAt } from '../../model';
import { Stored } from '../stored';
import { claimKey, claimsOf, ordinalsOf, templateOf } from '../workloads';

/** One use of storage by the pods of a workload. */
export interface Use {
  /** The claim, or the folder of a node; of a claim that a set makes, that of its template. */
  readonly storage: string;
  /** The claims that hold the data, by their keys; empty of a folder of a node. */
  readonly claims: readonly string[];
  /** The volume of the pod, of storage that is named without a claim. */
  readonly inline?: Fields;
  /** The folder of the volume that is mounted. */
  readonly part: string;
  /** The path, or device, at which the program finds it. */
  readonly path: string;
}

export interface User {
  readonly stored: Stored;
  readonly uses: readonly Use[];
  /** By what its program is recognized under another name: images without their versions. */
  readonly images: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
}

/** The pod template of any object that makes pods, custom resources with a template included. */
export function podTemplate({ sent, live }: Stored): ReturnType<typeof templateOf> | undefined {
  const template = templateOf(sent, live);
  if (sent.workload?.isSchedule === true) return template;
  return isFields(template.spec) && Array.isArray(template.spec.containers) ? template : undefined;
}

/** An object with its uses, if it makes pods. */
export function userIn(stored: Stored): User | undefined {
  const { workload, type } = stored.sent;
  const template = workload !== undefined || type === undefined ? podTemplate(stored) : undefined;
  return template && userOf(stored, fieldsOf(template.spec));
}

function userOf(stored: Stored, spec: ReturnType<typeof fieldsOf>): User {
  const volumes = new Map(listAt(spec, 'volumes').map((volume) => [volume.name, volume]));
  const templates =
    stored.sent.kindKey === 'apps/StatefulSet'
      ? listAt(stored.live, 'spec.volumeClaimTemplates').map(
          (one) => fieldsAt(one, 'metadata').name,
        )
      : [];
  const containers = [...listAt(spec, 'containers'), ...listAt(spec, 'initContainers')];
  const uses: Use[] = [];
  const paths = new Set<string>();
  const images = new Set<string>();
  for (const container of containers) {
    if (typeof container.image === 'string') images.add(withoutVersion(container.image));
    const mounts = [
      ...listAt(container, 'volumeMounts').map((mount) => ({ mount, path: mount.mountPath })),
      ...listAt(container, 'volumeDevices').map((mount) => ({ mount, path: mount.devicePath })),
    ];
    for (const { mount, path } of mounts) {
      if (typeof path !== 'string') continue;
      const place = cleanPath(path);
      paths.add(place);
      const storage = storageNamed(stored, mount.name, volumes.get(mount.name), templates);
      if (storage) {
        uses.push({
          ...storage,
          part: stableJson([mount.subPath, mount.subPathExpr].map(placeIn)),
          path: place,
        });
      }
    }
  }
  return { stored, uses, images, paths };
}

/** The place of a path, however it is spelled: no path is the volume itself. */
function placeIn(path: unknown): string {
  return cleanPath(textOf(path));
}

/** The name of an image without its digest and tag. */
function withoutVersion(image: string): string {
  const [name] = image.split('@');
  const colon = name.lastIndexOf(':');
  return colon > name.lastIndexOf('/') ? name.slice(0, colon) : name;
}

function storageNamed(
  stored: Stored,
  name: unknown,
  volume: unknown,
  templates: readonly unknown[],
): Pick<Use, 'storage' | 'claims' | 'inline'> | undefined {
  const {
    sent: { namespace, name: own },
    live,
  } = stored;
  if (templates.includes(name)) {
    const [first, end] = ordinalsOf(live);
    const claims: string[] = [];
    append(
      claims,
      Array.from({ length: Math.min(end - first, MOST_PODS) }, (_, index) =>
        claimKey(namespace, `${String(name)}-${own}-${first + index}`),
      ),
    );
    return { storage: `template ${String(name)}`, claims };
  }
  const inline = fieldsOf(volume);
  const { hostPath, nfs } = inline;
  const [claim] = claimsOf({ spec: { volumes: [volume] } });
  if (claim !== undefined) {
    return { storage: `claim ${claimKey(namespace, claim)}`, claims: [claimKey(namespace, claim)] };
  }
  if (isFields(nfs)) {
    return { storage: `nfs ${String(nfs.server)} ${placeIn(nfs.path)}`, claims: [], inline };
  }
  const storage = inlineStorage(inline);
  if (storage !== undefined) return { storage, claims: [], inline };
  if (!isFields(hostPath) || !isDataFolder(hostPath)) return undefined;
  return { storage: `folder ${placeIn(hostPath.path)}`, claims: [], inline };
}

/** What tells one storage from another, of the sources that a pod names without a claim. */
const INLINE: { readonly [source: string]: readonly string[] } = {
  awsElasticBlockStore: ['volumeID', 'partition'],
  azureDisk: ['diskURI'],
  azureFile: ['secretName', 'shareName'],
  cephfs: ['monitors', 'path'],
  cinder: ['volumeID'],
  fc: ['targetWWNs', 'lun', 'wwids'],
  flexVolume: ['driver', 'options'],
  flocker: ['datasetName', 'datasetUUID'],
  gcePersistentDisk: ['pdName', 'partition'],
  glusterfs: ['endpoints', 'path'],
  iscsi: ['iqn', 'lun'],
  photonPersistentDisk: ['pdID'],
  portworxVolume: ['volumeID'],
  quobyte: ['registry', 'volume', 'tenant'],
  rbd: ['monitors', 'pool', 'image'],
  scaleIO: ['gateway', 'system', 'volumeName'],
  storageos: ['volumeName', 'volumeNamespace'],
  vsphereVolume: ['volumePath'],
};

/**
 * Drivers whose volumes in a pod are shares or buckets that outlive it; those of others hold
 * secrets, or nothing after the pod.
 */
const SHARES =
  /^(?:(?:file|blob)\.csi\.azure\.com|(?:nfs|smb)\.csi\.k8s\.io|gcsfuse\.csi\.storage\.gke\.io)$/;

function inlineStorage(volume: ReturnType<typeof fieldsOf>): string | undefined {
  const { csi } = volume;
  if (isFields(csi) && SHARES.test(textOf(csi.driver))) {
    const { mountOptions: _how, ...where } = fieldsOf(csi.volumeAttributes);
    return `csi ${stableJson([csi.driver, where])}`;
  }
  const source = Object.keys(INLINE).find((one) => isFields(volume[one]));
  if (source === undefined) return undefined;
  const fields = fieldsOf(volume[source]);
  return `${source} ${stableJson(INLINE[source].map((field) => fields[field] ?? null))}`;
}

/** More pods than these no list can show. */
const MOST_PODS = 1000;

/** Folders of the system hold no data of a program. */
function isDataFolder({ path, type }: ReturnType<typeof fieldsOf>): boolean {
  if (
    typeof path !== 'string' ||
    type === 'Socket' ||
    type === 'File' ||
    type === 'CharDevice' ||
    type === 'BlockDevice'
  ) {
    return false;
  }
  return (
    !/^\/(?:boot|dev|etc|lib|lib64|proc|run|sys|usr|var\/lib\/(?:kubelet|docker|containerd)|var\/log|var\/run)?(?:\/|$)/.test(
      path,
    ) || path === '/dev/shm'
  );
}

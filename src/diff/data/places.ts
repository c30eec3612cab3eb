/**
 * Places of data: the storage that a volume names, as a text that is the same for the same place,
 * and its folder there.
 */
import { withoutDnsName } from '../../efs/core';
import { EFS_DRIVER_NAME } from '../../facts';
import { cleanPath, Fields, fieldsOf, textOf } from '../../kube';
import { listAt } from '../../model';

export interface Place {
  /** The storage, or the server, share or node that its folder is on. */
  readonly root: string;
  /** A clean path, if the storage is a folder: what deletes it takes along all below. */
  readonly folder?: string;
}

/** Sources that Kubernetes passes on to drivers, by the field that becomes the handle. */
const MOVED: { readonly [source: string]: { readonly driver: string; readonly field: string } } = {
  awsElasticBlockStore: { driver: 'ebs.csi.aws.com', field: 'volumeID' },
  azureDisk: { driver: 'disk.csi.azure.com', field: 'diskURI' },
  cinder: { driver: 'cinder.csi.openstack.org', field: 'volumeID' },
  portworxVolume: { driver: 'pxd.portworx.com', field: 'volumeID' },
};
/** What tells storage apart, of sources whose handles have more than the source says. */
const NAMED: { readonly [source: string]: readonly string[] } = {
  azureFile: ['secretNamespace', 'secretName', 'shareName'],
  gcePersistentDisk: ['pdName'],
  vsphereVolume: ['volumePath'],
};

export function placeOf(volume: Fields): Place | undefined {
  const { claimRef } = fieldsOf(volume.spec);
  return placeOfSource(fieldsOf(volume.spec), fieldsOf(claimRef).namespace);
}

/** Where the data of a volume are that the pods of a namespace name without a claim. */
export function placeOfInline(volume: Fields, namespace: string | undefined): Place | undefined {
  return placeOfSource(volume, namespace);
}

function placeOfSource(spec: Fields, namespace: unknown): Place | undefined {
  const { csi, nfs, local, hostPath, ...others } = spec;
  if (csi !== undefined) return placeByDriver(fieldsOf(csi));
  if (nfs !== undefined) {
    const { server, path } = fieldsOf(nfs);
    return folderAt(['nfs', server], path);
  }
  for (const [source, { driver, field }] of Object.entries(MOVED)) {
    const handle = textOf(fieldsOf(others[source])[field]);
    // A volume of AWS may be named with its zone.
    if (handle !== '') return placeNamed('csi', driver, handle.replace(/^aws:\/\/[^/]*\//, ''));
  }
  for (const [source, names] of Object.entries(NAMED)) {
    if (others[source] === undefined) continue;
    const fields: Fields = { secretNamespace: namespace, ...fieldsOf(others[source]) };
    return placeNamed(source, ...names.map((name) => textOf(fields[name])));
  }
  const ofNode = local ?? hostPath;
  if (ofNode === undefined) return undefined;
  const nodes = listAt(others, 'nodeAffinity.required.nodeSelectorTerms');
  const root = nodes.length > 0 ? ['node', nodes] : [local === undefined ? 'hostPath' : 'local'];
  return folderAt(root, fieldsOf(ofNode).path);
}

/** The place of a volume as one text. */
export function storageOf(volume: Fields): string | undefined {
  return textOfPlace(placeOf(volume));
}

/** The place of a volume of a pod as one text; a partition is not the whole of its disk. */
export function storageOfInline(volume: Fields, namespace: string | undefined): string | undefined {
  const isPart = Object.values(volume).some((source) => fieldsOf(source).partition !== undefined);
  return isPart ? undefined : textOfPlace(placeOfInline(volume, namespace));
}

function textOfPlace(place: Place | undefined): string | undefined {
  return place && JSON.stringify([place.root, place.folder]);
}

/** Drivers whose volumes are folders of shares, which their attributes name. */
function placeByDriver({ driver, volumeHandle, volumeAttributes }: Fields): Place | undefined {
  if (driver === EFS_DRIVER_NAME) {
    const handle = withoutDnsName(textOf(volumeHandle)).replace(/^efs:/, '');
    const [system, path, point = ''] = handle.replace(/^s3files:/, 's3files/').split(':');
    // A path below an access point goes with the access point.
    return point === ''
      ? folderAt(['efs', system], path)
      : placeNamed('csi', driver, system, point);
  }
  if (driver === 'nfs.csi.k8s.io' || driver === 'smb.csi.k8s.io') {
    const { server, share, source, subdir } = inLowerCase(fieldsOf(volumeAttributes));
    if (server !== undefined) {
      return folderAt(['nfs', server], `${textOf(share)}/${textOf(subdir)}`);
    }
    if (source !== undefined) return folderAt(['smb'], `${textOf(source)}/${textOf(subdir)}`);
  }
  return volumeHandle === undefined ? undefined : placeNamed('csi', driver, volumeHandle);
}

/** Names as drivers read them. */
function inLowerCase(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** What has these names, which nothing lies in. */
export function placeNamed(...names: readonly unknown[]): Place {
  return { root: JSON.stringify(names) };
}

/** A folder of a server, a share or a node. */
export function folderAt(root: readonly unknown[], path: unknown): Place {
  return { ...placeNamed(...root), folder: cleanPath(`/${textOf(path)}`) };
}

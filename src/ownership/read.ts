/**
 * The volumes of a workload's pods, with all that manifests tell of them: the volume itself, its
 * claim, persistent volume and class.
 */
import { driverServing, EFS_DRIVER_NAME } from '../facts';
import { Fields, fieldsOf, isFields, parseQuantity, valuesOf, textOf, groupedBy } from '../kube';
import {
  ClaimLike,
  ClaimUse,
  Mount,
  PersistentVolume,
  textFieldsOf,
  Topology,
  Workload,
} from '../topology';
import { driverOfMigrated } from './sources';
import { GroupsOfDriver, VolumeFacts } from './spec';

const LOCAL_PATH = 'rancher.io/local-path';

/**
 * Sources whose own `readOnly` in a pod is one that kubelet looks at, or that the server enforces.
 */
const READ_ONLY_COUNTS = ['csi', 'iscsi', 'fc', 'flexVolume', 'nfs'];

/** What is known beside the objects. */
interface ReadContext {
  readonly topology: Topology;
  readonly driver: GroupsOfDriver;
}

/**
 * The volumes of a workload in the order in which its pods have them; templates of claims come
 * last.
 */
export function readVolumes(workload: Workload, context: ReadContext): readonly VolumeFacts[] {
  const { podSpec, claims, mounts } = workload;
  const byVolume = groupedBy(mounts, (mount) => mount.volume);
  const byName = new Map(claims.map((use) => [use.volume, use]));
  const inline = valuesOf(podSpec.volumes).filter(isFields);
  const names = new Set(inline.map(({ name }) => String(name)));
  const read = (name: string, volume: Fields): VolumeFacts => {
    const use = byName.get(name);
    const facts = use ? readClaim(use, volume, workload, context) : readInline(volume);
    return { name, ...facts, ...readMounts(byVolume.get(name) ?? []) };
  };
  return [
    ...inline.map((volume) => read(String(volume.name), volume)),
    ...claims.filter(({ volume }) => !names.has(volume)).map(({ volume }) => read(volume, {})),
  ];
}

function readMounts(mounts: readonly Mount[]): Partial<VolumeFacts> {
  if (mounts.length === 0) return { isUnmounted: true };
  return {
    ...(mounts.every(({ isReadOnly }) => isReadOnly) ? { isOnlyRead: true } : {}),
    ...(mounts.every(({ isDevice }) => isDevice) ? { isBlock: true } : {}),
  };
}

type Facts = Omit<VolumeFacts, 'name'>;

function readInline(volume: Fields): Facts {
  const source = sourceOf(volume);
  if (source === undefined) return { isInline: true };
  const spec = fieldsOf(volume[source]);
  const driver = driverOfMigrated(source);
  if (driver !== undefined) {
    return {
      isInline: true,
      source,
      driver,
      migratedFrom: source,
      fsType:
        source === 'azureFile'
          ? ''
          : typeof spec.fsType === 'string'
            ? spec.fsType
            : source === 'azureDisk'
              ? 'ext4'
              : '',
      accessModes: [source === 'azureFile' ? 'ReadWriteMany' : 'ReadWriteOnce'],
      ...(spec.readOnly === true ? { isReadOnlyBelow: true } : {}),
    };
  }
  return {
    isInline: true,
    source,
    ...(source === 'csi' ? { ...csiFacts(spec), accessModes: ['ReadWriteOnce'] } : {}),
    ...(READ_ONLY_COUNTS.includes(source) && spec.readOnly === true ? { isReadOnly: true } : {}),
    ...(typeof spec.path === 'string' && source === 'hostPath' ? { path: spec.path } : {}),
    ...(source === 'nfs' ? { identity: `nfs ${String(spec.server)}:${String(spec.path)}` } : {}),
  };
}

function readClaim(
  use: ClaimUse,
  inPod: Fields,
  { key, namespace }: Workload,
  context: ReadContext,
): Facts {
  const { topology } = context;
  const claimName = use.claimName ?? use.volume;
  const claim = use.claimName === undefined ? undefined : topology.claim(namespace, use.claimName);
  const spec = claim?.spec ?? use.template ?? {};
  const annotations = claim
    ? claim.annotations
    : textFieldsOf(fieldsOf(use.templateMetadata).annotations);
  const volume =
    use.claimName === undefined ? undefined : topology.volumeOf(namespace, use.claimName);
  const modes = textsOf(spec.accessModes);
  const bytes =
    bytesOf(fieldsOf(fieldsOf(volume?.manifest.spec).capacity).storage) ??
    bytesOf(fieldsOf(fieldsOf(spec.resources).requests).storage);
  return {
    isInline: false,
    claim: claimName,
    identity: use.origin === 'declared' ? `claim ${namespace ?? ''}/${claimName}` : undefined,
    ...(modes.length > 0 ? { accessModes: modes } : {}),
    ...(spec.volumeMode === 'Block' ? { isBlock: true } : {}),
    ...(bytes === undefined ? {} : { bytes }),
    ...(volume
      ? persistentFacts(volume)
      : classFacts({ key: claim?.key ?? key, spec, annotations }, context)),
    ...(fieldsOf(inPod.persistentVolumeClaim).readOnly === true ? { isReadOnly: true } : {}),
  };
}

function persistentFacts({ manifest, accessModes, name }: PersistentVolume): Partial<VolumeFacts> {
  const spec = fieldsOf(manifest.spec);
  const source = sourceOf(spec);
  if (source === undefined) return {};
  const details = fieldsOf(spec[source]);
  const driver = driverOfMigrated(source);
  return {
    source,
    identity: identityOf(source, details, name),
    ...(accessModes.length > 0 ? { accessModes } : {}),
    ...(spec.volumeMode === 'Block' ? { isBlock: true } : {}),
    ...(source === 'csi' ? csiFacts(details) : {}),
    ...(driver === undefined
      ? {}
      : {
          driver,
          migratedFrom: source,
          fsType:
            typeof details.fsType === 'string'
              ? details.fsType
              : source === 'azureDisk'
                ? 'ext4'
                : '',
        }),
    ...(details.readOnly === true ? { isReadOnlyBelow: true } : {}),
    ...mountOptionsOf(spec),
    ...(typeof details.path === 'string' && source === 'hostPath' ? { path: details.path } : {}),
  };
}

function csiFacts({
  driver,
  fsType,
  volumeHandle,
  volumeAttributes,
}: Fields): Partial<VolumeFacts> {
  const name = textOf(driver);
  return {
    driver: name,
    fsType: textOf(fsType),
    ...(name === EFS_DRIVER_NAME
      ? ({
          accessPoint: /(^|:)fsap-[^:]*$/.test(String(volumeHandle)) ? 'static' : 'none',
        } as const)
      : {}),
    ...(isNfsOf(fieldsOf(volumeAttributes)) ? { isNfs: true } : {}),
  };
}

/** What the class of a claim tells of the volume that will be made for it. */
function classFacts(
  claim: ClaimLike,
  { topology, driver: groupsOf }: ReadContext,
): Partial<VolumeFacts> {
  const found = topology.classFor(claim).storageClass;
  const driver = driverServing(found?.provisioner);
  if (!found || driver === undefined) return {};
  if (driver === LOCAL_PATH) return { source: 'hostPath', isOpenToAll: true };
  const parameters = fieldsOf(found.manifest.parameters);
  const written = Object.entries(parameters).find(([key]) =>
    /^(csi\.storage\.k8s\.io\/)?fstype$/i.test(key),
  )?.[1];
  const fsType =
    typeof written === 'string' && written !== '' ? written : groupsOf(driver)?.defaultFsType;
  return {
    source: 'csi',
    driver,
    ...(fsType === undefined ? {} : { fsType }),
    ...(driver === EFS_DRIVER_NAME ? ({ accessPoint: 'dynamic' } as const) : {}),
    ...(isNfsOf(parameters) ? { isNfs: true } : {}),
    ...mountOptionsOf(found.manifest),
  };
}

/** Options may be written one by one, or several with commas. */
function mountOptionsOf({ mountOptions }: Fields): Pick<VolumeFacts, 'mountOptions'> {
  return Array.isArray(mountOptions)
    ? { mountOptions: textsOf(mountOptions).flatMap((options) => options.split(',')) }
    : {};
}

function isNfsOf(parameters: Fields): boolean {
  return Object.entries(parameters).some(
    ([key, value]) => /^protocol$/i.test(key) && typeof value === 'string' && /^nfs/i.test(value),
  );
}

function identityOf(
  source: string,
  { server, path, driver, volumeHandle }: Fields,
  name: string,
): string {
  if (source === 'nfs') return `nfs ${String(server)}:${String(path)}`;
  if (source === 'csi') return `csi ${String(driver)} ${String(volumeHandle)}`;
  return `volume ${name}`;
}

/** The field that says what a volume is: the first that is there, beside those that all have. */
function sourceOf(volume: Fields): string | undefined {
  return Object.keys(volume).find(
    (field) => isFields(volume[field]) && !['claimRef', 'nodeAffinity', 'capacity'].includes(field),
  );
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? (value as unknown[]).filter((one): one is string => typeof one === 'string')
    : [];
}

function bytesOf(quantity: unknown): number | undefined {
  if (typeof quantity !== 'string' && typeof quantity !== 'number') return undefined;
  const parsed = parseQuantity(quantity);
  return parsed && Number(parsed.nano / 1_000_000_000n);
}

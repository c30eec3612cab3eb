/** Persistent volumes, classes and drivers on the map. */
import { Draft, DraftNode } from './draft';
import { Names } from './names';
import { phaseOf, shortModes } from './words';
import { CLASS_ANNOTATION, Fields, fieldsOf, isFields, NO_PROVISIONER } from '../kube';
import {
  Claim,
  defaultClassOf,
  PersistentVolume,
  StorageClass,
  textFieldsOf,
  Topology,
} from '../topology';

/** The sources of volumes that no CSI driver makes. */
const SOURCES = [
  'local',
  'hostPath',
  'nfs',
  'iscsi',
  'fc',
  'cephfs',
  'rbd',
  'awsElasticBlockStore',
  'azureDisk',
  'azureFile',
  'gcePersistentDisk',
  'vsphereVolume',
];

/**
 * The nodes of all volumes, classes and drivers: those that are declared, and those that somebody
 * names.
 */
export class Storage {
  private readonly classes = new Names();
  private readonly drivers = new Names();
  private readonly volumes = new Map<PersistentVolume, DraftNode>();
  private readonly volumesByName = new Names();
  private defaultNode?: DraftNode;
  private readonly provisioners: ReadonlyMap<string, string>;

  constructor(
    private readonly topology: Topology,
    private readonly draft: Draft,
  ) {
    this.provisioners = new Map(
      topology.storageClasses.map(({ name, provisioner }) => [name, provisioner]),
    );
    for (const { key, name } of topology.csiDrivers) {
      this.drivers.add(
        undefined,
        name,
        draft.add({ kind: 'driver', type: 'CSIDriver', name, isDeclared: true }, [key]),
      );
    }
    for (const storageClass of topology.storageClasses) this.addClass(storageClass);
    for (const volume of topology.persistentVolumes) this.addVolume(volume);
  }

  public driverNode(name: string): DraftNode {
    return this.drivers.getOrAdd(undefined, name, () =>
      this.draft.add({ kind: 'driver', type: 'CSIDriver', name, isDeclared: false }, []),
    );
  }

  /** Links a claim that is declared to its volume; if it has none yet, to its class. */
  public linkClaim(node: DraftNode, { namespace, name, volumeName }: Claim): void {
    const volume = this.topology.volumeOf(namespace, name);
    if (volume) this.draft.link(node, this.volumes.get(volume)!, shortModes(volume.accessModes));
    else if (volumeName !== undefined) this.linkAbsentVolume(node, volumeName);
    else this.linkClass(node, this.topology.classOf(namespace, name)?.name);
  }

  /** Links claims that pods make. */
  public linkTemplate(node: DraftNode, spec: Fields, metadata: Fields): void {
    const annotations = textFieldsOf(metadata.annotations);
    const { storageClassName } = spec;
    const named = Object.hasOwn(annotations, CLASS_ANNOTATION)
      ? annotations[CLASS_ANNOTATION]
      : storageClassName;
    this.linkClass(
      node,
      typeof named === 'string' ? named : defaultClassOf(this.topology.storageClasses)?.name,
    );
  }

  /** Links volumes to the claims that they are reserved for, and to their classes and drivers. */
  public addVolumes(
    claimOf: (namespace: string | undefined, name: string) => DraftNode | undefined,
  ): void {
    for (const [volume, node] of this.volumes) {
      const { claimRef, storageClassName, driver, accessModes } = volume;
      const claim = claimRef && claimOf(claimRef.namespace, claimRef.name);
      if (claim) {
        this.draft.link(claim, node, shortModes(accessModes));
      } else if (claimRef) {
        node.details.push(
          `reserved for ${[claimRef.namespace ?? '', claimRef.name].filter((part) => part !== '').join('/')}`,
        );
      }
      if (storageClassName) this.draft.link(node, this.classNode(storageClassName));
      if (driver !== undefined && driver !== this.provisionerOf(storageClassName)) {
        this.draft.link(node, this.driverNode(driver));
      }
    }
  }

  private addClass(storageClass: StorageClass): void {
    const { key, name, provisioner, isDefault, volumeBindingMode } = storageClass;
    const isByHand = provisioner === NO_PROVISIONER;
    const details = [
      ...(isDefault ? ['default'] : []),
      ...(volumeBindingMode === 'Immediate' ? [] : [volumeBindingMode]),
      ...(isByHand ? ['manually created volumes'] : []),
    ];
    const node = this.draft.add(
      { kind: 'class', type: 'StorageClass', name, isDeclared: true },
      [key],
      details,
    );
    this.classes.add(undefined, name, node);
    if (provisioner !== '' && !isByHand) this.draft.link(node, this.driverNode(provisioner));
  }

  private addVolume(volume: PersistentVolume): void {
    const { key, name, manifest } = volume;
    const spec = fieldsOf(manifest.spec);
    const { storage } = fieldsOf(spec.capacity);
    const source = SOURCES.find((one) => isFields(spec[one]));
    const details = [
      ...([storage, spec.persistentVolumeReclaimPolicy, source].filter(
        (one) => typeof one === 'string',
      ) as string[]),
      ...phaseOf(manifest.status),
    ];
    const node = this.draft.add(
      { kind: 'volume', type: 'PersistentVolume', name, isDeclared: true },
      [key],
      details,
    );
    this.volumes.set(volume, node);
    this.volumesByName.add(undefined, name, node);
  }

  /** A volume that is there, but is another claim's, is not linked. */
  private linkAbsentVolume(node: DraftNode, name: string): void {
    if (this.volumesByName.get(undefined, name)?.isDeclared) return;
    const volume = this.volumesByName.getOrAdd(undefined, name, () =>
      this.draft.add({ kind: 'volume', type: 'PersistentVolume', name, isDeclared: false }, []),
    );
    this.draft.link(node, volume);
  }

  /** An empty name is not a class at all; where none is known, it is the default of the cluster. */
  private linkClass(node: DraftNode, name: string | undefined): void {
    if (name === '') return;
    const unnamed = () =>
      (this.defaultNode ??= this.draft.add(
        { kind: 'class', type: 'StorageClass', name: 'default of the cluster', isDeclared: false },
        [],
      ));
    this.draft.link(node, name === undefined ? unnamed() : this.classNode(name));
  }

  private classNode(name: string): DraftNode {
    return this.classes.getOrAdd(undefined, name, () =>
      this.draft.add({ kind: 'class', type: 'StorageClass', name, isDeclared: false }, []),
    );
  }

  private provisionerOf(className: string | undefined): string | undefined {
    return className === undefined ? undefined : this.provisioners.get(className);
  }
}

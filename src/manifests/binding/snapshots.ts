/** Snapshots: the claims that they are of, their classes, and claims that are made of them. */
import { DriverFacts } from '../../facts';
import {
  DeclaredNames,
  defineRules,
  Finding,
  probablyMeant,
  show,
  violation,
  misspelt,
} from '../../findings';
import { CLAIMS, Judge, JudgedObject, World } from '../../judge';
import { fieldsOf, isGiven, textOf } from '../../object';
import { fieldOfClaim, WrittenClaim, ofEachClaim } from '../written-claims';

const RULES = defineRules('binding', {
  snapshotName: {
    warning: 'The claim or snapshot that is a source is not declared, and is probably misspelled.',
    why: 'A name that differs by one letter is probably misspelled: nothing is restored, or no snapshot is taken.',
    bad: 'persistentVolumeClaimName: databse, beside a claim database',
    good: 'persistentVolumeClaimName: database',
    source: 'kubernetes-csi/external-snapshotter and external-provisioner',
  },
  snapshotDriver: {
    warning:
      'The class of a snapshot belongs to another driver than the volume, or a driver makes no snapshots or clones.',
    why: 'The snapshot controller refuses the snapshot, and there is no copy of the data. A claim stays Pending if its driver cannot make its volume of a snapshot or another claim.',
    bad: 'a VolumeSnapshotClass of ebs.csi.aws.com, and a claim of efs.csi.aws.com',
    good: 'a VolumeSnapshotClass of the driver of the claim',
    source:
      'kubernetes-csi/external-snapshotter, snapshot_controller.go; external-provisioner, controller.go',
  },
  snapshotClass: {
    error: 'A VolumeSnapshotClass has no driver or no deletionPolicy.',
    why: 'The API server refuses the class.',
    bad: 'kind: VolumeSnapshotClass, driver: ebs.csi.aws.com',
    good: 'kind: VolumeSnapshotClass, driver: ebs.csi.aws.com, deletionPolicy: Retain',
    source: 'kubernetes-csi/external-snapshotter, client/config/crd',
  },
});

const GROUP = 'snapshot.storage.k8s.io';
const SNAPSHOT = `${GROUP}/VolumeSnapshot`;
const CLASS = `${GROUP}/VolumeSnapshotClass`;
const POLICIES = ['Delete', 'Retain'];

/** Claims that are made of a claim or a snapshot. */
const SOURCE_NAME_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [CLAIMS],
  needs: ['dataSource', 'dataSourceRef'],
  check: (object, world) =>
    ofEachClaim(object, (claim) =>
      ['dataSource', 'dataSourceRef'].flatMap((field) =>
        sourceFindings(claim, object.key, field, world),
      ),
    ),
};

function sourceFindings(claim: WrittenClaim, key: string, field: string, world: World): Finding[] {
  const { apiGroup, kind, name, namespace } = fieldsOf(claim.spec[field]);
  const isClaim = kind === 'PersistentVolumeClaim' && textOf(apiGroup) === '';
  if (!isClaim && !(kind === 'VolumeSnapshot' && apiGroup === GROUP)) return [];
  const path = fieldOfClaim(claim, `spec.${field}`);
  const named = nameFindings(
    isClaim ? 'claim' : 'snapshot',
    textOf(namespace) || claim.namespace,
    textOf(name),
    `${path}.name`,
    world,
  );
  // Both fields say the same, and one of them is enough.
  const isSecond = field === 'dataSourceRef' && isGiven(claim.spec.dataSource);
  const driver = isSecond ? undefined : driverOf(claim, key, world);
  const can = isClaim ? driver?.canClone : driver?.canSnapshot;
  return driver === undefined || can !== false
    ? named
    : [
        ...named,
        violation(
          RULES.snapshotDriver,
          path,
          `${show(driver.name)} makes no volumes of ${isClaim ? 'other claims' : 'snapshots'}: ${claim.title} stays Pending`,
          'remove it, and copy the files into the new volume',
        ),
      ];
}

function driverOf(
  { spec, metadata }: WrittenClaim,
  key: string,
  { topology, driver }: World,
): DriverFacts | undefined {
  const annotations = fieldsOf(metadata.annotations) as { readonly [annotation: string]: string };
  return driver(topology.classFor({ key, spec, annotations }).storageClass?.provisioner);
}

/** Snapshots, each with the claim and the class that it names. */
const SNAPSHOT_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [SNAPSHOT],
  check: ({ manifest, namespace }, world) => {
    const { source, volumeSnapshotClassName } = fieldsOf(manifest.spec);
    const claimName = textOf(fieldsOf(source).persistentVolumeClaimName);
    const className = textOf(volumeSnapshotClassName);
    return [
      ...(claimName === ''
        ? []
        : nameFindings(
            'claim',
            namespace,
            claimName,
            'spec.source.persistentVolumeClaimName',
            world,
          )),
      ...classFindings(className, claimName, namespace, world),
      ...(claimName === '' ? [] : neverTaken(claimName, namespace, world)),
    ];
  },
};

function neverTaken(claimName: string, namespace: string | undefined, world: World): Finding[] {
  const driver = world.driver(world.topology.driverOf(namespace, claimName));
  return driver?.canSnapshot === false
    ? [
        violation(
          RULES.snapshotDriver,
          'spec.source.persistentVolumeClaimName',
          `the volume of the claim ${show(claimName)} is of ${show(driver.name)}, which makes no snapshots: none is taken`,
          'remove it, and back up the files by other means',
        ),
      ]
    : [];
}

function nameFindings(
  what: 'claim' | 'snapshot',
  namespace: string | undefined,
  name: string,
  path: string,
  world: World,
): Finding[] {
  if (name === '' || (what === 'claim' && world.topology.claim(namespace, name))) return [];
  const names = world.once(what === 'claim' ? claimNames : snapshotNames);
  const guess = names.has(namespace, name) ? undefined : names.meant(namespace, name);
  return misspelt(RULES.snapshotName, path, what, name, guess);
}

function classFindings(
  className: string,
  claimName: string,
  namespace: string | undefined,
  world: World,
): Finding[] {
  if (className === '') return [];
  const [found] = world.find(CLASS, undefined, className);
  const path = 'spec.volumeSnapshotClassName';
  if (!found) {
    const guess = probablyMeant(world.ofKind(CLASS).map(({ name }) => name))(className);
    return misspelt(RULES.snapshotName, path, 'VolumeSnapshotClass', className, guess);
  }
  const driver = textOf(found.manifest.driver);
  const own = claimName === '' ? undefined : world.topology.driverOf(namespace, claimName);
  if (driver === '' || own === undefined || driver === own) return [];
  return [
    violation(
      RULES.snapshotDriver,
      path,
      `the VolumeSnapshotClass ${show(className)} is of the driver ${show(driver)}, but the volume of the claim ${show(claimName)} is of ${show(own)}: no snapshot is taken`,
      `use a VolumeSnapshotClass of ${own}`,
    ),
  ];
}

/** Classes of snapshots, as their definition requires. */
const SNAPSHOT_CLASS_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [CLASS],
  check: (object) =>
    ['driver', 'deletionPolicy'].flatMap((field) => classFieldFindings(object, field)),
};

function classFieldFindings({ manifest }: JudgedObject, field: string): Finding[] {
  const value = manifest[field];
  const isPolicy = field === 'deletionPolicy';
  if (isGiven(value) && (!isPolicy || POLICIES.includes(textOf(value)))) return [];
  return [
    violation(
      RULES.snapshotClass,
      field,
      isGiven(value) ? `${show(value)} is not a deletion policy` : `there is no ${field}`,
      isPolicy ? `use one of ${POLICIES.join(', ')}` : 'set the name of the CSI driver',
    ),
  ];
}

function claimNames({ topology }: World): DeclaredNames {
  return new DeclaredNames(topology.claims);
}

function snapshotNames(world: World): DeclaredNames {
  return new DeclaredNames(world.ofKind(SNAPSHOT));
}

export const SNAPSHOT_JUDGES: readonly Judge[] = [
  SOURCE_NAME_JUDGE,
  SNAPSHOT_JUDGE,
  SNAPSHOT_CLASS_JUDGE,
];

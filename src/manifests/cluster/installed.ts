/** Drivers and kinds of custom resources that manifests need and a cluster lacks. */
import { defineRules, Finding, show, violation } from '../../findings';
import { EVERYTHING, Judge, World } from '../../judge';
import { DEFINITION, fieldsOf, groupOf, isStored, kindDefinedBy } from '../../kube';
import { isOwnGroup } from '../../model';
import { listOf, textOf } from '../../object';

const RULES = defineRules('cluster', {
  driverMissing: {
    warning: 'The driver of a class, or of a volume, is not installed in the cluster.',
    why: 'Nothing provisions or mounts the volumes: claims stay Pending, pods do not start.',
    bad: 'provisioner: ebs.csi.aws.com, in a cluster without that driver',
    good: 'the driver among the manifests, or in the cluster',
    source: 'Kubernetes: CSIDriver and CSINode objects',
  },
  kindMissing: {
    warning:
      'The definition of a custom resource is neither in the cluster nor among the manifests.',
    why: 'The API server refuses the object: no matches for kind.',
    bad: 'a VolumeSnapshotClass, in a cluster without snapshot.storage.k8s.io',
    good: 'the CustomResourceDefinition among the manifests',
    source: 'Kubernetes API server (404)',
  },
});

const CSI_DRIVER = 'storage.k8s.io/CSIDriver';
const CSI_NODE = 'storage.k8s.io/CSINode';

export const DRIVER_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: ['storage.k8s.io/StorageClass', '/PersistentVolume'],
  when: ({ cluster }) => cluster !== undefined,
  check: ({ kindKey, manifest }, world) => {
    if (isStored(manifest)) return [];
    if (kindKey === '/PersistentVolume') {
      const driver = textOf(fieldsOf(fieldsOf(manifest.spec).csi).driver);
      return driver === '' ? [] : missingDriver(driver, 'spec.csi.driver', world);
    }
    const provisioner = textOf(manifest.provisioner);
    // Others are programs that leave no trace in the API.
    return world.driver(provisioner)?.csi === true
      ? missingDriver(provisioner, 'provisioner', world)
      : [];
  },
};

function missingDriver(driver: string, path: string, world: World): Finding[] {
  const { nodes, hasNodes } = world.once(driversOfNodes);
  if (!hasNodes || nodes.has(driver) || !world.covers(CSI_DRIVER)) return [];
  if (world.find(CSI_DRIVER, undefined, driver).length > 0) return [];
  return [
    violation(
      RULES.driverMissing,
      path,
      `the driver ${show(driver)} is neither in the cluster nor declared here: it has no CSIDriver, and no node runs it`,
      'install the driver first',
    ),
  ];
}

function driversOfNodes(world: World): {
  readonly nodes: ReadonlySet<string>;
  readonly hasNodes: boolean;
} {
  const nodes = world.ofKind(CSI_NODE);
  return {
    nodes: new Set(
      nodes.flatMap(({ manifest }) =>
        listOf(fieldsOf(manifest.spec).drivers).map(({ name }) => textOf(name)),
      ),
    ),
    hasNodes: nodes.length > 0,
  };
}

/** Definitions of custom resources. */
export const DEFINITION_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [EVERYTHING],
  when: ({ cluster }) => cluster !== undefined,
  check: ({ apiVersion, kind, kindKey, manifest }, world) => {
    if (!world.cluster || isOwnGroup(groupOf(apiVersion)) || isStored(manifest)) return [];
    if (!world.covers(DEFINITION) || world.once(definedKinds).has(kindKey)) return [];
    // Whoever has such an object has its definition, or a server that is asked in its place.
    if (world.cluster.ofKind(kindKey).length > 0) return [];
    return [
      violation(
        RULES.kindMissing,
        'kind',
        `the cluster has no kind ${show(kind)} of ${show(apiVersion)}, and no definition of it is declared here: the API server refuses the object`,
        'install its CustomResourceDefinition first',
      ),
    ];
  },
};

function definedKinds(world: World): ReadonlySet<string> {
  return new Set(world.ofKind(DEFINITION).map(({ manifest }) => kindDefinedBy(manifest)));
}

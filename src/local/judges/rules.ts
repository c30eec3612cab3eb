/** The rules on objects that have to do with local disks, whoever made them. */
import { defineRules, Severity } from '../../findings';

const DRIVER = 'local-csi-driver v0.3.0';
const WEBHOOK = `${DRIVER}, webhook enforce-ephemeral`;
const STEERING = `${DRIVER}, webhook hyperconverged`;
const PROVISIONING = `${DRIVER} and csi-provisioner 5.2.0`;
const ACCEPTED =
  'metadata.annotations: { localdisk.csi.acstor.io/accept-ephemeral-storage: "true" }';

export const LOCAL_RULES = defineRules('local', {
  ephemeralOnly: {
    summary:
      'A claim on local disks is a generic ephemeral volume, or declares that it accepts the loss of its data.',
    why: 'The data is lost together with the node. The webhook of the driver rejects the claim.',
    bad: 'kind: PersistentVolumeClaim, spec: { storageClassName: local }',
    good: ACCEPTED,
    source: WEBHOOK,
  },
  classByAnnotation: {
    summary: 'The class of a claim on local disks is in spec.storageClassName.',
    why: 'Kubernetes prefers the old annotation, which the webhook does not read: the claim is admitted, and its data may be lost without warning.',
    bad: 'annotations: { volume.beta.kubernetes.io/storage-class: local }',
    good: `spec: { storageClassName: local }, ${ACCEPTED}`,
    source: WEBHOOK,
  },
  classByDefault: {
    summary:
      'A claim that gets local disks through the default class declares that it accepts the loss of its data.',
    why: 'If the class becomes the default after the claim was created, the claim gets it by an update, which the webhook does not check.',
    bad: 'a claim without storageClassName, where the default class is one of local disks',
    good: ACCEPTED,
    source: WEBHOOK,
  },
  ownerNotController: {
    summary: 'The pod that owns the claim of an ephemeral volume controls it.',
    why: 'The webhook accepts any owner of the kind Pod; Kubernetes sets apiVersion v1 and controller: true.',
    bad: 'ownerReferences: [{ apiVersion: v1, kind: Pod, name: web, uid: … }]',
    good: 'an ephemeral volume in the pod, whose claim Kubernetes creates',
    source: WEBHOOK,
  },
  acceptValue: {
    summary: 'The annotation that accepts the loss of data has the value "true".',
    why: 'The webhook compares strings: True, yes and 1 do not count.',
    bad: 'localdisk.csi.acstor.io/accept-ephemeral-storage: "yes"',
    good: 'localdisk.csi.acstor.io/accept-ephemeral-storage: "true"',
    source: WEBHOOK,
  },
  acceptOldKey: {
    summary:
      'The annotation that accepts the loss of data has the key of the second version of Azure Container Storage.',
    why: 'The webhook does not read the key of the first one.',
    bad: 'acstor.azure.com/accept-ephemeral-storage: "true"',
    good: 'localdisk.csi.acstor.io/accept-ephemeral-storage: "true"',
    source: WEBHOOK,
  },
  acceptMisplaced: {
    severity: Severity.WARNING,
    summary:
      'The annotation that accepts the loss of data is on the claim, or on the template of one.',
    why: 'On a workload or its pods it is ignored, and the claims are refused.',
    bad: 'kind: StatefulSet, metadata.annotations: { localdisk.csi.acstor.io/accept-ephemeral-storage: "true" }',
    good: 'spec.volumeClaimTemplates[0].metadata.annotations: { localdisk.csi.acstor.io/accept-ephemeral-storage: "true" }',
    source: WEBHOOK,
  },
  acceptInVain: {
    severity: Severity.WARNING,
    summary: 'A claim that accepts the loss of its data is on local disks.',
    why: "With another driver, the data is kept, and is not as fast as on a node's own disks.",
    bad: 'storageClassName: efs, with localdisk.csi.acstor.io/accept-ephemeral-storage: "true"',
    good: 'storageClassName: local',
    source: WEBHOOK,
  },
  dataSource: {
    summary: 'A claim on local disks has no data source.',
    why: 'The driver can neither clone nor restore: the claim stays Pending.',
    bad: 'dataSource: { kind: PersistentVolumeClaim, name: other }',
    good: 'a claim without a source, and a Job that copies the data',
    source: PROVISIONING,
  },
  room: {
    severity: Severity.WARNING,
    summary: 'Some node has the space that a claim on local disks requests.',
    why: 'The scheduler finds no node for the pod, which stays Pending. What the nodes have is read from the CSIStorageCapacity objects of the driver, if they are among the files.',
    bad: 'resources: { requests: { storage: 2Ti } }, with capacity: 894Gi in each CSIStorageCapacity of the class',
    good: 'resources: { requests: { storage: 500Gi } }',
    source: `Kubernetes, storage capacity; ${PROVISIONING}`,
  },
  failoverMode: {
    summary: 'The failover mode of a class is availability or durability.',
    why: 'The driver treats anything else as availability: the volume is recreated on another node, empty.',
    bad: 'parameters: { localdisk.csi.acstor.io/failover-mode: durable }',
    good: 'parameters: { localdisk.csi.acstor.io/failover-mode: durability }',
    source: STEERING,
  },
  failoverWithoutEffect: {
    severity: Severity.WARNING,
    summary: "A failover mode is set only if something steers pods to the driver's volumes.",
    why: 'Otherwise volumes have node affinity, and nothing reads the mode.',
    bad: 'localdisk.csi.acstor.io/failover-mode: availability, with --run-alongside-webhook=false',
    good: 'the class without a failover mode',
    source: STEERING,
  },
  volumeGroup: {
    summary: 'The name of a volume group is valid for LVM.',
    why: 'The driver creates a handle that it cannot read, and retries forever.',
    bad: "parameters: { volumeGroup: 'fast#1' }",
    good: 'parameters: { volumeGroup: fast-1 }',
    source: `${DRIVER}, CreateVolume; LVM 2, names of volume groups`,
  },
  volumeGroupOfRaid: {
    severity: Severity.WARNING,
    summary: 'The volume group of a class is the one that the driver creates on the disks.',
    why: 'Any other group does not exist: the claim stays Pending.',
    bad: 'volumeGroup: fast, where the init container raid has VOLUME_GROUP: containerstorage',
    good: 'volumeGroup: containerstorage',
    source: `${DRIVER}, chart`,
  },
  classParameter: {
    severity: Severity.WARNING,
    summary: 'A class of local disks has only parameters that the driver reads, spelled exactly.',
    why: 'The driver copies any other into the volume, where it does nothing.',
    bad: 'parameters: { VolumeGroup: fast }',
    good: 'parameters: { volumeGroup: fast }',
    source: PROVISIONING,
  },
  provisionerParameter: {
    summary:
      'The provisioner knows the parameters of a class that are meant for it: one file system, and complete references to secrets.',
    why: 'The provisioner refuses each claim of the class, forever: the claims stay Pending.',
    bad: 'parameters: { csi.storage.k8s.io/fs-type: xfs }',
    good: 'parameters: { csi.storage.k8s.io/fstype: xfs }',
    source: PROVISIONING,
  },
  initialNode: {
    otherSeverity: Severity.WARNING,
    summary: 'A class does not specify the node of its volumes.',
    why: 'The driver copies it into volumes of other nodes, which its garbage collectors then remove with their data.',
    bad: 'parameters: { localdisk.csi.acstor.io/selected-initial-node: node-1 }',
    good: 'the class without it; allowedTopologies for certain nodes',
    source: `${DRIVER}, CreateVolume and collectors`,
  },
  immediateBinding: {
    severity: Severity.WARNING,
    summary: 'A class of local disks binds only after the pod has been assigned to a node.',
    why: 'Otherwise the volume is created on any node, and the pod has to run there, whether there is room for it or not.',
    bad: 'volumeBindingMode: Immediate',
    good: 'volumeBindingMode: WaitForFirstConsumer',
    source: DRIVER,
  },
  provisionerName: {
    severity: Severity.WARNING,
    summary: 'The provisioner of a class of local disks is the exact name of the driver.',
    why: 'No driver responds, and its claims stay Pending.',
    bad: 'provisioner: localdisks.csi.acstor.io',
    good: 'provisioner: localdisk.csi.acstor.io',
    source: DRIVER,
  },
  nodeName: {
    summary:
      'A pod whose local volume is provisioned for it leaves the choice of its node to the scheduler.',
    why: 'The volume is created when the scheduler chooses a node. With nodeName, the scheduler is bypassed: the pod stays Pending.',
    bad: 'spec: { nodeName: node-1 }',
    good: 'nodeSelector: { kubernetes.io/hostname: node-1 }',
    source: 'Kubernetes, WaitForFirstConsumer',
  },
  inlineVolume: {
    summary:
      'Local disks are mounted with a claim or a generic ephemeral volume, not with an inline CSI volume.',
    why: 'The driver claims to support them, but requires a staging path that inline volumes do not have: the pod never starts.',
    bad: 'volumes: [{ name: tmp, csi: { driver: localdisk.csi.acstor.io } }]',
    good: 'volumes: [{ name: tmp, ephemeral: { volumeClaimTemplate: … } }]',
    source: `${DRIVER}, NodePublishVolume`,
  },
  sharedClaim: {
    severity: Severity.WARNING,
    otherSeverity: Severity.ERROR,
    summary: 'A claim on local disks that may fail over is mounted by one pod.',
    why: 'A second pod may run on another node: it gets an empty volume there, and the first node removes the data while the first pod uses it.',
    bad: 'a Deployment of 2 replicas with a claim on local disks',
    good: 'a StatefulSet with volumeClaimTemplates, or one replica with strategy: { type: Recreate }',
    source: `${DRIVER}, NodeStageVolume and collectors`,
  },
  durableNodes: {
    summary: 'The durable local volumes of a pod are on one node.',
    why: 'The pod has to run where each of them is, and no node has them all: it stays Pending.',
    bad: 'a pod with two claims whose volumes have failover-mode durability, on node-1 and node-2',
    good: 'a pod for each of them',
    source: STEERING,
  },
  nodeExcluded: {
    otherSeverity: Severity.WARNING,
    summary: 'A pod may run on the node that has its local volume.',
    why: 'With a durable volume, it stays Pending: it has to run there, but its own constraints forbid it. With any other volume, it starts on another node, with an empty volume.',
    bad: 'nodeSelector: { kubernetes.io/hostname: node-2 }, with a volume of node-1',
    good: 'nodeSelector: { kubernetes.io/hostname: node-1 }',
    source: STEERING,
  },
  ephemeralClaimName: {
    summary:
      'No other claim has the name <pod>-<volume> of the claim of an ephemeral volume, and that name is short enough.',
    why: 'The pod does not start if the claim is not its own, and a name that is too long is rejected.',
    bad: 'a claim web-cache, and a pod web with the ephemeral volume cache',
    good: 'another name for one of them',
    source: 'Kubernetes, ephemeral volume controller',
  },
  volumeHandle: {
    summary: 'The handle of a local volume is <volume group>#<name of the volume>.',
    why: 'The driver looks for a logical volume of that name, which does not exist.',
    bad: 'metadata.name: pv-1, volumeHandle: containerstorage#disk-1',
    good: 'metadata.name: pv-1, volumeHandle: containerstorage#pv-1',
    source: `${DRIVER}, NodeStageVolume`,
  },
  volumeCapacity: {
    summary:
      'A manually created local volume has its size among its attributes: more than zero, and no more than 64 bits can hold.',
    why: 'The driver does not create it: "volume request size is missing", or "invalid capacity".',
    bad: 'volumeAttributes: {}',
    good: 'volumeAttributes: { localdisk.csi.acstor.io/capacity: "10737418240" }',
    source: `${DRIVER}, NodeStageVolume`,
  },
  volumeAccessMode: {
    summary: 'A manually created local volume with a file system is for one node.',
    why: 'Kubelet requests the first of its access modes, and the driver does not mount volumes for several nodes: the pod never starts.',
    bad: 'accessModes: [ReadWriteMany]',
    good: 'accessModes: [ReadWriteOnce]',
    source: `${DRIVER}, NodeStageVolume`,
  },
  volumeLimit: {
    otherSeverity: Severity.WARNING,
    summary:
      'The limit of a local volume is omitted, or a size no smaller than the volume, also after rounding up to 4 MiB and after an expansion.',
    why: 'The driver never creates the volume, or cannot mount it again or create it on another node (a warning).',
    bad: 'localdisk.csi.acstor.io/capacity: "2147483648", localdisk.csi.acstor.io/limit: "1073741824"',
    good: 'localdisk.csi.acstor.io/limit: "0"',
    source: `${DRIVER}, NodeStageVolume`,
  },
  volumeNode: {
    otherSeverity: Severity.WARNING,
    summary: 'A local volume specifies its node by a valid name in lower case, and only once.',
    why: 'Without a node, a pod gets an empty volume wherever it runs. With an empty, invalid or different node, the garbage collectors remove the data. They ignore case, but labels of nodes do not, so no pod is steered to a name in upper case (a warning, unless the volume is durable).',
    bad: 'selected-initial-node: node-1, with node affinity for node-2',
    good: 'either of them',
    source: `${DRIVER}, collectors`,
  },
  nobodySteers: {
    summary: 'Either volumes have node affinity, or something steers pods to them.',
    why: 'With neither, pods may run anywhere, start with empty volumes, and the data is removed.',
    bad: '--run-alongside-webhook=true, without a policy or webhook for pods',
    good: 'a HyperconvergedPolicy, or --run-alongside-webhook=false',
    source: `${DRIVER}, chart`,
  },
  notSteered: {
    severity: Severity.WARNING,
    summary: 'Pods with local volumes have the label by which a policy steers them.',
    why: 'The policy passes over pods without the label: on another node than that of their volumes they get empty ones.',
    bad: 'a HyperconvergedPolicy, and a StatefulSet with local claims that it does not steer',
    good: 'policy.steer(statefulSet)',
    source: `${DRIVER}, webhook for pods`,
  },
  steeredInVain: {
    severity: Severity.WARNING,
    summary:
      'Pods are steered only if the driver leaves the nodes of volumes to the policy or webhook.',
    why: 'Otherwise volumes have node affinity, and no node that a policy or webhook could steer pods to.',
    bad: '--run-alongside-webhook=false, and a HyperconvergedPolicy',
    good: '--run-alongside-webhook=true, and a HyperconvergedPolicy',
    source: `${DRIVER}, chart`,
  },
});

/** The rules on objects that have to do with local disks, whoever made them. */
import { defineRules } from '../../findings';

const DRIVER = 'local-csi-driver v0.3.0';
const WEBHOOK = `${DRIVER}, webhook enforce-ephemeral`;
const STEERING = `${DRIVER}, webhook hyperconverged`;
const PROVISIONING = `${DRIVER} and csi-provisioner 5.2.0`;
const ACCEPTED =
  'metadata.annotations: { localdisk.csi.acstor.io/accept-ephemeral-storage: "true" }';

export const LOCAL_RULES = defineRules('local', {
  ephemeralOnly: {
    error:
      'A claim on local disks neither is a generic ephemeral volume nor accepts the loss of its data.',
    why: 'The data is lost together with the node. The webhook of the driver rejects the claim.',
    bad: 'kind: PersistentVolumeClaim, spec: { storageClassName: local }',
    good: ACCEPTED,
    source: WEBHOOK,
  },
  classByAnnotation: {
    error: 'The class of a claim on local disks is set by the old annotation.',
    why: 'Kubernetes prefers the old annotation, which the webhook does not read: the claim is admitted, and its data may be lost without warning.',
    bad: 'annotations: { volume.beta.kubernetes.io/storage-class: local }',
    good: `spec: { storageClassName: local }, ${ACCEPTED}`,
    source: WEBHOOK,
  },
  classByDefault: {
    error:
      'A claim gets local disks through the default class, and does not accept the loss of its data.',
    why: 'If the class becomes the default after the claim was created, the claim gets it by an update, which the webhook does not check.',
    bad: 'a claim without storageClassName, where the default class is one of local disks',
    good: ACCEPTED,
    source: WEBHOOK,
  },
  ownerNotController: {
    error: 'The pod that owns the claim of an ephemeral volume does not control it.',
    why: 'The webhook accepts any owner of the kind Pod; Kubernetes sets apiVersion v1 and controller: true.',
    bad: 'ownerReferences: [{ apiVersion: v1, kind: Pod, name: web, uid: … }]',
    good: 'an ephemeral volume in the pod, whose claim Kubernetes creates',
    source: WEBHOOK,
  },
  acceptValue: {
    error: 'The annotation that accepts the loss of data does not have the value "true".',
    why: 'The webhook compares strings: True, yes and 1 do not count.',
    bad: 'localdisk.csi.acstor.io/accept-ephemeral-storage: "yes"',
    good: 'localdisk.csi.acstor.io/accept-ephemeral-storage: "true"',
    source: WEBHOOK,
  },
  acceptOldKey: {
    error:
      'The annotation that accepts the loss of data has the key of the first version of Azure Container Storage.',
    why: 'The webhook does not read the key of the first one.',
    bad: 'acstor.azure.com/accept-ephemeral-storage: "true"',
    good: 'localdisk.csi.acstor.io/accept-ephemeral-storage: "true"',
    source: WEBHOOK,
  },
  acceptMisplaced: {
    warning: 'The annotation that accepts the loss of data is not on a claim or a claim template.',
    why: 'On a workload or its pods it is ignored, and the claims are refused.',
    bad: 'kind: StatefulSet, metadata.annotations: { localdisk.csi.acstor.io/accept-ephemeral-storage: "true" }',
    good: 'spec.volumeClaimTemplates[0].metadata.annotations: { localdisk.csi.acstor.io/accept-ephemeral-storage: "true" }',
    source: WEBHOOK,
  },
  acceptInVain: {
    warning: 'A claim accepts the loss of its data, but is not on local disks.',
    why: "With another driver, the data is kept, and is not as fast as on a node's own disks.",
    bad: 'storageClassName: efs, with localdisk.csi.acstor.io/accept-ephemeral-storage: "true"',
    good: 'storageClassName: local',
    source: WEBHOOK,
  },
  dataSource: {
    error: 'A claim on local disks has a data source.',
    why: 'The driver can neither clone nor restore: the claim stays Pending.',
    bad: 'dataSource: { kind: PersistentVolumeClaim, name: other }',
    good: 'a claim without a source, and a Job that copies the data',
    source: PROVISIONING,
  },
  room: {
    warning: 'No node has the space that a claim on local disks requests.',
    why: 'The scheduler finds no node for the pod, which stays Pending. What the nodes have is read from the CSIStorageCapacity objects of the driver, if they are among the files.',
    bad: 'resources: { requests: { storage: 2Ti } }, with capacity: 894Gi in each CSIStorageCapacity of the class',
    good: 'resources: { requests: { storage: 500Gi } }',
    source: `Kubernetes, storage capacity; ${PROVISIONING}`,
  },
  failoverMode: {
    error: 'The failover mode of a class is not availability or durability.',
    why: 'The driver treats anything else as availability: the volume is recreated on another node, empty.',
    bad: 'parameters: { localdisk.csi.acstor.io/failover-mode: durable }',
    good: 'parameters: { localdisk.csi.acstor.io/failover-mode: durability }',
    source: STEERING,
  },
  failoverWithoutEffect: {
    warning: "A failover mode is set, but nothing steers pods to the driver's volumes.",
    why: 'Volumes have node affinity, and nothing reads the mode.',
    bad: 'localdisk.csi.acstor.io/failover-mode: availability, with --run-alongside-webhook=false',
    good: 'the class without a failover mode',
    source: STEERING,
  },
  volumeGroup: {
    error: 'The name of a volume group is not valid for LVM.',
    why: 'The driver creates a handle that it cannot read, and retries forever.',
    bad: "parameters: { volumeGroup: 'fast#1' }",
    good: 'parameters: { volumeGroup: fast-1 }',
    source: `${DRIVER}, CreateVolume; LVM 2, names of volume groups`,
  },
  volumeGroupOfRaid: {
    warning: 'The volume group of a class is not the one that the driver creates on the disks.',
    why: 'Any other group does not exist: the claim stays Pending.',
    bad: 'volumeGroup: fast, where the init container raid has VOLUME_GROUP: containerstorage',
    good: 'volumeGroup: containerstorage',
    source: `${DRIVER}, chart`,
  },
  classParameter: {
    warning: 'A class of local disks has a parameter that the driver does not read.',
    why: 'The driver copies any other into the volume, where it has no effect.',
    bad: 'parameters: { VolumeGroup: fast }',
    good: 'parameters: { volumeGroup: fast }',
    source: PROVISIONING,
  },
  provisionerParameter: {
    error:
      'A parameter that is meant for the provisioner is unknown to it, repeated or incomplete.',
    why: 'The provisioner refuses each claim of the class, forever: the claims stay Pending.',
    bad: 'parameters: { csi.storage.k8s.io/fs-type: xfs }',
    good: 'parameters: { csi.storage.k8s.io/fstype: xfs }',
    source: PROVISIONING,
  },
  initialNode: {
    isEither: true,
    error: 'A class specifies the node of its volumes.',
    why: 'The driver copies it into volumes of other nodes, which its garbage collectors then remove with their data.',
    bad: 'parameters: { localdisk.csi.acstor.io/selected-initial-node: node-1 }',
    good: 'the class without it; allowedTopologies for certain nodes',
    source: `${DRIVER}, CreateVolume and collectors`,
  },
  immediateBinding: {
    warning: 'A class of local disks binds before the pod has been assigned to a node.',
    why: 'The volume is created on any node, and the pod has to run there, whether there is room for it or not.',
    bad: 'volumeBindingMode: Immediate',
    good: 'volumeBindingMode: WaitForFirstConsumer',
    source: DRIVER,
  },
  provisionerName: {
    warning: 'The provisioner of a class of local disks is not the exact name of the driver.',
    why: 'No driver responds, and its claims stay Pending.',
    bad: 'provisioner: localdisks.csi.acstor.io',
    good: 'provisioner: localdisk.csi.acstor.io',
    source: DRIVER,
  },
  nodeName: {
    error: 'A pod whose local volume is provisioned for it names its node itself.',
    why: 'The volume is created when the scheduler chooses a node. With nodeName, the scheduler is bypassed: the pod stays Pending.',
    bad: 'spec: { nodeName: node-1 }',
    good: 'nodeSelector: { kubernetes.io/hostname: node-1 }',
    source: 'Kubernetes, WaitForFirstConsumer',
  },
  inlineVolume: {
    error: 'Local disks are mounted with an inline CSI volume.',
    why: 'The driver claims to support them, but requires a staging path that inline volumes do not have: the pod never starts.',
    bad: 'volumes: [{ name: tmp, csi: { driver: localdisk.csi.acstor.io } }]',
    good: 'volumes: [{ name: tmp, ephemeral: { volumeClaimTemplate: … } }]',
    source: `${DRIVER}, NodePublishVolume`,
  },
  sharedClaim: {
    isEither: true,
    warning: 'Several pods mount a claim on local disks that may fail over.',
    why: 'A second pod may run on another node: it gets an empty volume there, and the first node removes the data while the first pod uses it.',
    bad: 'a Deployment of 2 replicas with a claim on local disks',
    good: 'a StatefulSet with volumeClaimTemplates, or one replica with strategy: { type: Recreate }',
    source: `${DRIVER}, NodeStageVolume and collectors`,
  },
  durableNodes: {
    error: 'The durable local volumes of a pod are on different nodes.',
    why: 'The pod has to run where each of them is, and no node has them all: it stays Pending.',
    bad: 'a pod with two claims whose volumes have failover-mode durability, on node-1 and node-2',
    good: 'a pod for each of them',
    source: STEERING,
  },
  nodeExcluded: {
    isEither: true,
    error: 'A pod may not run on the node that has its local volume.',
    why: 'With a durable volume, it stays Pending: it has to run there, but its own constraints forbid it. With any other volume, it starts on another node, with an empty volume.',
    bad: 'nodeSelector: { kubernetes.io/hostname: node-2 }, with a volume of node-1',
    good: 'nodeSelector: { kubernetes.io/hostname: node-1 }',
    source: STEERING,
  },
  ephemeralClaimName: {
    error: 'The name <pod>-<volume> of the claim of an ephemeral volume is taken or too long.',
    why: 'The pod does not start if the claim is not its own, and a name that is too long is rejected.',
    bad: 'a claim web-cache, and a pod web with the ephemeral volume cache',
    good: 'another name for one of them',
    source: 'Kubernetes, ephemeral volume controller',
  },
  volumeHandle: {
    error: 'The handle of a local volume is not <volume group>#<name of the volume>.',
    why: 'The driver looks for a logical volume of that name, which does not exist.',
    bad: 'metadata.name: pv-1, volumeHandle: containerstorage#disk-1',
    good: 'metadata.name: pv-1, volumeHandle: containerstorage#pv-1',
    source: `${DRIVER}, NodeStageVolume`,
  },
  volumeCapacity: {
    error:
      'A manually created local volume does not have its size among its attributes, or not a valid one.',
    why: 'The driver does not create it: "volume request size is missing", or "invalid capacity".',
    bad: 'volumeAttributes: {}',
    good: 'volumeAttributes: { localdisk.csi.acstor.io/capacity: "10737418240" }',
    source: `${DRIVER}, NodeStageVolume`,
  },
  volumeAccessMode: {
    error: 'A manually created local volume with a file system is for several nodes.',
    why: 'Kubelet requests the first of its access modes, and the driver does not mount volumes for several nodes: the pod never starts.',
    bad: 'accessModes: [ReadWriteMany]',
    good: 'accessModes: [ReadWriteOnce]',
    source: `${DRIVER}, NodeStageVolume`,
  },
  volumeLimit: {
    isEither: true,
    error: 'The limit of a local volume is not a size, or is smaller than the volume.',
    why: 'The driver never creates the volume, or cannot mount it again or create it on another node (a warning).',
    bad: 'localdisk.csi.acstor.io/capacity: "2147483648", localdisk.csi.acstor.io/limit: "1073741824"',
    good: 'localdisk.csi.acstor.io/limit: "0"',
    source: `${DRIVER}, NodeStageVolume`,
  },
  volumeNode: {
    isEither: true,
    error: 'A local volume does not specify its node once, by a valid name in lower case.',
    why: 'Without a node, a pod gets an empty volume wherever it runs. With an empty, invalid or different node, the garbage collectors remove the data. They ignore case, but labels of nodes do not, so no pod is steered to a name in upper case (a warning, unless the volume is durable).',
    bad: 'selected-initial-node: node-1, with node affinity for node-2',
    good: 'either of them',
    source: `${DRIVER}, collectors`,
  },
  nobodySteers: {
    error: 'Volumes have no node affinity, and nothing steers pods to them.',
    why: 'With neither, pods may run anywhere, start with empty volumes, and the data is removed.',
    bad: '--run-alongside-webhook=true, without a policy or webhook for pods',
    good: 'a HyperconvergedPolicy, or --run-alongside-webhook=false',
    source: `${DRIVER}, chart`,
  },
  notSteered: {
    warning: 'A pod with local volumes lacks the label by which a policy steers pods.',
    why: 'The policy passes over pods without the label: on another node than that of their volumes they get empty ones.',
    bad: 'a HyperconvergedPolicy, and a StatefulSet with local claims that it does not steer',
    good: 'policy.steer(statefulSet)',
    source: `${DRIVER}, webhook for pods`,
  },
  steeredInVain: {
    warning: 'Pods are steered, but the driver writes the nodes of volumes itself.',
    why: 'Volumes have node affinity, and no node that a policy or webhook could steer pods to.',
    bad: '--run-alongside-webhook=false, and a HyperconvergedPolicy',
    good: '--run-alongside-webhook=true, and a HyperconvergedPolicy',
    source: `${DRIVER}, chart`,
  },
});

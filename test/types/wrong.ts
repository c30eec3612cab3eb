/**
 * Wrong uses that the compiler refuses, whichever cdk8s-plus stands in the place of cdk8s-plus-28.
 * It only compiles: nothing of it is run.
 */
import { Chart, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Claim,
  CoLocation,
  CsiDriverStack,
  CsiPersistentVolume,
  EfsCsiDriver,
  EfsFileSystem,
  EphemeralVolume,
  LocustCredential,
  LocustTest,
  LocustTestFiles,
  PVCViewer,
  StorageClass,
  VolumeOwnership,
  VolumeTopology,
} from 'cdk8s-volumes';

declare const chart: Chart;
declare const deployment: kplus.Deployment;
declare const secret: kplus.Secret;
declare const configMap: kplus.ConfigMap;
declare const account: kplus.ServiceAccount;
declare const volume: kplus.PersistentVolume;
declare const claim: kplus.PersistentVolumeClaim;
declare const emptyDir: kplus.Volume;
declare const viewer: PVCViewer;
declare const stack: CsiDriverStack;

const { READ_WRITE_ONCE } = kplus.PersistentVolumeAccessMode;
const storage = Size.gibibytes(1);
const master = { command: '-f a.py' };

// A claim is no other resource.
// @ts-expect-error a workload
new PVCViewer(chart, 'viewer', { claim: deployment });
// @ts-expect-error a Secret
new PVCViewer(chart, 'viewer', { claim: secret });
// @ts-expect-error a ConfigMap
new PVCViewer(chart, 'viewer', { claim: configMap });
// @ts-expect-error a service account
new PVCViewer(chart, 'viewer', { claim: account });
// @ts-expect-error a persistent volume
new PVCViewer(chart, 'viewer', { claim: volume });
// @ts-expect-error a volume of a pod
new PVCViewer(chart, 'viewer', { claim: emptyDir });
// @ts-expect-error the name of a claim
new PVCViewer(chart, 'viewer', { claim: 'claim' });
// @ts-expect-error no claim
new PVCViewer(chart, 'viewer', {});
// @ts-expect-error a ConfigMap of this library
new PVCViewer(chart, 'viewer', { claim: viewer.configMap! });
// @ts-expect-error a service account of this library
new PVCViewer(chart, 'viewer', { claim: stack.nodeServiceAccount! });
// @ts-expect-error a workload of this library
new PVCViewer(chart, 'viewer', { claim: viewer.deployment });
// @ts-expect-error a workload
CoLocation.of(deployment).withClaim(deployment);
// @ts-expect-error a ConfigMap
VolumeTopology.of(chart).consumersOf(configMap);
new CsiPersistentVolume(chart, 'disk', {
  driver: 'ebs.csi.aws.com',
  volumeHandle: 'vol-0',
  storage,
  accessModes: [READ_WRITE_ONCE],
  // @ts-expect-error a Secret
  claim: secret,
});

// Neither are ConfigMaps and Secrets.
// @ts-expect-error a Secret
LocustTestFiles.fromConfigMap(secret);
// @ts-expect-error a claim
LocustTestFiles.fromConfigMap(claim);
// @ts-expect-error a workload
LocustTestFiles.fromConfigMap(deployment);
// @ts-expect-error the name of a ConfigMap
LocustTestFiles.fromConfigMap('code');
// @ts-expect-error a ConfigMap
LocustCredential.fromSecret(configMap, 'password');
// @ts-expect-error a claim
LocustCredential.fromSecret(claim, 'password');

// What is mounted is storage.
// @ts-expect-error a workload
VolumeOwnership.of(deployment).setGroup(2000, { volumes: [deployment] });
// @ts-expect-error the name of a volume
VolumeOwnership.of(deployment).setGroup(2000, { volumes: ['scratch'] });

// Enums are not any text, and not each other.
// @ts-expect-error a text that is no access mode
new Claim(chart, 'claim', { storage, accessModes: ['ReadWriteTwice'] });
// @ts-expect-error another enum
new Claim(chart, 'claim', { storage, accessModes: [kplus.ImagePullPolicy.ALWAYS] });
new EfsFileSystem('fs-0123456789abcdef0').sharedVolume(chart, 'volume', {
  accessPointId: 'fsap-0123456789abcdef0',
  // @ts-expect-error one instead of a list
  accessModes: READ_WRITE_ONCE,
});
// @ts-expect-error another enum
new EphemeralVolume(chart, 'scratch', { storage, volumeMode: READ_WRITE_ONCE });
new LocustTest(chart, 'load', {
  image: 'locust',
  master,
  worker: { ...master, replicas: 1 },
  // @ts-expect-error another enum
  imagePullPolicy: kplus.DnsPolicy.DEFAULT,
});
new CsiDriverStack(chart, 'efs', {
  driver: new EfsCsiDriver(),
  // @ts-expect-error another enum
  node: { dnsPolicy: kplus.ImagePullPolicy.ALWAYS },
});

// Structs have the fields of Kubernetes, and wrapped quantities.
// @ts-expect-error a bare number
new PVCViewer(chart, 'viewer', { claim, resources: { limits: { memory: 128 } } });
// @ts-expect-error a bare text
new PVCViewer(chart, 'viewer', { claim, resources: { limits: { memory: '128Mi' } } });
// @ts-expect-error an unknown field
new PVCViewer(chart, 'viewer', { claim, tolerations: [{ label: 'storage' }] });
// @ts-expect-error a pod without containers
new PVCViewer(chart, 'viewer', { claim, podSpec: { volumes: [] } });
// @ts-expect-error one instead of a list
new StorageClass(chart, 'fast', { provisioner: 'ebs.csi.aws.com', allowedTopologies: {} });
new LocustTest(chart, 'load', {
  image: 'locust',
  master,
  worker: { ...master, replicas: 1 },
  // @ts-expect-error a variable without a name
  env: { variables: [{ value: 'debug' }] },
});

// Peers are what a policy can select.
// @ts-expect-error labels
new PVCViewer(chart, 'viewer', { claim, networkPolicy: { allowFrom: [{ app: 'web' }] } });
// @ts-expect-error a ConfigMap
new PVCViewer(chart, 'viewer', { claim, networkPolicy: { allowFrom: [configMap] } });
// @ts-expect-error a bare port
viewer.deployment.connections.allowFrom(deployment, { ports: [8080] });
// @ts-expect-error a text that is no isolation
viewer.deployment.connections.allowFrom(deployment, { isolation: 'BOTH' });
// @ts-expect-error a claim
viewer.deployment.connections.allowTo(claim);

// What comes out of the library is what it is.
// @ts-expect-error a service account that is no Secret
new kplus.Pod(chart, 'pod', { dockerRegistryAuth: stack.nodeServiceAccount! });
// @ts-expect-error a handle that is no storage
deployment.containers[0].mount('/data', viewer.configMap!);
// @ts-expect-error a handle that is no service account
new kplus.Pod(chart, 'pod', { serviceAccount: viewer.configMap! });

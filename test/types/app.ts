/**
 * An app with every point where this library and cdk8s-plus touch. `types.test.ts` puts each
 * cdk8s-plus in the place of cdk8s-plus-28.
 */
import { App, Chart, Cron, Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  ArgoSynthPlugin,
  Claim,
  ClaimTemplate,
  ClaimTemplates,
  CoLocation,
  csi,
  CsiDriverStack,
  CsiPersistentVolume,
  EfsCsiDriver,
  EfsFileSystem,
  EphemeralVolume,
  Finding,
  IClaim,
  LocalPersistentVolume,
  LocalStorageClass,
  LocalVolume,
  LocustCredential,
  LocustOperatorSettings,
  LocustTarget,
  LocustTest,
  LocustTestFiles,
  LocustTestVolumes,
  Platform,
  PVCViewer,
  StorageClass,
  Target,
  ViewerImage,
  ViewerRouting,
  VolumeOwnership,
  VolumeTopology,
} from 'cdk8s-volumes';

const { IntOrString, Quantity } = kplus.k8s;
const READ_WRITE_ONCE = [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE];
const TOLERATIONS: kplus.k8s.Toleration[] = [{ key: 'storage', operator: 'Exists' }];
const SECRETS: kplus.k8s.LocalObjectReference[] = [{ name: 'registry' }];
const RESOURCES: kplus.k8s.ResourceRequirements = {
  requests: { cpu: Quantity.fromString('100m'), memory: Quantity.fromString('128Mi') },
  limits: { memory: Quantity.fromString('128Mi') },
};
const AFFINITY: kplus.k8s.Affinity = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [
        { matchExpressions: [{ key: 'disk', operator: 'In', values: ['fast'] }] },
      ],
    },
  },
};

const container = (name: string): kplus.ContainerProps => ({
  name,
  image: `registry.example.com/${name}:1.0.0`,
  portNumber: 8080,
});

/** A driver of one's own, made of structs of cdk8s-plus. */
class TinyDriver extends csi.CustomCsiDriver {
  public describe(): csi.CsiDriverDefinition {
    const tiny: kplus.k8s.Container = {
      name: 'tiny',
      image: 'registry.example.com/tiny:1.0.0',
      securityContext: { privileged: true },
      volumeMounts: [{ name: 'plugin-dir', mountPath: '/csi' }],
    };
    const containers: kplus.k8s.Container[] = [
      tiny,
      csi.CsiSidecars.registrar({
        image: 'registry.example.com/registrar:1.0.0',
        socket: csi.CsiSidecars.socketPath('/var/lib/kubelet', 'tiny.example.com'),
        logLevel: 2,
      }),
      csi.CsiSidecars.livenessProbe({ image: 'registry.example.com/probe:1.0.0', port: 9810 }),
      csi.CsiSidecars.provisioner({
        image: 'registry.example.com/provisioner:1.0.0',
        socketDirectory: '/csi',
        logLevel: 2,
      }),
    ];
    const volumes: kplus.k8s.Volume[] = [
      ...csi.CsiSidecars.kubeletVolumes('/var/lib/kubelet', 'tiny.example.com'),
      { name: 'socket-dir', emptyDir: {} },
    ];
    const pod: kplus.k8s.PodSpec = { hostPid: true, containers, volumes };
    const rules: kplus.k8s.PolicyRule[] = [
      { apiGroups: [''], resources: ['nodes'], verbs: ['get'] },
    ];
    const csiDriver: kplus.k8s.CsiDriverSpec = { attachRequired: false, fsGroupPolicy: 'File' };
    return {
      name: 'tiny.example.com',
      appName: 'tiny',
      defaultNamespace: 'tiny',
      csiDriver,
      node: {
        name: 'tiny-node',
        serviceAccountName: 'tiny-node',
        roles: [{ name: 'tiny-node', bindingName: 'tiny-node', rules }],
        pod,
      },
    };
  }

  public checkStorageClass(): Finding[] {
    return [];
  }
}

/** Drivers: options of structs and enums, handles as subjects, in roles and as peers. */
function drivers(app: App): LocalStorageClass {
  const chart = new Chart(app, 'drivers');
  const csiDriver: kplus.k8s.CsiDriverSpec = { storageCapacity: false };
  const efs = new CsiDriverStack(chart, 'efs', {
    driver: new EfsCsiDriver(),
    platform: Platform.EKS,
    images: { imagePullPolicy: kplus.ImagePullPolicy.ALWAYS, imagePullSecrets: SECRETS },
    node: {
      dnsPolicy: kplus.DnsPolicy.CLUSTER_FIRST,
      tolerations: TOLERATIONS,
      maxUnavailable: IntOrString.fromString('10%'),
      containers: {
        'efs-plugin': {
          resources: RESOURCES,
          env: [{ name: 'AWS_STS_REGIONAL_ENDPOINTS', value: 'regional' }],
        },
      },
    },
    controller: { enabled: true, affinity: AFFINITY, tolerations: TOLERATIONS },
    csiDriver,
  });
  new CsiDriverStack(chart, 'tiny', {
    driver: new TinyDriver(),
    platform: Platform.VANILLA,
    namespace: 'tiny',
    createNamespace: true,
  });

  const account: kplus.IServiceAccount = efs.nodeServiceAccount!;
  const readers = new kplus.Role(chart, 'readers', { metadata: { namespace: 'kube-system' } });
  readers.allowRead(kplus.ApiResource.CONFIG_MAPS);
  readers.allow(['use'], efs.csiDriver!);
  readers.bind(account, efs.controllerServiceAccount!);
  const role: kplus.IClusterRole = efs.clusterRoles[0];
  new kplus.ClusterRoleBinding(chart, 'more', { role }).addSubjects(
    new kplus.ServiceAccount(chart, 'monitor', { metadata: { namespace: 'kube-system' } }),
  );
  efs.nodeServiceAccount!.permissions.grantRead(kplus.User.fromName(chart, 'operator', 'operator'));
  new kplus.Pod(chart, 'debug', {
    metadata: { namespace: 'kube-system' },
    serviceAccount: account,
    containers: [container('debug')],
  });
  new StorageClass(chart, 'fast', {
    name: 'fast',
    provisioner: 'ebs.csi.aws.com',
    allowedTopologies: [
      { matchLabelExpressions: [{ key: 'topology.kubernetes.io/zone', values: ['eu-west-1a'] }] },
    ],
  });
  return new LocalStorageClass(chart, 'disks', { name: 'disks' });
}

/** Claims and volumes of every origin: mounted, bound, owned and followed. */
function storage(
  chart: Chart,
  disks: LocalStorageClass,
): { readonly own: IClaim; readonly shared: IClaim } {
  const content = new EfsFileSystem('fs-0123456789abcdef0').sharedVolume(chart, 'content', {
    accessPointId: 'fsap-0123456789abcdef0',
    accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY],
  });
  const pages = new kplus.PersistentVolumeClaim(chart, 'pages', {
    metadata: { name: 'pages' },
    accessModes: READ_WRITE_ONCE,
    storage: Size.gibibytes(10),
    storageClassName: 'fast',
  });
  const elsewhere: kplus.IPersistentVolumeClaim = kplus.PersistentVolumeClaim.fromClaimName(
    chart,
    'elsewhere',
    'elsewhere',
  );
  const named = Claim.fromClaimName(chart, 'named', 'named', { accessModes: READ_WRITE_ONCE });
  const orders = new Claim(chart, 'orders', {
    accessModes: READ_WRITE_ONCE,
    storage: Size.gibibytes(10),
    volumeMode: kplus.PersistentVolumeMode.FILE_SYSTEM,
    storageClassName: 'fast',
    selector: { matchLabels: { disk: 'orders' } },
    dataSourceRef: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'orders' },
  });
  const disk = new CsiPersistentVolume(chart, 'disk', {
    driver: 'ebs.csi.aws.com',
    volumeHandle: 'vol-0123456789abcdef0',
    storage: Size.gibibytes(10),
    accessModes: READ_WRITE_ONCE,
    volumeMode: kplus.PersistentVolumeMode.FILE_SYSTEM,
    reclaimPolicy: kplus.PersistentVolumeReclaimPolicy.RETAIN,
    storageClassName: 'manual',
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [
          {
            matchExpressions: [
              { key: 'topology.kubernetes.io/zone', operator: 'In', values: ['eu-west-1a'] },
            ],
          },
        ],
      },
    },
  });
  const reserved = disk.reserve();
  new CsiPersistentVolume(chart, 'selected', {
    driver: 'ebs.csi.aws.com',
    volumeHandle: 'vol-0123456789abcdef3',
    storage: Size.gibibytes(10),
    accessModes: READ_WRITE_ONCE,
    storageClassName: 'fast',
    labels: { disk: 'orders' },
  });
  const imported = new CsiPersistentVolume(chart, 'imported', {
    driver: 'ebs.csi.aws.com',
    volumeHandle: 'vol-0123456789abcdef1',
    storage: Size.gibibytes(10),
    accessModes: READ_WRITE_ONCE,
    storageClassName: 'manual',
  });
  const volume: kplus.IPersistentVolume = imported;
  const bound = new kplus.PersistentVolumeClaim(chart, 'bound', {
    metadata: { name: 'bound' },
    accessModes: READ_WRITE_ONCE,
    storage: Size.gibibytes(10),
    storageClassName: 'manual',
    volume,
  });
  const scratch = new EphemeralVolume(chart, 'scratch', {
    storage: Size.gibibytes(20),
    storageClassName: disks.storageClassName,
    accessModes: READ_WRITE_ONCE,
    volumeMode: kplus.PersistentVolumeMode.FILE_SYSTEM,
  });
  const cache = new LocalVolume(chart, 'cache', {
    storage: Size.gibibytes(1),
    storageClassName: disks.storageClassName,
    accessModes: READ_WRITE_ONCE,
  });
  const ram = kplus.Volume.fromEmptyDir(chart, 'ram', 'ram', {
    medium: kplus.EmptyDirMedium.MEMORY,
    sizeLimit: Size.mebibytes(64),
  });

  const server = new kplus.Deployment(chart, 'server', {
    metadata: { name: 'server' },
    replicas: 1,
    strategy: kplus.DeploymentStrategy.recreate(),
    containers: [container('server')],
  });
  const [main] = server.containers;
  main.mount('/content', content, { readOnly: true });
  main.mount('/orders', orders);
  main.mount('/reserved', reserved.asVolume());
  main.mount('/named', named);
  main.mount('/scratch', scratch);
  main.mount('/cache', cache);
  main.mount('/ram', ram);
  const pagesVolume = kplus.Volume.fromPersistentVolumeClaim(chart, 'pages-volume', pages, {
    name: 'pages',
  });
  main.mount('/pages', pagesVolume);
  const kept = content.asVolume();
  server.addVolume(kept);
  const volumes: kplus.Volume[] = [orders.asVolume(), cache.asVolume(), scratch.asVolume()];
  const storages: kplus.IStorage[] = [reserved, ram, pagesVolume];
  VolumeOwnership.of(server).setGroup(2000, {
    changePolicy: kplus.FsGroupChangePolicy.ON_ROOT_MISMATCH,
    volumes: [...volumes, ...storages],
    hints: { scratch: { accessModes: READ_WRITE_ONCE } },
  });

  const headless = new kplus.Service(chart, 'index-service', {
    metadata: { name: 'index' },
    clusterIP: 'None',
    ports: [{ port: 9200 }],
  });
  const index = new kplus.StatefulSet(chart, 'index', {
    metadata: { name: 'index' },
    service: headless,
    containers: [container('index')],
  });
  const segments: ClaimTemplate = ClaimTemplates.of(index)
    .useRetentionPolicy({ whenScaled: kplus.PersistentVolumeReclaimPolicy.DELETE })
    .add('segments', {
      storage: Size.gibibytes(10),
      accessModes: READ_WRITE_ONCE,
      volumeMode: kplus.PersistentVolumeMode.FILE_SYSTEM,
      storageClassName: 'fast',
    });
  index.containers[0].mount('/segments', segments, { subPath: 'index' });
  index.containers[0].mount('/content', content, { readOnly: true });
  CoLocation.of(index).withWorkload(server);
  const report = new kplus.Job(chart, 'report', {
    containers: [
      { ...container('report'), volumeMounts: [{ path: '/orders', volume: orders.asVolume() }] },
    ],
  });
  CoLocation.of(report).withClaim(orders);
  CoLocation.of(
    new kplus.CronJob(chart, 'nightly', {
      schedule: Cron.daily(),
      containers: [container('nightly')],
    }),
  ).withClaim(bound);
  CoLocation.of(
    new kplus.DaemonSet(chart, 'agent', { containers: [container('agent')] }),
  ).withClaim(elsewhere, { weight: 10 });

  const topology = VolumeTopology.of(chart);
  topology.consumersOf(orders);
  topology.driverOf(bound);
  topology.storageClassOf(content.persistentVolumeClaim);
  new kplus.PersistentVolumeClaim(chart, 'copy', {
    metadata: { name: 'copy' },
    accessModes: topology.accessModesOf(pages),
    storage: Size.gibibytes(10),
    storageClassName: topology.storageClassOf(pages),
  });
  const template: kplus.k8s.KubePersistentVolumeClaimProps = LocalVolume.claimTemplate('data', {
    storage: Size.gibibytes(1),
    storageClassName: disks.storageClassName,
    accessModes: READ_WRITE_ONCE,
  });
  const ephemeral: kplus.k8s.Volume = scratch.podVolume;
  const plain = new kplus.k8s.KubeStatefulSet(chart, 'plain', {
    spec: {
      serviceName: 'plain',
      selector: { matchLabels: { app: 'plain' } },
      volumeClaimTemplates: [template],
      template: {
        metadata: { labels: { app: 'plain' } },
        spec: {
          containers: [{ name: 'main', image: 'registry.example.com/plain:1.0.0' }],
          volumes: [ephemeral],
        },
      },
    },
  });
  const mount: kplus.MountOptions = { readOnly: false, propagation: kplus.MountPropagation.NONE };
  const claims = ClaimTemplates.of(plain).useRetentionPolicy({
    whenScaled: kplus.PersistentVolumeReclaimPolicy.DELETE,
    whenDeleted: kplus.PersistentVolumeReclaimPolicy.RETAIN,
  });
  const source: kplus.k8s.TypedLocalObjectReference = {
    apiGroup: 'snapshot.storage.k8s.io',
    kind: 'VolumeSnapshot',
    name: 'wal',
  };
  claims
    .add('wal', {
      storage: Size.gibibytes(1),
      storageClassName: 'fast',
      accessModes: READ_WRITE_ONCE,
      dataSource: source,
    })
    .mountInto('main', '/wal', mount);
  main.mount('/more', cache, mount);
  content.permissions.grantReadWrite(new kplus.ServiceAccount(chart, 'editor'));
  const auditors = new kplus.Role(chart, 'auditors');
  auditors.allowRead(orders, content.persistentVolumeClaim, cache);
  new CsiPersistentVolume(chart, 'kept', {
    driver: 'ebs.csi.aws.com',
    volumeHandle: 'vol-0123456789abcdef2',
    storage: Size.gibibytes(10),
    accessModes: READ_WRITE_ONCE,
    storageClassName: 'manual',
    claim: elsewhere,
  });
  new LocalPersistentVolume(chart, 'ssd', {
    nodeName: 'node-a',
    storage: Size.gibibytes(100),
    storageClassName: disks.storageClassName,
    accessModes: READ_WRITE_ONCE,
    volumeMode: kplus.PersistentVolumeMode.FILE_SYSTEM,
  });
  return { own: orders, shared: content };
}

/** A viewer: its claim, its pod, whom it lets in, and what connects to its objects. */
function viewer(chart: Chart, claim: IClaim): void {
  const portal = new kplus.Deployment(chart, 'portal', {
    metadata: { name: 'portal' },
    containers: [container('portal')],
  });
  const image = new ViewerImage({
    image: 'registry.example.com/files:1.0.0',
    port: 8080,
    mountPath: '/data',
    configFile: { path: '/etc/files/config.yaml', content: 'base: {prefix}' },
  });
  const files = new PVCViewer(chart, 'files', {
    claim,
    image,
    readOnly: true,
    routing: ViewerRouting.none(),
    networking: { basePrefix: '/files', targetPort: IntOrString.fromNumber(8080) },
    resources: RESOURCES,
    affinity: AFFINITY,
    tolerations: TOLERATIONS,
    imagePullSecrets: SECRETS,
    networkPolicy: {
      allowFrom: [
        portal,
        kplus.Pods.select(chart, 'web', { labels: { app: 'web' } }),
        kplus.Namespaces.select(chart, 'tools', { names: ['tools'] }),
        kplus.NetworkPolicyIpBlock.ipv4(chart, 'office', '192.0.2.0/24'),
      ],
    },
  });
  const peer: kplus.INetworkPolicyPeer = files.deployment;
  portal.connections.allowTo(peer, { isolation: kplus.PodConnectionsIsolation.POD });
  files.deployment.connections.allowFrom(portal, {
    isolation: kplus.PodConnectionsIsolation.POD,
    ports: [kplus.NetworkPolicyPort.tcp(8080)],
  });
  new kplus.NetworkPolicy(chart, 'policy', {
    selector: kplus.Pods.all(chart, 'all'),
  }).addIngressRule(files.deployment);
  const ingress = new kplus.Ingress(chart, 'ingress');
  ingress.addHostRule('files.example.com', files.url!, files.service!.toIngressBackend());
  const configMap: kplus.IConfigMap = files.configMap!;
  portal.addVolume(kplus.Volume.fromConfigMap(chart, 'settings', configMap));
  portal.containers[0].env.copyFrom(kplus.Env.fromConfigMap(configMap));

  const claimed: kplus.IPersistentVolumeClaim = kplus.PersistentVolumeClaim.fromClaimName(
    chart,
    'uploads',
    'uploads',
  );
  const podSpec: kplus.k8s.PodSpec = {
    containers: [
      {
        name: 'main',
        image: 'registry.example.com/files:1.0.0',
        resources: RESOURCES,
        volumeMounts: [{ name: 'files', mountPath: '/data' }],
      },
    ],
    volumes: [{ name: 'files', persistentVolumeClaim: { claimName: 'uploads' } }],
  };
  new PVCViewer(chart, 'own', { claim: claimed, podSpec });
}

/** A load test, by itself and in workloads of one's own. */
function loadTest(chart: Chart, claim: IClaim): void {
  const secret: kplus.ISecret = kplus.Secret.fromSecretName(chart, 'kafka', 'kafka');
  const code = new kplus.ConfigMap(chart, 'code', {
    metadata: { name: 'code' },
    data: { 'shop.py': 'from locust import HttpUser' },
  });
  const exporter = { imagePullPolicy: kplus.ImagePullPolicy.IF_NOT_PRESENT };
  const load = new LocustTest(chart, 'load', {
    image: 'locustio/locust:2.43.1',
    imagePullPolicy: kplus.ImagePullPolicy.IF_NOT_PRESENT,
    imagePullSecrets: SECRETS,
    testFiles: LocustTestFiles.fromConfigMap(code),
    master: {
      command: '-f /lotest/src/shop.py --host http://server --users 100 --run-time 10m',
      resources: RESOURCES,
    },
    worker: { command: '-f /lotest/src/shop.py', replicas: 2, resources: RESOURCES },
    scheduling: { affinity: AFFINITY, tolerations: TOLERATIONS },
    env: {
      variables: [
        { name: 'LEVEL', valueFrom: { configMapKeyRef: { name: 'settings', key: 'level' } } },
      ],
    },
    volumes: [{ name: 'cache', emptyDir: { sizeLimit: Quantity.fromString('1Gi') } }],
    volumeMounts: [{ name: 'cache', mountPath: '/cache', target: LocustTarget.WORKER }],
    security: {
      podSecurityContext: { fsGroup: 2000 },
      containerSecurityContext: { allowPrivilegeEscalation: false },
    },
    settings: LocustOperatorSettings.chart({
      exporter,
      kafka: { securityEnabled: true, password: LocustCredential.fromSecret(secret, 'password') },
    }),
  });
  load.volumes.mount('/data', claim);
  load.volumes.mount('/more', kplus.Volume.fromConfigMap(chart, 'more', code, { name: 'more' }), {
    readOnly: true,
  });
  load.volumes.keepResults({ claim });

  const jobs = ['master', 'worker'].map(
    (role) =>
      new kplus.Job(chart, role, { containers: [{ ...container('load'), args: [`--${role}`] }] }),
  );
  const volumes = new LocustTestVolumes(chart, 'volumes');
  volumes.mount('/data', claim, { readOnly: true });
  volumes.addVolume({ name: 'cache', emptyDir: {} });
  volumes.addMount({ name: 'cache', mountPath: '/cache' });
  const {
    volumes: added,
    volumeMounts,
  }: { readonly volumes: kplus.k8s.Volume[]; readonly volumeMounts: kplus.k8s.VolumeMount[] } =
    volumes.worker;
  const podSpec: kplus.k8s.PodSpec = {
    restartPolicy: 'Never',
    volumes: added,
    containers: [{ name: 'main', image: 'registry.example.com/load:1.0.0', volumeMounts }],
  };
  new kplus.k8s.KubePod(chart, 'by-hand', {
    metadata: { labels: { app: 'by-hand' } },
    spec: podSpec,
  });
  volumes.applyTo(jobs[0], jobs[1]);
}

/** What the app has. */
export function build(app: App): void {
  Target.enable(app, {
    drivers: [
      {
        name: 'tiny.example.com',
        accessModes: READ_WRITE_ONCE,
        blockAccessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY],
      },
    ],
  });
  const disks = drivers(app);
  const shop = new Chart(app, 'shop', { namespace: 'shop', disableResourceNameHashes: true });
  const { own, shared } = storage(shop, disks);
  viewer(shop, own);
  loadTest(shop, shared);
  new ArgoSynthPlugin({
    image: 'registry.example.com/synth:1.0.0',
    timeout: Duration.seconds(90),
    resources: RESOURCES,
  }).files();
}

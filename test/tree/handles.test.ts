/** Handles: what constructs make, in the hands of cdk8s-plus. */
import { Chart, Duration, Size, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  CsiDriverStack,
  CsiPersistentVolume,
  EfsCsiDriver,
  EfsSharedVolume,
  Findings,
  LocustTest,
  Platform,
  PVCViewer,
  ViewerImage,
  ViewerPrefix,
  ViewerRouting,
} from '../../src';
import { claimNamed } from '../support/claims';

const chartIn = () =>
  new Chart(Testing.app(), 'shop', { namespace: 'shop', disableResourceNameHashes: true });
const written = (chart: Chart, kind: string): any[] =>
  Testing.synth(chart).filter((one) => one.kind === kind);
const viewerIn = (chart: Chart) =>
  new PVCViewer(chart, 'browse', {
    claim: claimNamed(chart, 'data'),
    routing: ViewerRouting.virtualService(),
  });
const testIn = (chart: Chart) =>
  new LocustTest(chart, 'load', {
    image: 'docker.io/locustio/locust:2.43.1',
    master: { command: 'locust' },
    worker: { command: 'locust', replicas: 1 },
  });
const stackIn = (chart: Chart) =>
  new CsiDriverStack(chart, 'efs', {
    driver: new EfsCsiDriver(),
    platform: Platform.VANILLA,
    namespace: 'storage',
  });

test('a network policy of cdk8s-plus selects the pods of a viewer', () => {
  const chart = chartIn();
  new kplus.NetworkPolicy(chart, 'policy', { selector: viewerIn(chart).deployment }).addIngressRule(
    kplus.Pods.all(chart, 'all'),
  );
  const [policy] = written(chart, 'NetworkPolicy');
  const [deployment] = written(chart, 'Deployment');
  expect(policy.metadata.namespace).toBe('shop');
  expect(policy.spec.podSelector).toEqual({ matchLabels: deployment.spec.selector.matchLabels });
});

test('a workload of cdk8s-plus lets the workers of a test in, and only them', () => {
  const chart = chartIn();
  const server = new kplus.Deployment(chart, 'server', {
    containers: [{ image: 'registry.example.com/server:1' }],
  });
  const { workerJob } = testIn(chart);
  server.connections.allowFrom(workerJob!, { isolation: kplus.PodConnectionsIsolation.POD });
  const [{ podSelector, namespaceSelector }] = written(chart, 'NetworkPolicy').flatMap(
    ({ spec }) => spec.ingress[0].from,
  );
  const labelsOf = (role: string) =>
    written(chart, 'Job').find(({ metadata }) => metadata.name.endsWith(`-${role}`)).spec.template
      .metadata.labels;
  const [master, worker] = ['master', 'worker'].map(labelsOf);
  expect(podSelector.matchLabels).toEqual(worker);
  expect(podSelector.matchLabels).not.toEqual(master);
  expect(namespaceSelector.matchLabels).toEqual({ 'kubernetes.io/metadata.name': 'shop' });
});

test('a role of cdk8s-plus is bound to the service account of a driver', () => {
  const chart = chartIn();
  const account = stackIn(chart).nodeServiceAccount!;
  new kplus.Role(chart, 'role', { metadata: { namespace: 'storage' } }).bind(account);
  const [binding] = written(chart, 'RoleBinding').filter(({ metadata }) =>
    metadata.name.includes('role'),
  );
  expect(binding.subjects).toEqual([
    {
      kind: 'ServiceAccount',
      name: account.serviceAccountName,
      namespace: 'storage',
      apiGroup: '',
    },
  ]);
});

test('services and classes tell by which name they are reached', () => {
  const chart = chartIn();
  expect([viewerIn(chart).service?.serviceName, testIn(chart).service?.host]).toEqual([
    'pvcviewer-data',
    `${written(chart, 'Service').at(-1).metadata.name}.shop`,
  ]);
  const parameters = {
    provisioningMode: 'efs-ap',
    fileSystemId: 'fs-01234567',
    directoryPerms: '700',
  };
  const fast = stackIn(chart).addStorageClass('fast', { name: 'efs-fast', parameters });
  expect(fast.storageClassName).toBe('efs-fast');
});

describe('cdk8s-plus takes', () => {
  test('the ClusterRole of a driver in a further binding', () => {
    const chart = chartIn();
    const [role] = stackIn(chart).clusterRoles;
    const account = new kplus.ServiceAccount(chart, 'account', { metadata: { name: 'account' } });
    new kplus.ClusterRoleBinding(chart, 'more', { role }).addSubjects(account);
    const binding = written(chart, 'ClusterRoleBinding').at(-1);
    expect(binding.roleRef).toEqual({
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'ClusterRole',
      name: role.clusterRoleName,
    });
    expect(written(chart, 'ClusterRole').map(({ metadata }) => metadata.name)).toContain(
      role.clusterRoleName,
    );
  });

  test('the settings of a viewer as a volume', () => {
    const chart = chartIn();
    const configFile = { path: '/etc/app.conf', content: 'a = b' };
    const image = new ViewerImage({
      image: 'registry.example.com/app:1.0.0',
      port: 8080,
      mountPath: '/data',
      prefix: ViewerPrefix.KEPT,
      configFile,
    });
    const { configMap } = new PVCViewer(chart, 'browse', {
      claim: claimNamed(chart, 'data'),
      image,
    });
    const copy = new kplus.Deployment(chart, 'copy', {
      containers: [{ image: 'registry.example.com/copy:1' }],
    });
    copy.containers[0].mount(
      '/settings',
      kplus.Volume.fromConfigMap(chart, 'settings', configMap!, { name: 'settings' }),
    );
    const [{ configMap: mounted }] = written(chart, 'Deployment').at(-1).spec.template.spec.volumes;
    expect([mounted.name]).toEqual(
      written(chart, 'ConfigMap').map(({ metadata }) => metadata.name),
    );
    expect(configMap!.configMapName).toBe(mounted.name);
  });

  test('the volume and the claim of a shared volume', () => {
    const chart = chartIn();
    const shared = new EfsSharedVolume(chart, 'content', {
      fileSystemId: 'fs-01234567',
      accessPointId: 'fsap-01234567',
    });
    const web = new kplus.Deployment(chart, 'web', {
      containers: [{ image: 'registry.example.com/web:1' }],
    });
    web.containers[0].mount(
      '/content',
      kplus.Volume.fromPersistentVolumeClaim(chart, 'volume', shared.persistentVolumeClaim, {
        name: 'content',
      }),
    );
    const [{ persistentVolumeClaim: mounted }] = written(chart, 'Deployment')[0].spec.template.spec
      .volumes;
    expect([
      mounted.claimName,
      shared.persistentVolumeClaim.claimName,
      shared.persistentVolume.volumeName,
    ]).toEqual([shared.claimName, shared.claimName, shared.volumeName]);
    const viewer = new PVCViewer(chart, 'browse', { claim: shared.persistentVolumeClaim });
    expect(viewer.viewerName).toBe(shared.claimName);
  });

  test('the pods of the CronJob that switches a viewer off as a peer', () => {
    const chart = chartIn();
    const { cullCronJob } = new PVCViewer(chart, 'browse', {
      claim: claimNamed(chart, 'data'),
      cull: { dailyAt: '20:00' },
    });
    const api = new kplus.Deployment(chart, 'api', {
      containers: [{ image: 'registry.example.com/api:1' }],
    });
    api.connections.allowFrom(cullCronJob!, { isolation: kplus.PodConnectionsIsolation.POD });
    const [{ podSelector }] = written(chart, 'NetworkPolicy').flatMap(
      ({ spec }) => spec.ingress[0].from,
    );
    const [cron] = written(chart, 'CronJob');
    expect(Object.keys(podSelector.matchLabels)).not.toEqual([]);
    expect(cron.spec.jobTemplate.spec.template.metadata.labels).toMatchObject(
      podSelector.matchLabels,
    );
  });

  test('the namespace of a driver as a selector and as a peer', () => {
    const chart = chartIn();
    const { namespaceObject } = new CsiDriverStack(chart, 'efs', {
      driver: new EfsCsiDriver(),
      platform: Platform.VANILLA,
      namespace: 'storage',
      createNamespace: true,
    });
    const metrics = new kplus.Deployment(chart, 'metrics', {
      containers: [{ image: 'registry.example.com/metrics:1' }],
    });
    metrics.connections.allowFrom(namespaceObject!, {
      isolation: kplus.PodConnectionsIsolation.POD,
    });
    metrics.connections.allowFrom(
      new kplus.Pods(chart, 'nodes', undefined, { app: 'node' }, namespaceObject),
      { isolation: kplus.PodConnectionsIsolation.POD },
    );
    const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': 'storage' } };
    expect(written(chart, 'NetworkPolicy').map(({ spec }) => spec.ingress[0].from)).toEqual([
      [{ podSelector: {}, namespaceSelector }],
      [{ podSelector: { matchLabels: { app: 'node' } }, namespaceSelector }],
    ]);
  });

  test('any of them in a role, by the resource that the API server serves', () => {
    const chart = chartIn();
    const viewer = viewerIn(chart);
    const { nodeScc, csiDriver } = new CsiDriverStack(chart, 'efs', {
      driver: new EfsCsiDriver(),
      platform: Platform.OPENSHIFT,
    });
    const role = new kplus.ClusterRole(chart, 'role');
    role.allow(['use'], nodeScc!);
    role.allowRead(viewer.service!, viewer.route!, csiDriver!, viewer.deployment);
    const { rules } = written(chart, 'ClusterRole').at(-1);
    expect(
      rules.map(({ apiGroups, resources, resourceNames }: any) => [
        apiGroups,
        resources,
        resourceNames,
      ]),
    ).toEqual([
      [['security.openshift.io'], ['securitycontextconstraints'], [nodeScc!.name]],
      [[''], ['services'], [viewer.service!.serviceName]],
      [['networking.istio.io'], ['virtualservices'], [viewer.route!.name]],
      [['storage.k8s.io'], ['csidrivers'], ['efs.csi.aws.com']],
      [['apps'], ['deployments'], [viewer.deployment.name]],
    ]);
  });

  test('a workload as what others connect to, select, and keep away from', () => {
    const chart = chartIn();
    const { deployment } = viewerIn(chart);
    const { matchLabels } = written(chart, 'Deployment')[0].spec.selector;
    const portal = new kplus.Deployment(chart, 'portal', {
      containers: [{ image: 'registry.example.com/portal:1' }],
    });
    portal.connections.allowTo(deployment, { isolation: kplus.PodConnectionsIsolation.PEER });
    portal.scheduling.separate(deployment);
    new kplus.Service(chart, 'direct', { selector: deployment, ports: [{ port: 80 }] });
    const [policy] = written(chart, 'NetworkPolicy');
    expect([policy.spec.podSelector, policy.spec.policyTypes]).toEqual([
      { matchLabels },
      ['Ingress'],
    ]);
    const { affinity } = written(chart, 'Deployment').at(-1).spec.template.spec;
    const { requiredDuringSchedulingIgnoredDuringExecution: apart } = affinity.podAntiAffinity;
    expect(apart.map(({ labelSelector }: any) => labelSelector)).toEqual([{ matchLabels }]);
    expect(written(chart, 'Service').at(-1).spec.selector).toEqual(matchLabels);
  });
});

describe('as from a resource of cdk8s-plus', () => {
  test('an Ingress routes to the Service of a viewer', () => {
    const chart = chartIn();
    const viewer = new PVCViewer(chart, 'browse', {
      claim: claimNamed(chart, 'data'),
      networking: { basePrefix: '/files' },
    });
    new kplus.Ingress(chart, 'files').addHostRule(
      'files.example.com',
      viewer.url!,
      viewer.service!.toIngressBackend(),
    );
    const [{ spec }] = written(chart, 'Ingress');
    const [service] = written(chart, 'Service');
    expect(spec.rules).toEqual([
      {
        host: 'files.example.com',
        http: {
          paths: [
            {
              path: '/files/shop/data/',
              pathType: 'Prefix',
              backend: {
                service: {
                  name: service.metadata.name,
                  port: { number: service.spec.ports[0].port },
                },
              },
            },
          ],
        },
      },
    ]);
  });

  test('an Ingress routes to the viewer, although its Service has a second port for what culls it', () => {
    const chart = chartIn();
    const viewer = new PVCViewer(chart, 'browse', {
      claim: claimNamed(chart, 'data'),
      routing: ViewerRouting.none(),
      networking: { basePrefix: '/files' },
      cull: { afterIdle: Duration.minutes(30) },
    });
    expect(
      written(chart, 'Service')[0].spec.ports.map(({ name, port }: any) => [name, port]),
    ).toEqual([
      ['http', 80],
      ['activity', 8999],
    ]);
    new kplus.Ingress(chart, 'files').addRule(viewer.url!, viewer.service!.toIngressBackend());
    expect(written(chart, 'Ingress')[0].spec.rules[0].http.paths[0].backend.service.port).toEqual({
      number: 80,
    });
  });

  test('a port of a Service that has several must be given, and be one of them', () => {
    const chart = chartIn();
    const { service } = testIn(chart);
    const ports = written(chart, 'Service')[0].spec.ports.map(({ port }: any) => port);
    expect(ports.length).toBeGreaterThan(1);
    expect(() => service!.toIngressBackend()).toThrow(
      'unable to determine service port since service exposes multiple ports',
    );
    expect(() => service!.toIngressBackend({ port: 1 })).toThrow('service exposes ports');
    new kplus.Ingress(chart, 'metrics').addRule(
      '/metrics',
      service!.toIngressBackend({ port: ports[1] }),
    );
    expect(written(chart, 'Ingress')[0].spec.rules[0].http.paths[0].backend.service).toEqual({
      name: service!.serviceName,
      port: { number: ports[1] },
    });
  });

  test('an account is granted what it reads, by a role in the namespace of the object', () => {
    const chart = chartIn();
    const account = new kplus.ServiceAccount(chart, 'account', { metadata: { name: 'account' } });
    const { nodeServiceAccount } = stackIn(chart);
    nodeServiceAccount!.permissions.grantRead(account);
    const role = written(chart, 'Role').at(-1);
    expect(role.metadata.namespace).toBe('storage');
    expect(role.rules).toEqual([
      {
        apiGroups: [''],
        resources: ['serviceaccounts'],
        resourceNames: [nodeServiceAccount!.name],
        verbs: ['get', 'list', 'watch'],
      },
    ]);
    const binding = written(chart, 'RoleBinding').at(-1);
    expect([binding.roleRef.name, binding.subjects[0].name]).toEqual([
      role.metadata.name,
      'account',
    ]);
  });

  test('an account is not granted by a Role what is cluster-scoped', () => {
    const chart = chartIn();
    const account = new kplus.ServiceAccount(chart, 'account');
    const [role] = stackIn(chart).clusterRoles;
    const remedy =
      'is cluster-scoped, and a Role cannot grant access to it; call allowRead of a ClusterRole, and bind that';
    expect(() => role.permissions.grantRead(account)).toThrow(
      `${role.node.path}: ClusterRole "${role.name}" ${remedy}`,
    );
    const volume = new CsiPersistentVolume(chart, 'archive', {
      driver: 'ebs.csi.aws.com',
      volumeHandle: 'vol-1',
      storage: Size.gibibytes(1),
      accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE],
    });
    expect(() => volume.permissions.grantReadWrite(account)).toThrow(
      `shop/archive: PersistentVolume "archive" ${remedy.replace('allowRead', 'allowReadWrite')}`,
    );
    expect(
      written(chart, 'Role').filter(({ metadata }) => metadata.name.includes('archive')),
    ).toEqual([]);
  });

  test('who may connect is said from the side of a viewer, too, and it is then not open', () => {
    const chart = chartIn();
    const { deployment } = viewerIn(chart);
    const portal = new kplus.Deployment(chart, 'portal', {
      containers: [{ image: 'registry.example.com/portal:1' }],
    });
    deployment.connections.allowFrom(portal, { ports: [kplus.NetworkPolicyPort.tcp(8080)] });
    const { matchLabels } = written(chart, 'Deployment')[0].spec.selector;
    const [ingress, egress] = written(chart, 'NetworkPolicy');
    expect([ingress.spec.podSelector, ingress.spec.ingress[0].ports]).toEqual([
      { matchLabels },
      [{ port: 8080, protocol: 'TCP' }],
    ]);
    expect(egress.spec.egress[0].to[0].podSelector).toEqual({ matchLabels });
    expect(Findings.of(chart).all.map(({ rule }) => rule)).not.toContain('viewer/open-access');
  });
});

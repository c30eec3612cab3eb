/** The objects of viewers, whole or the part in question. */
import { Manifest } from '../../src/kube';
import { CLOUDCMD, DUFS, FILEBROWSER } from '../../src/viewer/apps';
import { buildViewer, objectsInOrder, podLabelsOf } from '../../src/viewer/build';
import { checkViewer } from '../../src/viewer/check';
import { viewerLabels, viewerName } from '../../src/viewer/names';
import { prefixOf } from '../../src/viewer/prefix';
import { ViewerSpec } from '../../src/viewer/spec';
import { violationsOf } from '../support/restricted';
import { expectValid } from '../support/validate';

const ISTIO = { kind: 'virtualService', gateway: 'kubeflow/kubeflow-gateway' } as const;
const BASE: ViewerSpec = { name: 'data', namespace: 'ada', pvc: 'data', routing: ISTIO };
const POD = {
  nodeSelector: { disk: 'ssd' },
  initContainers: [
    { name: 'chown', image: 'busybox:1', volumeMounts: [{ name: 'files', mountPath: '/srv' }] },
  ],
  containers: [
    {
      name: 'main',
      image: 'app:1',
      ports: [
        { name: 'metrics', containerPort: 53, protocol: 'UDP' },
        { name: 'web', containerPort: 8080 },
      ],
      volumeMounts: [{ name: 'files', mountPath: '/srv' }],
    },
    { name: 'other', image: 'app:1', volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }] },
  ],
  volumes: [
    { name: 'tmp', emptyDir: {} },
    { name: 'files', persistentVolumeClaim: { claimName: 'data' } },
  ],
};
const LABELS = {
  'app.kubernetes.io/name': 'data',
  'app.kubernetes.io/instance': 'pvcviewer-data',
  'app.kubernetes.io/part-of': 'pvc-viewer',
};
const AFTER_IDLE = { afterIdle: 1800 };

/** The objects of a viewer that is valid, and so are they. */
function build(change: Partial<ViewerSpec> = {}): { [kind: string]: any } {
  const spec = { ...BASE, ...change };
  expect(checkViewer(spec).filter(({ severity }) => severity === 'error')).toEqual([]);
  const objects = objectsInOrder(buildViewer(spec));
  expectValid(objects);
  return Object.fromEntries(objects.map((object) => [object.kind, object]));
}

const podOf = (change?: Partial<ViewerSpec>) => build(change).Deployment.spec.template.spec;
const containerOf = (change?: Partial<ViewerSpec>) => podOf(change).containers[0];
const envOf = (change?: Partial<ViewerSpec>): { [name: string]: string } =>
  Object.fromEntries(containerOf(change).env.map(({ name, value }: any) => [name, value]));

test('objects of no namespace have no field for one', () => {
  const { deployment } = buildViewer({ ...BASE, namespace: undefined } as unknown as ViewerSpec);
  expect(deployment.metadata).not.toHaveProperty('namespace');
});

describe('names and labels', () => {
  test.each([
    ['data', 'data'],
    ['a.b', 'a-b-'],
    ['x'.repeat(54), 'x'.repeat(44)],
  ])('the claim %s is viewed by one whose name begins with %s', (claim, start) => {
    expect(viewerName(claim).startsWith(start)).toBe(true);
  });

  test('claims whose names look alike have viewers of different names', () => {
    expect(
      new Set(['a.b', 'a-b', 'a..b', `${'x'.repeat(60)}1`, `${'x'.repeat(60)}2`].map(viewerName))
        .size,
    ).toBe(5);
  });

  test('the selector is the three labels, whatever labels are added', () => {
    const { Deployment, Service } = build({ labels: { team: 'a' }, podLabels: { tier: 'b' } });
    expect(viewerLabels('data')).toEqual(LABELS);
    expect(Deployment.spec.selector).toEqual({ matchLabels: LABELS });
    expect(Service.spec.selector).toEqual(LABELS);
    expect(Deployment.spec.template.metadata.labels).toEqual({ ...LABELS, team: 'a', tier: 'b' });
    expect(podLabelsOf({ ...BASE, labels: { team: 'a' }, podLabels: { tier: 'b' } })).toEqual({
      ...LABELS,
      team: 'a',
      tier: 'b',
    });
  });

  test('labels and annotations are on all objects, those of pods on pods alone', () => {
    const change = {
      labels: { team: 'a' },
      annotations: { note: 'x' },
      podAnnotations: { pod: 'y' },
      cull: AFTER_IDLE,
      networkPolicy: { from: [] },
    };
    const objects = objectsInOrder(buildViewer({ ...BASE, ...change }));
    expect(objects.map(({ metadata }) => metadata.labels)).toEqual(
      objects.map(() => ({ ...LABELS, team: 'a' })),
    );
    expect(objects.map(({ metadata }) => metadata.annotations)).toEqual(
      objects.map(() => ({ note: 'x' })),
    );
    expect(
      build({ podAnnotations: { pod: 'y' } }).Deployment.spec.template.metadata.annotations,
    ).toEqual({ pod: 'y' });
  });

  test('policies come before what they protect', () => {
    const spec = {
      ...BASE,
      networkPolicy: { from: [] },
      authorizationPolicy: { principals: ['a'] },
      cull: { dailyAt: '20:00' },
    };
    expect(objectsInOrder(buildViewer(spec)).map(({ kind }) => kind)).toEqual([
      'NetworkPolicy',
      'AuthorizationPolicy',
      'Deployment',
      'Service',
      'VirtualService',
      'ServiceAccount',
      'Role',
      'RoleBinding',
      'CronJob',
    ]);
  });
});

describe('the Deployment', () => {
  test('has nothing that was not asked for', () => {
    const {
      Deployment: { spec, ...rest },
    } = build();
    expect(rest).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'pvcviewer-data', namespace: 'ada', labels: LABELS },
    });
    expect({ ...spec, template: undefined }).toEqual({
      selector: { matchLabels: LABELS },
      strategy: { type: 'Recreate' },
    });
    expect(spec.template.metadata).toEqual({ labels: LABELS });
  });

  test('is switched off by replicas', () => {
    expect(build({ replicas: 0 }).Deployment.spec.replicas).toBe(0);
  });

  test('is hardened', () => {
    const {
      containers: [{ name, resources, securityContext, volumeMounts, ports }],
      ...pod
    } = podOf();
    expect(pod).toEqual({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 1000,
        runAsGroup: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      volumes: [{ name: 'viewer-volume', persistentVolumeClaim: { claimName: 'data' } }],
    });
    expect({ name, resources, securityContext, volumeMounts, ports }).toEqual({
      name: 'viewer',
      resources: { requests: { cpu: '10m', memory: '64Mi' }, limits: { memory: '256Mi' } },
      securityContext: {
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
        readOnlyRootFilesystem: true,
      },
      volumeMounts: [{ name: 'viewer-volume', mountPath: '/data' }],
      ports: [{ name: 'http', containerPort: 5000 }],
    });
  });

  test.each([[DUFS], [FILEBROWSER], [CLOUDCMD]])(
    'passes Pod Security restricted, with what culls it: $name',
    (app) => {
      const objects = objectsInOrder(buildViewer({ ...BASE, app, cull: AFTER_IDLE }));
      expect(objects.flatMap(violationsOf)).toEqual([]);
      expect(
        objects.filter(({ kind }) => kind === 'Deployment' || kind === 'CronJob'),
      ).toHaveLength(2);
    },
  );

  test('has a root file system that nobody writes to, in all its containers', () => {
    const objects = objectsInOrder(buildViewer({ ...BASE, cull: AFTER_IDLE }));
    expect(JSON.stringify(objects).match(/"readOnlyRootFilesystem":true/g)).toHaveLength(3);
  });

  test('runs as who is asked for', () => {
    expect(podOf({ user: 5, group: 6, fsGroup: 7 }).securityContext).toMatchObject({
      runAsUser: 5,
      runAsGroup: 6,
      fsGroup: 7,
    });
    expect(podOf({ user: 5 }).securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: 5,
      runAsGroup: 5,
      seccompProfile: { type: 'RuntimeDefault' },
    });
  });

  test('mounts the claim read-only, and changes no owner on it', () => {
    const { volumes, securityContext } = podOf({ readOnly: true });
    expect(volumes).toEqual([
      { name: 'viewer-volume', persistentVolumeClaim: { claimName: 'data', readOnly: true } },
    ]);
    expect(containerOf({ readOnly: true }).volumeMounts).toEqual([
      { name: 'viewer-volume', mountPath: '/data', readOnly: true },
    ]);
    expect(Object.keys(securityContext)).toEqual([
      'runAsNonRoot',
      'runAsUser',
      'runAsGroup',
      'seccompProfile',
    ]);
  });

  test('has what else is asked for', () => {
    const resources = { limits: { memory: '1Gi' } };
    const affinity = { nodeAffinity: {} };
    const pod = podOf({
      resources,
      affinity,
      serviceAccountName: 'reader',
      priorityClassName: 'low',
    });
    expect(pod).toMatchObject({
      affinity,
      serviceAccountName: 'reader',
      priorityClassName: 'low',
      automountServiceAccountToken: false,
    });
    expect(pod.containers[0].resources).toEqual(resources);
  });
});

describe('apps', () => {
  test('dufs may write only where the volume may be written to', () => {
    const may = (change?: Partial<ViewerSpec>) =>
      Object.keys(envOf(change)).filter((name) => name.startsWith('DUFS_ALLOW_'));
    expect(may()).toEqual([
      'DUFS_ALLOW_SEARCH',
      'DUFS_ALLOW_ARCHIVE',
      'DUFS_ALLOW_UPLOAD',
      'DUFS_ALLOW_DELETE',
    ]);
    expect(may({ readOnly: true })).toEqual(['DUFS_ALLOW_SEARCH', 'DUFS_ALLOW_ARCHIVE']);
  });

  test('dufs knows its prefix, and is asked for its health under it', () => {
    expect(envOf().DUFS_PATH_PREFIX).toBe('/pvcviewer/ada/data');
    const httpGet = { path: '/pvcviewer/ada/data/__dufs__/health', port: 'http' };
    expect(containerOf()).toMatchObject({
      startupProbe: { httpGet },
      readinessProbe: { httpGet },
      livenessProbe: { httpGet },
    });
  });

  test('filebrowser has its settings in variables, whatever its release, and writes beside the volume', () => {
    const { env: _env, ...container } = containerOf({ app: FILEBROWSER });
    expect(envOf({ app: FILEBROWSER })).toEqual({
      FB_ADDRESS: '0.0.0.0',
      FB_PORT: '8080',
      FB_ROOT: '/srv',
      FB_DATABASE: '/tmp/filebrowser.db',
      FB_NOAUTH: 'true',
      FB_BASEURL: '/pvcviewer/ada/data',
      FB_BASE_URL: '/pvcviewer/ada/data',
      FB_DISABLE_EXEC: 'true',
    });
    expect(Object.keys(container)).not.toContain('args');
    expect(container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual(
      ['/srv', '/tmp', '/config', '/database'],
    );
    expect(podOf({ app: FILEBROWSER }).volumes.slice(1)).toEqual(
      [0, 1, 2].map((index) => ({ name: `writable-${index}`, emptyDir: { sizeLimit: '1Gi' } })),
    );
  });

  test('cloudcmd has neither console nor terminal nor a dialog for settings', () => {
    expect(envOf({ app: CLOUDCMD })).toMatchObject({
      CLOUDCMD_CONSOLE: 'false',
      CLOUDCMD_TERMINAL: 'false',
      CLOUDCMD_CONFIG_DIALOG: 'false',
      CLOUDCMD_PREFIX: '/pvcviewer/ada/data',
    });
    expect(containerOf({ app: CLOUDCMD }).args).toEqual(['--prefix-socket', '/pvcviewer/ada/data']);
  });

  test('an app without a path for its health is asked at its port', () => {
    const { healthPath: _path, ...app } = DUFS;
    expect(containerOf({ app })).toMatchObject({ readinessProbe: { tcpSocket: { port: 'http' } } });
  });

  test('a file with settings is a ConfigMap whose name changes with them', () => {
    const app = {
      ...DUFS,
      configFile: { path: '/etc/dufs/config.yaml', content: 'path-prefix: {prefix}\n' },
    };
    const { ConfigMap, Deployment } = build({ app });
    expect(ConfigMap.data).toEqual({ 'config.yaml': 'path-prefix: /pvcviewer/ada/data\n' });
    expect(ConfigMap.metadata.name).toMatch(/^pvcviewer-data-[0-9a-f]{8}$/);
    const {
      containers: [{ volumeMounts }],
      volumes,
    } = Deployment.spec.template.spec;
    expect(volumeMounts[1]).toEqual({
      name: 'config-file',
      mountPath: '/etc/dufs/config.yaml',
      subPath: 'config.yaml',
      readOnly: true,
    });
    expect(volumes[1]).toEqual({
      name: 'config-file',
      configMap: { name: ConfigMap.metadata.name },
    });
    const other = build({ app, networking: { basePrefix: '' } }).ConfigMap;
    expect(other.metadata.name).not.toBe(ConfigMap.metadata.name);
  });
});

describe('a podSpec', () => {
  test('is used as it is', () => {
    expect(podOf({ podSpec: POD })).toEqual(POD);
  });

  test("is not the caller's any more", () => {
    const { deployment } = buildViewer({ ...BASE, podSpec: POD }) as {
      deployment: Manifest & { spec: any };
    };
    deployment.spec.template.spec.containers[0].image = 'other';
    expect(POD.containers[0].image).toBe('app:1');
  });

  test('leads the Service to its first TCP port', () => {
    expect(build({ podSpec: POD }).Service.spec.ports).toEqual([
      { name: 'http', port: 80, targetPort: 8080 },
    ]);
    expect(
      build({ podSpec: POD, networking: { targetPort: 'web' } }).Service.spec.ports[0].targetPort,
    ).toBe('web');
  });

  test('gets the claim in its first container on demand', () => {
    const podSpec = {
      containers: [
        { name: 'a', image: 'a:1', ports: [{ containerPort: 80 }] },
        { name: 'b', image: 'b:1' },
      ],
    };
    expect(podOf({ podSpec, injectVolumeAt: '/srv' })).toEqual({
      containers: [
        { ...podSpec.containers[0], volumeMounts: [{ name: 'viewer-volume', mountPath: '/srv' }] },
        podSpec.containers[1],
      ],
      volumes: [{ name: 'viewer-volume', persistentVolumeClaim: { claimName: 'data' } }],
    });
    expect(podOf({ podSpec: POD, injectVolumeAt: '/srv' })).toEqual(POD);
  });

  test('is read-only where the claim is mounted, and nowhere else', () => {
    const { initContainers, containers, volumes } = podOf({ podSpec: POD, readOnly: true });
    const mount = { name: 'files', mountPath: '/srv', readOnly: true };
    expect(initContainers[0].volumeMounts).toEqual([mount]);
    expect(containers.map(({ volumeMounts }: any) => volumeMounts)).toEqual([
      [mount],
      POD.containers[1].volumeMounts,
    ]);
    expect(volumes).toEqual([
      POD.volumes[0],
      { name: 'files', persistentVolumeClaim: { claimName: 'data', readOnly: true } },
    ]);
  });

  test('of which nothing is known has no Service, where nothing routes to it', () => {
    const containers = [
      { name: 'main', image: 'app:1', volumeMounts: [{ name: 'files', mountPath: '/srv' }] },
    ];
    expect(
      Object.keys(
        build({ podSpec: { containers, volumes: [POD.volumes[1]] }, routing: { kind: 'none' } }),
      ),
    ).toEqual(['Deployment']);
  });
});

describe('the Service', () => {
  test('has the port of the app', () => {
    expect(build().Service).toEqual({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'pvcviewer-data', namespace: 'ada', labels: LABELS },
      spec: { selector: LABELS, ports: [{ name: 'http', port: 80, targetPort: 5000 }] },
    });
  });

  test('is there for those who forward its port, where nothing routes to the viewer', () => {
    const objects = build({ routing: { kind: 'none' } });
    expect(Object.keys(objects)).toEqual(['Deployment', 'Service']);
    expect(envOf({ routing: { kind: 'none' } }).DUFS_PATH_PREFIX).toBe('');
  });
});

describe('policies', () => {
  const networkPolicy = {
    from: [
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'istio-system' } } },
    ],
    additionalPorts: [15008],
  };

  test('a NetworkPolicy lets its peers in, to the port of the viewer and the further ones', () => {
    expect(build({ networkPolicy }).NetworkPolicy.spec).toEqual({
      podSelector: { matchLabels: LABELS },
      policyTypes: ['Ingress'],
      ingress: [{ from: networkPolicy.from, ports: [{ port: 5000 }, { port: 15008 }] }],
    });
  });

  test('a NetworkPolicy knows ports by name', () => {
    expect(
      build({ networkPolicy, podSpec: POD, networking: { targetPort: 'web' } }).NetworkPolicy.spec
        .ingress[0].ports,
    ).toEqual([{ port: 'web' }, { port: 15008 }]);
  });

  test('a NetworkPolicy lets its peers in at any port, where that of the viewer is not known', () => {
    const containers = [{ ...POD.containers[0], ports: [] }];
    const { NetworkPolicy } = build({
      networkPolicy,
      podSpec: { ...POD, containers },
      routing: { kind: 'none' },
    });
    expect(NetworkPolicy.spec.ingress).toEqual([{ from: networkPolicy.from }]);
  });

  test('a NetworkPolicy without peers has no rule, for one without peers would be for everybody', () => {
    expect(build({ networkPolicy: { from: [] } }).NetworkPolicy.spec.ingress).toEqual([]);
  });

  test('what culls the viewer gets in as well, to its own port', () => {
    const { NetworkPolicy, CronJob } = build({ networkPolicy, cull: AFTER_IDLE });
    const { labels } = CronJob.spec.jobTemplate.spec.template.metadata;
    const [
      ,
      {
        from: [{ podSelector }],
        ports,
      },
    ] = NetworkPolicy.spec.ingress;
    expect(labels).toMatchObject(podSelector.matchLabels);
    expect(labels).not.toMatchObject(LABELS);
    expect(ports).toEqual([{ port: 8999 }, { port: 15008 }]);
  });

  test('an AuthorizationPolicy allows what comes from the gateway', () => {
    expect(build({ authorizationPolicy: { principals: ['gw'] } }).AuthorizationPolicy).toEqual({
      apiVersion: 'security.istio.io/v1',
      kind: 'AuthorizationPolicy',
      metadata: { name: 'pvcviewer-data', namespace: 'ada', labels: LABELS },
      spec: {
        selector: { matchLabels: LABELS },
        action: 'ALLOW',
        rules: [{ from: [{ source: { principals: ['gw'] } }] }],
      },
    });
  });

  test('an AuthorizationPolicy names users by their header, and methods', () => {
    const policy = { principals: ['gw'], users: ['ada@example.com'], methods: ['GET'] };
    expect(build({ authorizationPolicy: policy }).AuthorizationPolicy.spec.rules).toEqual([
      {
        from: [{ source: { principals: ['gw'] } }],
        to: [{ operation: { methods: ['GET'] } }],
        when: [{ key: 'request.headers[kubeflow-userid]', values: ['ada@example.com'] }],
      },
    ]);
    expect(
      build({ authorizationPolicy: { ...policy, userHeader: 'x-user' } }).AuthorizationPolicy.spec
        .rules[0].when[0].key,
    ).toBe('request.headers[x-user]');
  });

  test('an AuthorizationPolicy allows what culls the viewer to ask', () => {
    expect(
      build({ authorizationPolicy: { principals: ['gw'] }, cull: AFTER_IDLE }).AuthorizationPolicy
        .spec.rules[1],
    ).toEqual({
      from: [{ source: { principals: ['*/ns/ada/sa/pvcviewer-data-cull'] } }],
      to: [{ operation: { ports: ['8999'] } }],
    });
  });
});

describe('the path', () => {
  test.each([
    [{}, '/pvcviewer/ada/data/'],
    [{ networking: { basePrefix: '' } }, '/ada/data/'],
    [{ networking: { basePrefix: '/x' } }, '/x/ada/data/'],
    [{ routing: { kind: 'none' } as const }, undefined],
    [{ routing: { kind: 'none' } as const, networking: { basePrefix: '/x' } }, '/x/ada/data/'],
  ])('of %j is %s', (change, prefix) => {
    expect(prefixOf({ ...BASE, ...change })).toBe(prefix);
  });
});

test('where the platform gives the pods their users, no pod of a viewer asks for one', () => {
  const objects = build({ userFromPlatform: true, cull: AFTER_IDLE });
  expect(JSON.stringify(objects)).not.toMatch(/"(runAsUser|runAsGroup|fsGroup)"/);
  expect([objects.Deployment, objects.CronJob].flatMap(violationsOf)).toEqual([]);
});

test('a viewer runs on the nodes that it is given, and its images are pulled with the secrets that it is given', () => {
  const chosen = {
    nodeSelector: { disk: 'ssd' },
    tolerations: [{ key: 'gpu', operator: 'Exists' }],
    imagePullSecrets: [{ name: 'registry' }],
  };
  const { Deployment, CronJob } = build({ ...chosen, cull: AFTER_IDLE });
  expect(Deployment.spec.template.spec).toMatchObject(chosen);
  expect(CronJob.spec.jobTemplate.spec.template.spec.imagePullSecrets).toEqual([
    { name: 'registry' },
  ]);
});

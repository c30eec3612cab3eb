/**
 * PVCViewer resources through the pipeline of the command line: their objects, and what the rest of
 * the input tells about them.
 */
import { stringify } from 'yaml';
import { renderDocuments, RenderRequest } from '../../src/render';
import { expectValid } from '../support/validate';

const PLAIN: RenderRequest = {
  operatorMode: false,
  operatorPreset: 'chart',
  operatorEnv: {},
  only: false,
};

const viewer = (spec: object = {}, name = 'browse') => ({
  apiVersion: 'kubeflow.org/v1alpha1',
  kind: 'PVCViewer',
  metadata: { name, namespace: 'ada' },
  spec: { pvc: 'data', rwoScheduling: true, ...spec },
});
const claim = (...accessModes: string[]) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'ada' },
  spec: { accessModes, resources: { requests: { storage: '1Gi' } } },
});
const shop = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'shop', namespace: 'ada' },
  spec: {
    selector: { matchLabels: { app: 'shop' } },
    strategy: { type: 'Recreate' },
    template: {
      metadata: { labels: { app: 'shop' } },
      spec: {
        containers: [
          { name: 'shop', image: 'shop:1', volumeMounts: [{ name: 'v', mountPath: '/v' }] },
        ],
        volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
      },
    },
  },
};
const networking = { targetPort: 5000, basePrefix: '/pvcviewers', timeout: '30s' };

/** What a lone viewer does not know: looked at below, and passed over elsewhere. */
const UNKNOWN = ['viewer/owner-unknown', 'viewer/nobody-to-follow', 'viewer/open-access'];

function render(objects: object[], options: Partial<RenderRequest> = {}) {
  return renderAll(objects, options, (rule) => !UNKNOWN.includes(rule));
}
function renderAll(
  objects: object[],
  options: Partial<RenderRequest> = {},
  isMeant: (rule: string) => boolean = () => true,
) {
  const text = objects.map((one) => stringify(one)).join('---\n');
  const { outputs, findings: all } = renderDocuments([{ name: 'in.yaml', text }], {
    ...PLAIN,
    ...options,
  });
  const findings = all.filter(({ rule }) => isMeant(rule));
  const own: any[] = outputs
    .map(({ manifest }) => manifest)
    .filter(({ metadata }: any) => metadata?.name.startsWith('pvcviewer-'));
  return {
    own: Object.fromEntries(own.map((one) => [one.kind, one])),
    messages: findings.map(
      ({ severity, path, line, message, remedy }) =>
        `${severity} ${line ?? '-'} ${path}: ${message}; ${remedy}`,
    ),
  };
}
const affinityOf = (objects: object[], options?: Partial<RenderRequest>) =>
  render(objects, options).own.Deployment.spec.template.spec.affinity;

test('a viewer becomes a hardened Deployment, and with networking a Service and a VirtualService', () => {
  const { own, messages } = render([viewer({ networking })]);
  expect(messages).toEqual([]);
  expectValid(Object.values(own));
  expect(Object.keys(own)).toEqual(['Deployment', 'Service', 'VirtualService']);
  expect(own.VirtualService.spec.http[0]).toMatchObject({
    match: [{ uri: { prefix: '/pvcviewers/ada/browse/' } }],
    timeout: '30s',
  });
  expect(own.Deployment.spec.template.spec.securityContext.runAsNonRoot).toBe(true);
  expect(Object.keys(render([viewer()]).own)).toEqual(['Deployment']);
});

test('access modes and consumers come from the other documents, whatever their order', () => {
  const beside = {
    podAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: { matchLabels: { app: 'shop' } }, topologyKey: 'kubernetes.io/hostname' },
      ],
    },
  };
  expect(affinityOf([viewer(), claim('ReadWriteOnce'), shop])).toEqual(beside);
  expect(
    affinityOf([
      shop,
      { apiVersion: 'v1', kind: 'List', items: [claim('ReadWriteOnce')] },
      viewer(),
    ]),
  ).toEqual(beside);
  expect(affinityOf([viewer(), claim('ReadWriteMany'), shop])).toBeUndefined();
  expect(
    affinityOf([viewer({ rwoScheduling: false }), claim('ReadWriteOnce'), shop]),
  ).toBeUndefined();
});

test('other kinds of Kubeflow pass through, and its notebooks are followed; a misspelt viewer is none of them', () => {
  const notebook = {
    apiVersion: 'kubeflow.org/v1',
    kind: 'Notebook',
    metadata: { name: 'lab', namespace: 'ada' },
    spec: {
      template: {
        spec: {
          containers: [
            { name: 'lab', image: 'a:1', volumeMounts: [{ name: 'v', mountPath: '/v' }] },
          ],
          volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
        },
      },
    },
  };
  const profile = { apiVersion: 'kubeflow.org/v1', kind: 'Profile', metadata: { name: 'ada' } };
  const { own, messages } = render([viewer(), claim('ReadWriteOnce'), notebook, profile]);
  expect(messages).toEqual([]);
  expect(
    own.Deployment.spec.template.spec.affinity.podAffinity
      .requiredDuringSchedulingIgnoredDuringExecution,
  ).toHaveLength(1);
  expect(render([{ ...viewer(), kind: 'PVCviewer' }]).messages).toEqual([
    'error 2 kind: no matches for kind "PVCviewer" in version "kubeflow.org/v1alpha1"; perhaps you meant "PVCViewer"',
  ]);
});

test('the files stay with those who have the claim', () => {
  const contextOf = (...objects: object[]) =>
    render([viewer(), ...objects]).own.Deployment.spec.template.spec.securityContext.fsGroup;
  const { template } = shop.spec;
  const grouped = {
    ...shop,
    spec: {
      ...shop.spec,
      template: { ...template, spec: { ...template.spec, securityContext: { fsGroup: 70 } } },
    },
  };
  expect([
    contextOf(),
    contextOf(claim('ReadWriteOnce')),
    contextOf(shop),
    contextOf(grouped),
  ]).toEqual([undefined, 1000, undefined, 70]);
});

describe('what a viewer does not know', () => {
  const OPEN =
    'warning 1 : no policy restricts who can reach the viewer, so anyone may read and write the files of "data"; ' +
    'render it together with a NetworkPolicy for its pods, or set a podSpec that mounts the claim read-only';
  const policy = (namespace?: string) => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'gateway', ...(namespace ? { namespace } : {}) },
    spec: {
      podSelector: {},
      ingress: [
        {
          from: [
            { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'gateways' } } },
          ],
        },
      ],
    },
  });

  test('is told of one that is rendered alone', () => {
    expect(renderAll([viewer()]).messages).toEqual([
      'warning 1 : nothing in the app shows who owns the files of the claim "data", so the viewer gets no fsGroup and may not be able to write; ' +
        'render it together with the claim or with the workloads that use the claim, or set a podSpec with a securityContext',
      OPEN,
      'warning 8 spec.rwoScheduling: no workload in the app uses the claim "data", so the viewer has nothing to follow, and may be scheduled on a node where the volume cannot be attached; ' +
        'render it together with the workloads that use the claim, or set rwoScheduling: false if any node is suitable',
    ]);
  });

  test('is not asked of one that follows nobody', () => {
    expect(renderAll([viewer({ rwoScheduling: false }), claim('ReadWriteOnce')]).messages).toEqual([
      OPEN,
    ]);
  });

  test('is told by what stands around it', () => {
    expect(renderAll([viewer(), claim('ReadWriteOnce'), shop, policy('ada')]).messages).toEqual([]);
    expect(renderAll([viewer(), claim('ReadWriteOnce'), shop, policy('bob')]).messages).toEqual([
      OPEN,
    ]);
  });

  test('is told by a policy without a namespace, where --namespace says which', () => {
    expect(
      renderAll([viewer(), claim('ReadWriteOnce'), shop, policy()], { namespace: 'ada' }).messages,
    ).toEqual([]);
    expect(
      renderAll([viewer(), claim('ReadWriteOnce'), shop, policy()], { namespace: 'bob' }).messages,
    ).toEqual([OPEN]);
  });

  test('is nothing that the controller asks about', () => {
    expect(renderAll([viewer()], { operatorMode: true }).messages).toEqual([]);
  });

  test('is nothing to a podSpec that reads', () => {
    const podSpec = {
      containers: [
        {
          name: 'a',
          image: 'a:1',
          ports: [{ containerPort: 80 }],
          volumeMounts: [{ name: 'v', mountPath: '/v' }],
        },
      ],
      volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data', readOnly: true } }],
    };
    expect(renderAll([viewer({ podSpec, rwoScheduling: false })]).messages).toEqual([]);
  });
});

test('what other custom resources stand for counts as well', () => {
  const test = {
    apiVersion: 'locust.io/v2',
    kind: 'LocustTest',
    metadata: { name: 'load', namespace: 'ada' },
    spec: {
      image: 'a:1',
      master: { command: '-f a.py' },
      worker: { command: '-f a.py', replicas: 1 },
      volumes: [{ name: 'results', persistentVolumeClaim: { claimName: 'data' } }],
      volumeMounts: [{ name: 'results', mountPath: '/results', target: 'master' }],
    },
  };
  const { podAffinity } = affinityOf([viewer(), claim('ReadWriteOnce'), test]);
  expect(podAffinity.preferredDuringSchedulingIgnoredDuringExecution).toHaveLength(1);
  const shared = {
    apiVersion: 'aws-efs.managed.openshift.io/v1alpha1',
    kind: 'SharedVolume',
    metadata: { name: 'files', namespace: 'ada' },
    spec: { fileSystemID: 'fs-0123456789abcdef0', accessPointID: 'fsap-0123456789abcdef0' },
  };
  const onShared = JSON.parse(
    JSON.stringify(shop).replace('"claimName":"data"', '"claimName":"pvc-files"'),
  );
  expect(affinityOf([viewer({ pvc: 'pvc-files' }), shared, onShared])).toBeUndefined();
});

test('objects that name no namespace are where --namespace says', () => {
  const { namespace: _viewer, ...metadata } = viewer().metadata;
  const { namespace: _shop, ...shopMetadata } = shop.metadata;
  const objects = [
    { ...viewer(), metadata },
    { ...shop, metadata: shopMetadata },
  ];
  expect(affinityOf(objects, { namespace: 'bob' })).toBeDefined();
  expect(render(objects).messages).toEqual([
    'error 3 metadata.namespace: the namespace is unknown; set metadata.namespace, or use --namespace NAME for all objects without one',
  ]);
});

test('labels and annotations of the resource are those of its objects', () => {
  const resource = viewer();
  const { own } = render([
    {
      ...resource,
      metadata: {
        ...resource.metadata,
        labels: { team: 'a' },
        annotations: {
          'example.com/owner': 'Jo',
          'kubectl.kubernetes.io/last-applied-configuration': '{}',
        },
      },
    },
  ]);
  expect([own.Deployment.metadata.labels.team, own.Deployment.metadata.annotations]).toEqual([
    'a',
    { 'example.com/owner': 'Jo' },
  ]);
});

test('variables of the controller count', () => {
  const podSpec =
    'containers: [{ name: mine, image: "mine:1", ports: [{ containerPort: 80 }], volumeMounts: [{ name: viewer-volume, mountPath: /d }] }]';
  const { own, messages } = render([viewer({ networking: { basePrefix: '/p' } })], {
    operatorEnv: { ISTIO_GATEWAY: 'istio-system/public', DEFAULT_POD_SPEC_PATH: 'pod.yaml' },
    operatorFiles: { DEFAULT_POD_SPEC_PATH: podSpec },
  });
  expect(messages).toEqual([]);
  expect([
    own.VirtualService.spec.gateways,
    own.Deployment.spec.template.spec.containers[0].name,
  ]).toEqual([['istio-system/public'], 'mine']);
});

test("the controller's own sample is rendered, at the port of the image in its place", () => {
  const { own } = render([
    viewer({ networking: { targetPort: 8080, basePrefix: '/pvcviewer', rewrite: '/' } }),
  ]);
  expect(own.Service.spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 5000 }]);
  expect(own.VirtualService.spec.http[0].rewrite).toEqual({ uri: '/pvcviewer/ada/browse/' });
});

test.each<[string, object[], Partial<RenderRequest>, string[]]>([
  [
    'no claim',
    [viewer({ pvc: '' })],
    {},
    ['error 7 spec.pvc: PVC name must be specified; set the name of the claim'],
  ],
  [
    'a podSpec without the claim',
    [viewer({ podSpec: { containers: [{ name: 'a', image: 'a:1' }] } })],
    {},
    [
      expect.stringMatching(
        /^error \d+ spec\.podSpec\.volumes: PVC data must be used in the podSpec;/,
      ) as any,
    ],
  ],
  [
    'a claim of one pod with another consumer',
    [viewer(), claim('ReadWriteOncePod'), shop],
    {},
    [
      'error 7 spec.pvc: the claim "data" is for one pod (ReadWriteOncePod), but Deployment/ada/shop uses it; mount it in one pod, or claim ReadWriteOnce',
    ],
  ],
  [
    'a claim of one pod with two viewers',
    [viewer(), viewer({}, 'second'), claim('ReadWriteOncePod')],
    {},
    [
      'error 16 spec.pvc: the claim "data" is for one pod (ReadWriteOncePod), but the viewer "browse" uses it; mount it in one pod, or claim ReadWriteOnce',
    ],
  ],
  [
    'a rewrite that the default image does not want',
    [viewer({ networking: { basePrefix: '/p', rewrite: '/' } })],
    {},
    [
      'warning 11 spec.networking.rewrite: the viewer needs the prefix of its requests, so the rewrite "/" is ignored; remove it, or set your own podSpec',
    ],
  ],
  [
    'the port of the image that the controller would run',
    [viewer({ networking: { basePrefix: '/p', targetPort: 8080 } })],
    {},
    [
      'warning 11 spec.networking.targetPort: the viewer listens on its own port, so the target port 8080 is ignored; remove it, or set your own podSpec',
    ],
  ],
  [
    'a port at which nothing answers',
    [viewer({ networking: { basePrefix: '/p', targetPort: 9000 } })],
    {},
    [
      'error 11 spec.networking.targetPort: dufs does not listen on port 9000; remove it: the port is 5000',
    ],
  ],
  [
    'no port, as resources of a cluster have it',
    [viewer({ networking: { basePrefix: '/p', targetPort: 0 } })],
    {},
    [],
  ],
  [
    'in operator mode, a claim that is a device',
    [
      viewer(),
      { ...claim('ReadWriteOnce'), spec: { accessModes: ['ReadWriteOnce'], volumeMode: 'Block' } },
    ],
    { operatorMode: true },
    [
      'warning 7 spec.pvc: the claim "data" is a block device, which has no files to show; view a claim with volumeMode Filesystem',
    ],
  ],
  [
    'in operator mode, a Service that takes the pod for its own',
    [
      viewer({ networking: { basePrefix: '/p' } }),
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'front', namespace: 'ada' },
        spec: { selector: { 'app.kubernetes.io/name': 'browse' }, ports: [{ port: 80 }] },
      },
    ],
    { operatorMode: true },
    [
      expect.stringMatching(
        /^warning \d+ : the Service "front" \(.*\) selects the pods of the viewer with /,
      ) as any,
    ],
  ],
  [
    'a variable that is none',
    [viewer()],
    { operatorEnv: { GATEWAY: 'a/b' } },
    [
      'warning - : "GATEWAY" is not an environment variable that affects the objects of a viewer; use one of DEFAULT_POD_SPEC_PATH, ISTIO_GATEWAY',
    ],
  ],
  [
    'a default pod that cannot be read',
    [viewer()],
    {
      operatorEnv: { DEFAULT_POD_SPEC_PATH: 'p.yaml' },
      operatorFiles: { DEFAULT_POD_SPEC_PATH: 'pod' },
    },
    [
      expect.stringMatching(
        /^error - : the controller cannot read "p\.yaml", the file of DEFAULT_POD_SPEC_PATH: /,
      ) as any,
    ],
  ],
  [
    'a claim of a wrong type',
    [viewer({ pvc: 5 })],
    {},
    [
      'error 7 spec.pvc: spec.pvc: Invalid value: "integer": spec.pvc in body must be of type string: "integer"; write it in quotes: "5"',
    ],
  ],
  [
    'in operator mode, a claim of a wrong type',
    [viewer({ pvc: 5 })],
    { operatorMode: true },
    [
      'error 1 : json: cannot unmarshal number into Go struct field PVCViewerSpec.spec.pvc of type string; use a value that the types of the custom resource accept',
    ],
  ],
  [
    'in operator mode, no claim',
    [viewer({ pvc: '' })],
    { operatorMode: true },
    ['error 7 spec.pvc: PVC name must be specified; set the name of the claim'],
  ],
])('it is told of %s', (_what, objects, options, expected) => {
  expect(render(objects, options).messages).toEqual(expected);
});

test('a variable of another operator is no matter for the viewers beside its resources, and one of nobody is told once', () => {
  const test = {
    apiVersion: 'locust.io/v2',
    kind: 'LocustTest',
    metadata: { name: 'load', namespace: 'ada' },
    spec: { image: 'a:1', master: { command: 'a' }, worker: { command: 'a', replicas: 1 } },
  };
  const { messages } = render([viewer(), test], {
    operatorEnv: { POD_CPU_REQUEST: '1', ISTIO_GATEWAY: 'a/b', NOBODY: 'x' },
  });
  expect(
    messages.filter((message) => /NOBODY|POD_CPU_REQUEST|ISTIO_GATEWAY/.test(message)),
  ).toHaveLength(1);
});

test('in operator mode a viewer prefers the node of the one pod that has its claim', () => {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'one', namespace: 'ada' },
    spec: { nodeName: 'node-b', volumes: shop.spec.template.spec.volumes },
  };
  const affinity = affinityOf([viewer(), claim('ReadWriteOnce'), pod], { operatorMode: true });
  expect(
    affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference
      .matchExpressions[0].values,
  ).toEqual(['node-b']);
});

/**
 * A PVCViewer resource as its kind renders it: defaults, what is left out, and where findings say
 * that they are.
 */
import { Severity } from '../../src/findings';
import { RenderOptions } from '../../src/resource';
import { readTopology } from '../../src/topology';
import { PVC_VIEWER } from '../../src/viewer/resource';

const BETTER: RenderOptions = { operatorMode: false, operatorPreset: 'chart', operatorEnv: {} };
const OPERATOR: RenderOptions = { ...BETTER, operatorMode: true };
/** What a viewer does not know: looked at where it is the matter. */
const UNKNOWN = ['viewer/owner-unknown', 'viewer/nobody-to-follow', 'viewer/open-access'];

const main = {
  name: 'main',
  image: 'app:1',
  ports: [{ containerPort: 80 }],
  volumeMounts: [{ name: 'v', mountPath: '/srv' }],
};
const podSpec = {
  containers: [main],
  volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
};
const viewer = (
  spec: object | undefined,
  metadata: object = { name: 'browse', namespace: 'ada' },
): any => ({
  apiVersion: 'kubeflow.org/v1alpha1',
  kind: 'PVCViewer',
  metadata,
  ...(spec ? { spec } : {}),
});
const object = (
  apiVersion: string,
  kind: string,
  name: string,
  namespace: string | undefined,
  spec: object,
): any => ({ apiVersion, kind, metadata: { name, ...(namespace ? { namespace } : {}) }, spec });
const claim = (namespace: string | undefined, mode = 'ReadWriteOnce') =>
  object('v1', 'PersistentVolumeClaim', 'data', namespace, { accessModes: [mode] });
const pod = (namespace: string | undefined, nodeName: string) =>
  object('v1', 'Pod', 'shop', namespace, {
    nodeName,
    volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
  });
const service = (name: string, namespace: string, selector: object) =>
  object('v1', 'Service', name, namespace, { selector });

function surroundings(objects: object[], namespace?: string) {
  const sources = objects.map((manifest: any) => ({
    key: `${manifest.kind}/${manifest.metadata.name}`,
    apiVersion: manifest.apiVersion,
    kind: manifest.kind,
    name: manifest.metadata.name,
    namespace: manifest.metadata.namespace,
    manifest,
  }));
  return { objects: sources, topology: readTopology(sources, { namespace }) };
}
function render(resource: any, options: RenderOptions, objects: object[] = []) {
  const { manifests, findings } = PVC_VIEWER.render(
    resource,
    options,
    surroundings(objects, options.namespace),
  );
  return {
    byKind: Object.fromEntries(manifests.map((one) => [one.kind, one as any])),
    told: findings
      .filter(({ rule }) => !UNKNOWN.includes(rule))
      .map(
        ({ severity, rule, path, message, remedy }) =>
          `${severity} ${rule} ${path}: ${message}; ${remedy}`,
      ),
  };
}

describe('what the controller makes', () => {
  const affinityOf = (resource: any, objects: object[], options = OPERATOR) =>
    render(resource, options, objects).byKind.Deployment.spec.template.spec.affinity?.nodeAffinity
      .preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[0].values;
  const spec = { pvc: 'data', podSpec, rwoScheduling: true };
  const nameless = viewer(spec, { name: 'browse' });

  test.each<
    [
      what: string,
      resource: any,
      objects: object[],
      options: RenderOptions,
      node: string[] | undefined,
    ]
  >([
    ['in its namespace', viewer(spec), [claim('ada'), pod('ada', 'one')], OPERATOR, ['one']],
    ['in another namespace', viewer(spec), [claim('bob'), pod('bob', 'one')], OPERATOR, undefined],
    [
      'in no namespace, beside one in another',
      viewer(spec),
      [claim(undefined), pod(undefined, 'one')],
      OPERATOR,
      undefined,
    ],
    [
      'in no namespace, where it names none either',
      nameless,
      [claim(undefined), pod(undefined, 'one')],
      OPERATOR,
      ['one'],
    ],
    [
      'in the default namespace, where it names none',
      nameless,
      [claim('default'), pod('default', 'one')],
      OPERATOR,
      ['one'],
    ],
    [
      'in the namespace of the options, where it names none',
      nameless,
      [claim('ada'), pod('ada', 'one')],
      { ...OPERATOR, namespace: 'ada' },
      ['one'],
    ],
    [
      'in no namespace, where it names that of the options',
      viewer(spec),
      [claim(undefined), pod(undefined, 'one')],
      { ...OPERATOR, namespace: 'ada' },
      ['one'],
    ],
    [
      'with no wish to be near',
      viewer({ ...spec, rwoScheduling: false }),
      [claim('ada'), pod('ada', 'one')],
      OPERATOR,
      undefined,
    ],
    [
      'with a claim for many',
      viewer(spec),
      [claim('ada', 'ReadWriteMany'), pod('ada', 'one')],
      OPERATOR,
      undefined,
    ],
    [
      'with two pods',
      viewer(spec),
      [
        claim('ada'),
        pod('ada', 'one'),
        { ...pod('ada', 'two'), metadata: { name: 'other', namespace: 'ada' } },
      ],
      OPERATOR,
      undefined,
    ],
    [
      'with a pod that is called like the claim',
      viewer(spec),
      [{ ...pod('ada', 'one'), metadata: { name: 'data', namespace: 'ada' } }, claim('ada')],
      OPERATOR,
      ['one'],
    ],
  ])('is placed by the pod and the claim %s', (_what, resource, objects, options, node) => {
    expect(affinityOf(resource, objects, options)).toEqual(node);
  });

  test('is nothing without a claim, and what stands around it is not told then', () => {
    const refused =
      'error viewer/operator-verdict spec.pvc: PVC name must be specified; set the name of the claim';
    for (const one of [viewer(undefined), viewer({}), viewer({ podSpec })]) {
      const { byKind, told } = render(one, OPERATOR, [
        service('all', 'ada', { 'app.kubernetes.io/name': 'browse' }),
      ]);
      expect([byKind, told]).toEqual([{}, [refused]]);
    }
  });

  test('is caught by Services of others, which it only warns of', () => {
    const caught = (name: string) =>
      `warning viewer/caught-by-service : the Service "${name}" (Service/${name}) selects the pods of the viewer ` +
      'with {"app.kubernetes.io/name":"browse"}; make its selector more specific, or rename the viewer';
    const selector = { 'app.kubernetes.io/name': 'browse' };
    const services = (namespace: string) =>
      ['pvcviewer-browse', 'all'].map((name) => service(name, namespace, selector));
    expect(render(viewer({ pvc: 'data', podSpec }), OPERATOR, services('ada')).told).toEqual([
      caught('all'),
    ]);
    expect(render(viewer({ pvc: 'data', podSpec }), OPERATOR, services('bob')).told).toEqual([]);
    expect(
      render(
        viewer({ pvc: 'data', podSpec }, { name: 'browse' }),
        { ...OPERATOR, namespace: 'ada' },
        services('ada'),
      ).told,
    ).toEqual([caught('all')]);
    expect(
      render(viewer({ pvc: 'data', podSpec }), BETTER, services('ada')).told.map((line) =>
        line.replace(/^error/, 'warning'),
      ),
    ).toEqual([caught('all')]);
  });

  test('is what the webhook makes of it first; elsewhere a viewer stays as it is', () => {
    const given = viewer({
      pvc: 'data',
      networking: { basePrefix: '/x', targetPort: 80, rewrite: '' },
    });
    expect(PVC_VIEWER.mutate!(given, BETTER)).toEqual({ object: given });
    expect(
      (PVC_VIEWER.mutate!(given, OPERATOR).object as any).spec.podSpec.containers[0].name,
    ).toBe('pvcviewer');
  });
});

describe('a file of the controller that cannot be read', () => {
  const read = (operatorMode: boolean, text?: string) =>
    PVC_VIEWER.checkTogether!([], {
      ...surroundings([]),
      options: {
        ...BETTER,
        operatorMode,
        operatorEnv: { DEFAULT_POD_SPEC_PATH: '/etc/pod.yaml' },
        ...(text === undefined ? {} : { operatorFiles: { DEFAULT_POD_SPEC_PATH: text } }),
      },
    }).map(
      ({ severity, rule, path, message, remedy }) =>
        `${severity} ${rule} ${path}: ${message}; ${remedy}`,
    );
  const words = (error: string) =>
    `viewer/operator-file : the controller cannot read "/etc/pod.yaml", the file of DEFAULT_POD_SPEC_PATH: ${error}; ` +
    'provide a PodSpec in YAML or JSON, or unset the variable';

  test.each<[text: string | undefined, error: string]>([
    [undefined, 'it is not there'],
    ['', 'EOF'],
    ['{hostNetwork: true}', 'it begins like JSON, but is not valid JSON'],
    ['---  x  \nhostNetwork: true\n', 'invalid Yaml document separator: x'],
  ])(
    'is worse where the controller is not there to leave a viewer without a pod: %j',
    (text, error) => {
      expect(read(false, text)).toEqual([`${Severity.ERROR} ${words(error)}`]);
      expect(read(true, text)).toEqual([`${Severity.WARNING} ${words(error)}`]);
    },
  );

  test('is none with a comment behind its separator', () => {
    expect(read(true, '---   # pods\nhostNetwork: true\n')).toEqual([]);
  });
});

describe('what this library makes', () => {
  const withPort = (networking: object, change: object = {}) =>
    render(viewer({ pvc: 'data', networking, ...change }), BETTER);
  const portLeft = (port: number) =>
    `warning viewer/target-port-left-out spec.networking.targetPort: the viewer listens on its own port, so the target port ${port} ` +
    'is ignored; remove it, or set your own podSpec';
  const rewriteLeft =
    'warning viewer/rewrite-left-out spec.networking.rewrite: the viewer needs the prefix of its requests, so the rewrite "/" is ignored; ' +
    'remove it, or set your own podSpec';

  test.each<[networking: object, port: number, told: string[]]>([
    [{ basePrefix: '/x' }, 5000, []],
    [{ basePrefix: '/x', targetPort: 0 }, 5000, []],
    [{ basePrefix: '/x', targetPort: '' }, 5000, []],
    [{ basePrefix: '/x', targetPort: 5000 }, 5000, []],
    [{ basePrefix: '/x', targetPort: 8080 }, 5000, [portLeft(8080)]],
    [{ basePrefix: '/x', rewrite: '/' }, 5000, [rewriteLeft]],
    [{ basePrefix: '/x', rewrite: '/', targetPort: 8080 }, 5000, [portLeft(8080), rewriteLeft]],
    [{ basePrefix: '/x', rewrite: '' }, 5000, []],
    [{ basePrefix: '/x', rewrite: '/x/ada/browse/' }, 5000, []],
  ])('answers at its own port and prefix: %j', (networking, port, expected) => {
    const { byKind, told } = withPort(networking);
    expect(told.sort()).toEqual([...expected].sort());
    expect(byKind.Service.spec.ports).toEqual([{ name: 'http', port: 80, targetPort: port }]);
    expect(byKind.VirtualService.spec.http[0].rewrite).toEqual({ uri: '/x/ada/browse/' });
  });

  test('leaves a podSpec its port and its rewrite', () => {
    const { byKind, told } = withPort(
      { basePrefix: '/x', rewrite: '/', targetPort: 8080 },
      { podSpec },
    );
    expect(told).toEqual([]);
    expect(byKind.Service.spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 8080 }]);
    expect(byKind.VirtualService.spec.http[0].rewrite).toEqual({ uri: '/' });
  });

  test.each<[networking: object | undefined, kinds: string[]]>([
    [undefined, ['Deployment']],
    [{}, ['Deployment']],
    [{ basePrefix: '', rewrite: '', timeout: '', targetPort: 0 }, ['Deployment']],
    [{ targetPort: 5000 }, ['Deployment', 'Service', 'VirtualService']],
    [{ timeout: '30s' }, ['Deployment', 'Service', 'VirtualService']],
  ])('is reached if there is something in its networking: %j', (networking, kinds) => {
    expect(Object.keys(withPort(networking!).byKind)).toEqual(kinds);
  });

  test.each<[what: string, resource: any, told: string[]]>([
    [
      'a port',
      viewer({ pvc: 'data', podSpec, networking: { targetPort: 70000 } }),
      [
        'error viewer/target-port spec.networking.targetPort: 70000 is not a valid port; use a number from 1 to 65535',
      ],
    ],
    [
      'the claim',
      viewer({ podSpec }),
      ['error viewer/pvc-missing spec.pvc: PVC name must be specified; set the name of the claim'],
    ],
    [
      'the namespace',
      viewer({ pvc: 'data', podSpec }, { name: 'browse', namespace: 'a.b' }),
      [
        'error storage/namespace metadata.namespace: "a.b": must not contain dots; use the name of a namespace: at most 63 lower-case letters, digits and dashes',
      ],
    ],
    [
      'no namespace',
      viewer({ pvc: 'data', podSpec }, { name: 'browse' }),
      [
        'error storage/namespace metadata.namespace: the namespace is unknown; set metadata.namespace, or use --namespace NAME for all objects without one',
      ],
    ],
    [
      'a label',
      viewer(
        { pvc: 'data', podSpec },
        { name: 'browse', namespace: 'ada', labels: { 'app.kubernetes.io/name': 'x' } },
      ),
      [
        'error viewer/label-taken metadata.labels.app.kubernetes.io/name: the label "app.kubernetes.io/name" is set by the viewer itself; use another key',
      ],
    ],
    [
      'an annotation',
      viewer(
        { pvc: 'data', podSpec },
        { name: 'browse', namespace: 'ada', annotations: { '/x': '' } },
      ),
      [
        'error storage/label metadata.annotations./x: the key "/x": prefix part must be non-empty; use a key such as example.com/team',
      ],
    ],
    [
      'nothing',
      viewer(
        { pvc: 'data', podSpec },
        { name: 'browse', namespace: 'ada', labels: { team: 'a' }, annotations: { note: 'b' } },
      ),
      [],
    ],
  ])('has findings at the places of the resource: %s', (_what, resource, told) => {
    expect(render(resource, BETTER).told).toEqual(told);
  });

  test('carries the labels and annotations of the resource, but not what kubectl keeps in them', () => {
    const metadata = {
      name: 'browse',
      namespace: 'ada',
      labels: { team: 'a' },
      annotations: { note: 'b', 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
    };
    const { byKind } = render(viewer({ pvc: 'data', podSpec }, metadata), BETTER);
    expect(byKind.Deployment.metadata.labels.team).toBe('a');
    expect(byKind.Deployment.metadata.annotations).toEqual({ note: 'b' });
  });

  test('is where the options say, unless the resource says it', () => {
    const namespaceOf = (metadata: object) =>
      render(viewer({ pvc: 'data', podSpec }, metadata), { ...BETTER, namespace: 'bob' }).byKind
        .Deployment.metadata.namespace;
    expect([
      namespaceOf({ name: 'browse', namespace: 'ada' }),
      namespaceOf({ name: 'browse' }),
    ]).toEqual(['ada', 'bob']);
  });

  test.each<[env: { [name: string]: string }, gateway: string]>([
    [{}, 'kubeflow/kubeflow-gateway'],
    [{ ISTIO_GATEWAY: '' }, 'kubeflow/kubeflow-gateway'],
    [{ ISTIO_GATEWAY: 'istio-system/main' }, 'istio-system/main'],
  ])('has the gateway of the controller: %j', (operatorEnv, gateway) => {
    for (const operatorMode of [false, true]) {
      const { byKind } = render(viewer({ pvc: 'data', podSpec, networking: { targetPort: 80 } }), {
        ...BETTER,
        operatorMode,
        operatorEnv,
      });
      expect(byKind.VirtualService.spec.gateways).toEqual([gateway]);
    }
  });

  test("has the pod of the controller's file, with the claim behind its own volumes", () => {
    const text =
      'containers: [{ name: a, image: "a:1", volumeMounts: [{ name: viewer-volume, mountPath: /d }] }]\nvolumes: [{ name: tmp, emptyDir: {} }]\n';
    const { byKind } = render(viewer({ pvc: 'data' }), {
      ...BETTER,
      operatorFiles: { DEFAULT_POD_SPEC_PATH: text },
    });
    expect(byKind.Deployment.spec.template.spec.volumes).toEqual([
      { name: 'tmp', emptyDir: {} },
      { name: 'viewer-volume', persistentVolumeClaim: { claimName: 'data' } },
    ]);
  });

  test('says what a resource can do about what nobody knows', () => {
    const { findings } = PVC_VIEWER.render(
      viewer({ pvc: 'data', rwoScheduling: true }),
      BETTER,
      surroundings([]),
    );
    expect(
      Object.fromEntries(findings.map(({ rule, path, remedy }) => [rule, [path, remedy]])),
    ).toEqual({
      'viewer/owner-unknown': [
        '',
        'render it together with the claim or with the workloads that use the claim, or set a podSpec with a securityContext',
      ],
      'viewer/nobody-to-follow': [
        'spec.rwoScheduling',
        'render it together with the workloads that use the claim, or set rwoScheduling: false if any node is suitable',
      ],
      'viewer/open-access': [
        '',
        'render it together with a NetworkPolicy for its pods, or set a podSpec that mounts the claim read-only',
      ],
    });
  });
});

describe('two viewers of a claim for one pod', () => {
  const together = (options: RenderOptions, ...resources: any[]) =>
    PVC_VIEWER.checkTogether!(
      resources.map((resource, index) => ({
        key: `${index}`,
        resource,
        rendered: { manifests: [], findings: [] },
      })),
      {
        ...surroundings([claim('ada', 'ReadWriteOncePod'), claim('bob', 'ReadWriteOncePod')]),
        options,
      },
    ).map(
      ({ severity, construct, path, message }) => `${severity} ${construct} ${path}: ${message}`,
    );
  const one = viewer({ pvc: 'data' });
  const other = viewer({ pvc: 'data' }, { name: 'second', namespace: 'ada' });
  const nameless = viewer({ pvc: 'data' }, { name: 'third' });
  const words = (index: number, path = 'spec.pvc') =>
    `${index} ${path}: the claim "data" is for one pod (ReadWriteOncePod), but the viewer "browse" uses it`;

  test('are told of once, and the controller is only warned of', () => {
    expect(together(BETTER, one, other)).toEqual([`${Severity.ERROR} ${words(1)}`]);
    expect(together(OPERATOR, one, other)).toEqual([`${Severity.WARNING} ${words(1)}`]);
  });

  test('are so in the namespace of the options', () => {
    expect(together({ ...BETTER, namespace: 'ada' }, one, nameless)).toEqual([
      `${Severity.ERROR} ${words(1)}`,
    ]);
    expect(together({ ...BETTER, namespace: 'bob' }, one, nameless)).toEqual([]);
  });

  test('are none without a claim', () => {
    expect(together(BETTER, viewer({}), viewer(undefined))).toEqual([]);
  });
});

/**
 * Mistakes in a viewer's spec that take two things to happen, and the cases beside them where
 * nothing is wrong.
 */
import { DUFS } from '../../src/viewer/apps';
import { checkViewer } from '../../src/viewer/check';
import { ViewerSpec } from '../../src/viewer/spec';

const ISTIO = { kind: 'virtualService', gateway: 'kubeflow/kubeflow-gateway' };
const NO_ROUTE = { kind: 'none' };
const main = {
  name: 'main',
  image: 'app:1',
  ports: [{ name: 'web', containerPort: 8080 }],
  volumeMounts: [{ name: 'v', mountPath: '/srv' }],
};
const POD = {
  containers: [main],
  volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
};
const podWith = (change: object) => ({ ...POD, containers: [{ ...main, ...change }] });
const peer = (matchExpressions: object[]) => ({
  networkPolicy: { from: [{ podSelector: { matchExpressions } }] },
});

function told(change: object): string[] {
  const spec = {
    name: 'data',
    namespace: 'ada',
    pvc: 'data',
    routing: ISTIO,
    ...change,
  } as ViewerSpec;
  return checkViewer(spec).map(
    ({ rule, path, message, remedy }) => `${rule} ${path}: ${message}; ${remedy}`,
  );
}

const mountPath = (field: string, path: string) =>
  `viewer/app app.${field}: "${path}" is not a valid mount path; use an absolute path without colons, such as /data`;

describe('the paths of an app', () => {
  test.each(['/', '//', '/..', '/data/..', '/./', 'data', '', '/da:ta'])(
    'it mounts nothing at %p',
    (path) => {
      expect(told({ app: { ...DUFS, mountPath: path } })).toEqual([mountPath('mountPath', path)]);
      expect(told({ app: { ...DUFS, writablePaths: ['/tmp', path] } })).toEqual([
        mountPath('writablePaths[1]', path),
      ]);
    },
  );

  test.each(['/data', '/data/', '/x/../data', '//data'])(
    'no two mounts are at one path, however it is written: %s',
    (path) => {
      expect(told({ app: { ...DUFS, writablePaths: [path] } })).toEqual([
        `viewer/app app.writablePaths[0]: "${path}" is also the path of mountPath; use another path`,
      ]);
    },
  );

  test('a relative path takes the place that it has below the root', () => {
    expect(told({ app: { ...DUFS, mountPath: 'data', writablePaths: ['/data'] } })).toEqual([
      mountPath('mountPath', 'data'),
      'viewer/app app.writablePaths[0]: "/data" is also the path of mountPath; use another path',
    ]);
  });

  test('a path within another one is fine', () => {
    expect(told({ app: { ...DUFS, writablePaths: ['/data/tmp', '/data/cache', '/tmp'] } })).toEqual(
      [],
    );
  });

  test('a file needs its path and its content', () => {
    expect(told({ app: { ...DUFS, configFile: {} } })).toEqual([
      'input/type app.configFile.path: path is required; set path',
      'input/type app.configFile.content: content is required; set content',
    ]);
  });
});

describe('the port that the requests are sent to', () => {
  const unknown = (name: string, remedy: string) =>
    `viewer/target-port networking.targetPort: no container declares a port with the name "${name}"; ${remedy}`;

  test.each<[what: string, ports: unknown, remedy: string]>([
    ['no ports', undefined, 'use the number, or name the port of the container'],
    [
      'ports without names',
      [{ containerPort: 80 }, { containerPort: 81 }],
      'use the number, or name the port of the container',
    ],
    [
      'one name',
      [{ containerPort: 80 }, { name: 'web', containerPort: 81 }],
      'use the number, or one of web',
    ],
    [
      'two names',
      [
        { name: 'web', containerPort: 80, protocol: 'TCP' },
        { containerPort: 82 },
        { name: 'admin', containerPort: 81 },
      ],
      'use the number, or one of web, admin',
    ],
    [
      'a name of UDP besides',
      [
        { name: 'web', containerPort: 80 },
        { name: 'ui', containerPort: 81, protocol: 'UDP' },
      ],
      'use the number, or one of web',
    ],
  ])('is looked for by its name among %s', (_what, ports, remedy) => {
    expect(told({ podSpec: podWith({ ports }), networking: { targetPort: 'ui' } })).toEqual([
      unknown('ui', remedy),
    ]);
  });

  test.each<[who: string, init: object, expected: string[]]>([
    ['a sidecar', { restartPolicy: 'Always' }, []],
    [
      'an init container, which is gone by then',
      {},
      [unknown('side', 'use the number, or one of web')],
    ],
  ])('may be that of %s', (_who, init, expected) => {
    const initContainers = [
      { name: 'first', image: 'app:1', ports: [{ name: 'side', containerPort: 90 }], ...init },
    ];
    expect(
      told({ podSpec: { ...POD, initContainers }, networking: { targetPort: 'side' } }),
    ).toEqual(expected);
  });

  test('is watched by its number only', () => {
    const cull = { afterIdle: 1800 };
    expect(told({ podSpec: POD, networking: { targetPort: 'web' }, cull })).toEqual([]);
    expect(told({ podSpec: POD, networking: { targetPort: 'ui' }, cull })).toEqual([
      unknown('ui', 'use the number, or one of web'),
      'viewer/cull-pod networking.targetPort: the port "ui" has no number, so its connections cannot be watched; use the number of the port',
    ]);
    expect(told({ podSpec: podWith({ ports: [] }), routing: NO_ROUTE, cull })).toEqual([
      'viewer/cull-pod networking.targetPort: the port of the viewer is unknown, so its connections cannot be watched; set networking.targetPort',
    ]);
  });
});

test.each([
  '/a%',
  '/a%2',
  '/a%2g',
  '/a%g2',
  '/%%20',
  '/a b',
  '/a"',
  '/ä',
  '/a[b]',
  '/a?b',
  '/a#b',
  '/a\\b',
  '/a^',
  '/a|',
  '/a{b}',
  '/a<',
  '/a>',
  '/a`',
  '/a\n',
])('the prefix %j has characters that a path cannot have', (basePrefix) => {
  expect(told({ podSpec: POD, networking: { basePrefix } })).toEqual([
    `viewer/base-prefix networking.basePrefix: ${JSON.stringify(basePrefix)} has characters that a path cannot have; use letters, digits, dashes, dots and slashes`,
  ]);
});

test.each(['/a%20', '/a%aF', '/%41%5a', '/-A.z_9~', "/!$&'()*+,;=:@"])(
  'the prefix %s is a path',
  (basePrefix) => {
    expect(told({ podSpec: POD, networking: { basePrefix } })).toEqual([]);
  },
);

describe('options', () => {
  test.each<[option: string, value: unknown, place: string]>([
    ['user', 5, 'securityContext.runAsUser'],
    ['group', 5, 'securityContext.runAsGroup'],
    ['fsGroup', 5, 'securityContext.fsGroup'],
    ['resources', {}, 'containers[0].resources'],
    ['serviceAccountName', 'a', 'serviceAccountName'],
    ['priorityClassName', 'a', 'priorityClassName'],
    ['affinity', {}, 'affinity'],
    ['nodeSelector', {}, 'nodeSelector'],
    ['tolerations', [], 'tolerations'],
    ['imagePullSecrets', [], 'imagePullSecrets'],
  ])('%s has a place in the podSpec', (option, value, place) => {
    expect(told({ podSpec: POD, [option]: value })).toEqual([
      `viewer/option-ignored ${option}: ${option} has no effect with a podSpec; remove it, and set podSpec.${place} instead`,
    ]);
    expect(told({ [option]: value })).toEqual([]);
  });

  test.each(['user', 'group', 'fsGroup'])("%s is the platform's, or the viewer's", (option) => {
    const ignored = `viewer/option-ignored ${option}: ${option} has no effect if the platform assigns users to pods; remove one of the two`;
    expect(told({ userFromPlatform: true, [option]: 1000 })).toEqual([ignored]);
    expect(told({ userFromPlatform: false, [option]: 1000 })).toEqual([]);
  });

  test.each([0, 1])('%d pods are fine, and only one that is culled comes back', (replicas) => {
    const cull = { dailyAt: '20:00' };
    expect(told({ replicas })).toEqual([]);
    expect(told({ replicas, cull })).toEqual(
      replicas === 0
        ? []
        : [
            'viewer/cull-replicas replicas: replicas is 1, so applying the manifest again restarts a culled viewer; remove it, or set 0',
          ],
    );
  });

  test.each<[change: object, path: string]>([
    [
      {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] },
          },
        },
      },
      'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms',
    ],
    [{ nodeSelector: { 'a b': 'x' } }, 'nodeSelector.a b'],
    [{ tolerations: [{ key: 'a', operator: 'Exists', value: 'x' }] }, 'tolerations[0].operator'],
    [{ imagePullSecrets: [{ name: 'registry' }, { name: 'registry' }] }, 'imagePullSecrets[1]'],
    [{ resources: { limits: { cpu: 'much' } } }, 'resources.limits.cpu'],
  ])('are told of at their own paths: %j', (change, path) => {
    expect(
      told(change).map((line) => line.slice(line.indexOf(' ') + 1, line.indexOf(': '))),
    ).toEqual([path]);
  });
});

describe('a podSpec', () => {
  test('is not searched for a claim that has no name', () => {
    expect(told({ pvc: '', podSpec: POD })).toEqual([
      'viewer/pvc-missing pvc: PVC name must be specified; set the name of the claim',
    ]);
    expect(
      told({ pvc: '', podSpec: { containers: [main], volumes: [{ name: 'v', emptyDir: {} }] } }),
    ).toEqual(['viewer/pvc-missing pvc: PVC name must be specified; set the name of the claim']);
  });

  test('has an image that is not a text told of once', () => {
    expect(told({ podSpec: podWith({ image: 5 }) })).toHaveLength(1);
  });

  test('has its own mounts told of where they are, and the one that is added where it is asked for', () => {
    const taken = { name: 'w', mountPath: '/srv' };
    const volumes = [{ name: 'w', emptyDir: {} }];
    const atEach = (change: object) => told(change).map((line) => line.slice(0, line.indexOf(':')));
    const own = {
      ...POD,
      containers: [{ ...main, volumeMounts: [...main.volumeMounts, taken] }],
      volumes: [...POD.volumes, ...volumes],
    };
    expect(atEach({ podSpec: own })).toEqual([
      'pod/mount-path-taken podSpec.containers[0].volumeMounts[1].mountPath',
    ]);
    expect(atEach({ podSpec: own, readOnly: true })).toEqual([
      'pod/mount-path-taken podSpec.containers[0].volumeMounts[1].mountPath',
    ]);
    const withMounts = (...volumeMounts: unknown[]) => ({
      podSpec: { containers: [{ ...main, volumeMounts }], volumes },
      injectVolumeAt: '/srv',
    });
    expect(atEach(withMounts(taken))).toEqual(['pod/mount-path-taken injectVolumeAt']);
    expect(
      told(withMounts('text', taken)).filter((line) => line.includes('is already mounted')),
    ).toEqual([
      'pod/mount-path-taken injectVolumeAt: "/srv" is already mounted, by podSpec.containers[0].volumeMounts[1]; use another path',
    ]);
    expect(told(withMounts('text')).filter((line) => line.includes(' injectVolumeAt:'))).toEqual(
      [],
    );
  });
});

describe('the expressions of a peer', () => {
  const values = (operator: string, rest: string) =>
    `viewer/network-policy networkPolicy.from[0].podSelector.matchExpressions[0].values: the operator ${operator} ${rest}`;

  test.each(['Exists', 'DoesNotExist'])('%s takes no values', (operator) => {
    expect(told(peer([{ key: 'app', operator, values: ['a'] }]))).toEqual([
      values(operator, 'takes no values; remove them'),
    ]);
    expect(told(peer([{ key: 'app', operator }]))).toEqual([]);
    expect(told(peer([{ key: 'app', operator, values: [] }]))).toEqual([]);
  });

  test.each(['In', 'NotIn'])('%s needs values', (operator) => {
    expect(told(peer([{ key: 'app', operator }]))).toEqual([
      values(operator, 'needs values; add at least one'),
    ]);
    expect(told(peer([{ key: 'app', operator, values: [] }]))).toEqual([
      values(operator, 'needs values; add at least one'),
    ]);
    expect(told(peer([{ key: 'app', operator, values: ['a'] }]))).toEqual([]);
  });
});

describe('the parents of a route', () => {
  const same = (index: number, earlier: number) =>
    `viewer/routing routing.parentRefs[${index}]: it is the same parent as parentRefs[${earlier}]; remove it, or set a different sectionName in each`;

  test.each<[what: string, parentRefs: object[], expected: string[]]>([
    [
      'of one name in two namespaces',
      [
        { name: 'a', namespace: 'x' },
        { name: 'a', namespace: 'y' },
      ],
      [],
    ],
    [
      "of one name in a namespace and in the viewer's",
      [{ name: 'a', namespace: 'x' }, { name: 'a' }],
      [],
    ],
    ['twice the same', [{ name: 'a' }, { name: 'b' }, { name: 'a' }], [same(2, 0)]],
    [
      'twice the same in another namespace',
      [
        { name: 'a', namespace: 'x' },
        { name: 'a', namespace: 'x' },
      ],
      [same(1, 0)],
    ],
    [
      'two listeners',
      [
        { name: 'a', sectionName: 'http' },
        { name: 'a', sectionName: 'https' },
      ],
      [],
    ],
    [
      'one listener twice',
      [
        { name: 'a', sectionName: 'http' },
        { name: 'a', sectionName: 'https' },
        { name: 'a', sectionName: 'http' },
      ],
      [same(2, 0)],
    ],
    [
      'a listener and all of them',
      [{ name: 'a', sectionName: 'http' }, { name: 'a' }],
      [same(1, 0)],
    ],
    [
      'all listeners and one of them',
      [{ name: 'a' }, { name: 'a', sectionName: 'http' }],
      [same(1, 0)],
    ],
    [
      'two ports, which do not tell them apart',
      [
        { name: 'a', port: 80 },
        { name: 'a', port: 443 },
      ],
      [same(1, 0)],
    ],
  ])('are told apart: %s', (_what, parentRefs, expected) => {
    expect(told({ routing: { kind: 'httpRoute', parentRefs } })).toEqual(expected);
  });
});

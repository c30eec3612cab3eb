/** Objects that are alike but for their names: nothing is lost by judging one of them. */
import { SERVER_JUDGE } from '../../src/validation';
import { LABELS, NAMES, REFERENCES, RightShapes, shapeOf, TEXTS } from '../../src/validation/alike';
import * as fc from '../support/fast-check';
import { judged } from '../support/judged';

type Slot = () => string;

const deployment = (name: string, rest: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'team', labels: { app: name } },
  spec: {
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: {
        containers: [{ name: 'app', image: 'app:1', volumeMounts: [mount('data')] }],
        volumes: [{ name: 'data', persistentVolumeClaim: { claimName: name } }],
      },
    },
  },
  ...rest,
});
const mount = (name: string) => ({ name, mountPath: '/data' });

/** Objects with a name wherever one may stand; each call of `slot` answers another. */
const OBJECTS: readonly ((slot: Slot, name: string) => object)[] = [
  (slot, name) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: slot(), labels: { app: slot(), [slot()]: slot() } },
    spec: {
      selector: {
        matchLabels: { app: slot() },
        matchExpressions: [{ key: 'app', operator: 'In', values: [slot()] }],
      },
      template: {
        metadata: {
          labels: { app: slot() },
          annotations: {
            [`container.apparmor.security.beta.kubernetes.io/${slot()}`]: 'unconfined',
          },
        },
        spec: {
          containers: [
            {
              name: slot(),
              image: slot(),
              volumeMounts: [mount(slot())],
              args: [slot()],
              env: [{ name: slot(), value: slot() }],
              envFrom: [{ configMapRef: { name: slot() } }],
            },
            { name: 'app', image: 'app', ports: [{ name: slot(), containerPort: 80 }] },
          ],
          volumes: [{ name: slot(), persistentVolumeClaim: { claimName: slot() } }],
        },
      },
    },
  }),
  (slot, name) => ({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name },
    spec: {
      serviceName: slot(),
      selector: { matchLabels: { app: slot() } },
      template: {
        metadata: { labels: { app: slot() } },
        spec: { containers: [{ name: 'app', image: 'app', volumeMounts: [mount(slot())] }] },
      },
      volumeClaimTemplates: [{ metadata: { name: slot() }, spec: claimSpec() }],
    },
  }),
  (slot, name) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace: slot() },
    spec: { ...claimSpec(), volumeName: slot(), storageClassName: slot(), volumeMode: slot() },
  }),
  (slot, name) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      claimRef: { name: slot(), namespace: slot() },
      csi: { driver: slot(), volumeHandle: slot() },
    },
  }),
  (slot, name) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      iscsi: {
        targetPortal: '10.0.0.1:3260',
        iqn: 'iqn.2001-04.com.example:storage.kube.sys1.xyz',
        lun: 0,
        initiatorName: `iqn.${slot()}`,
      },
    },
  }),
  (slot, name) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { 'pod-security.kubernetes.io/enforce': slot(), app: slot() } },
  }),
  (slot, name) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name },
    spec: { type: slot(), selector: { app: slot() }, ports: [{ port: 80, targetPort: slot() }] },
  }),
  (slot, name) => ({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name, labels: { app: slot() } },
    value: 5,
  }),
  (slot, name) => ({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: slot() },
      maxReplicas: 2,
      metrics: [
        {
          type: 'Resource',
          resource: { name: slot(), target: { type: 'Utilization', averageUtilization: 5 } },
        },
      ],
    },
  }),
];
const claimSpec = () => ({
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '1Gi' } },
});

/** Of one length but for one: a level of Pod Security, one kept for the system, one no name. */
const WORDS = ['baseline', 'frontend', 'platform', 'system-a', 'A_b'];

test('of an object the same is said after others that are alike', () => {
  const slots = fc.array(fc.nat(4), { minLength: 30, maxLength: 30 });
  const words = fc.shuffledSubarray(WORDS, { minLength: WORDS.length });
  fc.assert(
    fc.property(fc.constantFrom(...OBJECTS), slots, words, (make, choices, names) => {
      const objects = names.map((name) => {
        let at = 0;
        const own = [name, name, `${name}-b`, 'data', 'web'];
        return make(() => own[choices[(at += 1)]], name);
      });
      expect(judged([SERVER_JUDGE], objects)).toEqual(
        objects.flatMap((object) => judged([SERVER_JUDGE], [object])),
      );
    }),
    { numRuns: 800 },
  );
});

const podWith = (spec: object) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'pod' },
  spec,
});
const container = (more: object) => ({ containers: [{ name: 'app', image: 'app:1', ...more }] });
const volume = (source: object) =>
  podWith({ ...container({}), volumes: [{ name: 'data', ...source }] });
const persistent = (more: object) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'pv' },
  spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, ...more },
});
const nfs = { nfs: { server: 'filer', path: '/' } };

/** Objects with a text in each field of which nothing but names and free texts is read. */
const FREE: { readonly [field: string]: (text: string) => object } = {
  'metadata.name': (name) => ({ ...podWith(container({})), metadata: { name } }),
  'metadata.namespace': (namespace) => ({
    ...podWith(container({})),
    metadata: { name: 'pod', namespace },
  }),
  'claimRef.name': (name) => persistent({ ...nfs, claimRef: { name, namespace: 'team' } }),
  'claimRef.namespace': (namespace) =>
    persistent({ ...nfs, claimRef: { name: 'data', namespace } }),
  'containers.name': (name) => podWith(container({ name })),
  'initContainers.name': (name) =>
    podWith({ ...container({}), initContainers: [{ name, image: 'app:1' }] }),
  'configMap.name': (name) => volume({ configMap: { name } }),
  'configMapRef.name': (name) => podWith(container({ envFrom: [{ configMapRef: { name } }] })),
  'secretRef.name': (name) => podWith(container({ envFrom: [{ secretRef: { name } }] })),
  claimName: (claimName) => volume({ persistentVolumeClaim: { claimName } }),
  secretName: (secretName) => volume({ secret: { secretName } }),
  volumeName: (volumeName) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data' },
    spec: { ...claimSpec(), volumeName },
  }),
  serviceName: (serviceName) => ({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db' },
    spec: {
      serviceName,
      selector: { matchLabels: { app: 'db' } },
      template: { metadata: { labels: { app: 'db' } }, spec: container({}) },
    },
  }),
  'labels.*': (app) => ({ ...podWith(container({})), metadata: { name: 'pod', labels: { app } } }),
  'matchLabels.*': (app) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      selector: { matchLabels: { app } },
      template: { metadata: { labels: { app } }, spec: container({}) },
    },
  }),
  'selector.*': (app) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web' },
    spec: { selector: { app }, ports: [{ port: 80 }] },
  }),
  'args.': (text) => podWith(container({ args: [text] })),
  'env.value': (value) => podWith(container({ env: [{ name: 'LEVEL', value }] })),
  'httpGet.path': (path) => podWith(container({ livenessProbe: { httpGet: { path, port: 80 } } })),
  'csi.volumeHandle': (volumeHandle) =>
    persistent({ csi: { driver: 'disks.example.com', volumeHandle } }),
};

test('each field that is not read has an object here', () => {
  const fields = [
    ...Object.entries(NAMES).flatMap(([within, keys]) => keys!.map((key) => `${within}.${key}`)),
    ...REFERENCES,
    ...LABELS.map((within) => `${within}.*`),
    ...Object.entries(TEXTS).map(([within, key]) => `${within}.${key}`),
  ];
  expect(Object.keys(FREE).sort()).toEqual(fields.sort());
});

/** Texts that rules on other fields read something from. */
const TELLING = [
  ...['$(HOME)', '${HOME}', '/../x', '..', 'a/../b', '~', '-1', '0', '007', '1.5Gi', '10%', 'true'],
  ...['null', 'ReadWriteMany', 'Always', 'http://', 'https://a.b/?c=d', '{"a":1}', '--', '-c', '@'],
  ...['{{ a }}', 'a:b', 'a b', '*', '#', '\\', 'fs-0123456789abcdef0', 'fs-1::fsap-1', '/'],
  ...['default', 'kubernetes', 'localhost', 'none', 'null', 'example', 'changeme', 'latest'],
  ...['a'.repeat(40), 'x'.repeat(255), 'a-b', 'a0', 'b-1', 'ab', 'z'],
];

test.each(Object.entries(FREE))('nothing is said for what stands in %s', (_field, objectOf) => {
  const texts = fc.oneof(
    fc.constantFrom(...TELLING),
    fc.string({ minLength: 1, maxLength: 40 }),
    fc.stringMatching(/^[a-z][-a-z0-9]{0,20}[a-z0-9]$/),
  );
  const say = (text: string) => judged([SERVER_JUDGE], [objectOf(text)]);
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      fc.pre(shapeOf(objectOf(one) as never) === shapeOf(objectOf(other) as never));
      expect(say(one).length).toBe(say(other).length);
    }),
    { numRuns: 150 },
  );
});

test('objects of one template have one shape, whatever their names of one length are', () => {
  expect(shapeOf(deployment('shop'))).toBeDefined();
  expect(shapeOf(deployment('shop'))).toBe(shapeOf(deployment('blog')));
});

test.each([
  ['name of another length', deployment('shops')],
  ['name that means something', { ...deployment('shop'), metadata: { name: 'system-a' } }],
  ['field more', deployment('shop', { status: {} })],
  ['number for a text', deployment('shop', { data: 5 })],
  ['text that only looks like two', deployment('shop', { data: 'a1:b' })],
  ['null', deployment('shop', { data: null })],
])('an object with a %s has another shape', (_what, object) => {
  const plain = deployment('blog', { data: '5' });
  expect([shapeOf(plain), shapeOf(deployment('blog'))]).not.toContain(shapeOf(object));
});

test('a name that stands where words stand is no name that could be another', () => {
  const mode = (name: string) => ({ metadata: { name }, spec: { volumeMode: name } });
  expect(shapeOf(mode('shop'))).not.toBe(shapeOf(mode('blog')));
});

test('a level of Pod Security is no name', () => {
  const namespace = (name: string) => ({
    metadata: { name, labels: { 'pod-security.kubernetes.io/enforce': name } },
  });
  expect(shapeOf(namespace('baseline'))).not.toBe(shapeOf(namespace('frontend')));
});

test('what is named after the object has one shape, and so has what is passed on', () => {
  const made = (name: string, claimName: string) =>
    deployment(name, {
      spec: {
        template: {
          metadata: { labels: { app: `${name}-web` } },
          spec: {
            containers: [
              {
                name: `${name}-web`,
                image: 'app:1',
                args: [`--host=${name}`],
                env: [{ name: 'URL', value: `https://${name}/` }],
                livenessProbe: { httpGet: { path: `/${name}`, port: 80 } },
              },
            ],
            volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
          },
        },
      },
    });
  expect(shapeOf(made('shop', 'first'))).toBe(shapeOf(made('blog', 'other')));
  expect(shapeOf(made('shop', 'first'))).not.toBe(shapeOf(made('blog', 'blog')));
});

test.each([
  ['is the name of a volume', 'data', 'shop'],
  ['is a field', 'spec', 'shop'],
])('a name that %s as well is told from one that is not', (_what, one, other) => {
  expect(shapeOf(deployment(one))).not.toBe(shapeOf(deployment(other)));
});

test('a container that an annotation names is told from one that none names', () => {
  const pod = (name: string) => ({
    metadata: { annotations: { 'container.apparmor.security.beta.kubernetes.io/web': 'x' } },
    spec: { containers: [{ name }] },
  });
  expect(shapeOf(pod('web'))).not.toBe(shapeOf(pod('app')));
});

test.each(['', ' ', ' a', 'a\n', 'a'.repeat(300)])(
  'the argument %j is told from other arguments',
  (arg) => {
    const pod = (text: string) => ({ spec: { containers: [{ args: [text] }] } });
    expect(shapeOf(pod(arg))).not.toBe(shapeOf(pod('--port=80')));
  },
);

test.each([
  ['a function', { metadata: { name: 'data' }, made: () => 1 }],
  ['what is too deep', nested(100)],
])('%s leaves an object without a shape', (_what, object) => {
  expect(shapeOf(object)).toBeUndefined();
});

function nested(depth: number): { readonly [field: string]: unknown } {
  return depth === 0 ? {} : { in: nested(depth - 1) };
}

test('is asked once of those that are alike, and each time of those that are wrong', () => {
  const shapes = new RightShapes();
  let asked = 0;
  const judge = (said: readonly string[]) => () => {
    asked += 1;
    return said;
  };
  for (const name of ['shop', 'blog', 'wiki']) shapes.unlessAlike(deployment(name), judge([]));
  expect(asked).toBe(1);
  for (const name of ['a-shop', 'a-blog']) {
    expect(shapes.unlessAlike(deployment(name), judge(['wrong']))).toEqual(['wrong']);
  }
  expect(asked).toBe(3);
});

test('where few are alike, nobody looks any more', () => {
  const shapes = new RightShapes();
  let asked = 0;
  const judge = () => {
    asked += 1;
    return [];
  };
  for (let index = 0; index < 2000; index += 1) {
    shapes.unlessAlike({ metadata: { name: 'shop' }, data: { index } }, judge);
  }
  asked = 0;
  shapes.unlessAlike({ metadata: { name: 'shop' }, data: { index: 1000 } }, judge);
  expect(asked).toBe(1);
});

test('an object with very many names has no shape', () => {
  const volumes = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ claimName: `c-${index}` }));
  expect(shapeOf({ spec: { volumes: volumes(60) } })).toBeDefined();
  expect(shapeOf({ spec: { volumes: volumes(100) } })).toBeUndefined();
});

test.each(['toString', 'constructor', '__proto__'])(
  'a field that is called %s, as what every object has, is a field like others',
  (field) => {
    const shapes = ['a', 'b'].map((name) =>
      shapeOf(JSON.parse(`{"${field}": {"name": "${name}"}}`)),
    );
    expect(shapes[0]).toEqual(expect.any(String));
    expect(shapes[1]).not.toBe(shapes[0]);
  },
);

test.each<[string, object, object]>([
  ['a field of another name', { a: { x: '1 ' } }, { a: { y: '1 ' } }],
  ['a field within another one', { a: { b: 1 }, c: 2 }, { a: { b: 1, c: 2 } }],
  ['an item within a list', { a: [[1], 2] }, { a: [[1, 2]] }],
  ['an item beside a list', { a: [1], b: 2 }, { a: [1, { b: 2 }] }],
  ['a number', { a: 1 }, { a: 2 }],
  ['a number that is a text', { a: 1 }, { a: '1' }],
  ['a number of two digits', { a: [1, 2] }, { a: [12] }],
  ['a long number', { a: 1 }, { a: 1n }],
  ['null', { a: null }, { a: 'null' }],
  ['true', { a: true }, { a: 'true' }],
  ['a text that ends elsewhere', { a: ['b c', 'd'] }, { a: ['b', 'c d'] }],
  [
    'one name twice',
    { metadata: { name: 'a', namespace: 'a' } },
    { metadata: { name: 'a', namespace: 'b' } },
  ],
  ['a name of another length', { metadata: { name: 'a' } }, { metadata: { name: 'ab' } }],
])('%s makes another shape', (_what, one, other) => {
  expect(shapeOf(one as never)).not.toBe(shapeOf(other as never));
  expect(shapeOf(one as never)).toBe(shapeOf(structuredClone(one) as never));
});

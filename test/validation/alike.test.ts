/** Objects that are alike but for their own names: nothing is lost by judging one of them. */
import { SERVER_JUDGE } from '../../src/validation';
import { RightShapes, shapeOf } from '../../src/validation/alike';
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
        metadata: { labels: { app: slot() } },
        spec: {
          containers: [
            { name: slot(), image: slot(), volumeMounts: [mount(slot())] },
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
  const slots = fc.array(fc.nat(3), { minLength: 20, maxLength: 20 });
  const words = fc.shuffledSubarray(WORDS, { minLength: WORDS.length });
  fc.assert(
    fc.property(fc.constantFrom(...OBJECTS), slots, words, (make, choices, names) => {
      const objects = names.map((name) => {
        let at = 0;
        const own = [name, name, 'data', 'web'];
        return make(() => own[choices[(at += 1)]], name);
      });
      expect(judged([SERVER_JUDGE], objects)).toEqual(
        objects.flatMap((object) => judged([SERVER_JUDGE], [object])),
      );
    }),
    { numRuns: 800 },
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

test.each([
  ['a field that is called as it is', { metadata: { name: 'data' }, data: {} }],
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

/** Viewers of all kinds, good and bad: they give findings, or objects that the API server takes. */
import { hasErrors, Severity } from '../../src/findings';
import { fitName, withoutUndefined } from '../../src/kube';
import { POD_RULES } from '../../src/pod';
import { CLOUDCMD, DUFS, FILEBROWSER } from '../../src/viewer/apps';
import { buildViewer, objectsInOrder } from '../../src/viewer/build';
import { checkViewer } from '../../src/viewer/check';
import { viewerName } from '../../src/viewer/names';
import { ViewerSpec } from '../../src/viewer/spec';
import * as fc from '../support/fast-check';
import { exchange, holdsFor } from '../support/properties';
import { violationsOf } from '../support/restricted';
import { problemsOf } from '../support/validate';

const label = fc.stringMatching(/^[a-z]([-a-z0-9]{0,15}[a-z0-9])?$/);
const texts = fc.dictionary(
  fc.constantFrom('team', 'example.com/x', 'app'),
  fc.constantFrom('', 'a', 'B_c'),
  { noNullPrototype: true },
);
const port = fc.integer({ min: 1, max: 65535 });
const optional = <T extends object>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(shape, { requiredKeys: [], noNullPrototype: true });
const record = <T extends object>(
  shape: { [K in keyof T]: fc.Arbitrary<T[K]> },
  requiredKeys: (keyof T)[],
) => fc.record(shape, { requiredKeys: requiredKeys as never, noNullPrototype: true });

const basePrefix = fc.constantFrom('', '/pvcviewers', '/a/b.c/~d');
const clusterDomain = fc.constantFrom('cluster.local', 'k8s.example.com');
const selector = optional({ matchLabels: texts });
const peer = fc.oneof(
  record({ namespaceSelector: selector, podSelector: selector }, ['namespaceSelector']),
  fc.constantFrom(
    { ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } },
    { ipBlock: { cidr: 'fd00::/8' } },
  ),
);

const shared = {
  name: fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,51}[a-z0-9])?$/),
  namespace: label,
  pvc: fc.constantFrom('data', 'data-db-0', 'a.b.c'),
  readOnly: fc.boolean(),
  replicas: fc.constantFrom(0, 1),
  labels: texts,
  annotations: texts,
  podLabels: texts,
  podAnnotations: texts,
  networkPolicy: record(
    { from: fc.array(peer, { maxLength: 2 }), additionalPorts: fc.array(port, { maxLength: 2 }) },
    ['from'],
  ),
  authorizationPolicy: record(
    {
      principals: fc.constant(['cluster.local/ns/istio-system/sa/gw']),
      users: fc.constant(['ada@example.com']),
      methods: fc.constant(['GET', 'HEAD']),
    },
    ['principals'],
  ),
  cull: fc.oneof(
    record(
      {
        dailyAt: fc.constantFrom('00:00', '20:05'),
        timeZone: fc.constantFrom('UTC', 'Europe/Berlin'),
      },
      ['dailyAt'],
    ),
    fc.record({ afterIdle: fc.integer({ min: 300, max: 86400 }) }, { noNullPrototype: true }),
  ),
};
const required: (keyof typeof shared)[] = ['name', 'namespace', 'pvc'];

const app = {
  ...shared,
  app: fc.constantFrom(DUFS, FILEBROWSER, CLOUDCMD, {
    ...DUFS,
    configFile: { path: '/etc/dufs.yaml', content: 'path-prefix: {prefix}' },
  }),
  user: fc.constantFrom(1, 1000),
  group: fc.constantFrom(0, 100),
  fsGroup: fc.constantFrom(0, 2000),
  resources: fc.constantFrom({}, { limits: { cpu: 1, memory: '1Gi' } }),
  serviceAccountName: label,
  priorityClassName: label,
  nodeSelector: texts,
  tolerations: fc.constantFrom(
    [],
    [{ key: 'dedicated', operator: 'Exists' }],
    [{ operator: 'Exists' }],
  ),
  imagePullSecrets: fc.constantFrom([], [{ name: 'registry' }]),
  affinity: fc.constantFrom(
    {},
    {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] },
          ],
        },
      },
    },
  ),
};
const withClaim = (claimName: string) => ({
  containers: [
    {
      name: 'main',
      image: 'app:1',
      ports: [{ name: 'web', containerPort: 8080 }],
      volumeMounts: [{ name: 'v', mountPath: '/srv' }],
    },
  ],
  volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }],
});

const virtualService = record(
  {
    kind: fc.constant('virtualService' as const),
    gateway: fc.constantFrom('kubeflow/kubeflow-gateway', 'own'),
    hosts: fc.constantFrom(['*'], ['files.example.com', '*.example.com']),
    apiVersion: fc.constantFrom('networking.istio.io/v1', 'networking.istio.io/v1alpha3'),
  },
  ['kind', 'gateway'],
);
const httpRoute = record(
  {
    kind: fc.constant('httpRoute' as const),
    parentRefs: fc.uniqueArray(
      record({ name: label, namespace: label, sectionName: label, port }, ['name']),
      { minLength: 1, maxLength: 3, selector: ({ name }) => name },
    ),
    hostnames: fc.constantFrom([], ['files.example.com', '*.example.com']),
  },
  ['kind', 'parentRefs'],
);
const ingress = record(
  {
    kind: fc.constant('ingress' as const),
    ingressClassName: label,
    host: fc.constant('files.example.com'),
    tlsSecretName: label,
    annotations: texts,
  },
  ['kind'],
);

/** Each routing with what it can do. */
const reached = fc.oneof(
  fc.record({
    routing: virtualService,
    clusterDomain,
    networking: optional({ basePrefix, timeout: fc.constantFrom('', '30s', '1.5s') }),
  }),
  fc.record({
    routing: httpRoute,
    networking: optional({ basePrefix, timeout: fc.constantFrom('', '0s', '1s500ms') }),
  }),
  fc.record({ routing: ingress, networking: optional({ basePrefix }) }),
  fc.record({
    routing: fc.constant({ kind: 'none' as const }),
    networking: optional({ basePrefix }),
  }),
);
const fine: fc.Arbitrary<ViewerSpec> = fc
  .tuple(
    fc.oneof(
      record(app, required),
      record(shared, required).map((spec) => ({ ...spec, podSpec: withClaim(spec.pvc) })),
    ),
    reached,
  )
  .map(([spec, how]) => ({ ...spec, ...how }) as ViewerSpec);

const build = (spec: ViewerSpec) => objectsInOrder(buildViewer(spec));
/** A field that no pod has is a warning of the pod's check, and no field of the schemas. */
const check = (spec: ViewerSpec) =>
  checkViewer(spec).map((finding) =>
    finding.rule === POD_RULES.unknownField.id ? { ...finding, severity: Severity.ERROR } : finding,
  );

holdsFor<ViewerSpec>('a viewer', {
  check,
  build,
  fine,
  fields: [
    'name',
    'namespace',
    'pvc',
    'podSpec',
    'injectVolumeAt',
    'app',
    'networking',
    'routing',
    'clusterDomain',
    'readOnly',
    'user',
    'group',
    'fsGroup',
    'userFromPlatform',
    'resources',
    'replicas',
    'serviceAccountName',
    'priorityClassName',
    'labels',
    'annotations',
    'podLabels',
    'podAnnotations',
    'affinity',
    'nodeSelector',
    'tolerations',
    'imagePullSecrets',
    'networkPolicy',
    'authorizationPolicy',
    'cull',
  ],
});

test('no object has a field that is undefined', () => {
  fc.assert(
    fc.property(fine, (spec) => {
      const objects = build(spec);
      expect(withoutUndefined(objects)).toBe(objects);
    }),
  );
});

/** A value of the tree is exchanged for another one, wherever it stands. */
const odd = fc.constantFrom(
  '',
  '/',
  '/x',
  '..',
  '*',
  'A B',
  '-1',
  -1,
  0,
  1.5,
  70000,
  [],
  {},
  null,
  [null],
  '1h',
  '{prefix}',
  'http',
);
const broken = fc
  .tuple(fine, fc.nat(), fc.oneof(fc.anything(), odd))
  .map(([spec, at, value]) => exchange(spec, at, value) as ViewerSpec);

test('whatever stands in a viewer, it gives errors or objects that the schemas accept', () => {
  fc.assert(
    fc.property(broken, (spec) => {
      if (hasErrors(check(spec))) return;
      expect(build(spec).flatMap(problemsOf)).toEqual([]);
    }),
    { numRuns: 1500 },
  );
});

test('a viewer has the same findings with a field that is undefined', () => {
  fc.assert(
    fc.property(broken, (spec) => {
      expect(checkViewer({ ...spec, nothing: undefined } as ViewerSpec)).toEqual(checkViewer(spec));
    }),
    { numRuns: 300 },
  );
});

test('whatever a caller passes as a viewer, it gives findings', () => {
  fc.assert(
    fc.property(fc.anything(), (anything) => {
      expect(checkViewer(anything as ViewerSpec).length).toBeGreaterThan(0);
    }),
  );
});

test('every pod of a viewer without a podSpec passes Pod Security restricted', () => {
  fc.assert(
    fc.property(
      fine.filter(({ podSpec }) => podSpec === undefined),
      (spec) => {
        expect(build(spec).flatMap(violationsOf)).toEqual([]);
      },
    ),
  );
});

test('every claim name makes a viewer name that no rule objects to', () => {
  const claimName = fc.stringMatching(/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/);
  fc.assert(
    fc.property(claimName, (pvc) => {
      const spec: ViewerSpec = {
        name: viewerName(pvc),
        namespace: 'ns',
        pvc: 'data',
        routing: { kind: 'none' },
      };
      expect(checkViewer(spec)).toEqual([]);
    }),
  );
});

test('a part of a name is never longer than its place', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), fc.integer({ min: 10, max: 63 }), (text, longest) => {
      expect(fitName(text, longest)).toMatch(
        new RegExp(`^[a-z0-9]([-a-z0-9]{0,${longest - 2}}[a-z0-9])?$`),
      );
    }),
  );
});

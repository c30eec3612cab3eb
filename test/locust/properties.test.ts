/** Tests of all kinds, good and bad: they give findings, or objects that the API server takes. */
import { Testing } from 'cdk8s';
import { Finding, LocustTest } from '../../src';
import { Severity } from '../../src/findings';
import { buildLocustTest } from '../../src/locust/build';
import { checkLocustTest } from '../../src/locust/check';
import { locustTestSchemas } from '../../src/locust/schema';
import { operatorPreset } from '../../src/locust/settings';
import { LocustTestResource } from '../../src/locust/spec';
import { admit } from '../../src/resource';
import * as fc from '../support/fast-check';
import { exchange, holdsFor } from '../support/properties';
import { violationsOf } from '../support/restricted';
import { problemsOf } from '../support/validate';

const label = fc.stringMatching(/^[a-z]([-a-z0-9]{0,15}[a-z0-9])?$/);
const path = fc.constantFrom(
  '/data',
  '/cache',
  '/results',
  '/etc/certs',
  '/mnt/x y',
  '/lotest/src2',
);
const quantity = fc.constantFrom('1', '500m', '1Gi', '2000', '0.5', 3);
const texts = fc.dictionary(
  fc.constantFrom('team', 'example.com/x', 'app'),
  fc.constantFrom('', 'a', 'B_c'),
  { noNullPrototype: true },
);
const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 });
const optional = <T extends object>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(shape, { requiredKeys: [] });

const source = fc.oneof(
  fc.record({ persistentVolumeClaim: fc.record({ claimName: label }) }),
  fc.record({
    configMap: fc.record(
      { name: label, defaultMode: fc.constantFrom(0, 292, 420) },
      { requiredKeys: ['name'] },
    ),
  }),
  fc.record({
    secret: fc.record(
      { secretName: label, optional: fc.boolean() },
      { requiredKeys: ['secretName'] },
    ),
  }),
  fc.record({
    emptyDir: fc.record(
      { medium: fc.constant('Memory'), sizeLimit: quantity },
      { requiredKeys: ['medium'] },
    ),
  }),
  fc.record({
    hostPath: fc.record(
      { path, type: fc.constantFrom('', 'Directory') },
      { requiredKeys: ['path'] },
    ),
  }),
  fc.record({
    nfs: fc.record(
      { server: label, path, readOnly: fc.boolean() },
      { requiredKeys: ['server', 'path'] },
    ),
  }),
  fc.record({
    ephemeral: fc.record({
      volumeClaimTemplate: fc.record({
        metadata: fc.record({ labels: texts }),
        spec: fc.record({
          accessModes: fc.constant(['ReadWriteOnce']),
          resources: fc.record({ requests: fc.record({ storage: quantity }) }),
        }),
      }),
    }),
  }),
);
/** One volume and one mount for each name, at a path of its own. */
const volumes = fc
  .uniqueArray(
    fc.tuple(
      label,
      source,
      path,
      fc.constantFrom('master', 'worker', 'both', undefined),
      fc.boolean(),
    ),
    {
      maxLength: 3,
      selector: ([, , at]) => at,
    },
  )
  .map((list) =>
    list.map(([name, from, mountPath, target, readOnly], index) => ({
      volume: { name: `v${index}-${name}`, ...from },
      mount: {
        name: `v${index}-${name}`,
        mountPath,
        ...(target ? { target } : {}),
        ...(readOnly ? { readOnly } : {}),
      },
    })),
  );
const resources = optional({
  requests: fc.record({ cpu: fc.constant('100m') }),
  limits: fc.record({ cpu: quantity, memory: quantity }),
});
const role = {
  command: fc.constantFrom('', '-f a.py', ' -f\ta.py --host https://x '),
  resources,
  labels: texts,
  annotations: texts,
  extraArgs: some(fc.constantFrom('--csv', 'x', '--otel')),
};

const spec = fc.record(
  {
    image: label,
    imagePullPolicy: fc.constantFrom('Always', 'IfNotPresent', 'Never'),
    imagePullSecrets: some(fc.record({ name: label })),
    master: fc.record(
      {
        ...role,
        autostart: fc.boolean(),
        autoquit: fc.record(
          { enabled: fc.boolean(), timeout: fc.nat(600) },
          { requiredKeys: ['enabled'] },
        ),
      },
      { requiredKeys: ['command'] },
    ),
    worker: fc.record(
      { ...role, replicas: fc.integer({ min: 1, max: 500 }) },
      { requiredKeys: ['command', 'replicas'] },
    ),
    testFiles: optional({
      configMapRef: label,
      libConfigMapRef: label,
      srcMountPath: fc.constantFrom('/src', '/lotest/src'),
      libMountPath: fc.constant('/lib'),
    }),
    scheduling: optional({
      affinity: optional({
        nodeAffinity: fc.record({
          requiredDuringSchedulingIgnoredDuringExecution: fc.record({
            nodeSelectorTerms: fc.constant([
              { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] },
            ]),
          }),
        }),
      }),
      tolerations: some(
        fc.record({
          key: label,
          operator: fc.constantFrom('Exists', 'Equal'),
          effect: fc.constantFrom('NoSchedule', 'NoExecute'),
        }),
      ),
      nodeSelector: texts,
      runtimeClassName: fc.constantFrom('', 'gvisor'),
    }),
    env: optional({
      configMapRefs: some(
        fc.record({ name: label, prefix: fc.constantFrom('', 'A_') }, { requiredKeys: ['name'] }),
      ),
      secretRefs: some(fc.record({ name: label })),
      variables: some(
        fc.oneof(
          fc.record({
            name: fc.constantFrom('A', 'B_C', 'KAFKA_USERNAME'),
            valueFrom: fc.record({ secretKeyRef: fc.record({ name: label, key: label }) }),
          }),
          fc.record({ name: fc.constantFrom('A', 'B_C'), value: fc.string() }),
        ),
      ),
    }),
    security: optional({
      podSecurityContext: optional({
        fsGroup: fc.nat(70000),
        runAsNonRoot: fc.boolean(),
        seccompProfile: fc.constant({ type: 'RuntimeDefault' }),
      }),
      containerSecurityContext: optional({
        privileged: fc.boolean(),
        capabilities: fc.record({ drop: fc.constant(['ALL']) }),
      }),
    }),
    observability: optional({
      openTelemetry: fc.record(
        {
          enabled: fc.boolean(),
          endpoint: fc.constant('http://collector:4317'),
          protocol: fc.constantFrom('grpc', 'http/protobuf'),
          insecure: fc.boolean(),
          extraEnvVars: fc.dictionary(fc.stringMatching(/^[A-Z_]{1,8}$/), fc.string()),
        },
        { requiredKeys: ['enabled', 'endpoint'] },
      ),
    }),
  },
  { requiredKeys: ['image', 'master', 'worker'] },
);

const fine = fc.tuple(label, spec, volumes).map(([name, one, mounted]) => ({
  apiVersion: 'locust.io/v2',
  kind: 'LocustTest',
  metadata: { name, namespace: 'perf' },
  spec: {
    ...one,
    ...(mounted.length > 0
      ? {
          volumes: mounted.map(({ volume }) => volume),
          volumeMounts: mounted.map(({ mount }) => mount),
        }
      : {}),
  },
}));

type Resource = typeof fine extends fc.Arbitrary<infer T> ? T : never;

const OPERATOR = { settings: operatorPreset('binary'), operatorMode: true };
const OWN = { settings: { ...operatorPreset('chart'), kafka: undefined }, operatorMode: false };
const stored = (resource: unknown) => admit(resource, locustTestSchemas().v2);

function check(resource: Resource, options: typeof OWN | typeof OPERATOR): Finding[] {
  const { object, errors } = stored(resource);
  if (errors.length > 0) return [...errors];
  return checkLocustTest(object as unknown as LocustTestResource, options);
}

const build = (resource: Resource, options: typeof OWN | typeof OPERATOR) =>
  Object.values(buildLocustTest(stored(resource).object as unknown as LocustTestResource, options));

holdsFor<Resource>('a test', {
  check: (resource) => check(resource, OWN),
  build: (resource) => build(resource, OWN),
  fine,
  fields: ['spec'],
});

test('every pod passes Pod Security restricted, unless the test says otherwise', () => {
  fc.assert(
    fc.property(fine, ({ spec: { security: _security, ...rest }, ...resource }) => {
      const given = (rest as { volumes?: { hostPath?: object; nfs?: object }[] }).volumes ?? [];
      if (given.some(({ hostPath, nfs }) => hostPath ?? nfs)) return;
      expect(build({ ...resource, spec: rest } as Resource, OWN).flatMap(violationsOf)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

/** A value of the tree is exchanged for another one, wherever it stands. */
const broken = fc
  .tuple(
    fine,
    fc.nat(),
    fc.oneof(
      fc.anything(),
      fc.constantFrom('', '..', 'A B', '-1', -1, 1.5, [], {}, null, [null], '1e5.5', '/lotest/src'),
    ),
  )
  .map(
    ([resource, at, value]) =>
      ({ ...resource, spec: exchange(resource.spec, at, value) }) as Resource,
  );

test.each([
  ['as this library writes it', OWN],
  ['as the operator writes it', OPERATOR],
])(
  'whatever stands in a test, it gives findings or objects that the schemas accept: %s',
  (_how, options) => {
    // What the operator passes on and the API server refuses is a warning in its mode; that it is
    // said is what counts.
    fc.assert(
      fc.property(broken, (resource) => {
        const findings = check(resource, options);
        const refused = findings.some(
          ({ severity, rule }) =>
            severity === Severity.ERROR ||
            (options.operatorMode && rule !== 'locust/volume-unused'),
        );
        if (!refused) {
          expect(
            build(resource, options)
              .flatMap(problemsOf)
              .filter((problem) => !/\.env\[\d+\]/.test(problem)),
          ).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  },
);

test('whatever the props are, the construct answers with findings', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.anything(),
        broken.map(({ spec: props }) => props),
      ),
      (props: any) => {
        try {
          new LocustTest(Testing.chart(), 'load', props);
        } catch (error) {
          expect((error as Error).name).toBe('FindingsError');
        }
      },
    ),
    { numRuns: 300 },
  );
});

import { checkDefinedPods } from '../../src/csi/check/definition';
import { checkWholePods } from '../../src/csi/check/pods';
import { buildParts, checkCsiStack, contextOf, StackSpec } from '../../src/csi/core';
import { PluginKey } from '../../src/csi/spec';
import { describeEfsDriver } from '../../src/efs/csi-driver';
import { PLATFORMS } from '../../src/facts';
import { hasErrors } from '../../src/findings';
import * as fc from '../support/fast-check';
import { runsOf } from '../support/size';
import { expectValid } from '../support/validate';

const RUNS = 300;
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

const names = fc.constantFrom('efs-plugin', 'liveness-probe', 'csi-provisioner', 'other');
const map = (value: fc.Arbitrary<string>) =>
  fc.dictionary(fc.constantFrom('a', 'app', 'node-role.kubernetes.io/worker', 'x/y'), value, {
    maxKeys: 2,
  });
const maybe = <T>(shape: { [field: string]: fc.Arbitrary<unknown> }) =>
  fc.record(shape, { requiredKeys: [] }) as fc.Arbitrary<T>;

const plugin = {
  healthPort: fc.constantFrom(9809, 9909, 1, 65535, 0, 70000),
  hostNetwork: fc.boolean(),
  dnsPolicy: fc.constantFrom('Default', 'ClusterFirst', 'None', 'default'),
  priorityClassName: fc.constantFrom('mine', 'Not A Name'),
  nodeSelector: map(fc.constantFrom('', 'b')),
  affinity: fc.constantFrom<object[]>(
    {},
    { nodeAffinity: null },
    { podAffinity: { [PREFERRED]: [{ weight: 1, podAffinityTerm: { topologyKey: 'a' } }] } },
    { podAffinity: { [REQUIRED]: [{}] } },
    ...[
      [],
      [{}],
      [
        { matchExpressions: [{ key: 'a', operator: 'Exists' }] },
        { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] },
      ],
    ].map((nodeSelectorTerms) => ({ nodeAffinity: { [REQUIRED]: { nodeSelectorTerms } } })),
  ),
  tolerations: fc.constantFrom<object[][]>(
    [],
    [{ operator: 'Exists' }],
    [{ operator: 'Equal' }],
    [{ key: 'a', operator: 'Exists', effect: 'NoRun' }],
  ),
  serviceAccountAnnotations: map(fc.string({ maxLength: 5 })),
  additionalFields: fc.constantFrom<object[]>(
    {},
    { hostIPC: true },
    { restartPolicy: 'Never' },
    { securityContext: { runAsUser: 5 } },
    { topologySpreadConstraints: [] },
    { hostPID: 'yes' },
  ),
  podLabels: map(fc.constantFrom('', 'b', 'not a label')),
  podAnnotations: map(fc.string({ maxLength: 5 })),
  containers: fc.dictionary(
    names,
    maybe({
      additionalArgs: fc.constantFrom([], ['--x']),
      env: fc.constantFrom<object[][]>(
        [],
        [{ name: 'CSI_ENDPOINT', value: 'a' }],
        [{ name: 'A=B' }],
      ),
      resources: fc.constantFrom<object[]>(
        {},
        { limits: { memory: '1Gi' } },
        { requests: { cpu: 'much' } },
        { limits: { cpu: '1' }, requests: { cpu: '2' } },
      ),
    }),
    { maxKeys: 2 },
  ),
};

const options = maybe<StackSpec['options']>({
  openshift: maybe({
    sccMode: fc.constantFrom('custom', 'privileged', 'none'),
    nodeSccName: fc.constantFrom('a', 'privileged'),
    controllerSccName: fc.constantFrom('a', 'b', 'anyuid'),
    pinScc: fc.boolean(),
    workersOnly: fc.boolean(),
  }),
  eks: maybe({
    roleArn: fc.constantFrom('arn:aws:iam::111122223333:role/a', 'a'),
    excludedComputeTypes: fc.constantFrom([], ['fargate'] as const),
  }),
  vanilla: maybe({ workersOnly: fc.boolean() }),
  mode: fc.constantFrom('this-stack', 'openshift-operator', 'external'),
  namespace: fc.constantFrom('default', 'storage', 'kube-system', 'Not A Name'),
  createNamespace: fc.boolean(),
  operatorGroup: fc.boolean(),
  images: maybe({
    registry: fc.constantFrom('r.example.com', 'https://r'),
    imagePullPolicy: fc.constantFrom('Always', 'Never'),
    imagePullSecrets: fc.constantFrom([], [{ name: 'a' }]),
    overrides: fc.dictionary(
      names,
      maybe({
        tag: fc.constantFrom('v1', 'a b'),
        repository: fc.constantFrom('a/b', 'A', 'r.example.com/a'),
      }),
      { maxKeys: 2 },
    ),
  }),
  kubeletPath: fc.constantFrom('/var/lib/kubelet', '/data', 'relative'),
  logLevel: fc.constantFrom(0, 10, 11),
  node: maybe({ ...plugin, maxUnavailable: fc.constantFrom(1, 0, '10%', 'x') }),
  controller: maybe({
    ...plugin,
    enabled: fc.boolean(),
    replicas: fc.constantFrom(0, 1, 3),
    podDisruptionBudget: fc.boolean(),
  }),
  csiDriver: maybe({
    podInfoOnMount: fc.boolean(),
    fsGroupPolicy: fc.constantFrom('File', 'None'),
    seLinuxMount: fc.boolean(),
  }),
  storageClasses: fc.array(
    fc.record(
      {
        name: fc.constantFrom('a', 'b', 'efs-sc', 'A'),
        dynamic: fc.boolean(),
        parameters: fc.constantFrom({}, { provisioningMode: 'efs-ap' }),
      },
      { requiredKeys: ['name'] },
    ),
    { maxLength: 2 },
  ),
});

const platform = fc.constantFrom(...PLATFORMS);

const spec = fc
  .record({
    platform,
    options,
    chartNamespace: fc.constantFrom(undefined, 'of-chart'),
    operatorMode: fc.boolean(),
  })
  .map(({ operatorMode, ...one }): StackSpec => ({
    ...one,
    driver: describeEfsDriver(operatorMode ? { operatorMode } : {}, contextOf(one)),
  }));

/** Any values, also where others are expected. */
const anySpec = fc.record({
  platform: fc.oneof(platform, fc.anything()),
  options: fc.oneof(
    options,
    fc.anything(),
    fc.dictionary(
      fc.constantFrom('node', 'controller', 'images', 'csiDriver', 'storageClasses'),
      fc.anything(),
    ),
  ),
  driver: fc.oneof(
    spec.map(({ driver }) => driver),
    fc.anything(),
    fc.dictionary(fc.constantFrom('name', 'node', 'csiDriver'), fc.anything()),
  ),
});

test('options give findings or valid manifests, always the same ones', () => {
  fc.assert(
    fc.property(spec, (one) => {
      const before = JSON.stringify(one);
      const findings = checkCsiStack(one);
      if (!hasErrors(findings)) {
        const parts = buildParts(one);
        expectValid(parts.map(({ manifest }) => manifest));
        // Of the same object they would be those that were built before.
        expect(JSON.stringify(buildParts({ ...one }))).toBe(JSON.stringify(parts));
      }
      expect(checkCsiStack(one)).toEqual(findings);
      expect(JSON.stringify(one)).toBe(before);
    }),
    { numRuns: RUNS },
  );
});

/** Fields of a definition's pod, most of them wrong, and some that platforms and options mend. */
const piece = fc.constantFrom<object>(
  {},
  { dnsPolicy: 'None' },
  { hostNetwork: false },
  { nodeSelector: { 'node-role.kubernetes.io/worker': 'not a label' } },
  { affinity: { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [] } } } },
  { tolerations: [{ operator: 'Equal' }] },
  { tolerations: null },
  { serviceAccountName: 'Not A Name' },
  { topologySpreadConstraints: [{}] },
  { volumes: [] },
  { containers: [] },
  { containers: [null] },
  { containers: [{ name: 'a' }] },
  { initContainers: [{ name: 'a', image: 'a b' }] },
);

test('one look is enough for pods that have those of a definition in them as they are', () => {
  let right = 0;
  fc.assert(
    fc.property(spec, piece, fc.boolean(), ({ options: given, ...one }, wrong, isPlain) => {
      const { images: _1, node: _2, controller: _3, ...others } = given;
      const { driver } = one;
      const changed = {
        ...one,
        options: isPlain ? { ...others, controller: { enabled: true } } : given,
        driver: { ...driver, node: { ...driver.node, pod: { ...driver.node.pod, ...wrong } } },
      } as StackSpec;
      const made = checkWholePods(changed);
      const isRight = (key: PluginKey) => made.get(key)?.length === 0;
      right += [...made.keys()].filter(isRight).length;
      expect(checkDefinedPods(changed.driver, isRight)).toEqual(checkDefinedPods(changed.driver));
    }),
    { numRuns: RUNS },
  );
  expect(right).toBeGreaterThan(runsOf(RUNS) / 10);
});

test('many of them give manifests', () => {
  const samples = fc.sample(spec, { numRuns: runsOf(RUNS), seed: 1 });
  expect(samples.filter((one) => !hasErrors(checkCsiStack(one))).length).toBeGreaterThan(
    runsOf(RUNS) / 50,
  );
});

test('anything gives findings, never an exception', () => {
  fc.assert(
    fc.property(anySpec, (one) => {
      const findings = checkCsiStack(one as StackSpec);
      for (const { rule, message, remedy } of findings) {
        expect(rule).toMatch(/^(csi|input|pod|storage)\/[a-z-]+$/);
        expect(`${message}${remedy}`).not.toContain('\n');
      }
    }),
    { numRuns: RUNS },
  );
});

import fc from 'fast-check';
import { buildCsiStack, checkCsiStack, contextOf, StackSpec } from '../../src/csi/core';
import { describeEfsDriver } from '../../src/efs/csi-driver';
import { hasErrors } from '../../src/findings';
import { expectValid } from '../support/validate';

const RUNS = 300;

const names = fc.constantFrom('efs-plugin', 'liveness-probe', 'csi-provisioner', 'other');
const map = (value: fc.Arbitrary<string>) => fc.dictionary(fc.constantFrom('a', 'app', 'node-role.kubernetes.io/worker', 'x/y'), value, { maxKeys: 2 });
const maybe = <T>(shape: { [field: string]: fc.Arbitrary<unknown> }) => fc.record(shape, { requiredKeys: [] }) as fc.Arbitrary<T>;

const plugin = {
  healthPort: fc.constantFrom(9809, 9909, 1, 65535, 0, 70000),
  hostNetwork: fc.boolean(),
  priorityClassName: fc.constantFrom('mine', 'Not A Name'),
  nodeSelector: map(fc.constantFrom('', 'b')),
  tolerations: fc.constantFrom([], [{ operator: 'Exists' }]),
  podLabels: map(fc.constantFrom('', 'b', 'not a label')),
  podAnnotations: map(fc.string({ maxLength: 5 })),
  containers: fc.dictionary(names, maybe({
    extraArgs: fc.constantFrom([], ['--x']),
    resources: fc.constantFrom({}, { limits: { memory: '1Gi' } }, { requests: { cpu: 'much' } }),
  }), { maxKeys: 2 }),
};

const options = maybe<StackSpec['options']>({
  mode: fc.constantFrom('self-managed', 'openshift-operator', 'external'),
  namespace: fc.constantFrom('default', 'storage', 'kube-system', 'Not A Name'),
  createNamespace: fc.boolean(),
  operatorGroup: fc.boolean(),
  images: maybe({
    registry: fc.constantFrom('r.example.com', 'https://r'),
    pullPolicy: fc.constantFrom('Always', 'Never'),
    pullSecrets: fc.constantFrom([], ['a']),
    overrides: fc.dictionary(names, maybe({ tag: fc.constantFrom('v1', 'a b'), repository: fc.constantFrom('a/b', 'A') }), { maxKeys: 2 }),
  }),
  kubeletPath: fc.constantFrom('/var/lib/kubelet', '/data', 'relative'),
  logLevel: fc.constantFrom(0, 10, 11),
  node: maybe({ ...plugin, maxUnavailable: fc.constantFrom(1, 0, '10%', 'x') }),
  controller: maybe({ ...plugin, enabled: fc.boolean(), replicas: fc.constantFrom(0, 1, 3), podDisruptionBudget: fc.boolean() }),
  csiDriver: maybe({ podInfoOnMount: fc.boolean(), fsGroupPolicy: fc.constantFrom('File', 'None'), seLinuxMount: fc.boolean() }),
  storageClasses: fc.array(fc.record({
    name: fc.constantFrom('a', 'b', 'efs-sc', 'A'), dynamic: fc.boolean(), parameters: fc.constantFrom({}, { provisioningMode: 'efs-ap' }),
  }, { requiredKeys: ['name'] }), { maxLength: 2 }),
});

const platform = fc.oneof(
  maybe<StackSpec['platform']>({
    sccMode: fc.constantFrom('custom', 'privileged', 'none'), sccName: fc.constantFrom('a', 'privileged'), pinScc: fc.boolean(), workersOnly: fc.boolean(),
  }).map((one) => ({ ...one, kind: 'openshift' as const })),
  maybe<StackSpec['platform']>({
    roleArn: fc.constantFrom('arn:aws:iam::111122223333:role/a', 'a'), excludedComputeTypes: fc.constantFrom([], ['fargate']),
  }).map((one) => ({ ...one, kind: 'eks' as const })),
  maybe<StackSpec['platform']>({ workersOnly: fc.boolean() }).map((one) => ({ ...one, kind: 'vanilla' as const })),
);

const spec = fc.record({ platform, options, chartNamespace: fc.constantFrom(undefined, 'of-chart'), operatorMode: fc.boolean() }).map(({ operatorMode, ...one }): StackSpec => ({
  ...one, driver: describeEfsDriver(operatorMode ? { operatorMode } : {}, contextOf(one)),
}));

/** Any values, also where others are expected. */
const anySpec = fc.record({
  platform: fc.oneof(platform, fc.anything()),
  options: fc.oneof(options, fc.anything(), fc.dictionary(fc.constantFrom('node', 'controller', 'images', 'csiDriver', 'storageClasses'), fc.anything())),
  driver: fc.oneof(spec.map(({ driver }) => driver), fc.anything(), fc.dictionary(fc.constantFrom('name', 'node', 'csiDriver'), fc.anything())),
});

test('options give findings or valid manifests, always the same ones', () => {
  fc.assert(fc.property(spec, (one) => {
    const before = JSON.stringify(one);
    const findings = checkCsiStack(one);
    if (!hasErrors(findings)) {
      const manifests = buildCsiStack(one);
      expectValid(manifests);
      expect(JSON.stringify(buildCsiStack(one))).toBe(JSON.stringify(manifests));
    }
    expect(checkCsiStack(one)).toEqual(findings);
    expect(JSON.stringify(one)).toBe(before);
  }), { numRuns: RUNS });
});

test('many of them give manifests', () => {
  const samples = fc.sample(spec, { numRuns: RUNS, seed: 1 });
  expect(samples.filter((one) => !hasErrors(checkCsiStack(one))).length).toBeGreaterThan(RUNS / 50);
});

test('anything gives findings, never an exception', () => {
  fc.assert(fc.property(anySpec, (one) => {
    const findings = checkCsiStack(one as StackSpec);
    for (const { rule, message, remedy } of findings) {
      expect(rule).toMatch(/^(csi|storage)\/[a-z-]+$/);
      expect(`${message}${remedy}`).not.toContain('\n');
    }
  }), { numRuns: RUNS });
});

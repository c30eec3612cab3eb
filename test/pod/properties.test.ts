/**
 * Properties of all pods: whatever they are something is said about them, and nothing against those
 * that are fine.
 */
import { GOOD_CASES } from './good-cases';
import { Severity } from '../../src/findings';
import { typeOf } from '../../src/model';
import {
  checkChoices,
  checkContainerResources,
  checkImage,
  checkMount,
  checkMountPath,
  checkPodLabels,
  checkPodSpec,
  checkPullSecrets,
  checkScheduling,
  checkSecurity,
  checkSource,
  checkVariableSource,
  checkVolumes,
} from '../../src/pod';
import * as fc from '../support/fast-check';
import { allParts } from '../support/parts';

const check = (podSpec: unknown) => checkPodSpec(podSpec, { path: 'spec' });
const fields = [...new Set(allParts().flatMap((part) => [...typeOf(part).fields.keys()]))];

/** Anything with the names of fields of pods, at any depth, in any place. */
const { tree: anything } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.anything({ withBigInt: true, withNullPrototype: true }),
    tie('map'),
    tie('list'),
  ),
  map: fc.dictionary(fc.constantFrom(...fields), tie('tree'), { maxKeys: 6 }),
  list: fc.array(tie('tree'), { maxLength: 3 }),
}));

const label = fc.stringMatching(/^[a-z]([-a-z0-9]{0,10}[a-z0-9])?$/);
const mode = fc.integer({ min: 0, max: 0o777 });
const source = fc.oneof(
  fc.record({
    emptyDir: fc.record(
      { sizeLimit: fc.constantFrom('1Gi', '0', 5), medium: fc.constantFrom('', 'Memory') },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ persistentVolumeClaim: fc.record({ claimName: label, readOnly: fc.boolean() }) }),
  fc.record({
    configMap: fc.record(
      {
        name: label,
        defaultMode: mode,
        items: fc.array(fc.record({ key: label, path: label, mode })),
      },
      { requiredKeys: ['name'] },
    ),
  }),
  fc.record({ secret: fc.record({ secretName: label, optional: fc.boolean() }) }),
  fc.record({
    hostPath: fc.record({ path: fc.constant('/var/log'), type: fc.constantFrom('', 'Directory') }),
  }),
);
const port = fc.record(
  {
    containerPort: fc.integer({ min: 1, max: 65535 }),
    protocol: fc.constantFrom('TCP', 'UDP', 'SCTP'),
  },
  { requiredKeys: ['containerPort'] },
);
const probe = fc.record(
  {
    httpGet: fc.record({
      port: fc.oneof(fc.integer({ min: 1, max: 65535 }), fc.constant('web')),
      path: fc.webPath(),
    }),
    initialDelaySeconds: fc.nat(600),
    periodSeconds: fc.integer({ min: 1, max: 60 }),
    failureThreshold: fc.integer({ min: 1, max: 60 }),
  },
  { requiredKeys: ['httpGet'] },
);
const user = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const amount = fc.integer({ min: 1, max: 8 });

/** Pods that are fine. */
const fine = fc
  .record({
    names: fc.uniqueArray(label, { minLength: 1, maxLength: 4 }),
    volumes: fc.uniqueArray(
      fc.tuple(label, source).map(([name, one]) => ({ name, ...one })),
      { selector: ({ name }) => name, maxLength: 4 },
    ),
    ports: fc.array(port, { maxLength: 3 }),
    probes: fc.record(
      { livenessProbe: probe, readinessProbe: probe, startupProbe: probe },
      { requiredKeys: [] },
    ),
    cpu: fc.tuple(amount, amount).map((pair) => pair.sort((a, b) => a - b)),
    context: fc.record(
      { runAsUser: user, runAsNonRoot: fc.boolean(), readOnlyRootFilesystem: fc.boolean() },
      { requiredKeys: [] },
    ),
    pod: fc.record(
      {
        hostname: label,
        serviceAccountName: label,
        nodeSelector: fc.dictionary(label, label),
        hostNetwork: fc.constant(false),
        restartPolicy: fc.constantFrom('Always', 'OnFailure', 'Never'),
        terminationGracePeriodSeconds: fc.nat(3600),
        tolerations: fc.array(
          fc.record({
            key: label,
            operator: fc.constant('Exists'),
            effect: fc.constantFrom('NoSchedule', 'NoExecute'),
          }),
        ),
        securityContext: fc.record(
          {
            fsGroup: fc.nat(2 ** 31 - 1),
            fsGroupChangePolicy: fc.constantFrom('Always', 'OnRootMismatch'),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ names, volumes, ports, probes, cpu, context, pod }) => ({
    ...pod,
    volumes,
    containers: names.map((name) => ({
      name,
      image: `registry.example.com/${name}:1`,
      ports,
      ...probes,
      securityContext: context,
      resources: { requests: { cpu: cpu[0] }, limits: { cpu: `${cpu[1]}` } },
      env: names.map((one) => ({ name: one.toUpperCase(), value: one })),
      volumeMounts: volumes.map((volume, index) => ({
        name: volume.name,
        mountPath: `/mnt/${index}`,
      })),
    })),
  }));

test('nothing is said against pods that are fine', () => {
  fc.assert(
    fc.property(fine, (podSpec) => {
      expect(check(podSpec)).toEqual([]);
    }),
  );
});

test('anything gets findings, and is no reason to throw', () => {
  fc.assert(
    fc.property(anything, (podSpec) => {
      expect(Array.isArray(check(podSpec))).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('anything in the place of a field of a pod that is fine gets findings, and is no reason to throw', () => {
  const places = GOOD_CASES.map(([, podSpec]) => podSpec as Record<string, unknown>);
  fc.assert(
    fc.property(
      fc.constantFrom(...places),
      fc.constantFrom(...fields),
      anything,
      (podSpec, field, value) => {
        expect(Array.isArray(check({ ...podSpec, [field]: value }))).toBe(true);
        expect(
          Array.isArray(
            check({ ...podSpec, containers: [{ name: 'a', image: 'a', [field]: value }] }),
          ),
        ).toBe(true);
      },
    ),
    { numRuns: 1000 },
  );
});

test('each part, looked at alone, is no reason to throw either', () => {
  fc.assert(
    fc.property(anything, fc.dictionary(fc.constantFrom(...fields), anything), (value, map) => {
      const place = { context: value, path: 'x' };
      const all = [
        checkChoices(value, 'x', 'volumes'),
        checkContainerResources({ resources: value, field: 'x' }),
        checkImage(value, 'x', 'a'),
        checkMount(map, 'x', value),
        checkMountPath(value, 'x'),
        checkPodLabels(value, 'x'),
        checkPullSecrets(value, 'x'),
        checkScheduling(map, 'x'),
        checkSecurity(place, [place]),
        checkSource(map, 'x'),
        checkVariableSource(map, 'x'),
        checkVolumes(value, 'x'),
      ];
      expect(all.every(Array.isArray)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('every finding has a place, and words on one line', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...fields), anything), (podSpec) => {
      for (const { path, message, remedy, severity } of check(podSpec)) {
        expect(path.startsWith('spec')).toBe(true);
        expect([message, remedy].filter((text) => text === '')).toEqual([]);
        expect([Severity.ERROR, Severity.WARNING]).toContain(severity);
      }
    }),
  );
});

test('the same pod gets the same findings, and stays as it was', () => {
  fc.assert(
    fc.property(
      fc.oneof(fine, fc.dictionary(fc.constantFrom(...fields), fc.jsonValue())),
      (podSpec) => {
        const before = JSON.stringify(podSpec);
        const first = JSON.stringify(check(podSpec));
        expect(JSON.stringify(check(podSpec))).toBe(first);
        expect(JSON.stringify(podSpec)).toBe(before);
      },
    ),
  );
});

/**
 * Properties of any workload and any request: a plan never throws, is the same each time, and what
 * it makes is valid or told.
 */
import { hasErrors } from '../../src/findings';
import { Manifest } from '../../src/kube';
import { applyOwnership } from '../../src/ownership/build';
import { decide } from '../../src/ownership/decide';
import { planOwnership } from '../../src/ownership/plan';
import { GroupRequest } from '../../src/ownership/request';
import { readTopology } from '../../src/topology';
import * as fc from '../support/fast-check';
import { problemsOf } from '../support/validate';

const SOURCES = fc.constantFrom<object>(
  { emptyDir: {} },
  { nfs: { server: 'filer', path: '/x' } },
  { nfs: { server: 'filer', path: '/x', readOnly: true } },
  { hostPath: { path: '/srv/data' } },
  { configMap: { name: 'a' } },
  { persistentVolumeClaim: { claimName: 'a' } },
  { persistentVolumeClaim: { claimName: 'b', readOnly: true } },
  { iscsi: { targetPortal: '10.0.0.1', iqn: 'iqn.2001-04.com.example:x', lun: 0 } },
  { csi: { driver: 'smb.csi.k8s.io' } },
  { glusterfs: { endpoints: 'a', path: 'b' } },
);
const NAMES = ['a', 'b', 'c'];
const VOLUMES = fc
  .array(SOURCES, { maxLength: 3 })
  .map((sources) => sources.map((source, index) => ({ name: NAMES[index], ...source })));
const POD = fc
  .record({
    volumes: VOLUMES,
    context: fc.option(
      fc.record(
        {
          fsGroup: fc.constantFrom(1000, 2000),
          fsGroupChangePolicy: fc.constantFrom('Always', 'OnRootMismatch'),
        },
        { requiredKeys: [] },
      ),
      { nil: undefined },
    ),
    subPath: fc.constantFrom(undefined, 'a', 'b'),
    isReadOnly: fc.boolean(),
  })
  .map(({ volumes, context, subPath, isReadOnly }) => ({
    ...(context ? { securityContext: context } : {}),
    containers: [
      {
        name: 'app',
        image: 'docker.io/library/app:1',
        volumeMounts: volumes.map(({ name }) => ({
          name,
          mountPath: `/${name}`,
          ...(subPath ? { subPath } : {}),
          ...(isReadOnly ? { readOnly: true } : {}),
        })),
      },
    ],
    volumes,
  }));
const REQUEST: fc.Arbitrary<GroupRequest> = fc.record(
  {
    gid: fc.constantFrom(1000, 2000),
    volumes: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 }),
    changePolicy: fc.constantFrom('OnRootMismatch', 'Always'),
    verify: fc.boolean(),
  },
  { requiredKeys: ['gid'] },
) as fc.Arbitrary<GroupRequest>;
const REQUESTS = fc.array(REQUEST, { maxLength: 3 });

const topologyOf = (podSpec: object) =>
  readTopology([
    {
      key: 'pod',
      manifest: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pod' }, spec: podSpec },
    },
  ]);
const planFor = (podSpec: object, requests: readonly GroupRequest[]) => {
  const topology = topologyOf(podSpec);
  return planOwnership(topology.workloads[0], requests, topology);
};
const asPod = (spec: object) =>
  ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pod' }, spec }) as unknown as Manifest;

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(Object.freeze(value)).forEach(freeze);
  }
  return value;
}

test('a pod that is given to groups is valid, unless something is told', () => {
  fc.assert(
    fc.property(POD, REQUESTS, (pod, requests) => {
      const plan = planFor(pod, requests);
      if (!hasErrors(plan.findings)) {
        expect(problemsOf(asPod(applyOwnership(pod, plan)))).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
});

test('the same input makes the same bytes, and stays as it was', () => {
  fc.assert(
    fc.property(POD, REQUESTS, (pod, requests) => {
      const bytes = JSON.stringify(
        applyOwnership(structuredClone(pod), planFor(structuredClone(pod), requests)),
      );
      expect(JSON.stringify(applyOwnership(freeze(pod), planFor(pod, freeze(requests))))).toBe(
        bytes,
      );
    }),
  );
});

test('what was given to groups stays as it is when it is done again', () => {
  fc.assert(
    fc.property(POD, REQUESTS, (pod, requests) => {
      const plan = planFor(pod, requests);
      if (hasErrors(plan.findings)) return;
      const once = applyOwnership(pod, plan) as object;
      expect(applyOwnership(once as any, planFor(once, requests))).toEqual(once);
    }),
  );
});

test('asking for the same twice is asking once', () => {
  fc.assert(
    fc.property(POD, REQUESTS, (pod, requests) => {
      expect(applyOwnership(pod, planFor(pod, [...requests, ...requests]))).toEqual(
        applyOwnership(pod, planFor(pod, requests)),
      );
    }),
  );
});

test('every volume is decided, whatever is known of it', () => {
  const facts = fc.record(
    {
      name: fc.string(),
      isInline: fc.boolean(),
      source: fc.constantFrom(
        'csi',
        'nfs',
        'local',
        'hostPath',
        'cephfs',
        'image',
        'secret',
        'unheard',
      ),
      driver: fc.constantFrom('efs.csi.aws.com', 'example.com', 'ebs.csi.aws.com'),
      fsType: fc.constantFrom('', 'ext4'),
      accessModes: fc.array(
        fc.constantFrom('ReadWriteOnce', 'ReadWriteMany', 'ReadWriteOncePod', 'ReadOnlyMany'),
      ),
      isReadOnly: fc.boolean(),
      isBlock: fc.boolean(),
    },
    { requiredKeys: ['name', 'isInline'] },
  );
  const policies = fc.constantFrom('File', 'None', 'ReadWriteOnceWithFSType', undefined);
  fc.assert(
    fc.property(facts, policies, fc.constantFrom(30, 36), (volume, fsGroupPolicy, minor) => {
      const { way, sentence, remedy } = decide(volume, {
        gid: 2000,
        minor,
        driver: () => fsGroupPolicy && { fsGroupPolicy },
      });
      expect(sentence).not.toMatch(/undefined|\n/);
      expect(remedy === undefined).toBe(way !== 'refuse');
    }),
    { numRuns: 500 },
  );
});

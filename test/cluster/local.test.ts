/**
 * Local disks on a real control plane: the policies that the API server runs, and the scheduler
 * that follows them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App, Chart, Size } from 'cdk8s';
import { parse } from 'yaml';
import { existing, serves, testUnless } from './support/cluster';
import { asList, eventually, kubectl, mustKubectl } from './support/kubectl';
import {
  EphemeralOnlyPolicy,
  HyperconvergedPolicy,
  LocalFailoverMode,
  LocalPersistentVolume,
  LocalStorageClass,
  LocalVolume,
  Target,
} from '../../src';
import { conformanceFolder } from '../support/conformance';

const NAMESPACE = 'local-disks-test';
const DRIVER = 'localdisk.csi.acstor.io';
const ACCEPT = `${DRIVER}/accept-ephemeral-storage`;
const KEY = `topology.${DRIVER}/node`;
const REFUSAL = `only generic ephemeral volumes are allowed for ${DRIVER} provisioner`;
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const MANY = 1_000;
const PODS = 25;

const chart = new Chart(new App(), 'local', { namespace: NAMESPACE });
Target.enable(chart, { kubernetes: '1.36' });
const { storageClassName } = new LocalStorageClass(chart, NAMESPACE);
new EphemeralOnlyPolicy(chart, `${NAMESPACE}-only`, {
  pods: true,
  storageClasses: true,
  persistentVolumes: true,
});
const steer = new HyperconvergedPolicy(chart, `${NAMESPACE}-steer`, {
  labelKey: 'example.com/steer',
  labelValue: NAMESPACE,
});
const volume = (name: string, nodeName: string, failoverMode?: LocalFailoverMode) =>
  new LocalPersistentVolume(chart, name, {
    name: `${NAMESPACE}-${name}`,
    nodeName,
    storage: Size.gibibytes(1),
    storageClassName,
    hyperconverged: true,
    failoverMode,
  }).reserve().claimName;
const CLAIMS = {
  available: volume('available', 'node-2'),
  durable: volume('durable', 'node-3', LocalFailoverMode.DURABILITY),
  elsewhere: volume('elsewhere', 'node-1', LocalFailoverMode.DURABILITY),
};
const all: any[] = chart.toJson();
/**
 * What the simulated driver makes of a claim has none of the real driver's handles: its volumes
 * pass only while this is not there.
 */
const onVolumes = all.filter(({ metadata }) => metadata.name === `${NAMESPACE}-only-volumes`);
const manifests = all.filter((manifest) => !onVolumes.includes(manifest));
const policies = manifests.filter(({ apiVersion }) =>
  apiVersion.startsWith('admissionregistration'),
);

const claim = (change: object = {}, annotations: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: NAMESPACE, annotations, ...change },
  spec: {
    storageClassName,
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
  },
});
const pod = (
  name: string,
  claims: readonly string[],
  affinity?: object,
  labels: object = { 'example.com/steer': NAMESPACE },
) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: NAMESPACE, labels },
  spec: {
    ...(affinity ? { affinity } : {}),
    containers: [{ name: 'main', image: 'docker.io/library/busybox:1.36.1' }],
    volumes: claims.map((claimName, index) => ({
      name: `v${index}`,
      persistentVolumeClaim: { claimName },
    })),
  },
});
const node = (name: string) => ({ key: KEY, operator: 'In', values: [name] });
const preferred = (name: string) => ({
  weight: 100,
  preference: { matchExpressions: [node(name)] },
});

/**
 * The policy whose cost was measured: hand-written, with the same meaning. Only the volumes and
 * pods of this test are its own.
 */
const FIGURE = `${NAMESPACE}-figure`;
const FIGURE_LABEL = { 'example.com/figure': NAMESPACE };
function figurePolicies(): any[] {
  const [{ matchConditions, variables, mutations }] = parse(
    readFileSync(join(conformanceFolder('local-csi'), 'map-pv-params.yaml'), 'utf8'),
    { merge: true },
  );
  const [policy, binding] = policies.filter(({ kind }) => kind.startsWith('Mutating'));
  const own = (manifest: any, spec: object) => ({
    ...manifest,
    metadata: { name: FIGURE },
    spec: { ...manifest.spec, ...spec },
  });
  return [
    own(policy, {
      matchConditions,
      variables,
      mutations: mutations.map(({ expression }: any) => ({
        patchType: 'JSONPatch',
        jsonPatch: { expression },
      })),
    }),
    own(binding, {
      policyName: FIGURE,
      matchResources: { objectSelector: { matchLabels: FIGURE_LABEL } },
    }),
  ];
}

/** How long it takes to find that a volume is none of a pod's. */
async function secondsOf(policy: string): Promise<number> {
  const lines = (await mustKubectl(['get', '--raw', '/metrics'])).split('\n');
  const valueOf = (name: string) =>
    Number(
      lines
        .find(
          (line) =>
            line.startsWith(`apiserver_admission_match_condition_evaluation_seconds_${name}{`) &&
            line.includes(`name="${policy}"`),
        )
        ?.split(' ')
        .at(-1),
    );
  return valueOf('sum') / valueOf('count');
}

const obstacle = () => {
  const [policy] = manifests.filter(({ kind }) => kind === 'MutatingAdmissionPolicy');
  if (process.env.KUBECONFIG && !serves(policy)) {
    return `the cluster has no ${policy.kind} in ${policy.apiVersion}`;
  }
  return existing(manifests).length > 0 ? 'the cluster has its objects already' : undefined;
};
const reason = obstacle();

const create = async (object: object, ...options: string[]) =>
  kubectl(
    ['create', '--validate=strict', '-f', '-', '-o', 'json', ...options],
    JSON.stringify(object),
  );
const created = async (object: object, ...options: string[]): Promise<any> =>
  JSON.parse(
    await mustKubectl(
      ['create', '--validate=strict', '-f', '-', '-o', 'json', ...options],
      JSON.stringify(object),
    ),
  );
const affinityOf = async (...given: Parameters<typeof pod>) =>
  (await created(pod(...given), '--dry-run=server')).spec.affinity;

describe('local disks', () => {
  const driver = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    metadata: { name: DRIVER },
    spec: { attachRequired: false },
  };
  let isDriverOurs = false;

  beforeAll(async () => {
    if (!process.env.KUBECONFIG || reason) return;
    await mustKubectl(['create', 'namespace', NAMESPACE]);
    isDriverOurs = existing([driver]).length === 0;
    if (isDriverOurs) await mustKubectl(['apply', '-f', '-'], JSON.stringify(driver));
    await mustKubectl(['apply', '--validate=strict', '-f', '-'], asList(manifests));
    await eventually(Date.now() + 240_000, async () =>
      (await create(claim(), '--dry-run=server')).code !== 0
        ? undefined
        : 'the policy on claims does not act yet',
    );
    await eventually(Date.now() + 240_000, async () =>
      (await affinityOf('try', [CLAIMS.available]))
        ? undefined
        : 'the policy on pods does not act yet',
    );
  });

  afterAll(async () => {
    if (!process.env.KUBECONFIG || reason) return;
    await mustKubectl(
      ['delete', '--ignore-not-found', '-f', '-'],
      asList([...policies, ...onVolumes, ...figurePolicies()]),
    );
    await mustKubectl(['delete', 'namespace', NAMESPACE, '--ignore-not-found']);
    await mustKubectl([
      'delete',
      '--ignore-not-found',
      '--wait=false',
      'pv',
      '-l',
      `example.com/many=${NAMESPACE}`,
    ]);
    await mustKubectl(
      ['delete', '--ignore-not-found', '-f', '-'],
      asList(manifests.filter(({ kind }) => ['PersistentVolume', 'StorageClass'].includes(kind))),
    );
    if (isDriverOurs) {
      await mustKubectl(['delete', '--ignore-not-found', '-f', '-'], JSON.stringify(driver));
    }
  });

  testUnless(reason, 'every expression on claims is understood by the API server', async () => {
    const names = manifests
      .filter(({ kind }) => kind === 'ValidatingAdmissionPolicy')
      .map(({ metadata }) => metadata.name as string);
    for (const name of names) {
      expect(
        await mustKubectl([
          'get',
          'validatingadmissionpolicy',
          name,
          '-o',
          'jsonpath={.status.typeChecking}',
        ]),
      ).toBe('{}');
    }
    expect(
      await mustKubectl(['get', 'mutatingadmissionpolicy', steer.policy.name, '-o', 'name']),
    ).toContain(steer.policy.name);
  });

  testUnless(
    reason,
    'a claim that keeps data is refused, in the words of the webhook',
    async () => {
      const refused = await create(claim());
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(REFUSAL)]);
      expect((await create(claim({}, { [ACCEPT]: 'True' }))).stderr).toContain(REFUSAL);
      expect(
        (await create(claim({}, { 'volume.beta.kubernetes.io/storage-class': storageClassName })))
          .stderr,
      ).toContain(REFUSAL);
      expect(
        (
          await create(
            claim({ ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'x', uid: 'x' }] }),
          )
        ).stderr,
      ).toContain(REFUSAL);
    },
  );

  testUnless(
    reason,
    'a claim that accepts the loss passes, and so do those of other classes',
    async () => {
      await created(claim({}, { [ACCEPT]: 'true' }), '--dry-run=server');
      await created(
        { ...claim(), spec: { ...claim().spec, storageClassName: 'elsewhere' } },
        '--dry-run=server',
      );
      await created(
        { ...claim(), spec: { ...claim().spec, storageClassName: '' } },
        '--dry-run=server',
      );
    },
  );

  testUnless(reason, 'a claim that gets its class later is judged then', async () => {
    await created({
      ...claim({ name: 'later' }),
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    });
    const patched = await kubectl([
      'patch',
      'pvc',
      'later',
      '-n',
      NAMESPACE,
      '--type',
      'merge',
      '-p',
      JSON.stringify({ spec: { storageClassName } }),
    ]);
    expect(patched.stderr).toContain(REFUSAL);
    expect((await kubectl(['annotate', 'pvc', 'later', '-n', NAMESPACE, 'a=b'])).code).toBe(0);
  });

  testUnless(
    reason,
    'a StatefulSet is refused with its template, unless that accepts the loss',
    async () => {
      const set = (template: object) => ({
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata: { name: 'db', namespace: NAMESPACE },
        spec: {
          serviceName: 'db',
          selector: { matchLabels: { app: 'db' } },
          template: {
            metadata: { labels: { app: 'db' } },
            spec: { containers: pod('x', []).spec.containers },
          },
          volumeClaimTemplates: [template],
        },
      });
      expect(
        (await create(set({ metadata: { name: 'data' }, spec: claim().spec }))).stderr,
      ).toContain(`add the annotation ${ACCEPT}: "true" to the volumeClaimTemplates`);
      const template = LocalVolume.claimTemplate('data', {
        storage: Size.gibibytes(1),
        storageClassName,
      });
      await created(set({ ...template, spec: claim().spec }), '--dry-run=server');
    },
  );

  testUnless(reason, 'pods that would never get their volumes are refused', async () => {
    const ephemeral = { name: 'cache', ephemeral: { volumeClaimTemplate: { spec: claim().spec } } };
    const podOf = (spec: object) => ({ ...pod('p', []), spec: { ...pod('p', []).spec, ...spec } });
    expect(
      (await create(podOf({ nodeName: 'node-1', volumes: [ephemeral] }), '--dry-run=server'))
        .stderr,
    ).toContain('the local volumes of a pod with nodeName are never created');
    expect(
      (
        await create(
          podOf({ volumes: [{ name: 'tmp', csi: { driver: DRIVER } }] }),
          '--dry-run=server',
        )
      ).stderr,
    ).toContain(`${DRIVER} cannot mount inline volumes`);
    await created(podOf({ nodeName: 'node-1' }), '--dry-run=server');
    await created(podOf({ volumes: [ephemeral] }), '--dry-run=server');
  });

  testUnless(reason, 'classes and volumes that lose data are refused', async () => {
    const ofDriver = (parameters: object, volumeBindingMode = 'WaitForFirstConsumer') => ({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: `${NAMESPACE}-x` },
      provisioner: DRIVER,
      volumeBindingMode,
      parameters,
    });
    const refusalOf = async (object: object) => (await create(object, '--dry-run=server')).stderr;
    expect(await refusalOf(ofDriver({}, 'Immediate'))).toContain(
      'volumeBindingMode of a class of local disks must be WaitForFirstConsumer',
    );
    expect(await refusalOf(ofDriver({ [`${DRIVER}/failover-mode`]: 'fast' }))).toContain(
      'failover-mode must be one of availability, durability',
    );
    expect(await refusalOf(ofDriver({ [`${DRIVER}/selected-initial-node`]: 'node-1' }))).toContain(
      'selected-initial-node must not be set on classes',
    );
    expect(await refusalOf(ofDriver({ volumeGroup: 'a#b' }))).toContain(
      'volumeGroup must not contain a #',
    );
    await created(ofDriver({ volumeGroup: 'fast' }), '--dry-run=server');
    const byHand = (volumeHandle: string, nodeName?: string, annotations?: object) => ({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `${NAMESPACE}-x`, annotations },
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '1Gi' },
        csi: {
          driver: DRIVER,
          volumeHandle,
          volumeAttributes:
            nodeName === undefined ? {} : { [`${DRIVER}/selected-initial-node`]: nodeName },
        },
      },
    });
    await mustKubectl(['apply', '--validate=strict', '-f', '-'], asList(onVolumes));
    await eventually(Date.now() + 240_000, async () =>
      (await refusalOf(byHand('x'))) ? undefined : 'the policy on volumes does not act yet',
    );
    expect(await refusalOf(byHand('vg#x'))).toContain('nothing specifies the node of the volume');
    expect(await refusalOf(byHand('x', 'node-1'))).toContain(
      'volumeHandle must be <volume group>#<name of the volume>',
    );
    expect(
      await refusalOf(byHand('vg#x', 'node-1', { [`${DRIVER}/selected-node`]: '' })),
    ).toContain('selected-node must not be empty');
    await created(byHand('vg#x', 'node-1'), '--dry-run=server');
    await mustKubectl(['delete', '-f', '-'], asList(onVolumes));
    await eventually(Date.now() + 240_000, async () =>
      (await refusalOf(byHand('x'))) ? 'the policy on volumes acts still' : undefined,
    );
  });

  testUnless(reason, 'the claim of an ephemeral volume passes, and its pod runs', async () => {
    const spec = {
      ...pod('scratch', []).spec,
      volumes: [{ name: 'cache', ephemeral: { volumeClaimTemplate: { spec: claim().spec } } }],
    };
    await created({ ...pod('scratch', []), spec });
    await eventually(Date.now() + 240_000, async () => {
      const phase = await mustKubectl([
        'get',
        'pod',
        'scratch',
        '-n',
        NAMESPACE,
        '-o',
        'jsonpath={.status.phase}',
      ]);
      return phase === 'Running' ? undefined : `the pod is ${phase}`;
    });
  });

  testUnless(
    reason,
    'the node of a volume is preferred, and that of a durable one required',
    async () => {
      expect(await affinityOf('a', [CLAIMS.available])).toEqual({
        nodeAffinity: { [PREFERRED]: [preferred('node-2')] },
      });
      expect(await affinityOf('b', [CLAIMS.durable])).toEqual({
        nodeAffinity: {
          [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions: [node('node-3')] }] },
        },
      });
      expect(await affinityOf('c', [CLAIMS.available, CLAIMS.durable, 'nothing'])).toEqual({
        nodeAffinity: {
          [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions: [node('node-3')] }] },
          [PREFERRED]: [preferred('node-2')],
        },
      });
      expect(await affinityOf('d', [])).toBeUndefined();
      expect(
        await affinityOf('e', [CLAIMS.available], undefined, { other: 'label' }),
      ).toBeUndefined();
    },
  );

  testUnless(
    reason,
    'what is already required is narrowed in each alternative, and nothing is added twice',
    async () => {
      const zone = { key: 'topology.kubernetes.io/zone', operator: 'In', values: ['c'] };
      const field = { key: 'metadata.name', operator: 'In', values: ['node-3'] };
      const given = {
        podAntiAffinity: {
          [PREFERRED]: [
            {
              weight: 1,
              podAffinityTerm: {
                topologyKey: 'kubernetes.io/hostname',
                labelSelector: { matchLabels: { a: 'b' } },
              },
            },
          ],
        },
        nodeAffinity: {
          [REQUIRED]: {
            nodeSelectorTerms: [{ matchExpressions: [zone] }, { matchFields: [field] }, {}],
          },
          [PREFERRED]: [preferred('node-1')],
        },
      };
      const terms = [
        { matchExpressions: [zone, node('node-3')] },
        { matchFields: [field], matchExpressions: [node('node-3')] },
        {},
      ];
      const narrowed = {
        ...given,
        nodeAffinity: { ...given.nodeAffinity, [REQUIRED]: { nodeSelectorTerms: terms } },
      };
      expect(await affinityOf('a', [CLAIMS.durable], given)).toEqual(narrowed);
      expect(await affinityOf('b', [CLAIMS.durable], narrowed)).toEqual(narrowed);
      const both = await affinityOf('c', [CLAIMS.durable, CLAIMS.elsewhere]);
      const [{ matchExpressions }] = both.nodeAffinity[REQUIRED].nodeSelectorTerms;
      expect(matchExpressions).toEqual(expect.arrayContaining([node('node-1'), node('node-3')]));
    },
  );

  testUnless(
    reason,
    'more alternatives than the policy can count are refused, and say so',
    async () => {
      const terms = (count: number) => ({
        nodeAffinity: {
          [REQUIRED]: {
            nodeSelectorTerms: Array.from({ length: count }, (_, index) => ({
              matchExpressions: [node(`n-${index}`)],
            })),
          },
        },
      });
      expect(
        (await affinityOf('a', [CLAIMS.durable], terms(64))).nodeAffinity[REQUIRED]
          .nodeSelectorTerms[63].matchExpressions,
      ).toEqual([node('n-63'), node('node-3')]);
      expect(
        (await create(pod('b', [CLAIMS.durable], terms(65)), '--dry-run=server')).stderr,
      ).toContain('composited variable "narrowedOfAtMost64" fails to evaluate');
    },
  );

  testUnless(reason, 'pods are scheduled on the nodes of their volumes', async () => {
    await created(pod('one', [CLAIMS.available]));
    await created(pod('two', [CLAIMS.durable]));
    for (const [name, wanted] of [
      ['one', 'node-2'],
      ['two', 'node-3'],
    ]) {
      await eventually(Date.now() + 240_000, async () => {
        const nodeName = await mustKubectl([
          'get',
          'pod',
          name,
          '-n',
          NAMESPACE,
          '-o',
          'jsonpath={.spec.nodeName}',
        ]);
        return nodeName === wanted
          ? undefined
          : `the pod ${name} is on ${nodeName || 'no node'}, not on ${wanted}`;
      });
    }
  });

  testUnless(
    reason,
    `pods without the label cost nothing with ${MANY} volumes, and those with it little`,
    async () => {
      const many = new Chart(new App(), 'many');
      for (let index = 0; index < MANY; index += 1) {
        new ApiObject(many, `pv-${index}`, {
          apiVersion: 'v1',
          kind: 'PersistentVolume',
          metadata: {
            name: `${NAMESPACE}-many-${index}`,
            labels: { 'example.com/many': NAMESPACE },
          },
          spec: {
            accessModes: ['ReadWriteOnce'],
            capacity: { storage: '1Gi' },
            storageClassName: 'many',
            claimRef: {
              apiVersion: 'v1',
              kind: 'PersistentVolumeClaim',
              namespace: NAMESPACE,
              name: `many-${index}`,
            },
            csi: {
              driver: DRIVER,
              volumeHandle: `containerstorage#${NAMESPACE}-many-${index}`,
              volumeAttributes: { [`${DRIVER}/selected-initial-node`]: 'node-1' },
            },
          },
        } as never);
      }
      const time = async (labels?: object) => {
        const pods = asList(
          Array.from({ length: PODS }, (_, index) =>
            pod(`timed-${index}`, [CLAIMS.available], undefined, labels),
          ) as never,
        );
        const start = process.hrtime.bigint();
        await mustKubectl(['create', '--dry-run=server', '-f', '-', '-o', 'name'], pods);
        return Number(process.hrtime.bigint() - start) / 1e6 / PODS;
      };
      const measure = async () => ({
        without: await time({ a: 'b' }),
        with: await time(),
        figure: await time(FIGURE_LABEL),
      });
      await mustKubectl(['apply', '--validate=strict', '-f', '-'], asList(figurePolicies()));
      await eventually(Date.now() + 240_000, async () =>
        (await affinityOf('try', [CLAIMS.available], undefined, FIGURE_LABEL))
          ? undefined
          : 'the policy to compare with does not act yet',
      );
      await measure();
      const few = await measure();
      await mustKubectl(['create', '-f', '-', '-o', 'name'], asList(many.toJson()));
      await measure();
      const thousand = await measure();
      const text = (one: { without: number; with: number }) =>
        `${one.without.toFixed(1)} ms without the label, ${one.with.toFixed(1)} ms with it`;
      process.stderr.write(
        `local disks: a pod takes ${text(few)}; with ${MANY} volumes more ${text(thousand)}\n`,
      );
      expect(await affinityOf('still', [CLAIMS.available])).toEqual({
        nodeAffinity: { [PREFERRED]: [preferred('node-2')] },
      });
      // What the API server itself says that it took, of the same pods and volumes, in turns.
      const [own, figure] = [await secondsOf(steer.policy.name), await secondsOf(FIGURE)];
      process.stderr.write(
        `local disks: the conditions take ${(own * 1e6).toFixed(0)} us a volume, ${(own * MANY * 1e3).toFixed(0)} ms for ${MANY}; ` +
          `the hand-written ones, for which 33 ms were measured on a core of its own, ${(figure * MANY * 1e3).toFixed(0)} ms here\n`,
      );
      // On a machine that is busy with other things both times grow, and the difference drowns.
      expect(own).toBeLessThan(figure * 1.25);
      expect(await affinityOf('still', [CLAIMS.available])).toEqual({
        nodeAffinity: { [PREFERRED]: [preferred('node-2')] },
      });
    },
  );
});

/**
 * The policies that the library emits, executed: on the answers of local-csi-driver's handlers, and
 * on the cases of the hand-written policies.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Case, casesOf, leftOut, rightAnswer } from './cases';
import { orderOf, placementOf } from './scheduler';
import { buildEphemeralOnly } from '../../src/local/policies/ephemeral-only';
import { buildHyperconverged } from '../../src/local/policies/hyperconverged';
import { EphemeralOnlySpec, HyperconvergedSpec } from '../../src/local/policies/spec';
import { admission, AdmissionRequest, mutation } from '../support/cel';
import { conformanceFolder, sayReplayed } from '../support/conformance';
import { Fields, get, isFields, list } from '../support/reading';

const REFUSAL =
  'only generic ephemeral volumes are allowed for localdisk.csi.acstor.io provisioner';
const KEY = 'topology.localdisk.csi.acstor.io/node';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const CLAIMS = 'persistentvolumeclaims';

const FOR_CLAIMS: EphemeralOnlySpec = {
  name: 'only',
  validationActions: ['Deny'],
  failurePolicy: 'Fail',
  statefulSets: true,
};
const FOR_PODS: HyperconvergedSpec = {
  name: 'steer',
  kubernetes: '1.36',
  everyPod: true,
  failurePolicy: 'Fail',
};

let replayed = 0;
afterAll(() => sayReplayed('local-csi policies', replayed));

function deniedBy(spec: Partial<EphemeralOnlySpec>, request: AdmissionRequest): readonly string[] {
  return buildEphemeralOnly({ ...FOR_CLAIMS, ...spec }).flatMap(
    ({ policy, binding }) => admission(policy, binding, request).denied,
  );
}

function steered(
  request: Pick<AdmissionRequest, 'namespace' | 'object' | 'cluster'>,
  spec: Partial<HyperconvergedSpec> = {},
) {
  const [policy, binding] = buildHyperconverged({ ...FOR_PODS, ...spec });
  return mutation(policy, binding, { operation: 'CREATE', resource: 'pods', ...request });
}

/** The affinity that a pod has afterwards. */
function affinityOf(request: Pick<AdmissionRequest, 'namespace' | 'object' | 'cluster'>): unknown {
  const result = steered(request);
  if (!('object' in result)) throw new Error(result.denied);
  const others = (object: Fields) => ({
    ...object,
    spec: { ...(object.spec as Fields), affinity: null },
  });
  expect(others(result.object)).toEqual(others(request.object!));
  return get(result.object, 'spec', 'affinity');
}

function requestOf({ input }: Case): AdmissionRequest {
  return {
    operation: input.operation as 'CREATE',
    resource: CLAIMS,
    namespace: input.namespace,
    object: input.object,
    oldObject: input.oldObject,
    cluster: input.cluster,
  };
}

const cases = (...groups: string[]) =>
  casesOf(...groups)
    .filter((one) => leftOut(one) === undefined)
    .map((one) => [one.id, one] as const);

describe('the policy on claims gives the verdicts of the webhook, without its faults', () => {
  const asked = cases('enforce').filter(([, { input }]) => input.kind === undefined);

  test.each(asked)('%s', (_id, one) => {
    replayed += 1;
    expect(deniedBy({}, requestOf(one))).toEqual(rightAnswer(one).allowed ? [] : [REFUSAL]);
  });

  test.each(asked.filter(([, one]) => one.afterDefaultClass))(
    '%s, with the class that the API server fills in',
    (_id, one) => {
      const { storageClassName, answer } = one.afterDefaultClass!;
      const object = {
        ...one.input.object!,
        spec: { ...(one.input.object!.spec as Fields), storageClassName },
      };
      expect(deniedBy({}, { ...requestOf(one), object })).toEqual(answer.allowed ? [] : [REFUSAL]);
    },
  );

  const classNamesOf = ({ input }: Case) =>
    input.cluster
      .filter(
        ({ kind, provisioner }) =>
          kind === 'StorageClass' && provisioner === 'localdisk.csi.acstor.io',
      )
      .map((storageClass) => String(get(storageClass, 'metadata', 'name')));

  test.each(asked.filter(([, one]) => classNamesOf(one).length > 0))(
    '%s, with the classes known beforehand',
    (_id, one) => {
      expect(
        deniedBy({ storageClassNames: classNamesOf(one) }, { ...requestOf(one), cluster: [] }),
      ).toEqual(rightAnswer(one).allowed ? [] : [REFUSAL]);
    },
  );

  test.each(cases('combined'))('%s, each claim of the world', (_id, { input, claims = {} }) => {
    replayed += 1;
    for (const [name, { expectedInstead, ...given }] of Object.entries(claims)) {
      const object = input.cluster.find(
        (one) => one.kind === 'PersistentVolumeClaim' && get(one, 'metadata', 'name') === name,
      )!;
      const verdict = deniedBy(
        {},
        {
          operation: 'CREATE',
          resource: CLAIMS,
          namespace: input.namespace,
          object,
          cluster: input.cluster,
        },
      );
      expect([name, verdict]).toEqual([name, (expectedInstead ?? given).allowed ? [] : [REFUSAL]]);
    }
  });

  test("where any pod counts that is among the owners, it is the webhook's own verdict", () => {
    const owned = asked.filter(([, one]) => one.upstreamBugs?.includes('owner-kind-only'));
    expect(owned.map(([, one]) => deniedBy({ anyPodOwner: true }, requestOf(one)))).toEqual(
      owned.map(() => []),
    );
    expect(owned.length).toBeGreaterThan(0);
  });
});

describe('the policy on pods steers them as the webhook does, without its faults', () => {
  const created = cases('hyper', 'combined').filter(
    ([, { input }]) => input.operation === 'CREATE' && input.kind === undefined,
  );

  test.each(created)('%s', (_id, one) => {
    replayed += 1;
    const { object, cluster, namespace } = one.input;
    const affinity = affinityOf({ object, cluster, namespace });
    expect(orderOf(placementOf({ ...(object!.spec as Fields), affinity }, cluster))).toEqual(
      orderOf(rightAnswer(one).placement!),
    );
    // Run again, as after another policy, it does nothing.
    const again = { ...object!, spec: { ...(object!.spec as Fields), affinity } };
    expect(affinityOf({ object: again, cluster, namespace })).toEqual(affinity);
  });

  test.each(created)('%s, whatever the order of the volumes', (_id, one) => {
    const { object, cluster, namespace } = one.input;
    const affinity = affinityOf({ object, cluster: [...cluster].reverse(), namespace });
    expect(orderOf(placementOf({ ...(object!.spec as Fields), affinity }, cluster))).toEqual(
      orderOf(rightAnswer(one).placement!),
    );
  });
});

interface PolicyCase {
  name: string;
  kind: string;
  namespace?: string;
  paramKind?: string;
  params?: Fields[];
  object: Fields;
  want?: string;
}
interface WrittenPolicy {
  name: string;
  cases: PolicyCase[];
}
const API_VERSIONS: { [kind: string]: string } = {
  StorageClass: 'storage.k8s.io/v1',
  StatefulSet: 'apps/v1',
};
const RESOURCES: { [kind: string]: string } = {
  PersistentVolumeClaim: CLAIMS,
  StatefulSet: 'statefulsets',
  Pod: 'pods',
  StorageClass: 'storageclasses',
  PersistentVolume: 'persistentvolumes',
};

const written = (file: string) =>
  parse(readFileSync(join(conformanceFolder('local-csi'), file), 'utf8'), {
    merge: true,
  }) as WrittenPolicy[];
const casesLike = (file: string, name: RegExp) =>
  written(file)
    .filter((policy) => name.test(policy.name))
    .flatMap((policy) => policy.cases)
    .map((one) => [one.name, one] as const);

function requestFor({
  kind,
  namespace,
  paramKind = '',
  params = [],
  object,
}: PolicyCase): AdmissionRequest {
  return {
    operation: 'CREATE',
    resource: RESOURCES[kind],
    namespace,
    object: { apiVersion: API_VERSIONS[kind] ?? 'v1', kind, ...object },
    cluster: params.map((param) => ({
      apiVersion: API_VERSIONS[paramKind] ?? 'v1',
      kind: paramKind,
      ...param,
    })),
  };
}

describe('the cases of the hand-written policies', () => {
  const judged = [
    ...casesLike('vap-pass.yaml', /static list/),
    ...casesLike('vap-pass.yaml', /StorageClass/),
    ...casesLike('vap-pass.yaml', /statefulset/),
  ];

  test.each(judged)('%s', (name, one) => {
    replayed += 1;
    const spec: Partial<EphemeralOnlySpec> = one.paramKind
      ? {}
      : { storageClassNames: ['local', 'local-xfs'], anyPodOwner: true };
    expect([name, deniedBy(spec, requestFor(one)).length]).toEqual([
      name,
      one.want === 'allow' ? 0 : 1,
    ]);
  });

  test.each(casesLike('vap-pass.yaml', /ConfigMap/))(
    '%s, with the classes of a ConfigMap',
    (name, one) => {
      replayed += 1;
      const cluster = requestFor(one).cluster!.map((param) => ({
        ...param,
        metadata: { ...(param.metadata as Fields), namespace: 'kube-system' },
      }));
      const denied = deniedBy(
        { storageClassConfigMap: { name: 'cm', namespace: 'kube-system' } },
        { ...requestFor(one), cluster },
      );
      expect([name, denied]).toEqual([name, one.want === 'allow' ? [] : [REFUSAL]]);
    },
  );

  /** What is said in the place of each validation of the hand-written policies. */
  const MESSAGES: { [policy: string]: string[] } = {
    'pod checks': [
      'the local volumes of a pod with nodeName are never created, because the scheduler is bypassed: use nodeSelector instead',
      'localdisk.csi.acstor.io cannot mount inline volumes: use ephemeral.volumeClaimTemplate with a class of the driver',
    ],
    'storageclass checks': [
      'volumeBindingMode of a class of local disks must be WaitForFirstConsumer',
      'localdisk.csi.acstor.io/failover-mode must be one of availability, durability',
    ],
    'PV shape / nodeAffinity consistency VAP': [
      'nothing specifies the node of the volume: set the attribute localdisk.csi.acstor.io/selected-initial-node, or node affinity',
      'volumeHandle must be <volume group>#<name of the volume>',
    ],
  };
  const beside = ['vap-pass.yaml', 'misc-pass.yaml']
    .flatMap(written)
    .filter(({ name }) => Object.hasOwn(MESSAGES, name))
    .flatMap((policy) => policy.cases.map((one) => [policy.name, one.name, one] as const));

  test.each(beside)('%s: %s', (policy, name, one) => {
    replayed += 1;
    const denied = deniedBy(
      { storageClassNames: ['local'], pods: true, storageClasses: true, persistentVolumes: true },
      requestFor(one),
    );
    const [, index] = /^deny\[(\d+)\]/.exec(one.want ?? '') ?? [];
    expect([name, denied]).toEqual([
      name,
      index === undefined ? [] : [MESSAGES[policy][Number(index)]],
    ]);
  });

  test.each([
    ['WaitForFirstConsumer', 1],
    ['Immediate', 0],
  ])('a pod with nodeName, and classes that bind %s', (volumeBindingMode, count) => {
    const one = casesLike('vap-pass.yaml', /pod checks/)
      .map(([, each]) => each)
      .find(({ name }) => name === 'nodename')!;
    const cluster = [
      {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name: 'local' },
        provisioner: 'localdisk.csi.acstor.io',
        volumeBindingMode,
      },
      {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name: 'std' },
        provisioner: 'disk.csi.azure.com',
        volumeBindingMode,
      },
    ];
    expect(deniedBy({ pods: true }, { ...requestFor(one), cluster })).toHaveLength(count);
  });

  const node = (name: string) => ({
    matchExpressions: [{ key: KEY, operator: 'In', values: [name] }],
  });
  const preferred = (name: string, ...before: object[]) => ({
    nodeAffinity: { [PREFERRED]: [...before, { weight: 100, preference: node(name) }] },
  });
  const required = (...nodeSelectorTerms: object[]) => ({
    nodeAffinity: { [REQUIRED]: { nodeSelectorTerms } },
  });
  const user = {
    weight: 50,
    preference: { matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] },
  };
  const AFFINITIES: { [name: string]: object | undefined } = {
    'availability default, no affinity': preferred('node-0'),
    'annotation wins': preferred('node-1'),
    'other namespace claim': undefined,
    'other driver': undefined,
    'no node known': undefined,
    'invalid mode': preferred('node-0'),
    'durability none existing': required(node('node-0')),
    'durability existing terms': required(
      { matchExpressions: [{ key: 'a', operator: 'Exists' }, ...node('node-0').matchExpressions] },
      {
        ...node('node-0'),
        matchFields: [{ key: 'metadata.name', operator: 'In', values: ['node-0'] }],
      },
    ),
    'durability idempotent': required(node('node-0')),
    'availability idempotent': preferred('node-0'),
    'existing preferred + podAffinity': { podAntiAffinity: {}, ...preferred('node-0', user) },
    'two PVs two nodes mixed': {
      nodeAffinity: {
        ...preferred('node-7').nodeAffinity,
        ...required(node('node-0')).nodeAffinity,
      },
    },
    // The claim of that name belongs to an earlier pod.
    'ephemeral name': undefined,
    'ephemeral generateName': undefined,
  };

  test('each case of the policy on pods has its affinity here', () => {
    expect(
      casesLike('map-pv-params.yaml', /./)
        .map(([name]) => name)
        .filter((name) => !Object.hasOwn(AFFINITIES, name)),
    ).toEqual([]);
  });

  test.each(casesLike('map-pv-params.yaml', /./))('%s', (name, one) => {
    replayed += 1;
    expect(affinityOf(requestFor(one))).toEqual(AFFINITIES[name]);
  });

  test('no patch adds a list with objects in it, over which the engines up to 1.36 panic', () => {
    const [{ spec }] = buildHyperconverged(FOR_PODS) as any[];
    const { expression } = spec.mutations[0].jsonPatch;
    expect(expression).not.toMatch(/value: \[[^\]]/);
    expect(
      list(spec.variables)
        .map((one) => get(one, 'expression'))
        .join(' '),
    ).not.toMatch(/Object|JSONPatch/);
    expect(isFields(spec.matchConstraints)).toBe(true);
  });
});

describe('what is not to be steered halfway is refused', () => {
  const terms = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      matchExpressions: [{ key: 'zone', operator: 'In', values: [`z${index}`] }],
    }));
  const pod = (count: number) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
    spec: {
      affinity: { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: terms(count) } } },
      volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
    },
  });
  const volume = (mode?: string) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'pv-1' },
    spec: {
      claimRef: { namespace: 'apps', name: 'data' },
      csi: {
        driver: 'localdisk.csi.acstor.io',
        volumeHandle: 'containerstorage#pv-1',
        volumeAttributes: {
          'localdisk.csi.acstor.io/selected-initial-node': 'node-a',
          ...(mode ? { 'localdisk.csi.acstor.io/failover-mode': mode } : {}),
        },
      },
    },
  });
  const request = (count: number, mode?: string) => ({
    namespace: 'apps',
    object: pod(count),
    cluster: [volume(mode)],
  });

  test('64 alternatives are narrowed, each of them', () => {
    const narrowed = get(
      affinityOf(request(64, 'durability')),
      'nodeAffinity',
      REQUIRED,
      'nodeSelectorTerms',
    ) as any[];
    expect(narrowed.map(({ matchExpressions }) => matchExpressions.at(-1))).toEqual(
      terms(64).map(() => ({ key: KEY, operator: 'In', values: ['node-a'] })),
    );
  });

  test('a pod with 65 is refused, or passes as it is where the policy ignores what fails', () => {
    expect(steered(request(65, 'durability'))).toEqual({
      denied: expect.stringContaining('int()'),
    });
    expect(steered(request(65, 'durability'), { failurePolicy: 'Ignore' })).toEqual({
      object: pod(65),
    });
  });

  test('where the node is only preferred there may be any number of them', () => {
    expect(get(affinityOf(request(65)), 'nodeAffinity', REQUIRED)).toEqual({
      nodeSelectorTerms: terms(65),
    });
  });
});

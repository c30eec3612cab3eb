/** CoLocation: workloads of any make, beside those that they share a volume with. */
import { ApiObject, App, Chart, JsonPatch, Size, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { CoLocation, CoLocationMode, Findings } from '../../../src';
import { claimNamed } from '../../support/claims';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

const chartIn = (app = Testing.app(), id = 'shop') =>
  new Chart(app, id, { namespace: id, disableResourceNameHashes: true });
const claimIn = (
  chart: Chart,
  name = 'data',
  accessModes = [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE],
) =>
  new kplus.PersistentVolumeClaim(chart, name, {
    metadata: { name },
    accessModes,
    storage: Size.gibibytes(1),
  });

function deployment(
  chart: Chart,
  id: string,
  claim?: kplus.IPersistentVolumeClaim,
  replicas = 1,
): kplus.Deployment {
  const made = new kplus.Deployment(chart, id, {
    replicas,
    podMetadata: { labels: { app: id } },
    select: false,
    containers: [{ image: 'a' }],
  });
  made.select(kplus.LabelSelector.of({ labels: { app: id } }));
  if (claim) {
    made.containers[0].mount(
      '/data',
      kplus.Volume.fromPersistentVolumeClaim(made, 'volume', claim),
    );
  }
  return made;
}
const object = (
  chart: Chart,
  name: string,
  spec: object,
  kind = 'Deployment',
  apiVersion = 'apps/v1',
) => new ApiObject(chart, name, { apiVersion, kind, metadata: { name }, spec });
const template = (app: string, claimName = 'data') => ({
  metadata: { labels: { app } },
  spec: { containers: [], volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }] },
});

const affinityOf = (chart: Chart, name: string): any => {
  const found: any = Testing.synth(chart).find(
    (one) =>
      one.kind !== 'PersistentVolumeClaim' &&
      (one.metadata.name === name || one.metadata.name.endsWith(`-${name}`)),
  );
  return (
    (found.spec.jobTemplate?.spec ?? found.spec).template?.spec.affinity ?? found.spec.affinity
  );
};
const selectors = (affinity: any) => ({
  required: (affinity?.podAffinity?.[REQUIRED] ?? []).map(
    (term: any) => term.labelSelector.matchLabels,
  ),
  preferred: (affinity?.podAffinity?.[PREFERRED] ?? []).map(
    (term: any) => term.podAffinityTerm.labelSelector.matchLabels,
  ),
});

test('a workload of cdk8s-plus follows the one that mounts its claim, declared before or after it', () => {
  const chart = chartIn();
  const claim = claimIn(chart);
  const backup = deployment(chart, 'backup', claim);
  CoLocation.of(backup).withClaim(claim);
  deployment(chart, 'web', claim);
  expect(affinityOf(chart, 'backup')).toEqual({
    podAffinity: {
      [REQUIRED]: [
        { labelSelector: { matchLabels: { app: 'web' } }, topologyKey: 'kubernetes.io/hostname' },
      ],
    },
  });
  expect(affinityOf(chart, 'web')).toBeUndefined();
});

test('two workloads that follow one claim do not wait for each other', () => {
  const chart = chartIn();
  const claim = claimIn(chart);
  for (const id of ['a', 'b']) CoLocation.of(deployment(chart, id, claim)).withClaim(claim);
  expect([selectors(affinityOf(chart, 'a')), selectors(affinityOf(chart, 'b'))]).toEqual([
    { required: [], preferred: [{ app: 'b' }] },
    { required: [{ app: 'a' }], preferred: [] },
  ]);
});

test('affinity that the workload has stays, and comes first', () => {
  const chart = chartIn();
  const claim = claimIn(chart);
  const cache = deployment(chart, 'cache');
  const web = deployment(chart, 'web', claim);
  const backup = deployment(chart, 'backup', claim);
  backup.scheduling.colocate(cache, { weight: 5 });
  backup.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.exists('disk')));
  CoLocation.of(backup)
    .withWorkload(web)
    .withClaim(claim, { mode: CoLocationMode.PREFERRED, weight: 50 });
  const affinity = affinityOf(chart, 'backup');
  expect(affinity.nodeAffinity).toBeDefined();
  expect(affinity.podAffinity[PREFERRED].map(({ weight }: any) => weight)).toEqual([5, 50]);
  expect(selectors(affinity).required).toEqual([{ app: 'web' }]);
});

test('claims of other apps and of StatefulSets are known by their names', () => {
  const chart = chartIn();
  object(
    chart,
    'db',
    {
      replicas: 2,
      template: { metadata: { labels: { app: 'db' } }, spec: { containers: [] } },
      volumeClaimTemplates: [
        { metadata: { name: 'files' }, spec: { accessModes: ['ReadWriteOnce'] } },
      ],
    },
    'StatefulSet',
  );
  const imported = kplus.PersistentVolumeClaim.fromClaimName(chart, 'imported', 'theirs');
  object(chart, 'theirs', { template: template('theirs', 'theirs') });
  CoLocation.of(deployment(chart, 'dump'))
    .withClaim(claimNamed(chart, 'files-db-1'))
    .withClaim(imported);
  Findings.of(chart).acknowledge('placement/followed-apart', 'the two are in one rack');
  expect(selectors(affinityOf(chart, 'dump'))).toEqual({
    required: [{ 'statefulset.kubernetes.io/pod-name': 'db-1' }],
    preferred: [{ app: 'theirs' }],
  });
});

test.each([
  [
    'CronJob',
    'batch/v1',
    { schedule: '0 0 * * *', jobTemplate: { spec: { template: template('me') } } },
  ],
  ['DaemonSet', 'apps/v1', { template: template('me') }],
  ['Notebook', 'kubeflow.org/v1', { template: template('me') }],
  ['Pod', 'v1', template('me').spec],
])('a %s can follow', (kind, apiVersion, spec) => {
  const chart = chartIn();
  object(chart, 'web', { template: template('web') });
  CoLocation.of(object(chart, 'me', spec, kind, apiVersion)).withClaim(claimNamed(chart, 'data'));
  expect(selectors(affinityOf(chart, 'me')).required).toEqual([{ app: 'web' }]);
});

test('the access modes that are given count for a claim that the app does not have', () => {
  const chart = chartIn();
  object(chart, 'web', { template: template('web') });
  CoLocation.of(object(chart, 'me', { template: template('me') })).withClaim(
    claimNamed(chart, 'data', { accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY] }),
  );
  expect(affinityOf(chart, 'me')).toBeUndefined();
});

test('workloads of other charts are followed, within the namespace of the claim', () => {
  const app = Testing.app();
  const [first, second] = [chartIn(app), new Chart(app, 'more', { namespace: 'shop' })];
  const elsewhere = chartIn(app, 'elsewhere');
  object(elsewhere, 'web', { template: template('stranger') });
  object(second, 'web', { template: template('web') });
  CoLocation.of(object(first, 'me', { template: template('me') })).withClaim(
    claimNamed(first, 'data'),
  );
  expect(selectors(affinityOf(first, 'me')).required).toEqual([{ app: 'web' }]);
});

test('what is added comes after the patches of the object', () => {
  const chart = chartIn();
  object(chart, 'web', { template: template('web') });
  const me = object(chart, 'me', { template: template('me') });
  CoLocation.of(me).withClaim(claimNamed(chart, 'data'));
  me.addJsonPatch(JsonPatch.add('/spec/template/spec/affinity', { podAntiAffinity: {} }));
  expect(Object.keys(affinityOf(chart, 'me'))).toEqual(['podAffinity', 'podAntiAffinity']);
});

test('what is added stands where cdk8s would have written it', () => {
  const chart = chartIn();
  for (const name of ['web', 'cart']) object(chart, name, { template: template(name) });
  const me = object(chart, 'me', { template: template('me') });
  CoLocation.of(me).withClaim(claimNamed(chart, 'data'));
  const { spec } = me.toJson().spec.template;
  expect(Object.keys(spec)).toEqual(['affinity', 'containers', 'volumes']);
  expect(Object.keys(spec.affinity.podAffinity[PREFERRED][0])).toEqual([
    'podAffinityTerm',
    'weight',
  ]);
  expect(Object.keys(me.toJson())).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
});

test('the same app is written in the same bytes, however often', () => {
  const app = new App();
  const chart = chartIn(app);
  object(chart, 'web', { template: template('web') });
  CoLocation.of(object(chart, 'me', { template: template('me') })).withClaim(
    claimNamed(chart, 'data'),
  );
  expect(app.synthYaml()).toBe(app.synthYaml());
});

test('a ReadWriteOncePod claim of two workloads fails the synthesis', () => {
  const chart = chartIn();
  const claim = claimIn(chart, 'data', [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE_POD]);
  deployment(chart, 'web', claim);
  CoLocation.of(deployment(chart, 'me', claim)).withClaim(claim);
  expect(() => Testing.synth(chart)).toThrow(
    'shop/me/Resource: the claim "data" is for one pod (ReadWriteOncePod), but Deployment/shop/shop-web uses it; mount it in one pod, or claim ReadWriteOnce (placement/claim-for-one-pod)',
  );
});

test('workloads that require each other fail the synthesis', () => {
  const chart = chartIn();
  const [a, b] = [deployment(chart, 'a'), deployment(chart, 'b')];
  CoLocation.of(a).withWorkload(b, { mode: CoLocationMode.REQUIRED });
  CoLocation.of(b).withWorkload(a, { mode: CoLocationMode.REQUIRED });
  expect(() => Testing.synth(chart)).toThrow(
    'shop/a/Resource requires shop/b/Resource requires shop/a/Resource, so none of them can be scheduled first',
  );
});

test('an affinity to which nothing can be added fails the synthesis, and is left as it is', () => {
  const chart = chartIn();
  object(chart, 'web', { template: template('web') });
  const spec = {
    template: {
      ...template('me'),
      spec: { ...template('me').spec, affinity: { podAffinity: 'web' } },
    },
  };
  CoLocation.of(object(chart, 'me', spec))
    .withClaim(claimNamed(chart, 'data'))
    .withClaim(claimNamed(chart, 'more'));
  expect(Findings.of(chart).all.filter(({ rule }) => rule === 'placement/affinity')).toHaveLength(
    1,
  );
  expect(() => Testing.synth(chart)).toThrow(
    'shop/me: spec.template.spec.affinity.podAffinity: "web" is not a map; use a map, or remove it (placement/affinity)',
  );
});

test('what several who follow a claim say of one workload is told once, at that one', () => {
  const chart = chartIn();
  const claim = claimIn(chart);
  deployment(chart, 'web', claim, 3);
  for (const id of ['backup', 'sync']) {
    CoLocation.of(deployment(chart, id, claim)).withClaim(claim, {
      mode: CoLocationMode.PREFERRED,
    });
  }
  expect(
    Findings.of(chart)
      .all.filter(({ rule }) => rule === 'placement/claim-on-many-nodes')
      .map(({ construct }) => construct),
  ).toEqual(['shop/web/Resource']);
});

test('warnings can be accepted at the workload', () => {
  const chart = chartIn();
  object(chart, 'job', { template: template('job') }, 'Job', 'batch/v1');
  const me = object(chart, 'me', { template: template('me') });
  CoLocation.of(me).withClaim(claimNamed(chart, 'data'), { mode: CoLocationMode.REQUIRED });
  expect(Findings.of(chart).all.map(({ rule, construct }) => [rule, construct])).toEqual([
    ['placement/required-of-batch', 'shop/me'],
  ]);
  Findings.of(me).acknowledge('placement/required-of-batch', 'the Job runs all day');
  expect(Findings.of(chart).all).toEqual([]);
});

test.each<[string, (chart: Chart) => void, string]>([
  [
    'something that does not create pods is to follow',
    (chart) => CoLocation.of(claimIn(chart)),
    'shop/data: shop/data does not create pods; pass a workload, such as a Deployment (placement/not-placeable)',
  ],
  [
    'something that does not create pods is to be followed',
    (chart) => CoLocation.of(deployment(chart, 'a')).withWorkload(new kplus.Secret(chart, 's')),
    'shop/a/Resource: shop/s does not create pods; pass a workload, such as a Deployment (placement/not-placeable)',
  ],
  [
    'a claim is given where a workload is meant',
    (chart) => CoLocation.of(deployment(chart, 'a')).withWorkload(claimIn(chart)),
    'shop/a/Resource: shop/data does not create pods; call withClaim (placement/not-placeable)',
  ],
  [
    'it is to follow itself',
    (chart) => {
      const me = deployment(chart, 'a');
      CoLocation.of(me).withWorkload(me);
    },
    'shop/a/Resource: shop/a cannot be placed together with itself; use another workload (placement/not-placeable)',
  ],
  [
    'a workload is given where a claim is meant',
    (chart) => CoLocation.of(deployment(chart, 'a')).withClaim(deployment(chart, 'b') as any),
    'shop/a/Resource: shop/b is not a claim; pass a claim of this library or of cdk8s-plus, such as Claim.fromClaimName(…) (placement/not-placeable)',
  ],
  [
    'the name of a claim is given where the claim is meant',
    (chart) => CoLocation.of(deployment(chart, 'a')).withClaim('data' as any),
    'shop/a/Resource: "data" is not a claim',
  ],
  [
    'a claim is said to be in another namespace',
    (chart) =>
      CoLocation.of(deployment(chart, 'a')).withClaim(
        claimNamed(chart, 'data', { namespace: 'other' }),
      ),
    'the claim "data" is in the namespace other, but a pod can use only claims of its own namespace; put both into the same namespace (placement/claim-elsewhere)',
  ],
  [
    'the claim is in another namespace',
    (chart) =>
      CoLocation.of(deployment(chart, 'a')).withClaim(
        claimIn(new Chart(chart, 'other', { namespace: 'other' })),
      ),
    'the claim "data" is in the namespace other, but a pod can use only claims of its own namespace; put both into the same namespace (placement/claim-elsewhere)',
  ],
  ['nothing is to follow', () => CoLocation.of(undefined as any), 'undefined does not create pods'],
  [
    'the weight is too great',
    (chart) =>
      CoLocation.of(deployment(chart, 'a')).withClaim(claimNamed(chart, 'data'), { weight: 101 }),
    'weight: 101 is not a valid weight; use 1 to 100 (placement/option)',
  ],
  [
    'the mode is none',
    (chart) =>
      CoLocation.of(deployment(chart, 'a')).withClaim(claimNamed(chart, 'data'), {
        mode: 'requird' as any,
      }),
    'mode: "requird" is not a valid value; must be one of auto, preferred, required, none; perhaps you meant "required" (input/type)',
  ],
  [
    'the topology key is none',
    (chart) =>
      CoLocation.of(deployment(chart, 'a')).withClaim(claimNamed(chart, 'data'), {
        topologyKey: 'a b',
      }),
    'topologyKey: "a b": name part must consist of',
  ],
  [
    "access modes are given, which are the claim's to tell",
    (chart) =>
      CoLocation.of(deployment(chart, 'a')).withClaim(claimNamed(chart, 'data'), {
        accessModes: [],
      } as any),
    'accessModes: there is no option "accessModes"',
  ],
  [
    'an option does not exist',
    (chart) =>
      CoLocation.of(deployment(chart, 'a')).withClaim(claimNamed(chart, 'data'), {
        wait: 1,
      } as any),
    'wait: there is no option "wait"',
  ],
])('it is refused at once that %s', (_what, make, message) => {
  expect(() => make(chartIn())).toThrow(message);
});

/** GitOps as a mode of apps and charts. */
import { ApiObject, App, Chart, JsonPatch, Size, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  ArgoGuard,
  ArgoJobs,
  Findings,
  FluxGuard,
  GitOps,
  LocustRerun,
  LocustTest,
  Claim,
  StorageClass,
  Target,
  TargetGitOps,
  Platform,
} from '../../src';

const KEPT = { 'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false' };
const WAVE = { 'argocd.argoproj.io/sync-wave': '-1' };
const FLUX = { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' };

/** The annotations of all objects of a chart, by kind and name. */
function annotations(chart: Chart): { [object: string]: unknown } {
  return Object.fromEntries(
    (Testing.synth(chart) as any[]).map(({ kind, metadata }) => [
      `${kind}/${metadata.name}`,
      metadata.annotations,
    ]),
  );
}

const claimIn = (chart: Chart, name = 'data') =>
  new Claim(chart, name, {
    name,
    storage: Size.gibibytes(1),
    accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE],
    storageClassName: 'fast',
  });
const rawClaim = (chart: Chart, name = 'data') =>
  new ApiObject(chart, name, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name },
    spec: {
      storageClassName: 'fast',
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
    },
  });
const driverIn = (chart: Chart) =>
  new ApiObject(chart, 'driver', {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    metadata: { name: 'd.example.org' },
    spec: {},
  });
const classIn = (chart: Chart) =>
  new StorageClass(chart, 'class', { name: 'fast', provisioner: 'd.example.org' });
const podIn = (chart: Chart) =>
  new ApiObject(chart, 'pod', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
    spec: {
      containers: [{ name: 'c', image: 'i', volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
    },
  });
const jobIn = (chart: Chart) =>
  new ApiObject(chart, 'job', {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'load' },
    spec: {
      template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } },
    },
  });

/** Two charts: the driver in one, what needs it in the other. */
function platform(
  prepare: (app: App, charts: { storage: Chart; shop: Chart }) => void = () => {},
): { storage: Chart; shop: Chart } {
  const app = Testing.app();
  const charts = { storage: new Chart(app, 'storage'), shop: new Chart(app, 'shop') };
  prepare(app, charts);
  driverIn(charts.storage);
  classIn(charts.storage);
  rawClaim(charts.shop);
  podIn(charts.shop);
  return charts;
}

describe('nothing is written', () => {
  test('without it', () => {
    const { storage, shop } = platform();
    expect([annotations(storage), annotations(shop)]).toEqual([
      { 'CSIDriver/d.example.org': undefined, 'StorageClass/fast': undefined },
      { 'PersistentVolumeClaim/data': undefined, 'Pod/p': undefined },
    ]);
  });

  test('for other targets', () => {
    const { shop } = platform((app) => Target.enable(app, { platform: Platform.EKS }));
    expect(annotations(shop)).toEqual({
      'PersistentVolumeClaim/data': undefined,
      'Pod/p': undefined,
    });
  });
});

describe('what is written', () => {
  const ARGO = [
    { 'CSIDriver/d.example.org': { ...KEPT, ...WAVE }, 'StorageClass/fast': KEPT },
    { 'PersistentVolumeClaim/data': KEPT, 'Pod/p': undefined },
  ];

  test('is for Argo CD, over all charts of an app', () => {
    const { storage, shop } = platform((app) => GitOps.enableArgoCd(app));
    expect([annotations(storage), annotations(shop)]).toEqual(ARGO);
  });

  test('is the same by the target of the app, and when it is asked for last', () => {
    const { storage, shop } = platform((app) =>
      Target.enable(app, { gitops: TargetGitOps.ARGO_CD }),
    );
    expect([annotations(storage), annotations(shop)]).toEqual(ARGO);
    const late = platform();
    GitOps.enableArgoCd(late.shop.node.root as App);
    expect([annotations(late.storage), annotations(late.shop)]).toEqual(ARGO);
  });

  test('is for Flux', () => {
    const { storage, shop } = platform((app) => GitOps.enableFlux(app));
    expect([annotations(storage), annotations(shop)]).toEqual([
      { 'CSIDriver/d.example.org': FLUX, 'StorageClass/fast': FLUX },
      { 'PersistentVolumeClaim/data': FLUX, 'Pod/p': undefined },
    ]);
    const byTarget = platform((app) => Target.enable(app, { gitops: TargetGitOps.FLUX }));
    expect(annotations(byTarget.shop)).toEqual({
      'PersistentVolumeClaim/data': FLUX,
      'Pod/p': undefined,
    });
  });

  test('is for the chart alone that it is asked for, whose order others count for', () => {
    const { storage, shop } = platform((_app, charts) => GitOps.enableArgoCd(charts.storage));
    expect([annotations(storage), annotations(shop)]).toEqual([
      ARGO[0],
      { 'PersistentVolumeClaim/data': undefined, 'Pod/p': undefined },
    ]);
  });

  test('is what the nearest asks for', () => {
    const { storage, shop } = platform((app, charts) => {
      GitOps.enableArgoCd(app);
      GitOps.enableFlux(charts.shop, { guard: FluxGuard.NONE });
    });
    expect([annotations(storage), annotations(shop)]).toEqual([
      ARGO[0],
      { 'PersistentVolumeClaim/data': undefined, 'Pod/p': undefined },
    ]);
  });

  test('is more exact than the target, whichever comes first', () => {
    for (const isFirst of [true, false]) {
      const { shop } = platform((app) => {
        if (isFirst) Target.enable(app, { gitops: TargetGitOps.ARGO_CD });
        GitOps.enableArgoCd(app, { guard: ArgoGuard.CONFIRM });
        if (!isFirst) Target.enable(app, { gitops: TargetGitOps.ARGO_CD });
      });
      expect(annotations(shop)).toEqual({
        'PersistentVolumeClaim/data': {
          'argocd.argoproj.io/sync-options': 'Prune=confirm,Delete=confirm',
        },
        'Pod/p': undefined,
      });
    }
  });

  test('is the same at each synthesis, and what came in between is in it', async () => {
    const { shop } = platform((app) => GitOps.enableArgoCd(app));
    const first = Testing.synth(shop);
    expect(Testing.synth(shop)).toEqual(first);
    rawClaim(shop, 'more');
    expect(annotations(shop)).toMatchObject({ 'PersistentVolumeClaim/more': KEPT });
    await Promise.resolve();
    ApiObject.of(shop.node.findChild('more')).addJsonPatch(
      JsonPatch.replace('/metadata/annotations', {
        'argocd.argoproj.io/sync-options': 'Prune=confirm',
      }),
    );
    expect(annotations(shop)).toMatchObject({
      'PersistentVolumeClaim/more': {
        'argocd.argoproj.io/sync-options': 'Prune=confirm,Delete=false',
      },
    });
  });

  test('is on constructs of this library and of cdk8s-plus', () => {
    const chart = new Chart(Testing.app(), 'shop');
    GitOps.enableArgoCd(chart);
    claimIn(chart);
    new kplus.PersistentVolumeClaim(chart, 'other', {
      metadata: { name: 'other' },
      storage: Size.gibibytes(1),
    });
    expect(annotations(chart)).toEqual({
      'PersistentVolumeClaim/data': KEPT,
      'PersistentVolumeClaim/other': KEPT,
    });
  });
});

describe('Jobs', () => {
  const names = (chart: Chart) =>
    (Testing.synth(chart) as any[])
      .filter(({ kind }) => kind === 'Job')
      .map(({ metadata }) => metadata.name);

  test('have a hash in their names, or what is asked for', () => {
    const chart = new Chart(Testing.app(), 'shop');
    GitOps.enableArgoCd(chart);
    jobIn(chart);
    expect(names(chart)).toEqual([expect.stringMatching(/^load-[0-9a-f]{8}$/)]);
    const other = new Chart(Testing.app(), 'shop');
    GitOps.enableArgoCd(other, { jobs: ArgoJobs.REPLACE });
    jobIn(other);
    expect(annotations(other)).toEqual({
      'Job/load': { 'argocd.argoproj.io/sync-options': 'Force=true,Replace=true' },
    });
  });

  const props = {
    image: 'docker.io/locustio/locust:2.43.1',
    master: { command: '' },
    worker: { command: '', replicas: 1 },
  };

  test('of a load test with a hash in its name stay as they are', () => {
    const [plain, chart] = [0, 1].map(() => new Chart(Testing.app(), 'shop'));
    GitOps.enableArgoCd(chart);
    for (const one of [plain, chart]) new LocustTest(one, 'load', props);
    expect(Testing.synth(chart)).toEqual(Testing.synth(plain));
  });

  test('of a load test that keeps its name are replaced', () => {
    const chart = new Chart(Testing.app(), 'shop');
    GitOps.enableFlux(chart);
    new LocustTest(chart, 'load', { ...props, rerun: LocustRerun.NEVER });
    const force = { 'kustomize.toolkit.fluxcd.io/force': 'enabled' };
    expect(annotations(chart)).toMatchObject({
      'Job/load-master': force,
      'Job/load-worker': force,
      'Service/load-master': undefined,
    });
  });
});

describe('findings', () => {
  test.each<[title: string, call: (app: App) => void, message: string]>([
    [
      'a wave that is too big',
      (app) => GitOps.enableArgoCd(app, { wave: 1_000_001 }),
      'wave: 1000001 is not a valid wave; use a whole number between -1000000 and 1000000 (gitops/wave)',
    ],
    [
      'a wave that is too small',
      (app) => GitOps.enableArgoCd(app, { wave: -1_000_001 }),
      'wave: -1000001 is not a valid wave; use a whole number between -1000000 and 1000000 (gitops/wave)',
    ],
    [
      'a wave for Flux',
      // @ts-expect-error Flux has no waves
      (app) => GitOps.enableFlux(app, { wave: 1 }),
      'wave: there is no option "wave", so 1 would have no effect; remove it; the options are guard, jobs (input/unknown-field)',
    ],
    [
      'asking, for Flux',
      // @ts-expect-error Flux does not ask
      (app) => GitOps.enableFlux(app, { guard: ArgoGuard.CONFIRM }),
      'guard: "confirm": Flux does not ask before it prunes; use keep (gitops/other-engine)',
    ],
    [
      'hooks, for Flux',
      // @ts-expect-error Flux has no hooks
      (app) => GitOps.enableFlux(app, { jobs: ArgoJobs.HOOK }),
      'jobs: "hook": Flux has no hooks; use hashedName or replace (gitops/other-engine)',
    ],
    [
      'two engines',
      (app) => [GitOps.enableArgoCd(app), GitOps.enableFlux(app)],
      'the scope was already assigned to Argo CD by GitOps, and cannot be assigned to Flux; assign it to one engine, once (gitops/mode)',
    ],
    [
      'one engine twice',
      (app) => [GitOps.enableArgoCd(app), GitOps.enableArgoCd(app)],
      'the scope was already assigned to Argo CD by GitOps, and cannot be assigned to Argo CD; assign it to one engine, once (gitops/mode)',
    ],
    [
      'another target',
      (app) => [Target.enable(app, { gitops: TargetGitOps.FLUX }), GitOps.enableArgoCd(app)],
      'the scope was already assigned to Flux by its target, and cannot be assigned to Argo CD; assign it to one engine, once (gitops/mode)',
    ],
    [
      'another target afterwards',
      (app) => [GitOps.enableArgoCd(app), Target.enable(app, { gitops: TargetGitOps.FLUX })],
      'the scope was already assigned to Argo CD by GitOps, and cannot be assigned to Flux; assign it to one engine, once (gitops/mode)',
    ],
  ])('%s', (_title, call, message) => {
    expect(() => call(Testing.app())).toThrow(message);
  });

  test('the highest and the lowest wave are fine', () => {
    expect(() =>
      [1_000_000, -1_000_000].map((wave) => GitOps.enableArgoCd(Testing.app(), { wave })),
    ).not.toThrow();
  });

  test('of the rules on objects are told of all that is in the scope', () => {
    const chart = new Chart(Testing.app(), 'shop');
    GitOps.enableArgoCd(chart);
    new ApiObject(chart, 'claim', {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {
        name: 'c',
        annotations: { 'argocd.argoproj.io/sync-options': 'Force=true,Replace=true' },
      },
      spec: {},
    });
    expect(Findings.of(chart).all.map(({ construct, rule }) => `${construct} ${rule}`)).toEqual([
      'shop/claim gitops/forced-data',
    ]);
  });
});

describe('a policy under Flux', () => {
  const policyIn = (chart: Chart, resources = ['pods']) =>
    new ApiObject(chart, 'policy', {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingAdmissionPolicy',
      metadata: { name: 'p' },
      spec: { matchConstraints: { resourceRules: [{ apiGroups: [''], resources }] } },
    });
  const said = (chart: Chart) =>
    Findings.of(chart.node.root).all.map(
      ({ construct, severity, rule, message, remedy }) =>
        `${construct} ${severity} ${rule}: ${message}; ${remedy}`,
    );

  test('is not in one chart with what it judges', () => {
    const { shop } = platform((app, charts) => {
      GitOps.enableFlux(app);
      policyIn(charts.shop);
    });
    expect(said(shop)).toEqual([
      'shop/policy warning gitops/policy-in-one-go: Flux applies the policy "p" at the same time as Pod/p, which the policy does not apply to yet; ' +
        'move it to a separate chart, and make the Kustomization of the others depend on that one (dependsOn)',
    ]);
  });

  test('is fine in another chart, with what it does not judge, and under Argo CD', () => {
    const other = platform((app, charts) => {
      GitOps.enableFlux(app);
      policyIn(charts.storage);
    });
    const unrelated = platform((app, charts) => {
      GitOps.enableFlux(app);
      policyIn(charts.shop, ['secrets']);
    });
    const argo = platform((app, charts) => {
      GitOps.enableArgoCd(app);
      policyIn(charts.shop);
    });
    expect([said(other.shop), said(unrelated.shop), said(argo.shop)]).toEqual([[], [], []]);
  });
});

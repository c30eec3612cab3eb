/** The target: a value given to an app or a chart, which constructs and rules obey. */
import { ApiObject, App, Chart, Size, Testing } from 'cdk8s';
import {
  CsiDriverStack,
  DriverFactsProps,
  EfsCsiDriver,
  EphemeralOnlyPolicy,
  Findings,
  FindingsError,
  HyperconvergedPolicy,
  LocustTest,
  Claim,
  Platform,
  PVCViewer,
  StorageClass,
  Target,
  TargetGitOps,
  TargetPodSecurity,
  TargetProps,
  ViewerImage,
  VolumeOwnership,
} from '../../src';
import { VolumeChecks } from '../../src/check/constructs';
import { DriverFacts, TargetSpec } from '../../src/facts';
import { targetOf, topologyNow } from '../../src/tree';
import { claimNamed } from '../support/claims';

/** Fails to compile when the two have other fields. */
type Same<A, B> = [keyof A, keyof B] extends [keyof B, keyof A] ? true : never;
const SAME: readonly [
  Same<Omit<TargetProps, 'cluster'>, TargetSpec>,
  Same<DriverFactsProps, DriverFacts>,
] = [true, true];

const DIGEST = `sha256:${'0'.repeat(64)}`;
const IMAGES = { registry: 'registry.example.com/mirror/' };
const chartFor = (target?: TargetProps, more: TargetProps = {}) => {
  const app = Testing.app();
  if (target) Target.enable(app, target);
  const chart = new Chart(app, 'chart', { namespace: 'shop' });
  if (Object.keys(more).length > 0) Target.enable(chart, more);
  return chart;
};
const linesOf = (act: () => unknown): string[] => {
  try {
    act();
    return [];
  } catch (error) {
    return (error as FindingsError).findings.map(
      ({ path, message, remedy, rule }) => `${path}: ${message}; ${remedy} (${rule})`,
    );
  }
};
const synth = (chart: Chart): any[] => Testing.synth(chart);
const imagesOf = (chart: Chart): string[] =>
  [...new Set(JSON.stringify(synth(chart)).match(/"image":"[^"]+"/g))]
    .map((one) => one.slice(9, -1))
    .sort();

test('the props of a target are its fields, and a cluster', () => {
  expect(SAME).toEqual([true, true]);
});

describe('a target', () => {
  test('is read by what is below it, and unknown elsewhere', () => {
    expect(
      targetOf(
        chartFor({
          kubernetes: 'v1.34.2',
          platform: Platform.EKS,
          gitops: TargetGitOps.FLUX,
          podSecurity: TargetPodSecurity.RESTRICTED,
        }),
      ),
    ).toMatchObject({ minor: 34, platform: 'eks', gitops: 'flux', podSecurity: 'restricted' });
    expect(targetOf(chartFor()).minor).toBeUndefined();
  });

  test('of several the nearest wins field by field, and digests and drivers of all count', () => {
    const outer: TargetProps = {
      kubernetes: '1.30',
      registry: 'a.example.com',
      digests: { 'a/b:1': DIGEST },
      drivers: [{ name: 'd', attachRequired: true, canClone: true }],
    };
    const inner: TargetProps = {
      kubernetes: '1.36',
      registry: undefined,
      digests: { 'c/d:1': DIGEST },
      drivers: [{ name: 'd', attachRequired: false }],
    };
    const target = targetOf(chartFor(outer, inner));
    expect(target).toMatchObject({
      minor: 36,
      registry: 'a.example.com',
      digests: { 'a/b:1': DIGEST, 'c/d:1': DIGEST },
    });
    expect(target.driver('d')).toMatchObject({ attachRequired: false, canClone: true });
  });

  test('is given once, and before anything is made', () => {
    const chart = chartFor({ kubernetes: '1.34' });
    expect(linesOf(() => Target.enable(chart.node.root as App, {}))).toEqual([
      ': the construct already has a target; enable one target with all facts (input/target)',
    ]);
    new PVCViewer(chart, 'viewer', { claim: claimNamed(chart, 'data') });
    expect(linesOf(() => Target.enable(chart, {}))).toEqual([
      ': constructs have been made without this target; enable it before anything else is created there (input/target)',
    ]);
    expect(
      linesOf(() => Target.enable(new Chart(chart.node.root, 'other'), { kubernetes: '1.36' })),
    ).toEqual([]);
  });

  test('says all that is wrong with it at once', () => {
    const wrong = {
      kubernetes: '2',
      platform: 'openshfit',
      registry: 'mirror',
      digests: { 'a/b:1': 'sha256:1', 'quay.io/a/b:1': DIGEST, 'a/b': DIGEST },
      drivers: [{ name: 'd', accessModes: ['RWX'] }, { name: 'd' }],
      kubernetesVersion: '1.34',
    } as unknown as TargetProps;
    expect(linesOf(() => Target.enable(new App(), wrong)).sort()).toEqual([
      'digests.a/b: "a/b" is not an image without its registry; use the path and the tag, such as sigoden/dufs:v0.46.0 (input/type)',
      'digests.a/b:1: "sha256:1" is not a valid digest; use sha256: and 64 hexadecimal digits (input/type)',
      'digests.quay.io/a/b:1: "quay.io/a/b:1" is not an image without its registry; use the path and the tag, such as sigoden/dufs:v0.46.0 (input/type)',
      'drivers[0].accessModes[0]: "RWX" is not a valid value; must be one of ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod (input/type)',
      'drivers[1].name: the driver "d" appears twice; describe it in one place (input/type)',
      'kubernetes: "2" is not a version of Kubernetes; use one such as "1.34" (input/type)',
      'kubernetesVersion: there is no option "kubernetesVersion", so "1.34" would have no effect; remove it; the options are kubernetes, platform, gitops, podSecurity, defaultStorageClassName, storageClassNames, registry, digests, featureGates, drivers (input/unknown-field)',
      'platform: "openshfit" is not a valid value; must be one of vanilla, openshift, eks, gke, aks; perhaps you meant "openshift" (input/type)',
      'registry: "mirror" is not a valid registry: "mirror" would count as a part of the path; use a host with a dot or a port, and an optional path, such as registry.example.com/mirror (input/type)',
    ]);
  });
});

describe('images', () => {
  test('of drivers come from the registry of the target, with its digests', () => {
    const digests = { 'csi-components/livenessprobe:v2.19.0-eksbuild.3': DIGEST };
    const chart = chartFor({ ...IMAGES, digests });
    new CsiDriverStack(chart, 'efs', { driver: new EfsCsiDriver(), platform: Platform.EKS });
    expect(imagesOf(chart)).toEqual([
      'registry.example.com/mirror/csi-components/csi-node-driver-registrar:v2.17.0-eksbuild.3',
      `registry.example.com/mirror/csi-components/livenessprobe:v2.19.0-eksbuild.3@${DIGEST}`,
      'registry.example.com/mirror/efs-csi-driver/amazon/aws-efs-csi-driver:v3.4.1',
    ]);
  });

  test('that a stack chooses itself stay', () => {
    const chart = chartFor({
      ...IMAGES,
      digests: { 'csi-components/livenessprobe:v2.19.0-eksbuild.3': DIGEST },
    });
    new CsiDriverStack(chart, 'efs', {
      driver: new EfsCsiDriver(),
      platform: Platform.EKS,
      images: {
        registry: 'own.example.com',
        overrides: { 'efs-plugin': { repository: 'quay.io/efs' }, 'liveness-probe': { tag: 'v9' } },
      },
    });
    expect(imagesOf(chart)).toEqual([
      'own.example.com/csi-components/csi-node-driver-registrar:v2.17.0-eksbuild.3',
      'own.example.com/csi-components/livenessprobe:v9',
      'quay.io/efs:v3.4.1',
    ]);
  });

  test('of viewers and of what culls them, unless they are chosen', () => {
    const chart = chartFor({ ...IMAGES, digests: { 'library/busybox:1.37.0': DIGEST } });
    new PVCViewer(chart, 'one', {
      claim: claimNamed(chart, 'data'),
      cull: { afterIdle: undefined, dailyAt: '20:00' },
    });
    new PVCViewer(chart, 'two', {
      claim: claimNamed(chart, 'other'),
      image: ViewerImage.dufs({ image: 'own.example.com/dufs:1' }),
    });
    new PVCViewer(chart, 'three', {
      claim: claimNamed(chart, 'third'),
      image: new ViewerImage({ image: 'own.example.com/app:1', port: 80, mountPath: '/data' }),
    });
    expect(imagesOf(chart)).toEqual([
      'own.example.com/app:1',
      'own.example.com/dufs:1',
      'registry.example.com/mirror/curlimages/curl:8.22.0',
      'registry.example.com/mirror/sigoden/dufs:v0.46.0',
    ]);
  });

  test('of the exporter of load tests, but not in operator mode', () => {
    const props = {
      image: 'own.example.com/locust:1',
      master: { command: 'locust' },
      worker: { command: 'locust', replicas: 1 },
    };
    const chart = chartFor(IMAGES);
    new LocustTest(chart, 'test', props);
    expect(imagesOf(chart)).toEqual([
      'own.example.com/locust:1',
      'registry.example.com/mirror/containersol/locust_exporter:v0.5.0',
    ]);
    const operators = chartFor(IMAGES);
    new LocustTest(operators, 'test', { ...props, operatorMode: true });
    expect(imagesOf(operators)).toEqual([
      'containersol/locust_exporter:v0.5.0',
      'own.example.com/locust:1',
    ]);
  });

  test('stay where they are while nobody says anything', () => {
    const chart = chartFor({ kubernetes: '1.34' });
    new PVCViewer(chart, 'viewer', { claim: claimNamed(chart, 'data') });
    expect(imagesOf(chart)).toEqual(['docker.io/sigoden/dufs:v0.46.0']);
  });
});

test('the init container that gives volumes to a group is for the target, and for what its own options say', () => {
  const claim = { name: 'data', nfs: { server: 'nfs.example.com', path: '/data' } };
  const workload = (chart: Chart, id: string) =>
    new ApiObject(chart, id, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: id },
      spec: {
        selector: { matchLabels: { app: id } },
        template: {
          metadata: { labels: { app: id } },
          spec: {
            containers: [
              {
                name: 'app',
                image: 'own.example.com/app:1',
                volumeMounts: [{ name: 'data', mountPath: '/data' }],
              },
            ],
            volumes: [claim],
          },
        },
      },
    });
  const chart = chartFor({ ...IMAGES, podSecurity: TargetPodSecurity.BASELINE });
  VolumeOwnership.of(workload(chart, 'one')).setGroup(2000);
  VolumeOwnership.of(workload(chart, 'two')).setGroup(2000, { image: 'own.example.com/tools:1' });
  expect(imagesOf(chart)).toEqual([
    'own.example.com/app:1',
    'own.example.com/tools:1',
    'registry.example.com/mirror/library/busybox:1.37.0',
  ]);
  const restricted = chartFor({ podSecurity: TargetPodSecurity.RESTRICTED });
  VolumeOwnership.of(workload(restricted, 'one')).setGroup(2000);
  expect(Findings.of(restricted).all.filter(({ severity }) => severity === 'error')).toHaveLength(
    1,
  );
});

describe('OpenShift', () => {
  const OPENSHIFT = { platform: Platform.OPENSHIFT };
  const idsOf = (chart: Chart) =>
    JSON.stringify(synth(chart)).match(/"(runAsUser|runAsGroup|fsGroup)":\d+/g) ?? [];

  test('gives viewers their users, and what culls them', () => {
    const viewers = (chart: Chart) => {
      new Claim(chart, 'data', {
        name: 'data',
        storage: Size.gibibytes(1),
        accessModes: ['ReadWriteMany'] as any,
      });
      new PVCViewer(chart, 'viewer', {
        claim: claimNamed(chart, 'data'),
        cull: { dailyAt: '20:00' },
      });
      return chart;
    };
    expect(idsOf(viewers(chartFor(OPENSHIFT)))).toEqual([]);
    expect(idsOf(viewers(chartFor()))).not.toEqual([]);
  });

  test('leaves users that somebody asks for', () => {
    const chart = chartFor(OPENSHIFT);
    new PVCViewer(chart, 'viewer', { claim: claimNamed(chart, 'data'), user: 2000 });
    new PVCViewer(chart, 'other', { claim: claimNamed(chart, 'other'), userFromPlatform: false });
    expect(idsOf(chart)).toEqual([
      '"runAsGroup":2000',
      '"runAsUser":2000',
      '"runAsGroup":1000',
      '"runAsUser":1000',
    ]);
  });

  test('gives load tests and their results their users and groups', () => {
    const test = (chart: Chart) => {
      new LocustTest(chart, 'test', {
        image: 'own.example.com/locust:1',
        master: { command: 'locust' },
        worker: { command: 'locust', replicas: 1 },
      }).volumes.keepResults({ storage: Size.gibibytes(1) });
      return chart;
    };
    expect(idsOf(test(chartFor(OPENSHIFT)))).toEqual([]);
    expect(idsOf(test(chartFor()))).toContain('"fsGroup":1000');
  });

  test('is the platform of drivers whose stack names none', () => {
    const chart = chartFor(OPENSHIFT);
    const stack = new CsiDriverStack(chart, 'efs', { driver: new EfsCsiDriver() });
    expect(stack.nodeScc?.kind).toBe('SecurityContextConstraints');
    expect(
      linesOf(() => new CsiDriverStack(chartFor(), 'efs', { driver: new EfsCsiDriver() })),
    ).toEqual([
      'platform: platform is required; specify one, such as Platform.EKS, or enable a target with a platform for the app (input/type)',
    ]);
    const vanilla = new CsiDriverStack(chartFor({ platform: Platform.AKS }), 'efs', {
      driver: new EfsCsiDriver(),
    });
    expect(vanilla.nodeScc).toBeUndefined();
  });
});

describe('the version', () => {
  test('is that of policies', () => {
    const chart = chartFor({ kubernetes: '1.34', featureGates: ['MutatingAdmissionPolicy'] });
    expect(new HyperconvergedPolicy(chart, 'steer').policy.apiVersion).toBe(
      'admissionregistration.k8s.io/v1beta1',
    );
    expect(
      new HyperconvergedPolicy(chartFor({ kubernetes: '1.36' }), 'steer').policy.apiVersion,
    ).toBe('admissionregistration.k8s.io/v1');
    expect(
      linesOf(() => new EphemeralOnlyPolicy(chartFor({ kubernetes: '1.29' }), 'only')),
    ).toHaveLength(1);
  });

  test('is what the rules judge objects by, chart by chart', () => {
    const app = Testing.app();
    Target.enable(app, { kubernetes: '1.36' });
    for (const [id, kubernetes] of [
      ['new', undefined],
      ['old', '1.24'],
    ] as const) {
      const chart = new Chart(app, id, { namespace: id });
      if (kubernetes) Target.enable(chart, { kubernetes });
      new Claim(chart, 'claim', {
        name: 'data',
        storage: Size.gibibytes(1),
        accessModes: ['ReadWriteOncePod'] as any,
        storageClassName: 'fast',
      });
    }
    VolumeChecks.enable(app);
    expect(
      Findings.of(app)
        .all.filter(({ rule }) => rule === 'manifest/volume-of-version')
        .map(({ construct }) => construct),
    ).toEqual(['old/claim/Resource']);
  });
});

test('the default class of a target is that of claims which name none', () => {
  const chart = chartFor({ defaultStorageClassName: 'standard' });
  new Claim(chart, 'claim', {
    name: 'data',
    storage: Size.gibibytes(1),
    accessModes: ['ReadWriteMany'] as any,
  });
  expect(topologyNow(chart).classOf('shop', 'data')).toEqual({ name: 'standard', from: 'default' });
  new StorageClass(chart, 'class', {
    name: 'fast',
    provisioner: 'disks.example.org',
    isDefault: true,
  } as any);
  expect(topologyNow(chart).classOf('shop', 'data')?.name).toBe('fast');
});

/**
 * Resources of another kind where a claim, a ConfigMap or a Secret is meant, which compilers take:
 * the interfaces of cdk8s-plus are alike.
 */
import { ApiObject, App, Chart, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as newer from 'cdk8s-plus-34';
import {
  Claim,
  CoLocation,
  CsiPersistentVolume,
  FindingsError,
  LocustCredential,
  LocustOperatorSettings,
  LocustTest,
  LocustTestFiles,
  LocustTestVolumes,
  PVCViewer,
  StorageClass,
  ViewerRouting,
  VolumeTopology,
} from '../../src';

type Resource = kplus.IResource & kplus.ISecret;
type Others = readonly (readonly [what: string, make: (chart: Chart) => object])[];

const container = { image: 'registry.example.com/app:1.0.0' };
const disk = {
  driver: 'ebs.csi.aws.com',
  volumeHandle: 'vol-0123456789abcdef0',
  storage: Size.gibibytes(1),
  accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE],
};
const load = {
  image: 'locustio/locust:2.43.1',
  master: { command: '-f a.py' },
  worker: { command: '-f a.py', replicas: 1 },
};

const NEITHER: Others = [
  ['Deployment', (chart) => new kplus.Deployment(chart, 'wrong', { containers: [container] })],
  [
    'Deployment of another cdk8s-plus',
    (chart) => new newer.Deployment(chart, 'wrong', { containers: [container] }),
  ],
  [
    'service account by its name',
    (chart) => kplus.ServiceAccount.fromServiceAccountName(chart, 'wrong', 'data'),
  ],
  [
    'StorageClass of this library',
    (chart) => new StorageClass(chart, 'wrong', { provisioner: 'ebs.csi.aws.com' }),
  ],
  ['persistent volume', (chart) => new CsiPersistentVolume(chart, 'wrong', disk)],
  [
    'object of another API',
    (chart) =>
      new ApiObject(chart, 'wrong', {
        apiVersion: 'example.com/v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'data' },
      }),
  ],
];
const CLAIMS: Others = [
  ['claim of cdk8s-plus', (chart) => new kplus.PersistentVolumeClaim(chart, 'wrong')],
  [
    'claim of another cdk8s-plus by its name',
    (chart) => newer.PersistentVolumeClaim.fromClaimName(chart, 'wrong', 'data'),
  ],
  ['claim by its name', (chart) => Claim.fromClaimName(chart, 'wrong', 'data')],
];
const CONFIG_MAPS: Others = [
  ['ConfigMap of cdk8s-plus', (chart) => new kplus.ConfigMap(chart, 'wrong')],
  [
    'ConfigMap of another cdk8s-plus by its name',
    (chart) => newer.ConfigMap.fromConfigMapName(chart, 'wrong', 'data'),
  ],
];
const SECRETS: Others = [
  ['Secret of another cdk8s-plus', (chart) => new newer.Secret(chart, 'wrong')],
  ['Secret by its name', (chart) => kplus.Secret.fromSecretName(chart, 'wrong', 'data')],
];

const A_CLAIM =
  'is not a claim; pass a claim of this library or of cdk8s-plus, such as Claim.fromClaimName(…)';

/** What takes a resource, the kinds that are not meant, and what is said of them. */
const PLACES: readonly (readonly [
  what: string,
  use: (chart: Chart, one: Resource) => unknown,
  others: Others,
  message: string,
])[] = [
  [
    'PVCViewer',
    (chart, claim) => new PVCViewer(chart, 'use', { claim, routing: ViewerRouting.none() }),
    [...NEITHER, ...CONFIG_MAPS, ...SECRETS],
    `shop/use: claim: shop/wrong ${A_CLAIM} (input/type)`,
  ],
  [
    'CsiPersistentVolume',
    (chart, claim) => new CsiPersistentVolume(chart, 'use', { ...disk, claim }),
    [...NEITHER, ...CONFIG_MAPS, ...SECRETS],
    `shop/use: claim: shop/wrong ${A_CLAIM} (input/type)`,
  ],
  [
    'CoLocation',
    (chart, claim) =>
      CoLocation.of(new kplus.Deployment(chart, 'use', { containers: [container] })).withClaim(
        claim,
      ),
    [...NEITHER, ...CONFIG_MAPS, ...SECRETS],
    `shop/use/Resource: shop/wrong ${A_CLAIM} (placement/not-placeable)`,
  ],
  [
    'VolumeTopology',
    (chart, claim) => VolumeTopology.of(chart).driverOf(claim),
    [...NEITHER, ...CONFIG_MAPS, ...SECRETS],
    `claim: shop/wrong ${A_CLAIM} (placement/not-placeable)`,
  ],
  [
    'keepResults',
    (chart, claim) => new LocustTestVolumes(chart, 'use').keepResults({ claim }),
    [...NEITHER, ...CONFIG_MAPS, ...SECRETS],
    `shop/use: keepResults.claim: shop/wrong ${A_CLAIM} (locust/results)`,
  ],
  [
    'LocustTestFiles',
    (chart, code) =>
      new LocustTest(chart, 'use', { ...load, testFiles: LocustTestFiles.fromConfigMap(code) }),
    [...NEITHER, ...CLAIMS, ...SECRETS],
    'shop/use: testFiles: shop/wrong is not a ConfigMap; pass a ConfigMap of cdk8s-plus or of this library, or call LocustTestFiles.fromConfigMapName (input/type)',
  ],
  [
    'LocustCredential',
    (chart, secret) => {
      const kafka = {
        securityEnabled: true,
        password: LocustCredential.fromSecret(secret, 'password'),
      };
      return new LocustTest(chart, 'use', {
        ...load,
        settings: LocustOperatorSettings.chart({ kafka }),
      });
    },
    [...NEITHER, ...CLAIMS, ...CONFIG_MAPS],
    'shop/use: settings.kafka.password: shop/wrong is not a Secret; pass a Secret of cdk8s-plus, or call LocustCredential.fromSecretName (input/type)',
  ],
];

describe.each(PLACES)('%s refuses', (_place, use, others, message) => {
  test.each(others)('%s', (_what, make) => {
    const chart = new Chart(new App(), 'shop', { namespace: 'shop' });
    let error: unknown;
    try {
      use(chart, make(chart) as Resource);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(FindingsError);
    expect((error as FindingsError).message).toBe(message);
  });
});

test('what is given in place of a Secret is not shown: it may be the secret', () => {
  const kafka = {
    securityEnabled: true,
    password: LocustCredential.fromSecret('hunter2' as unknown as kplus.ISecret, 'password'),
  };
  const chart = new Chart(new App(), 'shop', { namespace: 'shop' });
  expect(
    () =>
      new LocustTest(chart, 'use', { ...load, settings: LocustOperatorSettings.chart({ kafka }) }),
  ).toThrow(
    'settings.kafka.password: it is not a Secret; pass a Secret of cdk8s-plus, or call LocustCredential.fromSecretName (input/type)',
  );
});

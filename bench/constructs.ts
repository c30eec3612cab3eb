/**
 * The cost of synthesis: constructs of this library, in the `App` of cdk8s and in `VolumesApp`, and
 * plain `ApiObject`s of the same manifests in `App`; for comparison, constructs of cdk8s-plus.
 *
 * Each case has a process of its own, since what ran before in a process counts; all sides of a
 * case are taken in turn in it. Medians of CPU time with ranges, and ratios to plain objects in
 * `App`. Run it with `npm run bench`; `CASE` is the beginning of a name, for some cases only.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { ApiObject, App, Chart, JsonPatch, Size } from 'cdk8s';
import {
  AwsElasticBlockStorePersistentVolume,
  Deployment,
  PersistentVolumeClaim,
} from 'cdk8s-plus-28';
import { hold } from './goals';
import { CsiDriverContext, CsiDriverDefinition } from '../src/csi/constructs/csi-driver-definition';

// The compiled package, which is what users run.
const {
  Claim,
  CoLocation,
  CoLocationMode,
  csi,
  CsiDriverStack,
  EfsCsiDriver,
  EfsSharedVolume,
  LocalVolume,
  LocustTest,
  Platform,
  PVCViewer,
  ViewerRouting,
  VolumeOwnership,
  VolumesApp,
} = createRequire(__filename)(process.env.PACKAGE ?? '../lib/index.js') as typeof import('../src');

const RUNS = Number(process.env.RUNS ?? 5);
/** Runs that are not counted, beside the one that shows whether all sides write the same. */
const WARM_UP = 1;

interface Case {
  readonly name: string;
  readonly count: number;
  readonly charts: number;
  /** What a construct may cost, in `VolumesApp` and in `App`, beside plain objects in `App`. */
  readonly goals?: { readonly fast: number; readonly slow: number };
  make(chart: Chart, index: number): unknown;
}

const id = (prefix: string, index: number) => `${prefix}-${(0x100000000 + index).toString(16)}`;

const volume = (chart: Chart, index: number) =>
  new EfsSharedVolume(chart, `v${index}`, {
    fileSystemId: 'fs-0123456789abcdef0',
    accessPointId: id('fsap', index),
  });

const object = (chart: Chart, name: string, apiVersion: string, kind: string, fields: object) =>
  new ApiObject(chart, name, { apiVersion, kind, metadata: { name }, ...fields });

const claim = (chart: Chart, name: string, fields: object = {}) =>
  object(chart, name, 'v1', 'PersistentVolumeClaim', {
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
      ...fields,
    },
  });

const deployment = (chart: Chart, name: string, claimName: string) =>
  object(chart, name, 'apps/v1', 'Deployment', {
    spec: {
      replicas: 1,
      strategy: { type: 'Recreate' },
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: {
          containers: [
            {
              name: 'main',
              image: 'registry.example.com/app:1.0.0',
              volumeMounts: [{ name: 'data', mountPath: '/data' }],
            },
          ],
          volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
        },
      },
    },
  });

/** The driver of EFS under other names and at other ports, described once. */
class RenamedDriver extends csi.CustomCsiDriver {
  private definition?: CsiDriverDefinition;

  public constructor(private readonly index: number) {
    super();
  }

  public describe(context: CsiDriverContext): CsiDriverDefinition {
    return (this.definition ??= JSON.parse(
      JSON.stringify(new EfsCsiDriver()._describe(context))
        .replace(/\{"value":("[^"]*"|[0-9]+)\}/g, '$1')
        .replaceAll('efs.csi.aws.com', `efs${this.index}.csi.aws.com`)
        .replace(/"(efs-(?:csi-[a-z-]+|sc))"/g, `"$1-${this.index}"`)
        .replace(/([Pp]ort)":(\d+)/g, (_all, key, port) => `${key}":${Number(port) + this.index}`),
    ));
  }

  public checkStorageClass(): [] {
    return [];
  }
}
const drivers: RenamedDriver[] = [];

const CASES: readonly Case[] = [
  {
    name: 'EfsSharedVolume',
    count: 1000,
    charts: 1,
    goals: { fast: 0.45, slow: 1.15 },
    make: volume,
  },
  {
    name: 'PVCViewer',
    count: 300,
    charts: 1,
    goals: { fast: 0.55, slow: 1.15 },
    make: (chart, index) =>
      new PVCViewer(chart, `viewer${index}`, {
        claim: PersistentVolumeClaim.fromClaimName(chart, `claim${index}`, `data-${index}`),
        coLocation: CoLocationMode.NONE,
        fsGroup: 1000,
        routing: ViewerRouting.virtualService(),
      }),
  },
  {
    name: 'LocustTest',
    count: 300,
    charts: 1,
    goals: { fast: 0.6, slow: 1.2 },
    make: (chart, index) =>
      new LocustTest(chart, `test${index}`, {
        image: 'docker.io/locustio/locust:2.43.1',
        master: { command: '-f /lotest/src/test.py' },
        worker: { command: '-f /lotest/src/test.py', replicas: 3 },
      }),
  },
  {
    name: 'CsiDriverStack',
    count: 100,
    charts: 1,
    goals: { fast: 0.6, slow: 1.2 },
    make: (chart, index) =>
      new CsiDriverStack(chart, `stack${index}`, {
        driver: (drivers[index] ??= new RenamedDriver(index)),
        platform: Platform.EKS,
        controller: { enabled: true },
      }),
  },
  {
    name: 'CoLocation, two of each claim',
    count: 1000,
    charts: 1,
    goals: { fast: 0.6, slow: 1.25 },
    make: (chart, index) => {
      const name = `data-${Math.floor(index / 2)}`;
      if (index % 2 === 0) claim(chart, name);
      CoLocation.of(deployment(chart, `app-${index}`, name)).withClaim(
        Claim.fromClaimName(chart, `claim-${index}`, name),
      );
    },
  },
  {
    name: 'VolumeOwnership',
    count: 1000,
    charts: 1,
    goals: { fast: 0.6, slow: 1.25 },
    make: (chart, index) => {
      if (index === 0) {
        object(chart, 'gp3', 'storage.k8s.io/v1', 'StorageClass', {
          provisioner: 'ebs.csi.aws.com',
          volumeBindingMode: 'WaitForFirstConsumer',
        });
      }
      claim(chart, `data-${index}`, { storageClassName: 'gp3' });
      VolumeOwnership.of(deployment(chart, `app-${index}`, `data-${index}`)).setGroup(2000);
    },
  },
  {
    name: 'LocalVolume',
    count: 1000,
    charts: 1,
    goals: { fast: 0.45, slow: 1.15 },
    make: (chart, index) =>
      new LocalVolume(chart, `v${index}`, {
        storage: Size.gibibytes(10),
        storageClassName: 'local',
      }),
  },
  {
    name: 'EfsSharedVolume in 400 charts',
    count: 400,
    charts: 400,
    goals: { fast: 0.07, slow: 1.25 },
    make: volume,
  },
  {
    name: 'volume and claim of cdk8s-plus',
    count: 1000,
    charts: 1,
    make: (chart, index) =>
      new AwsElasticBlockStorePersistentVolume(chart, `v${index}`, {
        volumeId: id('vol', index),
        storage: Size.gibibytes(10),
      }).reserve(),
  },
  {
    name: 'Deployment of cdk8s-plus',
    count: 1000,
    charts: 1,
    make: (chart, index) =>
      new Deployment(chart, `app${index}`, {
        containers: [{ image: 'registry.example.com/app:1.0.0' }],
      }),
  },
];

type AppClass = typeof App;

function withConstructs(type: AppClass, { count, charts, make }: Case): App {
  const app = new type();
  const made = Array.from(
    { length: charts },
    (_, index) => new Chart(app, `bench${index}`, { namespace: 'bench' }),
  );
  for (let index = 0; index < count; index++) make(made[index % charts], index);
  return app;
}

/** What plain objects are made of: all manifests of the constructs, by chart. */
function manifestsOf(one: Case): any[][] {
  const app = withConstructs(VolumesApp, one);
  app.synthYaml();
  return (app.node.children as Chart[]).map((chart) =>
    chart.node
      .findAll()
      .filter(ApiObject.isApiObject)
      .map((made) => made.toJson()),
  );
}

function withObjects(type: AppClass, manifests: any[][]): App {
  const app = new type();
  manifests.forEach((ofChart, index) => {
    const chart = new Chart(app, `bench${index}`, { namespace: 'bench' });
    ofChart.forEach((manifest, at) => {
      const written = new ApiObject(chart, `o${at}`, manifest);
      if (manifest.metadata.namespace === undefined) {
        written.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
      }
    });
  });
  return app;
}

function measure(work: () => unknown): number {
  global.gc?.();
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e3;
}

// What is warned of is no matter here.
process.stderr.write = () => true;

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const median = (values: readonly number[]) => sorted(values)[Math.floor(values.length / 2)];
const shown = (values: readonly number[]) =>
  `${median(values).toFixed(0).padStart(6)} ms (${sorted(values)[0].toFixed(0)} to ${sorted(values)[values.length - 1].toFixed(0)})`;

function measureCase(one: Case): void {
  const manifests = JSON.stringify(manifestsOf(one));
  const sides: Record<string, () => () => unknown> = {
    'objects in App': () => {
      const data = JSON.parse(manifests);
      return () => withObjects(App, data).synthYaml();
    },
    'constructs in App': () => () => withConstructs(App, one).synthYaml(),
    'constructs in VolumesApp': () => () => withConstructs(VolumesApp, one).synthYaml(),
  };
  if (new Set(Object.values(sides).map((side) => side()())).size > 1) {
    throw new Error(`the sides of ${one.name} do not write the same text`);
  }
  for (let run = 0; run < WARM_UP; run++) for (const prepare of Object.values(sides)) prepare()();
  const times = Object.fromEntries(Object.keys(sides).map((side) => [side, [] as number[]]));
  for (let run = 0; run < RUNS; run++) {
    for (const [side, prepare] of Object.entries(sides)) times[side].push(measure(prepare()));
  }
  console.log(`${one.count} x ${one.name}`);
  const bare = median(times['objects in App']);
  for (const [side, values] of Object.entries(times)) {
    console.log(
      `  ${side.padEnd(25)}${shown(values).padEnd(30)}${(median(values) / bare).toFixed(2)}`,
    );
  }
  for (const [app, bound] of [
    ['App', one.goals?.slow],
    ['VolumesApp', one.goals?.fast],
  ] as const) {
    if (bound === undefined) continue;
    hold({
      what: `${one.count} ${one.name} in ${app}, beside plain objects in App`,
      figure: median(times[`constructs in ${app}`]) / bare,
      bound,
    });
  }
}

/** Ten times as much takes ten times as long, and a thousand charts end. */
function measureGrowth(): void {
  const [few, many] = [
    { ...CASES[0], count: 1000 },
    { ...CASES[0], count: 10_000 },
  ];
  const times = { few: [] as number[], many: [] as number[] };
  for (let run = 0; run < RUNS; run++) {
    times.few.push(measure(() => withConstructs(VolumesApp, few).synthYaml()));
    times.many.push(measure(() => withConstructs(VolumesApp, many).synthYaml()));
  }
  hold({
    what: '10,000 to 1,000 EfsSharedVolumes in VolumesApp',
    figure: median(times.many) / median(times.few),
    bound: 11,
  });
  for (const type of [App, VolumesApp]) {
    const thousand = withConstructs(type, { ...CASES[0], count: 1000, charts: 1000 });
    console.log(
      `1,000 charts with an EfsSharedVolume each in ${type.name.padEnd(11)} ${measure(() => thousand.synthYaml()).toFixed(0)} ms`,
    );
  }
}

const GROWTH = 'growth';

/** Measures one thing, or each in a process of its own, which is told what by `ONLY`. */
const { ONLY, CASE = '' } = process.env;
if (ONLY === GROWTH) {
  measureGrowth();
} else if (ONLY !== undefined) {
  measureCase(CASES.find(({ name }) => name === ONLY)!);
} else {
  for (const name of [...CASES.map((one) => one.name), GROWTH]) {
    if (!name.startsWith(CASE)) continue;
    const { status } = spawnSync(process.execPath, [...process.execArgv, __filename], {
      stdio: 'inherit',
      env: { ...process.env, ONLY: name },
    });
    if (status !== 0) process.exitCode = 1;
  }
}

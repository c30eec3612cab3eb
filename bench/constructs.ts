/**
 * What synthesis costs: constructs of this library and plain `ApiObject`s of the same manifests, in
 * the `App` of cdk8s and in `VolumesApp`.
 *
 * All sides are taken in turn in one process; medians of CPU time with ranges, and ratios to plain
 * objects in `App`. Run it with `npm run bench`.
 */
import { createRequire } from 'node:module';
import { ApiObject, App, Chart, JsonPatch } from 'cdk8s';
import { PersistentVolumeClaim } from 'cdk8s-plus-28';

// The compiled package, which is what users run.
const { CoLocationMode, EfsSharedVolume, LocustTest, PVCViewer, ViewerRouting, VolumesApp } =
  createRequire(__filename)(process.env.PACKAGE ?? '../lib/index.js') as typeof import('../src');

const RUNS = Number(process.env.RUNS ?? 7);
const WARM_UP = 3;

interface Case {
  readonly name: string;
  readonly count: number;
  readonly charts: number;
  /** What a construct may cost, in `VolumesApp` and in `App`, beside plain objects in `App`. */
  readonly goals: { readonly fast: number; readonly slow: number };
  make(chart: Chart, index: number): void;
}

const id = (prefix: string, index: number) => `${prefix}-${(0x100000000 + index).toString(16)}`;

const volume = (chart: Chart, index: number) =>
  new EfsSharedVolume(chart, `v${index}`, {
    fileSystemId: 'fs-0123456789abcdef0',
    accessPointId: id('fsap', index),
  });

const CASES: readonly Case[] = [
  {
    name: 'EfsSharedVolume',
    count: 1000,
    charts: 1,
    goals: { fast: 0.5, slow: 1.25 },
    make: volume,
  },
  {
    name: 'PVCViewer',
    count: 300,
    charts: 1,
    goals: { fast: 0.6, slow: 1.4 },
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
    goals: { fast: 0.8, slow: 1.4 },
    make: (chart, index) =>
      new LocustTest(chart, `test${index}`, {
        image: 'docker.io/locustio/locust:2.43.1',
        master: { command: '-f /lotest/src/test.py' },
        worker: { command: '-f /lotest/src/test.py', replicas: 3 },
      }),
  },
  {
    name: 'EfsSharedVolume in 400 charts',
    count: 400,
    charts: 400,
    goals: { fast: 1 / 15, slow: 1.25 },
    make: volume,
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
      .map((object) => object.toJson()),
  );
}

function withObjects(type: AppClass, manifests: any[][]): App {
  const app = new type();
  manifests.forEach((ofChart, index) => {
    const chart = new Chart(app, `bench${index}`, { namespace: 'bench' });
    ofChart.forEach((manifest, at) => {
      const object = new ApiObject(chart, `o${at}`, manifest);
      if (manifest.metadata.namespace === undefined) {
        object.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
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

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const median = (values: readonly number[]) => sorted(values)[Math.floor(values.length / 2)];
const shown = (values: readonly number[]) =>
  `${median(values).toFixed(0).padStart(6)} ms (${sorted(values)[0].toFixed(0)} to ${sorted(values)[values.length - 1].toFixed(0)})`;

for (const one of CASES.filter(({ name }) => name.startsWith(process.env.CASE ?? ''))) {
  const manifests = JSON.stringify(manifestsOf(one));
  const sides: Record<string, () => () => unknown> = {
    'objects in App': () => {
      const data = JSON.parse(manifests);
      return () => withObjects(App, data).synthYaml();
    },
    'objects in VolumesApp': () => {
      const data = JSON.parse(manifests);
      return () => withObjects(VolumesApp, data).synthYaml();
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
    const goal =
      side === 'constructs in App'
        ? one.goals.slow
        : side === 'constructs in VolumesApp'
          ? one.goals.fast
          : undefined;
    console.log(
      `  ${side.padEnd(25)}${shown(values).padEnd(30)}${(median(values) / bare).toFixed(2)}${goal === undefined ? '' : ` (at most ${goal.toFixed(2)})`}`,
    );
  }
}

// Ten times as much takes ten times as long, and a thousand charts end.
const [few, many] = [
  { ...CASES[0], count: 1000 },
  { ...CASES[0], count: 10_000 },
];
const times = { few: [] as number[], many: [] as number[] };
for (let run = 0; run < RUNS; run++) {
  times.few.push(measure(() => withConstructs(VolumesApp, few).synthYaml()));
  times.many.push(measure(() => withConstructs(VolumesApp, many).synthYaml()));
}
console.log(
  `10,000 / 1,000 EfsSharedVolumes in VolumesApp     ${(median(times.many) / median(times.few)).toFixed(1)} (at most 11)`,
);
for (const type of [App, VolumesApp]) {
  const thousand = withConstructs(type, { ...CASES[0], count: 1000, charts: 1000 });
  console.log(
    `1,000 charts with an EfsSharedVolume each in ${type.name.padEnd(11)} ${measure(() => thousand.synthYaml()).toFixed(0)} ms`,
  );
}

/**
 * The cost of a start: `check` and `render` of one document beside an empty run of Node.js, and
 * to require the library, and to synthesize one chart of it, beside cdk8s-plus.
 *
 * Whole processes in turns, several at a time since their CPU time is told in hundredths of a
 * second; medians with ranges, and the ratios beside the goals. With the code that Node.js has
 * cached in an earlier run, and without. The exit status is 1 if a goal is missed. Compile first;
 * `tsx bench/start.ts`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hold } from './goals';
import { once, PROGRAM } from './processes';

const RUNS = Number(process.env.RUNS ?? 5);
const AT_ONCE = 5;
const ROOT = join(__dirname, '..');

const folder = mkdtempSync(join(tmpdir(), 'cdk8s-volumes-bench-'));
const document = join(folder, 'one.yaml');
writeFileSync(
  document,
  `apiVersion: aws-efs.managed.openshift.io/v1alpha1
kind: SharedVolume
metadata:
  name: one
  namespace: bench
spec:
  fileSystemID: fs-0123456789abcdef0
  accessPointID: fsap-0123456789abcdef0
`,
);
const index = join(ROOT, 'lib', 'index.js');
const use = `const { App, Chart } = require('cdk8s'); const { EfsSharedVolume } = require(${JSON.stringify(index)});
const app = new App(); new EfsSharedVolume(new Chart(app, 'a', { namespace: 'b' }), 'v', { fileSystemId: 'fs-0123456789abcdef0' });
app.synthYaml();`;
/** The same volume and claim, with cdk8s-plus alone. */
const usePlus = `const { App, Chart, Size } = require('cdk8s'); const plus = require('cdk8s-plus-28');
const app = new App(); const chart = new Chart(app, 'a', { namespace: 'b' });
new plus.AwsElasticBlockStorePersistentVolume(chart, 'v', { volumeId: 'vol-1', storage: Size.gibibytes(1) }).reserve();
app.synthYaml();`;

const script = (code: string) => [process.execPath, '-e', code];
process.env.XDG_CACHE_HOME = join(folder, 'cache');

/** Each beside another one, and how many times as much it may cost. */
const SIDES: {
  readonly [name: string]: {
    readonly command: readonly string[];
    readonly beside?: string;
    readonly goal?: number;
  };
} = {
  'node -e 0': { command: script('0') },
  'check of one document': {
    command: [process.execPath, PROGRAM, 'check', document],
    beside: 'node -e 0',
    goal: 1.4,
  },
  'render of one document': {
    command: [process.execPath, PROGRAM, 'render', document],
    beside: 'node -e 0',
  },
  'the same without a cache': {
    command: ['env', 'NODE_DISABLE_COMPILE_CACHE=1', process.execPath, PROGRAM, 'render', document],
    beside: 'node -e 0',
  },
  '--version': { command: [process.execPath, PROGRAM, '--version'], beside: 'node -e 0' },
  'require cdk8s-plus': { command: script('require("cdk8s-plus-28")') },
  'require the library': {
    command: script(`require(${JSON.stringify(index)})`),
    beside: 'require cdk8s-plus',
    goal: 1,
  },
  'app of one chart with cdk8s-plus': { command: script(usePlus) },
  'app of one chart with a construct': {
    command: script(use),
    beside: 'app of one chart with cdk8s-plus',
    goal: 1,
  },
};

/** Milliseconds of CPU of one run: several in a row, in a shell of which the time counts little. */
function cost(command: readonly string[]): number {
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const { cpuSeconds, seconds } = once([
    'sh',
    '-c',
    Array(AT_ONCE).fill(`${quoted} >/dev/null`).join('; '),
  ]);
  return ((cpuSeconds ?? seconds) * 1000) / AT_ONCE;
}

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const middle = (values: readonly number[]) => sorted(values)[Math.floor(values.length / 2)];

try {
  process.chdir(ROOT);
  for (const { command } of Object.values(SIDES)) once(command);
  const runs = Array.from({ length: RUNS }, () =>
    Object.values(SIDES).map(({ command }) => cost(command)),
  );
  const costs = new Map(
    Object.keys(SIDES).map((name, side) => [name, runs.map((run) => run[side])]),
  );
  for (const [name, { beside, goal }] of Object.entries(SIDES)) {
    const own = costs.get(name)!;
    const ratio = beside === undefined ? undefined : middle(own) / middle(costs.get(beside)!);
    const words = ratio === undefined ? '' : `${ratio.toFixed(2)} of ${beside}`;
    console.log(
      `${name.padEnd(36)}${middle(own).toFixed(0).padStart(5)} ms (${sorted(own)[0].toFixed(0)} to ${sorted(own).at(-1)!.toFixed(0)})`.padEnd(
        64,
      ),
      words,
    );
    if (ratio !== undefined && goal !== undefined) {
      hold({ what: `start, ${name}: CPU beside ${beside}`, figure: ratio, bound: goal });
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}

import { ApiObject, App, Chart, Lazy, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { defineRules, Finding, violation } from '../../src/findings';
import { string, struct } from '../../src/shape';
import {
  addManifest,
  Findings,
  readInput,
  registerForSynth,
  registerIdentity,
  SynthCheck,
} from '../../src/tree';

const RULES = defineRules('demo', {
  bad: { error: 's', why: 'w', bad: 'b', good: 'g', source: 'x' },
  odd: { warning: 's', why: 'w', bad: 'b', good: 'g', source: 'x' },
});

let printed: string;
beforeEach(() => {
  printed = '';
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
});
afterEach(() => jest.restoreAllMocks());

class Demo extends Construct {
  constructor(scope: Construct, id: string, props: { text: string }) {
    super(scope, id);
    const check = ({ text }: { text: string }): Finding[] => [
      ...(text === 'bad' ? [violation(RULES.bad, 'text', 'bad', 'mend')] : []),
      ...(text === 'odd' ? [violation(RULES.odd, 'text', 'odd', 'look')] : []),
    ];
    readInput(this, props, { shape: struct<{ text: string }>({ text: string }), early: [], check });
  }
}

test('a manifest keeps its nulls and loses the namespace that cdk8s gives to cluster-scoped objects', () => {
  const chart = new Chart(new App(), 'c', { namespace: 'n' });
  addManifest(chart, 'x', {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'x' },
    provisioner: null,
    parameters: { 'a/b': null },
  });
  addManifest(chart, 'y', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'y' } });
  expect(Testing.synth(chart)).toEqual([
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'x' },
      provisioner: null,
      parameters: { 'a/b': null },
    },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'y', namespace: 'n' } },
  ]);
});

test('an error is thrown where it was made, with the path of the construct', () => {
  expect(() => new Demo(new Chart(new App(), 'c'), 'd', { text: 'bad' })).toThrow(
    'c/d: text: bad; mend (demo/bad)',
  );
});

test('a late value is checked at synthesis', () => {
  const chart = new Chart(new App(), 'c');
  new Demo(chart, 'd', { text: Lazy.any({ produce: () => 'bad' }) });
  expect(() => Testing.synth(chart)).toThrow('c/d: text: bad; mend (demo/bad)');
});

test('a warning is printed once, however often and in how many charts the app is synthesized', () => {
  const app = new App();
  const charts = [new Chart(app, 'c'), new Chart(app, 'e')];
  new Demo(charts[0], 'd', { text: 'odd' });
  charts.forEach((chart) => Testing.synth(chart));
  app.synthYaml();
  expect(printed).toBe('1 warning\n  warning: c/d: text: odd; look (demo/odd)\n');
});

test('findings are told for a part of the tree', () => {
  const app = new App();
  const [one, other] = [new Chart(app, 'c'), new Chart(app, 'cc')];
  new Demo(one, 'd', { text: 'odd' });
  expect([
    Findings.of(app).all.length,
    Findings.of(one).all.length,
    Findings.of(other).all.length,
  ]).toEqual([1, 1, 0]);
});

test('an acknowledged warning is no longer told, below where it was acknowledged', () => {
  const app = new App();
  const [one, other] = [new Chart(app, 'c'), new Chart(app, 'e')];
  new Demo(one, 'd', { text: 'odd' });
  new Demo(other, 'd', { text: 'odd' });
  Findings.of(one).acknowledge('demo/odd', 'as it should be');
  expect(Findings.of(app).all.map((finding) => finding.construct)).toEqual(['e/d']);
});

test('an acknowledgement counts at once, though the tree is as it was', () => {
  const chart = new Chart(new App(), 'c');
  new Demo(chart, 'd', { text: 'odd' });
  expect(Findings.of(chart).all).toHaveLength(1);
  Findings.of(chart).acknowledge('demo/odd', 'as it should be');
  expect(Findings.of(chart).all).toEqual([]);
});

test('a late value that has become bad is found by the next synthesis', () => {
  const chart = new Chart(new App(), 'c');
  let text = 'fine';
  new Demo(chart, 'd', { text: Lazy.any({ produce: () => text }) });
  Testing.synth(chart);
  text = 'bad';
  expect(() => Testing.synth(chart)).toThrow('c/d: text: bad; mend (demo/bad)');
});

test('a construct that was taken out of the tree no longer counts', () => {
  const chart = new Chart(new App(), 'c');
  new Demo(chart, 'd', { text: 'odd' });
  chart.node.tryRemoveChild('d');
  expect(Findings.of(chart).all).toEqual([]);
});

test('an option that there is not is an error, with the one that may be meant', () => {
  expect(() => new Demo(new Chart(new App(), 'c'), 'd', { text: 'x', txet: 'y' } as any)).toThrow(
    'c/d: txet: there is no option "txet", so "y" would have no effect; perhaps you meant "text" (input/unknown-field)',
  );
});

test('a construct where a text is meant is an error', () => {
  const chart = new Chart(new App(), 'c');
  expect(() => new Demo(chart, 'd', { text: chart as any })).toThrow(
    'c/d: text: text contains an object of "Chart", which is not plain data; use strings, numbers, lists and maps; instead of a construct, use its name (input/plain-data)',
  );
});

test('a construct within a value is told with its place', () => {
  const chart = new Chart(new App(), 'c');
  expect(() => new Demo(chart, 'd', { text: { of: ['x', chart] } as any })).toThrow(
    'c/d: text.of[1]: text.of[1] contains an object of "Chart", which is not plain data',
  );
});

test('of an option that there is not, nothing else is told', () => {
  const chart = new Chart(new App(), 'c');
  expect(() => new Demo(chart, 'd', { text: 'x', txet: chart } as any)).toThrow(
    /^c\/d: txet: there is no option "txet".*$/,
  );
});

test('an object that is in the app twice is an error, whoever made the other one', () => {
  const chart = new Chart(new App(), 'c');
  new ApiObject(chart, 'x', {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 's' },
  });
  const own = new ApiObject(chart, 'y', {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 's' },
  });
  registerIdentity(chart, own);
  expect(() => Testing.synth(chart)).toThrow(
    'c: name: c/x is also the StorageClass "s"; rename one of them (input/object-twice)',
  );
});

test('an acknowledgement needs a reason', () => {
  expect(() => Findings.of(new App()).acknowledge('demo/odd', ' ')).toThrow(
    'the acknowledgement of demo/odd has no reason; say why it is fine here',
  );
});

describe('a check of the whole tree', () => {
  const calls: string[][] = [];
  const check: SynthCheck<string> = {
    id: 'demo/names',
    check: (registered, { objects }) => {
      calls.push(registered.map(({ value }) => value));
      return objects
        .filter(({ name }) => name === 'forbidden')
        .map((object) => ({
          ...violation(RULES.bad, 'name', 'forbidden', 'rename'),
          construct: object.key,
        }));
    },
  };
  beforeEach(() => calls.splice(0));

  test('runs once per synthesis, whatever the number of charts', () => {
    const app = new App();
    for (let index = 0; index < 20; index++) {
      registerForSynth(new Chart(app, `c${index}`), check, `v${index}`);
    }
    app.synthYaml();
    expect(calls.map((values) => values.length)).toEqual([20]);
  });

  test('runs again when the tree has grown by an object of somebody else', () => {
    const app = new App();
    const chart = new Chart(app, 'c');
    registerForSynth(chart, check, 'v');
    app.synthYaml();
    new ApiObject(chart, 'x', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'forbidden' },
    });
    expect(() => app.synthYaml()).toThrow('c/x: name: forbidden; rename (demo/bad)');
  });

  test('does not see another app', () => {
    registerForSynth(new Chart(new App(), 'c'), check, 'other');
    const app = new App();
    registerForSynth(new Chart(app, 'c'), check, 'own');
    app.synthYaml();
    expect(calls).toEqual([['own']]);
  });
});

/** Acknowledgements: by whom and how far they accept, and those in vain, which are told. */
import { ApiObject, App, Chart, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { defineRules, Finding, Severity, violation } from '../../src/findings';
import { Findings, keepFindings, registerForSynth, SynthCheck } from '../../src/tree';

const RULES = defineRules('demo', {
  bad: { error: 's', why: 'w', bad: 'b', good: 'g', source: 'x' },
  odd: { warning: 's', why: 'w', bad: 'b', good: 'g', source: 'x' },
  late: { warning: 's', why: 'w', bad: 'b', good: 'g', source: 'x' },
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

/** Says what it is given, at once or at synthesis. */
class Says extends Construct {
  constructor(scope: Construct, id: string, ...findings: Finding[]) {
    super(scope, id);
    keepFindings(
      this,
      findings.map((finding) => ({ ...finding, construct: this.node.path })),
    );
  }
}

const LATE: SynthCheck<Finding[]> = {
  id: 'demo/late',
  check: (registered) =>
    registered.flatMap(({ construct, value }) =>
      value.map((finding) => ({ construct, ...finding })),
    ),
};

const odd = violation(RULES.odd, '', 'odd', 'look');
const bad = violation(RULES.bad, '', 'bad', 'mend');
const saidOf = (scope: Construct) =>
  Findings.of(scope).all.map(({ construct, rule, severity, message, remedy }) =>
    [construct, rule, severity, message, remedy].join('|'),
  );

describe('an error stays, whatever is acknowledged', () => {
  test.each([
    ['of a check', false],
    ['of a construct', true],
  ])('one %s', (_, isDirect) => {
    const app = new App();
    const chart = new Chart(app, 'c');
    if (isDirect) new Says(chart, 'd', bad);
    else registerForSynth(new Construct(chart, 'd'), LATE, [bad]);
    for (const scope of [app, chart, chart.node.findChild('d') as Construct]) {
      Findings.of(scope).acknowledge('demo/bad', 'never mind');
    }
    expect(() => app.synthYaml()).toThrow('c/d: bad; mend (demo/bad)');
    expect(saidOf(app).filter((line) => line.includes('demo/bad|'))).toEqual([
      'c/d|demo/bad|error|bad|mend',
    ]);
  });

  test('and that it does is told, where it was acknowledged', () => {
    const chart = new Chart(new App(), 'c');
    registerForSynth(chart, LATE, [bad]);
    Findings.of(chart).acknowledge('demo/bad', 'never mind');
    expect(saidOf(chart)).toEqual([
      'c|demo/bad|error|bad|mend',
      'c|input/acknowledged-error|warning|demo/bad is an error here, which cannot be acknowledged|fix what it reports',
    ]);
  });

  test('beside a warning of the same rule, which is accepted', () => {
    const chart = new Chart(new App(), 'c');
    new Says(chart, 'd', bad, { ...bad, severity: Severity.WARNING });
    Findings.of(chart).acknowledge('demo/bad', 'never mind');
    expect(saidOf(chart).map((line) => line.split('|').slice(0, 3).join('|'))).toEqual([
      'c/d|demo/bad|error',
      'c|input/acknowledged-error|warning',
    ]);
  });
});

describe('what is acknowledged in vain is a warning', () => {
  test('a rule that there is not, with the one that is probably meant', () => {
    const chart = new Chart(new App(), 'c');
    new Says(chart, 'd', odd);
    Findings.of(chart).acknowledge('demo/od', 'fine');
    Testing.synth(chart);
    expect(printed).toBe(
      [
        '2 warnings',
        '  warning: c/d: odd; look (demo/odd)',
        '  warning: c: there is no rule "demo/od" to acknowledge; perhaps you meant "demo/odd" (input/acknowledged-unknown)',
        '',
      ].join('\n'),
    );
  });

  test('a rule that is nothing like another', () => {
    const chart = new Chart(new App(), 'c');
    Findings.of(chart).acknowledge('whatever', 'fine');
    expect(saidOf(chart)).toEqual([
      'c|input/acknowledged-unknown|warning|there is no rule "whatever" to acknowledge|use the ID in parentheses after the warning',
    ]);
  });

  test('a rule of which there is no warning, though nothing else is checked in the app', () => {
    const app = new App();
    Findings.of(new Chart(app, 'c')).acknowledge('demo/odd', 'fine');
    app.synthYaml();
    expect(printed).toBe(
      '1 warning\n  warning: c: there is no warning of demo/odd here to acknowledge; remove the acknowledgement (input/acknowledged-nothing)\n',
    );
  });

  test('a rule of which there is a warning elsewhere only', () => {
    const app = new App();
    new Says(new Chart(app, 'a'), 'd', odd);
    Findings.of(new Chart(app, 'b')).acknowledge('demo/odd', 'fine');
    expect(saidOf(app).map((line) => line.split('|').slice(0, 2).join('|'))).toEqual([
      'a/d|demo/odd',
      'b|input/acknowledged-nothing',
    ]);
  });

  test('once, in however many syntheses', () => {
    const app = new App();
    const charts = [new Chart(app, 'c'), new Chart(app, 'e')];
    Findings.of(app).acknowledge('demo/odd', 'fine');
    charts.forEach((chart) => Testing.synth(chart));
    app.synthYaml();
    expect(printed.match(/acknowledged-nothing/g)).toHaveLength(1);
  });

  test('which can be acknowledged itself, and that in vain as well', () => {
    const app = new App();
    const [chart, other] = [new Chart(app, 'c'), new Chart(app, 'e')];
    Findings.of(chart).acknowledge('demo/odd', 'in some of our apps there is one');
    Findings.of(chart).acknowledge('input/acknowledged-nothing', 'as it says there');
    Findings.of(other).acknowledge('input/acknowledged-nothing', 'why ever');
    expect(saidOf(app)).toEqual([
      'e|input/acknowledged-nothing|warning|there is no warning of input/acknowledged-nothing here to acknowledge|remove the acknowledgement',
    ]);
  });
});

describe('nothing is told of an acknowledgement', () => {
  test('above another one that is good for the same', () => {
    const app = new App();
    const chart = new Chart(app, 'c');
    new Says(chart, 'd', odd);
    for (const scope of [app, chart, chart]) Findings.of(scope).acknowledge('demo/odd', 'fine');
    expect(saidOf(app)).toEqual([]);
  });

  test('made before there is what it is for, or of a warning that comes late', () => {
    const app = new App();
    const chart = new Chart(app, 'c');
    Findings.of(chart).acknowledge('demo/odd', 'fine');
    Findings.of(chart).acknowledge('demo/late', 'fine');
    new Says(chart, 'd', odd);
    registerForSynth(new Construct(chart, 'e'), LATE, [violation(RULES.late, '', 'late', 'look')]);
    app.synthYaml();
    expect(printed).toBe('');
  });

  test('as long as there are errors, behind which checks may keep their warnings', () => {
    const chart = new Chart(new App(), 'c');
    new Says(chart, 'd', bad);
    Findings.of(chart).acknowledge('demo/odd', 'fine');
    expect(saidOf(chart)).toEqual(['c/d|demo/bad|error|bad|mend']);
  });

  test('of a construct that was taken out of the tree', () => {
    const chart = new Chart(new App(), 'c');
    Findings.of(new Construct(chart, 'd')).acknowledge('demo/odd', 'fine');
    chart.node.tryRemoveChild('d');
    expect(saidOf(chart)).toEqual([]);
  });

  test('in another app', () => {
    Findings.of(new Chart(new App(), 'c')).acknowledge('demo/odd', 'fine');
    expect(saidOf(new Chart(new App(), 'c'))).toEqual([]);
  });
});

test('a warning of a construct that registered nothing is accepted by what stands above it', () => {
  const app = new App();
  const [chart, other] = [new Chart(app, 'c'), new Chart(app, 'e')];
  const object = new ApiObject(other, 'o', { apiVersion: 'v1', kind: 'ConfigMap' });
  registerForSynth(chart, LATE, [{ ...odd, construct: object.node.path }]);
  Findings.of(other).acknowledge('demo/odd', 'fine');
  expect(saidOf(app)).toEqual([]);
});

test('a warning of the whole app is accepted by the app only', () => {
  const app = new App();
  const chart = new Chart(app, 'c');
  registerForSynth(chart, LATE, [{ ...odd, construct: undefined }]);
  Findings.of(chart).acknowledge('demo/odd', 'fine');
  expect(saidOf(app).map((line) => line.split('|')[1])).toEqual([
    'demo/odd',
    'input/acknowledged-nothing',
  ]);
  Findings.of(app).acknowledge('demo/odd', 'fine');
  expect(saidOf(app).map((line) => line.split('|')[1])).toEqual(['input/acknowledged-nothing']);
});

test('the same warning of a thousand constructs is printed once, and all of them are there to be read', () => {
  const app = new App();
  const chart = new Chart(app, 'c');
  for (let index = 0; index < 1000; index += 1) new Says(chart, `d${index}`, odd);
  app.synthYaml();
  expect(printed).toBe(
    '1000 warnings\n  warning: c/d0: odd; look (demo/odd) [1000 times: c/d0, c/d1, c/d2, …]\n',
  );
  expect(Findings.of(app).all).toHaveLength(1000);
});

test('the same error of a thousand constructs is told once', () => {
  const chart = new Chart(new App(), 'c');
  for (let index = 0; index < 1000; index += 1) {
    registerForSynth(new Construct(chart, `d${index}`), LATE, [bad]);
  }
  expect(() => Testing.synth(chart)).toThrow(
    /c\/d0: bad; mend \(demo\/bad\) \[1000 times: c\/d0, c\/d1, c\/d2, …\]$/,
  );
});

/** Input of constructs: what is said at once, what at synthesis, and of what nothing is said. */
import { ApiObject, App, Chart, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import { defineRules, describeFinding, Finding, Severity, violation } from '../../src/findings';
import { integer, listOf, Shape, string, struct } from '../../src/shape';
import { Findings, Input, readInput, registerForSynth, unreadableFindings } from '../../src/tree';

interface Props {
  readonly name?: string;
  readonly size?: number;
  readonly words?: readonly string[];
}

const SHAPE: Shape<Props> = struct<Props>({ name: string, size: integer, words: listOf(string) });
const { odd } = defineRules('demo', {
  odd: { warning: 's', why: 'w', bad: 'b', good: 'g', source: 'x' },
});
const late = <T>(value: T) => Lazy.any({ produce: () => value });

let scope: Construct;
beforeEach(() => {
  scope = new Construct(new Chart(new App(), 'c'), 'd');
});

function read(props: object, early?: readonly (keyof Props & string)[]): Input<Props> {
  const check = ({ name }: Props): Finding[] =>
    name === 'odd' ? [violation(odd, 'name', 'odd', 'look')] : [];
  return readInput<Props>(scope, props as Props, { shape: SHAPE, early, check });
}

const said = () => Findings.of(scope).all.map(describeFinding);

test('what is known is read at once', () => {
  const { late: isLate, read: now } = read({ name: 'a', size: 1 });
  expect([isLate, now()]).toEqual([false, { name: 'a', size: 1 }]);
});

test('a warning is kept with its construct', () => {
  read({ name: 'odd' });
  expect(said()).toEqual(['c/d: name: odd; look (demo/odd)']);
});

test('what is late is read at synthesis, and judged then', () => {
  let name: unknown = 'early';
  const { late: isLate, read: now } = read(
    { name: Lazy.any({ produce: () => name }), size: 1 },
    [],
  );
  expect([isLate, said()]).toEqual([true, []]);
  name = 'odd';
  expect([now(), said()]).toEqual([{ name: 'odd', size: 1 }, ['c/d: name: odd; look (demo/odd)']]);
  name = 5;
  expect(said()).toEqual(['c/d: name: 5 is not a string; write it in quotes: "5" (input/type)']);
});

test('what is made of the input is made once, for its check and for the construct', () => {
  const made: object[] = [];
  const looked: object[] = [];
  const readOf = (props: object) =>
    readInput<Props, object>(scope, props, {
      shape: SHAPE,
      early: [],
      make: ({ name }) => {
        made.push({ name });
        return made[made.length - 1];
      },
      check: (_, one) => {
        looked.push(one);
        return [];
      },
    });
  const known = readOf({ name: 'a' });
  expect([known.made() === looked[0], known.made(), made.length]).toEqual([true, { name: 'a' }, 1]);
  const isLate = readOf({ name: late('b') });
  expect([made.length, isLate.made()]).toEqual([1, { name: 'b' }]);
});

test('what must be known early is an error when it is late, and nothing else is', () => {
  expect(() => read({ name: late('a'), size: late(1), words: ['a'] }, ['name', 'words'])).toThrow(
    /^c\/d: name: name is known only at synthesis; pass a plain value \(input\/known-late\)$/,
  );
});

test('everything must be known early where nothing is named', () => {
  expect(() => read({ name: late('a') })).toThrow(
    'c/d: name: name is known only at synthesis; pass a plain value (input/known-late)',
  );
});

test('beside a late value, the others are judged at once', () => {
  expect(() => read({ name: late('a'), size: 'big' }, [])).toThrow(
    /^c\/d: size: "big" is not a whole number; use a whole number \(input\/type\)$/,
  );
});

test('beside an object that is not plain data, the others are judged as well', () => {
  expect(() => read({ name: new App(), size: 'big' })).toThrow(
    [
      '2 errors',
      '  error: c/d: name: name contains an object of "App", which is not plain data; use strings, numbers, lists and maps; instead of a construct, use its name (input/plain-data)',
      '  error: c/d: size: "big" is not a whole number; use a whole number (input/type)',
    ].join('\n'),
  );
});

test('an option that there is not may hold anything: of it, one thing is said', () => {
  expect(() => read({ name: 'a', nmae: late('a') })).toThrow(
    /^c\/d: nmae: there is no option "nmae", .*; perhaps you meant "name" \(input\/unknown-field\)$/,
  );
});

test('an object without a class is told as one, in its place', () => {
  const bare = Object.create(Object.create(Object.create(null)));
  expect(unreadableFindings({ a: { b: [null, 'x', 1, [bare]] } }).map(describeFinding)).toEqual([
    'a.b[3][0]: a.b[3][0] contains an object of "no class", which is not plain data; use strings, numbers, lists and maps; instead of a construct, use its name (input/plain-data)',
  ]);
});

test('an object that contains itself is told where it stands', () => {
  const loop: { [field: string]: unknown } = { plain: { a: 1 } };
  loop.first = { loop };
  expect(unreadableFindings({ of: { some: loop } }).map(({ path }) => path)).toEqual(['of.some']);
});

test('what a late value is made of is not looked through for the place of an object', () => {
  const app = new App();
  expect(
    unreadableFindings({ of: { when: Lazy.any({ produce: () => app }), own: [app] } }).map(
      ({ path }) => path,
    ),
  ).toEqual(['of', 'of.own[0]']);
});

test('late values and objects are told together, and nothing of what is plain', () => {
  expect(
    unreadableFindings({ plain: ['a'], one: late(1), other: [new App()] }).map(
      ({ path, rule }) => `${path} ${rule}`,
    ),
  ).toEqual(['one input/known-late', 'other[0] input/plain-data']);
});

describe('a check of the whole tree', () => {
  test('may tell of a construct that registered nothing, or of none, and both are told', () => {
    registerForSynth(
      scope,
      {
        id: 'demo/any',
        check: () => [
          violation(odd, 'a', 'odd', 'look'),
          { ...violation(odd, 'b', 'odd', 'look'), construct: 'c/x' },
        ],
      },
      1,
    );
    expect(Findings.of(scope.node.root).all.map(({ path }) => path)).toEqual(['a', 'b']);
  });

  test('tells a warning no more where it is accepted, and prints no error as one', () => {
    let printed = '';
    const print = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      printed += text;
      return true;
    });
    const place = { construct: 'c/d' };
    const error = { ...violation(odd, 'c', 'wrong', 'mend it'), severity: Severity.ERROR };
    const { accepted } = defineRules('demo', {
      accepted: {
        warning: 's',
        why: 'w',
        bad: 'b',
        good: 'g',
        source: 'x',
      },
    });
    registerForSynth(
      scope,
      {
        id: 'demo/all',
        check: () =>
          [violation(odd, 'a', 'odd', 'look'), violation(accepted, 'b', 'fine', 'look'), error].map(
            (one) => ({ ...one, ...place }),
          ),
      },
      1,
    );
    Findings.of(scope).acknowledge('demo/accepted', 'it is meant so');
    const errors = scope.node.root.node.validate();
    print.mockRestore();
    expect([errors, printed]).toEqual([
      ['c/d: c: wrong; mend it (demo/odd)'],
      '1 warning\n  warning: c/d: a: odd; look (demo/odd)\n',
    ]);
  });

  test('gets annotations and the whole of an object, when it asks', () => {
    const seen: unknown[] = [];
    registerForSynth(
      scope,
      {
        id: 'demo/objects',
        check: (_registered, { objects }) => {
          seen.push(...objects.map(({ annotations, manifest }) => [annotations, manifest]));
          return [];
        },
      },
      1,
    );
    const [bare, noted] = [{}, { annotations: { a: 'b' } }].map((metadata, index) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `x${index}`, ...metadata },
    }));
    [bare, noted].forEach((manifest, index) => new ApiObject(scope, `x${index}`, manifest));
    expect(Findings.of(scope).all).toEqual([]);
    expect(seen).toEqual([
      [{}, bare],
      [{ a: 'b' }, noted],
    ]);
  });

  test('does not see what was taken out of the tree', () => {
    const values: unknown[] = [];
    const check = {
      id: 'demo/gone',
      check: (registered: readonly { value: unknown }[]) => {
        values.push(...registered.map(({ value }) => value));
        return [];
      },
    };
    registerForSynth(new Construct(scope, 'gone'), check, 'gone');
    registerForSynth(scope, check, 'there');
    scope.node.tryRemoveChild('gone');
    Findings.of(scope).all;
    expect(values).toEqual(['there']);
  });
});

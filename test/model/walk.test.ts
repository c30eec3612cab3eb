/** The walk over values by their types: where it is, what it copies, and what it asks a visitor. */
import { Type, typeOf, Visitor, Walk, walk } from '../../src/model';

const POD = {
  nodeSelector: { disk: 'ssd' },
  containers: [{ name: 'app', args: ['a', 'b'], resources: { limits: { cpu: '1' } } }],
};

/** The paths at which a visitor is asked by one of its methods. */
function pathsOf(
  method: 'scalar' | 'misfit' | 'unknown' | 'nothing',
  value: unknown,
  more: Visitor = {},
): string[] {
  const paths: string[] = [];
  const note = (...given: unknown[]) => {
    paths.push((given.at(-1) as Walk).path);
  };
  walk(value, typeOf('PodSpec'), { ...more, [method]: note }, 'spec');
  return paths;
}

describe('where it is', () => {
  test('each value without parts has its path', () => {
    expect(pathsOf('scalar', POD)).toEqual([
      'spec.nodeSelector.disk',
      'spec.containers[0].name',
      'spec.containers[0].args[0]',
      'spec.containers[0].args[1]',
      'spec.containers[0].resources.limits.cpu',
    ]);
  });

  test('keys of maps may be in brackets, fields of structs are not', () => {
    expect(pathsOf('scalar', POD, { keysInBrackets: true })).toEqual([
      'spec.nodeSelector[disk]',
      'spec.containers[0].name',
      'spec.containers[0].args[0]',
      'spec.containers[0].args[1]',
      'spec.containers[0].resources.limits[cpu]',
    ]);
  });

  test('the whole has no name, and is in nothing', () => {
    const seen: unknown[] = [];
    walk('a', typeOf('string'), {
      scalar: (_value, _type, { path, name, parent, isItem, steps }) =>
        seen.push([path, name, parent, isItem, steps]),
    });
    expect(seen).toEqual([['', undefined, undefined, false, []]]);
  });

  test('the steps to a value have the types that they are in', () => {
    const found: unknown[] = [];
    walk({ containers: [{ name: 'app' }] }, typeOf('PodSpec'), {
      scalar: (_value, _type, { steps, parent, name }) =>
        found.push([steps.map(({ within, step }) => [within.name, step]), parent?.name, name]),
    });
    expect(found).toEqual([
      [
        [
          ['PodSpec', 'containers'],
          ['[]Container', 0],
          ['Container', 'name'],
        ],
        'Container',
        'name',
      ],
    ]);
  });

  test('after what is deep, what is beside it has its own path again', () => {
    expect(pathsOf('unknown', { containers: [{ resources: { claims: [{}] } }], nme: 1 })).toEqual([
      'spec.nme',
    ]);
  });
});

describe('what it copies', () => {
  const double: Visitor = {
    scalar: (value) => (value === 'a' ? 'aa' : value),
    unknown: (value) => value,
    field: (value) => value,
  };

  test('nothing, if a visitor only looks', () => {
    const before = structuredClone(POD);
    expect(walk(POD, typeOf('PodSpec'), double)).toBe(POD);
    expect(POD).toEqual(before);
  });

  test('nothing, if nothing changes', () => {
    const same = { ...POD, containers: [{ name: 'app' }] };
    expect(walk(same, typeOf('PodSpec'), { ...double, copies: 'changed' })).toBe(same);
  });

  test('what changes and what it is in, and nothing beside', () => {
    const made = walk(POD, typeOf('PodSpec'), { ...double, copies: 'changed' }) as typeof POD;
    expect(made.containers[0].args).toEqual(['aa', 'b']);
    expect(made).not.toBe(POD);
    expect(made.nodeSelector).toBe(POD.nodeSelector);
    expect(made.containers[0].resources).toBe(POD.containers[0].resources);
    expect(POD.containers[0].args).toEqual(['a', 'b']);
  });

  test('all, if a visitor wants it', () => {
    const made = walk(POD, typeOf('PodSpec'), { ...double, copies: 'all' }) as typeof POD;
    expect(made).toEqual({ ...POD, containers: [{ ...POD.containers[0], args: ['aa', 'b'] }] });
    expect(made.nodeSelector).not.toBe(POD.nodeSelector);
  });

  test.each([
    ['a field of a struct', { hostname: 'a', subdomain: 'b' }, { subdomain: 'b' }],
    ['an entry of a map', { nodeSelector: { x: 'a', y: 'b' } }, { nodeSelector: { y: 'b' } }],
    ['the last of several', { subdomain: 'b', hostname: 'a' }, { subdomain: 'b' }],
  ])('%s is left out for undefined', (_what, given, left) => {
    const made = walk(given, typeOf('PodSpec'), {
      copies: 'changed',
      scalar: (value) => (value === 'a' ? undefined : value),
    });
    expect(Object.entries(made as object)).toEqual(Object.entries(left));
  });

  test('a field that is there without a value is left out, and stays where all stays', () => {
    const given = { subdomain: 'b', hostname: undefined };
    const changed = walk(given, typeOf('PodSpec'), { copies: 'changed' });
    expect(Object.keys(changed as object)).toEqual(['subdomain']);
    expect(walk(given, typeOf('PodSpec'), {})).toBe(given);
  });

  test('an item keeps its place whatever becomes of it', () => {
    expect(
      walk(['a', 'b'], typeOf('[]string'), {
        copies: 'changed',
        scalar: (value) => (value === 'a' ? undefined : value),
      }),
    ).toEqual([undefined, 'b']);
  });

  test('what is called __proto__ is a field like others', () => {
    const given = JSON.parse('{"__proto__":"a","b":"b"}') as unknown;
    const made = walk(given, typeOf('map[string]string'), { ...double, copies: 'changed' });
    expect(JSON.stringify(made)).toBe('{"__proto__":"aa","b":"b"}');
  });
});

describe('what it asks', () => {
  test('unknown fields are left out of copies that nobody asks about', () => {
    expect(walk({ nme: 1, hostname: 'a' }, typeOf('PodSpec'), { copies: 'changed' })).toEqual({
      hostname: 'a',
    });
  });

  test('the status, which only the server writes, is unknown in manifests', () => {
    const given = { metadata: { uid: 'x', name: 'a' }, status: { phase: 'Running' } };
    const unknown: string[] = [];
    const visitor: Visitor = { unknown: (_value, field) => unknown.push(field) };
    walk(given, typeOf('Pod'), visitor);
    expect(unknown).toEqual([]);
    walk(given, typeOf('Pod'), { ...visitor, ofManifests: true });
    expect(unknown).toEqual(['status']);
  });

  test.each([
    ['a text for a list', { containers: 'a' }, ['spec.containers']],
    ['a map for a list', { containers: {} }, ['spec.containers']],
    ['a list for a map', { nodeSelector: [] }, ['spec.nodeSelector']],
    ['a list for a struct', { securityContext: [] }, ['spec.securityContext']],
    ['a number for a struct', { containers: [5] }, ['spec.containers[0]']],
    ['a map for a text', { hostname: {} }, []],
  ])('%s is a misfit: %j', (_what, given, paths) => {
    expect(pathsOf('misfit', given)).toEqual(paths);
  });

  test('null and nothing are asked about, wherever they are', () => {
    const given = { hostname: null, containers: [undefined, {}], nodeSelector: { a: null } };
    expect(pathsOf('nothing', given)).toEqual([
      'spec.hostname',
      'spec.containers[0]',
      'spec.nodeSelector.a',
    ]);
  });

  test('a visitor that does not enter is asked nothing of what is inside', () => {
    const enter = (_value: object, { form }: Type) => form !== 'list';
    expect(pathsOf('scalar', POD, { enter })).toEqual(['spec.nodeSelector.disk']);
  });

  test('what may be anything is only looked into on demand', () => {
    const given = { raw: { a: [{ b: 'c' }] } };
    const scalars = (more: Visitor) => {
      const found: unknown[] = [];
      walk(given, typeOf('map[string]any'), {
        ...more,
        scalar: (value, _type, { path }) => found.push([path, value]),
      });
      return found;
    };
    expect(scalars({})).toEqual([['raw', given.raw]]);
    expect(scalars({ looksIntoAny: true })).toEqual([['raw.a[0].b', 'c']]);
  });

  test('fields are looked at in the order of a visitor, and stay in their own', () => {
    const looked: unknown[] = [];
    const made = walk({ b: '1', a: '2' }, typeOf('map[string]string'), {
      copies: 'all',
      order: (fields) => fields.sort(),
      scalar: (value, _type, { name }) => {
        looked.push(name);
        return value;
      },
    });
    expect(looked).toEqual(['a', 'b']);
    expect(Object.keys(made as object)).toEqual(['b', 'a']);
  });

  test('a field that is found by another name is written by its own', () => {
    const fields = typeOf('PodSpec').fields;
    expect(
      walk({ HOSTNAME: 'a', subdomain: 'b' }, typeOf('PodSpec'), {
        copies: 'all',
        order: (names) => names,
        find: (_struct, name) => fields.get(name.toLowerCase()),
      }),
    ).toEqual({ hostname: 'a', subdomain: 'b' });
  });
});

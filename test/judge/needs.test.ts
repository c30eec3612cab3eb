import { judge, Judge, readWorld } from '../../src/judge';

const SOME = { rule: 'x/y', severity: 'error', path: '', message: '', remedy: '' } as any;

/** The names of the objects of which a judge is asked that needs these fields. */
function askedOf(needs: readonly string[], ...objects: readonly object[]): string[] {
  const asked: string[] = [];
  const one: Judge = {
    rules: () => [],
    kinds: ['*'],
    needs,
    check: ({ name }) => {
      asked.push(name);
      return [SOME];
    },
  };
  const sources = objects.map((object, index) => ({
    key: String(index),
    manifest: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `o-${index}` },
      ...object,
    },
  }));
  judge(readWorld(sources), [one]);
  return asked;
}

function nested(depth: number): object {
  return depth === 0 ? {} : { in: nested(depth - 1) };
}

describe('a judge that needs a field', () => {
  test('is asked of the objects that have it, wherever it is in them', () => {
    expect(
      askedOf(
        ['subPath'],
        { subPath: 1 },
        { other: 1 },
        { spec: { lists: [[{ subPath: null }]] } },
      ),
    ).toEqual(['o-0', 'o-2']);
  });

  test('is asked of those that have one of several', () => {
    expect(askedOf(['one', 'other'], { other: 1 }, { third: 1 }, { one: 1 })).toEqual([
      'o-0',
      'o-2',
    ]);
  });

  test('is not asked for the sake of a text that is called so', () => {
    expect(askedOf(['subPath'], { name: 'subPath', list: ['subPath'] })).toEqual([]);
  });

  test('is asked of what is deeper than anybody looks', () => {
    expect(askedOf(['subPath'], nested(32), nested(33))).toEqual(['o-1']);
  });
});

test('a judge of some worlds is asked in no other', () => {
  const asked: string[] = [];
  const one: Judge = {
    rules: () => [],
    kinds: ['*'],
    when: (world) => world.ofKind('/Secret').length > 0,
    check: ({ kind }) => {
      asked.push(kind);
      return [SOME];
    },
  };
  const worldOf = (...kinds: readonly string[]) =>
    readWorld(
      kinds.map((kind) => ({
        key: kind,
        manifest: { apiVersion: 'v1', kind, metadata: { name: 'x' } },
      })),
    );
  expect(judge(worldOf('ConfigMap'), [one])).toEqual([]);
  expect(judge(worldOf('ConfigMap', 'Secret'), [one])).toHaveLength(2);
  expect(asked).toEqual(['ConfigMap', 'Secret']);
});

test('what claims are written in are claims, and what makes them', () => {
  const pod = (volume: object) => ({ spec: { containers: [{}], volumes: [volume] } });
  const objects = [
    { kind: 'PersistentVolumeClaim' },
    { kind: 'Pod', ...pod({ persistentVolumeClaim: { claimName: 'data' } }) },
    { kind: 'Pod', ...pod({ ephemeral: { volumeClaimTemplate: { spec: {} } } }) },
    { kind: 'ConfigMap' },
  ];
  const sources = objects.map((object, index) => ({
    key: String(index),
    manifest: { apiVersion: 'v1', metadata: { name: 'x' }, ...object },
  }));
  const found = judge(readWorld(sources), [
    { rules: () => [], kinds: ['claims'], check: () => [SOME] },
  ]);
  expect(found.map(({ construct }) => construct)).toEqual(['0', '2']);
});

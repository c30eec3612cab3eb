/** The parts of applying: keys of items, paths and elements as server-side apply writes them. */
import { findDuplicates, hasDuplicates } from '../../src/diff/apply/duplicates';
import {
  annotated,
  isAnnotatedAlike,
  withoutOwnAnnotation,
} from '../../src/diff/apply/kubectl-annotation';
import {
  fieldElement,
  itemElement,
  keyOf,
  othersSince,
  partOf,
  valueElement,
} from '../../src/diff/apply/others';
import { appliedPath } from '../../src/diff/apply/paths';

const OWN = 'kubectl.kubernetes.io/last-applied-configuration';

describe('items with the same key', () => {
  const service = (...ports: unknown[]) => ({ spec: { ports } });
  const pod = (container: object) => ({ spec: { containers: [{ name: 'app', ...container }] } });

  test.each<[string, string, object, readonly unknown[]]>([
    ['none', 'Service', service({ port: 80 }, { port: 81 }), []],
    ['one alone', 'Service', service({ port: 80 }), []],
    [
      'by a key with a default',
      'Service',
      service({ port: 80 }, { port: 80, protocol: 'TCP' }),
      ['.spec.ports', '[port=80,protocol="TCP"]'],
    ],
    ['by one of two keys', 'Service', service({ port: 80 }, { port: 80, protocol: 'UDP' }), []],
    [
      'the first two of three',
      'Service',
      service(
        { port: 80, protocol: 'UDP' },
        { port: 81 },
        { port: 80, protocol: 'UDP' },
        { port: 81 },
      ),
      ['.spec.ports', '[port=80,protocol="UDP"]'],
    ],
    [
      'within an item with a name',
      'Pod',
      pod({ env: [{ name: 'A' }, { name: 'A' }] }),
      ['.spec.containers[name="app"].env', '[name="A"]'],
    ],
    [
      'within an item without a name',
      'Pod',
      { spec: { containers: [{ env: [{ name: 'A' }, { name: 'A' }] }] } },
      ['.spec.containers[0].env', '[name="A"]'],
    ],
    [
      'without a key',
      'ServiceAccount',
      { secrets: [{ name: 'A' }, { namespace: 'b' }] },
      ['.secrets', undefined, 1, ['name']],
    ],
    ['without a key that is required', 'Pod', pod({ env: [{ name: 'A' }, { value: 'b' }] }), []],
    ['with an empty key', 'Pod', pod({ env: [{ name: '' }] }), []],
    ['without a key that has a default', 'Service', service({ name: 'a' }), []],
    ['of secrets, which may have no name', 'Pod', { spec: { imagePullSecrets: [{}] } }, []],
    [
      'of secrets without names',
      'Pod',
      { spec: { imagePullSecrets: [{}, {}] } },
      ['.spec.imagePullSecrets', '[name=""]'],
    ],
    [
      'of ports without numbers',
      'Service',
      service({}, {}),
      ['.spec.ports', '[port=0,protocol="TCP"]'],
    ],
    ['in a list without keys', 'Pod', { spec: { tolerations: [{ key: 'a' }, { key: 'a' }] } }, []],
    ['in what is no list', 'Pod', { spec: { containers: 'a' } }, []],
    [
      'of another type',
      'Pod',
      pod({ env: ['a', 'a'] }),
      ['.spec.containers[name="app"].env', '[name=""]'],
    ],
    ['in a status', 'Pod', { status: { conditions: [{ type: 'a' }, { type: 'a' }] } }, []],
  ])('%s', (_what, type, value, found) => {
    const seen: unknown[] = [];
    findDuplicates(type, value, (path, ...rest) => seen.push(path(), ...rest));
    expect(seen).toEqual(found);
    expect(hasDuplicates(type, value)).toBe(found.length > 0);
  });
});

describe('paths', () => {
  const manifest = {
    metadata: { labels: { 'a.b': 'c' } },
    spec: {
      ports: [{ port: 80 }, { port: 81, protocol: 'UDP', name: 'a' }, {}, 'x'],
      selector: { app: 'web' },
    },
  };

  test.each([
    ['spec.type', 'spec.type'],
    ['spec.ports', 'spec.ports'],
    ['spec.ports[0].name', 'spec.ports[port=80,protocol="TCP"].name'],
    ['spec.ports[1]', 'spec.ports[port=81,protocol="UDP"]'],
    ['spec.ports[2].name', 'spec.ports[protocol="TCP"].name'],
    ['spec.ports[9].name', 'spec.ports[protocol="TCP"].name'],
    ['spec.externalIPs[1]', 'spec.externalIPs[1]'],
    ['metadata.labels.a.b', 'metadata.labels.a.b'],
    ['spec.selector[0].app', 'spec.selector[0].app'],
    ['spec.none[0].more[1]', 'spec.none[0].more[1]'],
    ['', ''],
  ])('%s is written %s', (path, written) => {
    expect(appliedPath({ type: 'Service', manifest } as never, path)).toBe(written);
  });

  test('of what has no type they stay as they are', () => {
    expect(appliedPath({ manifest } as never, 'spec.ports[0].name')).toBe('spec.ports[0].name');
  });

  test('an item without any of its keys goes by its index', () => {
    const pod = { spec: { containers: [{ image: 'a' }] } };
    expect(appliedPath({ type: 'Pod', manifest: pod } as never, 'spec.containers[0].image')).toBe(
      'spec.containers[0].image',
    );
  });
});

describe('elements', () => {
  test('are named as managed fields have them', () => {
    expect([
      fieldElement('replicas'),
      valueElement('a'),
      valueElement(10n),
      itemElement({ name: 'app' }, ['name']),
      itemElement({ port: 80 }, ['protocol', 'port']),
      itemElement({}, ['name']),
      itemElement('a', ['name']),
    ]).toEqual([
      'f:replicas',
      'v:"a"',
      'v:"10"',
      'k:{"name":"app"}',
      'k:{"port":80,"protocol":"TCP"}',
      'k:{"name":null}',
      'k:{"name":null}',
    ]);
  });

  const ports = [{ port: 80, name: 'a' }, { port: 80, protocol: 'UDP' }, 'x', { a: 1 }];

  test.each<[unknown, string, unknown]>([
    [{ replicas: 0 }, 'f:replicas', 0],
    [{ replicas: 0 }, 'f:none', undefined],
    [{}, 'f:toString', undefined],
    [ports, 'f:port', undefined],
    [ports, 'k:{"port":80,"protocol":"TCP"}', ports[0]],
    [ports, 'k:{"port":80,"protocol":"UDP"}', ports[1]],
    [ports, 'k:{"port":81,"protocol":"TCP"}', undefined],
    [ports, 'v:"x"', 'x'],
    [ports, 'v:{"a":1}', ports[3]],
    [ports, 'v:"y"', undefined],
    [ports, 'v:{', undefined],
    [{ a: 1 }, 'v:1', undefined],
    ['a', 'f:a', undefined],
  ])('of %j, %s is %j', (value, element, part) => expect(partOf(value, element)).toBe(part));

  test.each<[unknown, unknown, readonly string[], boolean]>([
    [{ name: 'a' }, { name: 'a', more: 1 }, ['name'], true],
    [{ name: 'a' }, { name: 'b' }, ['name'], false],
    [{ port: 80 }, { port: 80, protocol: 'TCP' }, ['port', 'protocol'], true],
    [{ port: 80 }, { port: '80' }, ['port'], false],
    [{ name: '["a"]' }, { name: ['a'] }, ['name'], false],
    [{}, { name: null }, ['name'], true],
  ])('%j and %j have the same keys of %j: %s', (one, other, keys, isSame) => {
    expect(keyOf(one, keys) === keyOf(other, keys)).toBe(isSame);
  });
});

describe('what others have set since', () => {
  test('is nothing of the same', () => {
    const one = { a: 1 };
    expect(othersSince(one, one)).toBeUndefined();
    expect(othersSince(one, { a: 1, b: 2 })!.below('f:a')).toBeUndefined();
    expect(othersSince(one, {})!.below('f:a')).toBeUndefined();
  });

  test('is a value itself, or something in it', () => {
    const others = othersSince({ spec: { a: 1 } }, { spec: { a: 2, b: {} }, more: {} })!;
    expect(others.isMember).toBe(false);
    const spec = others.below('f:spec')!;
    expect([spec.isMember, spec.below('f:a')!.isMember, spec.below('f:b')!.isMember]).toEqual([
      false,
      true,
      true,
    ]);
    expect(others.below('f:more')!.isMember).toBe(true);
  });

  test('is the revision of a Deployment in any case', () => {
    const same = { annotations: {} };
    const annotations = othersSince(same, { ...same })!.below('f:annotations');
    expect(annotations).toBeUndefined();
    const revision = othersSince(same, {})!.below('f:deployment.kubernetes.io/revision')!;
    expect([revision.isMember, revision.below('f:a')]).toEqual([true, undefined]);
  });
});

describe('the annotation of kubectl', () => {
  test('is there when it applies, so that there are annotations', () => {
    expect(annotated({ kind: 'A' })).toEqual({
      kind: 'A',
      metadata: { annotations: { [OWN]: '' } },
    });
    expect(annotated({ metadata: { name: 'a', annotations: { [OWN]: 'x', b: 'c' } } })).toEqual({
      metadata: { name: 'a', annotations: { [OWN]: 'x', b: 'c' } },
    });
  });

  test.each<[object, object]>([
    [{ metadata: { name: 'a' } }, { metadata: { name: 'a' } }],
    [{ metadata: { name: 'a', annotations: { [OWN]: '' } } }, { metadata: { name: 'a' } }],
    [
      { metadata: { annotations: {} }, b: 1 },
      { metadata: {}, b: 1 },
    ],
    [
      { metadata: { annotations: { [OWN]: '', b: 'c' } } },
      { metadata: { annotations: { b: 'c' } } },
    ],
  ])('is left out of what is compared: %j', (merged, without) => {
    expect(withoutOwnAnnotation(merged as never)).toEqual(without);
  });

  test.each<[unknown, boolean]>([
    [undefined, false],
    ['a', false],
    [{}, true],
    [{ annotations: {} }, false],
    [{ annotations: null }, false],
    [{ annotations: { a: 'b' } }, true],
    [{ annotations: { a: 'b', [OWN]: '' } }, false],
  ])('makes no difference to the metadata %j: %s', (metadata, isAlike) => {
    expect(isAnnotatedAlike({ metadata })).toBe(isAlike);
  });
});

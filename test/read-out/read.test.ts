import { hasErrors } from '../../src/findings';
import { HIDDEN, readReadOut } from '../../src/read-out';
import * as fc from '../support/fast-check';
import { asJson, asYaml, live, liveIn, bare, readOutOf, readText } from '../support/read-outs';

const FIELDS = [
  {
    manager: 'kubectl',
    operation: 'Apply',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:metadata': { 'f:labels': { '.': {}, 'f:app.kubernetes.io/name': {} } } },
  },
];

const POD = liveIn('shop', 'v1', 'Pod', 'web', {
  metadata: { labels: { app: 'web' }, managedFields: FIELDS },
  spec: { containers: [{ name: 'web', image: 'web:1', args: ['- {', '        },', 'a\nb'] }] },
});
const { managedFields: _, ...METADATA } = POD.metadata;
const READ_POD = { ...POD, metadata: METADATA };

describe.each([
  ['JSON', asJson],
  ['YAML', asYaml],
])('a List of %s', (_name, print) => {
  const objects = [POD, ...bare('shop'), live('v1', 'Node', 'node-1')];

  test('is read object by object, without managedFields', () => {
    expect(readText(print(objects)).objects.map(({ manifest }) => manifest)).toEqual([
      READ_POD,
      ...objects.slice(1),
    ]);
  });

  test('is read the same in pieces of any length', () => {
    const text = print(objects);
    const whole = readText(text).objects;
    for (const length of [1, 7, 100, text.length - 1]) {
      expect(readText(text, length).objects).toEqual(whole);
    }
  });

  test('gives managedFields to who asks for them', () => {
    const readOut = readText(print(objects));
    expect(readOut.hasManagedFields).toBe(true);
    expect(readOut.managedFieldsOf(readOut.objects[0])).toEqual(FIELDS);
    expect(readOut.managedFieldsOf(readOut.objects[1])).toBeUndefined();
  });

  test('tells the line on which each object begins', () => {
    const text = print(objects);
    const lines = text.split('\n');
    const { objects: read } = readText(text);
    expect(read.map(({ line }) => lines[line - 1])).toEqual(
      read.map(() => (print === asJson ? '        {' : '- apiVersion: v1')),
    );
  });

  test('may follow another one', () => {
    const text = `${print([POD])}---\n${print(bare('shop'))}`;
    expect(readText(text).objects.map(({ name }) => name)).toEqual([
      'web',
      'shop',
      'kube-root-ca.crt',
      'default',
    ]);
  });

  test('may be UTF-16, as Windows writes it', () => {
    const text = `\ufeff${print([POD]).replaceAll('\n', '\r\n')}`;
    const readOut = readReadOut([{ name: 'live.json', bytes: [Buffer.from(text, 'utf16le')] }]);
    expect(readOut.objects.map(({ manifest }) => manifest)).toEqual([READ_POD]);
  });

  test('keeps the keys of a Secret, and none of its values', () => {
    const applied = { apiVersion: 'v1', kind: 'Secret', data: { password: 'aHVudGVyMg==' } };
    const readOut = readText(
      print([
        liveIn('shop', 'v1', 'Secret', 'db', {
          metadata: {
            annotations: {
              'kubectl.kubernetes.io/last-applied-configuration': `${JSON.stringify(applied)}\n`,
            },
          },
          data: { password: 'aHVudGVyMg==' },
          type: 'Opaque',
        }),
      ]),
    );
    expect(readOut.objects[0].manifest).toMatchObject({
      metadata: {
        annotations: {
          'kubectl.kubernetes.io/last-applied-configuration':
            '{"apiVersion":"v1","kind":"Secret","data":{"password":"***"}}\n',
        },
      },
      data: { password: HIDDEN },
      type: 'Opaque',
    });
  });
});

test('a List of JSON is read as its objects are, whatever is in them and however long the pieces are', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', ' ', '\n', '"', '\\', '}', ']', 'é', '😀'),
  });
  const field = fc.dictionary(fc.constantFrom('a', 'managedFields', 'z'), fc.array(text));
  const pods = fc.array(fc.record({ field, keys: fc.array(field), hasFields: fc.boolean() }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(pods, fc.integer({ min: 1, max: 300 }), (given, length) => {
      const all = given.map(({ field: spec, keys, hasFields }, index) => {
        const own = liveIn('shop', 'v1', 'Pod', `pod-${index}`, { spec, status: { keys } });
        const managedFields = hasFields ? keys : undefined;
        return { ...own, metadata: { managedFields, ...own.metadata } };
      });
      const readOut = readText(asJson(all), length);
      expect(readOut.objects.map(({ manifest }) => manifest)).toEqual(
        all.map(({ metadata: { managedFields: _fields, ...metadata }, ...rest }) => ({
          ...rest,
          metadata,
        })),
      );
      expect(readOut.objects.map((one) => readOut.managedFieldsOf(one))).toEqual(
        all.map(({ metadata }) => metadata.managedFields),
      );
    }),
  );
});

test('any objects are read as kubectl prints them, whatever their texts are like', () => {
  const data = fc.dictionary(
    fc.stringMatching(/^[a-zA-Z:_-]{1,14}$/),
    fc.oneof(fc.integer(), fc.array(fc.string()), fc.constant('managedFields:\n- a'), fc.string()),
  );
  const objects = fc.array(fc.record({ data, labels: data, fields: fc.array(data) }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(objects, fc.integer({ min: 1, max: 400 }), (given, length) => {
      const items = given.map(({ data: own, labels, fields }, index) =>
        liveIn('shop', 'v1', 'ConfigMap', `c-${index}`, {
          metadata: { labels, ...(fields.length > 0 ? { managedFields: fields } : {}) },
          data: own,
        }),
      );
      const readOut = readText(asJson(items), length);
      const back = readOut.objects.map((object) => ({
        ...object.manifest,
        metadata: {
          ...(object.manifest.metadata as object),
          ...(readOut.managedFieldsOf(object)
            ? { managedFields: readOut.managedFieldsOf(object) }
            : {}),
        },
      }));
      expect(back).toEqual(JSON.parse(JSON.stringify(items)));
    }),
  );
});

test('any text is a read-out or has a problem', () => {
  fc.assert(
    fc.property(fc.string(), fc.boolean(), (text, isList) => {
      const given = isList ? asJson([POD]).slice(0, -20) + text : text;
      const { objects, problems } = readText(given);
      expect(objects.length > 0 || hasErrors(problems)).toBe(true);
    }),
  );
});

test('integers beyond those that JavaScript has stay exact', () => {
  const text = asJson([liveIn('shop', 'example.com/v1', 'Limit', 'a', { spec: { most: 1 } })]);
  const [{ manifest }] = readText(text.replace('"most": 1', '"most": 9223372036854775807')).objects;
  expect(manifest.spec).toEqual({ most: 9223372036854775807n });
});

test('objects of typed lists have the kind of the list, whose kind is covered though empty', () => {
  const list = (kind: string, items: unknown[]) =>
    JSON.stringify({ apiVersion: 'v1', kind, metadata: {}, items });
  const { metadata, spec } = POD;
  const readOut = readText([list('PodList', [{ metadata, spec }]), list('SecretList', [])]);
  expect(readOut.objects.map(({ kindKey, name }) => [kindKey, name])).toEqual([['/Pod', 'web']]);
  expect(readOut.covers('/Secret')).toBe(false);
  expect(readOut.covers('/Secret', 'shop')).toBe(true);
});

test('an object that was printed twice is there once, as it was printed last', () => {
  const { objects } = readOutOf([POD, { ...POD, status: { phase: 'Running' } }]);
  expect(objects.map(({ manifest }) => manifest.status)).toEqual([{ phase: 'Running' }]);
});

test('only events that warn are kept, and the kind is covered', () => {
  const event = (name: string, type: string) => liveIn('shop', 'v1', 'Event', name, { type });
  const readOut = readOutOf([event('a', 'Normal'), event('b', 'Warning')]);
  expect(readOut.objects.map(({ name }) => name)).toEqual(['b']);
  expect(readOutOf([event('a', 'Normal'), POD]).covers('/Event', 'shop')).toBe(true);
});

describe('what is not in a read-out', () => {
  test('does not exist in one of the whole command, whatever the namespace', () => {
    const readOut = readOutOf([...bare('a'), ...bare('b')]);
    expect(readOut.isComplete).toBe(true);
    expect(readOut.covers('/PersistentVolumeClaim')).toBe(true);
    expect(readOut.covers('storage.k8s.io/StorageClass')).toBe(true);
    expect(readOut.covers('/PersistentVolumeClaim', 'not-there')).toBe(true);
    expect(readOut.covers('/Secret')).toBe(false);
    expect(readOut.covers('example.com/Share', 'a')).toBe(false);
  });

  test('may exist in the namespaces that were not asked for', () => {
    const readOut = readOutOf([...bare('a'), live('v1', 'Namespace', 'b')]);
    expect(readOut.covers('/PersistentVolumeClaim', 'a')).toBe(true);
    expect(readOut.covers('/PersistentVolumeClaim', 'b')).toBe(false);
    expect(readOut.covers('/PersistentVolumeClaim')).toBe(false);
    expect(readOut.covers('/PersistentVolume')).toBe(true);
  });

  test('may exist if it is of another kind than what was asked for', () => {
    const readOut = readOutOf([POD, liveIn('other', 'v1', 'Pod', 'web')]);
    expect(readOut.isComplete).toBe(false);
    expect(readOut.covers('/Pod')).toBe(true);
    expect(readOut.covers('/PersistentVolumeClaim')).toBe(false);
    expect(readOutOf([POD]).covers('/Pod')).toBe(false);
  });
});

describe('the version of the server', () => {
  const node = (name: string, kubeletVersion: string) =>
    live('v1', 'Node', name, { status: { nodeInfo: { kubeletVersion } } });
  const server = (image: string) =>
    liveIn('kube-system', 'v1', 'Pod', `kube-apiserver-${image.at(-1)}`, {
      metadata: { labels: { component: 'kube-apiserver' } },
      spec: { containers: [{ name: 'kube-apiserver', image }] },
    });

  test('is that of the newest kubelet', () => {
    expect(readOutOf([node('a', 'v1.34.2'), node('b', 'v1.35.0-eks-1')]).kubernetes).toBe('1.35');
  });

  test('is that of the oldest image of a server, if one runs as a pod', () => {
    expect(
      readOutOf([
        node('a', 'v1.34.2'),
        server('registry.k8s.io/kube-apiserver:v1.36.1'),
        server('registry.k8s.io/kube-apiserver:v1.35.4'),
      ]).kubernetes,
    ).toBe('1.35');
  });

  test('is what the server says, if it was asked', () => {
    const said = JSON.stringify({ major: '1', minor: '36', gitVersion: 'v1.36.3' });
    expect(readText([asJson([node('a', 'v1.34.2')]), said]).kubernetes).toBe('1.36');
    const client = JSON.stringify({ serverVersion: { gitVersion: 'v1.36.3' } });
    expect(readText([asJson([node('a', 'v1.34.2')]), client]).kubernetes).toBe('1.36');
  });

  test('is unknown if nothing tells it', () => {
    expect(readOutOf([POD]).kubernetes).toBeUndefined();
  });
});

test('it is not older than the latest time in it', () => {
  const node = live('v1', 'Node', 'a', {
    status: { conditions: [{ type: 'Ready', lastHeartbeatTime: '2026-11-20T10:00:00Z' }] },
  });
  expect(readOutOf([POD]).notBefore).toBe('2026-11-01T10:00:00Z');
  expect(readOutOf([POD, node]).notBefore).toBe('2026-11-20T10:00:00Z');
});

test('objects are found by their names, kinds and uids', () => {
  const readOut = readOutOf([POD, ...bare('shop')]);
  expect(readOut.find('/Pod', 'shop', 'web')?.manifest).toEqual(READ_POD);
  expect(readOut.find('/Pod', 'other', 'web')).toBeUndefined();
  expect(readOut.find('/Namespace', undefined, 'shop')?.name).toBe('shop');
  expect(readOut.byUid(String(POD.metadata.uid))?.name).toBe('web');
  expect(readOut.ofKind('/Pod').map(({ name }) => name)).toEqual(['web']);
});

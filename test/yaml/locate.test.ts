import { Locator, readYaml } from '../../src/yaml';
import * as read from '../../src/yaml/read';

function placesIn(text: string, index: number, ...paths: string[]) {
  const stream = readYaml(text);
  const locator = new Locator(stream);
  return paths.map((path) =>
    Object.values(locator.positionOf(stream.documents[index], path)).join(':'),
  );
}

const PLAIN = `a: 1
---
# c
spec:
  volumes:
    - name: x
    -
      name: y
  list: [a, {b: c}]
  "q": z
metadata:
  labels:
    example.com/a.b: x
    example.com: y
`;

test('fields, keys and items are found in plain documents', () => {
  expect(
    placesIn(
      PLAIN,
      1,
      'spec',
      'spec.volumes[0]',
      'spec.volumes[1].name',
      'spec.list[1].b',
      'spec.q',
    ),
  ).toEqual(['4:1', '6:7', '8:7', '9:14', '10:3']);
});

test.each([
  ['as programs write them', ''],
  ['with something that only the parser reads', 'last: [1]\n'],
])('fields and items are found in blocks %s', (_how, rest) => {
  const text = `kind: A
spec: # c
  a:
  - b: 1
    c: "x: y"
  # c
  - d
  - - e
    -   f: 1
  g: |
    h: 1
  i: {}
`;
  expect(
    placesIn(
      text + rest,
      0,
      'kind',
      'spec.a[0].c',
      'spec.a[1]',
      'spec.a[2][1].f',
      'spec.g',
      'spec.i',
      'spec.i.j',
      'spec.a[3]',
    ),
  ).toEqual(['1:1', '5:5', '7:5', '9:9', '10:3', '12:3', '12:3', '3:3']);
});

test('the nearest field around is found for one that is not there', () => {
  expect(
    placesIn(PLAIN, 1, 'spec.volumes[1].configMap.name', 'spec.volumes[7]', 'status.phase', ''),
  ).toEqual(['8:7', '5:3', '4:1', '4:1']);
});

test('keys may have dots, and be in brackets', () => {
  expect(
    placesIn(
      PLAIN,
      1,
      'metadata.labels.example.com/a.b',
      'metadata.labels[example.com/a.b]',
      'metadata.labels["example.com"]',
    ),
  ).toEqual(['13:5', '13:5', '14:5']);
});

test('fields are found in documents with anchors, at what the alias means', () => {
  expect(placesIn('x: &x\n  a: 1\nw:\n  <<: *x\n  b: 2\nz: *x\n', 0, 'w.a', 'w.b', 'z.a')).toEqual([
    '2:3',
    '5:3',
    '2:3',
  ]);
});

test('fields are found in JSON', () => {
  expect(
    placesIn('{"a": 1} {\n\t"spec": {\n\t\t"x": [1,\n\t\t2]}}', 1, 'spec', 'spec.x[1]', 'other'),
  ).toEqual(['2:2', '4:3', '1:10']);
});

test('fields are found behind quoted texts that go on in any column', () => {
  expect(placesIn('a:\n  b: "x\ny"\n  c: 1\n', 0, 'a.b', 'a.c')).toEqual(['2:3', '4:3']);
});

test('the longest key that fits is meant, however it is spelled', () => {
  expect(
    placesIn('a: {b: 1}\na.b: {c: 1}\n"a[\\"b": 1\n', 0, 'a.b', 'a.b.c', '["a[\\"b"]', 'a.x'),
  ).toEqual(['2:1', '2:7', '3:1', '1:1']);
});

describe('a word that YAML reads as something else', () => {
  const misread = (text: string, path: string) => {
    const stream = readYaml(text);
    return new Locator(stream).misreadAt(stream.documents[0], path);
  };

  test.each<[string, string, unknown]>([
    ['a: y', 'y', true],
    ['"a": off # why', 'off', false],
    ['{b: {}, a: 0x1F}', '0x1F', 31],
    ["'a': 1.10", '1.10', 1.1],
  ])('is found in %s', (text, word, value) => {
    expect(misread(`${text}\n`, 'a')).toEqual({ text: word, value });
  });

  test('is found in a list', () => {
    expect(misread('a:\n- x\n- 010\n', 'a[1]')).toEqual({ text: '010', value: 8 });
  });

  test.each(['a: true', 'a: 12', 'a: "y"', 'a:\n  b: y', 'a: yesterday', 'a:', '- y'])(
    'is none in %s',
    (text) => {
      expect(misread(`${text}\n`, 'a')).toBeUndefined();
    },
  );

  test('is no whole document, which is not read again', () => {
    const again = jest.spyOn(read, 'placesOf');
    expect(misread('a: y\n', '')).toBeUndefined();
    expect(again).not.toHaveBeenCalled();
    again.mockRestore();
  });
});

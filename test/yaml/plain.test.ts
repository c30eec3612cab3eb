import { parseDocument as parseElsewhere } from 'yaml';
import { readYaml } from '../../src/yaml';
import { YamlNode } from '../../src/yaml/node';
import { parseDocument } from '../../src/yaml/parser';
import { blockDocument, flowDocument } from '../conformance/yaml/documents';

/** Texts in lists and mappings, before anybody asks what they mean. */
function textsOf(node: YamlNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'alias') throw new Error('an alias is not plain');
  if (node.kind === 'list') return node.items.map(textsOf);
  return Object.fromEntries(
    node.items.flatMap((key, index) =>
      index % 2 === 0 ? [[textsOf(key), textsOf(node.items[index + 1])]] : [],
    ),
  );
}

function textsElsewhere(text: string, version: '1.1' | '1.2'): unknown {
  const document = parseElsewhere(text, { schema: 'failsafe', version, logLevel: 'silent' });
  return document.errors.length > 0
    ? document.errors
    : JSON.parse(JSON.stringify(document.toJS(), (_, value: unknown) => value ?? ''));
}

// The package `yaml` keeps to YAML 1.2, where kubectl's reader does not.
test.each([
  ['lines', blockDocument],
  ['brackets', flowDocument],
] as const)('a plain document in %s has the same texts for another reader', (_, make) => {
  let plain = 0;
  for (let seed = 0; seed < 6000; seed += 1) {
    const {
      text,
      documents: [document, ...others],
    } = readYaml(make(seed));
    if (document?.form !== 'plain' || others.length > 0) continue;
    plain += 1;
    const texts = textsOf(parseDocument(text, document.start, document.end).root!);
    for (const version of ['1.1', '1.2'] as const) {
      expect({ text, texts: textsElsewhere(text, version) }).toEqual({ text, texts });
    }
  }
  // Or nothing would be plain.
  expect(plain).toBeGreaterThan(500);
});

test('what people write is plain', () => {
  const text = [
    'apiVersion: v1',
    'kind: ConfigMap # c',
    'metadata: {name: "a b", labels: {}}',
    'data:',
    '  a.py: |',
    '    # x',
    '',
    '      y: z',
    '  b: |-',
    '    t',
    '  c: >-',
    '    --f x',
    '    --g',
    '  d: "x',
    '    y"',
    'list:',
    '- a: 1',
    "  b: 'it''s'",
    '-',
    '  - [1, 2]',
    '',
  ].join('\n');
  expect(readYaml(text).documents).toEqual([
    {
      start: 0,
      end: text.length,
      form: 'plain',
      data: {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'a b', labels: {} },
        data: { 'a.py': '# x\n\n  y: z\n', b: 't', c: '--f x --g', d: 'x y' },
        list: [{ a: 1, b: "it's" }, [[1, 2]]],
      },
    },
  ]);
});

test.each([
  ['an anchor', 'a: &x b\n'],
  ['an alias', 'a: &x b\nc: *x\n'],
  ['a tag', 'a: !!str 1\n'],
  ['a quoted text that goes on in the column of its key', 'a: "b\nc"\n'],
  ['a line end that is escaped', 'a: "b\\\n  c"\n'],
  ['brackets over several lines', 'a: [1,\n  2]\n'],
  ['a colon in brackets', 'a: [fd00::]\n'],
  ['a word in brackets that is a dash', 'a: [-]\n'],
  ['a mark of a key in brackets', 'a: {? b: c}\n'],
  ['no space behind a colon in brackets', 'a: {"b":c}\n'],
  ['a text that says how far it is indented', 'a: |2\n   x\n'],
  ['a blank line in a text that is deeper than its first one', 'a: |\n    \nb: 1\n'],
  ['a mark of a key', '? a\n: b\n'],
  ['a value without key', '? a\n? b\n: c\n'],
  ['a word alone', 'a\n'],
  ['brackets alone', '[a]\n'],
  ['a tab between', 'a:\tb\n'],
  ['a tab in a word', 'a: b\tc\n'],
  ['no space before a comment', 'a: "b"#c\n'],
  ['an escape of YAML alone', 'a: "\\e"\n'],
  ['a byte order mark', 'a: b\ufeff\n'],
  ['a rare line end', 'a: b\u2028  c\n'],
  ['the end of the document', 'a: b\n...\n'],
])('%s is not', (_, text) => {
  expect(readYaml(text).documents.map(({ form, problem }) => problem ?? form)).toEqual(['yaml']);
});

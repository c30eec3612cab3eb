/** Maps of a few lines of YAML, and of anything. */
import { Finding, Severity } from '../../src/findings';
import { MAP_KINDS, volumeMap, VolumeMap } from '../../src/map';
import { readTopology } from '../../src/topology';
import * as fc from '../support/fast-check';
import { topologyOf } from '../topology/support';

/** The map of the documents, whose keys are their numbers: `#0`, `#1`. */
export function mapOf(yaml: string, findings: readonly Finding[] = []): VolumeMap {
  return volumeMap(topologyOf(yaml), findings);
}

/** The map of objects. */
export function mapFrom(manifests: readonly object[]): VolumeMap {
  return volumeMap(
    readTopology(
      manifests.map((manifest, index) => ({
        key: String(index),
        manifest: manifest as { [field: string]: unknown },
      })),
    ),
  );
}

/** An error on the object of that key. */
export function errorOn(construct: string, message: string, remedy: string): Finding {
  return { rule: 'a/b', severity: Severity.ERROR, path: 'spec', message, remedy, construct };
}

/** A warning on the object of that key. */
export function warningOn(construct: string, message: string, remedy: string): Finding {
  return { ...errorOn(construct, message, remedy), severity: Severity.WARNING };
}

/** A map in few lines: each node with what it says, each edge with its label. */
export function linesOf({ nodes, edges }: VolumeMap): string[] {
  return [
    ...nodes.map(
      ({ id, type, details, isDeclared }) =>
        `${id}: ${[type, ...details, ...(isDeclared ? [] : ['absent'])].join(', ')}`,
    ),
    ...edges.map(
      ({ from, to, accessModes, mounts }) =>
        `${from} -> ${to}${[accessModes.join(','), mounts.join(', ')].map((one) => (one === '' ? '' : ` ${one}`)).join('')}`,
    ),
  ];
}

/** Texts that break formats, among others. */
const text = fc.oneof(
  fc.constantFrom(
    '"',
    '|',
    ']',
    ')',
    '}}',
    '<script>alert(1)</script>',
    '\n',
    'end',
    'subgraph',
    'style:x"',
    '%%{init: {}}%%',
    '%% x',
    '#quot;',
    '`md`',
    '---',
    'x@{ shape: rect }',
    '😀',
    '\ud800',
    '\\',
    ';',
    '&amp;',
    'A-->B',
    '',
    '\u202e',
    '\x00\x1b[31m',
    '__proto__',
    'default',
    'x'.repeat(300),
    ']]>',
    '-->',
    "' onload='x",
  ),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('a', 'b', 'data'),
);

const finding = fc.record({
  severity: fc.constantFrom(Severity.ERROR, Severity.WARNING),
  rule: text,
  path: text,
  message: text,
  remedy: text,
});
const node = fc.record({
  kind: fc.constantFrom(...MAP_KINDS),
  type: text,
  name: text,
  namespace: fc.option(text, { nil: undefined }),
  details: fc.array(text, { maxLength: 2 }),
  isDeclared: fc.boolean(),
  findings: fc.array(finding, { maxLength: 2 }),
});
const link = fc.record({
  from: fc.nat(),
  to: fc.nat(),
  accessModes: fc.array(text, { maxLength: 2 }),
  mounts: fc.array(text, { maxLength: 4 }),
});

const parts = fc.tuple(fc.array(node, { maxLength: 12 }), fc.array(link, { maxLength: 16 }));

/** Maps with any texts. Edges lead from left to right, as on all maps. */
export const anyMap: fc.Arbitrary<VolumeMap> = parts.map(([given, links]) => {
  const nodes = given.map((one, index) => ({
    ...one,
    namespace: isLocal(one.kind) ? one.namespace : undefined,
    id: `${one.kind}/${index}`,
  }));
  const taken = new Set<string>();
  const edges = links.flatMap(({ from, to, ...words }) => {
    if (nodes.length === 0) return [];
    const ends = [nodes[from % nodes.length], nodes[to % nodes.length]];
    const key = ends.map(({ id }) => id).join(' ');
    if (MAP_KINDS.indexOf(ends[0].kind) >= MAP_KINDS.indexOf(ends[1].kind) || taken.has(key)) {
      return [];
    }
    taken.add(key);
    return [{ from: ends[0].id, to: ends[1].id, ...words }];
  });
  const spaces = [
    ...new Set(nodes.filter(({ kind }) => isLocal(kind)).map(({ namespace }) => namespace)),
  ];
  const groups = spaces.map((namespace, index) => ({
    id: `namespace/${index}`,
    namespace,
    nodes: nodes
      .filter((one) => isLocal(one.kind) && one.namespace === namespace)
      .map(({ id }) => id),
  }));
  return { nodes, edges, groups };
});

function isLocal(kind: string): boolean {
  return kind === 'workload' || kind === 'claim';
}

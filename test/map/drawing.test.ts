import { createHash } from 'node:crypto';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { anyMap, errorOn, mapOf, warningOn } from './support';
import { MAP_FORMATS, printMap, VolumeMap, volumeMap } from '../../src/map';
import { SCRIPT } from '../../src/map/html-script';
import { placed } from '../../src/map/layout';
import { viewsOf } from '../../src/map/views';
import { readTopology } from '../../src/topology';
import * as fc from '../support/fast-check';
import { anySources } from '../topology/any-sources';

const SHOP = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec: { template: { spec: { containers: [{ name: a, volumeMounts: [{ name: v, mountPath: /data }] }], volumes: [{ name: v, persistentVolumeClaim: { claimName: data } }] } } }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: shop }
spec: { accessModes: [ReadWriteOnce], storageClassName: fast }
`;
const found = [
  errorOn('#1', 'it is <wrong>', 'mend "it"'),
  warningOn('#0', 'it is doubtful', 'look at it'),
];

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  processEntities: { enabled: true, maxTotalExpansions: 1e6 },
  htmlEntities: true,
  isArray: (name) => name === 'g' || name === 'text',
});
/** All elements of a tag, wherever they are. */
const elements = (tree: unknown, tag: string): any[] => {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([name, value]) => [
    ...(name === tag ? [value].flat() : []),
    ...elements(value, tag),
  ]);
};
const nodesOf = (tree: unknown) =>
  elements(tree, 'g').filter((group) => /^node /.test(group.class ?? ''));

test('a picture has a title, a description, the namespaces, and all nodes with what was found', () => {
  const text = printMap(mapOf(SHOP, found), 'svg');
  expect(XMLValidator.validate(text)).toBe(true);
  const { svg } = parser.parse(text);
  expect({
    role: svg.role,
    labelled: svg['aria-labelledby'],
    title: svg.title,
    desc: svg.desc,
  }).toEqual({
    role: 'img',
    labelled: 'map-title map-description',
    title: { id: 'map-title', '#text': 'Volume map' },
    desc: {
      id: 'map-description',
      '#text':
        '1 workload, 1 claim, 0 persistent volumes, 1 storage class, 0 drivers in 1 namespace; 1 error and 1 warning.',
    },
  });
  expect(
    nodesOf(svg).map((node) => [
      node.class,
      node.title,
      node.text.map((line: any) => line['#text']),
    ]),
  ).toEqual([
    [
      'node workload warning',
      'Deployment shop/web 1 replica&#10;warning: it is doubtful; look at it (a/b)'.replace(
        '&#10;',
        '\n',
      ),
      ['Deployment', 'web', '1 replica', '1 warning'],
    ],
    [
      'node claim error',
      'PersistentVolumeClaim shop/data\nerror: it is <wrong>; mend "it" (a/b)',
      ['PersistentVolumeClaim', 'data', '1 error'],
    ],
    ['node class absent', 'StorageClass fast', ['StorageClass', 'fast', 'not in the input']],
  ]);
  expect(
    elements(svg, 'g')
      .filter((group) => group.class === 'label')
      .map((group) => group.text[0]['#text']),
  ).toEqual(['RWO /data']);
});

test('no volumes are a picture that says so', () => {
  expect(printMap(mapOf(''), 'svg')).toContain('There are no volumes in the input.');
});

test('a page has the pictures, the same as lists, and the findings', () => {
  const text = printMap(mapOf(SHOP, found), 'html');
  expect(text).toMatch(/^<!DOCTYPE html>\n<html lang="en">\n/);
  expect(text).toContain(
    '<td class="error">error</td><td>PersistentVolumeClaim shop/data</td><td>it is &lt;wrong&gt;; mend &quot;it&quot;</td><td><code>a/b</code></td>',
  );
  const cells = [...text.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) =>
    cell.replace(/<[^>]*>/g, ''),
  );
  expect(cells.slice(6)).toEqual([
    'PersistentVolumeClaim data RWO 1 error',
    'StorageClass fast',
    'Deployment web 1 replica 1 warning /data',
    'StorageClass fast not in the input',
    '',
    '1 claim',
  ]);
});

test('what was found has errors first', () => {
  const text = printMap(mapOf(SHOP, [...found].reverse()), 'html');
  expect([...text.matchAll(/<td class="(\w+)">/g)].map(([, severity]) => severity)).toEqual([
    'error',
    'warning',
  ]);
});

test('a page of no volumes has no lists and nothing to search', () => {
  expect(printMap(mapOf(''), 'html')).not.toMatch(/<nav|<table|id="bar"/);
});

test('a page of several namespaces leads to each of them, with the number of errors', () => {
  const text = printMap(mapOf(`${SHOP}---${SHOP.replaceAll('shop', 'bar')}`, found), 'html');
  expect(text).toContain(
    '<li><a href="#panel-0">bar</a></li><li><a href="#panel-1">shop</a> <span class="error">1 error</span> <span class="warning">1 warning</span></li><li><a href="#panel-2">cluster-scoped</a></li>',
  );
});

test('nothing in any picture or page is loaded, and nothing is run but the script of the page, whatever the texts are', () => {
  const tags =
    /<(?:script|img|image|iframe|object|embed|link|use|foreignObject|a(?! href="#panel-\d+">))\b/i;
  fc.assert(
    fc.property(anyMap, (map) => {
      const svg = printMap(map, 'svg');
      expect(XMLValidator.validate(svg)).toBe(true);
      const page = printMap(map, 'html');
      const html = page.replace(`<script>${SCRIPT}</script>`, '');
      expect(html).toHaveLength(page.length - SCRIPT.length - '<script></script>'.length);
      for (const text of [svg, html]) {
        expect(text).not.toMatch(tags);
        expect(
          [...text.matchAll(/<[^>]*\s(on\w+|style|href|src)=/gi)].filter(
            ([tag]) => !tag.startsWith('<a href='),
          ),
        ).toEqual([]);
        // eslint-disable-next-line no-control-regex
        expect(text).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/);
      }
      expect(new Set(html.match(/\sid="[^"]*"/g)).size).toBe(
        (html.match(/\sid="[^"]*"/g) ?? []).length,
      );
    }),
  );
});

test('of any map, boxes stand apart in their columns, edges lead from box to box, and all is within the picture', () => {
  fc.assert(
    fc.property(anyMap, (map) => {
      for (const { nodes, edges, width, height } of viewsOf(map, 120).map(placed)) {
        nodes.forEach((one, index) => {
          expect([one.x, one.y].every((at) => at >= -0.01)).toBe(true);
          expect(one.x + one.width).toBeLessThanOrEqual(width + 0.01);
          expect(one.y + one.height).toBeLessThanOrEqual(height + 0.01);
          for (const other of nodes.slice(index + 1)) {
            const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x;
            const isApart =
              isBeside || one.y + one.height <= other.y || other.y + other.height <= one.y;
            expect(isApart).toBe(true);
            if (one.node.kind === other.node.kind) expect(one.x).toBeCloseTo(other.x);
          }
        });
        const boxes = new Map(nodes.map((one) => [one.node.id, one]));
        for (const { edge, points } of edges) {
          const [from, to] = [boxes.get(edge.from)!, boxes.get(edge.to)!];
          expect(from.x + from.width).toBeLessThanOrEqual(to.x);
          expect(isAt(points[0], from) && isAt(points[points.length - 1], to)).toBe(true);
        }
      }
    }),
  );
});

function isAt(
  { x, y }: { x: number; y: number },
  box: { x: number; y: number; width: number; height: number },
): boolean {
  return (
    x >= box.x - 0.5 &&
    x <= box.x + box.width + 0.5 &&
    y >= box.y - 0.5 &&
    y <= box.y + box.height + 0.5
  );
}

test('any objects make a map in each format: the same bytes each time, and the objects stay as they were', () => {
  fc.assert(
    fc.property(anySources, (sources) => {
      const copy = structuredClone(sources);
      const print = (map: VolumeMap) => MAP_FORMATS.map((format) => printMap(map, format));
      const texts = print(volumeMap(readTopology(sources), [{ ...found[0], construct: '#0' }]));
      expect(sources).toEqual(copy);
      expect(print(volumeMap(readTopology(copy), [{ ...found[0], construct: '#0' }]))).toEqual(
        texts,
      );
      expect(XMLValidator.validate(texts[MAP_FORMATS.indexOf('svg')])).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('of any objects, ids are unique, edges lead from one kind to a later one, and groups hold what belongs to namespaces', () => {
  const kinds = ['workload', 'claim', 'volume', 'class', 'driver'];
  fc.assert(
    fc.property(anySources, (sources) => {
      const { nodes, edges, groups } = volumeMap(readTopology(sources));
      const ids = new Map(nodes.map((node) => [node.id, node]));
      expect(ids.size).toBe(nodes.length);
      for (const { from, to } of edges) {
        expect(kinds.indexOf(ids.get(from)!.kind)).toBeLessThan(kinds.indexOf(ids.get(to)!.kind));
      }
      expect(groups.flatMap((group) => group.nodes)).toEqual(
        nodes.filter(({ kind }) => kinds.indexOf(kind) < 2).map(({ id }) => id),
      );
    }),
  );
});

test('the page allows its own script and no other', () => {
  const digest = createHash('sha256').update(SCRIPT).digest('base64');
  expect(printMap(mapOf(SHOP), 'html')).toContain(`script-src 'sha256-${digest}';`);
});

test('JSON is the map itself', () => {
  const map = mapOf(SHOP, found);
  expect(JSON.parse(printMap(map, 'json'))).toEqual(JSON.parse(JSON.stringify(map)));
});

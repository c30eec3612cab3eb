import { anyMap, mapFrom, mapOf } from './support';
import { harmless } from '../../src/escape';
import { Severity, violation } from '../../src/findings';
import { printMap, VolumeMap } from '../../src/map';
import * as fc from '../support/fast-check';
import { HOSTILE_NAMES } from '../support/hostile-names';
import { readFlowchart } from '../support/mermaid';
import { seenInMarkdown } from '../support/seen';

const mermaid = (map: VolumeMap) => printMap(map, 'mermaid');
const chartsOf = (text: string) =>
  text.startsWith('flowchart')
    ? [readFlowchart(text)]
    : [...text.matchAll(/^## .*\n\n```mermaid\n([^]*?)```$/gm)].map(([, one]) =>
        readFlowchart(one),
      );
const pod = (namespace: string, name: string, claimName: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace },
  spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }] },
});

test('a map is a flowchart with a subgraph for each namespace', () => {
  const map = mapOf(
    `
apiVersion: v1
kind: Pod
metadata: { name: end, namespace: shop }
spec: { containers: [{ name: a, volumeMounts: [{ name: v, mountPath: /data }] }], volumes: [{ name: v, persistentVolumeClaim: { claimName: data } }] }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: shop }
spec: { accessModes: [ReadWriteOnce], storageClassName: fast, resources: { requests: { storage: 1Gi } } }
`,
    [
      {
        ...violation(
          {
            id: 'a/b',
            severity: Severity.ERROR,
            summary: '',
            why: '',
            bad: '',
            good: '',
            source: '',
          },
          '',
          'x',
          'y',
        ),
        construct: '#1',
      },
    ],
  );
  expect(mermaid(map)).toBe(`flowchart LR
  accTitle: Volume map
  subgraph ns_shop["shop"]
    workload_shop_end["Pod<br>end"]
    claim_shop_data("PersistentVolumeClaim<br>data<br>1Gi<br>1 error")
  end
  class_fast{{"StorageClass<br>fast<br>not in the input"}}
  workload_shop_end -->|"RWO /data"| claim_shop_data
  claim_shop_data --> class_fast
  classDef absent stroke-dasharray:4 3
  class class_fast absent
  classDef error fill:#fef2f2,stroke:#dc2626,stroke-width:3px,color:#1f2937
  class claim_shop_data error
`);
});

test('no volumes are an empty flowchart', () => {
  expect(mermaid(mapOf(''))).toBe('flowchart LR\n  accTitle: Volume map\n');
});

test('a map of 400 edges is one flowchart, and of one more it is one for each namespace, as Markdown', () => {
  const map = (pods: number) =>
    mapFrom(
      Array.from({ length: pods }, (_, index) =>
        pod(index % 2 === 0 ? 'a' : 'b', `p${index}`, `c${index % 2}`),
      ),
    );
  expect(mermaid(map(400))).toMatch(/^flowchart LR\n/);
  const split = mermaid(map(401));
  expect(split.match(/^## .*$/gm)).toEqual(['## a', '## b']);
  expect(chartsOf(split).map(({ edges, title }) => [title, edges.length])).toEqual([
    ['Volume map of a', 201],
    ['Volume map of b', 200],
  ]);
});

test('headings of flowcharts have hostile names of namespaces as texts alone', () => {
  const names = Object.values(HOSTILE_NAMES);
  const text = mermaid(
    mapFrom(
      Array.from({ length: 401 }, (_, index) => pod(names[index % names.length], `p${index}`, 'c')),
    ),
  );
  const { texts, elements } = seenInMarkdown(text);
  expect([...elements].sort()).toEqual(['code', 'h2', 'page', 'pre']);
  const words = texts.join('\n').replace(/\s+/g, ' ');
  expect(
    names.filter((name) => !words.includes(harmless(name).replace(/\s+/g, ' ').trim())),
  ).toEqual([]);
});

test('a namespace of more than 400 edges is several flowcharts, and none has more', () => {
  const text = mermaid(
    mapFrom(Array.from({ length: 1000 }, (_, index) => pod('a', `p${index}`, 'c'))),
  );
  expect(text.match(/^## .*$/gm)).toEqual(['## a (1 of 3)', '## a (2 of 3)', '## a (3 of 3)']);
  expect(chartsOf(text).map(({ edges }) => edges.length)).toEqual([400, 400, 200]);
});

test('no flowchart has more characters than Mermaid reads', () => {
  const long = (name: string) => `${name}-${'x'.repeat(200)}`;
  const text = mermaid(
    mapFrom(
      Array.from({ length: 390 }, (_, index) => pod('a', long(`p${index}`), long(`c${index}`))),
    ),
  );
  const charts = [...text.matchAll(/```mermaid\n([^]*?)```/g)].map(([, one]) => one.length);
  expect(charts.length).toBeGreaterThan(1);
  expect(charts.filter((length) => length > 50_000)).toEqual([]);
});

test('any texts make flowcharts that Mermaid reads as they are meant', () => {
  const shapes = { workload: '[', claim: '(', volume: '[(', class: '{{', driver: '[[' };
  fc.assert(
    fc.property(anyMap, (map) => {
      const [{ nodes, edges, groups, classes }] = chartsOf(mermaid(map));
      expect([...nodes.values()].map(({ shape }) => shape).sort()).toEqual(
        map.nodes.map(({ kind }) => shapes[kind]).sort(),
      );
      expect(edges).toHaveLength(map.edges.length);
      expect(groups.size).toBe(map.groups.reduce((sum, group) => sum + group.nodes.length, 0));
      expect(classes.get('absent') ?? []).toHaveLength(
        map.nodes.filter(({ isDeclared }) => !isDeclared).length,
      );
      const names = [...nodes.values()].map(({ lines }) => lines[1]);
      for (const { name } of map.nodes.filter(
        (node) => node.name !== '' && node.name.length < 40,
      )) {
        expect(names).toContain(harmless(name));
      }
    }),
  );
});

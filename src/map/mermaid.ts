/** The map as Mermaid flowcharts, within the limits that Mermaid has. */
import { edgeLabel, labelOf } from './labels';
import { linesOf } from './layout';
import { MapKind, MapNode, VolumeMap } from './model';
import { UniqueNames } from './unique-names';
import { View, viewsOf } from './views';
import { markdownText, mermaidLabel, mermaidTitle } from '../escape';

/** Mermaid draws 500 edges in one diagram. */
const MOST_EDGES = 400;
/** And reads 50,000 characters. */
const MOST_CHARACTERS = 45_000;

/** The brackets of a node, by what it is: they make its shape. */
const SHAPES: { readonly [kind in MapKind]: readonly [string, string] } = {
  workload: ['[', ']'],
  claim: ['(', ')'],
  volume: ['[(', ')]'],
  class: ['{{', '}}'],
  driver: ['[[', ']]'],
};

/** Later ones win where a node has several. */
const STYLES: readonly (readonly [string, string])[] = [
  ['absent', 'stroke-dasharray:4 3'],
  ['warning', 'fill:#fffbeb,stroke:#b45309,stroke-width:2px,color:#1f2937'],
  ['error', 'fill:#fef2f2,stroke:#dc2626,stroke-width:3px,color:#1f2937'],
];

/** One diagram, or one for each namespace: then as Markdown, with a heading for each. */
export function mermaidText(map: VolumeMap): string {
  if (map.edges.length <= MOST_EDGES) {
    const text = diagramOf({ title: '', nodes: map.nodes, edges: map.edges }, true);
    if (text.length <= MOST_CHARACTERS) return text;
  }
  return splitText(map, MOST_EDGES);
}

function splitText(map: VolumeMap, most: number): string {
  const diagrams = viewsOf(map, most).map((view) => ({ view, text: diagramOf(view, false) }));
  if (most > 1 && diagrams.some(({ text }) => text.length > MOST_CHARACTERS)) {
    return splitText(map, Math.floor(most / 2));
  }
  return diagrams
    .map(
      ({ view: { title }, text }) => `## ${markdownText(title)}\n\n\`\`\`mermaid\n${text}\`\`\`\n`,
    )
    .join('\n');
}

function diagramOf({ title, nodes, edges }: View, isWhole: boolean): string {
  const names = new UniqueNames('_');
  const ids = new Map(nodes.map((node) => [node.id, names.unique(idOf(node))]));
  const spaces = new Map<string, MapNode[]>();
  const outside: MapNode[] = [];
  for (const node of nodes) {
    const isOutside = node.kind !== 'workload' && node.kind !== 'claim';
    const space = isOutside ? outside : spaces.get(node.namespace ?? '');
    if (space) space.push(node);
    else spaces.set(node.namespace ?? '', [node]);
  }
  const lines = [
    'flowchart LR',
    `  accTitle: Volume map${isWhole ? '' : ` of ${mermaidTitle(title)}`}`,
    ...[...spaces].flatMap(([namespace, own]) => [
      `  subgraph ${names.unique(`ns_${safe(namespace)}`)}["${mermaidLabel(namespace === '' ? 'no namespace' : namespace)}"]`,
      ...own.map((node) => `    ${nodeText(node, ids.get(node.id)!)}`),
      '  end',
    ]),
    ...outside.map((node) => `  ${nodeText(node, ids.get(node.id)!)}`),
    ...edges.map((edge) => {
      const label = mermaidLabel(edgeLabel(edge));
      return `  ${ids.get(edge.from)} -->${label === '' ? '' : `|"${label}"|`} ${ids.get(edge.to)}`;
    }),
    ...stylesOf(nodes, ids),
  ];
  return `${lines.join('\n')}\n`;
}

function nodeText(node: MapNode, id: string): string {
  const label = labelOf(node);
  const [open, close] = SHAPES[node.kind];
  const words = linesOf(label).map(mermaidLabel).join('<br>');
  return `${id}${open}"${words}"${close}`;
}

function stylesOf(nodes: readonly MapNode[], ids: ReadonlyMap<string, string>): string[] {
  return STYLES.flatMap(([name, style]) => {
    const own = nodes
      .filter((node) => (name === 'absent' ? !node.isDeclared : labelOf(node).tone === name))
      .map(({ id }) => ids.get(id));
    return own.length === 0
      ? []
      : [`  classDef ${name} ${style}`, `  class ${own.join(',')} ${name}`];
  });
}

/** A name that no word of Mermaid's can be, and that stays the same when others come and go. */
function idOf({ kind, namespace, name }: MapNode): string {
  return [kind, ...(namespace === undefined ? [] : [safe(namespace)]), safe(name)].join('_');
}

function safe(text: string): string {
  return text.slice(0, 63).replace(/[^A-Za-z0-9]/g, '_');
}

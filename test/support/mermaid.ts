/**
 * Reads what src/map writes of Mermaid's flowcharts, and nothing else: a line that is not one of
 * these few is an error. Mermaid itself wants a browser; that it reads these lines as they are read
 * here was tried with Mermaid 11.17.
 */

export interface Flowchart {
  readonly title: string;
  /** The titles of subgraphs by the ids of the nodes in them. */
  readonly groups: ReadonlyMap<string, string>;
  readonly nodes: ReadonlyMap<
    string,
    { readonly shape: string; readonly lines: readonly string[] }
  >;
  readonly edges: readonly { readonly from: string; readonly to: string; readonly label: string }[];
  readonly classes: ReadonlyMap<string, readonly string[]>;
}

const ID = '[a-z]+_[A-Za-z0-9_]*';
/**
 * What may stand in quotes: letters, a few signs that mean nothing, entities by number, and breaks
 * of lines.
 */
const TEXT = '(?:[A-Za-z0-9 ._/,()…\\u00a1-\\ud7ff\\ue000-\\ufffd*+=@-]|#[0-9]+;|<br>)*';
const SHAPES = ['[(|)]', '[[|]]', '{{|}}', '[|]', '(|)'];

export function readFlowchart(text: string): Flowchart {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.shift() !== 'flowchart LR') throw new Error('no flowchart');
  const title = /^ {2}accTitle: ([A-Za-z0-9 ._()?-]+)$/.exec(lines.shift() ?? '')?.[1];
  if (title === undefined) throw new Error('no title');
  const chart = {
    title,
    groups: new Map<string, string>(),
    nodes: new Map(),
    edges: [] as Flowchart['edges'][number][],
    classes: new Map<string, string[]>(),
  };
  const ids = new Set<string>();
  let group: string | undefined;
  const take = (id: string) => {
    if (ids.has(id)) throw new Error(`${id} appears twice`);
    ids.add(id);
  };
  for (const line of lines) {
    const node = new RegExp(
      `^(?: {2}){${group === undefined ? 1 : 2}}(${ID})(\\[\\(|\\[\\[|\\{\\{|\\[|\\()"(${TEXT})"(\\)\\]|\\]\\]|\\}\\}|\\]|\\))$`,
      'u',
    ).exec(line);
    const start = new RegExp(`^ {2}subgraph (${ID})\\["(${TEXT})"\\]$`, 'u').exec(line);
    const edge = new RegExp(`^ {2}(${ID}) -->(?:\\|"(${TEXT})"\\|)? (${ID})$`, 'u').exec(line);
    const style = /^ {2}classDef ([a-z]+) [a-z]+[a-z-]*:[#a-z0-9 ]+(?:,[a-z-]+:[#a-z0-9]+)*$/.exec(
      line,
    );
    const members = new RegExp(`^ {2}class (${ID}(?:,${ID})*) ([a-z]+)$`).exec(line);
    if (node && SHAPES.includes(`${node[2]}|${node[4]}`)) {
      take(node[1]);
      chart.nodes.set(node[1], { shape: node[2], lines: node[3].split('<br>').map(decoded) });
      if (group !== undefined) chart.groups.set(node[1], group);
    } else if (start && group === undefined) {
      take(start[1]);
      group = decoded(start[2]);
    } else if (line === '  end' && group !== undefined) {
      group = undefined;
    } else if (
      edge &&
      group === undefined &&
      chart.nodes.has(edge[1]) &&
      chart.nodes.has(edge[3])
    ) {
      chart.edges.push({ from: edge[1], to: edge[3], label: decoded(edge[2] ?? '') });
    } else if (style && group === undefined) {
      chart.classes.set(style[1], []);
    } else if (members && group === undefined && chart.classes.has(members[2])) {
      chart.classes.get(members[2])!.push(...members[1].split(','));
    } else {
      throw new Error(`Mermaid would read ${JSON.stringify(line)} otherwise than it is meant`);
    }
  }
  if (group !== undefined) throw new Error('a subgraph has no end');
  return chart;
}

function decoded(text: string): string {
  return text.replace(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

/** The map as a tree: by namespace the claims, their storage, and who mounts them. */
import { countsOf, countsText, countText, descriptionOf, namesInBrief, typeOf } from './labels';
import { MapEdge, MapNode, VolumeMap } from './model';
import { harmless } from '../escape';
import { Severity } from '../findings';
import { addTo } from '../kube';

const BOLD = 1;
const DIM = 2;
const RED = 31;
const YELLOW = 33;

/** What there is no column for is as long as it is. */
const WIDEST_COLUMN = 60;
/** Narrower terminals are not worth breaking lines for. */
const NARROWEST = 40;

/** How a text for people is written. */
export interface TextOptions {
  readonly color?: boolean;
  /** How many characters a line has; lines are as long as they are where nobody says it. */
  readonly width?: number;
}

/** The tree. */
export function textMap(map: VolumeMap, options: TextOptions = {}): string {
  if (map.nodes.length === 0) return 'There are no volumes in the input.\n';
  return new TextMap(map, options).lines().join('\n');
}

/** What stands below a node: nothing, or lines that have a sign before them. */
interface Branch {
  readonly head: string;
  readonly lines: readonly { readonly sign: string; readonly text: string }[];
}

class TextMap {
  private readonly nodes: ReadonlyMap<string, MapNode>;
  private readonly from = new Map<string, MapEdge[]>();
  private readonly to = new Map<string, MapEdge[]>();

  constructor(
    private readonly map: VolumeMap,
    private readonly options: TextOptions,
  ) {
    this.nodes = new Map(map.nodes.map((node) => [node.id, node]));
    for (const edge of map.edges) {
      addTo(this.from, edge.from, edge);
      addTo(this.to, edge.to, edge);
    }
  }

  public lines(): string[] {
    const spaces = this.map.groups.flatMap(({ namespace, nodes: ids }) => {
      const nodes = ids.map((id) => this.nodes.get(id)!);
      const title = this.styled(harmless(namespace ?? 'no namespace'), BOLD);
      const counts = this.styled(`(${countsText(nodes)})`, DIM);
      return [`${title} ${counts}`, ...this.treeOf(this.branchesOf(nodes)), ''];
    });
    const rest = this.clusterScoped();
    return [
      ...spaces,
      ...(rest.length === 0 ? [] : [this.styled('cluster-scoped', BOLD), ...this.treeOf(rest), '']),
      descriptionOf(this.map),
      '',
    ];
  }

  /** The claims of a namespace, and behind them the workloads that have volumes without one. */
  private branchesOf(nodes: readonly MapNode[]): Branch[] {
    const claims = nodes.filter(({ kind }) => kind === 'claim');
    const inline = nodes.flatMap((node) =>
      node.kind === 'workload'
        ? this.edgesFrom(node).filter(({ to }) => this.nodes.get(to)!.kind !== 'claim')
        : [],
    );
    const drivers = new Map<string, MapEdge[]>();
    for (const edge of inline) addTo(drivers, edge.to, edge);
    const lone = nodes.filter(
      (node) => node.kind === 'workload' && this.edgesFrom(node).length === 0,
    );
    return [
      ...claims.map((claim) => this.branchOf(claim, this.to.get(claim.id) ?? [])),
      ...[...drivers].map(([id, edges]) => ({
        head: `no claim, ${this.wordsOf(this.nodes.get(id)!)}`,
        lines: this.mountersOf(edges),
      })),
      ...lone.map((node) => ({ head: this.wordsOf(node), lines: [] })),
    ];
  }

  private branchOf(claim: MapNode, mounters: readonly MapEdge[]): Branch {
    const out = this.edgesFrom(claim);
    const modes = new Set([...mounters, ...out].flatMap(({ accessModes }) => accessModes));
    const ends = out.map(({ to }) => this.nodes.get(to)!);
    const [classes, volumes] = [true, false].map((isClass) =>
      ends.filter(({ kind }) => (kind === 'class') === isClass),
    );
    return {
      head: this.judged(
        [this.titleOf(claim, [...modes]), ...classes.map((one) => this.nameOf(one))].join(' → '),
        claim,
      ),
      lines: [
        ...volumes.map((one) => ({ sign: '→', text: this.chainOf(one) })),
        ...this.mountersOf(mounters),
      ],
    };
  }

  /** Who mounts it, and where, in columns; behind them what was found. */
  private mountersOf(edges: readonly MapEdge[]): Branch['lines'] {
    const workloads = edges.map(({ from }) => this.nodes.get(from)!);
    const names = workloads.map((node) => this.titleOf(node));
    const column = names.map(lengthOf).reduce((most, one) => Math.max(most, one), 0);
    return edges.map(({ mounts }, index) => {
      const gap = ' '.repeat(Math.max(Math.min(column, WIDEST_COLUMN) - lengthOf(names[index]), 0));
      const paths = mounts.map(harmless).join(', ');
      const text = paths === '' ? names[index] : `${names[index]}${gap}  ${paths}`;
      return { sign: '←', text: this.judged(text, workloads[index]) };
    });
  }

  /** What it leads to: up to the class, behind which comes what the class is told with. */
  private chainOf(start: MapNode): string {
    if (start.kind === 'class') return this.nameOf(start);
    const ends = this.edgesFrom(start).map(({ to }) => this.nodes.get(to)!);
    return [this.wordsOf(start), ...ends.map((end) => this.chainOf(end))].join(' → ');
  }

  /** Volumes that are nobody's, classes with the number of their claims, and drivers. */
  private clusterScoped(): Branch[] {
    return this.map.nodes.flatMap((node): Branch[] => {
      const { kind, id } = node;
      const users = this.to.get(id) ?? [];
      if (kind === 'workload' || kind === 'claim') return [];
      if (kind !== 'class' && users.length > 0) return [];
      const head = this.wordsOf(node, kind === 'volume' ? ['no claim'] : []);
      return [
        {
          head: kind === 'class' ? `${head}, ${this.usersOf(users)}` : head,
          lines: this.edgesFrom(node).map(({ to }) => ({
            sign: '→',
            text: this.chainOf(this.nodes.get(to)!),
          })),
        },
      ];
    });
  }

  private usersOf(edges: readonly MapEdge[]): string {
    const counts = { claim: 0, volume: 0 };
    for (const { from } of edges) {
      const { kind, members } = this.nodes.get(from)!;
      counts[kind as 'claim' | 'volume'] += members?.length ?? 1;
    }
    const words = [
      ...(counts.claim > 0 ? [countText(counts.claim, 'claim')] : []),
      ...(counts.volume > 0 ? [countText(counts.volume, 'volume')] : []),
    ];
    return words.length === 0 ? 'not used' : words.join(' and ');
  }

  private treeOf(branches: readonly Branch[]): string[] {
    return branches.flatMap(({ head, lines }, index) => {
      const isLast = index === branches.length - 1;
      const indent = isLast ? '   ' : '│  ';
      return [
        ...this.broken(head, isLast ? '└─ ' : '├─ ', `${indent}  `),
        ...lines.flatMap(({ sign, text }) =>
          this.broken(text, `${indent}${sign} `, `${indent}    `),
        ),
      ];
    });
  }

  private broken(text: string, before: string, behind: string): string[] {
    const { width = Infinity } = this.options;
    const lines: string[] = [];
    let line = before;
    let isEmpty = true;
    for (const word of text.split(' ')) {
      if (!isEmpty && lengthOf(line) + 1 + lengthOf(word) > Math.max(width, NARROWEST)) {
        lines.push(line.trimEnd());
        // What stands at the start of a line may mean something there.
        line = `${behind}${word.startsWith('\x1b') ? word : harmless(word)}`;
      } else {
        line = `${line}${isEmpty ? '' : ' '}${word}`;
      }
      isEmpty = false;
    }
    return [...lines, line];
  }

  private nameOf({ type, name }: MapNode): string {
    return `${type} ${harmless(name === '' ? '(no name)' : name)}`;
  }

  /** What it is, its name or names, and all else that is known of it. */
  private wordsOf(node: MapNode, more: readonly string[] = []): string {
    return this.judged(this.titleOf(node, more), node);
  }

  private titleOf(node: MapNode, more: readonly string[] = []): string {
    const { details, isDeclared } = node;
    const names = namesInBrief(node).map(harmless).join(', ');
    const rest = [...more, ...details, ...(isDeclared ? [] : ['not in the input'])].map(harmless);
    return [
      `${harmless(typeOf(node))} ${this.styled(names, BOLD)}`,
      ...(rest.length === 0 ? [] : [this.styled(rest.join(', '), DIM)]),
    ].join(', ');
  }

  /** The text, and behind it what was found. */
  private judged(text: string, node: MapNode): string {
    const { errors, warnings } = countsOf(node);
    const rules = (severity: Severity) =>
      [...new Set(node.findings.filter((one) => one.severity === severity).map(({ rule }) => rule))]
        .map(harmless)
        .join(', ');
    return [
      text,
      ...(errors === 0
        ? []
        : [this.styled(`${countText(errors, 'error')} (${rules(Severity.ERROR)})`, RED)]),
      ...(warnings === 0
        ? []
        : [this.styled(`${countText(warnings, 'warning')} (${rules(Severity.WARNING)})`, YELLOW)]),
    ].join('  ');
  }

  private edgesFrom({ id }: MapNode): readonly MapEdge[] {
    return this.from.get(id) ?? [];
  }

  /** A text of several words stays in its style where it is broken: each word has its own. */
  private styled(text: string, style: number): string {
    if (!this.options.color) return text;
    return text
      .split(' ')
      .map((word) => `\x1b[${style}m${harmless(word)}\x1b[0m`)
      .join(' ');
  }
}

/** How many signs are seen of a text with styles. */
function lengthOf(text: string): number {
  // eslint-disable-next-line no-control-regex
  return text.replace(/\x1b\[\d+m/g, '').length;
}

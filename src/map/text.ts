/** The map as a tree: by namespace the claims, their storage, and who mounts them. */
import {
  countsOf,
  countsText,
  descriptionOf,
  detailsOf,
  namesInBrief,
  typeOf,
  usersText,
} from './labels';
import { MapNode, VolumeMap } from './model';
import { Branch, Mounter, Tree, treesOf } from './outline';
import { harmless } from '../escape';
import { counted, Severity } from '../findings';

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

export function textMap(map: VolumeMap, options: TextOptions = {}): string {
  if (map.nodes.length === 0) return 'There are no volumes in the input.\n';
  const writer = new TreeWriter(options);
  return [...treesOf(map).flatMap((tree) => writer.linesOf(tree)), descriptionOf(map), ''].join(
    '\n',
  );
}

class TreeWriter {
  constructor(private readonly options: TextOptions) {}

  public linesOf({ group, nodes, branches }: Tree): string[] {
    const title = this.styled(group ? (group.namespace ?? 'no namespace') : 'cluster-scoped', BOLD);
    const lines = branches.flatMap((branch, index) => {
      const isLast = index === branches.length - 1;
      const indent = isLast ? '   ' : '│  ';
      return [
        ...this.broken(this.headOf(branch), isLast ? '└─ ' : '├─ ', `${indent}  `),
        ...[...this.chainsOf(branch), ...this.mountersOf(branch.mounters)].flatMap((line) =>
          this.broken(line, indent, `${indent}    `),
        ),
      ];
    });
    return [group ? `${title} ${this.styled(`(${countsText(nodes)})`, DIM)}` : title, ...lines, ''];
  }

  /** What it is, and the class that a claim has without a volume. */
  private headOf({ node, accessModes, chains, users }: Branch): string {
    if (!node) return `no claim, ${this.wordsOf(chains[0][0])}`;
    const title = this.titleOf(
      node,
      [...accessModes, ...(node.kind === 'volume' ? ['no claim'] : [])],
      users ? [usersText(users)] : [],
    );
    const classes = chains.filter(([first]) => node.kind === 'claim' && first.kind === 'class');
    return this.judged([title, ...classes.map(([first]) => this.nameOf(first))].join(' → '), node);
  }

  /** The chains from an object up to the class, with which what provisions it is listed. */
  private chainsOf({ node, chains }: Branch): string[] {
    if (!node) return [];
    return chains.flatMap((chain) => {
      if (node.kind === 'claim' && chain[0].kind === 'class') return [];
      const end = chain.findIndex(({ kind }) => kind === 'class');
      const shown = end === -1 ? chain : chain.slice(0, end + 1);
      const words = shown.map((one) =>
        one.kind === 'class' ? this.nameOf(one) : this.wordsOf(one),
      );
      return [`→ ${words.join(' → ')}`];
    });
  }

  /** Who mounts it, and where, in columns; behind them what was found. */
  private mountersOf(mounters: readonly Mounter[]): string[] {
    const names = mounters.map(({ node }) => this.titleOf(node));
    const column = names.map(lengthOf).reduce((most, one) => Math.max(most, one), 0);
    return mounters.map(({ node, mounts }, index) => {
      const gap = ' '.repeat(Math.max(Math.min(column, WIDEST_COLUMN) - lengthOf(names[index]), 0));
      const paths = mounts.map(harmless).join(', ');
      const text = paths === '' ? names[index] : `${names[index]}${gap}  ${paths}`;
      return `← ${this.judged(text, node)}`;
    });
  }

  /** The text in lines that fit, with what comes before the first of them and before the others. */
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
  private wordsOf(node: MapNode): string {
    return this.judged(this.titleOf(node), node);
  }

  private titleOf(
    node: MapNode,
    before: readonly string[] = [],
    behind: readonly string[] = [],
  ): string {
    const rest = [...before, ...detailsOf(node), ...behind].map(harmless);
    const names = namesInBrief(node).map(harmless).join(', ');
    return [
      `${harmless(typeOf(node))} ${this.styled(names, BOLD)}`,
      ...(rest.length === 0 ? [] : [this.styled(rest.join(', '), DIM)]),
    ].join(', ');
  }

  /** The text, and behind it what was found. */
  private judged(text: string, node: MapNode): string {
    const { errors, warnings } = countsOf(node);
    const words = (count: number, severity: Severity) => {
      const found = node.findings.filter((finding) => finding.severity === severity);
      const rules = [...new Set(found.map(({ rule }) => rule))].map(harmless);
      return `${counted(count, severity)} (${rules.join(', ')})`;
    };
    return [
      text,
      ...(errors === 0 ? [] : [this.styled(words(errors, Severity.ERROR), RED)]),
      ...(warnings === 0 ? [] : [this.styled(words(warnings, Severity.WARNING), YELLOW)]),
    ].join('  ');
  }

  /** A text of several words stays in its style where it is broken: each word has its own. */
  private styled(text: string, style: number): string {
    const words = harmless(text);
    if (!this.options.color) return words;
    return words
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

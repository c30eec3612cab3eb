/** Texts at nodes and edges, whatever draws them. */
import { inBrief } from './brief';
import { MapEdge, MapKind, MapNode, MAP_KINDS, VolumeMap } from './model';
import { harmless } from '../escape';
import { counted, Severity } from '../findings';

const LONGEST = 48;
const MOST_MOUNTS = 2;
/** How many lines of names a box has. */
const MOST_LINES = 16;
const MOST_VOLUMES = 3;

const KIND_WORDS: { readonly [kind in MapKind]: readonly [string, string] } = {
  workload: ['workload', 'workloads'],
  claim: ['claim', 'claims'],
  volume: ['persistent volume', 'persistent volumes'],
  class: ['storage class', 'storage classes'],
  driver: ['driver', 'drivers'],
};

/** The words of a node, line by line: what it is, its name or those of all that it stands for. */
export interface NodeLabel {
  readonly type: string;
  readonly names: readonly string[];
  readonly details: readonly string[];
  /** `2 errors, 1 warning`; undefined if there is nothing. */
  readonly findings?: string;
  readonly tone: Tone;
}

/** How a node looks. */
type Tone = 'error' | 'warning' | 'fine';

export function labelOf(node: MapNode): NodeLabel {
  const { errors, warnings } = countsOf(node);
  const words = [
    ...(errors === 0 ? [] : [counted(errors, 'error')]),
    ...(warnings === 0 ? [] : [counted(warnings, 'warning')]),
  ].join(', ');
  const rest = detailsOf(node).join(', ');
  return {
    type: short(typeOf(node)),
    names: namesOf(node),
    details: rest === '' ? [] : [short(rest)],
    findings: words === '' ? undefined : words,
    tone: errors > 0 ? 'error' : warnings > 0 ? 'warning' : 'fine',
  };
}

/** `RWO /data`, with as many mounts as have room. */
export function edgeLabel({ accessModes, mounts }: MapEdge): string {
  const named = mounts.slice(0, MOST_MOUNTS).map(short).join(', ');
  const more = mounts.length > MOST_MOUNTS ? ` and ${mounts.length - MOST_MOUNTS} more` : '';
  return [short(accessModes.join(',')), `${named}${more}`].filter((part) => part !== '').join(' ');
}

/** What else is known of it, a few words each. */
export function detailsOf({ details, isDeclared }: MapNode): string[] {
  return [...details, ...(isDeclared ? [] : ['not in the input'])];
}

/** What it is: `Deployment`, or `40 × Deployment`. */
export function typeOf({ type, members }: MapNode): string {
  return members ? `${members.length} × ${type}` : type;
}

/** Its name in full, with the namespace; or those of all that it stands for. */
export function fullName(node: MapNode): string {
  const { namespace, name, members } = node;
  const names = members ? namesInBrief(node).join(', ') : name;
  return `${typeOf(node)} ${[...(namespace === undefined ? [] : [namespace]), names].join('/')}`;
}

/** Its name, or all that it stands for; few of volumes, whose names are made for nobody to read. */
export function namesInBrief({ kind, name, members }: MapNode): string[] {
  if (!members) return [name === '' ? '(no name)' : name];
  const names = inBrief(members.map((one) => (one.name === '' ? '(no name)' : one.name)));
  const left = names.length - MOST_VOLUMES;
  return kind === 'volume' && left > 0 ? [...names.slice(0, MOST_VOLUMES), `${left} more`] : names;
}

/** The names in lines that have room in a box. */
function namesOf(node: MapNode): string[] {
  const lines = [''];
  const names = namesInBrief(node).map(short);
  for (const [index, one] of names.entries()) {
    const last = lines[lines.length - 1];
    const word = index === names.length - 1 ? one : `${one},`;
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= LONGEST) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  if (lines.length <= MOST_LINES) return lines;
  const shown = lines.slice(0, MOST_LINES - 1);
  const left = names.length - shown.join(' ').split(', ').length;
  return [...shown, `and ${left} more`];
}

/** How many findings of each weight there are on a node. */
export function countsOf({ findings }: MapNode): {
  readonly errors: number;
  readonly warnings: number;
} {
  const errors = findings.filter(({ severity }) => severity === Severity.ERROR).length;
  return { errors, warnings: findings.length - errors };
}

/** A text of bounded length: the ends of names are what tells them apart. */
function short(text: string): string {
  const line = harmless(text.length > 4 * LONGEST ? text.slice(0, 4 * LONGEST) : text);
  const letters = [...line];
  if (letters.length <= LONGEST && text.length <= 4 * LONGEST) return line;
  return `${letters.slice(0, 30).join('')}…${letters.slice(-(LONGEST - 31)).join('')}`;
}

/** The map in words, for readers who see no picture. */
export function descriptionOf({ nodes, groups }: VolumeMap): string {
  const parts = MAP_KINDS.map((kind) => kindCount(nodes, kind));
  const counts = nodes.map(countsOf);
  const errors = counts.reduce((sum, own) => sum + own.errors, 0);
  const warnings = counts.reduce((sum, own) => sum + own.warnings, 0);
  return `${parts.join(', ')} in ${counted(groups.length, 'namespace')}; ${counted(errors, 'error')} and ${counted(warnings, 'warning')}.`;
}

/** `2 workloads, 1 claim`: what there is in a namespace. */
export function countsText(nodes: readonly MapNode[]): string {
  return [kindCount(nodes, 'workload'), kindCount(nodes, 'claim')].join(', ');
}

function kindCount(nodes: readonly MapNode[], kind: MapKind): string {
  const count = nodes.reduce(
    (sum, node) => sum + (node.kind === kind ? (node.members?.length ?? 1) : 0),
    0,
  );
  return `${count} ${KIND_WORDS[kind][count === 1 ? 0 : 1]}`;
}

/** `2 claims and 1 volume`. */
export function usersText({ claims, volumes }: { claims: number; volumes: number }): string {
  const words = [
    ...(claims > 0 ? [counted(claims, 'claim')] : []),
    ...(volumes > 0 ? [counted(volumes, 'volume')] : []),
  ];
  return words.length === 0 ? 'not used' : words.join(' and ');
}

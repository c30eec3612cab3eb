/** What is written at nodes and edges, whatever draws them. */
import { MapEdge, MapNode } from './model';
import { harmless } from '../escape';
import { Severity } from '../findings';

const LONGEST = 48;
const MOST_MOUNTS = 2;

/** The words of a node, line by line: what it is, its name, the rest. */
export interface NodeLabel {
  readonly type: string;
  readonly name: string;
  readonly details: readonly string[];
  /** `2 errors, 1 warning`; undefined if there is nothing. */
  readonly findings?: string;
  readonly tone: Tone;
}

/** How a node looks. */
export type Tone = 'error' | 'warning' | 'fine';

/** The label of a node. */
export function labelOf(node: MapNode): NodeLabel {
  const { type, name, details, isDeclared } = node;
  const { errors, warnings } = countsOf(node);
  const words = [count(errors, 'error'), count(warnings, 'warning')]
    .filter((part) => part !== '')
    .join(', ');
  const rest = [...details, ...(isDeclared ? [] : ['not in the input'])].join(', ');
  return {
    type: short(type),
    name: short(name === '' ? '(no name)' : name),
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

function count(number: number, what: string): string {
  return number === 0 ? '' : `${number} ${what}${number === 1 ? '' : 's'}`;
}

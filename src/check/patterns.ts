/**
 * Patterns of findings, all of which are looked up at once: as many as there are cost a finding no
 * more than those that are alike.
 *
 * They are the edges of one tree, letter by letter. A finding is walked along them once, and is at
 * each time at the few nodes that its letters so far lead to; a star is a node that letters lead
 * back to. So nothing is tried twice, however many stars.
 */
import { namesOf } from './glob';
import { RenderFinding } from '../render';

/** The place of a finding: `Kind/namespace/name`, the file, and the field. */
type Place = Pick<RenderFinding, 'object' | 'file' | 'path'>;

/**
 * What letters a node stays at: a name of a path or of a field, or anything; and whole names, which
 * it is between.
 */
type Loop = 'name' | 'field' | 'rest' | 'names';

interface Node<T> {
  readonly letters: Map<string, Node<T>>;
  readonly loop?: Loop;
  /** Nodes that are reached without a letter, by what they stay at. */
  readonly stars: Map<Loop, Node<T>>;
  /** Behind any letter of a name. */
  letter?: Node<T>;
  /** For whole names, within the next one; and there, where that ends. */
  inside?: Node<T>;
  outside?: Node<T>;
  /** What is meant if the field ends here. */
  ofField?: T;
  /** What is meant whatever the field. */
  ofAny?: T;
}

/**
 * Stands for what is not there, for the end of a part, and for the end of all: no single letter is
 * so long.
 */
const ABSENT = 'absent';
const NEXT = 'next';
const END = 'end';

/** Values by patterns, of which those that are the same have one in common. */
export class FindingPatterns<T extends object> {
  private readonly root: Node<T> = nodeOf();

  constructor(private readonly make: () => T) {}

  /**
   * The value of a pattern, which means any object, file or field that it does not have: object and
   * file as `matchesGlob` takes them, and the field or one around it, in which `*` is any name or
   * number.
   */
  public add({ object, file, path }: Partial<Place>): T {
    let at = this.root;
    for (const glob of [object, file]) {
      at = letterOf(glob === undefined ? starOf(at, 'rest') : globOf(at, glob), NEXT);
    }
    if (path === undefined) return (at.ofAny ??= this.make());
    for (const sign of path) at = sign === '*' ? starOf(at, 'field') : letterOf(at, sign);
    return (at.ofField ??= this.make());
  }

  public of({ object, file, path }: Place): T[] {
    let at = closure([this.root]);
    for (const part of [object, file]) {
      for (const sign of part === undefined
        ? [ABSENT]
        : namesOf(part).flatMap((name) => [...name, '/'])) {
        at = behind(at, sign);
      }
      at = behind(at, NEXT);
    }
    const found = [...at].flatMap(({ ofAny }) => ofAny ?? []);
    for (const sign of [...path, END]) {
      if (at.size === 0) break;
      if (sign === END || sign === '.' || sign === '[') {
        for (const { ofField } of at) if (ofField !== undefined) found.push(ofField);
      }
      at = behind(at, sign);
    }
    return found;
  }
}

/** The node behind a pattern of `matchesGlob`. Each name ends with a slash here. */
function globOf<T>(from: Node<T>, glob: string): Node<T> {
  const names = namesOf(glob);
  const isPath = glob.replace(/\/$/, '').includes('/');
  // A slash at its end means folders only, of which there are none.
  let at = glob.endsWith('/') ? nodeOf<T>() : from;
  for (const name of isPath ? names : ['**', ...names]) {
    if (name === '**') {
      at = starOf(at, 'names');
      continue;
    }
    for (const sign of name) {
      at =
        sign === '*'
          ? starOf(at, 'name')
          : sign === '?'
            ? (at.letter ??= nodeOf())
            : letterOf(at, sign);
    }
    at = letterOf(at, '/');
  }
  return at;
}

function nodeOf<T>(loop?: Loop): Node<T> {
  const node: Node<T> = { letters: new Map(), stars: new Map(), loop };
  if (loop === 'names') {
    node.inside = { letters: new Map(), stars: new Map(), loop: 'name', outside: node };
  }
  return node;
}

function letterOf<T>({ letters }: Node<T>, sign: string): Node<T> {
  return valueOf(letters, sign, () => nodeOf());
}

/** Several stars one behind the other are one. */
function starOf<T>(at: Node<T>, loop: Loop): Node<T> {
  return at.loop === loop ? at : valueOf(at.stars, loop, () => nodeOf(loop));
}

function valueOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

/** With all that is reached without a letter. */
function closure<T>(nodes: Iterable<Node<T>>): Set<Node<T>> {
  const all = new Set(nodes);
  // What is added on the way is looked at as well.
  for (const { stars } of all) for (const star of stars.values()) all.add(star);
  return all;
}

function behind<T>(nodes: Iterable<Node<T>>, sign: string): Set<Node<T>> {
  const next: Node<T>[] = [];
  for (const node of nodes) {
    const { letters, letter, loop, inside, outside } = node;
    const own = letters.get(sign);
    if (own) next.push(own);
    if (letter && isOfName(sign)) next.push(letter);
    if (inside && isOfName(sign)) next.push(inside);
    if (outside && sign === '/') next.push(outside);
    if (loop !== undefined && STAYS[loop](sign)) next.push(node);
  }
  return closure(next);
}

const isOfName = (sign: string) => sign !== '/' && sign !== NEXT && sign !== ABSENT && sign !== END;

const STAYS: { readonly [loop in Loop]: (sign: string) => boolean } = {
  name: isOfName,
  names: () => false,
  field: (sign) => !['.', '[', ']', END].includes(sign),
  rest: (sign) => sign !== NEXT && sign !== END,
};

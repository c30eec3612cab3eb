/**
 * The items of a List as kubectl prints it, one by one and without their managedFields, so that
 * neither the text nor all of its data need to be held at once.
 *
 * kubectl prints each key on a line of its own, no text of JSON has a line end in it, and texts of
 * YAML are indented more than their keys: so indentation alone tells where items begin and end.
 */
import { Kept, Printed } from './kept';
import { jsonItems } from './split-json';
import { Window } from './window';

export interface Item {
  /** JSON; or YAML: a list with one item. */
  readonly text: string;
  readonly isJson: boolean;
  readonly line: number;
  /** As they were printed. */
  readonly managedFields?: Printed;
}

const SPACE = 32;
const DASH = 45;

const JSON_HEAD = /^\{\n( +)"apiVersion": "v1",\n(\1"kind": "List",\n)?\1"items": \[\n/;
const YAML_HEAD = /^(?:---\n)?apiVersion: v1\nitems:\n(?=- )/;
const LONGEST_HEAD = 96;

/**
 * The items of the List that begins here, up to its end. Nothing is taken if there is none, and
 * `isWhole` is false if it ends in the middle of an item.
 */
export function* itemsOfPrintedList(window: Window): Generator<Item, { isWhole: boolean } | void> {
  const head = window.peek(LONGEST_HEAD);
  const json = JSON_HEAD.exec(head);
  if (json) {
    window.take(json[0].length, json[2] === undefined ? 3 : 4);
    return { isWhole: yield* jsonItems(window, json[1].length) };
  }
  const yaml = YAML_HEAD.exec(head);
  if (yaml) {
    window.take(yaml[0].length, yaml[0].startsWith('---') ? 3 : 2);
    return { isWhole: yield* yamlItems(window) };
  }
}

/** Each begins with a line of a dash, and ends before the next one. */
function* yamlItems(window: Window): Generator<Item, boolean> {
  const kept = new Kept();
  for (;;) {
    let end = window.lineEnd(0);
    if (end < 0) return false;
    if (window.at(0) !== DASH) return takeYamlEnd(window);
    let lines = 1;
    let fieldsFrom = -1;
    let fieldsTo = -1;
    let isOfMetadata = false;
    let next = end + 1;
    for (;;) {
      end = window.lineEnd(next);
      if (end < 0) return false;
      const first = window.at(next);
      if (first === DASH || (first !== SPACE && end > next)) break;
      const indent = indentOf(window, next, end);
      if (indent === 2) isOfMetadata = window.text(next, end) === '  metadata:';
      if (
        isOfMetadata &&
        fieldsFrom < 0 &&
        indent === 4 &&
        window.text(next, end) === '    managedFields:'
      ) {
        fieldsFrom = next;
      } else if (fieldsFrom >= 0 && fieldsTo < 0) {
        if (indent < 4 || (indent === 4 && window.at(next + 4) !== DASH)) fieldsTo = next;
      }
      lines += 1;
      next = end + 1;
    }
    if (fieldsFrom >= 0 && fieldsTo < 0) fieldsTo = next;
    yield {
      text:
        fieldsFrom < 0
          ? window.text(0, next)
          : window.text(0, fieldsFrom) + window.text(fieldsTo, next),
      isJson: false,
      line: window.line,
      ...(fieldsFrom < 0 ? {} : { managedFields: window.keep(kept, fieldsFrom, fieldsTo) }),
    };
    window.take(next, lines);
  }
}

function indentOf(window: Window, from: number, to: number): number {
  let at = from;
  while (at < to && window.at(at) === SPACE) at += 1;
  return at - from;
}

const YAML_END = /^kind: List$|^metadata:$|^ {2}|^$/;

/** Takes what stands behind the items of a List of YAML, up to the next document. */
function takeYamlEnd(window: Window): boolean {
  let hasKind = false;
  for (;;) {
    const end = window.lineEnd(0);
    if (end < 0) return hasKind;
    const line = window.text(0, end);
    if (!YAML_END.test(line)) return hasKind;
    hasKind ||= line === 'kind: List';
    window.take(end + 1, 1);
  }
}

/** Conflicts of server-side apply: fields that would change and that others own. */
import type { ManagerEntry } from './managers';
import { Finding } from '../../findings';
import { Fields, fieldsOf, isSame } from '../../kube';
import { inWords } from '../../resource';
import { partOf, readElement } from '../apply/others';

/** A refusal for each field of each manager, in the words of the API server. */
export function conflictsWith(
  others: readonly ManagerEntry[],
  before: Fields,
  after: Fields,
): Finding[] {
  return others.flatMap(({ manager, apiVersion, subresource, owned }) => {
    const within = subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`;
    const who = `${JSON.stringify(manager)}${within} using ${apiVersion}`;
    const remedy = `leave the field out, so that ${manager} keeps it; or take it over with --force-conflicts`;
    return [...changedOf(owned, before, after, '')]
      .sort()
      .map((field) => inWords(field, `conflict with ${who}`, remedy, 409));
  });
}

/** The owned leaves that are another, or are new. */
function* changedOf(
  owned: Fields,
  before: unknown,
  after: unknown,
  path: string,
): Generator<string> {
  if (before === after) return;
  for (const [element, below] of Object.entries(owned)) {
    if (element === '.') continue;
    const [was, is] = [partOf(before, element), partOf(after, element)];
    if (is === undefined || isSame(was, is)) continue;
    const at = `${path}${written(element)}`;
    const inner = fieldsOf(below);
    if (Object.keys(inner).length === 0) yield at;
    else yield* changedOf(inner, was, is, at);
  }
}

/** An element of a path, as the server writes it. */
function written(element: string): string {
  const rest = element.slice(2);
  if (element.startsWith('f:')) return `.${rest}`;
  if (element.startsWith('v:')) return `[=${rest}]`;
  const keys = Object.entries(fieldsOf(readElement(rest)));
  return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(',')}]`;
}

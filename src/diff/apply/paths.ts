/** Paths as server-side apply writes them: items of lists by their keys. */
import { isFields, own } from '../../kube';
import { KEY_DEFAULTS, listKeysOf, Type, typeOf } from '../../model';
import { AppliedManifest } from '../../validation';

const STEP = /^(?:\[(\d+)\]|\.?([^.[\]]+))/;

/** The path of a field of a manifest; what leads through a map stays as it is. */
export function appliedPath({ type, manifest }: AppliedManifest, path: string): string {
  let at: Type | undefined = type === undefined ? undefined : typeOf(type);
  let keys: readonly string[] | undefined;
  let value: unknown = manifest;
  let rest = path;
  let written = '';
  while (at && at.form !== 'map' && rest !== '') {
    const [step, index, field] = STEP.exec(rest) ?? [];
    if (step === undefined) break;
    rest = rest.slice(step.length);
    if (index !== undefined) {
      value = Array.isArray(value) ? value[Number(index)] : undefined;
      written += keys ? keyText(value, keys, index) : step;
      at = at.element;
    } else {
      keys = listKeysOf(at.name, field)?.serverSide;
      value = isFields(value) && own(value, field);
      written += step;
      at = at.fields.get(field)?.type;
    }
  }
  return written + rest;
}

/** The keys of an item, as `[name="web"]`; its index, if it has none. */
function keyText(item: unknown, keys: readonly string[], index: string): string {
  const given = keys.flatMap((key) => {
    const value = (isFields(item) ? item[key] : undefined) ?? KEY_DEFAULTS[key];
    const isKey = typeof value === 'string' || typeof value === 'number';
    return isKey ? [`${key}=${JSON.stringify(value)}`] : [];
  });
  return `[${given.length > 0 ? given.join(',') : index}]`;
}

/** Items of a list that have the same key, which appliers do not agree on. */
import { hasTwinItems } from './merge';
import { keyOf } from './others';
import { Fields, fieldsOf, isFields } from '../../kube';
import {
  KEY_DEFAULTS,
  listKeysOf,
  perType,
  requiredOf,
  Step,
  Type,
  typeOf,
  Visitor,
  Walk,
  walk,
} from '../../model';

/** Whether a value of a type has any: nearly none has, so nobody has to know where. */
export function hasDuplicates(type: string, value: unknown): boolean {
  return isDoubled(value, typeOf(type), undefined);
}

/** Looks at nothing but what leads to lists whose items have keys. */
function isDoubled(value: unknown, type: Type, keys: readonly string[] | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) {
    if (type.form !== 'list') return false;
    if (
      keys &&
      (value.some(lacks(keys, type)) || (value.length > 1 && hasTwinItems(value, keys)))
    ) {
      return true;
    }
    return leadsToKeys(type) && value.some((item) => isDoubled(item, type.element, undefined));
  }
  if (type.form === 'map') {
    const isOne = (item: unknown) => isDoubled(item, type.element, undefined);
    return leadsToKeys(type) && Object.values(value).some(isOne);
  }
  if (type.form !== 'struct') return false;
  for (const [name, own, ownKeys] of waysIn(type)) {
    if (Object.hasOwn(value, name) && isDoubled((value as Fields)[name], own, ownKeys)) return true;
  }
  return false;
}

type Way = readonly [field: string, type: Type, keys: readonly string[] | undefined];

/** The fields of a struct that lead to such lists. */
const waysIn = perType(({ name, fields }): readonly Way[] =>
  [...fields.values()]
    .filter(({ isServers }) => !isServers)
    .map((field): Way => [field.name, field.type, listKeysOf(name, field.name)?.serverSide])
    .filter(([, own, keys]) => keys !== undefined || leadsToKeys(own)),
);

/**
 * Told of the first two of each list: the path of the list and their key; or of the first that has
 * none of the `keys`, with its index.
 */
type OnDuplicates = (
  path: () => string,
  key: string | undefined,
  index?: number,
  keys?: readonly string[],
) => void;

export function findDuplicates(type: string, value: unknown, found: OnDuplicates): void {
  const finder: Visitor = {
    ofManifests: true,
    enter: (one, own, at) => {
      if (Array.isArray(one) && one.length > 0) {
        const keys = keysAt(at);
        const path = () => placeOf(at.steps, value);
        const without = keys ? one.findIndex(lacks(keys, own)) : -1;
        if (without >= 0) found(path, undefined, without, keys);
        else if (keys && one.length > 1) reportTwins(one, keys, path, found);
      }
      return leadsToKeys(own);
    },
  };
  walk(value, typeOf(type), finder);
}

/** Whether an item leaves out all keys, none of which has a default. An empty key is one. */
function lacks(keys: readonly string[], list: Type): (item: unknown) => boolean {
  const { name } = list.element;
  // What is required is empty by default, and so is the name of a secret in the same namespace.
  const needed = name === 'LocalObjectReference' ? keys : requiredOf(name);
  return (item) =>
    isFields(item) &&
    keys.every(
      (key) => KEY_DEFAULTS[key] === undefined && !needed.includes(key) && item[key] === undefined,
    );
}

function keysAt({ parent, name }: Walk): readonly string[] | undefined {
  return parent?.form === 'struct' ? listKeysOf(parent.name, String(name))?.serverSide : undefined;
}

/** Whether a type has lists whose items have keys, at any depth. */
const leadsToKeys = perType((type) => isOnTheWay(type, new Set()));

function isOnTheWay(type: Type, seen: Set<string>): boolean {
  // A type within itself adds nothing.
  if (seen.has(type.name)) return false;
  seen.add(type.name);
  if (type.form === 'list' || type.form === 'map') return isOnTheWay(type.element, seen);
  return [...type.fields.values()].some(
    ({ name, type: own, isServers }) =>
      !isServers && (listKeysOf(type.name, name) !== undefined || isOnTheWay(own, seen)),
  );
}

/** As server-side apply writes it: items by their names, if they have some. */
function placeOf(steps: readonly Step[], whole: unknown): string {
  let value = whole;
  return steps
    .map(({ within, step }) => {
      const index = typeof step === 'number' ? step : Object.keys(fieldsOf(value)).indexOf(step);
      value = (value as Fields)[step];
      return within.form === 'struct' ? `.${step}` : `[${nameOf(value, index)}]`;
    })
    .join('');
}

function reportTwins(
  items: readonly unknown[],
  keys: readonly string[],
  path: () => string,
  found: OnDuplicates,
): void {
  const seen = new Set<string>();
  for (const item of items) {
    const key = keyOf(item, keys);
    if (seen.has(key)) {
      const fields = fieldsOf(item);
      const texts = keys.map((one) => `${one}=${JSON.stringify(fields[one] ?? absent(one))}`);
      found(path, `[${texts.join(',')}]`);
      return;
    }
    seen.add(key);
  }
}

function nameOf(item: unknown, index: number): string {
  const { name } = fieldsOf(item);
  return typeof name === 'string' ? `name=${JSON.stringify(name)}` : String(index);
}

/** What a key is that an item does not say. */
function absent(key: string): unknown {
  return KEY_DEFAULTS[key] ?? (/port$/i.test(key) ? 0 : '');
}

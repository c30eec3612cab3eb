/** Defaults written into objects, at every depth. */
import { Draft } from './decode';
import { MORE, VALUES } from './defaults';
import { perType, typeOf } from './type';
import { Visitor, walk } from './walk';
import { own } from '../kube';

/** Writes the defaults of a type into a value, at every depth. The value is its own. */
export function writeDefaults(type: string, value: unknown): void {
  walk(value, typeOf(type), WRITER);
}

const WRITER: Visitor = {
  ofManifests: true,
  enter: (value, type) => {
    if (type.form !== 'struct') return true;
    const draft = value as Draft;
    const { values, structs } = defaultsOf(type);
    for (const [field, given] of values) {
      if (draft[field] === undefined) {
        draft[field] = copyOf(given);
      }
    }
    for (const field of structs) if (draft[field] === undefined) draft[field] = {};
    return true;
  },
  leave: (value, type) => {
    if (type.form === 'struct') defaultsOf(type).more?.(value as Draft);
    return value;
  },
};

/** Of data: `structuredClone`, which copies anything, takes many times as long. */
function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, copyOf(one)]));
}

/** What is written into values of a type. */
interface Defaults {
  readonly values: readonly (readonly [string, unknown])[];
  /** Go knows no struct that is not there, but by a pointer. */
  readonly structs: readonly string[];
  readonly more: ((value: Draft) => void) | undefined;
}

const defaultsOf = perType(({ name, fields }): Defaults => ({
  values: Object.hasOwn(VALUES, name) ? Object.entries(VALUES[name]) : [],
  structs: [...fields.values()]
    .filter(({ type, isServers }) => !isServers && type.form === 'struct' && !type.isPointer)
    .map((field) => field.name),
  more: own(MORE, name),
}));

/** Defaults written into objects, at every depth. */
import { Draft } from './decode';
import { MORE, VALUES } from './defaults';
import { elementType, pointee, StructFields, structFields } from './fields';
import { isFields } from '../kube';

/** Writes the defaults of a type into a value, at every depth. The value is its own. */
export function writeDefaults(type: string, value: unknown): void {
  const plain = pointee(type);
  const element = elementType(plain);
  if (element?.kind === 'list') {
    if (Array.isArray(value)) for (const item of value) writeDefaults(element.type, item);
    return;
  }
  if (!isFields(value)) return;
  if (element) {
    for (const one of Object.values(value)) writeDefaults(element.type, one);
    return;
  }
  const draft = value as Draft;
  const { fields, values, structs, more } = planOf(plain);
  for (const [field, given] of values) {
    if (draft[field] === undefined) {
      draft[field] = typeof given === 'object' ? structuredClone(given) : given;
    }
  }
  for (const field of structs) if (draft[field] === undefined) draft[field] = {};
  for (const field of Object.keys(draft)) {
    const one = draft[field];
    if (typeof one === 'object' && Object.hasOwn(fields, field)) writeDefaults(fields[field], one);
  }
  more?.(draft);
}

/** What is written into values of a type. */
interface Plan {
  readonly fields: StructFields;
  readonly values: readonly (readonly [string, unknown])[];
  /** Go knows no struct that is not there, but by a pointer. */
  readonly structs: readonly string[];
  readonly more: ((value: Draft) => void) | undefined;
}

const PLANS = new Map<string, Plan>();

function planOf(type: string): Plan {
  const known = PLANS.get(type);
  if (known) return known;
  const fields = structFields(type) ?? {};
  const plan: Plan = {
    fields,
    values: Object.hasOwn(VALUES, type) ? Object.entries(VALUES[type]) : [],
    structs: Object.keys(fields).filter((field) => structFields(fields[field])),
    more: Object.hasOwn(MORE, type) ? MORE[type] : undefined,
  };
  PLANS.set(type, plan);
  return plan;
}

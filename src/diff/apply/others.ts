/**
 * Others: what field managers beside the applier have set of a stored object. Elements are named as
 * in `managedFields`: `f:replicas`, `k:{"name":"app"}`, `v:"a"`.
 */
import { fieldsOf, isFields, isSame, own } from '../../kube';
import { KEY_DEFAULTS } from '../../model';

/** What others have set of a value. */
export interface Others {
  /** Whether they have set the value itself, and not only something in it. */
  readonly isMember: boolean;
  /** What they have set of a part; undefined if it is nothing. */
  below(element: string): Others | undefined;
}

export function fieldElement(field: string): string {
  return `f:${field}`;
}

export function valueElement(value: unknown): string {
  return `v:${textOf(value)}`;
}

/** An item of a list, by its keys in the order of the alphabet. */
export function itemElement(item: unknown, keys: readonly string[]): string {
  const found = [...keys].sort().map((key) => [key, keyIn(item, key)] as const);
  return `k:${textOf(Object.fromEntries(found))}`;
}

function keyIn(item: unknown, key: string): unknown {
  return own(fieldsOf(item), key) ?? KEY_DEFAULTS[key] ?? null;
}

/** A text that is the same for the same keys. */
export function keyOf(item: unknown, keys: readonly string[]): string {
  const fields = fieldsOf(item);
  // Most keys are a name. What follows begins with a bracket.
  if (keys.length === 1 && Object.hasOwn(fields, keys[0]) && typeof fields[keys[0]] === 'string') {
    return `=${fields[keys[0]] as string}`;
  }
  const values = keys.map((key) => keyIn(item, key));
  return textOf(values);
}

/** What is not as the applier left it: others have set that. */
export function othersSince(applied: unknown, live: unknown): Others | undefined {
  return applied === live ? undefined : new Since(applied, live);
}

class Since implements Others {
  constructor(
    private readonly applied: unknown,
    private readonly live: unknown,
  ) {}

  public get isMember(): boolean {
    return this.applied === undefined || !isFields(this.live);
  }

  public below(element: string): Others | undefined {
    if (CONTROLLERS_OWN.includes(element)) return MEMBER;
    const [was, is] = [partOf(this.applied, element), partOf(this.live, element)];
    return is === undefined || isSame(was, is) ? undefined : new Since(was, is);
  }
}

/** Annotations that controllers write as soon as an object is there. */
const CONTROLLERS_OWN = ['f:deployment.kubernetes.io/revision'];

const MEMBER: Others = { isMember: true, below: () => undefined };

export function partOf(value: unknown, element: string): unknown {
  const rest = element.slice(2);
  if (element.startsWith('f:')) return isFields(value) ? own(value, rest) : undefined;
  if (!Array.isArray(value)) return undefined;
  const wanted = readElement(rest);
  if (!element.startsWith('k:')) return (value as unknown[]).find((one) => isSame(one, wanted));
  const keys = Object.entries(fieldsOf(wanted));
  return (value as unknown[]).find((item) =>
    keys.every(([key, one]) => isSame(keyIn(item, key), one)),
  );
}

/** What follows the letter of an element; undefined if no server has written it. */
export function readElement(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Numbers that JSON does not hold are read as texts. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'bigint' ? String(one) : one,
  );
}

/**
 * The types of an object's fields: what is none of its type is told, and taken out, so that nobody
 * after trips over it.
 */
import { Finding, inQuotes, nearest, Rule, show, violation } from '../findings';
import { goQuantity } from '../kube';
import { BYTES, isTime, Type, typeOf, Visitor, Walk, walk, zeroOf } from '../model';
import { Fields, isQuantityLike } from './read';

/** The rules of types, by the kind of object that has the fields. */
export interface TypeRules {
  readonly type: Rule;
  readonly unknownField: Rule;
  /**
   * What quantities are.
   * @default - the rule of types
   */
  readonly quantity?: Rule;
}

/** A part of an object of which every field has its type, and what was wrong with the others. */
export interface Conformed {
  readonly part: Fields;
  readonly findings: readonly Finding[];
}

/**
 * Takes out of a part of an object, such as `PodSpec`, the fields that Kubernetes does not know,
 * those of other types, and nulls.
 */
export function conform(value: unknown, part: string, path: string, rules: TypeRules): Conformed {
  const findings: Finding[] = [];
  const result = walk(value, typeOf(part), new Conformer(rules, findings), path);
  return { part: (result ?? {}) as Fields, findings };
}

/**
 * What is taken as it is: what only the server writes means nothing in a manifest, and containers
 * that are added later are not looked at.
 */
const TAKEN = new Set([
  '[]ManagedFieldsEntry',
  'EphemeralContainer',
  'PersistentVolumeClaimStatus',
  'PersistentVolumeStatus',
]);

const INT32 = 2 ** 31;
const INT64 = 2 ** 63;

/** A type that has no parts. */
interface Scalar {
  /** What a value is not, and what to do about it. */
  readonly what: string;
  has(value: unknown): boolean;
  remedy(value: unknown): string;
}

const TEXT: Scalar = {
  has: (value) => typeof value === 'string',
  what: 'string',
  remedy: inQuotes,
};
const TIME: Scalar = {
  has: (value) => typeof value === 'string' && isTime(value),
  what: 'time',
  remedy: () => 'use one such as 2026-01-01T00:00:00Z',
};
const WHOLE = { what: 'whole number', remedy: () => 'use a whole number' };
const SCALARS: { readonly [form: string]: Scalar } = {
  string: TEXT,
  Time: TIME,
  MicroTime: TIME,
  [BYTES]: TEXT,
  bool: {
    has: (value) => typeof value === 'boolean',
    what: 'boolean',
    remedy: () => 'use true or false',
  },
  int32: { ...WHOLE, has: (value) => isInteger(value, INT32) },
  int64: { ...WHOLE, has: (value) => isInteger(value, INT64) },
  IntOrString: {
    has: (value) => typeof value === 'string' || isInteger(value, INT32),
    what: 'port',
    remedy: () => 'use a number, or the name of a port',
  },
  Quantity: {
    has: (value) =>
      (isQuantityLike(value) || typeof value === 'bigint') && goQuantity(value) !== undefined,
    what: 'valid quantity',
    remedy: () => 'use one such as 500m or 10Gi',
  },
};

class Conformer implements Visitor {
  public readonly copies = 'changed';

  constructor(
    private readonly rules: TypeRules,
    private readonly findings: Finding[],
  ) {}

  public nothing(value: null | undefined, type: Type, { isItem, parent }: Walk): unknown {
    return isItem || (value === null && parent?.form === 'map') ? zeroOf(type) : undefined;
  }

  public enter(_value: object, type: Type): boolean {
    return !TAKEN.has(type.name);
  }

  public misfit(value: unknown, type: Type, { path }: Walk): unknown {
    if (!this.enter({}, type)) return value;
    return type.form === 'list'
      ? this.wrong(value, path, 'list', 'use a list')
      : this.wrong(value, path, 'map', 'use a map of fields');
  }

  public scalar(value: unknown, { form }: Type, at: Walk): unknown {
    // Nearly all values are texts.
    if (form === 'string' && typeof value === 'string') return value;
    if (!Object.hasOwn(SCALARS, form)) return value;
    const { what, has, remedy } = SCALARS[form];
    if (!has(value)) {
      const rule = form === 'Quantity' ? this.rules.quantity : undefined;
      return this.wrong(value, at.path, what, remedy(value), rule);
    }
    // Whole numbers may come as bigints.
    return typeof value === 'bigint' && form.startsWith('int') ? Number(value) : value;
  }

  public unknown(_value: unknown, field: string, { fields }: Type, { path }: Walk): undefined {
    const guess = nearest(field, [...fields.keys()]);
    this.findings.push(
      violation(
        this.rules.unknownField,
        path,
        `unknown field ${show(field)}`,
        guess === undefined ? 'remove it' : `perhaps you meant ${show(guess)}`,
      ),
    );
  }

  private wrong(
    value: unknown,
    path: string,
    what: string,
    remedy: string,
    rule: Rule = this.rules.type,
  ): undefined {
    this.findings.push(violation(rule, path, `${show(value)} is not a ${what}`, remedy));
  }
}

function isInteger(value: unknown, limit: number): boolean {
  if (typeof value !== 'bigint' && !Number.isInteger(value)) return false;
  return (value as bigint | number) >= -limit && (value as bigint | number) < limit;
}

/**
 * The types of an object's fields: what is none of its type is told, and taken out, so that nobody
 * after trips over it.
 */
import { Finding, inQuotes, meantOr, nearest, Rule, show, violation } from '../findings';
import { goQuantity } from '../kube';
import { BYTES, expectedOf, Type, typeOf, Visitor, Walk, walk, zeroOf } from '../model';
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

/** What a value of a type without parts is, and what to do about one that is not. */
type Words = readonly [what: string, remedy: string | ((value: unknown) => string)];

const TEXT: Words = ['string', inQuotes];
const TIME: Words = ['time', 'use one such as 2026-01-01T00:00:00Z'];
const WHOLE: Words = ['whole number', 'use a whole number'];
const WORDS: { readonly [form: string]: Words } = {
  string: TEXT,
  Time: TIME,
  MicroTime: TIME,
  [BYTES]: TEXT,
  bool: ['boolean', 'use true or false'],
  int32: WHOLE,
  int64: WHOLE,
  IntOrString: ['port', 'use a number, or the name of a port'],
  Quantity: ['valid quantity', 'use one such as 500m or 10Gi'],
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
    const isRight = form === 'Quantity' ? isQuantity(value) : expectedOf(form, value) === undefined;
    if (!isRight && Object.hasOwn(WORDS, form)) {
      const [what, remedy] = WORDS[form];
      const rule = form === 'Quantity' ? this.rules.quantity : undefined;
      return this.wrong(
        value,
        at.path,
        what,
        typeof remedy === 'string' ? remedy : remedy(value),
        rule,
      );
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
        meantOr(guess, 'remove it'),
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

function isQuantity(value: unknown): boolean {
  return (isQuantityLike(value) || typeof value === 'bigint') && goQuantity(value) !== undefined;
}

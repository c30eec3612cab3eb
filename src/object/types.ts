/**
 * The types of an object's fields: what is none of its type is told, and taken out, so that nobody
 * after trips over it.
 */
import { Finding, inQuotes, meantOr, nearest, Rule, show, violation } from '../findings';
import { goQuantity } from '../kube';
import { BYTES, Type, TypeChecker, typeOf, Walk, walk, zeroOf } from '../model';
import { Fields, isQuantityLike } from './read';

/** The rules of types, by the kind of object that has the fields. */
interface TypeRules {
  readonly type: Rule;
  readonly unknownField: Rule;
  /**
   * What quantities are.
   * @default - the rule of types
   */
  readonly quantity?: Rule;
}

/** A part of an object of which every field has its type, and what was wrong with the others. */
interface Conformed {
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

/** What a value of a type is, and what to do about one that is not. */
type Words = readonly [what: string, remedy: string | ((value: unknown) => string)];

const TEXT: Words = ['string', inQuotes];
const TIME: Words = ['time', 'use one such as 2026-01-01T00:00:00Z'];
const WHOLE: Words = ['whole number', 'use a whole number'];
const MAP: Words = ['map', 'use a map of fields'];
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
  list: ['list', 'use a list'],
  map: MAP,
  struct: MAP,
};

class Conformer extends TypeChecker {
  public readonly copies = 'changed';

  constructor(
    private readonly rules: TypeRules,
    private readonly findings: Finding[],
  ) {
    super();
  }

  public nothing(value: null | undefined, type: Type, { isItem, parent }: Walk): unknown {
    return isItem || (value === null && parent?.form === 'map') ? zeroOf(type) : undefined;
  }

  public enter(_value: object, type: Type): boolean {
    return !TAKEN.has(type.name);
  }

  public misfit(value: unknown, type: Type, at: Walk): unknown {
    return this.enter({}, type) ? super.misfit(value, type, at) : value;
  }

  public scalar(value: unknown, type: Type, at: Walk): unknown {
    const { form } = type;
    if (form === 'Quantity') {
      return isQuantity(value) ? value : this.wrong(value, 'quantity', type, at);
    }
    const known = super.scalar(value, type, at);
    // Whole numbers may come as bigints.
    return typeof known === 'bigint' && form.startsWith('int') ? Number(known) : known;
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

  protected wrong(value: unknown, _expected: string, { form }: Type, { path }: Walk): unknown {
    if (!Object.hasOwn(WORDS, form)) return value;
    const [what, remedy] = WORDS[form];
    const rule = form === 'Quantity' ? this.rules.quantity : undefined;
    this.findings.push(
      violation(
        rule ?? this.rules.type,
        path,
        `${show(value)} is not a ${what}`,
        typeof remedy === 'string' ? remedy : remedy(value),
      ),
    );
    return undefined;
  }
}

function isQuantity(value: unknown): boolean {
  return (isQuantityLike(value) || typeof value === 'bigint') && goQuantity(value) !== undefined;
}

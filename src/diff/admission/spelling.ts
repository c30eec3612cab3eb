/**
 * Objects as the API server writes them: with quantities as they are spelled, and without the texts
 * that stand for what only the cluster knows.
 */
import { isMap, UNKNOWABLE, Unknown } from '../../cel';
import { Fields, goQuantity, parseQuantity } from '../../kube';
import { Type, typeOf, Visitor, Walk, walk } from '../../model';
import { isServerAssigned } from '../../validation';

/**
 * An object with its quantities as they are spelled in the manifests that it comes from; others
 * cannot be known.
 */
export function spelled(type: string, object: Fields, given: readonly Fields[]): Fields {
  const texts = new Map<bigint, string | undefined>();
  for (const one of given) collect(one, texts);
  return walk(object, typeOf(type), new Writer(texts)) as Fields;
}

type Texts = Map<bigint, string | undefined>;

/**
 * The server mostly writes a value in its shortest form, but keeps whether powers of 1024 or of
 * 1000 were meant.
 */
function collect(value: unknown, texts: Texts): void {
  if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) collect(one, texts);
  } else if (typeof value === 'string' || typeof value === 'number') {
    const parsed = parseQuantity(value);
    if (!parsed) return;
    const text = goQuantity(value);
    texts.set(
      parsed.nano,
      texts.has(parsed.nano) && texts.get(parsed.nano) !== text ? undefined : text,
    );
  }
}

class Writer implements Visitor {
  public readonly copies = 'all';
  public readonly ofManifests = true;
  public readonly looksIntoAny = true;

  constructor(private readonly texts: Texts) {}

  /** What is not known is no map, though it stands for one. */
  public enter(value: object): boolean {
    return Array.isArray(value) || isMap(value);
  }

  public misfit(value: unknown, _type: Type, at: Walk): unknown {
    return at.value(value, typeOf('any'));
  }

  public unknown(value: unknown, _field: string, _struct: Type, at: Walk): unknown {
    return at.value(value, typeOf('any'));
  }

  public scalar(value: unknown, { form }: Type, at: Walk): unknown {
    // Labels that the node chooses have no key that is known.
    if (typeof at.name === 'string' && isServerAssigned(at.name)) return undefined;
    if (form === 'Quantity') {
      const parsed = parseQuantity(String(value));
      return parsed ? (this.texts.get(parsed.nano) ?? new Unknown(`${parsed.nano}`)) : UNKNOWABLE;
    }
    return typeof value === 'string' && isServerAssigned(value) ? new Unknown(value) : value;
  }
}

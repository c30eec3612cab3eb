/**
 * Objects as the API server writes them: with quantities as they are spelled, and without the texts
 * that stand for what only the cluster knows.
 */
import { isMap, UNKNOWABLE, Unknown } from '../cel';
import { Fields, goQuantity, parseQuantity } from '../kube';
import { elementType, pointee, structFields } from '../model';
import { isServerAssigned } from '../validation';

/**
 * An object with its quantities as they are spelled in the manifests that it comes from; others
 * cannot be known.
 */
export function spelled(type: string, object: Fields, given: readonly Fields[]): Fields {
  const texts = new Map<bigint, string | undefined>();
  for (const one of given) collect(one, texts);
  return written(type, object, texts) as Fields;
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

function written(type: string, value: unknown, texts: Texts): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => written(elementType(type)?.type ?? '', item, texts));
  }
  if (pointee(type) === 'Quantity') {
    const parsed = parseQuantity(String(value));
    return parsed ? (texts.get(parsed.nano) ?? new Unknown(`${parsed.nano}`)) : UNKNOWABLE;
  }
  if (typeof value === 'string' && isServerAssigned(value)) return new Unknown(value);
  if (!isMap(value)) return value;
  const plain = pointee(type);
  const fields = structFields(plain);
  const ofMap = elementType(type)?.type ?? '';
  const typeOf = (name: string) => (fields && Object.hasOwn(fields, name) ? fields[name] : ofMap);
  const kept = Object.entries(value).filter(([name]) => !isServerAssigned(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, written(typeOf(name), one, texts)]));
}

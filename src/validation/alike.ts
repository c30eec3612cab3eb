/**
 * Objects that are alike but for their own names: what the server takes of one, it takes of all.
 * Most of many objects are made of one template, for one application after the other.
 */
import { Fields, fieldsOf } from '../kube';

/** Names that are like each other to all rules; `system-` means something to some. */
const PLAIN = /^(?!system-|kube-)[a-z]([-a-z0-9]{0,38}[a-z0-9])?$/;
/** Where names stand that rules compare with names only, by the field that they are in. */
const NAMES: { readonly [within: string]: readonly string[] | undefined } = {
  metadata: ['name', 'namespace'],
  claimRef: ['name', 'namespace'],
};
const REFERENCES = ['claimName', 'volumeName', 'serviceName', 'volumeHandle'];
const LABELS = ['labels', 'matchLabels', 'selector'];
/** Labels with values of their own, such as the levels of Pod Security. */
const OF_KUBERNETES = /^(?!app\.kubernetes\.io\/).*k(?:ubernetes|8s)\.io\//;
/** No type is that deep. */
const MOST_DEPTH = 32;
/** So many texts are kept. */
const MOST_KEPT = 4096;

/** The shapes of objects of which nothing was said. */
export class RightShapes {
  private readonly known = new Set<string>();

  /** What `judge` says of an object; it is only asked of the first of those that are alike. */
  public unlessAlike<T>(object: Fields, judge: () => readonly T[]): readonly T[] {
    const shape = shapeOf(object);
    if (shape === undefined) return judge();
    if (this.known.has(shape)) return [];
    const said = judge();
    if (said.length === 0) {
      if (this.known.size >= MOST_KEPT) this.known.clear();
      this.known.add(shape);
    }
    return said;
  }
}

/**
 * The object as a text, without its own name and namespace where only names stand. Two that have
 * the same differ in nothing but these, which are as long and stand in the same places. Undefined
 * if a field is called like the object, and of what is no data.
 */
export function shapeOf(object: Fields): string | undefined {
  const { name, namespace } = fieldsOf(object.metadata);
  const [own, space] = [plain(name), plain(namespace)];
  const writer = new ShapeWriter(own, space);
  writer.fields(object, '', 0);
  return writer.isWhole ? `${own?.length},${space?.length}${writer.text}` : undefined;
}

function plain(name: unknown): string | undefined {
  return typeof name === 'string' && PLAIN.test(name) ? name : undefined;
}

class ShapeWriter {
  public text = '';
  public isWhole = true;

  constructor(
    private readonly name: string | undefined,
    private readonly namespace: string | undefined,
  ) {}

  public fields(value: Fields, within: string, depth: number): void {
    this.text += '{';
    for (const key of Object.keys(value)) {
      if (key === this.name || key === this.namespace) this.isWhole = false;
      this.text += `${key.length}:${key}`;
      const one = value[key];
      if (typeof one === 'string') this.string(one, key, within);
      else this.other(one, key, depth + 1);
    }
    this.text += '}';
  }

  private other(value: unknown, key: string, depth: number): void {
    if (depth > MOST_DEPTH) {
      this.isWhole = false;
    } else if (Array.isArray(value)) {
      this.text += '[';
      for (const item of value as readonly unknown[]) {
        if (typeof item === 'string') this.string(item, '', '');
        else this.other(item, '', depth + 1);
      }
      this.text += ']';
    } else if (typeof value === 'object' && value !== null) {
      this.fields(value as Fields, key, depth);
    } else if (typeof value === 'function' || typeof value === 'symbol' || Object.is(value, -0)) {
      this.isWhole = false;
    } else {
      this.text +=
        typeof value === 'bigint' ? `${value}n;` : `${value as number | boolean | null};`;
    }
  }

  /** A name elsewhere stays what it is, and is marked: another object has another name. */
  private string(value: string, key: string, within: string): void {
    if (value === this.name) this.text += isName(key, within) ? '$' : `$${value}`;
    else if (value === this.namespace) this.text += isName(key, within) ? '@' : `@${value}`;
    else this.text += `${value.length}"${value}`;
  }
}

function isName(key: string, within: string): boolean {
  if (LABELS.includes(within)) return !OF_KUBERNETES.test(key);
  return REFERENCES.includes(key) || NAMES[within]?.includes(key) === true;
}

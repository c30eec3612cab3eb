/**
 * Objects that are alike but for their names: what the server takes of one, it takes of all. Most
 * of many objects are made of one template, for one application after the other.
 */
import { Fields, own } from '../kube';

/** Names that are like each other to all rules; `system-` means something to some. */
const PLAIN = /^(?!system-|kube-)[a-z](?:[-a-z0-9]{0,38}[a-z0-9])?$/;
/** Where names stand that rules compare with names only, by the field that they are in. */
export const NAMES: { readonly [within: string]: readonly string[] | undefined } = {
  metadata: ['name', 'namespace'],
  claimRef: ['name', 'namespace'],
  containers: ['name'],
  initContainers: ['name'],
  configMap: ['name'],
  configMapRef: ['name'],
  secretRef: ['name'],
};
export const REFERENCES = ['claimName', 'volumeName', 'serviceName', 'secretName'];
export const LABELS = ['labels', 'matchLabels', 'selector'];
/** Labels with values of their own, such as the levels of Pod Security. */
const OF_KUBERNETES = /^(?!app\.kubernetes\.io\/).*k(?:ubernetes|8s)\.io\//;
/** Where any text may stand that is not empty, by the field that they are in. */
export const TEXTS: { readonly [within: string]: string | undefined } = {
  args: '',
  env: 'value',
  httpGet: 'path',
  csi: 'volumeHandle',
};
/** A text as anybody would write it there. */
const PRINTED = /^[!-~](?:[ -~]{0,254}[!-~])?$/;
/** No type is that deep. */
const MOST_DEPTH = 32;
/** An object with more names is hardly like another, and each is looked for among all. */
const MOST_NAMES = 64;
/** So many texts are kept. */
const MOST_KEPT = 1024;
/** After so many objects of which fewer than half were alike, nobody looks any more. */
const ENOUGH = 1024;

/** The shapes of objects of which nothing was said. */
export class RightShapes {
  private readonly known = new Set<string>();
  private looked = 0;
  private alike = 0;

  /** What `judge` says of an object; it is only asked of the first of those that are alike. */
  public unlessAlike<T>(object: Fields, judge: () => readonly T[]): readonly T[] {
    if (this.looked >= ENOUGH && this.alike * 2 < this.looked) return judge();
    this.looked += 1;
    const shape = shapeOf(object);
    if (shape === undefined) return judge();
    if (this.known.has(shape)) {
      this.alike += 1;
      return [];
    }
    const said = judge();
    if (said.length === 0) {
      if (this.known.size >= MOST_KEPT) this.known.clear();
      this.known.add(shape);
    }
    return said;
  }
}

/**
 * The object as a text, with a number for each name where only names stand. Two that have the same
 * differ in nothing but these, which are as long, stand in the same places, and are like the same
 * other texts. Undefined of what is no data, and where there are too many names.
 */
export function shapeOf(object: Fields): string | undefined {
  const writer = new ShapeWriter();
  writer.fields(object, '', 0);
  return writer.isWhole ? `${writer.text}${writer.likenesses()}` : undefined;
}

class ShapeWriter {
  public text = '';
  public isWhole = true;
  private readonly names: string[] = [];
  private readonly others: string[] = [];

  public fields(value: Fields, within: string, depth: number): void {
    this.text += '{';
    for (const key of Object.keys(value)) {
      if (!this.isWhole) return;
      this.others.push(key);
      this.text += `${key.length}:${key}`;
      const one = value[key];
      if (typeof one === 'string') this.string(one, key, within);
      else this.other(one, key, depth + 1);
    }
    this.text += '}';
  }

  /** The texts that are names as well, and keys such as those of annotations that end with one. */
  public likenesses(): string {
    let found = '';
    for (const text of this.others) {
      const index = this.names.indexOf(text.slice(text.indexOf('/') + 1));
      if (index >= 0) found += `=${index},${text.length}"${text}`;
    }
    return found;
  }

  /** Items stand in the field that their list is in. */
  private other(value: unknown, key: string, depth: number): void {
    if (depth > MOST_DEPTH) {
      this.isWhole = false;
    } else if (Array.isArray(value)) {
      this.text += '[';
      for (const item of value as readonly unknown[]) {
        if (!this.isWhole) return;
        if (typeof item === 'string') this.string(item, '', key);
        else this.other(item, key, depth + 1);
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

  private string(value: string, key: string, within: string): void {
    if (TEXTS[within] === key && PRINTED.test(value)) {
      this.text += '~';
    } else if (isName(key, within) && PLAIN.test(value)) {
      let index = this.names.indexOf(value);
      if (index < 0) index = this.names.push(value) - 1;
      if (index >= MOST_NAMES) this.isWhole = false;
      this.text += `$${index},${value.length};`;
    } else {
      this.others.push(value);
      this.text += `${value.length}"${value}`;
    }
  }
}

function isName(key: string, within: string): boolean {
  if (LABELS.includes(within)) return !OF_KUBERNETES.test(key);
  // Fields may be called as what every object has, such as `toString`.
  const names = own(NAMES, within);
  return REFERENCES.includes(key) || names?.includes(key) === true;
}

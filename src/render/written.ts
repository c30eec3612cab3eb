/**
 * Where the author of a custom resource wrote what an object that it stands for has: at the part of
 * the resource that is the same.
 */
import { isFields, stepsAlong } from '../kube';

/**
 * The parts of a resource, by their content, and its texts: each with its path, or undefined if it
 * is there several times.
 */
interface Parts {
  readonly parts: ReadonlyMap<string, string | undefined>;
  readonly texts: ReadonlyMap<string, string | undefined>;
}

const known = new WeakMap<object, Parts>();

/**
 * The field of the resource that stands for a field of an object: the innermost part around the
 * field that the resource has exactly once, such as a volume or a container, or the text itself.
 * Empty if there is none.
 */
export function writtenAt(resource: object, manifest: object, path: string): string {
  const steps = [...stepsAlong(manifest, path)];
  let parts = known.get(resource);
  if (!parts) known.set(resource, (parts = partsOf(resource)));
  for (const { value, rest } of [...steps].reverse()) {
    const found =
      typeof value === 'object' && value !== null ? parts.parts.get(contentOf(value)) : undefined;
    if (found !== undefined) {
      return rest === '' ? found : `${found}${rest.startsWith('[') ? '' : '.'}${rest}`;
    }
  }
  const last = steps.at(-1);
  return last?.rest === '' && typeof last.value === 'string' && steps[0].key === 'spec'
    ? (parts.texts.get(last.value) ?? '')
    : '';
}

/** Only what is in the spec: metadata of a resource and of its objects are alike by chance. */
function partsOf(resource: object): Parts {
  const parts = new Map<string, string | undefined>();
  const texts = new Map<string, string | undefined>();
  const note = (map: Map<string, string | undefined>, content: string, path: string) =>
    map.set(content, map.has(content) ? undefined : path);
  const visit = (value: unknown, path: string) => {
    if (typeof value === 'string') note(texts, value, path);
    if (typeof value !== 'object' || value === null) return;
    if (Object.keys(value).length > 0) note(parts, contentOf(value), path);
    if (Array.isArray(value)) {
      value.forEach((one, index) => visit(one, `${path}[${index}]`));
    } else {
      for (const [key, one] of Object.entries(value)) {
        visit(one, `${path}${/^[\w-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`}`);
      }
    }
  };
  const { spec } = resource as { readonly spec?: unknown };
  if (isFields(spec)) for (const [key, one] of Object.entries(spec)) visit(one, `spec.${key}`);
  return { parts, texts };
}

/** What is the same in any order of fields. */
function contentOf(value: object): string {
  return JSON.stringify(value, (_key, one: unknown) => {
    if (typeof one === 'bigint') return String(one);
    return isFields(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one;
  });
}

/** Read-outs for tests, as kubectl prints them. */
import { readReadOut, ReadOut } from '../../src/read-out';
import { printYaml } from '../../src/yaml';

/** Any object as it is in a cluster. */
export interface Live {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

/** An object with what only a server writes. */
export function live(
  apiVersion: string,
  kind: string,
  name: string,
  { metadata, ...fields }: { readonly [field: string]: unknown } = {},
): Live {
  const { namespace } = (metadata ?? {}) as { namespace?: string };
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      uid: `uid of ${kind} ${namespace ?? ''}/${name}`,
      resourceVersion: '1',
      creationTimestamp: '2026-11-01T10:00:00Z',
      ...(metadata as object | undefined),
    },
    ...fields,
  };
}

/** The same in a namespace. */
export function liveIn(
  namespace: string,
  apiVersion: string,
  kind: string,
  name: string,
  fields: { readonly [field: string]: unknown } = {},
): Live {
  const metadata = { namespace, ...(fields.metadata as object | undefined) };
  return live(apiVersion, kind, name, { ...fields, metadata });
}

/** A namespace with what every one has, which shows that a read-out is complete. */
export function bare(name: string): Live[] {
  return [
    live('v1', 'Namespace', name, { status: { phase: 'Active' } }),
    liveIn(name, 'v1', 'ConfigMap', 'kube-root-ca.crt'),
    liveIn(name, 'v1', 'ServiceAccount', 'default'),
  ];
}

const LIST = { kind: 'List', metadata: { resourceVersion: '' } };

/** As `kubectl get -o json` prints objects. */
export function asJson(items: readonly unknown[]): string {
  return `${JSON.stringify({ apiVersion: 'v1', items, ...LIST }, null, 4)}\n`;
}

/** As `kubectl get -o yaml` prints objects. */
export function asYaml(items: readonly unknown[]): string {
  const list = items.map((item) =>
    printYaml(item)
      .replace(/^(?=.)/gm, '  ')
      .replace(/^ {2}/, '- '),
  );
  return `apiVersion: v1\nitems:\n${list.join('')}kind: List\nmetadata:\n  resourceVersion: ""\n`;
}

/** A read-out of these texts, in pieces of so many bytes. */
export function readText(texts: string | readonly string[], length: number = Infinity): ReadOut {
  return readReadOut(
    [texts].flat().map((text, index) => ({
      name: index === 0 ? 'live.json' : `live-${index}.json`,
      bytes: pieces(new TextEncoder().encode(text), length),
    })),
  );
}

function pieces(bytes: Uint8Array, length: number): Uint8Array[] {
  if (bytes.length <= length) return [bytes];
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );
}

/** A read-out of these objects. */
export function readOutOf(items: readonly unknown[]): ReadOut {
  return readText(asJson(items));
}

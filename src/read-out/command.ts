/** The command that prints a read-out: which kinds kubectl is to get, and how. */
import { READ_OUT_KINDS } from './kinds';
import { shellWord } from '../escape';
import { groupOf, kindKey, pluralOf } from '../kube';
import { servedVersion } from '../model';

interface ReadOutRequest {
  /** The minor version of the server: kinds that it does not have are left out. */
  readonly minor?: number;
  /** Further kinds, of objects in files. */
  readonly kinds?: readonly { readonly apiVersion: string; readonly kind: string }[];
  /** The context of kubectl; the present one, unless it is said. */
  readonly context?: string;
  /** Whether the keys of Secrets are wanted as well. */
  readonly hasSecrets?: boolean;
}

/** Kinds that are never asked for: kubectl prints the values of Secrets. */
const NEVER = new Set(['/Secret']);

/** The resources that kubectl is to get, in a stable order. */
function resourcesOf({ minor, kinds = [] }: ReadOutRequest): string[] {
  const usual = Object.keys(READ_OUT_KINDS).filter((key) => {
    const slash = key.indexOf('/');
    const [group, kind] = [key.slice(0, slash), key.slice(slash + 1)];
    return minor === undefined || servedVersion(group, kind, minor) !== undefined;
  });
  const known = new Set([...usual, ...NEVER]);
  const more = new Set<string>();
  for (const { apiVersion, kind } of kinds) {
    const group = groupOf(apiVersion);
    if (known.has(kindKey(apiVersion, kind)) || kind.endsWith('List')) continue;
    more.add(group === '' ? pluralOf(kind) : `${pluralOf(kind)}.${group}`);
  }
  return [...usual.map((key) => READ_OUT_KINDS[key]), ...[...more].sort()];
}

/** The lines of a shell that print the read-out. */
export function readOutCommand(request: ReadOutRequest): string {
  const context = request.context === undefined ? '' : ` --context ${shellWord(request.context)}`;
  const get = `kubectl${context} get ${resourcesOf(request).join(',')} --all-namespaces --show-managed-fields -o json`;
  if (!request.hasSecrets) return get;
  return `${get}\n${`kubectl${context} get secrets --all-namespaces -o go-template=${shellWord(SECRETS)}`}`;
}

/** Prints of each Secret what it is called and its keys, as a document of YAML. */
const SECRETS =
  '{{range .items}}---{{"\\n"}}apiVersion: v1{{"\\n"}}kind: Secret{{"\\n"}}metadata:' +
  '{{"\\n"}}  name: {{.metadata.name}}{{"\\n"}}  namespace: {{.metadata.namespace}}' +
  '{{"\\n"}}  uid: {{.metadata.uid}}{{"\\n"}}  resourceVersion: "{{.metadata.resourceVersion}}"' +
  '{{"\\n"}}type: {{.type}}{{"\\n"}}data:{{range $key, $value := .data}}' +
  '{{"\\n"}}  {{printf "%q" $key}}: ""{{else}} {}{{end}}{{"\\n"}}{{end}}';

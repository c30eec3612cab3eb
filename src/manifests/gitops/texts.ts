/**
 * What is in the texts of objects that one engine or the other does not get through with: too much
 * of it, or what it takes for variables.
 */
import { annotationPath, FLUX, fluxOptionAt, hasSyncOption, SYNC_OPTIONS } from './annotations';
import { APPLICATIONS, KUSTOMIZATION, syncingOf } from './engines';
import { GITOPS_RULES as RULES } from './rules';
import { appliedBytes } from './size';
import { Finding, show, violation } from '../../findings';
import { EVERYTHING, Judge, JudgedObject, World } from '../../judge';
import { isFields, MAX_ANNOTATION_BYTES } from '../../kube';
import { fieldsOf, isGiven } from '../../object';

/** Every object. */
export const TEXT_JUDGES: readonly Judge[] = [
  { kinds: [EVERYTHING], check: checkSize },
  { kinds: [EVERYTHING], check: checkVariables },
];

const SERVER_SIDE = 'ServerSideApply=true';
/** What envsubst replaces; two dollars stand for one. */
const VARIABLE = /(?:^|[^$])(\$\{[^}\n]*\}?)/;

function checkSize(object: JudgedObject, world: World): Finding[] {
  if (world.target.gitops !== 'argocd') return [];
  const isServers =
    hasSyncOption(object, SERVER_SIDE) ||
    hasSyncOption(object, 'Replace=true') ||
    world.once(serverSide).has(object.namespace ?? '');
  const bytes = isServers ? 0 : appliedBytes(object.manifest);
  if (bytes <= MAX_ANNOTATION_BYTES) return [];
  return [
    violation(
      RULES.tooLongToApply,
      annotationPath(SYNC_OPTIONS),
      `Argo CD keeps the ${object.kind} ${show(object.name)} in one of its own annotations, which makes ${bytes} bytes of annotations, but at most ${MAX_ANNOTATION_BYTES} are allowed`,
      `add the annotation ${SYNC_OPTIONS}: ${SERVER_SIDE}, or set it in the Application`,
    ),
  ];
}

/** The namespaces of Applications that apply by the server. */
function serverSide(world: World): ReadonlySet<string> {
  const all = APPLICATIONS.flatMap((kind) => world.ofKind(kind)).map(syncingOf);
  return new Set(
    all.filter(({ options }) => options.includes(SERVER_SIDE)).map(({ namespace }) => namespace),
  );
}

function checkVariables(object: JudgedObject, world: World): Finding[] {
  if (!world.once(substitutes) || fluxOptionAt(object, 'substitute', 'disabled') !== undefined) {
    return [];
  }
  const found = variableIn(object.manifest, '');
  if (!found) return [];
  return [
    violation(
      RULES.substituted,
      found.path,
      `Flux treats ${show(found.text)} as its own variable if it substitutes variables (postBuild)`,
      `add the annotation ${FLUX}/substitute: disabled, or write it without braces`,
    ),
  ];
}

/**
 * Whether somebody substitutes, as far as one can tell: all Kustomizations that there are say it,
 * or if there are none, that there is Flux.
 */
function substitutes(world: World): boolean {
  const all = world.ofKind(KUSTOMIZATION);
  if (all.length === 0) return world.target.gitops === 'flux';
  return all.some(({ manifest }) => isGiven(fieldsOf(manifest.spec).postBuild));
}

interface Found {
  readonly path: string;
  readonly text: string;
}

/** The first variable in the texts of a value. */
function variableIn(value: unknown, path: string): Found | undefined {
  if (typeof value === 'string') {
    const text = VARIABLE.exec(value)?.[1];
    return text === undefined ? undefined : { path, text };
  }
  if (Array.isArray(value)) return first(value.map((one, index) => [`${path}[${index}]`, one]));
  if (!isFields(value)) return undefined;
  return first(Object.entries(value).map(([key, one]) => [pathTo(path, key), one]));
}

function first(entries: readonly (readonly [path: string, value: unknown])[]): Found | undefined {
  for (const [path, value] of entries) {
    const found = variableIn(value, path);
    if (found) return found;
  }
  return undefined;
}

function pathTo(path: string, key: string): string {
  if (!/^[A-Za-z_][\w-]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

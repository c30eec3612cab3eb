/**
 * Texts of objects that one engine or the other fails on: too long for it, or with what it takes
 * for variables.
 */
import { annotationPath, FLUX, fluxOptionAt, hasSyncOption, SYNC_OPTIONS } from './annotations';
import { APPLICATIONS, KUSTOMIZATION, syncingOf, targetOf } from './engines';
import { appliedBytes } from './size';
import { API_SERVER, ARGO_CD, FLUX_CD } from './sources';
import { defineRules, Finding, show, violation } from '../../findings';
import { EVERYTHING, Judge, JudgedObject, World } from '../../judge';
import { fieldPath, isFields, MAX_ANNOTATION_BYTES } from '../../kube';
import { fieldsOf, isGiven, namesOf, valuesOf } from '../../object';

const RULES = defineRules('gitops', {
  tooLongToApply: {
    warning: 'An object larger than 256 KiB is not applied server-side.',
    why: 'Argo CD keeps what it applied in an annotation of the object, which is then rejected: metadata.annotations: Too long.',
    bad: 'a ConfigMap of 300 KiB',
    good: 'argocd.argoproj.io/sync-options: ServerSideApply=true',
    source: `${ARGO_CD}; ${API_SERVER}`,
  },
  substituted: {
    warning: 'Flux substitutes a string with ${ that is not exempt.',
    why: 'A Kustomization with postBuild treats ${HOME} in a script as its own variable, and replaces it with nothing unless it sets it.',
    bad: 'echo ${HOME}, in a script of a ConfigMap',
    good: 'echo $HOME; or kustomize.toolkit.fluxcd.io/substitute: disabled',
    source: FLUX_CD,
  },
});

/** Every object. */
export const TEXT_JUDGES: readonly Judge[] = [
  { rules: () => [RULES], kinds: [EVERYTHING], when: isOfArgo, check: checkSize },
  { rules: () => [RULES], kinds: [EVERYTHING], when: isSubstituted, check: checkVariables },
];

const SERVER_SIDE = 'ServerSideApply=true';
/** What envsubst replaces; two dollars stand for one. */
const VARIABLE = /(?:^|[^$])(\$\{[^}\n]*\}?)/g;

function isOfArgo({ target }: World): boolean {
  return target.gitops === 'argocd';
}

function isSubstituted(world: World): boolean {
  return world.once(substituted).size > 0;
}

function checkSize(object: JudgedObject, world: World): Finding[] {
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
  const told = world.once(substituted).get(object);
  if (!told) return [];
  const { found, by, others } = told;
  const also =
    others === 0 ? '' : `; so it does in ${others} other object${others === 1 ? '' : 's'}`;
  return [
    violation(
      RULES.substituted,
      found.path,
      `Flux treats ${show(found.text)} as its own variable, since the Kustomization ${show(by.name)} substitutes variables (postBuild)${also}`,
      `set it in postBuild.substitute, add the annotation ${FLUX}/substitute: disabled, or write it without braces`,
    ),
  ];
}

/** What is told once for all objects of a Kustomization. */
interface Substituted {
  readonly found: Found;
  readonly by: JudgedObject;
  /** How many more objects have such a text. */
  others: number;
}

/** The first object of each Kustomization that has a variable which nobody sets. */
function substituted(world: World): ReadonlyMap<JudgedObject, Substituted> {
  const told = new Map<JudgedObject, Substituted>();
  const firstBy = new Map<JudgedObject, Substituted>();
  const substituting = world.ofKind(KUSTOMIZATION).filter(substitutes);
  if (substituting.length === 0) return told;
  for (const object of world.objects) {
    const by = substituting.find((one) => covers(one, object));
    const found = by && variableIn(object.manifest, '', setBy(by));
    if (!found) continue;
    const earlier = firstBy.get(by);
    if (earlier) {
      earlier.others += 1;
    } else {
      const one = { found, by, others: 0 };
      firstBy.set(by, one);
      told.set(object, one);
    }
  }
  return told;
}

/** Whether it substitutes, with variables of which all are known. */
function substitutes({ manifest }: JudgedObject): boolean {
  const { postBuild, suspend } = fieldsOf(manifest.spec);
  const { substituteFrom } = fieldsOf(postBuild);
  return isGiven(postBuild) && suspend !== true && valuesOf(substituteFrom).length === 0;
}

function covers(kustomization: JudgedObject, object: JudgedObject): boolean {
  const target = targetOf(kustomization);
  return (
    object.kindKey !== KUSTOMIZATION &&
    (target === '' || target === object.namespace) &&
    fluxOptionAt(object, 'substitute', 'disabled') === undefined
  );
}

function setBy({ manifest }: JudgedObject): ReadonlySet<string> {
  return new Set(namesOf(fieldsOf(fieldsOf(manifest.spec).postBuild).substitute));
}

interface Found {
  readonly path: string;
  readonly text: string;
}

/** The first variable in the texts of a value that is not among those that are set. */
function variableIn(value: unknown, path: string, set: ReadonlySet<string>): Found | undefined {
  if (typeof value === 'string') {
    if (!value.includes('${')) return undefined;
    const texts = [...value.matchAll(VARIABLE)].map(([, text]) => text);
    const text = texts.find((one) => !set.has(/\w*/.exec(one.slice(2))![0]));
    return text === undefined ? undefined : { path, text };
  }
  if (Array.isArray(value)) {
    return first(
      value.map((one, index) => [`${path}[${index}]`, one]),
      set,
    );
  }
  if (!isFields(value)) return undefined;
  return first(
    Object.entries(value).map(([key, one]) => [pathTo(path, key), one]),
    set,
  );
}

function first(
  entries: readonly (readonly [path: string, value: unknown])[],
  set: ReadonlySet<string>,
): Found | undefined {
  for (const [path, value] of entries) {
    const found = variableIn(value, path, set);
    if (found) return found;
  }
  return undefined;
}

function pathTo(path: string, key: string): string {
  if (!/^[A-Za-z_][\w-]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return fieldPath(path, key);
}

/** Kustomizations of Flux and Applications of Argo CD, by the namespaces that they are for. */
import { JudgedObject, World } from '../../judge';
import { fieldsOf, textOf, textsOf } from '../../object';

/** Kustomizations of Flux. */
export const KUSTOMIZATION = 'kustomize.toolkit.fluxcd.io/Kustomization';
/** Applications of Argo CD, and what makes them. */
export const APPLICATIONS = ['argoproj.io/Application', 'argoproj.io/ApplicationSet'];

/** The Kustomizations that put their objects into a namespace, but for those that are suspended. */
export function kustomizationsFor(
  world: World,
  namespace: string | undefined,
): readonly JudgedObject[] {
  return world.once(byTarget).get(namespace ?? '') ?? [];
}

/** The namespace that a Kustomization puts its objects into. */
export function targetOf({ manifest }: JudgedObject): string {
  return textOf(fieldsOf(manifest.spec).targetNamespace);
}

function byTarget(world: World): ReadonlyMap<string, readonly JudgedObject[]> {
  const found = new Map<string, JudgedObject[]>();
  for (const one of world.ofKind(KUSTOMIZATION)) {
    const target = targetOf(one);
    if (target === '' || fieldsOf(one.manifest.spec).suspend === true) continue;
    const list = found.get(target);
    if (list) list.push(one);
    else found.set(target, [one]);
  }
  return found;
}

/** What an Application says of syncing. */
export interface Syncing {
  readonly namespace: string;
  readonly options: readonly string[];
  /** The path of its options. */
  readonly path: string;
  /** Whether it puts back by itself what changes in the cluster. */
  readonly heals: boolean;
}

/** What an Application, or those of an ApplicationSet, are for. */
export function syncingOf({ kind, manifest }: JudgedObject): Syncing {
  const isSet = kind === 'ApplicationSet';
  const spec = fieldsOf(isSet ? fieldsOf(fieldsOf(manifest.spec).template).spec : manifest.spec);
  return {
    namespace: textOf(fieldsOf(spec.destination).namespace),
    options: textsOf(fieldsOf(spec.syncPolicy).syncOptions).map((option) => option.trim()),
    heals: fieldsOf(fieldsOf(spec.syncPolicy).automated).selfHeal === true,
    path: `${isSet ? 'spec.template.spec' : 'spec'}.syncPolicy.syncOptions`,
  };
}

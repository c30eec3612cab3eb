/**
 * Names of ConfigMaps and Secrets in pods that are probably wrong: nobody declares them, and
 * something that is nearly called so is there, or they are elsewhere.
 */
import { declaredOf } from './declared';
import { NAMING, Reference, referencesOf } from './references';
import { NAME_RULES as RULES } from './rules';
import { Finding, show, someOf, violation } from '../../findings';
import { Judge, World, WORKLOADS } from '../../judge';

/** The ConfigMaps and Secrets that pods name. */
export const CONFIG_NAME_JUDGE: Judge = {
  kinds: [WORKLOADS],
  needs: NAMING,
  check: ({ workload, podPath = '' }, world) => {
    if (!workload) return [];
    const told = new Set<string>();
    return referencesOf(workload.podSpec, podPath).flatMap((reference) => {
      const key = `${reference.kind}/${reference.name}`;
      if (reference.isOptional || told.has(key)) return [];
      told.add(key);
      return nameFindings(reference, workload.namespace, world);
    });
  },
};

function nameFindings(
  { kind, name, path }: Reference,
  namespace: string | undefined,
  world: World,
): Finding[] {
  const declared = world.once(declaredOf);
  const names = declared[kind];
  if (names.has(namespace, name)) return [];
  const [elsewhere, guess] = [names.elsewhere(namespace, name), names.meant(namespace, name)];
  if ((elsewhere.length === 0 && guess === undefined) || declared.isMade(kind, namespace, name)) {
    return [];
  }
  if (elsewhere.length === 0) {
    return [
      violation(
        RULES.declared,
        path,
        `the ${kind} ${show(name)} is not declared`,
        `perhaps you meant ${show(guess)}`,
      ),
    ];
  }
  return [
    violation(
      RULES.elsewhere,
      path,
      `the ${kind} ${show(name)} is declared in the namespace ${someOf(elsewhere)} only, but pods of ${show(namespace)} can use only those of their own namespace`,
      `declare it in the namespace ${show(namespace)}, or move the pods to the namespace where it is`,
    ),
  ];
}

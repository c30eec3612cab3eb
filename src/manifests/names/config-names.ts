/**
 * Names of ConfigMaps and Secrets in pods that are probably wrong: nobody declares them, and
 * something that is nearly called so is there, or they are elsewhere.
 */
import { declaredOf } from './declared';
import { NAMING, Reference, referencesOf } from './references';
import { defineRules, Finding, show, someOf, violation, misspelt } from '../../findings';
import { Judge, World, WORKLOADS } from '../../judge';

const KUBELET =
  'Kubernetes, kubelet: CreateContainerConfigError, and volumes that are never mounted';

const RULES = defineRules('names', {
  declared: {
    warning:
      'The ConfigMap or Secret that a pod refers to is not declared, and is probably misspelled.',
    why: 'A name that differs by one letter is probably misspelled: the pod never starts.',
    bad: 'secretKeyRef: { name: databse, … }, beside a Secret database',
    good: 'secretKeyRef: { name: database, … }',
    source: KUBELET,
  },
  elsewhere: {
    warning: 'The ConfigMap or Secret that a pod refers to is declared only in other namespaces.',
    why: 'A pod can use only ConfigMaps and Secrets of its own namespace: it never starts.',
    bad: 'a Secret registry in the namespace apps, and a pod of the namespace tools with imagePullSecrets: [{ name: registry }]',
    good: 'the Secret in both namespaces',
    source: KUBELET,
  },
});

/** The ConfigMaps and Secrets that pods name. */
export const CONFIG_NAME_JUDGE: Judge = {
  rules: () => [RULES],
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
    return misspelt(RULES.declared, path, kind, name, guess);
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

/** Names of claims and volumes that are probably misspelt: what they name is not there, and something is that is one letter off. */
import { Finding, Nearest, oneLetterOff, show, violation } from '../findings';
import { describe } from '../kube';
import { textOf } from '../object';
import { Topology } from '../topology';
import { STORAGE_RULES as RULES } from './rules';

/** Findings on claims that workloads name, at the workloads, and on volumes that claims name, at the claims. */
export function checkClaimNames(topology: Topology): Finding[] {
  const claims = nearestByNamespace(topology);
  const volumes = topology.persistentVolumes.map(({ name }) => name);
  const [known, near] = [new Set(volumes), oneLetterOff(volumes)];
  return [
    ...topology.undeclaredClaims().flatMap(({ workload, claimName }) => {
      const meant = claims.get(workload.namespace)?.(claimName);
      return meant === undefined || isNumbering(claimName, meant) ? [] : [{
        ...violation(RULES.claimName, '', `${describe({ ...workload, metadata: workload })} has the claim ${show(claimName)}, which is not in the app`, `perhaps ${show(meant)} is meant`),
        construct: workload.key,
      }];
    }),
    ...topology.claims.flatMap(({ spec, key }) => {
      const name = textOf(spec.volumeName);
      const meant = name === '' || known.has(name) ? undefined : near(name);
      return meant === undefined || isNumbering(name, meant) ? [] : [{
        ...violation(RULES.claimName, 'spec.volumeName', `the volume ${show(name)} is not in the app`, `perhaps ${show(meant)} is meant`),
        construct: key,
      }];
    }),
  ];
}

function nearestByNamespace({ claims }: Topology): ReadonlyMap<string | undefined, Nearest> {
  const names = new Map<string | undefined, string[]>();
  for (const { namespace, name } of claims) {
    const own = names.get(namespace);
    if (own) own.push(name);
    else names.set(namespace, [name]);
  }
  return new Map([...names].map(([namespace, own]) => [namespace, oneLetterOff(own)]));
}

/** Whether two names differ as things do that are counted: `data-1` and `data-2`, `disk-a` and `disk-b`. */
function isNumbering(one: string, other: string): boolean {
  const uncounted = (name: string) => name.replace(/\d/g, '').split(/[-.]/).filter((part) => part.length > 1).join('-');
  return uncounted(one) === uncounted(other);
}

/** Claims that more pods of a test mount than their access modes allow. */
import { Finding, show, violation } from '../../findings';
import { Topology } from '../../topology';
import { LOCUST_RULES as RULES } from '../rules';
import { KubeValue, LocustTestResource, Role, ROLES } from '../spec';
import { appliesTo } from '../targets';
import { named } from './workloads';
import { isForOnePod, isOfManyNodes, kindAndName } from '../../kube';
import { secondPodOf } from '../../object';

/** What is known of the claims of the test's namespace. */
interface KnownClaims {
  /** The access modes of a claim, as far as they are known. */
  accessModesOf(claimName: string): readonly string[] | undefined;
  /** Those who have the claim beside the test, as `Kind/namespace/name`. */
  othersOf(claimName: string): readonly string[];
}

/** Findings on the claims that a test mounts. */
export function checkClaims({ spec = {} }: LocustTestResource, known: KnownClaims): Finding[] {
  const pods: { readonly [role in Role]: number } = {
    master: 1,
    worker: spec.worker?.replicas ?? 0,
  };
  return (spec.volumes ?? []).flatMap((volume, index) => {
    const claimName = (volume.persistentVolumeClaim as KubeValue | undefined)?.claimName;
    const modes = typeof claimName === 'string' ? known.accessModesOf(claimName) : undefined;
    if (!modes || modes.length === 0) return [];
    const mounts = (spec.volumeMounts ?? []).filter((mount) => mount.name === volume.name);
    const roles = ROLES.filter((role) => mounts.some((mount) => appliesTo(mount, role)));
    const count = roles.reduce((sum, role) => sum + pods[role], 0);
    const others = count === 0 ? [] : known.othersOf(claimName as string);
    if (count < 2 && others.length === 0) return [];
    const field = `spec.volumes[${index}].persistentVolumeClaim.claimName`;
    const own = `${count} pods (${roles.map((role) => `${pods[role]} ${role}${pods[role] === 1 ? '' : 's'}`).join(', ')}) mount it`;
    const who =
      count >= 2 ? own : `${named(others)} ${others.length === 1 ? 'uses' : 'use'} it as well`;
    if (isForOnePod(modes)) {
      const { message, remedy } = secondPodOf(claimName as string, who);
      return [violation(RULES.claimForOnePod, field, message, remedy)];
    }
    if (modes.some(isOfManyNodes)) return [];
    return [
      violation(
        RULES.claimFanOut,
        field,
        `the claim ${show(claimName)} is for one node (ReadWriteOnce), but ${who}`,
        'claim ReadWriteMany, mount it only in the master, or keep all pods on one node with affinity',
      ),
    ];
  });
}

/**
 * What a topology knows of the claims of a namespace; `isOwn` says of a workload's key whether it
 * is the test's.
 */
export function knownClaims(
  topology: Topology,
  namespace: string | undefined,
  isOwn: (key: string) => boolean,
): KnownClaims {
  return {
    accessModesOf: (name) => topology.accessModesOf(namespace, name),
    othersOf: (name) =>
      topology
        .consumersOf(namespace, name)
        .filter(({ workload }) => !isOwn(workload.key))
        .map(({ workload }) => kindAndName(workload)),
  };
}

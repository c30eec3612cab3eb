/** Claims that more pods of a test mount than their access modes allow. */
import { Finding, show, violation } from '../../findings';
import { LOCUST_RULES as RULES } from '../rules';
import { KubeValue, LocustTestResource, Role, ROLES } from '../spec';
import { appliesTo } from '../targets';

/** The access modes of a claim of the test's namespace, as far as they are known. */
export type AccessModesOf = (claimName: string) => readonly string[] | undefined;

/** Findings on the claims that a test mounts. */
export function checkClaims({ spec = {} }: LocustTestResource, accessModesOf: AccessModesOf): Finding[] {
  const pods: { readonly [role in Role]: number } = { master: 1, worker: spec.worker?.replicas ?? 0 };
  return (spec.volumes ?? []).flatMap((volume, index) => {
    const claimName = (volume.persistentVolumeClaim as KubeValue | undefined)?.claimName;
    const modes = typeof claimName === 'string' ? accessModesOf(claimName) : undefined;
    if (!modes || modes.length === 0) return [];
    const mounts = (spec.volumeMounts ?? []).filter((mount) => mount.name === volume.name);
    const roles = ROLES.filter((role) => mounts.some((mount) => appliesTo(mount, role)));
    const count = roles.reduce((sum, role) => sum + pods[role], 0);
    if (count < 2) return [];
    const field = `spec.volumes[${index}].persistentVolumeClaim.claimName`;
    const who = `${count} pods (${roles.map((role) => `${pods[role]} ${role}${pods[role] === 1 ? '' : 's'}`).join(', ')})`;
    if (modes.every((mode) => mode === 'ReadWriteOncePod')) {
      return [violation(RULES.claimForOnePod, field, `the claim ${show(claimName)} is for one pod (ReadWriteOncePod), but ${who} mount it`,
        'mount it in one pod, or claim ReadWriteMany')];
    }
    if (modes.some((mode) => mode === 'ReadWriteMany' || mode === 'ReadOnlyMany')) return [];
    return [violation(RULES.claimFanOut, field, `the claim ${show(claimName)} is for one node (ReadWriteOnce), but ${who} mount it`,
      'claim ReadWriteMany, mount it in the master alone, or keep all pods on one node by affinity')];
  });
}

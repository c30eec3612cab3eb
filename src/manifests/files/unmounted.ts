/** Claims of pods that no container mounts: what the program writes does not get there. */
import { defineRules, Finding, show, violation } from '../../findings';
import { Judge, JudgedObject, WORKLOADS } from '../../judge';
import { fieldsOf, listOf, textOf } from '../../object';
import { ClaimUse } from '../../topology';

const RULES = defineRules('files', {
  unmountedClaim: {
    warning: 'No container mounts a claim of its pod.',
    why: 'What the program writes is stored in the layer of the container, and is lost with it.',
    bad: 'volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }], and no volumeMounts',
    good: 'volumeMounts: [{ name: data, mountPath: /data }]',
    source: 'Kubernetes, kubelet',
  },
});

/** The claims among the volumes of pods, and those of claim templates. */
export const UNMOUNTED_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  check: (object) =>
    (object.workload?.claims ?? []).flatMap((use) =>
      use.mounts.length > 0 || use.volume === '' || !hasContainers(object)
        ? []
        : findingsOn(use, object),
    ),
};

/**
 * A pod without containers is refused, which is told of it; and controllers of some kinds add
 * containers.
 */
function hasContainers({ workload, workloadKind }: JudgedObject): boolean {
  return workloadKind?.completesPods !== true && listOf(workload?.podSpec.containers).length > 0;
}

function findingsOn({ volume, origin, claimName }: ClaimUse, object: JudgedObject): Finding[] {
  const what =
    origin === 'template'
      ? `the claim template ${show(volume)}`
      : origin === 'declared'
        ? `the claim ${show(claimName)} (the volume ${show(volume)})`
        : `the ephemeral volume ${show(volume)}`;
  return [
    violation(
      RULES.unmountedClaim,
      pathOf(volume, origin, object),
      `no container mounts ${what}: nothing that the pod writes gets there`,
      'add it to the volumeMounts of a container, or remove it',
    ),
  ];
}

function pathOf(
  volume: string,
  origin: ClaimUse['origin'],
  { manifest, workload, podPath = '' }: JudgedObject,
): string {
  if (origin === 'template') {
    const templates = listOf(fieldsOf(manifest.spec).volumeClaimTemplates);
    const at = templates.findIndex(({ metadata }) => textOf(fieldsOf(metadata).name) === volume);
    return `spec.volumeClaimTemplates[${at}]`;
  }
  const at = listOf(workload?.podSpec.volumes).findIndex(({ name }) => textOf(name) === volume);
  return `${podPath}.volumes[${at}]`;
}

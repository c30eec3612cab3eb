/** Volumes of drivers that are written into pods, where the driver only has those of claims. */
import { isPersistentOnly } from '../../facts';
import { defineRules, Finding, show, violation } from '../../findings';
import { Judge, World, WORKLOADS } from '../../judge';
import { Fields, fieldsOf, listOf, textOf, textsOf } from '../../object';

const RULES = defineRules('manifest', {
  inlineVolume: {
    warning: 'A pod names a driver that has no ephemeral volumes.',
    why: 'Kubelet refuses a volume of the pod if the CSIDriver does not list the mode Ephemeral: the pod never starts.',
    bad: 'csi: { driver: ebs.csi.aws.com }, in a pod',
    good: 'ephemeral: { volumeClaimTemplate: … }, with a class of ebs.csi.aws.com',
    source: 'Kubernetes, kubelet (csi_plugin.go, supportsVolumeLifecycleMode)',
  },
});

/** The volumes of pods with a `csi` source. */
export const INLINE_VOLUMES: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  needs: ['csi'],
  check: ({ workload, podPath = '' }, world) =>
    listOf(workload?.podSpec.volumes).flatMap((volume, index) =>
      volumeFindings(volume, `${podPath}.volumes[${index}].csi.driver`, world),
    ),
};

function volumeFindings({ name, csi }: Fields, path: string, world: World): Finding[] {
  const driver = textOf(fieldsOf(csi).driver);
  if (driver === '' || mayBeInline(driver, world)) return [];
  return [
    violation(
      RULES.inlineVolume,
      path,
      `${show(driver)} has no ephemeral volumes, so kubelet never mounts ${show(name)}`,
      'use a claim (persistentVolumeClaim), or one for each pod (ephemeral.volumeClaimTemplate)',
    ),
  ];
}

function mayBeInline(driver: string, world: World): boolean {
  const declared = world.topology.csiDriver(driver);
  if (!declared) return !isPersistentOnly(world.driver(driver)?.name);
  const modes = textsOf(fieldsOf(declared.manifest.spec).volumeLifecycleModes);
  return modes.includes('Ephemeral');
}

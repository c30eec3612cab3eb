/** Media of empty directories: those that kubelet knows. */
import { defineRules, didYouMean, show, violation } from '../../findings';
import { Judge, WORKLOADS } from '../../judge';
import { fieldsOf, listOf, readQuantity, textOf } from '../../object';

const RULES = defineRules('files', {
  emptyDirMedium: {
    warning: 'The medium of an emptyDir is neither empty, Memory nor huge pages.',
    why: 'The API server accepts any word, and kubelet never mounts the volume: the pod does not start. Only virtual nodes, which have no kubelet, leave the medium alone.',
    bad: 'emptyDir: { medium: memory }',
    good: 'emptyDir: { medium: Memory }',
    source: 'Kubernetes, kubelet (empty_dir.go, unknown storage medium)',
  },
});

const MEDIA = ['Memory', 'HugePages'];
const PAGES_OF_SIZE = 'HugePages-';

/** The emptyDirs of pods. The API server takes any medium. */
export const MEDIUM_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  needs: ['medium'],
  check: ({ workload, podPath = '' }) =>
    listOf(workload?.podSpec.volumes).flatMap(({ name, emptyDir }, index) => {
      const medium = textOf(fieldsOf(emptyDir).medium);
      return medium === '' || isMedium(medium)
        ? []
        : [
            violation(
              RULES.emptyDirMedium,
              `${podPath}.volumes[${index}].emptyDir.medium`,
              `${show(medium)} is not a valid medium: kubelet never mounts the emptyDir ${show(name)}, and the pod does not start`,
              didYouMean(medium, MEDIA),
            ),
          ];
    }),
};

function isMedium(medium: string): boolean {
  return (
    MEDIA.includes(medium) ||
    (medium.startsWith(PAGES_OF_SIZE) &&
      readQuantity(medium.slice(PAGES_OF_SIZE.length)) !== undefined)
  );
}

/** The rule on large volumes that kubelet walks through at each start. */
import { KUBELET } from '../rules';
import { groupOf, judgedVolumes } from './volumes';
import { defineRules, Finding, violation } from '../../findings';
import { Judge, WORKLOADS } from '../../judge';
import { fieldsOf } from '../../kube';

const RULES = defineRules('ownership', {
  slowStart: {
    warning:
      'A large volume with an fsGroup is walked through at every start, even if its root is right.',
    why: 'Without OnRootMismatch kubelet writes to every file at every start of a pod, which takes minutes to hours.',
    bad: 'fsGroup: 1000, and a claim of 2Ti',
    good: 'fsGroup: 1000, fsGroupChangePolicy: OnRootMismatch',
    source: `${KUBELET}; kubernetes/kubernetes#69699`,
  },
});

const GIB = 1024 ** 3;
/** From here on the walk takes minutes, with files of usual sizes. */
const LARGE = 500 * GIB;

export const SLOW_START: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  needs: ['fsGroup'],
  check: ({ workload, podPath = '' }, world) => {
    if (!workload || groupOf(workload) === undefined) return [];
    if (fieldsOf(workload.podSpec.securityContext).fsGroupChangePolicy === 'OnRootMismatch') {
      return [];
    }
    const large = judgedVolumes(workload, world).filter(
      ({ volume, kubelet }) => kubelet.does === 'changes' && (volume.bytes ?? 0) >= LARGE,
    );
    return large.map(({ volume: { name, bytes } }): Finding =>
      violation(
        RULES.slowStart,
        `${podPath}.securityContext`,
        `kubelet writes to every file of ${JSON.stringify(name)} (${Math.round(bytes! / GIB)}Gi) at each start, to change its group to ${groupOf(workload)}`,
        'set fsGroupChangePolicy: OnRootMismatch',
      ),
    );
  },
};

/** The rule on large volumes that kubelet walks through at each start. */
import { groupOf, judgedVolumes } from './volumes';
import { Finding, violation } from '../../findings';
import { Judge, WORKLOADS } from '../../judge';
import { fieldsOf } from '../../kube';
import { OWNERSHIP_RULES as RULES } from '../rules';

const GIB = 1024 ** 3;
/** From here on the walk takes minutes, with files of usual sizes. */
const LARGE = 500 * GIB;

export const SLOW_START: Judge = {
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

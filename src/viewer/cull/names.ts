/** The names and labels of what culls a viewer. */
import { fitName } from '../../kube';
import { objectName, PART_OF } from '../names';
import { Texts } from '../spec';

/** The longest name of a CronJob: those of its Jobs are eleven characters longer. */
const MAX_CRON_JOB_NAME = 52;

/** The one name of the ServiceAccount, the Role, the RoleBinding and the CronJob. */
export function cullName(name: string): string {
  return fitName(`${objectName(name)}-cull`, MAX_CRON_JOB_NAME);
}

/**
 * The labels of the Job's pods: others than the viewer's, whose Service would send requests to
 * them.
 */
export function cullPodLabels(name: string): Texts {
  return {
    'app.kubernetes.io/name': 'pvcviewer-cull',
    'app.kubernetes.io/instance': cullName(name),
    ...PART_OF,
  };
}

/** Containers that are processes of a Windows node: all of a pod are, or none. */
import { Finding, show, violationOf } from '../findings';
import { Fields, fieldsOf } from '../object';
import { POD_RULES as RULES } from './rules';
import { ContextPlace } from './security';

const wrong = violationOf(RULES.security);

/** Findings on pods of which some containers are to be processes of the node. */
export function checkHostProcess(
  pod: Fields,
  path: string,
  containers: readonly ContextPlace[],
): Finding[] {
  const general = hostProcessOf(pod.securityContext);
  const own = containers.map(({ context }) => hostProcessOf(context));
  const isHost = (one: unknown) => (one ?? general) === true;
  const at = (context: string) => `${context}.windowsOptions.hostProcess`;
  const found = containers
    .filter((_, index) => (own[index] ?? general) !== (general ?? own[index]))
    .map((place) =>
      wrong(
        at(place.path),
        `hostProcess is ${show(hostProcessOf(place.context))}, but ${show(general)} in the pod`,
        'remove it',
      ),
    );
  if (!own.some(isHost)) return found;
  if (!own.every(isHost)) {
    found.push(
      wrong(
        path,
        'some containers are host processes, and some are not',
        'set windowsOptions.hostProcess: true in the securityContext of the pod alone',
      ),
    );
  }
  if (pod.hostNetwork !== true) {
    const message = 'host processes need the network of the node, and hostNetwork is not true';
    found.push(wrong(`${path}.hostNetwork`, message, 'set hostNetwork: true'));
  }
  return found;
}

function hostProcessOf(context: unknown): unknown {
  return fieldsOf(fieldsOf(context).windowsOptions).hostProcess;
}

/** Who the processes of a test are: users, groups and profiles that the API server or kubelet would refuse. */
import { Finding, show, violation } from '../../findings';
import { LOCUST_RULES as RULES } from '../rules';
import { KubeValue, LocustTestResource } from '../spec';

const IDS = ['fsGroup', 'runAsGroup', 'runAsUser'];
const MAX_ID = 2 ** 31 - 1;

/** Findings on the security contexts. */
export function checkSecurity({ spec = {} }: LocustTestResource): Finding[] {
  const { podSecurityContext: pod = {}, containerSecurityContext: container = {} } = spec.security ?? {};
  const user = container.runAsUser ?? pod.runAsUser;
  const field = (name: string) => `spec.security.${container[name] === undefined ? 'podSecurityContext' : 'containerSecurityContext'}.${name}`;
  return [
    ...contextFindings(pod, 'spec.security.podSecurityContext'),
    ...contextFindings(container, 'spec.security.containerSecurityContext'),
    ...user === 0 && (container.runAsNonRoot ?? pod.runAsNonRoot) === true
      ? [wrong(field('runAsUser'), 'the user is root (0), and runAsNonRoot forbids it', 'give the number of another user')] : [],
    ...container.privileged === true && container.allowPrivilegeEscalation === false
      ? [wrong('spec.security.containerSecurityContext.allowPrivilegeEscalation', 'a privileged container may escalate its privileges', 'leave out one of them')] : [],
  ];
}

function contextFindings(context: KubeValue, field: string): Finding[] {
  const groups = Array.isArray(context.supplementalGroups) ? context.supplementalGroups as unknown[] : [];
  const ids = [
    ...IDS.map((name) => [name, context[name]] as const),
    ...groups.map((id, index) => [`supplementalGroups[${index}]`, id] as const),
  ];
  return [
    ...ids.filter(([, id]) => id !== undefined && !(Number(id) >= 0 && Number(id) <= MAX_ID)).map(([name, id]) =>
      wrong(`${field}.${name}`, `${show(id)} is no user or group`, `give a number from 0 to ${MAX_ID}`)),
    ...['appArmorProfile', 'seccompProfile'].flatMap((name) => profileFindings(context[name] as KubeValue | undefined, `${field}.${name}`)),
  ];
}

function profileFindings(profile: KubeValue | undefined, field: string): Finding[] {
  if (!profile) return [];
  const { type, localhostProfile } = profile;
  if (type === 'Localhost' && !localhostProfile) return [wrong(`${field}.localhostProfile`, 'the type Localhost needs a profile of the node', 'give its name')];
  if (type !== 'Localhost' && localhostProfile !== undefined) {
    return [wrong(`${field}.localhostProfile`, `${show(localhostProfile)} is for the type Localhost, not ${show(type)}`, 'leave it out, or give type: Localhost')];
  }
  return [];
}

function wrong(field: string, message: string, remedy: string): Finding {
  return violation(RULES.security, field, message, remedy);
}

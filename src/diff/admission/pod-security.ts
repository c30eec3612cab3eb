/**
 * The levels of Pod Security, baseline and restricted, as far as they tell whether a template's
 * pods are let in.
 */
import { CONTAINER_LISTS, Fields, fieldsOf } from '../../kube';
import { at, listAt } from '../../model';

const BASELINE_CAPABILITIES = [
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
];
const RESTRICTED_VOLUMES = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

/** What a template does that the level forbids, in a word or two; undefined if nothing. */
export function securityProblem(level: unknown, template: Fields): string | undefined {
  if (level !== 'baseline' && level !== 'restricted') return undefined;
  const containers = CONTAINER_LISTS.flatMap((field) => listAt(template, `spec.${field}`));
  return (
    baselineProblem(template, containers) ??
    (level === 'restricted' ? restrictedProblem(template, containers) : undefined)
  );
}

function baselineProblem(template: Fields, containers: readonly Fields[]): string | undefined {
  for (const field of ['hostNetwork', 'hostPID', 'hostIPC']) {
    if (at(template, `spec.${field}`) === true) return field;
  }
  if (listAt(template, 'spec.volumes').some((volume) => volume.hostPath !== undefined)) {
    return 'a hostPath volume';
  }
  for (const container of containers) {
    if (at(container, 'securityContext.privileged') === true) return 'privileged';
    if (
      listAt(container, 'ports').some(
        ({ hostPort }) => typeof hostPort === 'number' && hostPort !== 0,
      )
    ) {
      return 'hostPort';
    }
    const added = at(container, 'securityContext.capabilities.add');
    if (
      Array.isArray(added) &&
      added.some((one) => !BASELINE_CAPABILITIES.includes(one as string))
    ) {
      return 'capabilities.add';
    }
    const mount = at(container, 'securityContext.procMount');
    if (mount !== undefined && mount !== 'Default') return 'procMount';
  }
  for (const context of [
    at(template, 'spec.securityContext'),
    ...containers.map((one) => one.securityContext),
  ]) {
    if (at(fieldsOf(context), 'seccompProfile.type') === 'Unconfined') {
      return 'seccompProfile Unconfined';
    }
  }
  return undefined;
}

function restrictedProblem(template: Fields, containers: readonly Fields[]): string | undefined {
  const pod = fieldsOf(at(template, 'spec.securityContext'));
  for (const volume of listAt(template, 'spec.volumes')) {
    if (!Object.keys(volume).some((field) => RESTRICTED_VOLUMES.includes(field))) {
      return 'a volume of a forbidden kind';
    }
  }
  if (pod.runAsUser === 0) return 'runAsUser: 0';
  for (const container of containers) {
    const own = fieldsOf(container.securityContext);
    if (own.allowPrivilegeEscalation !== false) {
      return 'allowPrivilegeEscalation, which is not false,';
    }
    if ((own.runAsNonRoot ?? pod.runAsNonRoot) !== true) return 'runAsNonRoot, which is not true,';
    if (own.runAsUser === 0) return 'runAsUser: 0';
    const { drop, add } = fieldsOf(own.capabilities);
    if (!Array.isArray(drop) || !drop.includes('ALL')) return 'capabilities.drop without ALL';
    if (Array.isArray(add) && add.some((one) => one !== 'NET_BIND_SERVICE')) {
      return 'capabilities.add';
    }
    const profile = fieldsOf(own.seccompProfile ?? pod.seccompProfile).type;
    if (profile !== 'RuntimeDefault' && profile !== 'Localhost') return 'a missing seccompProfile';
  }
  return undefined;
}

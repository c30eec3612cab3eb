/**
 * Needs of a pod in OpenShift's SecurityContextConstraints: read from the pod, so that they never
 * allow more.
 *
 * Nor do they change the pod: where it leaves something open, the strategies that would fill in a
 * value are not taken, with one exception: the SELinux label of the namespace, which OpenShift
 * gives to every pod that stays off the host.
 */
import { fieldsOf, withoutUndefined, own } from '../../kube';
import { givenFields, valuesOf } from '../../object';
import { Container, PodSpec } from '../spec';

/**
 * What is asked of a container: its own security context, where it says nothing that of its pod.
 */
interface Context {
  readonly [field: string]: unknown;
}

/** The fields of the constraints that a pod decides. */
interface Needs {
  readonly [field: string]: unknown;
}

const ANY = { type: 'RunAsAny' };
/** Kinds of volumes that OpenShift spells differently. */
const VOLUME_KINDS: { readonly [field: string]: string } = {
  cephfs: 'cephFS',
  storageos: 'storageOS',
  vsphereVolume: 'vsphere',
};
const PROFILES: { readonly [type: string]: string } = {
  RuntimeDefault: 'runtime/default',
  Unconfined: 'unconfined',
};

/**
 * What the pod does, and what it might do besides: the kinds of volumes that its definition names.
 */
export function needsOf(pod: PodSpec, additionalVolumeTypes: readonly string[] = []): Needs {
  const containers = [...(pod.initContainers ?? []), ...pod.containers];
  const general = fieldsOf(pod.securityContext);
  const contexts = containers.map(({ securityContext }): Context => ({
    ...general,
    ...givenFields(securityContext),
  }));
  const privileged = contexts.some((context) => context.privileged === true);
  const volumes = volumesOf(pod);
  const usesHost =
    privileged || volumes.includes('hostPath') || pod.hostPID === true || pod.hostIPC === true;
  const sysctls = valuesOf(general.sysctls).map((one) => fieldsOf(one).name);
  return withoutUndefined({
    allowHostDirVolumePlugin: volumes.includes('hostPath'),
    allowHostIPC: pod.hostIPC === true,
    allowHostNetwork: pod.hostNetwork === true,
    allowHostPID: pod.hostPID === true,
    allowHostPorts: usesHostPorts(pod, containers),
    // Where a container says nothing, it may.
    allowPrivilegeEscalation:
      privileged || contexts.some((context) => context.allowPrivilegeEscalation !== false),
    allowPrivilegedContainer: privileged,
    allowedCapabilities: sorted(
      contexts
        .flatMap(({ capabilities }) => texts(fieldsOf(capabilities).add))
        .map((one) => (one === 'ALL' ? '*' : one)),
    ),
    allowedUnsafeSysctls: sysctls.length > 0 ? sorted(sysctls.map(String)) : undefined,
    fsGroup: groups(typeof general.fsGroup === 'number' ? [general.fsGroup] : []),
    readOnlyRootFilesystem: contexts.every((context) => context.readOnlyRootFilesystem === true),
    requiredDropCapabilities: droppedByAll(contexts),
    runAsUser: users(contexts),
    seLinuxContext: labels(contexts, usesHost),
    seccompProfiles: profiles(contexts),
    supplementalGroups: groups(
      valuesOf(general.supplementalGroups).filter((group) => typeof group === 'number'),
    ),
    volumes: sorted([
      ...volumes,
      ...(pod.automountServiceAccountToken === false ? [] : ['projected']),
      ...additionalVolumeTypes,
    ]),
  });
}

/** On the host's network, the API server makes every port one of the host. */
function usesHostPorts({ hostNetwork }: PodSpec, containers: readonly Container[]): boolean {
  const ports = containers.flatMap((container) => container.ports ?? []);
  return ports.some(({ hostPort }) => hostNetwork === true || (hostPort ?? 0) !== 0);
}

/** The kinds of the pod's volumes; one without a source is an emptyDir to the API server. */
function volumesOf({ volumes }: PodSpec): string[] {
  return (volumes ?? []).flatMap((volume) => {
    const kinds = Object.keys(volume).filter(
      (field) => field !== 'name' && volume[field] !== undefined && volume[field] !== null,
    );
    return kinds.length === 0 ? ['emptyDir'] : kinds.map((kind) => own(VOLUME_KINDS, kind) ?? kind);
  });
}

/**
 * The users, if the containers say who they are; else those of the images, which are root unless
 * that is forbidden.
 */
function users(contexts: readonly Context[]): object {
  const known = contexts
    .map(({ runAsUser }) => runAsUser)
    .filter((user) => typeof user === 'number');
  if (known.length < contexts.length) {
    const isNobody = ({ runAsUser, runAsNonRoot }: Context) =>
      typeof runAsUser === 'number' ? runAsUser !== 0 : runAsNonRoot === true;
    return contexts.every(isNobody) ? { type: 'MustRunAsNonRoot' } : ANY;
  }
  const least = known.reduce((one, other) => Math.min(one, other));
  const most = known.reduce((one, other) => Math.max(one, other));
  return least === most
    ? { type: 'MustRunAs', uid: least }
    : { type: 'MustRunAsRange', uidRangeMin: least, uidRangeMax: most };
}

/**
 * The groups that the pod names. OpenShift's API loses bounds of 0, so that the root group cannot
 * be given alone.
 */
function groups(named: readonly number[]): object {
  if (named.length === 0 || named.includes(0)) return ANY;
  return {
    type: 'MustRunAs',
    ranges: [...new Set(named)].map((group) => ({ min: group, max: group })),
  };
}

function labels(contexts: readonly Context[], usesHost: boolean): object {
  const given = contexts
    .map(({ seLinuxOptions }) => seLinuxOptions)
    .filter((options) => options !== undefined && options !== null);
  if (given.length === 0) return usesHost ? ANY : { type: 'MustRunAs' };
  const isOne =
    given.length === contexts.length &&
    given.every((options) => JSON.stringify(options) === JSON.stringify(given[0]));
  return isOne ? { type: 'MustRunAs', seLinuxOptions: given[0] } : ANY;
}

/**
 * The seccomp profiles: none may be named if none is. A wildcard is no default for the containers
 * that name none.
 */
function profiles(contexts: readonly Context[]): string[] | undefined {
  const named = contexts
    .map(({ seccompProfile }) => fieldsOf(seccompProfile))
    .filter(({ type }) => type !== undefined);
  if (named.length === 0) return undefined;
  if (named.length < contexts.length) return ['*'];
  return sorted(
    named.map(
      ({ type, localhostProfile }) =>
        PROFILES[String(type)] ?? `localhost/${String(localhostProfile)}`,
    ),
  );
}

function droppedByAll(contexts: readonly Context[]): string[] {
  const [first = [], ...others] = contexts.map(({ capabilities }) =>
    texts(fieldsOf(capabilities).drop),
  );
  return sorted(
    first.filter((capability) => others.every((dropped) => dropped.includes(capability))),
  );
}

function texts(value: unknown): string[] {
  return valuesOf(value).map(String);
}

function sorted(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

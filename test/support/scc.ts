/**
 * The admission of pods by SecurityContextConstraints: the rules of OpenShift as
 * openshift/apiserver-library-go has them (`securitycontextconstraints/sccmatching` and its
 * strategies), as far as pods of CSI drivers touch them.
 */
interface Fields {
  readonly [field: string]: any;
}

const VOLUME_KINDS: Fields = { cephfs: 'cephFS', storageos: 'storageOS', vsphereVolume: 'vsphere' };

/** What the constraints have against a pod, by the field that would have to allow it. */
export function objections(scc: Fields, pod: Fields): string[] {
  const containers: Fields[] = [...(pod.initContainers ?? []), ...pod.containers];
  const found = new Set<string>();
  const allow = (field: string, needed: boolean) => {
    if (needed && scc[field] !== true) found.add(field);
  };
  allow('allowHostNetwork', pod.hostNetwork === true);
  allow('allowHostPID', pod.hostPID === true);
  allow('allowHostIPC', pod.hostIPC === true);
  // The token of the service account comes with the pod.
  for (const { name: _, ...source } of [...(pod.volumes ?? []), { projected: {} }] as Fields[]) {
    const [kind] = Object.keys(source);
    if (!scc.volumes.includes(VOLUME_KINDS[kind] ?? kind)) found.add(`volumes ${kind}`);
    if (kind === 'hostPath') allow('allowHostDirVolumePlugin', true);
  }
  const general: Fields = pod.securityContext ?? {};
  if (scc.fsGroup.type === 'MustRunAs' && !inRanges(scc.fsGroup.ranges, [general.fsGroup])) {
    found.add('fsGroup');
  }
  if (
    scc.supplementalGroups.type === 'MustRunAs' &&
    !inRanges(scc.supplementalGroups.ranges, general.supplementalGroups ?? [])
  ) {
    found.add('supplementalGroups');
  }
  for (const sysctl of general.sysctls ?? []) {
    if (!(scc.allowedUnsafeSysctls ?? []).includes(sysctl.name)) found.add('allowedUnsafeSysctls');
  }
  for (const container of containers) {
    const own: Fields = { ...general, ...container.securityContext };
    allow('allowPrivilegedContainer', own.privileged === true);
    allow('allowPrivilegeEscalation', own.allowPrivilegeEscalation !== false);
    const { add = [], drop = [] } = own.capabilities ?? {};
    for (const one of add) {
      if (!scc.allowedCapabilities.includes(one) && !scc.allowedCapabilities.includes('*')) {
        found.add('allowedCapabilities');
      }
    }
    for (const one of scc.requiredDropCapabilities) {
      if (!drop.includes(one)) found.add('requiredDropCapabilities');
    }
    if (scc.readOnlyRootFilesystem && own.readOnlyRootFilesystem !== true) {
      found.add('readOnlyRootFilesystem');
    }
    if (!isUser(scc.runAsUser, own)) found.add('runAsUser');
    if (
      scc.seLinuxContext.type === 'MustRunAs' &&
      own.seLinuxOptions &&
      JSON.stringify(own.seLinuxOptions) !== JSON.stringify(scc.seLinuxContext.seLinuxOptions)
    ) {
      found.add('seLinuxContext');
    }
    const profile =
      own.seccompProfile &&
      ({ RuntimeDefault: 'runtime/default', Unconfined: 'unconfined' } as Fields)[
        own.seccompProfile.type
      ];
    const profiles: string[] = scc.seccompProfiles ?? [];
    if (
      own.seccompProfile &&
      !profiles.includes('*') &&
      !profiles.includes(profile ?? `localhost/${own.seccompProfile.localhostProfile}`)
    ) {
      found.add('seccompProfiles');
    }
    for (const { hostPort } of container.ports ?? []) {
      allow('allowHostPorts', pod.hostNetwork === true || hostPort !== undefined);
    }
  }
  return [...found].sort();
}

/**
 * What OpenShift would change about a pod that it runs under the constraints: values that the pod
 * leaves open.
 */
export function changes(scc: Fields, pod: Fields): string[] {
  const general: Fields = pod.securityContext ?? {};
  const contexts: Fields[] = [...(pod.initContainers ?? []), ...pod.containers].map(
    ({ securityContext }) => ({ ...general, ...securityContext }),
  );
  const some = (test: (context: Fields) => boolean) => contexts.some(test);
  return [
    ...(scc.runAsUser.type.startsWith('MustRunAs') &&
    scc.runAsUser.type !== 'MustRunAsNonRoot' &&
    some(({ runAsUser }) => runAsUser === undefined)
      ? ['runAsUser']
      : []),
    ...(scc.runAsUser.type === 'MustRunAsNonRoot' &&
    some(({ runAsUser, runAsNonRoot }) => runAsUser === undefined && runAsNonRoot === undefined)
      ? ['runAsNonRoot']
      : []),
    ...(scc.fsGroup.type === 'MustRunAs' && general.fsGroup === undefined ? ['fsGroup'] : []),
    ...(scc.supplementalGroups.type === 'MustRunAs' && general.supplementalGroups === undefined
      ? ['supplementalGroups']
      : []),
    ...(scc.seLinuxContext.type === 'MustRunAs' &&
    some(({ seLinuxOptions }) => seLinuxOptions === undefined)
      ? ['seLinuxOptions']
      : []),
    ...(scc.seccompProfiles?.some((one: string) => one !== '*') &&
    some(({ seccompProfile }) => seccompProfile === undefined)
      ? ['seccompProfile']
      : []),
    ...(!scc.allowPrivilegeEscalation &&
    some(({ allowPrivilegeEscalation }) => allowPrivilegeEscalation === undefined)
      ? ['allowPrivilegeEscalation']
      : []),
    ...(scc.defaultAddCapabilities.length > 0 ? ['capabilities'] : []),
  ];
}

function isUser(
  { type, uid, uidRangeMin, uidRangeMax }: Fields,
  { runAsUser, runAsNonRoot }: Fields,
): boolean {
  switch (type) {
    case 'MustRunAs':
      return runAsUser === uid;
    case 'MustRunAsRange':
      return runAsUser >= uidRangeMin && runAsUser <= uidRangeMax;
    case 'MustRunAsNonRoot':
      return runAsUser === undefined ? runAsNonRoot === true : runAsUser !== 0;
    default:
      return true;
  }
}

function inRanges(ranges: readonly Fields[], groups: readonly number[]): boolean {
  return groups.every((group) =>
    ranges.some(({ min = 0, max = 0 }) => group >= min && group <= max),
  );
}

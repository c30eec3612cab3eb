/** Volumes of files that pods use as devices, and block devices that they mount. */
import { defineRules, Finding, Severity, show, violation } from '../../findings';
import { Judge, JudgedObject, World, WORKLOADS } from '../../judge';
import { fieldsOf, listOf, textOf } from '../../object';
import { ClaimUse } from '../../topology';
import { podContainersOf } from '../pods';

const RULES = defineRules('binding', {
  volumeMode: {
    isEither: true,
    error: 'A pod mounts a block volume as files, or uses files as a device.',
    why: 'Kubelet refuses to mount a block device, and to use files as a device: the pod waits forever. A StatefulSet takes existing claims whatever mode they have, so that its claim templates only cause a warning.',
    bad: 'volumeMounts: [{ name: data, … }], and a claim with volumeMode: Block',
    good: 'volumeDevices: [{ name: data, devicePath: /dev/xvda }]',
    source: 'Kubernetes, kubelet (desired_state_of_world_populator.go)',
  },
});

const BLOCK = 'Block';
const FILES = 'Filesystem';

/** The claims of pods, as their containers use them. */
export const MODE_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  check: (object, world) => {
    const { workload, podPath = '' } = object;
    if (!workload?.claims.some((use) => isUsedWrongly(use, object, world))) return [];
    const uses = new Map(
      workload.claims.map(
        (use) => [use.volume, { use, mode: modeOf(use, object, world) }] as const,
      ),
    );
    const findingsOf = (list: unknown, path: string, wrong: string): Finding[] =>
      listOf(list).flatMap(({ name }, index) => {
        const found = uses.get(textOf(name));
        return found?.mode === wrong ? [finding(`${path}[${index}].name`, found.use, wrong)] : [];
      });
    return podContainersOf(workload.podSpec, podPath).flatMap(({ container, path }) => [
      ...findingsOf(container.volumeMounts, `${path}.volumeMounts`, BLOCK),
      ...findingsOf(container.volumeDevices, `${path}.volumeDevices`, FILES),
    ]);
  },
};

/** Whether a container has it as what it is not. */
function isUsedWrongly(use: ClaimUse, object: JudgedObject, world: World): boolean {
  if (use.mounts.length === 0) return false;
  const mode = modeOf(use, object, world);
  return mode !== undefined && use.mounts.some(({ isDevice }) => isDevice === (mode === FILES));
}

/** What the claim says; undefined if nobody declares it, or it says what no volume has. */
function modeOf(
  { claimName, origin, template }: ClaimUse,
  { namespace }: JudgedObject,
  { topology }: World,
): string | undefined {
  const claim =
    origin === 'declared' && claimName !== undefined
      ? topology.claim(namespace, claimName)
      : undefined;
  const spec = origin === 'declared' ? claim?.spec : template;
  if (!spec) return undefined;
  const mode = fieldsOf(spec).volumeMode ?? FILES;
  return mode === BLOCK || mode === FILES ? mode : undefined;
}

function finding(path: string, { volume, origin }: ClaimUse, mode: string): Finding {
  const [what, remedy] =
    mode === BLOCK
      ? [
          'is a block device (volumeMode: Block), which cannot be mounted',
          'list it under volumeDevices with a devicePath, or remove volumeMode from a new claim',
        ]
      : [
          'has files (volumeMode: Filesystem), so it is not a device',
          'list it under volumeMounts with a mountPath, or set volumeMode: Block in a new claim',
        ];
  const told = (severity: Severity, pod: string): Finding => ({
    ...violation(
      RULES.volumeMode,
      path,
      `the volume ${show(volume)} ${what}: ${pod} does not start`,
      remedy,
    ),
    severity,
  });
  // A StatefulSet takes claims that are there already, whatever mode they have.
  return origin === 'template'
    ? told(Severity.WARNING, 'a pod with a new claim')
    : told(Severity.ERROR, 'the pod');
}

/** Empty directories that may grow beyond what their pod may use. */
import { limitsOf, PodLimits } from './limits';
import { defineRules, Finding, show, violation } from '../../findings';
import { Judge, JudgedObject, World, WORKLOADS } from '../../judge';
import { addTo, canonicalQuantity, compareQuantities, isFields, ParsedQuantity } from '../../kube';
import { Fields, readQuantity, listOf, textOf } from '../../object';
import { podContainersOf } from '../pods';

const EVICTION =
  'Kubernetes, kubelet (eviction_manager.go, empty_dir.go); kubernetes/kubernetes#63126';

const RULES = defineRules('files', {
  emptyDirSize: {
    warning:
      'Containers have ephemeral storage limits, but an emptyDir has no sizeLimit within their sum.',
    why: 'Kubelet evicts a pod whose containers, logs and emptyDirs use more than that in total.',
    bad: 'emptyDir: {}, limits: { ephemeral-storage: 4Gi }',
    good: 'emptyDir: { sizeLimit: 2Gi }',
    source: EVICTION,
  },
  emptyDirMemory: {
    warning:
      'An emptyDir in memory has no limit: no sizeLimit within the memory limits of the containers that mount it.',
    why: 'What is written there counts as memory of the container, which is killed at its limit; without a limit, it may fill the memory of the node.',
    bad: 'emptyDir: { medium: Memory, sizeLimit: 2Gi }, limits: { memory: 1Gi }',
    good: 'emptyDir: { medium: Memory, sizeLimit: 512Mi }',
    source: EVICTION,
  },
});

/** The emptyDirs that containers mount. */
export const EMPTY_DIR_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  needs: ['emptyDir'],
  check: (object, world) => {
    const { workload, podPath = '' } = object;
    if (!workload || !listOf(workload.podSpec.volumes).some(({ emptyDir }) => isFields(emptyDir))) {
      return [];
    }
    const pod = podOf(object, world);
    return listOf(workload.podSpec.volumes).flatMap((volume, index) => {
      if (!isFields(volume.emptyDir) || !pod.users.has(textOf(volume.name))) return [];
      const dir: EmptyDir = {
        name: textOf(volume.name),
        path: `${podPath}.volumes[${index}].emptyDir`,
        size: sizeOf(volume.emptyDir),
      };
      const { medium } = volume.emptyDir;
      if (medium === 'Memory') return memoryFindings(dir, pod);
      return textOf(medium) === '' ? diskFindings(dir, pod) : [];
    });
  },
};

interface EmptyDir {
  readonly name: string;
  readonly path: string;
  /** Undefined if it has none. */
  readonly size?: ParsedQuantity;
}

/** What its directories have to fit into. */
interface Pod {
  readonly disk: PodLimits;
  readonly memory: PodLimits;
  /** The containers that mount each volume. */
  readonly users: ReadonlyMap<string, readonly string[]>;
  /** The volumes that are shared memory: it is meant to be as large as it needs to be. */
  readonly shared: ReadonlySet<string>;
}

const SHARED_MEMORY = '/dev/shm';

function podOf(object: JudgedObject, world: World): Pod {
  return {
    disk: limitsOf(object, 'ephemeral-storage', world),
    memory: limitsOf(object, 'memory', world),
    users: usersOf(object),
    shared: sharedMemoryOf(object),
  };
}

function sharedMemoryOf({ workload, podPath = '' }: JudgedObject): ReadonlySet<string> {
  return new Set(
    podContainersOf(workload!.podSpec, podPath)
      .flatMap(({ container }) => listOf(container.volumeMounts))
      .filter(({ mountPath }) => textOf(mountPath).replace(/\/$/, '') === SHARED_MEMORY)
      .map(({ name }) => textOf(name)),
  );
}

function sizeOf({ sizeLimit }: Fields): ParsedQuantity | undefined {
  const size = readQuantity(sizeLimit);
  return size && size.nano > 0n ? size : undefined;
}

/**
 * Kubelet evicts a pod whose containers, logs and volumes together take more than the sum of the
 * limits.
 */
function diskFindings({ name, path, size }: EmptyDir, { disk: { total } }: Pod): Finding[] {
  if (!total || (size && compareQuantities(size, total) <= 0)) return [];
  const limit = canonicalQuantity(total);
  const what = size ? `may grow to ${canonicalQuantity(size)}` : 'may grow without limit';
  return [
    violation(
      RULES.emptyDirSize,
      size ? `${path}.sizeLimit` : path,
      `the emptyDir ${show(name)} ${what}, and the pod is evicted when it uses more than the ${limit} of ephemeral storage that its containers may use in total`,
      `set a sizeLimit below ${limit}, or raise the ephemeral-storage limits`,
    ),
  ];
}

/** What is in it is memory of the containers that write it. */
function memoryFindings(
  { name, path, size }: EmptyDir,
  { memory: limits, users, shared }: Pod,
): Finding[] {
  const limit = limits.of(users.get(name)!);
  if (!size) {
    // Kubelet makes it as large as what the node has for pods, unless all containers have limits.
    return limit || shared.has(name)
      ? []
      : [
          violation(
            RULES.emptyDirMemory,
            path,
            `the emptyDir ${show(name)} is in memory without a sizeLimit, and a container that mounts it has no memory limit: it may fill the memory of the node`,
            'set a sizeLimit',
          ),
        ];
  }
  if (!limit || compareQuantities(size, limit) <= 0) return [];
  const [most, all] = [canonicalQuantity(size), canonicalQuantity(limit)];
  return [
    violation(
      RULES.emptyDirMemory,
      `${path}.sizeLimit`,
      `the emptyDir ${show(name)} is in memory and may grow to ${most}, but the containers that mount it may use only ${all}, which includes its content: a container that writes more is killed`,
      `set a sizeLimit below ${all}, or raise the memory limits`,
    ),
  ];
}

/**
 * The containers that can fill each volume, by their fields: init containers only if no other one
 * has it.
 */
function usersOf({ workload, podPath = '' }: JudgedObject): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, { readonly path: string; readonly isLasting: boolean }[]>();
  for (const { container, path, isLasting } of podContainersOf(workload!.podSpec, podPath)) {
    for (const name of new Set(listOf(container.volumeMounts).map((mount) => textOf(mount.name)))) {
      addTo(users, name, { path, isLasting });
    }
  }
  return new Map(
    [...users].map(([name, all]) => {
      const lasting = all.filter(({ isLasting }) => isLasting);
      return [name, (lasting.length > 0 ? lasting : all).map(({ path }) => path)];
    }),
  );
}

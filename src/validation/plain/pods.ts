/** Pods that are surely right: what most of them have, and nothing that depends on a cluster. */
import { container, probes } from './containers';
import { Fields, lazily } from '../../kube';
import {
  annotations,
  bool,
  differIn,
  directory,
  hasOneOf,
  isAmong,
  fileName,
  label,
  labels,
  labelsOfJob,
  labelValue,
  arrayOf,
  oneOf,
  qualified,
  relativePath,
  size,
  struct,
  subdomain,
  Test,
  whole,
} from '../../object/plain';

const kept = lazily(() => podSpec(oneOf('Always')));

/** The metadata and the spec of the pods that a workload makes. */
export const template = lazily(() => templateOf(kept()));

/** The same of pods that end. */
export const templateOfJob = lazily(() =>
  templateOf(podSpec(oneOf('Never', 'OnFailure'), ['restartPolicy']), labelsOfJob),
);

function templateOf(spec: Test, ofPods: Test = labels): Test {
  const own = struct({ labels: ofPods, annotations }, ['labels']);
  return struct({ metadata: own, spec }, ['metadata', 'spec']);
}

/**
 * Whether the pods of a workload that keeps them running, without templates for claims, are surely
 * right: the checks of whole pods have no finding on them.
 */
export function isPlainPod(pod: unknown): boolean {
  return kept()(pod) && hasItsVolumes(pod as Fields, undefined);
}

/** Whether containers mount only what the pod has, or its workload makes for it: `claims`. */
export function hasItsVolumes(pod: Fields, claims: unknown): boolean {
  const { volumes } = pod;
  for (const list of [pod.containers, pod.initContainers]) {
    for (const { volumeMounts } of (list ?? []) as readonly Fields[]) {
      for (const { name } of (volumeMounts ?? []) as readonly Fields[]) {
        if (!isAmong(name, volumes, 'name') && !isTemplate(name, claims)) return false;
      }
    }
  }
  for (const { name } of (volumes ?? []) as readonly Fields[]) {
    if (isTemplate(name, claims)) return false;
  }
  return true;
}

function isTemplate(name: unknown, claims: unknown): boolean {
  for (const { metadata } of (claims ?? []) as readonly Fields[]) {
    if ((metadata as Fields).name === name) return true;
  }
  return false;
}

function podSpec(restartPolicy: Test, needed: readonly 'restartPolicy'[] = []): Test {
  const user = whole(1);
  const seccompProfile = struct({ type: oneOf('RuntimeDefault') }, ['type']);
  const ids = { runAsUser: user, runAsGroup: whole(0), runAsNonRoot: bool, seccompProfile };
  const toleration = struct(
    { key: qualified, operator: oneOf('Exists'), effect: oneOf('NoSchedule', 'NoExecute') },
    ['operator'],
  );
  return struct(
    {
      containers: arrayOf(container(ids, probes()), 1),
      initContainers: arrayOf(container(ids, { restartPolicy: oneOf('Always') })),
      volumes: arrayOf(volume()),
      restartPolicy,
      dnsPolicy: oneOf('ClusterFirst'),
      schedulerName: oneOf('default-scheduler'),
      serviceAccountName: subdomain,
      serviceAccount: subdomain,
      priorityClassName: subdomain,
      terminationGracePeriodSeconds: whole(1),
      imagePullSecrets: arrayOf(struct({ name: subdomain }, ['name']), 0, 1),
      nodeSelector: labels,
      tolerations: arrayOf(toleration),
      affinity: nodeAffinity(),
      topologySpreadConstraints: arrayOf(spread()),
      hostNetwork: bool,
      automountServiceAccountToken: bool,
      enableServiceLinks: bool,
      securityContext: struct({
        ...ids,
        runAsUser: whole(0),
        fsGroup: whole(0),
        fsGroupChangePolicy: oneOf('Always', 'OnRootMismatch'),
      }),
    },
    ['containers', ...needed],
    (pod) => {
      const { containers, initContainers, volumes } = pod;
      return (
        differIn(containers, 'name') &&
        differIn(initContainers, 'name') &&
        differIn(volumes, 'name') &&
        differIn(pod.topologySpreadConstraints, 'topologyKey') &&
        !((initContainers ?? []) as readonly Fields[]).some(({ name }) =>
          isAmong(name, containers, 'name'),
        ) &&
        isRootAllowed(pod) &&
        haveOwnPorts(containers as readonly Fields[])
      );
    },
  );
}

/** Whether nothing forbids root where the pod sets it; user 0 of a container is not plain. */
function isRootAllowed({ securityContext, containers, initContainers }: Fields): boolean {
  const { runAsUser, runAsNonRoot } = (securityContext ?? {}) as Fields;
  if (runAsUser !== 0) return true;
  for (const list of [containers, initContainers]) {
    for (const { securityContext: own } of (list ?? []) as readonly Fields[]) {
      if ((own as Fields | undefined)?.runAsNonRoot === true) return false;
    }
  }
  return runAsNonRoot !== true;
}

/** Whether no two containers listen at the same port: they share the address of the pod. */
function haveOwnPorts(containers: readonly Fields[]): boolean {
  for (let index = 1; index < containers.length; index += 1) {
    for (const { containerPort } of (containers[index].ports ?? []) as readonly Fields[]) {
      for (let other = 0; other < index; other += 1) {
        if (isAmong(containerPort, containers[other].ports, 'containerPort')) return false;
      }
    }
  }
  return true;
}

function nodeAffinity(): Test {
  const requirement = struct(
    {
      key: qualified,
      operator: oneOf('In', 'NotIn', 'Exists', 'DoesNotExist'),
      values: arrayOf(labelValue, 1),
    },
    ['key', 'operator'],
    ({ operator, values }) =>
      ['In', 'NotIn'].includes(operator as string) === Array.isArray(values),
  );
  const term = struct({ matchExpressions: arrayOf(requirement, 1) }, ['matchExpressions']);
  const required = struct({ nodeSelectorTerms: arrayOf(term, 1) }, ['nodeSelectorTerms']);
  const ofNodes = struct({ requiredDuringSchedulingIgnoredDuringExecution: required });
  return struct({ nodeAffinity: ofNodes });
}

function spread(): Test {
  const labelSelector = struct({ matchLabels: labels }, ['matchLabels']);
  return struct(
    {
      maxSkew: whole(1),
      topologyKey: qualified,
      whenUnsatisfiable: oneOf('DoNotSchedule', 'ScheduleAnyway'),
      labelSelector,
      matchLabelKeys: arrayOf(qualified),
    },
    ['maxSkew', 'topologyKey', 'whenUnsatisfiable', 'labelSelector'],
  );
}

const SOURCES = ['configMap', 'secret', 'emptyDir', 'persistentVolumeClaim', 'hostPath'];

function volume(): Test {
  const files = {
    optional: bool,
    defaultMode: whole(0, 0o777),
    items: arrayOf(struct({ key: fileName, path: relativePath }, ['key', 'path'])),
  };
  return struct(
    {
      name: label,
      configMap: struct({ name: subdomain, ...files }, ['name']),
      secret: struct({ secretName: subdomain, ...files }, ['secretName']),
      emptyDir: struct({ medium: oneOf('Memory'), sizeLimit: size }),
      persistentVolumeClaim: struct({ claimName: subdomain, readOnly: bool }, ['claimName']),
      hostPath: struct({ path: directory, type: oneOf('', 'Directory', 'DirectoryOrCreate') }, [
        'path',
      ]),
    },
    ['name'],
    hasOneOf(SOURCES),
  );
}

/**
 * Volumes, mounts and arguments that are added to the pod of a workload that somebody else wrote.
 */
import { Finding, show, violation } from '../findings';
import { fieldsOf, Manifest, podTemplatePath } from '../kube';
import { checkResultsOfPod, OthersOf } from './check/results';
import { groupOfResults, ResultsSpec } from './results';
import { LOCUST_RULES as RULES } from './rules';
import { KubeValue } from './spec';
import { PodVolumes } from './targets';

export interface PodAddition extends PodVolumes {
  readonly args: readonly string[];
  /**
   * The results that are kept there: they may need a group for the files of the pod's volumes,
   * unless the pod has one.
   */
  readonly results?: ResultsSpec;
}

/** The workload with the addition: in the named container, or in the first one. */
export function addToPod(workload: Manifest, addition: PodAddition, container?: string): Manifest {
  if (checkTarget(workload, container).length > 0) return workload;
  const path = [...podTemplatePath(workload.apiVersion, workload.kind)!, 'spec'];
  return changeAt(workload, path, (pod) => {
    const { args, volumeMounts } = addition;
    const added = volumeMounts.length > 0 || args.length > 0;
    const volumes = [...listOf(pod.volumes), ...addition.volumes];
    const fsGroup = addition.results && groupOfResults(addition.results, volumes);
    return sorted({
      ...pod,
      ...(addition.volumes.length > 0 ? { volumes } : {}),
      ...(fsGroup === undefined
        ? {}
        : { securityContext: sorted({ fsGroup, ...(pod.securityContext as KubeValue) }) }),
      containers: listOf(pod.containers).map((one, index) =>
        !added || !isMeant(one, index, container)
          ? one
          : sorted({
              ...one,
              ...(volumeMounts.length > 0
                ? { volumeMounts: [...listOf(one.volumeMounts), ...volumeMounts] }
                : {}),
              ...(args.length > 0
                ? { args: [...((one.args as string[] | undefined) ?? []), ...args] }
                : {}),
            }),
      ),
    });
  }) as Manifest;
}

/** Findings on a kind of object that has no pod. */
export function checkWorkload({
  apiVersion,
  kind,
}: Pick<Manifest, 'apiVersion' | 'kind'>): Finding[] {
  return podTemplatePath(apiVersion, kind)
    ? []
    : [violation(RULES.appliedTo, '', `a ${kind} has no pod`, 'pass a Job, or another workload')];
}

/** Findings on what cannot be added, or already exists. */
export function checkAddition(
  workload: Manifest,
  addition: PodAddition,
  container: string | undefined,
  othersOf: OthersOf,
): Finding[] {
  const wrong = checkTarget(workload, container);
  if (wrong.length > 0) return wrong;
  const pod = podOf(workload)!;
  const target = targetOf(pod, container)!;
  const twice = (
    list: readonly KubeValue[],
    added: readonly KubeValue[],
    field: string,
    what: string,
  ) =>
    added
      .filter((one) => list.some((other) => other[field] === one[field]))
      .map((one) =>
        violation(
          RULES.appliedTwice,
          field === 'name' ? 'volumes' : 'volumeMounts',
          `${what} ${show(one[field])} already exists`,
          `use another ${field}`,
        ),
      );
  return [
    ...twice(listOf(pod.volumes), addition.volumes, 'name', 'the volume'),
    ...twice(listOf(target.volumeMounts), addition.volumeMounts, 'mountPath', 'a mount at'),
    ...(addition.results
      ? checkResultsOfPod(
          addition.results,
          [...listOf(pod.volumes), ...addition.volumes],
          fieldsOf(pod.securityContext).fsGroup,
          othersOf,
        )
      : []),
  ];
}

function checkTarget(workload: Manifest, container: string | undefined): Finding[] {
  const pod = podOf(workload);
  if (!pod) {
    return [
      violation(
        RULES.appliedTo,
        '',
        `the ${workload.kind} has no pod`,
        'pass a workload with a pod',
      ),
    ];
  }
  if (targetOf(pod, container)) return [];
  const names = listOf(pod.containers)
    .map((one) => one.name)
    .join(', ');
  return [
    violation(
      RULES.appliedTo,
      '',
      container === undefined
        ? 'the pod has no container'
        : `the pod has no container ${show(container)}`,
      names === '' ? 'add a container' : `use one of ${names}`,
    ),
  ];
}

function podOf(workload: Manifest): KubeValue | undefined {
  const path = podTemplatePath(workload.apiVersion, workload.kind);
  return (
    path &&
    [...path, 'spec'].reduce<KubeValue | undefined>(
      (at, field) => at?.[field] as KubeValue | undefined,
      workload,
    )
  );
}

function targetOf(pod: KubeValue, container: string | undefined): KubeValue | undefined {
  return listOf(pod.containers).find((one, index) => isMeant(one, index, container));
}

function isMeant(container: KubeValue, index: number, name: string | undefined): boolean {
  return name === undefined ? index === 0 : container.name === name;
}

function listOf(value: unknown): readonly KubeValue[] {
  return Array.isArray(value) ? value : [];
}

function changeAt(
  value: KubeValue,
  path: readonly string[],
  change: (value: KubeValue) => KubeValue,
): KubeValue {
  const [field, ...rest] = path;
  return field === undefined
    ? change(value)
    : { ...value, [field]: changeAt(value[field] as KubeValue, rest, change) };
}

/** The order in which cdk8s writes fields. */
function sorted(fields: KubeValue): KubeValue {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The demands of the API server on pods and on the workloads that make them: their parts must fit
 * each other.
 */
import { get, isFields, list, Report } from './reading';
import { claimProblems } from './storage-rules';
import { label } from './texts';
import { show } from '../../src/findings';

/** Tells what is wrong with the pod, or the template of one, at these fields of the workload. */
export function podProblems(
  workload: unknown,
  kind: string,
  template: readonly string[],
  report: Report,
): void {
  const pod = get(workload, ...template);
  const path = [...template, 'spec'].join('.');
  const spec = get(pod, 'spec');
  const volumes = list(get(spec, 'volumes'));
  volumeProblems(volumes, `${path}.volumes`, report);
  const claims = kind === 'StatefulSet' ? list(get(workload, 'spec', 'volumeClaimTemplates')) : [];
  const declared = [
    ...volumes.map((volume) => get(volume, 'name')),
    ...claims.map((claim) => get(claim, 'metadata', 'name')),
  ];
  containersProblems(spec, path, declared, report);
  restartProblems(get(spec, 'restartPolicy'), kind, `${path}.restartPolicy`, report);
  selectorProblems(get(workload, 'spec', 'selector'), get(pod, 'metadata', 'labels'), kind, report);
}

function volumeProblems(volumes: readonly unknown[], path: string, report: Report): void {
  nameProblems(volumes, path, report);
  volumes.forEach((volume, index) => {
    if (!isFields(volume)) return;
    const here = `${path}[${index}]`;
    const sources = Object.keys(volume).filter((field) => field !== 'name');
    if (sources.length > 1) report(here, `more than one volume source: ${sources.join(', ')}`);
    if (sources.length === 0) {
      report(here, 'no volume source: the server would make it an emptyDir');
    }
    const claim = get(volume, 'ephemeral', 'volumeClaimTemplate');
    if (claim !== undefined) {
      claimProblems(get(claim, 'spec'), `${here}.ephemeral.volumeClaimTemplate.spec`, report);
    }
  });
}

function containersProblems(
  spec: unknown,
  path: string,
  declared: readonly unknown[],
  report: Report,
): void {
  const lists = ['initContainers', 'containers'];
  const all = lists.flatMap((field) => list(get(spec, field)));
  if (list(get(spec, 'containers')).length === 0) report(`${path}.containers`, 'required');
  for (const field of lists) {
    const containers = list(get(spec, field));
    nameProblems(containers, `${path}.${field}`, report, all);
    containers.forEach((container, index) =>
      containerProblems(
        container,
        `${path}.${field}[${index}]`,
        get(spec, 'hostNetwork') === true,
        declared,
        report,
      ),
    );
  }
}

function containerProblems(
  container: unknown,
  path: string,
  hostNetwork: boolean,
  declared: readonly unknown[],
  report: Report,
): void {
  if (!get(container, 'image')) report(`${path}.image`, 'required');
  const used = new Set<unknown>();
  for (const [field, place] of [
    ['volumeMounts', 'mountPath'],
    ['volumeDevices', 'devicePath'],
  ]) {
    list(get(container, field)).forEach((mount, index) => {
      const here = `${path}.${field}[${index}]`;
      const name = get(mount, 'name');
      if (!declared.includes(name)) report(`${here}.name`, `no volume ${show(name)}`);
      const where = get(mount, place);
      if (used.has(where)) report(`${here}.${place}`, `${show(where)}: must be unique`);
      used.add(where);
    });
  }
  list(get(container, 'ports')).forEach((port, index) => {
    const hostPort = get(port, 'hostPort');
    if (hostNetwork && hostPort !== undefined && hostPort !== get(port, 'containerPort')) {
      report(
        `${path}.ports[${index}].hostPort`,
        `${show(hostPort)}: must match containerPort when hostNetwork is true`,
      );
    }
  });
}

/** Names of volumes and containers: labels, each only once. */
function nameProblems(
  named: readonly unknown[],
  path: string,
  report: Report,
  among: readonly unknown[] = named,
): void {
  named.forEach((one, index) => {
    const name = get(one, 'name');
    if (typeof name !== 'string') return;
    for (const problem of label(name)) {
      report(`${path}[${index}].name`, `${show(name)}: ${problem}`);
    }
    if (among.findIndex((other) => get(other, 'name') === name) !== among.indexOf(one)) {
      report(`${path}[${index}].name`, `${show(name)}: duplicate`);
    }
  });
}

function restartProblems(policy: unknown, kind: string, path: string, report: Report): void {
  if (kind === 'Pod' || kind === 'PodTemplate') return;
  const allowed =
    kind === 'Job' || kind === 'CronJob' ? ['Never', 'OnFailure'] : ['Always', undefined];
  if (!allowed.includes(policy as string | undefined)) {
    report(
      path,
      `${show(policy)}: must be ${allowed.filter((value) => value).join(' or ')} in a ${kind}`,
    );
  }
}

/** A workload must select the pods that it makes. */
function selectorProblems(selector: unknown, labels: unknown, kind: string, report: Report): void {
  if (selector === undefined || kind === 'CronJob') return;
  const differs = (key: string, value: unknown): boolean => get(labels, key) !== value;
  const matchLabels = kind === 'ReplicationController' ? selector : get(selector, 'matchLabels');
  const unmatched = Object.entries(isFields(matchLabels) ? matchLabels : {}).some(([key, value]) =>
    differs(key, value),
  );
  const unmet = list(get(selector, 'matchExpressions')).some(
    (expression) => !holds(expression, labels),
  );
  if (unmatched || unmet) report('spec.selector', 'does not match the labels of the pod template');
}

function holds(expression: unknown, labels: unknown): boolean {
  const key = get(expression, 'key');
  const value = typeof key === 'string' ? get(labels, key) : undefined;
  const among = list(get(expression, 'values')).includes(value);
  switch (get(expression, 'operator')) {
    case 'In':
      return among;
    case 'NotIn':
      return !among;
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return true; // the schema tells what is wrong with it
  }
}

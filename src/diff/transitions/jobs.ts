/** Jobs: what the API server refuses to change of them. */
import { Change, immutableRefusals, Transitions } from './transitions';
import { Finding } from '../../findings';
import { Fields, fieldsOf, isSame } from '../../kube';
import { Draft, standingOf, at, fieldsAt, listAt } from '../../model';
import { invalid } from '../../resource';
import { labelledByTemplate } from '../../validation';

const NEW_JOB =
  'add a hash of its content to the name of the Job, or make it a hook that is deleted before it is created again';

export const JOB_TRANSITIONS: { readonly [kindKey: string]: Transitions } = {
  'batch/Job': {
    updated: labelledByTemplate,
    immutable: [
      { path: 'spec.selector', remedy: NEW_JOB },
      ...[
        'completionMode',
        'podFailurePolicy',
        'backoffLimitPerIndex',
        'successPolicy',
        'managedBy',
      ].map((field) => ({ path: `spec.${field}`, remedy: NEW_JOB })),
    ],
    refused: jobRefusals,
  },
};

function jobRefusals(after: Fields, { before, minor }: Change): Finding[] {
  return [...completionRefusals(before, after), ...templateRefusals(before, after, minor)];
}

function completionRefusals(before: Fields, after: Fields): Finding[] {
  const path = 'spec.completions';
  const now = at(after, path);
  if (isSame(at(before, path), now)) return [];
  const isIndexed = at(after, 'spec.completionMode') === 'Indexed';
  // That an indexed Job has a number of completions is asked of any Job.
  if (isIndexed && (now === undefined || now === at(after, 'spec.parallelism'))) return [];
  const why = isIndexed
    ? 'can only be modified in tandem with spec.parallelism'
    : 'field is immutable';
  return [invalid(path, now, why, NEW_JOB)];
}

function templateRefusals(before: Fields, after: Fields, minor: number): Finding[] {
  const path = 'spec.template';
  if (at(before, 'spec.suspend') !== true) {
    return immutableRefusals([{ path, remedy: NEW_JOB }], after, before);
  }
  if (isSame(fixedOfTemplate(before, minor), fixedOfTemplate(after, minor))) return [];
  return [invalid('spec.template.spec', {}, 'field is immutable', NEW_JOB)];
}

/** What stays of a suspended Job's template: all but where its pods run, and what they ask for. */
function fixedOfTemplate(job: Fields, minor: number): Draft {
  const {
    nodeSelector: _selector,
    tolerations: _tolerations,
    schedulingGates: _gates,
    affinity,
    ...rest
  } = fieldsAt(job, 'spec.template.spec');
  const { nodeAffinity: _nodes, ...others } = fieldsOf(affinity);
  const areMutable = standingOf('MutablePodResourcesForSuspendedJobs', minor) === 'on';
  const containers = (field: string) =>
    listAt(job, `spec.template.spec.${field}`).map((container) => {
      const { resources: _resources, ...fixed } = container;
      return areMutable ? fixed : container;
    });
  return {
    ...rest,
    affinity: others,
    containers: containers('containers'),
    initContainers: containers('initContainers'),
  };
}

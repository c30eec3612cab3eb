/** The pods of a Job: the labels and the selector by which the server finds them. */
import { mismatch, selectorFaults } from './selectors';
import { labelledByTemplate } from './workloads';
import { Finding } from '../../findings';
import { Fields, fieldsOf, LABELS_OF_JOBS } from '../../kube';
import { at, Draft, fieldsAt } from '../../model';
import { selects } from '../../object';
import { API_RULES, invalid, refusal, required } from '../../resource';
import { AppliedManifest } from '../applied';
import { ASSIGNED_UID } from '../server-assigned';

/** A Job finds its pods by a label that the server makes. */
export function claimPods(live: Draft, sent: AppliedManifest): void {
  labelPods(live, sent);
  labelledByTemplate(live);
}

function labelPods(live: Draft, { name }: AppliedManifest): void {
  const spec = live.spec as Draft | undefined;
  if (!spec || spec.manualSelector === true) return;
  const selector = fieldsOf(spec.selector);
  spec.selector = {
    ...selector,
    matchLabels: {
      'batch.kubernetes.io/controller-uid': ASSIGNED_UID,
      ...fieldsOf(selector.matchLabels),
    },
  };
  const template = { ...fieldsOf(spec.template) } as Draft;
  const metadata = fieldsOf(template.metadata);
  template.metadata = {
    ...metadata,
    labels: {
      ...labelsOfPods(name, ASSIGNED_UID),
      ...fieldsOf(metadata.labels),
    },
  };
  spec.template = template;
}

/** A Job that does not choose its pods by itself finds them by labels that the server makes. */
export function generatedProblems(after: Fields, name: string, before?: Fields): Finding[] {
  const { manualSelector, selector } = fieldsAt(after, 'spec');
  if (manualSelector === true || selector === undefined) return [];
  const path = 'spec.template.metadata.labels';
  const [labels, old] = [fieldsAt(after, path), before && fieldsAt(before, path)];
  const made = labelsOfPods(name, old?.['controller-uid'] ?? ASSIGNED_UID);
  const remedy = 'remove it: the server writes it';
  const found = Object.entries(made).flatMap(([key, value]): Finding[] => {
    const field = `${path}[${key}]`;
    const why = `must be '${String(value)}'`;
    // Jobs from before 1.27 lack some.
    if (labels[key] === value || (old && old[key] === undefined)) return [];
    return labels[key] === undefined
      ? [required(field, 'leave the labels that the server wrote', why)]
      : [invalid(field, labels, why, remedy)];
  });
  if (selects(selector, made) || selectorFaults(fieldsOf(selector), '').length > 0) return found;
  return [
    ...found,
    refusal(
      API_RULES.invalid,
      'spec.selector',
      'a Job with a selector of its own needs manualSelector: true',
      'remove it: the server makes a selector for each Job',
      { message: 'Invalid value: {…}: `selector` not auto-generated' },
    ),
  ];
}

function labelsOfPods(name: string, uid: unknown): Fields {
  return Object.fromEntries(
    LABELS_OF_JOBS.map((label) => [label, label.endsWith('uid') ? uid : name]),
  );
}

/** A Job that chooses its pods by itself says how. */
export function manualProblems(after: Fields): Finding[] {
  const selector = at(after, 'spec.selector');
  const labels = fieldsAt(after, 'spec.template.metadata.labels');
  return [
    ...(selector === undefined
      ? [required('spec.selector', 'remove manualSelector, and the Job gets a selector')]
      : []),
    ...(selects(selector, labels) ? [] : [mismatch(labels)]),
  ];
}

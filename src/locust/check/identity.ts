/** The names, images, labels and commands of a test. */
import { Finding, show, violation } from '../../findings';
import { fields, label1035Problems, labelValueProblems, qualifiedKeyProblems } from '../../kube';
import { conflictingArgs, conflictLogLine } from '../command';
import { nodeName } from '../names';
import { LOCUST_RULES as RULES } from '../rules';
import { LocustTestResource, LocustTestSpec, Role, ROLES } from '../spec';

const OWN_LABELS = ['performance-test-pod-name', 'managed-by'];

/** Findings on what identifies a test, and on its commands. */
export function checkIdentity(test: LocustTestResource, operatorMode: boolean): Finding[] {
  const { metadata: { name }, spec = {} } = test;
  const service = nodeName(name, 'master');
  return [
    ...label1035Problems(service).filter((problem) => !problem.startsWith('must be no more')).map((problem) =>
      violation(RULES.testName, 'metadata.name', `the Service would be ${show(service)}: ${problem}`, 'give a name that begins with a letter')),
    ...spec.image === '' ? [violation(RULES.image, 'spec.image', 'the image is empty', 'name it, such as locustio/locust:2.43.1')] : [],
    ...pullSecretFindings(spec),
    ...ROLES.flatMap((role) => [...labelFindings(spec, role), ...commandFindings(spec, role, operatorMode)]),
  ];
}

function pullSecretFindings({ imagePullSecrets = [] }: LocustTestSpec): Finding[] {
  const seen = new Set<unknown>();
  return imagePullSecrets.flatMap(({ name = '' }, index) => {
    const problem = name === '' ? 'the secret has no name' : seen.has(name) ? `${show(name)} is there already` : undefined;
    seen.add(name);
    return problem === undefined ? [] : [violation(RULES.pullSecret, `spec.imagePullSecrets[${index}]`, problem, 'name each secret once')];
  });
}

function labelFindings(spec: LocustTestSpec, role: Role): Finding[] {
  const labels = Object.entries(spec[role]?.labels ?? {}).flatMap(([key, value]) => {
    const field = `spec.${role}.labels.${key}`;
    // A value that has no effect can do no harm.
    if (OWN_LABELS.includes(key)) return [violation(RULES.labelIgnored, field, `${show(value)} has no effect: the label is the test's own`, 'use another key')];
    return [
      ...qualifiedKeyProblems(key).map((problem) => violation(RULES.label, field, `the key ${show(key)}: ${problem}`, 'give a key such as example.com/team')),
      ...labelValueProblems(value).map((problem) => violation(RULES.label, field, `the value ${show(value)}: ${problem}`,
        'give at most 63 letters, digits, dashes, dots and underscores')),
    ];
  });
  const annotations = Object.keys(spec[role]?.annotations ?? {}).flatMap((key) => qualifiedKeyProblems(key.toLowerCase()).map((problem) =>
    violation(RULES.label, `spec.${role}.annotations.${key}`, `the key ${show(key)}: ${problem}`, 'give a key such as example.com/team')));
  return [...labels, ...annotations];
}

function commandFindings(spec: LocustTestSpec, role: Role, operatorMode: boolean): Finding[] {
  const field = `spec.${role}.command`;
  const words = fields(spec[role]?.command ?? '');
  const quoted = words.find((word) => /["']/.test(word));
  const conflicts = conflictingArgs(spec, role);
  const message = operatorMode ? conflictLogLine(spec, role) : `${conflicts.map(show).join(', ')} is set by the test itself; the last one wins`;
  return [
    ...words[0] === 'locust' ? [violation(RULES.leadingLocust, field, 'the command begins with "locust", which the image runs already', 'leave out the word')] : [],
    ...quoted === undefined ? [] : [violation(RULES.quotesInCommand, field, `${show(quoted)} keeps its quotes: commands are split at white space`,
      'give arguments with white space in extraArgs')],
    ...conflicts.length === 0 ? [] : [violation(RULES.managedFlag, `spec.${role}.extraArgs`, message!, 'leave it out, unless another value is meant')],
  ];
}

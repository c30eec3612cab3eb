/** The names, images, labels and commands of a test. */
import { Finding, show, violation } from '../../findings';
import { fields, label1035Problems } from '../../kube';
import { checkImage, checkPodAnnotations, checkPodLabels, checkPullSecrets } from '../../pod';
import { conflictingArgs, conflictLogLine } from '../command';
import { nodeName } from '../names';
import { BuildOptions } from '../pod';
import { LOCUST_RULES as RULES } from '../rules';
import { LocustTestResource, LocustTestSpec, Role, ROLES } from '../spec';

const POD_NAME = 'performance-test-pod-name';
/** The labels of the pods that the operator keeps; without it, the Service needs the first. */
const OWN_LABELS = [POD_NAME, 'managed-by'];

/** How a test is looked at. */
export interface CheckOptions extends BuildOptions {
  /** Whether the operator makes the pods, or they are as if it did. */
  readonly forOperator?: boolean;
  /**
   * What the author of the test calls a field of the resource, for messages that name one.
   * @default - the name of the field
   */
  readonly nameOf?: NameOf;
}

/** What the author of a test calls a field. */
export type NameOf = (field: string) => string;

/** Findings on what identifies a test, and on its commands. */
export function checkIdentity(
  test: LocustTestResource,
  { operatorMode, forOperator = operatorMode }: CheckOptions,
): Finding[] {
  const {
    metadata: { name },
    spec = {},
  } = test;
  const service = nodeName(name, 'master');
  return [
    // The operator counts the name itself.
    ...label1035Problems(service, Infinity).map((problem) =>
      violation(
        RULES.testName,
        'metadata.name',
        `the Service would be ${show(service)}: ${problem}`,
        'use a name that begins with a letter',
      ),
    ),
    ...(spec.image === undefined
      ? []
      : checkImage(spec.image, 'spec.image', 'locustio/locust:2.43.1')),
    ...checkPullSecrets(spec.imagePullSecrets, 'spec.imagePullSecrets'),
    ...ROLES.flatMap((role) => [
      ...labelFindings(spec, role, forOperator ? OWN_LABELS : [POD_NAME]),
      ...commandFindings(spec, role, operatorMode),
    ]),
  ];
}

function labelFindings(spec: LocustTestSpec, role: Role, own: readonly string[]): Finding[] {
  const field = `spec.${role}.labels`;
  return [
    ...Object.entries(spec[role]?.labels ?? {}).flatMap(([key, value]) =>
      own.includes(key)
        ? // A value that has no effect can do no harm.
          [
            violation(
              RULES.labelIgnored,
              `${field}.${key}`,
              `${show(value)} has no effect: the test itself sets the label`,
              'use another key',
            ),
          ]
        : checkPodLabels({ [key]: value }, field),
    ),
    ...checkPodAnnotations(spec[role]?.annotations, `spec.${role}.annotations`),
  ];
}

function commandFindings(spec: LocustTestSpec, role: Role, operatorMode: boolean): Finding[] {
  const field = `spec.${role}.command`;
  const words = fields(spec[role]?.command ?? '');
  const quoted = words.find((word) => /["']/.test(word));
  const conflicts = conflictingArgs(spec, role);
  const one = conflicts.length === 1;
  const message = operatorMode
    ? conflictLogLine(spec, role)
    : `${conflicts.map(show).join(', ')} ${one ? 'is' : 'are'} set by the test itself; the last one wins`;
  return [
    ...(words[0] === 'locust'
      ? [
          violation(
            RULES.leadingLocust,
            field,
            'the command begins with "locust", which the image already runs',
            'remove it',
          ),
        ]
      : []),
    ...(quoted === undefined
      ? []
      : [
          violation(
            RULES.quotesInCommand,
            field,
            `${show(quoted)} keeps its quotes, because commands are split at whitespace`,
            'put arguments with whitespace into extraArgs',
          ),
        ]),
    ...(conflicts.length === 0
      ? []
      : [
          violation(
            RULES.managedFlag,
            `spec.${role}.extraArgs`,
            message!,
            one
              ? 'remove it, unless you want another value'
              : 'remove them, unless you want other values',
          ),
        ]),
  ];
}

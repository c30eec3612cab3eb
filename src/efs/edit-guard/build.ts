/**
 * The edit guard: an admission policy that keeps shared volumes as they were made, and its binding.
 */
import { EditGuardSpec } from './spec';
import {
  allOf,
  anyOf,
  BY_CONTROL_PLANE,
  Cel,
  hasLabel,
  isSame,
  isThere,
  listOf,
  literal,
  not,
  onlyOn,
  Side,
  validatingBinding,
  validatingPolicy,
  Validation,
  valueAt,
} from '../../admission';
import { Manifest } from '../../kube';

/**
 * Mount options that decide whose files are mounted. The driver joins all options, in lower case.
 */
const SOURCE_OPTIONS = '(^|,)(accesspoint|mounttargetip|region)=';

/** The policy, and the binding that puts it in force. */
export function buildEditGuard(spec: EditGuardSpec): [Manifest, Manifest] {
  const { name, labelKey, labelValue, exemptUsernames = [] } = spec;
  const policy = validatingPolicy({
    name,
    failurePolicy: 'Fail',
    matchConstraints: {
      // A selector looks at the object before and after, so an edit that takes the label off is
      // matched as well.
      objectSelector: { matchLabels: { [labelKey]: labelValue } },
      resourceRules: [
        {
          apiGroups: [''],
          apiVersions: ['v1'],
          operations: ['UPDATE', 'DELETE'],
          // Labels can be changed by way of the status too.
          resources: ['persistentvolumes', 'persistentvolumes/status'],
        },
      ],
    },
    matchConditions:
      exemptUsernames.length === 0
        ? undefined
        : [
            {
              name: 'not-exempt',
              expression: not(`request.userInfo.username in ${listOf(exemptUsernames)}`),
            },
          ],
    variables: [
      {
        name: 'bound',
        expression: `${isThere('oldObject', 'status.phase')} && oldObject.status.phase == 'Bound'`,
      },
    ],
    validations: [
      onUpdate(
        allOf(isSame('spec.csi'), `${sourceOptions('object')} == ${sourceOptions('oldObject')}`),
        'the source of this EFS volume must not change; create a new volume and claim for another file system or access point',
      ),
      onUpdate(
        `!has(oldObject.spec.claimRef) || ((${isSame('spec.claimRef.name')}) && (${isSame('spec.claimRef.namespace')}))`,
        'the claim of this EFS volume must not change; create a new volume for another claim',
      ),
      // Once the claim is gone, removing its uid is how the volume is given to a new claim of the
      // same name.
      onUpdate(
        anyOf(
          '!variables.bound',
          not(isThere('oldObject', 'spec.claimRef.uid')),
          allOf(
            isThere('object', 'spec.claimRef.uid'),
            'object.spec.claimRef.uid == oldObject.spec.claimRef.uid',
          ),
        ),
        'this EFS volume is bound; delete its claim before it is given to another one',
      ),
      // Asked of updates of the status only: of others nobody needs to know who sent them.
      forbidden(
        anyOf(
          not('has(request.subResource)'),
          '!variables.bound',
          `${valueAt('object', ['status', 'phase'], literal(''))} == "Bound"`,
          BY_CONTROL_PLANE,
        ),
        'the phase of this EFS volume follows its claim and must not be set; ' +
          'delete the claim of a volume that is bound',
      ),
      onUpdate(
        isSame('spec.persistentVolumeReclaimPolicy'),
        'the reclaim policy of this EFS volume must not change; with Delete the driver would delete the access point',
      ),
      // The selector has found it before the update, if not afterwards.
      onUpdate(
        hasLabel('object', labelKey, labelValue),
        `the label ${labelKey} guards this EFS volume and must stay; delete the guard first`,
      ),
      forbidden(
        onlyOn('DELETE', '!variables.bound'),
        'this EFS volume is bound; delete its claim first',
      ),
    ],
  });
  return [policy, validatingBinding({ name }, spec.validationActions)];
}

function onUpdate(expression: Cel, message: string): Validation {
  return forbidden(onlyOn('UPDATE', expression), message);
}

function forbidden(expression: Cel, message: string): Validation {
  return { expression, message, reason: 'Forbidden' };
}

function sourceOptions(side: Side): Cel {
  const options = valueAt(`${side}.spec`, ['mountOptions'], '[]');
  return `${options}.filter(o, o.lowerAscii().matches(${literal(SOURCE_OPTIONS)}))`;
}

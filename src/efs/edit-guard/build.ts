/** The edit guard: an admission policy that keeps shared volumes as they were made, and its binding. */
import { EditGuardSpec } from './spec';
import { anyOf, hasLabel, isSame, isThere, listOf, not, onlyOn, Side, validatingBinding, validatingPolicy, Validation } from '../../admission';
import { Manifest } from '../../kube';

/** The policy, and the binding that puts it in force. */
export function buildEditGuard(spec: EditGuardSpec): [Manifest, Manifest] {
  const { name, labelKey, labelValue, exemptUsernames = [] } = spec;
  const guards = (side: Side) => hasLabel(side, labelKey, labelValue);
  const policy = validatingPolicy({
    name,
    failurePolicy: 'Fail',
    matchConstraints: {
      // A selector looks at the object before and after, so an edit that takes the label off is matched as well.
      objectSelector: { matchLabels: { [labelKey]: labelValue } },
      resourceRules: [{
        apiGroups: [''],
        apiVersions: ['v1'],
        operations: ['UPDATE', 'DELETE'],
        // Labels can be changed by way of the status too.
        resources: ['persistentvolumes', 'persistentvolumes/status'],
      }],
    },
    matchConditions: exemptUsernames.length === 0 ? undefined
      : [{ name: 'not-exempt', expression: not(`request.userInfo.username in ${listOf(exemptUsernames)}`) }],
    variables: [{ name: 'bound', expression: `${isThere('oldObject', 'status.phase')} && oldObject.status.phase == 'Bound'` }],
    validations: [
      onUpdate(isSame('spec.csi'),
        'the source of this EFS volume must not change; create a new volume and claim for another file system or access point'),
      onUpdate(`!has(oldObject.spec.claimRef) || ((${isSame('spec.claimRef.name')}) && (${isSame('spec.claimRef.namespace')}))`,
        'the claim of this EFS volume must not change; create a new volume for another claim'),
      // Once the claim is gone, removing its uid is how the volume is given to a new claim of the same name.
      onUpdate(`!variables.bound || !(${isThere('oldObject', 'spec.claimRef.uid')}) || (${isSame('spec.claimRef.uid')})`,
        'this EFS volume is bound; delete its claim before it is given to another one'),
      onUpdate(isSame('spec.persistentVolumeReclaimPolicy'),
        'the reclaim policy of this EFS volume must not change; with Delete the driver would delete the access point'),
      onUpdate(anyOf(not(guards('oldObject')), guards('object')),
        `the label ${labelKey} guards this EFS volume and must stay; delete the guard first`),
      { expression: onlyOn('DELETE', '!variables.bound'), message: 'this EFS volume is bound; delete its claim first', reason: 'Forbidden' },
    ],
  });
  return [policy, validatingBinding({ name }, spec.validationActions)];
}

function onUpdate(expression: string, message: string): Validation {
  return { expression: onlyOn('UPDATE', expression), message, reason: 'Forbidden' };
}

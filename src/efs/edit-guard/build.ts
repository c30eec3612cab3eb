/** The edit guard: an admission policy that keeps shared volumes as they were made, and its binding. */
import { Manifest } from '../../kube';

/** What a guard is made of. */
export interface EditGuardSpec {
  readonly name: string;
  readonly labelKey: string;
  readonly labelValue: string;
  readonly validationActions: readonly string[];
  readonly exemptUsernames?: readonly string[];
}

/** The policy, and the binding that puts it in force. */
export function buildEditGuard(spec: EditGuardSpec): [Manifest, Manifest] {
  const label = `${quote(spec.labelKey)} in object.metadata.labels && object.metadata.labels[${quote(spec.labelKey)}] == ${quote(spec.labelValue)}`;
  const matchConditions = spec.exemptUsernames && spec.exemptUsernames.length > 0 ? [{
    name: 'not-exempt',
    expression: `!(request.userInfo.username in [${spec.exemptUsernames.map(quote).join(', ')}])`,
  }] : undefined;
  return [
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: spec.name },
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: {
          // A selector looks at the object before and after, so an edit that takes the label off is matched as well.
          objectSelector: { matchLabels: { [spec.labelKey]: spec.labelValue } },
          resourceRules: [
            { apiGroups: [''], apiVersions: ['v1'], operations: ['UPDATE', 'DELETE'], resources: ['persistentvolumes'] },
          ],
        },
        ...matchConditions && { matchConditions },
        variables: [
          { name: 'bound', expression: 'has(oldObject.status) && has(oldObject.status.phase) && oldObject.status.phase == \'Bound\'' },
        ],
        validations: [
          onUpdate('has(object.spec.csi) == has(oldObject.spec.csi) && (!has(object.spec.csi) || object.spec.csi == oldObject.spec.csi)',
            'the source of this EFS volume must not change; make a new volume and claim for another file system or access point'),
          onUpdate('!has(oldObject.spec.claimRef) || (has(object.spec.claimRef)' +
            ' && object.spec.claimRef.name == oldObject.spec.claimRef.name' +
            ' && object.spec.claimRef.namespace == oldObject.spec.claimRef.namespace)',
          'the claim of this EFS volume must not change; make a new volume for another claim'),
          // Once the claim is gone, taking its uid off is how the volume is given to a new claim of the same name.
          onUpdate('!variables.bound || !has(oldObject.spec.claimRef.uid) ||' +
            ' (has(object.spec.claimRef) && has(object.spec.claimRef.uid) && object.spec.claimRef.uid == oldObject.spec.claimRef.uid)',
          'this EFS volume is bound; delete its claim before it is given to another one'),
          onUpdate('object.spec.persistentVolumeReclaimPolicy == oldObject.spec.persistentVolumeReclaimPolicy',
            'the reclaim policy of this EFS volume must not change; with Delete the driver would delete the access point'),
          onUpdate(`!(has(oldObject.metadata.labels) && ${label.replace(/\bobject\b/g, 'oldObject')}) || (has(object.metadata.labels) && ${label})`,
            `the label ${spec.labelKey} guards this EFS volume and must stay; delete the guard first`),
          { expression: 'request.operation != \'DELETE\' || !variables.bound', message: 'this EFS volume is bound; delete its claim first', reason: 'Forbidden' },
        ],
      },
    },
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: spec.name },
      spec: { policyName: spec.name, validationActions: spec.validationActions },
    },
  ];
}

function onUpdate(expression: string, message: string): object {
  return { expression: `request.operation != 'UPDATE' || (${expression})`, message, reason: 'Forbidden' };
}

function quote(text: string): string {
  return JSON.stringify(text);
}

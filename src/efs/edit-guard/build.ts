/** The edit guard: an admission policy that keeps shared volumes as they were made, and its binding. */
import { EditGuardSpec } from './spec';
import { Manifest } from '../../kube';

/** The policy, and the binding that puts it in force. */
export function buildEditGuard(spec: EditGuardSpec): [Manifest, Manifest] {
  const guards = (side: Side) => guardsBy(spec, side);
  const matchConditions = spec.exemptUsernames && spec.exemptUsernames.length > 0 ? [{
    name: 'not-exempt',
    expression: `!(request.userInfo.username in [${spec.exemptUsernames.map(literal).join(', ')}])`,
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
          resourceRules: [{
            apiGroups: [''],
            apiVersions: ['v1'],
            operations: ['UPDATE', 'DELETE'],
            // Labels can be changed by way of the status too.
            resources: ['persistentvolumes', 'persistentvolumes/status'],
          }],
        },
        ...matchConditions && { matchConditions },
        variables: [
          { name: 'bound', expression: `${isThere('oldObject', 'status.phase')} && oldObject.status.phase == 'Bound'` },
        ],
        validations: [
          onUpdate(isSame('spec.csi'),
            'the source of this EFS volume must not change; make a new volume and claim for another file system or access point'),
          onUpdate(`!has(oldObject.spec.claimRef) || ((${isSame('spec.claimRef.name')}) && (${isSame('spec.claimRef.namespace')}))`,
            'the claim of this EFS volume must not change; make a new volume for another claim'),
          // Once the claim is gone, removing its uid is how the volume is given to a new claim of the same name.
          onUpdate(`!variables.bound || !(${isThere('oldObject', 'spec.claimRef.uid')}) || (${isSame('spec.claimRef.uid')})`,
            'this EFS volume is bound; delete its claim before it is given to another one'),
          onUpdate(isSame('spec.persistentVolumeReclaimPolicy'),
            'the reclaim policy of this EFS volume must not change; with Delete the driver would delete the access point'),
          onUpdate(`!(${guards('oldObject')}) || (${guards('object')})`,
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

/** The volume after an edit, and before it: what holds of either is composed for it. */
type Side = 'object' | 'oldObject';

function onUpdate(expression: string, message: string): object {
  return { expression: `request.operation != 'UPDATE' || (${expression})`, message, reason: 'Forbidden' };
}

/** Whether the volume has the label of the guard. */
function guardsBy({ labelKey, labelValue }: EditGuardSpec, side: Side): string {
  const labels = `${side}.metadata.labels`;
  const key = literal(labelKey);
  return `${isThere(side, 'metadata.labels')} && ${key} in ${labels} && ${labels}[${key}] == ${literal(labelValue)}`;
}

/** Whether a field is neither added, removed nor changed. */
function isSame(path: string): string {
  const [before, after] = [isThere('oldObject', path), isThere('object', path)];
  return `(${after}) == (${before}) && (!(${after}) || object.${path} == oldObject.${path})`;
}

/** Whether there is a field, and all those that it is in: asking for a field of nothing is an error. */
function isThere(side: Side, path: string): string {
  const fields = path.split('.');
  const places = fields.map((_, index) => [side, ...fields.slice(0, index + 1)].join('.'));
  // No object is without these.
  return places.filter((place) => place !== `${side}.spec` && place !== `${side}.metadata`).map((place) => `has(${place})`).join(' && ');
}

/** A text in CEL, which knows all escapes of JSON. Flux would replace what follows a dollar sign. */
function literal(text: string): string {
  return JSON.stringify(text).replaceAll('${', '\\u0024{');
}

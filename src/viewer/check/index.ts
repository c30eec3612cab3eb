/** All that is known to be wrong with one viewer, whatever it is. */
import { besideTypes, Finding, violation } from '../../findings';
import { isFields, withoutUndefined } from '../../kube';
import { readShape, SHAPE_RULES } from '../../shape';
import { VIEWER_SPEC, ViewerSpec } from '../spec';
import { checkAccess } from './access';
import { checkApp } from './app';
import { checkCull } from './cull';
import { checkIdentity } from './identity';
import { checkNetworking } from './networking';
import { checkPod } from './pod';
import { checkPolicies } from './policies';
import { checkRouting } from './routing';

/** All findings on a viewer, whatever it is. */
export function checkViewer(input: ViewerSpec): Finding[] {
  const { value, findings: ofShape } = readShape<ViewerSpec>(input, VIEWER_SPEC);
  // The pod of the spec itself is built once, for the checks and for the objects.
  if (value !== undefined && value === input && isWhole(value)) return checkTyped(value);
  const findings =
    isFields(input) && input.routing === undefined
      ? [
          ...ofShape,
          violation(
            SHAPE_RULES.type,
            'routing',
            'routing is required',
            'specify the kind of object that routes requests to the viewer',
          ),
        ]
      : ofShape;
  // What identifies it may be missing, and is then the empty string.
  return [
    ...findings,
    ...besideTypes(
      checkTyped({
        name: '',
        namespace: '',
        pvc: '',
        routing: { kind: 'none' },
        ...(value && withoutUndefined(value)),
      }),
      findings,
    ),
  ];
}

/** Whether no field is missing that the checks build on, nor undefined. */
function isWhole(spec: ViewerSpec): boolean {
  const isNamed = [spec.name, spec.namespace, spec.pvc].every((name) => name !== undefined);
  return isNamed && spec.routing !== undefined && withoutUndefined(spec) === spec;
}

/** All findings on a viewer of which every field that is there has its type. */
function checkTyped(spec: ViewerSpec): Finding[] {
  return [
    ...checkIdentity(spec),
    ...checkApp(spec),
    ...checkPod(spec),
    ...checkNetworking(spec),
    ...checkRouting(spec),
    ...checkPolicies(spec),
    ...checkAccess(spec),
    ...checkCull(spec),
  ];
}

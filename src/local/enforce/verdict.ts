/** The verdict of the webhook on claims, in its order and its words, without what it overlooks. */
import { CLASS_ANNOTATION, Fields, fieldsOf, isFields, textOf } from '../../kube';
import { ACCEPT_ANNOTATION, LOCAL_DRIVER } from '../names';

/** What the webhook says of a claim that it refuses. */
export const REFUSAL = `only generic ephemeral volumes are allowed for ${LOCAL_DRIVER} provisioner`;

/** Looks up the provisioner of a class; undefined if there is no such class. */
export type ProvisionerOf = (className: string) => string | undefined;

/**
 * The webhook's words on a new claim, which it takes unless they are `REFUSAL`. Unlike the webhook,
 * this reads the class as Kubernetes does, and takes as owner only a pod that controls the claim.
 */
export function judgeClaim(claim: Fields, provisionerOf: ProvisionerOf): string {
  // Whose class it is does not matter then.
  if (acceptsLoss(claim)) return 'volume has replicas';
  const className = classNameOf(claim);
  if (className === '') return 'no storage class';
  const provisioner = provisionerOf(className);
  if (provisioner === undefined) return 'storage class not found';
  if (provisioner !== LOCAL_DRIVER) return 'not a local-csi-driver storage class';
  return isOfPod(claim) ? 'volume is ephemeral' : REFUSAL;
}

/** Whether a claim, or the template of one, says that it accepts the loss of its data. */
function acceptsLoss({ metadata }: Fields): boolean {
  return fieldsOf(fieldsOf(metadata).annotations)[ACCEPT_ANNOTATION] === 'true';
}

/** Whether a pod controls the claim, as Kubernetes writes it for a generic ephemeral volume. */
function isOfPod({ metadata }: Fields): boolean {
  const { ownerReferences: owners } = fieldsOf(metadata);
  return (
    Array.isArray(owners) &&
    owners
      .filter(isFields)
      .some(
        ({ apiVersion, kind, controller }) =>
          apiVersion === 'v1' && kind === 'Pod' && controller === true,
      )
  );
}

/**
 * The class that a claim names; empty if it names none. That there is an annotation counts, even an
 * empty one.
 */
export function classNameOf({ metadata, spec }: Fields = {}): string {
  const { [CLASS_ANNOTATION]: annotated = fieldsOf(spec).storageClassName } = fieldsOf(
    fieldsOf(metadata).annotations,
  );
  return textOf(annotated);
}

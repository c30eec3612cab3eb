/**
 * The verdict of the webhook on claims: what it decides, in its order and its words, without what
 * it overlooks.
 */
import { Fields, fieldsOf, isFields } from '../../kube';
import { ACCEPT_ANNOTATION, LOCAL_DRIVER } from '../names';

const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';
/** What the webhook says of a claim that it refuses. */
export const REFUSAL = `only generic ephemeral volumes are allowed for ${LOCAL_DRIVER} provisioner`;

/** What becomes of a request. */
export interface ClaimVerdict {
  readonly isAllowed: boolean;
  /** The webhook's own words. */
  readonly message: string;
}

/** A request to the API server, as far as the webhook looks at it. */
export interface ClaimRequest {
  readonly operation: string;
  readonly kind: string;
  readonly object: Fields;
  /** What already exists, of an update. */
  readonly oldObject?: Fields;
}

/** Looks up the provisioner of a class; undefined if there is no such class. */
export type ProvisionerOf = (className: string) => string | undefined;

/**
 * The verdict on a request. Beyond the webhook, it reads the class as Kubernetes does, takes as
 * owner only a pod that controls the claim, and judges an update that gives a claim another class.
 */
export function judgeRequest(
  { operation, kind, object, oldObject }: ClaimRequest,
  provisionerOf: ProvisionerOf,
): ClaimVerdict {
  const isNew =
    operation === 'CREATE' ||
    (operation === 'UPDATE' && classNameOf(object) !== classNameOf(oldObject));
  return kind === 'PersistentVolumeClaim' && isNew
    ? judgeClaim(object, provisionerOf)
    : allowed('unhandled request allowed');
}

/** The verdict on a claim that is made. */
export function judgeClaim(claim: Fields, provisionerOf: ProvisionerOf): ClaimVerdict {
  // Whose class it is does not matter then.
  if (acceptsLoss(claim)) return allowed('volume has replicas');
  const className = classNameOf(claim);
  if (className === '') return allowed('no storage class');
  const provisioner = provisionerOf(className);
  if (provisioner === undefined) return allowed('storage class not found');
  if (provisioner !== LOCAL_DRIVER) return allowed('not a local-csi-driver storage class');
  return isOfPod(claim) ? allowed('volume is ephemeral') : { isAllowed: false, message: REFUSAL };
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
function classNameOf({ metadata, spec }: Fields = {}): string {
  const { [CLASS_ANNOTATION]: annotated = fieldsOf(spec).storageClassName } = fieldsOf(
    fieldsOf(metadata).annotations,
  );
  return typeof annotated === 'string' ? annotated : '';
}

function allowed(message: string): ClaimVerdict {
  return { isAllowed: true, message };
}

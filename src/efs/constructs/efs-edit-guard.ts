/** The guard against edits of shared volumes. */
import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { EfsSharedVolume } from './efs-shared-volume';
import { AdmissionAction } from '../../admission';
import { Finding } from '../../findings';
import { addManifest, findingsOfTrial, readInput, registerIdentity, reportFindings } from '../../tree';
import { buildEditGuard } from '../edit-guard/build';
import { checkEditGuard, checkProtected, checkProtection } from '../edit-guard/check';
import { EDIT_GUARD_SHAPE, EditGuardSpec } from '../edit-guard/spec';

/** Props of an `EfsEditGuard`. */
export interface EfsEditGuardProps {
  /**
   * The name of the policy and of its binding.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * The key of the label by which the guard knows its volumes. Volumes under two guards need a key for each.
   * @default 'cdk8s-volumes.io/edit-guard'
   */
  readonly labelKey?: string;

  /**
   * The value of the label.
   * @default - the name of the guard
   */
  readonly labelValue?: string;

  /**
   * What the guard does about a request that it objects to. Not DENY together with WARN.
   * @default [AdmissionAction.DENY]
   */
  readonly validationActions?: AdmissionAction[];

  /**
   * Users that the guard does not stop, by the names that the API server knows them by, such as
   * `system:serviceaccount:argocd:argocd-application-controller`.
   * @default - nobody
   */
  readonly exemptUsernames?: string[];
}

/**
 * Forbids changing the source, the claim and the reclaim policy of shared volumes, and deleting them while they are
 * bound.
 *
 * It is a ValidatingAdmissionPolicy with its binding (Kubernetes 1.30 and later), so nothing runs for it in the
 * cluster. It looks only at the volumes that it protects, which it knows by a label; taking the label off is an edit
 * as well. What the volume binder and Kubernetes' own controllers write stays possible.
 *
 * @example
 * const images = new EfsSharedVolume(chart, 'images', {
 *   fileSystemId: 'fs-0123456789abcdef0',
 *   accessPointId: 'fsap-0123456789abcdef0',
 *   externalStorageClass: true,
 * });
 * const guard = new EfsEditGuard(chart, 'shared-volumes');
 * guard.protect(images);
 */
export class EfsEditGuard extends Construct {
  /**
   * What is wrong with the props, without making anything: for tests, and for languages in which an exception is only a text.
   * @param scope the chart or construct that it would belong to
   * @param id the id that it would have
   * @param props the props that it would be made with
   * @returns all findings: errors, with which the constructor would throw, and warnings
   */
  public static check(scope: Construct, id: string, props: EfsEditGuardProps = {}): Finding[] {
    return findingsOfTrial(scope, id, () => new EfsEditGuard(scope, id, props));
  }

  /** The object of the policy. */
  public readonly policy: ApiObject;

  /** The object of the binding. */
  public readonly binding: ApiObject;

  /** The key of the label that protects a volume. */
  public readonly labelKey: string;

  /** The value of the label that protects a volume. */
  public readonly labelValue: string;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the policy unless `name` is given
   * @param props the label and what happens
   * @throws all findings at once when the API server (Kubernetes 1.36) would refuse the policy or its binding
   */
  constructor(scope: Construct, id: string, props: EfsEditGuardProps = {}) {
    super(scope, id);
    const name = props?.name ?? id;
    const spec = readInput<EditGuardSpec>(this, {
      ...props,
      name,
      labelKey: props?.labelKey ?? 'cdk8s-volumes.io/edit-guard',
      labelValue: props?.labelValue ?? name,
      validationActions: props?.validationActions ?? [AdmissionAction.DENY],
    }, { shape: EDIT_GUARD_SHAPE, check: checkEditGuard }).read();
    const [policy, binding] = buildEditGuard(spec);
    this.policy = addManifest(this, 'Policy', policy);
    this.binding = addManifest(this, 'Binding', binding);
    registerIdentity(this, this.policy);
    this.labelKey = spec.labelKey;
    this.labelValue = spec.labelValue;
  }

  /**
   * Puts volumes under the guard: their persistent volumes get its label.
   * @param volumes the shared volumes to protect
   * @throws if a volume is one of another app, has the label with another value, or is written in operator mode, which
   * adds nothing to what the operator writes
   */
  public protect(...volumes: EfsSharedVolume[]): void {
    for (const volume of volumes) {
      if (!(volume instanceof EfsSharedVolume)) reportFindings(this, checkProtected(volume));
      reportFindings(volume, checkProtection(this.labelKey, this.labelValue, {
        label: volume.persistentVolume.metadata.getLabel(this.labelKey),
        operatorMode: volume._operatorMode,
        sameApp: volume.node.root === this.node.root,
      }));
      volume.persistentVolume.metadata.addLabel(this.labelKey, this.labelValue);
    }
  }
}

/** The guard against edits of shared volumes. */
import { Construct } from 'constructs';
import { EfsSharedVolume } from './efs-shared-volume';
import { AdmissionAction } from '../../admission';
import { Finding } from '../../findings';
import {
  addManifest,
  findingsOfTrial,
  readInput,
  registerIdentity,
  reportFindings,
  ResourceHandle,
} from '../../tree';
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
   * The key of the label that marks the guard's volumes. A volume with two guards needs a different
   * key for each.
   * @default 'cdk8s-volumes.io/edit-guard'
   */
  readonly labelKey?: string;

  /**
   * The value of the label.
   * @default - the name of the guard
   */
  readonly labelValue?: string;

  /**
   * What happens to a request that the guard forbids. DENY cannot be combined with WARN.
   * @default [AdmissionAction.DENY]
   */
  readonly validationActions?: AdmissionAction[];

  /**
   * User names that the guard does not apply to, as the API server knows them, such as
   * `system:serviceaccount:argocd:argocd-application-controller`.
   * @default - none
   */
  readonly exemptUsernames?: string[];
}

/**
 * An admission policy that forbids changing the source, claim and reclaim policy of shared volumes,
 * and deleting them while they are bound. Mount options that name another source belong to the
 * source, and the phase of a bound volume is left to the control plane.
 *
 * It is a ValidatingAdmissionPolicy with its binding (Kubernetes 1.30 and later), so nothing has to
 * run in the cluster. It applies only to the volumes that it protects, which are marked by a label;
 * removing the label is forbidden too. Updates by the volume binder and Kubernetes' own controllers
 * remain possible.
 *
 * @example
 * const images = new EfsSharedVolume(chart, 'images', {
 *   fileSystemId: 'fs-0123456789abcdef0',
 *   accessPointId: 'fsap-0123456789abcdef0',
 * });
 * const guard = new EfsEditGuard(chart, 'shared-volumes');
 * guard.protect(images);
 */
export class EfsEditGuard extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: EfsEditGuardProps = {}): Finding[] {
    return findingsOfTrial(scope, id, () => new EfsEditGuard(scope, id, props));
  }

  /** The ValidatingAdmissionPolicy object. */
  public readonly policy: ResourceHandle;

  /** The ValidatingAdmissionPolicyBinding object. */
  public readonly binding: ResourceHandle;

  /** The key of the label that marks protected volumes. */
  public readonly labelKey: string;

  /** The value of the label that marks protected volumes. */
  public readonly labelValue: string;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the policy unless `name` is set
   * @param props the label, the actions and the exempt users
   * @throws an error that lists all findings if the API server would reject the
   * policy or its binding
   */
  constructor(scope: Construct, id: string, props: EfsEditGuardProps = {}) {
    super(scope, id);
    const name = props?.name ?? id;
    const spec = readInput<EditGuardSpec>(
      this,
      {
        ...props,
        name,
        labelKey: props?.labelKey ?? 'cdk8s-volumes.io/edit-guard',
        labelValue: props?.labelValue ?? name,
        validationActions: props?.validationActions ?? [AdmissionAction.DENY],
      },
      { shape: EDIT_GUARD_SHAPE, check: checkEditGuard },
    ).read();
    const [policy, binding] = buildEditGuard(spec);
    this.policy = addManifest(this, 'Policy', policy);
    this.binding = addManifest(this, 'Binding', binding);
    registerIdentity(this, this.policy);
    this.labelKey = spec.labelKey;
    this.labelValue = spec.labelValue;
  }

  /**
   * Protects shared volumes by adding the guard's label to their persistent volumes.
   * @param volumes the shared volumes to protect
   * @throws if a volume belongs to another app, already has the label with another value, or is in
   * operator mode, which does not allow additional labels
   */
  public protect(...volumes: EfsSharedVolume[]): void {
    for (const volume of volumes) {
      if (!(volume instanceof EfsSharedVolume)) reportFindings(this, checkProtected(volume));
      reportFindings(
        volume,
        checkProtection(this.labelKey, this.labelValue, {
          label: volume.persistentVolume.metadata.getLabel(this.labelKey),
          operatorMode: volume._operatorMode,
          sameApp: volume.node.root === this.node.root,
        }),
      );
      volume.persistentVolume.metadata.addLabel(this.labelKey, this.labelValue);
    }
  }
}

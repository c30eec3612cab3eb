/** The setting by which Argo CD does not wait for claims that wait for a pod. */
import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { Finding } from '../../findings';
import { addManifest, findingsOfTrial, namespaceOf, readInput, registerIdentity } from '../../tree';
import {
  buildClaimHealth,
  checkClaimHealth,
  CLAIM_HEALTH_SHAPE,
  ClaimHealthSpec,
} from '../claim-health';

/** Props of an `ArgoClaimHealth`. */
export interface ArgoClaimHealthProps {
  /**
   * The name of the ConfigMap that Argo CD reads its settings from.
   * @default 'argocd-cm'
   */
  readonly name?: string;

  /**
   * The namespace of Argo CD.
   * @default - that of the chart, or else `argocd`
   */
  readonly namespace?: string;
}

/**
 * An Argo CD health check for claims (`resource.customizations.health.PersistentVolumeClaim`): a
 * claim that waits for its first consumer counts as healthy. With Argo CD's own check (3.5), it is
 * Progressing: a sync with waves or hooks never ends if such a claim comes before its consumer, and
 * an Application with an unused claim never becomes healthy.
 *
 * The ConfigMap contains only this key. It is annotated for server-side apply, which leaves other
 * keys unchanged, and is kept when its Application prunes or is deleted, because it also holds Argo
 * CD's other settings.
 *
 * @example
 * new ArgoClaimHealth(chart, 'claim-health');
 */
export class ArgoClaimHealth extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: ArgoClaimHealthProps = {}): Finding[] {
    return findingsOfTrial(scope, id, () => new ArgoClaimHealth(scope, id, props));
  }

  /** The ConfigMap object. */
  public readonly apiObject: ApiObject;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct
   * @param props the ConfigMap with Argo CD's settings
   * @throws an error that lists all findings if a value is not valid
   */
  constructor(scope: Construct, id: string, props: ArgoClaimHealthProps = {}) {
    super(scope, id);
    const given = {
      ...props,
      name: props?.name ?? 'argocd-cm',
      namespace: namespaceOf(this, props?.namespace) ?? 'argocd',
    };
    const spec = readInput<ClaimHealthSpec>(this, given, {
      shape: CLAIM_HEALTH_SHAPE,
      check: checkClaimHealth,
    }).read();
    this.apiObject = addManifest(this, 'Resource', buildClaimHealth(spec));
    registerIdentity(this, this.apiObject);
  }
}

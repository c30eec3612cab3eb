/** The setting by which Argo CD does not wait for claims that wait for a pod. */
import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { Finding } from '../../findings';
import { addManifest, findingsOfTrial, namespaceOf, readInput, registerIdentity } from '../../tree';
import { buildClaimHealth, checkClaimHealth, CLAIM_HEALTH_SHAPE, ClaimHealthSpec } from '../claim-health';

/** Props of an `ArgoClaimHealth`. */
export interface ArgoClaimHealthProps {
  /**
   * The name of the ConfigMap that Argo CD reads its settings from.
   * @default 'argocd-cm'
   */
  readonly name?: string;

  /**
   * The namespace of Argo CD.
   * @default - the chart's, else `argocd`
   */
  readonly namespace?: string;
}

/**
 * A health check for claims (`resource.customizations.health.PersistentVolumeClaim`): a claim of a class that waits for the first
 * consumer counts as healthy while it does. With Argo CD's own check (3.5) it is Progressing: a sync with waves or hooks never ends
 * while such a claim stands before its consumer, and an Application with an unused claim never becomes healthy.
 *
 * The ConfigMap has this one key. It asks for server-side apply, which leaves the others as they are, and is kept when its Application
 * prunes or is deleted: Argo CD's other settings stand in the same ConfigMap.
 *
 * @example
 * new ArgoClaimHealth(chart, 'claim-health');
 */
export class ArgoClaimHealth extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an exception carries only
   * text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: ArgoClaimHealthProps = {}): Finding[] {
    return findingsOfTrial(scope, id, () => new ArgoClaimHealth(scope, id, props));
  }

  /** The ConfigMap. */
  public readonly apiObject: ApiObject;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct
   * @param props where Argo CD has its settings
   * @throws an error that lists all findings if a value is not a valid one
   */
  constructor(scope: Construct, id: string, props: ArgoClaimHealthProps = {}) {
    super(scope, id);
    const given = { ...props, name: props?.name ?? 'argocd-cm', namespace: namespaceOf(this, props?.namespace) ?? 'argocd' };
    const spec = readInput<ClaimHealthSpec>(this, given, { shape: CLAIM_HEALTH_SHAPE, check: checkClaimHealth }).read();
    this.apiObject = addManifest(this, 'Resource', buildClaimHealth(spec));
    registerIdentity(this, this.apiObject);
  }
}

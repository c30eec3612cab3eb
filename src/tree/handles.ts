/** Objects that others connect to, as cdk8s-plus takes them: workloads, services, service accounts and classes. */
import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Manifest } from '../kube';

type Labels = { readonly [key: string]: string };

/**
 * A workload that a construct makes. It can be patched like any object.
 *
 * cdk8s-plus takes it as a peer and as a selector of pods: `server.connections.allowFrom(viewer.deployment)`, or
 * `new NetworkPolicy(chart, 'policy', { selector: viewer.deployment })`.
 */
export class WorkloadHandle extends ApiObject implements kplus.IPodSelector, kplus.INetworkPolicyPeer {
  /**
   * A workload of the tree.
   * @internal
   */
  public static _make(scope: Construct, id: string, props: Manifest, podLabels: () => Labels): WorkloadHandle {
    return new WorkloadHandle(scope, id, props, podLabels);
  }

  private constructor(scope: Construct, id: string, props: Manifest, private readonly podLabels: () => Labels) {
    super(scope, id, props);
  }

  /** Its pods, by their labels and their namespace. */
  public toPodSelectorConfig(): kplus.PodSelectorConfig {
    const { namespace } = this.metadata;
    return {
      labelSelector: kplus.LabelSelector.of({ labels: { ...this.podLabels() } }),
      ...namespace === undefined ? {} : { namespaces: { names: [namespace] } },
    };
  }

  /** Its pods, as a NetworkPolicy has them. */
  public toNetworkPolicyPeerConfig(): kplus.NetworkPolicyPeerConfig {
    return { podSelector: this.toPodSelectorConfig() };
  }

  /** Itself. */
  public toPodSelector(): kplus.IPodSelector | undefined {
    return this;
  }
}

/** A service account that a construct makes. Roles can be bound to it: `secret.permissions.grantRead(account)`, `role.bind(account)`. */
export class ServiceAccountHandle extends ApiObject implements kplus.IServiceAccount {
  /**
   * A service account of the tree.
   * @internal
   */
  public static _make(scope: Construct, id: string, props: Manifest): ServiceAccountHandle {
    return new ServiceAccountHandle(scope, id, props);
  }

  /** The plural of the kind, for RBAC: `serviceaccounts`. */
  public readonly resourceType = 'serviceaccounts';

  private constructor(scope: Construct, id: string, props: Manifest) {
    super(scope, id, props);
  }

  /** The name of the service account, for RBAC. */
  public get resourceName(): string | undefined {
    return this.name;
  }

  /** The name by which pods of its namespace refer to it. */
  public get serviceAccountName(): string {
    return this.name;
  }

  /** What a binding says of it. */
  public toSubjectConfiguration(): kplus.SubjectConfiguration {
    return { kind: this.kind, name: this.name, apiGroup: '', namespace: this.metadata.namespace };
  }
}

/** A Service that a construct makes. */
export class ServiceHandle extends ApiObject {
  /**
   * A Service of the tree.
   * @internal
   */
  public static _make(scope: Construct, id: string, props: Manifest): ServiceHandle {
    return new ServiceHandle(scope, id, props);
  }

  private constructor(scope: Construct, id: string, props: Manifest) {
    super(scope, id, props);
  }

  /** The name of the Service, which is its host name for pods of its namespace. */
  public get serviceName(): string {
    return this.name;
  }

  /** The name by which pods of any namespace reach it: `<name>.<namespace>`. */
  public get host(): string {
    const { namespace } = this.metadata;
    return namespace === undefined ? this.name : `${this.name}.${namespace}`;
  }
}

/** A class of volumes that a construct makes. */
export class StorageClassHandle extends ApiObject {
  /**
   * A class of the tree.
   * @internal
   */
  public static _make(scope: Construct, id: string, props: Manifest): StorageClassHandle {
    return new StorageClassHandle(scope, id, props);
  }

  private constructor(scope: Construct, id: string, props: Manifest) {
    super(scope, id, props);
  }

  /** The name by which claims and volumes refer to the class. */
  public get storageClassName(): string {
    return this.name;
  }
}

/** The object of a manifest: a handle where others connect to its kind. `read` gives the manifest when everything is known. */
export function objectFor(scope: Construct, id: string, manifest: Manifest, read: () => Manifest = () => manifest): ApiObject {
  switch (manifest.kind) {
    case 'DaemonSet':
    case 'Deployment':
    case 'Job':
      return WorkloadHandle._make(scope, id, manifest, () => podLabelsOf(read()));
    case 'Service':
      return ServiceHandle._make(scope, id, manifest);
    case 'ServiceAccount':
      return ServiceAccountHandle._make(scope, id, manifest);
    case 'StorageClass':
      return StorageClassHandle._make(scope, id, manifest);
    default:
      return new ApiObject(scope, id, manifest);
  }
}

/** The labels that a controller finds its pods by, or all that they have. */
function podLabelsOf(manifest: Manifest): Labels {
  const { selector, template } = manifest.spec as { selector?: { matchLabels?: Labels }; template?: { metadata?: { labels?: Labels } } };
  return selector?.matchLabels ?? template?.metadata?.labels ?? {};
}

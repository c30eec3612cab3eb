/**
 * Objects that others connect to, as cdk8s-plus takes them: any of them in a role, and what it has
 * an interface for by that.
 *
 * They are the submodule `handles` of the package.
 */
import { ApiObject, ApiObjectProps } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { permissionsOn } from './permissions';
import { wholeManifest } from './written';
import { Manifest, pluralOf } from '../kube';

type Labels = { readonly [key: string]: string };
type Ports = readonly { readonly name?: string; readonly port: number }[];

/**
 * An object that a construct creates. It can be patched like any `ApiObject`, and cdk8s-plus roles
 * can refer to it: `role.allowRead(viewer.route)`, or `role.allow(['use'], stack.nodeScc)`.
 *
 * @example
 * const guard = new EfsEditGuard(chart, 'guard');
 * const readers = new kplus.Role(chart, 'readers');
 * readers.allowRead(guard.policy);
 */
export class ResourceHandle extends ApiObject implements kplus.IResource, kplus.IApiEndpoint {
  /**
   * An object of the tree.
   * @internal
   */
  public static _of(scope: Construct, id: string, manifest: Manifest): ResourceHandle {
    return new this(scope, id, manifest);
  }

  /**
   * @param scope the construct that creates the object
   * @param id the id of the object in that construct
   * @param props the object
   */
  protected constructor(scope: Construct, id: string, props: ApiObjectProps) {
    super(scope, id, props);
  }

  /** The resource name in RBAC rules, such as `serviceaccounts`. */
  public get resourceType(): string {
    return pluralOf(this.kind);
  }

  /**
   * Who may do what with the object, as in cdk8s-plus: `permissions.grantRead(account)` creates a
   * Role and its binding. For cluster-scoped objects, which a Role cannot grant access to, it
   * throws; use a ClusterRole.
   */
  public get permissions(): kplus.ResourcePermissions {
    return permissionsOn(this);
  }

  /** The name of the object, for RBAC. */
  public get resourceName(): string | undefined {
    return this.name;
  }

  /**
   * Renders the object as Kubernetes JSON, exactly as cdk8s does, but in less time.
   * @returns the object with the patches that were added to it
   * @throws an error of cdk8s if a value cannot be rendered
   */
  public toJson(): any {
    return wholeManifest(this);
  }

  /** Returns the handle itself. */
  public asApiResource(): kplus.IApiResource | undefined {
    return this;
  }

  /** Returns undefined, because it is a resource. */
  public asNonApiResource(): string | undefined {
    return undefined;
  }
}

/**
 * A workload that a construct creates. It can be patched like any object.
 *
 * cdk8s-plus accepts it as a network policy peer and as a pod selector:
 * `server.connections.allowFrom(viewer.deployment)`. Its own connections are the same from the
 * other side: `viewer.deployment.connections.allowFrom(portal)`.
 *
 * @example
 * const uploads = Claim.fromClaimName(chart, 'claim', 'uploads');
 * const viewer = new PVCViewer(chart, 'viewer', { claim: uploads });
 * const portal = new kplus.Deployment(chart, 'portal', {
 *   containers: [{ image: 'registry.example.com/portal:1.0.0', portNumber: 8080 }],
 * });
 * viewer.deployment.connections.allowFrom(portal);
 */
export class WorkloadHandle
  extends ResourceHandle
  implements kplus.IPodSelector, kplus.INetworkPolicyPeer
{
  /**
   * A workload of the tree.
   * @internal
   */
  public static _make(
    scope: Construct,
    id: string,
    props: Manifest,
    podLabels: () => Labels,
  ): WorkloadHandle {
    return new WorkloadHandle(scope, id, props, podLabels);
  }

  private constructor(
    scope: Construct,
    id: string,
    props: Manifest,
    private readonly podLabels: () => Labels,
  ) {
    super(scope, id, props);
  }

  /**
   * Whom its pods may connect to, and who may connect to them, as in cdk8s-plus: by
   * NetworkPolicies, for all ports unless some are given.
   */
  public get connections(): kplus.PodConnections {
    return new kplus.PodConnections(this as unknown as kplus.AbstractPod);
  }

  /** Returns the configuration that selects its pods, by their labels and namespace. */
  public toPodSelectorConfig(): kplus.PodSelectorConfig {
    const { namespace } = this.metadata;
    return {
      labelSelector: kplus.LabelSelector.of({ labels: { ...this.podLabels() } }),
      ...(namespace === undefined ? {} : { namespaces: { names: [namespace] } }),
    };
  }

  /** Returns the configuration of its pods as a peer in a NetworkPolicy. */
  public toNetworkPolicyPeerConfig(): kplus.NetworkPolicyPeerConfig {
    return { podSelector: this.toPodSelectorConfig() };
  }

  /** Returns the handle itself. */
  public toPodSelector(): kplus.IPodSelector | undefined {
    return this;
  }
}

/**
 * A service account that a construct creates. Roles can be bound to it:
 * `secret.permissions.grantRead(account)`, `role.bind(account)`.
 *
 * @example
 * const stack = new CsiDriverStack(chart, 'efs', {
 *   driver: new EfsCsiDriver(),
 *   platform: Platform.EKS,
 * });
 * const readers = new kplus.Role(chart, 'readers');
 * readers.allowRead(kplus.ApiResource.CONFIG_MAPS);
 * readers.bind(stack.nodeServiceAccount!);
 */
export class ServiceAccountHandle extends ResourceHandle implements kplus.IServiceAccount {
  /** The name of the service account, by which pods in its namespace refer to it. */
  public get serviceAccountName(): string {
    return this.name;
  }

  /** Returns the configuration of the service account as a subject in a role binding. */
  public toSubjectConfiguration(): kplus.SubjectConfiguration {
    return { kind: this.kind, name: this.name, apiGroup: '', namespace: this.metadata.namespace };
  }
}

/**
 * A Service that a construct creates. An Ingress of cdk8s-plus can route to it.
 *
 * @example
 * const uploads = Claim.fromClaimName(chart, 'claim', 'uploads');
 * const viewer = new PVCViewer(chart, 'viewer', {
 *   claim: uploads,
 *   networking: { basePrefix: '/files' },
 * });
 * const ingress = new kplus.Ingress(chart, 'ingress');
 * ingress.addHostRule('files.example.com', viewer.url!, viewer.service!.toIngressBackend());
 */
export class ServiceHandle extends ResourceHandle {
  /**
   * A Service of the tree.
   * @internal
   */
  public static _make(
    scope: Construct,
    id: string,
    props: Manifest,
    ports: () => Ports,
  ): ServiceHandle {
    return new ServiceHandle(scope, id, props, ports);
  }

  private constructor(
    scope: Construct,
    id: string,
    props: Manifest,
    private readonly ports: () => Ports,
  ) {
    super(scope, id, props);
  }

  /** The name of the Service, which is its host name for pods in its namespace. */
  public get serviceName(): string {
    return this.name;
  }

  /** The host name of the Service for pods in any namespace: `<name>.<namespace>`. */
  public get host(): string {
    const { namespace } = this.metadata;
    return namespace === undefined ? this.name : `${this.name}.${namespace}`;
  }

  /**
   * Returns the Service as the backend of an Ingress of cdk8s-plus, which must be in the same
   * namespace.
   * @param options the port of the Service. It may be omitted if the Service has only one, or one
   * named `http`, as that of a viewer
   * @throws if the Service does not have the port, or if none is given and it is not clear which
   * one is meant
   */
  public toIngressBackend(options: kplus.ServiceIngressBackendOptions = {}): kplus.IngressBackend {
    const ports = this.ports();
    const port = options.port ?? ports.find(({ name }) => name === 'http')?.port;
    // All that is read of a Service.
    return kplus.IngressBackend.fromService(
      { name: this.name, ports } as unknown as kplus.Service,
      { port },
    );
  }
}

/**
 * A StorageClass that a construct creates.
 *
 * @example
 * const stack = new CsiDriverStack(chart, 'efs', {
 *   driver: new EfsCsiDriver(),
 *   platform: Platform.EKS,
 * });
 * new kplus.ConfigMap(chart, 'settings', {
 *   data: { storageClass: stack.storageClasses[0].storageClassName },
 * });
 */
export class StorageClassHandle extends ResourceHandle {
  /** The name of the class, by which claims and volumes refer to it. */
  public get storageClassName(): string {
    return this.name;
  }
}

/**
 * A ConfigMap that a construct creates. cdk8s-plus takes it for volumes and variables:
 * `Volume.fromConfigMap(chart, 'settings', viewer.configMap)`.
 *
 * @example
 * const uploads = Claim.fromClaimName(chart, 'claim', 'uploads');
 * const image = new ViewerImage({
 *   image: 'registry.example.com/files:1.0.0',
 *   port: 8080,
 *   mountPath: '/data',
 *   configFile: { path: '/etc/files/config.yaml', content: 'base: {prefix}' },
 * });
 * const viewer = new PVCViewer(chart, 'viewer', { claim: uploads, image });
 * kplus.Volume.fromConfigMap(chart, 'settings', viewer.configMap!);
 */
export class ConfigMapHandle extends ResourceHandle implements kplus.IConfigMap {
  /** The name of the ConfigMap, by which pods in its namespace refer to it. */
  public get configMapName(): string {
    return this.name;
  }
}

/**
 * A ClusterRole that a construct creates. Further subjects can be bound to it: `new
 * ClusterRoleBinding(chart, 'more', { role }).addSubjects(account)`.
 *
 * @example
 * const platform = new Chart(app, 'platform');
 * const stack = new CsiDriverStack(platform, 'efs', {
 *   driver: new EfsCsiDriver(),
 *   platform: Platform.EKS,
 * });
 * const monitor = new kplus.ServiceAccount(chart, 'monitor');
 * new kplus.ClusterRoleBinding(platform, 'binding', { role: stack.clusterRoles[0] }).addSubjects(
 *   monitor,
 * );
 */
export class ClusterRoleHandle extends ResourceHandle implements kplus.IClusterRole {
  /** The name by which bindings refer to it. */
  public get clusterRoleName(): string {
    return this.name;
  }
}

/**
 * A namespace that a construct creates. cdk8s-plus takes it as a selector of namespaces, and as a
 * peer, which stands for all of its pods.
 *
 * @example
 * const platform = new Chart(app, 'platform');
 * const stack = new CsiDriverStack(platform, 'efs', {
 *   driver: new EfsCsiDriver(),
 *   platform: Platform.OPENSHIFT,
 * });
 * const api = new kplus.Deployment(chart, 'api', {
 *   containers: [{ image: 'registry.example.com/api:1.0.0', portNumber: 8080 }],
 * });
 * api.connections.allowFrom(stack.namespaceObject!, {
 *   isolation: kplus.PodConnectionsIsolation.POD,
 * });
 */
export class NamespaceHandle
  extends ResourceHandle
  implements kplus.INamespaceSelector, kplus.INetworkPolicyPeer
{
  /** The name of the namespace. */
  public get namespaceName(): string {
    return this.name;
  }

  /** Returns the configuration that selects the namespace by its name. */
  public toNamespaceSelectorConfig(): kplus.NamespaceSelectorConfig {
    return { names: [this.name] };
  }

  /** Returns the configuration of all its pods as a peer in a NetworkPolicy. */
  public toNetworkPolicyPeerConfig(): kplus.NetworkPolicyPeerConfig {
    return {
      podSelector: {
        labelSelector: kplus.LabelSelector.of(),
        namespaces: this.toNamespaceSelectorConfig(),
      },
    };
  }

  /** Returns undefined, because a namespace is not a workload. */
  public toPodSelector(): kplus.IPodSelector | undefined {
    return undefined;
  }
}

/**
 * A persistent volume that a construct creates. A claim of cdk8s-plus can be bound to it.
 *
 * @example
 * const images = new EfsFileSystem('fs-0123456789abcdef0').sharedVolume(chart, 'images', {
 *   accessPointId: 'fsap-0123456789abcdef0',
 * });
 * const readers = new kplus.Role(chart, 'readers');
 * readers.allowRead(images.persistentVolume);
 */
export class PersistentVolumeHandle extends ResourceHandle implements kplus.IPersistentVolume {
  /** The name by which claims refer to it. */
  public get volumeName(): string {
    return this.name;
  }
}

/**
 * A claim that a construct creates. This library and cdk8s-plus take it wherever they take a claim.
 *
 * @example
 * const images = new EfsFileSystem('fs-0123456789abcdef0').sharedVolume(chart, 'images', {
 *   accessPointId: 'fsap-0123456789abcdef0',
 * });
 * const readers = new kplus.Role(chart, 'readers');
 * readers.allowRead(images.persistentVolumeClaim);
 */
export class ClaimHandle extends ResourceHandle implements kplus.IPersistentVolumeClaim {
  /** The name of the claim, by which pods in its namespace refer to it. */
  public get claimName(): string {
    return this.name;
  }
}

/** A CSI driver in a cluster. */
import { Chart } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { registerCsiStack } from './app';
import { checkIsDriver, checkIsPlatform } from './check-props';
import { CsiDriver } from './csi-driver';
import { CsiDriverContext } from './csi-driver-definition';
import { CsiDriverStackProps } from './csi-driver-stack-props';
import { CsiStorageClassProps } from './csi-storage-class';
import { Finding, show, violation } from '../../findings';
import { addTo, isFields, unwrap } from '../../kube';
import { InputOf } from '../../shape';
import { registerDefaultClass } from '../../storage/constructs/storage-class';
import { isDefaultClass } from '../../storage/core';
import {
  addManifest,
  ClusterRoleHandle,
  findingsOfTrial,
  isInTree,
  judgeTied,
  NamespaceHandle,
  plainly,
  registerIdentity,
  reportFindings,
  ResourceHandle,
  ServiceAccountHandle,
  StorageClassHandle,
  targetOf,
  unreadableFindings,
  WorkloadHandle,
} from '../../tree';
import { buildParts } from '../build';
import { Part, Role } from '../build/part';
import { checkCsiStack, checkOneStack } from '../check';
import { DEFINITION_STRUCTS } from '../definition-structs';
import { classesOf, contextOf, isDynamic, modeOf, namespaceOf } from '../installation';
import { optionTypes } from '../options';
import { CSI_RULES } from '../rules';
import { ClassSpec, DriverSpec, StackOptions, StackSpec } from '../spec';

/** By the root of a tree and the name of the driver, the stacks that install it. */
const installed = new WeakMap<IConstruct, Map<string, CsiDriverStack[]>>();

/**
 * A CSI driver in a cluster: service accounts, roles, CSIDriver, node plugin, controller, storage
 * classes, and SecurityContextConstraints on OpenShift, all derived from the driver's definition.
 *
 * Fields that the API server defaults are left out. The controller is deployed only if a class is
 * dynamic or `controller.enabled` is true. An app can install a driver only once.
 *
 * @example
 * new CsiDriverStack(chart, 'efs', {
 *   driver: new EfsCsiDriver(),
 *   platform: Platform.EKS,
 *   controller: { enabled: true },
 * });
 */
export class CsiDriverStack extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: CsiDriverStackProps): Finding[] {
    return findingsOfTrial(scope, id, () => new CsiDriverStack(scope, id, props));
  }

  /** The name of the driver, such as `efs.csi.aws.com`. */
  public readonly driverName: string;

  /** The namespace of the driver. */
  public readonly namespace: string;

  private readonly driver: CsiDriver;
  private spec: StackSpec;
  private readonly parts = new Map<
    string,
    { readonly part: Part; readonly object: ResourceHandle }
  >();
  private readonly reported = new Set<string>();

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct
   * @param props the driver, the platform and the options
   * @throws an error that lists all findings if the API server would reject an object (Kubernetes,
   * OpenShift 4), if the driver would not work with these options, if a value is known only at
   * synthesis, or if the app already installs the driver
   */
  constructor(scope: Construct, id: string, props: CsiDriverStackProps) {
    super(scope, id);
    const {
      driver,
      platform: given,
      ...others
    } = (isFields(props) ? props : {}) as CsiDriverStackProps;
    const target = targetOf(this);
    const platform = given ?? target.platform;
    const unreadable = unreadableFindings(others);
    const options: StackOptions =
      unreadable.length > 0 ? {} : (unwrap(others) as InputOf<typeof others, StackOptions>);
    reportFindings(this, [
      ...checkIsDriver(driver),
      ...checkIsPlatform(platform),
      ...unreadable,
      ...optionTypes(options),
    ]);
    this.driver = driver;
    const images = { registry: target.registry, digests: target.digests };
    const place = {
      platform: platform!,
      options,
      chartNamespace: Chart.of(this).namespace,
      target: images,
    };
    const definition = driver._describe(contextOf(place) as CsiDriverContext);
    reportFindings(this, unreadableFindings({ driver: definition }));
    this.spec = { ...place, driver: plainly<DriverSpec>(definition, DEFINITION_STRUCTS) };
    this.check();
    this.checkAlone();
    this.driverName = this.spec.driver.name;
    this.namespace = namespaceOf(this.spec);
    this.addParts();
    if (modeOf(options) !== 'external') {
      const byName = installed.get(this.node.root) ?? new Map<string, CsiDriverStack[]>();
      addTo(byName, this.driverName, this);
      installed.set(this.node.root, byName);
    }
    registerCsiStack(this, () => this.spec);
    judgeTied(this);
    classesOf(this.spec).forEach((one) => this.registerDefault(one));
  }

  /**
   * The Namespace object, if the stack creates it.
   * @default - the stack does not create the namespace
   */
  public get namespaceObject(): NamespaceHandle | undefined {
    return this.object('namespace') as NamespaceHandle | undefined;
  }

  /**
   * The service account of the node plugin.
   * @default - the stack does not install the driver
   */
  public get nodeServiceAccount(): ServiceAccountHandle | undefined {
    return this.object('nodeServiceAccount') as ServiceAccountHandle | undefined;
  }

  /**
   * The service account of the controller.
   * @default - there is no controller
   */
  public get controllerServiceAccount(): ServiceAccountHandle | undefined {
    return this.object('controllerServiceAccount') as ServiceAccountHandle | undefined;
  }

  /** The ClusterRoles of the driver. */
  public get clusterRoles(): ClusterRoleHandle[] {
    return this.objects('clusterRole') as ClusterRoleHandle[];
  }

  /** The ClusterRoleBindings of the driver. */
  public get clusterRoleBindings(): ResourceHandle[] {
    return this.objects('clusterRoleBinding');
  }

  /** The RoleBindings in the driver's namespace. */
  public get roleBindings(): ResourceHandle[] {
    return this.objects('roleBinding');
  }

  /**
   * The SecurityContextConstraints of the node plugin.
   * @default - the stack does not install the driver, the platform is not OpenShift, its `sccMode`
   * is not CUSTOM, or the node plugin needs none
   */
  public get nodeScc(): ResourceHandle | undefined {
    return this.object('nodeScc');
  }

  /**
   * The SecurityContextConstraints of the controller.
   * @default - there is no controller, the platform is not OpenShift, its `sccMode` is not CUSTOM,
   * or the controller needs none
   */
  public get controllerScc(): ResourceHandle | undefined {
    return this.object('controllerScc');
  }

  /**
   * The CSIDriver object.
   * @default - the stack does not install the driver
   */
  public get csiDriver(): ResourceHandle | undefined {
    return this.object('csiDriver');
  }

  /**
   * The DaemonSet of the node plugin.
   * @default - the stack does not install the driver
   */
  public get daemonSet(): WorkloadHandle | undefined {
    return this.object('daemonSet') as WorkloadHandle | undefined;
  }

  /**
   * The Deployment of the controller.
   * @default - there is no controller
   */
  public get controller(): WorkloadHandle | undefined {
    return this.object('controller') as WorkloadHandle | undefined;
  }

  /**
   * The PodDisruptionBudget of the controller.
   * @default - `controller.podDisruptionBudget` is not true
   */
  public get podDisruptionBudget(): ResourceHandle | undefined {
    return this.object('podDisruptionBudget');
  }

  /**
   * The OperatorGroup of OpenShift's operator.
   * @default - the mode is not `OPENSHIFT_OPERATOR`, or `operatorGroup` is false
   */
  public get operatorGroup(): ResourceHandle | undefined {
    return this.object('operatorGroup');
  }

  /**
   * The Subscription to OpenShift's operator.
   * @default - the mode is not `OPENSHIFT_OPERATOR`
   */
  public get subscription(): ResourceHandle | undefined {
    return this.object('subscription');
  }

  /**
   * The ClusterCSIDriver of OpenShift's operator.
   * @default - the mode is not `OPENSHIFT_OPERATOR`
   */
  public get clusterCsiDriver(): ResourceHandle | undefined {
    return this.object('clusterCsiDriver');
  }

  /** The storage classes. */
  public get storageClasses(): StorageClassHandle[] {
    return this.objects('storageClass') as StorageClassHandle[];
  }

  /**
   * Adds a storage class, and deploys the controller if the class is dynamic and there is no
   * controller yet.
   * @param id the id of the class's construct
   * @param storageClass the class
   * @returns the class
   * @throws an error that lists all findings if the API server or the driver
   * would reject the class, or if it is dynamic and the controller is disabled
   */
  public addStorageClass(id: string, storageClass: CsiStorageClassProps): StorageClassHandle {
    reportFindings(this, [...this.checkId(id), ...unreadableFindings({ storageClass })]);
    const added: ClassSpec = unwrap(storageClass) ?? {};
    const before = this.spec;
    const { options } = before;
    this.spec = {
      ...before,
      options: { ...options, storageClasses: [...(options.storageClasses ?? []), added] },
    };
    try {
      this.check();
    } catch (error) {
      this.spec = before;
      throw error;
    }
    this.addParts({ [`StorageClass-${added.name}`]: id });
    this.registerDefault(added);
    return this.node.findChild(id) as StorageClassHandle;
  }

  /** Reports what was not reported before. */
  private check(): void {
    const { driver, options } = this.spec;
    reportFindings(this, optionTypes(options));
    const all = [
      ...checkCsiStack(this.spec),
      ...(options.storageClasses ?? []).flatMap((one, index) =>
        this.checkClass({ ...one, dynamic: isDynamic(driver, one) }, `storageClasses[${index}]`),
      ),
    ];
    const findings = all.filter((finding) => !this.reported.has(JSON.stringify(finding)));
    reportFindings(this, findings);
    for (const finding of findings) this.reported.add(JSON.stringify(finding));
  }

  private checkId(id: unknown): Finding[] {
    if (typeof id !== 'string' || id === '') {
      return [
        violation(
          CSI_RULES.name,
          'id',
          `${show(id)} is not a valid id for a construct`,
          'use a string',
        ),
      ];
    }
    if (!this.node.tryFindChild(id)) return [];
    return [
      violation(
        CSI_RULES.name,
        'id',
        `the stack already has a construct ${show(id)}`,
        'use another id',
      ),
    ];
  }

  private checkClass(storageClass: ClassSpec, path: string): Finding[] {
    return this.driver
      ._checkStorageClass(storageClass as CsiStorageClassProps)
      .map((finding) => ({ ...finding, path: `${path}.${finding.path}` }));
  }

  /** Reports another stack of the app that installs the driver too. */
  private checkAlone(): void {
    const others = (installed.get(this.node.root)?.get(this.spec.driver.name) ?? []).filter(
      (scope) => isInTree({ scope }),
    );
    if (others.length === 0) return;
    // Which comes first is decided by the tree.
    const inOrder = this.node.root.node
      .findAll()
      .flatMap((one) =>
        one instanceof CsiDriverStack && others.includes(one)
          ? [{ construct: one.node.path, spec: one.spec }]
          : [],
      );
    reportFindings(this, checkOneStack(inOrder, { construct: this.node.path, spec: this.spec }));
  }

  private registerDefault({ name, isDefault, annotations }: ClassSpec): void {
    if (isDefault || isDefaultClass(annotations)) registerDefaultClass(this, name);
  }

  /** Adds the objects that are not there yet: a class that is added later changes none that is. */
  private addParts(ids: { readonly [part: string]: string } = {}): void {
    for (const part of buildParts(this.spec).filter(({ id }) => !this.parts.has(id))) {
      const object = addManifest(this, ids[part.id] ?? part.id, part.manifest);
      this.parts.set(part.id, { part, object });
      registerIdentity(this, object);
    }
  }

  private object(role: Role): ResourceHandle | undefined {
    return this.objects(role)[0];
  }

  private objects(role: Role): ResourceHandle[] {
    return [...this.parts.values()]
      .filter(({ part }) => part.role === role)
      .map(({ object }) => object);
  }
}

/** A CSI driver in a cluster. */
import { ApiObject, JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { violation } from '../../findings';
import { hasLazy } from '../../kube';
import { registerDefaultClass } from '../../storage/constructs/storage-class';
import { addManifest, namespaceOf as namespaceOfScope, plainly, reportFindings } from '../../tree';
import { buildParts } from '../build';
import { checkCsiOptions, checkCsiStack } from '../check';
import { classesOf, contextOf, namespaceOf } from '../effective';
import { Part, Role } from '../part';
import { CSI_RULES } from '../rules';
import { ClassSpec, DriverSpec, StackOptions, StackSpec } from '../spec';
import { registerCsiStack } from './app';
import { CsiDriverContext, CsiDriverStackMode, ICsiDriver } from './csi-driver';
import { CsiStorageClass } from './csi-storage-class';
import { CsiControllerOptions, CsiImageOptions, CsiNodeOptions } from './options';
import { Platform } from './platform';

/** Props of a `CsiDriverStack`. */
export interface CsiDriverStackProps {
  /** The driver. */
  readonly driver: ICsiDriver;

  /** The platform that it is installed on. */
  readonly platform: Platform;

  /**
   * Who installs the driver.
   * @default CsiDriverStackMode.SELF_MANAGED
   */
  readonly mode?: CsiDriverStackMode;

  /**
   * The namespace of the driver.
   * @default - that of the chart, else the one that the driver wants on the platform
   */
  readonly namespace?: string;

  /**
   * Whether the namespace is written, with what the platform wants of one in which privileged pods run.
   * @default - if neither the stack nor its chart names a namespace, and the driver's own is not there from the start
   */
  readonly createNamespace?: boolean;

  /**
   * Where images come from.
   * @default - where the driver's own are published
   */
  readonly images?: CsiImageOptions;

  /**
   * The directory of kubelet on the nodes, without a slash at its end.
   * @default '/var/lib/kubelet'
   */
  readonly kubeletPath?: string;

  /**
   * The verbosity of the logs, from 0 to 10.
   * @default 2
   */
  readonly logLevel?: number;

  /**
   * What can be chosen about the node plugin.
   * @default - as the driver wants it
   */
  readonly node?: CsiNodeOptions;

  /**
   * What can be chosen about the controller.
   * @default - as the driver wants it
   */
  readonly controller?: CsiControllerOptions;

  /**
   * Fields of the CSIDriver's spec in place of the driver's own. Those that the driver does not work with are refused.
   * @default - as the driver wants it
   */
  readonly csiDriver?: kplus.k8s.CsiDriverSpec;

  /**
   * Classes besides the driver's own. A dynamic one has the controller deployed.
   * @default - none
   */
  readonly storageClasses?: CsiStorageClass[];
}

/**
 * A CSI driver in a cluster: service accounts, roles, CSIDriver, node plugin, controller, classes, and on OpenShift the
 * security context constraint, all read from the driver's definition.
 *
 * Nothing is written that the API server would set by itself. The controller is there only where a class is dynamic or
 * `controller.enabled` asks for it. A driver is installed once in an app.
 */
export class CsiDriverStack extends Construct {
  /** The name of the driver, such as `efs.csi.aws.com`. */
  public readonly driverName: string;

  /** The namespace of the driver. */
  public readonly namespace: string;

  private spec: StackSpec;
  private readonly parts = new Map<string, { readonly part: Part; readonly object: ApiObject }>();
  private readonly reported = new Set<string>();

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct
   * @param props the driver, the platform and what can be chosen
   * @throws all findings at once when an object would be refused (Kubernetes 1.36, OpenShift 4), when the driver would
   * not work as it is asked for, or when a value is known only at synthesis
   */
  constructor(scope: Construct, id: string, props: CsiDriverStackProps) {
    super(scope, id);
    const { driver, platform, ...others } = props;
    const options = this.plainOptions({ ...others, namespace: namespaceOfScope(this, props.namespace) });
    reportFindings(this, checkCsiOptions(options, platform._spec));
    const context = contextOf(platform._spec, options) as CsiDriverContext;
    this.spec = { driver: plainly<DriverSpec>(driver.describe(context)), platform: platform._spec, options };
    this.check();
    this.driverName = this.spec.driver.name;
    this.namespace = namespaceOf(this.spec);
    this.addParts();
    registerCsiStack(this, () => this.spec);
    for (const one of classesOf(this.spec)) {
      if (one.isDefault) registerDefaultClass(this, one.name);
    }
  }

  /**
   * The namespace, where it is written.
   * @default - it is there already
   */
  public get namespaceObject(): ApiObject | undefined {
    return this.object('namespace');
  }

  /**
   * The service account of the node plugin.
   * @default - the stack does not install the driver
   */
  public get nodeServiceAccount(): ApiObject | undefined {
    return this.object('nodeServiceAccount');
  }

  /**
   * The service account of the controller.
   * @default - there is no controller
   */
  public get controllerServiceAccount(): ApiObject | undefined {
    return this.object('controllerServiceAccount');
  }

  /** The roles of the driver. */
  public get clusterRoles(): ApiObject[] {
    return this.objects('clusterRole');
  }

  /** What binds the roles in the whole cluster. */
  public get clusterRoleBindings(): ApiObject[] {
    return this.objects('clusterRoleBinding');
  }

  /** What binds the roles in the driver's namespace. */
  public get roleBindings(): ApiObject[] {
    return this.objects('roleBinding');
  }

  /**
   * The security context constraint of the driver's own.
   * @default - the platform is not OpenShift, or a built-in one is used
   */
  public get scc(): ApiObject | undefined {
    return this.object('scc');
  }

  /**
   * The CSIDriver.
   * @default - the stack does not install the driver
   */
  public get csiDriver(): ApiObject | undefined {
    return this.object('csiDriver');
  }

  /**
   * The DaemonSet of the node plugin.
   * @default - the stack does not install the driver
   */
  public get daemonSet(): ApiObject | undefined {
    return this.object('daemonSet');
  }

  /**
   * The Deployment of the controller.
   * @default - there is no controller
   */
  public get controller(): ApiObject | undefined {
    return this.object('controller');
  }

  /**
   * The disruption budget of the controller.
   * @default - none was asked for
   */
  public get podDisruptionBudget(): ApiObject | undefined {
    return this.object('podDisruptionBudget');
  }

  /**
   * The OperatorGroup of OpenShift's operator.
   * @default - the mode is another one
   */
  public get operatorGroup(): ApiObject | undefined {
    return this.object('operatorGroup');
  }

  /**
   * The Subscription to OpenShift's operator.
   * @default - the mode is another one
   */
  public get subscription(): ApiObject | undefined {
    return this.object('subscription');
  }

  /**
   * The ClusterCSIDriver of OpenShift's operator.
   * @default - the mode is another one
   */
  public get clusterCsiDriver(): ApiObject | undefined {
    return this.object('clusterCsiDriver');
  }

  /** The classes. */
  public get storageClasses(): ApiObject[] {
    return this.objects('storageClass');
  }

  /**
   * Adds a class, and the controller if the class is dynamic and there is none yet.
   * @param id the id of the class's construct
   * @param storageClass the class
   * @returns the object of the class
   * @throws all findings at once when the class would be refused, or when it is dynamic and the controller is disabled
   */
  public addStorageClass(id: string, storageClass: CsiStorageClass): ApiObject {
    const added: ClassSpec = { ...plainly<ClassSpec>(storageClass), id };
    const before = this.spec;
    const { options } = before;
    this.spec = { ...before, options: { ...options, storageClasses: [...options.storageClasses ?? [], added] } };
    try {
      this.check();
    } catch (error) {
      this.spec = before;
      throw error;
    }
    this.addParts();
    if (added.isDefault) registerDefaultClass(this, added.name);
    return this.parts.get(id)!.object;
  }

  private plainOptions(props: { [option: string]: unknown }): StackOptions {
    reportFindings(this, Object.entries(props).filter(([, value]) => hasLazy(value)).map(([option]) =>
      violation(CSI_RULES.knownLate, option, 'the value is known only at synthesis', 'give the value itself')));
    return plainly<StackOptions>(props);
  }

  /** Reports what was not reported before. */
  private check(): void {
    const findings = checkCsiStack(this.spec).filter((finding) => !this.reported.has(JSON.stringify(finding)));
    reportFindings(this, findings);
    for (const finding of findings) this.reported.add(JSON.stringify(finding));
  }

  /** Adds the objects that are not there yet, and changes those that a new class has changed. */
  private addParts(): void {
    for (const part of buildParts(this.spec)) {
      const known = this.parts.get(part.id);
      const object = known?.object ?? addManifest(this, part.id, part.manifest);
      for (const field of known ? Object.keys(part.manifest) : []) {
        if (JSON.stringify(known!.part.manifest[field]) === JSON.stringify(part.manifest[field])) continue;
        object.addJsonPatch(JsonPatch.replace(`/${field}`, part.manifest[field]));
      }
      this.parts.set(part.id, { part, object });
    }
  }

  private object(role: Role): ApiObject | undefined {
    return this.objects(role)[0];
  }

  private objects(role: Role): ApiObject[] {
    return [...this.parts.values()].filter(({ part }) => part.role === role).map(({ object }) => object);
  }
}

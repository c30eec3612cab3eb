/**
 * A viewer: as Kubeflow's resource says it (`PVCViewer` of kubeflow.org/v1alpha1), and as this
 * library takes it.
 */
import { Manifest, ObjectMeta } from '../kube';

/** The group of the operator's resource. */
export const VIEWER_GROUP = 'kubeflow.org';
/** The kind of the operator's resource. */
export const VIEWER_KIND = 'PVCViewer';
/** The one version that there is. */
export const VIEWER_VERSION = 'v1alpha1';

/** A part of a pod, as Kubernetes spells it. */
export type KubeValue = { readonly [field: string]: unknown };
/** Labels, annotations, variables. */
export type Texts = { readonly [key: string]: string };

/** How the viewer is reached, in the resource's own words. */
export interface NetworkingSpec {
  readonly targetPort?: number | string;
  readonly basePrefix?: string;
  readonly rewrite?: string;
  readonly timeout?: string;
}

/** The resource. */
export interface PVCViewerResource extends Manifest {
  readonly metadata: ObjectMeta;
  readonly spec?: {
    readonly pvc: string;
    readonly podSpec?: KubeValue;
    readonly networking?: NetworkingSpec;
    readonly rwoScheduling?: boolean;
  };
}

/**
 * A web application that shows files: everything that depends on which one it is. `{prefix}` in a
 * text is the public path without its last slash.
 */
export interface ViewerApp {
  /** What people call it. */
  readonly name: string;
  readonly image: string;
  /** Whether the image is the user's choice: then it comes from nowhere else. */
  readonly isOwnImage?: boolean;
  readonly port: number;
  /** Where it wants the volume. */
  readonly mountPath: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: Texts;
  /** Variables for a volume that may be written to. */
  readonly writableEnv?: Texts;
  /** Paths that it writes to besides the volume. */
  readonly writablePaths?: readonly string[];
  /** A file that it reads its settings from. */
  readonly configFile?: { readonly path: string; readonly content: string };
  /** The path that answers while it is well; without one, the port is looked at. */
  readonly healthPath?: string;
  /** What it wants of the path of a request: the prefix kept, taken off, or either. */
  readonly prefix: 'kept' | 'stripped' | 'either';
  /** The user that it runs as, unless another is asked for. */
  readonly user: number;
  /** Why it should not be used any more. */
  readonly endOfLife?: string;
}

/** By which kind of object requests find the viewer. */
export type RoutingSpec =
  | {
      readonly kind: 'virtualService';
      /** `namespace/name`, or the name of a gateway of the same namespace. */
      readonly gateway: string;
      readonly apiVersion?: string;
      readonly hosts?: readonly string[];
    }
  | {
      readonly kind: 'httpRoute';
      readonly parentRefs: readonly {
        readonly name: string;
        readonly namespace?: string;
        readonly sectionName?: string;
        readonly port?: number;
      }[];
      readonly hostnames?: readonly string[];
    }
  | {
      readonly kind: 'ingress';
      readonly ingressClassName?: string;
      readonly host?: string;
      readonly tlsSecretName?: string;
      readonly annotations?: Texts;
    }
  | { readonly kind: 'none' };

/** Who may reach the viewer's pod, by its network. */
export interface NetworkPolicySpec {
  /** Peers as a NetworkPolicy has them. */
  readonly from: readonly KubeValue[];
  /** Further TCP ports: 15008 where the mesh is ambient. */
  readonly additionalPorts?: readonly number[];
}

/** Who may reach the viewer's pod, by Istio. */
export interface AuthorizationPolicySpec {
  /** The identities of the gateways that requests come from. */
  readonly principals: readonly string[];
  /** The users, as the header names them; all that the gateway lets through, if there are none. */
  readonly users?: readonly string[];
  readonly userHeader?: string;
  /** All methods, if there are none. */
  readonly methods?: readonly string[];
  readonly apiVersion?: string;
}

/** When the viewer is switched off. Exactly one of the two. */
export interface CullSpec {
  readonly afterIdleSeconds?: number;
  /** `HH:MM`. */
  readonly dailyAt?: string;
  readonly timeZone?: string;
  /** The image of the Job: a shell and curl. */
  readonly image?: string;
  /**
   * The image that watches the connections: a shell, grep and an HTTP server, as busybox has them.
   */
  readonly activityImage?: string;
}

/**
 * A viewer as this library takes it. Everything that is optional has a default that is not written
 * here.
 */
export interface ViewerSpec {
  /** The name of the viewer: its objects are called `pvcviewer-<name>`. */
  readonly name: string;
  readonly namespace: string;
  readonly pvc: string;
  /** The user's own pod, in place of `app`. */
  readonly podSpec?: KubeValue;
  /**
   * Where a podSpec without the claim mounts it in its first container; undefined if that is an
   * error.
   */
  readonly injectVolumeAt?: string;
  readonly app?: ViewerApp;
  readonly networking?: NetworkingSpec;
  readonly routing: RoutingSpec;
  readonly clusterDomain?: string;
  readonly isReadOnly?: boolean;
  readonly user?: number;
  readonly group?: number;
  readonly fsGroup?: number;
  /**
   * Whether the platform gives the pods their users and groups, and refuses those that bring their
   * own.
   */
  readonly isUserAssigned?: boolean;
  readonly resources?: KubeValue;
  readonly replicas?: number;
  readonly serviceAccountName?: string;
  readonly priorityClassName?: string;
  /** Labels of all objects, beside the viewer's own; those of the pods as well. */
  readonly labels?: Texts;
  readonly annotations?: Texts;
  readonly podLabels?: Texts;
  readonly podAnnotations?: Texts;
  /**
   * The affinity that the pod gets besides that of co-location; that of a podSpec stands in the
   * podSpec.
   */
  readonly affinity?: KubeValue;
  readonly nodeSelector?: Texts;
  readonly tolerations?: readonly KubeValue[];
  /** Secrets for the images of all pods of the viewer. */
  readonly imagePullSecrets?: readonly KubeValue[];
  readonly networkPolicy?: NetworkPolicySpec;
  readonly authorizationPolicy?: AuthorizationPolicySpec;
  readonly cull?: CullSpec;
}

/** What a configuration says of all viewers that are resources: they cannot say it themselves. */
export interface ViewerDefaults {
  readonly readOnly?: boolean;
  /** Of viewers that are reached at all. */
  readonly routing?: RoutingSpec;
  readonly networkPolicy?: NetworkPolicySpec;
  readonly authorizationPolicy?: AuthorizationPolicySpec;
}

/**
 * The objects of a viewer, in the order in which they are to be applied: nobody reaches it before
 * its policies are there.
 */
export interface ViewerObjects {
  readonly configMap?: Manifest;
  readonly networkPolicy?: Manifest;
  readonly authorizationPolicy?: Manifest;
  readonly deployment: Manifest;
  readonly service?: Manifest;
  readonly route?: Manifest;
  /** ServiceAccount, Role, RoleBinding and CronJob. */
  readonly cull?: readonly Manifest[];
}

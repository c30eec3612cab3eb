/** The options of a viewer. */
import * as kplus from 'cdk8s-plus-28';
import { ViewerAuthorizationPolicy, ViewerCulling, ViewerNetworking, ViewerNetworkPolicy, ViewerOperatorSettings } from './options';
import { ViewerImage } from './viewer-image';
import { ViewerRouting } from './viewer-routing';
import { CoLocationMode } from '../../placement';

/** Props of a `PVCViewer`: the spec of Kubeflow's resource in its own words, and what this library adds. */
export interface PVCViewerProps {
  /** The claim whose files are shown. One that the app does not make is `PersistentVolumeClaim.fromClaimName(…)`. */
  readonly claim: kplus.IPersistentVolumeClaim;

  /**
   * The pod, in place of an image of the catalogue. It is used as it is, and must have the claim among its volumes.
   * @default - the pod of `image`, hardened so that Pod Security `restricted` takes it
   */
  readonly podSpec?: kplus.k8s.PodSpec;

  /**
   * How the viewer is reached.
   * @default - below `/pvcviewer`, at the port of the image
   */
  readonly networking?: ViewerNetworking;

  /**
   * Whether the viewer follows the claim to the node where others use it, if it is ReadWriteOnce. Where the app knows
   * nobody who uses it, the viewer follows nobody, which is the warning `viewer/nobody-to-follow`.
   * @default true (the operator's own default is false)
   */
  readonly rwoScheduling?: boolean;

  /**
   * The name of the viewer: a DNS label of at most 53 characters. Its objects are called `pvcviewer-<name>`.
   * @default - the name of the claim, made fit with a hash where it is too long or has dots
   */
  readonly name?: string;

  /**
   * The namespace of the claim and of all objects. It is part of the path.
   * @default - the namespace of the claim, else that of the chart; there must be one
   */
  readonly namespace?: string;

  /**
   * The application.
   * @default ViewerImage.dufs()
   */
  readonly image?: ViewerImage;

  /**
   * By which kind of object requests find the viewer.
   * @default ViewerRouting.virtualService()
   */
  readonly routing?: ViewerRouting;

  /**
   * How strongly the viewer follows the claim.
   * @default CoLocationMode.AUTO
   */
  readonly coLocation?: CoLocationMode;

  /**
   * The name of the node that the volume is on, for claims whose consumers are not in the app: preferred, and required
   * with `CoLocationMode.REQUIRED`.
   * @default - not known
   */
  readonly nodeName?: string;

  /**
   * Whether the claim is mounted read-only, and the application told so. Whoever reaches the viewer then reads the files;
   * otherwise they also write them.
   * @default false
   */
  readonly readOnly?: boolean;

  /**
   * The number of the user that the application runs as: the owner of the files, but not root.
   * @default - that of the image, mostly 1000
   */
  readonly user?: number;

  /**
   * The number of the group that it runs as.
   * @default - the same as the user
   */
  readonly group?: number;

  /**
   * The group that kubelet gives the files to, where the volume takes that and its root has another group. Not for a
   * read-only viewer.
   * @default - that of the workloads of the app that use the claim, or none if they have none. Where there are no such
   * workloads: the same as the group if the claim is in the app and its volume is made for it; otherwise none, which is the
   * warning `viewer/owner-unknown` unless `user`, `group`, `userFromPlatform` or `readOnly` is set
   */
  readonly fsGroup?: number;

  /**
   * Whether the platform gives the pods their users and groups, and refuses others: OpenShift does so by namespace.
   * @default - true if the target is OpenShift, and no user and no group is given; else false
   */
  readonly userFromPlatform?: boolean;

  /**
   * What the application's container asks for.
   * @default - requests of 10m and 64Mi, a limit of 256Mi
   */
  readonly resources?: kplus.k8s.ResourceRequirements;

  /**
   * How many pods there are: 1, or 0 for a viewer that is installed but off. Its route stays.
   * @default - 1, and left to whoever scales it
   */
  readonly replicas?: number;

  /**
   * The service account of the pod. Its token is not mounted.
   * @default - the default one of the namespace
   */
  readonly serviceAccountName?: string;

  /**
   * The priority class of the pod: a low one lets the real workload displace the viewer.
   * @default - that of the cluster
   */
  readonly priorityClassName?: string;

  /**
   * Affinity of the pod, to which that of co-location is added. A podSpec has its own.
   * @default - none
   */
  readonly affinity?: kplus.k8s.Affinity;

  /**
   * The labels of the nodes that the pod may run on. A podSpec has its own.
   * @default - any node
   */
  readonly nodeSelector?: { [key: string]: string };

  /**
   * The taints of nodes that the pod tolerates: those of the nodes that its volume can be on. A podSpec has its own.
   * @default - none
   */
  readonly tolerations?: kplus.k8s.Toleration[];

  /**
   * The secrets by which the images are pulled, that of the culling Job too. A podSpec has its own.
   * @default - those of the service account
   */
  readonly imagePullSecrets?: kplus.k8s.LocalObjectReference[];

  /**
   * Mounts the claim in the first container of a podSpec that does not have it, at this path.
   * @default - a podSpec without the claim is an error
   */
  readonly injectVolumeAt?: string;

  /**
   * Who may reach the pod by the network, and read and write the files: no application asks for a password.
   * @default - everybody, which is the warning `viewer/open-access` unless `authorizationPolicy` or `readOnly` is set
   */
  readonly networkPolicy?: ViewerNetworkPolicy;

  /**
   * Who may reach the pod by Istio, and read and write the files.
   * @default - whoever the policies of the namespace let in
   */
  readonly authorizationPolicy?: ViewerAuthorizationPolicy;

  /**
   * When the viewer is switched off.
   * @default - never
   */
  readonly cull?: ViewerCulling;

  /**
   * The domain of the cluster, for the host of a VirtualService.
   * @default 'cluster.local'
   */
  readonly clusterDomain?: string;

  /**
   * Labels of all objects and pods, beside the viewer's own.
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of all objects.
   * @default - none
   */
  readonly annotations?: { [key: string]: string };

  /**
   * Labels of the pods only, such as `sidecar.istio.io/inject`.
   * @default - none
   */
  readonly podLabels?: { [key: string]: string };

  /**
   * Annotations of the pods.
   * @default - none
   */
  readonly podAnnotations?: { [key: string]: string };

  /**
   * Exactly what the PVCViewer controller 1.10.0 of Kubeflow would create, but for the owner references; what its
   * webhooks refuse is an error in their words. Only `pvc`, `podSpec`, `networking`, `rwoScheduling`, `name` and
   * `namespace` are known to it.
   * @default false
   */
  readonly operatorMode?: boolean;

  /**
   * How the controller would be configured, for operator mode.
   * @default - as it is shipped
   */
  readonly operator?: ViewerOperatorSettings;
}

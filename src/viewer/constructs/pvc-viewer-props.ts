/** The options of a viewer. */
import * as kplus from 'cdk8s-plus-28';
import {
  ViewerAuthorizationPolicy,
  ViewerCulling,
  ViewerNetworking,
  ViewerNetworkPolicy,
  ViewerOperatorSettings,
} from './options';
import { ViewerImage } from './viewer-image';
import { ViewerRouting } from './viewer-routing';
import { CoLocationMode } from '../../placement';

/**
 * Props of a `PVCViewer`: the spec of Kubeflow's custom resource with its own field names, and the
 * options of this library.
 */
export interface PVCViewerProps {
  /**
   * The claim whose files are shown. For a claim that the app does not create, use
   * `Claim.fromClaimName(…)`.
   */
  readonly claim: kplus.IPersistentVolumeClaim;

  /**
   * The pod spec, instead of an `image`. It is used unchanged, and must have the claim among its
   * volumes.
   * @default - a pod with `image`, hardened for the Pod Security level `restricted`
   */
  readonly podSpec?: kplus.k8s.PodSpec;

  /**
   * How the viewer is reached.
   * @default - below `/pvcviewer`, on the port of the image
   */
  readonly networking?: ViewerNetworking;

  /**
   * For operator mode: whether the viewer prefers the node where other pods use the claim, if it is
   * ReadWriteOnce. Outside of operator mode, use `coLocation`.
   * @default - not set, which the controller treats as false
   */
  readonly rwoScheduling?: boolean;

  /**
   * The name of the viewer, as a DNS label of at most 53 characters. Its objects are named
   * `pvcviewer-<name>`.
   * @default - the name of the claim, adapted with a hash if it is too long or contains dots
   */
  readonly name?: string;

  /**
   * The namespace of the claim and of all objects. It is part of the path.
   * @default - the namespace of the claim, or else that of the chart; one of them must be set
   */
  readonly namespace?: string;

  /**
   * The application that shows the files.
   * @default ViewerImage.dufs()
   */
  readonly image?: ViewerImage;

  /**
   * The kind of object that routes requests to the viewer.
   * @default ViewerRouting.none(); in operator mode a VirtualService, as the controller creates it
   */
  readonly routing?: ViewerRouting;

  /**
   * How strongly the viewer follows the workloads that use a ReadWriteOnce claim to their node.
   * With `NONE`, it does not follow them. If no workload of the app uses the claim, there is
   * nothing to follow, and the warning `viewer/nobody-to-follow` is reported: if you set this
   * option, or if the claim is known to be ReadWriteOnce and is not in the app.
   * @default CoLocationMode.AUTO
   */
  readonly coLocation?: CoLocationMode;

  /**
   * The name of the node that the volume is on, for claims whose consumers are not in the app:
   * preferred, and required with `CoLocationMode.REQUIRED`.
   * @default - unknown
   */
  readonly nodeName?: string;

  /**
   * Whether the claim is mounted read-only and the application runs in read-only mode. Everyone who
   * can reach the viewer can read the files, and if this is false also write them: then set
   * `networkPolicy` as well.
   * @default - true, unless there is a `podSpec`
   */
  readonly readOnly?: boolean;

  /**
   * The ID of the user that the application runs as, usually the owner of the files. It must not be
   * root.
   * @default - that of the image, usually 1000
   */
  readonly user?: number;

  /**
   * The ID of the group that the application runs as.
   * @default - the same as the user
   */
  readonly group?: number;

  /**
   * The fsGroup of the pod: the group that kubelet gives the files to, if the volume supports it
   * and its root directory has another group. Not for a read-only viewer.
   * @default - that of the workloads of the app that use the claim, or none if they have none.
   * Without such workloads, it is the same as `group` if the claim is in the app and its volume is
   * provisioned for it; otherwise none, with the warning `viewer/owner-unknown` unless `user`,
   * `group` or `userFromPlatform` is set
   */
  readonly fsGroup?: number;

  /**
   * Whether the platform assigns users and groups to the pods and rejects others, as OpenShift does
   * per namespace.
   * @default - true if the target is OpenShift and neither a user nor a group is set, otherwise
   * false
   */
  readonly userFromPlatform?: boolean;

  /**
   * The resource requests and limits of the application's container.
   * @default - requests of 10m and 64Mi, a limit of 256Mi
   */
  readonly resources?: kplus.k8s.ResourceRequirements;

  /**
   * The number of pods: 1, or 0 for a viewer that is installed but not running. Its route remains.
   * @default - not set; Kubernetes defaults to 1, and the viewer can be scaled in the cluster
   */
  readonly replicas?: number;

  /**
   * The name of the pod's service account. Its token is not mounted.
   * @default - the default service account of the namespace
   */
  readonly serviceAccountName?: string;

  /**
   * The priority class of the pod. With a low one, the actual workloads can preempt the viewer.
   * @default - the default of the cluster
   */
  readonly priorityClassName?: string;

  /**
   * The affinity of the pod, to which that for co-location is added. With a podSpec, set it there
   * instead.
   * @default - none
   */
  readonly affinity?: kplus.k8s.Affinity;

  /**
   * Labels that nodes must have to run the pod. With a podSpec, set them there instead.
   * @default - any node
   */
  readonly nodeSelector?: { [key: string]: string };

  /**
   * The tolerations of the pod, for taints of the nodes that its volume can be on. With a podSpec,
   * set them there instead.
   * @default - none
   */
  readonly tolerations?: kplus.k8s.Toleration[];

  /**
   * The image pull Secrets of the viewer and of the culling Job. With a podSpec, set them there
   * instead.
   * @default - those of the service account
   */
  readonly imagePullSecrets?: kplus.k8s.LocalObjectReference[];

  /**
   * The path at which to mount the claim in the first container of a podSpec that does not mount
   * it.
   * @default - a podSpec without the claim is an error
   */
  readonly injectVolumeAt?: string;

  /**
   * Who may reach the pod over the network, and so read and write the files: the applications do
   * not ask for a password.
   * @default - everyone, with the warning `viewer/open-access` if the viewer can write and there is
   * no `authorizationPolicy`
   */
  readonly networkPolicy?: ViewerNetworkPolicy;

  /**
   * Who may reach the pod through Istio, and so read and write the files.
   * @default - everyone that the policies of the namespace allow
   */
  readonly authorizationPolicy?: ViewerAuthorizationPolicy;

  /**
   * When the viewer is scaled down to zero.
   * @default - never
   */
  readonly cull?: ViewerCulling;

  /**
   * The DNS domain of the cluster, for the host of a VirtualService.
   * @default 'cluster.local'
   */
  readonly clusterDomain?: string;

  /**
   * Labels of all objects and pods, in addition to the viewer's own.
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
   * Whether to create exactly what Kubeflow's PVCViewer controller 1.10.0 would create, except for
   * the owner references. What its webhooks reject is an error with their message. The controller
   * knows only `pvc`, `podSpec`, `networking`, `rwoScheduling`, `name` and `namespace`.
   * @default false
   */
  readonly operatorMode?: boolean;

  /**
   * The settings of the controller, for operator mode.
   * @default - the defaults of the controller
   */
  readonly settings?: ViewerOperatorSettings;
}

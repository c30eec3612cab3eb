/**
 * A viewer: as Kubeflow's resource says it (`PVCViewer` of kubeflow.org/v1alpha1), and as this
 * library takes it.
 */
import { Manifest, ObjectMeta } from '../kube';
import { KubeValue, kubeValue, POD_OPTIONS } from './pod-options';
import {
  always,
  flag,
  integer,
  listOf,
  numberOrString,
  objectOf,
  Of,
  oneOf,
  required,
  Shape,
  string,
  strings,
  variants,
} from '../shape';

/** The group of the operator's resource. */
export const VIEWER_GROUP = 'kubeflow.org';
/** The kind of the operator's resource. */
export const VIEWER_KIND = 'PVCViewer';
export const VIEWER_VERSION = 'v1alpha1';

export type { KubeValue };
/** Labels, annotations, variables. */
export type Texts = { readonly [key: string]: string };

/** How the viewer is reached, in the resource's own words. */
const NETWORKING = objectOf({
  targetPort: numberOrString,
  basePrefix: string,
  rewrite: string,
  timeout: string,
});
export type NetworkingSpec = Of<typeof NETWORKING>;

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
const APP = objectOf({
  // What people call it.
  name: required(string),
  image: required(string),
  // The image is the user's choice: then it comes from nowhere else.
  isOwnImage: flag,
  port: required(integer),
  // Where it wants the volume.
  mountPath: required(string),
  command: listOf(string),
  args: listOf(string),
  env: strings,
  // Variables for a volume that may be written to.
  writableEnv: strings,
  // Paths that it writes to besides the volume.
  writablePaths: listOf(string),
  // A file that it reads its settings from.
  configFile: objectOf({ path: required(string), content: required(string) }),
  // The path that answers while it is well; without one, the port is looked at.
  healthPath: string,
  // What it wants of the path of a request: the prefix kept, taken off, or either.
  prefix: required(oneOf(['kept', 'stripped', 'either'])),
  // The user that it runs as, unless another is asked for.
  user: required(integer),
  // Why it should not be used any more.
  endOfLife: string,
});
export type ViewerApp = Of<typeof APP>;

const kindOf = <K extends string>(kind: K) => always(oneOf([kind]));
const VIRTUAL_SERVICE = objectOf({
  kind: kindOf('virtualService'),
  // `namespace/name`, or the name of a gateway of the same namespace.
  gateway: required(string),
  apiVersion: string,
  hosts: listOf(string),
});
const PARENT = objectOf({
  name: required(string),
  namespace: string,
  sectionName: string,
  port: integer,
});
const HTTP_ROUTE = objectOf({
  kind: kindOf('httpRoute'),
  parentRefs: required(listOf(PARENT)),
  hostnames: listOf(string),
});
const INGRESS = objectOf({
  kind: kindOf('ingress'),
  ingressClassName: string,
  host: string,
  tlsSecretName: string,
  annotations: strings,
});
const NO_ROUTE = objectOf({ kind: kindOf('none') });

/** By which kind of object requests find the viewer. */
export type RoutingSpec =
  | Of<typeof VIRTUAL_SERVICE>
  | Of<typeof HTTP_ROUTE>
  | Of<typeof INGRESS>
  | Of<typeof NO_ROUTE>;

const ROUTING = variants<RoutingSpec>('kind', {
  virtualService: VIRTUAL_SERVICE,
  httpRoute: HTTP_ROUTE,
  ingress: INGRESS,
  none: NO_ROUTE,
});

const SELECTOR = objectOf({
  matchLabels: strings,
  matchExpressions: listOf(
    objectOf({
      key: required(string),
      operator: required(oneOf(['In', 'NotIn', 'Exists', 'DoesNotExist'])),
      values: listOf(string),
    }),
  ),
});

/** The peers of a NetworkPolicy. */
export const PEERS: Shape<readonly KubeValue[]> = listOf(
  objectOf({
    podSelector: SELECTOR,
    namespaceSelector: SELECTOR,
    ipBlock: objectOf({ cidr: required(string), except: listOf(string) }),
  }),
);

/** Who may reach the viewer's pod, by its network; further TCP ports, such as that of a mesh. */
const NETWORK_POLICY = objectOf({ from: required(PEERS), additionalPorts: listOf(integer) });
export type NetworkPolicySpec = Of<typeof NETWORK_POLICY>;

/** The fields of an authorization policy beside its principals. */
export const AUTHORIZATION = {
  // The users, as the header names them; all that the gateway lets through, if there are none.
  users: listOf(string),
  userHeader: string,
  // All methods, if there are none.
  methods: listOf(string),
  apiVersion: string,
};

/** Who may reach the viewer's pod, by Istio: the identities of gateways, and users. */
const AUTHORIZATION_POLICY = objectOf({ ...AUTHORIZATION, principals: required(listOf(string)) });
export type AuthorizationPolicySpec = Of<typeof AUTHORIZATION_POLICY>;

/** When the viewer is switched off: `dailyAt` or `afterIdle`, in seconds, and by what. */
export const CULL = objectOf({
  afterIdle: integer,
  // `HH:MM`.
  dailyAt: string,
  timeZone: string,
  // The image of the Job: a shell and curl.
  image: string,
  // The image that watches the connections: a shell, grep and an HTTP server, as busybox has them.
  activityImage: string,
});
export type CullSpec = Of<typeof CULL>;

/** What the spec and the props have under the same name. */
export const SHARED = {
  // The user's own pod, in place of an application.
  podSpec: kubeValue,
  // Where a podSpec without the claim mounts it in its first container; an error without it.
  injectVolumeAt: string,
  networking: NETWORKING,
  clusterDomain: string,
  user: integer,
  group: integer,
  fsGroup: integer,
  // The platform gives the pods their users and groups, and refuses those that bring their own.
  userFromPlatform: flag,
  readOnly: flag,
  replicas: integer,
  // Labels of all objects, beside the viewer's own; those of the pods as well.
  labels: strings,
  annotations: strings,
  podLabels: strings,
  podAnnotations: strings,
  ...POD_OPTIONS,
  // Secrets for the images of all pods of the viewer.
  imagePullSecrets: listOf(kubeValue),
};

/**
 * A viewer as this library takes it. Everything that is optional has a default that is not written
 * here.
 */
export const VIEWER_SPEC = objectOf({
  ...SHARED,
  // The name of the viewer: its objects are called `pvcviewer-<name>`.
  name: always(string),
  namespace: always(string),
  pvc: always(string),
  app: APP,
  routing: always(ROUTING),
  networkPolicy: NETWORK_POLICY,
  authorizationPolicy: AUTHORIZATION_POLICY,
  cull: CULL,
});
export type ViewerSpec = Of<typeof VIEWER_SPEC>;

/** What a configuration says of all viewers that are resources: they cannot say it themselves. */
export const VIEWER_DEFAULTS = objectOf({
  readOnly: flag,
  // Of viewers that are reached at all.
  routing: ROUTING,
  networkPolicy: NETWORK_POLICY,
  authorizationPolicy: AUTHORIZATION_POLICY,
});
export type ViewerDefaults = Of<typeof VIEWER_DEFAULTS>;

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

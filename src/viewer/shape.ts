/** What a viewer looks like at run time, as the core has it. */
import {
  data,
  flag,
  integer,
  listOf,
  numberOrString,
  oneOf,
  Shape,
  Shapes,
  string,
  strings,
  struct,
  variants,
} from '../shape';
import {
  AuthorizationPolicySpec,
  CullSpec,
  NetworkPolicySpec,
  RoutingSpec,
  ViewerApp,
  ViewerDefaults,
  ViewerSpec,
} from './spec';

const networking = struct({
  targetPort: numberOrString,
  basePrefix: string,
  rewrite: string,
  timeout: string,
});

const selector = struct({
  matchLabels: strings,
  matchExpressions: listOf(
    struct(
      {
        key: string,
        operator: oneOf(['In', 'NotIn', 'Exists', 'DoesNotExist']),
        values: listOf(string),
      },
      ['key', 'operator'],
    ),
  ),
});

const peer = struct({
  podSelector: selector,
  namespaceSelector: selector,
  ipBlock: struct({ cidr: string, except: listOf(string) }, ['cidr']),
});

/** The peers of a NetworkPolicy. */
export const peers = listOf(peer);

const networkPolicy = struct<NetworkPolicySpec>({ from: peers, additionalPorts: listOf(integer) }, [
  'from',
]);

/** The fields of an authorization policy. */
export const authorization: Shapes<AuthorizationPolicySpec> = {
  principals: listOf(string),
  users: listOf(string),
  userHeader: string,
  methods: listOf(string),
  apiVersion: string,
};

/** Those of what stops a viewer, but for when it is idle. */
export const cull = { dailyAt: string, timeZone: string, image: string, activityImage: string };

const app = struct<ViewerApp>(
  {
    name: string,
    image: string,
    isOwnImage: flag,
    port: integer,
    mountPath: string,
    command: listOf(string),
    args: listOf(string),
    env: strings,
    writableEnv: strings,
    writablePaths: listOf(string),
    configFile: struct({ path: string, content: string }, ['path', 'content']),
    healthPath: string,
    prefix: oneOf(['kept', 'stripped', 'either']),
    user: integer,
    endOfLife: string,
  },
  ['name', 'image', 'port', 'mountPath', 'prefix', 'user'],
);

const parent = struct({ name: string, namespace: string, sectionName: string, port: integer }, [
  'name',
]);

const routing = variants<RoutingSpec>('kind', {
  virtualService: struct(
    { kind: string, gateway: string, apiVersion: string, hosts: listOf(string) },
    ['gateway'],
  ),
  httpRoute: struct({ kind: string, parentRefs: listOf(parent), hostnames: listOf(string) }, [
    'parentRefs',
  ]),
  ingress: struct({
    kind: string,
    ingressClassName: string,
    host: string,
    tlsSecretName: string,
    annotations: strings,
  }),
  none: struct({ kind: string }),
});

/** What the spec and the props have under the same name. */
export const shared = {
  name: string,
  namespace: string,
  podSpec: data,
  injectVolumeAt: string,
  networking,
  clusterDomain: string,
  user: integer,
  group: integer,
  fsGroup: integer,
  resources: data,
  replicas: integer,
  serviceAccountName: string,
  priorityClassName: string,
  labels: strings,
  annotations: strings,
  podLabels: strings,
  podAnnotations: strings,
  affinity: data,
  nodeSelector: strings,
  tolerations: listOf(data),
  imagePullSecrets: listOf(data),
  networkPolicy,
};

/** A viewer as the core has it. */
export const VIEWER_SPEC: Shape<ViewerSpec> = struct<ViewerSpec>({
  ...shared,
  pvc: string,
  app,
  routing,
  isReadOnly: flag,
  isUserAssigned: flag,
  authorizationPolicy: struct(authorization, ['principals']),
  cull: struct<CullSpec>({ ...cull, afterIdleSeconds: integer }),
});

/** What the resource of a viewer cannot say. */
export const VIEWER_DEFAULTS: Shape<ViewerDefaults> = struct<ViewerDefaults>({
  readOnly: flag,
  routing,
  networkPolicy,
  authorizationPolicy: struct(authorization, ['principals']),
});

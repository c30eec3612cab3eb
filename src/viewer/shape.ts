/** What a viewer looks like at run time: as the core has it, and as the props of its construct do. */
import { ViewerInput } from './input';
import { CoLocationMode } from '../placement/core';
import {
  anything, data, flag, integer, listOf, numberOrString, oneOf, Shape, Shapes, string, strings, struct, variants,
} from '../shape';
import { AuthorizationPolicySpec, CullSpec, NetworkPolicySpec, RoutingSpec, ViewerApp, ViewerDefaults, ViewerSpec } from './spec';

const networking = struct({ targetPort: numberOrString, basePrefix: string, rewrite: string, timeout: string });

const selector = struct({
  matchLabels: strings,
  matchExpressions: listOf(struct({ key: string, operator: oneOf(['In', 'NotIn', 'Exists', 'DoesNotExist']), values: listOf(string) }, ['key', 'operator'])),
});

const peer = struct({ podSelector: selector, namespaceSelector: selector, ipBlock: struct({ cidr: string, except: listOf(string) }, ['cidr']) });

const networkPolicy = struct<NetworkPolicySpec>({ from: listOf(peer), extraPorts: listOf(integer) }, ['from']);

const authorization: Shapes<AuthorizationPolicySpec> = {
  principals: listOf(string), users: listOf(string), userHeader: string, methods: listOf(string), apiVersion: string,
};

const cull = { dailyAt: string, timeZone: string, image: string, activityImage: string };

const app = struct<ViewerApp>({
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
}, ['name', 'image', 'port', 'mountPath', 'prefix', 'user']);

const parent = struct({ name: string, namespace: string, sectionName: string, port: integer }, ['name']);

const routing = variants<RoutingSpec>('kind', {
  virtualService: struct({ kind: string, gateway: string, apiVersion: string, hosts: listOf(string) }, ['gateway']),
  httpRoute: struct({ kind: string, parentRefs: listOf(parent), hostnames: listOf(string) }, ['parentRefs']),
  ingress: struct({ kind: string, ingressClassName: string, host: string, tlsSecretName: string, annotations: strings }),
  none: struct({ kind: string }),
});

/** What both have, under the same name. */
const shared = {
  name: string,
  namespace: string,
  pvc: string,
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
  app,
  routing,
  isReadOnly: flag,
  isUserAssigned: flag,
  authorizationPolicy: struct(authorization, ['principals']),
  cull: struct<CullSpec>({ ...cull, afterIdleSeconds: integer }),
});

const input: Shapes<ViewerInput> = {
  ...shared,
  rwoScheduling: flag,
  coLocation: oneOf(Object.values(CoLocationMode)),
  accessModes: listOf(string),
  nodeName: string,
  readOnly: flag,
  userFromPlatform: flag,
  authorizationPolicy: struct<Partial<AuthorizationPolicySpec>>(authorization),
  cull: struct({ ...cull, afterIdle: integer }),
  operatorMode: flag,
  operator: struct({ gateway: string, defaultPodSpec: string }),
};

/** The props of a viewer, as plain data. */
export const VIEWER_INPUT: Shape<ViewerInput> = struct<ViewerInput>(input);

/** The same in operator mode: what is in the resource, the controller's own types judge, in their words. */
export const OPERATOR_INPUT: Shape<ViewerInput> = struct<ViewerInput>({
  ...input, pvc: anything, podSpec: anything, networking: anything, rwoScheduling: anything, name: anything, namespace: anything,
});

/** What the resource of a viewer cannot say. */
export const VIEWER_DEFAULTS: Shape<ViewerDefaults> = struct<ViewerDefaults>({
  readOnly: flag,
  routing,
  networkPolicy,
  authorizationPolicy: struct(authorization, ['principals']),
});

/**
 * What the props of a load test are at run time: the words of the operator's resource, and what
 * this library adds.
 */
import { LocustTestInput } from './input';
import {
  EnvSource,
  EnvSpec,
  MasterSpec,
  OpenTelemetrySpec,
  SchedulingSpec,
  SecretMount,
  WorkerSpec,
} from './spec';
import { TARGETS } from './targets';
import {
  data,
  flag,
  integer,
  listOf,
  oneOf,
  openStruct,
  Shape,
  string,
  strings,
  struct,
} from '../shape';

/** When images are pulled. */
export const pullPolicy = oneOf(['Always', 'IfNotPresent', 'Never']);
/** Which pods a mount is for. */
export const target = oneOf(TARGETS);
/** What can happen to a test that changed. */
const rerun = oneOf(['onChange', 'never']);

/** A mount, of which Kubernetes knows more fields. */
export const volumeMount: Shape = openStruct({
  name: string,
  mountPath: string,
  readOnly: flag,
  subPath: string,
  subPathExpr: string,
  mountPropagation: string,
  recursiveReadOnly: string,
  target,
});

const role = {
  command: string,
  extraArgs: listOf(string),
  resources: data,
  labels: strings,
  annotations: strings,
};
const envSources = listOf(struct<EnvSource>({ name: string, prefix: string }));

/** All props but the files and the settings, which are objects of their own. */
export const LOCUST_TEST_SHAPE = struct<LocustTestInput>({
  name: string,
  namespace: string,
  runId: string,
  rerun,
  labels: strings,
  annotations: strings,
  userFromPlatform: flag,
  customResource: flag,
  operatorMode: flag,
  image: string,
  imagePullPolicy: pullPolicy,
  imagePullSecrets: listOf(data),
  master: struct<MasterSpec>({
    ...role,
    autostart: flag,
    autoquit: struct({ enabled: flag, timeout: integer }),
  }),
  worker: struct<WorkerSpec>({ ...role, replicas: integer }),
  scheduling: struct<SchedulingSpec>({
    affinity: data,
    tolerations: listOf(data),
    nodeSelector: strings,
    runtimeClassName: string,
  }),
  env: struct<EnvSpec>({
    configMapRefs: envSources,
    secretRefs: envSources,
    variables: listOf(data),
    secretMounts: listOf(struct<SecretMount>({ name: string, mountPath: string, readOnly: flag })),
  }),
  volumes: listOf(data),
  volumeMounts: listOf(volumeMount),
  security: struct({ podSecurityContext: data, containerSecurityContext: data }),
  observability: struct({
    openTelemetry: struct<OpenTelemetrySpec>({
      enabled: flag,
      endpoint: string,
      protocol: oneOf(['grpc', 'http/protobuf']),
      insecure: flag,
      extraEnvVars: strings,
    }),
  }),
});

/**
 * The types of a stack's input, at run time: of the options, the platform, the driver's definition
 * and the sidecars.
 */
import { PLATFORMS } from '../facts';
import { Finding, Severity } from '../findings';
import {
  data,
  elsewhere,
  flag,
  integer,
  json,
  listOf,
  mapOf,
  numberOrString,
  oneOf,
  openStruct,
  Shape,
  shapeFindings,
  Shapes,
  string,
  strings,
  struct,
  text,
} from '../shape';
import {
  StorageClassRestriction,
  ClassSpec,
  ContainerOptions,
  ControllerOptions,
  ControllerSpec,
  CsiDriverFields,
  DriverSpec,
  EksChoices,
  ImageOptions,
  ImageOverride,
  COMPUTE_TYPES,
  LivenessProbeSpec,
  MODES,
  NodeOptions,
  OpenShiftChoices,
  OperatorSpec,
  PluginOptions,
  PluginSpec,
  PortRange,
  ProvisionerSpec,
  RegistrarSpec,
  Requirement,
  RoleSpec,
  SCC_MODES,
  SccSpec,
  SocketSpec,
  StackOptions,
  TokenRequest,
  VanillaChoices,
} from './spec';

/** A variable or a volume, which Kubernetes knows better; only its name is read here. */
const named: Shape = openStruct({ name: text }, ['name']);

const csiDriver = struct<CsiDriverFields>({
  attachRequired: flag,
  fsGroupPolicy: oneOf(['File', 'None', 'ReadWriteOnceWithFSType']),
  nodeAllocatableUpdatePeriodSeconds: integer,
  podInfoOnMount: flag,
  preventPodSchedulingIfMissing: flag,
  requiresRepublish: flag,
  seLinuxMount: flag,
  serviceAccountTokenInSecrets: flag,
  storageCapacity: flag,
  tokenRequests: listOf(
    struct<TokenRequest>({ audience: string, expirationSeconds: integer }, ['audience']),
  ),
  volumeLifecycleModes: listOf(oneOf(['Ephemeral', 'Persistent'])),
});

const storageClass = struct<ClassSpec>(
  {
    name: string,
    dynamic: flag,
    parameters: strings,
    reclaimPolicy: oneOf(['Delete', 'Retain']),
    volumeBindingMode: oneOf(['Immediate', 'WaitForFirstConsumer']),
    allowVolumeExpansion: flag,
    mountOptions: listOf(string),
    allowedTopologies: listOf(data),
    isDefault: flag,
    labels: strings,
    annotations: strings,
  },
  ['name'],
);

/** The parts of a pod are read as the API server does, with the rest of the pod. */
const plugin: Shapes<PluginOptions> = {
  healthPort: integer,
  hostNetwork: flag,
  dnsPolicy: oneOf(['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None']),
  priorityClassName: string,
  nodeSelector: strings,
  affinity: data,
  tolerations: listOf(data),
  podAnnotations: strings,
  podLabels: strings,
  serviceAccountAnnotations: strings,
  containers: mapOf(
    struct<ContainerOptions>({
      resources: data,
      additionalArgs: listOf(string),
      env: listOf(named),
    }),
  ),
  additionalFields: openStruct({
    affinity: elsewhere('use the option affinity'),
    containers: elsewhere('use the option containers'),
    dnsPolicy: elsewhere('use the option dnsPolicy'),
    hostNetwork: elsewhere('use the option hostNetwork'),
    imagePullSecrets: elsewhere('use images.imagePullSecrets'),
    initContainers: elsewhere('use the option containers'),
    nodeSelector: elsewhere('use the option nodeSelector'),
    priorityClassName: elsewhere('use the option priorityClassName'),
    serviceAccount: elsewhere('change the definition of the driver'),
    serviceAccountName: elsewhere('change the definition of the driver'),
    tolerations: elsewhere('use the option tolerations'),
    volumes: elsewhere('change the definition of the driver'),
  }),
};

const options = struct<StackOptions>({
  openshift: struct<OpenShiftChoices>({
    sccMode: oneOf(SCC_MODES),
    nodeSccName: string,
    controllerSccName: string,
    pinScc: flag,
    workersOnly: flag,
  }),
  eks: struct<EksChoices>({
    excludedComputeTypes: listOf(oneOf(COMPUTE_TYPES)),
    roleArn: string,
    nodeRoleArn: string,
  }),
  vanilla: struct<VanillaChoices>({ workersOnly: flag }),
  mode: oneOf(MODES),
  namespace: string,
  createNamespace: flag,
  operatorGroup: flag,
  images: struct<ImageOptions>({
    registry: string,
    imagePullPolicy: oneOf(['Always', 'IfNotPresent', 'Never']),
    imagePullSecrets: listOf(named),
    overrides: mapOf(struct<ImageOverride>({ repository: string, tag: string, digest: string })),
  }),
  kubeletPath: string,
  logLevel: integer,
  node: struct<NodeOptions>({ ...plugin, maxUnavailable: numberOrString }),
  controller: struct<ControllerOptions>({
    ...plugin,
    enabled: flag,
    replicas: integer,
    podDisruptionBudget: flag,
  }),
  csiDriver,
  storageClasses: listOf(storageClass),
});

const roles = listOf(
  struct<RoleSpec>({ name: string, bindingName: string, rules: listOf(data), inNamespace: flag }, [
    'name',
    'bindingName',
    'rules',
  ]),
);
const scc = struct<SccSpec>(
  {
    name: string,
    description: text,
    privilegedRoleName: string,
    additionalVolumeTypes: listOf(text),
  },
  ['name', 'privilegedRoleName'],
);
const reservedPorts = listOf(
  struct<PortRange>({ first: integer, last: integer, use: text }, ['first', 'last', 'use']),
);
const ofPlugin: Shapes<PluginSpec> = {
  name: string,
  serviceAccountName: string,
  roles,
  reservedPorts,
  scc,
  pod: data,
};
const needed = ['name', 'serviceAccountName', 'pod'] as const;

const objects = listOf(
  openStruct({ apiVersion: text, kind: text, metadata: openStruct({ name: text }, ['name']) }, [
    'apiVersion',
    'kind',
    'metadata',
  ]),
);

const driver = struct<DriverSpec>(
  {
    name: string,
    appName: string,
    defaultNamespace: string,
    csiDriver,
    node: struct<PluginSpec>(ofPlugin, needed),
    controller: struct<ControllerSpec>({ ...ofPlugin, always: flag, replicas: integer }, needed),
    storageClasses: listOf(storageClass),
    dynamicParameters: listOf(text),
    requirements: listOf(
      struct<Requirement>(
        { field: text, mustBe: json, mustNotContain: text, mustBeAbsent: flag, reason: text },
        ['field', 'reason'],
      ),
    ),
    storageClassRestrictions: listOf(
      struct<StorageClassRestriction>(
        { parameter: text, values: listOf(string), reason: text, remedy: text },
        ['parameter', 'values', 'reason', 'remedy'],
      ),
    ),
    operator: struct<OperatorSpec>(
      {
        packageName: string,
        channel: text,
        source: text,
        sourceNamespace: text,
        namespace: string,
        env: strings,
        clusterCsiDriver: data,
      },
      ['packageName', 'namespace'],
    ),
    fixedObjects: objects,
    additionalObjects: objects,
    optionsWithoutEffect: listOf(text),
    findings: listOf(
      struct<Finding>(
        {
          rule: text,
          severity: oneOf([Severity.ERROR, Severity.WARNING]),
          path: string,
          message: text,
          remedy: text,
          construct: text,
        },
        ['rule', 'severity', 'path', 'message', 'remedy'],
      ),
    ),
  },
  ['name', 'appName', 'defaultNamespace', 'csiDriver', 'node'],
);

const socket: Shapes<SocketSpec> = { kubeletPath: text, driverName: text };
const SIDECARS = {
  socket: struct<SocketSpec>(socket, ['kubeletPath', 'driverName']),
  registrar: struct<RegistrarSpec>({ image: string, socket: text, logLevel: integer }, [
    'image',
    'socket',
    'logLevel',
  ]),
  livenessProbe: struct<LivenessProbeSpec>(
    { image: string, port: integer, socketVolumeName: text, socketFile: text, logLevel: integer },
    ['image', 'port'],
  ),
  provisioner: struct<ProvisionerSpec>(
    { image: string, socketDirectory: text, logLevel: integer, additionalArgs: listOf(string) },
    ['image', 'socketDirectory', 'logLevel'],
  ),
};

/** What is wrong with the types of the options of a stack. */
export function optionTypes(value: unknown): readonly Finding[] {
  return shapeFindings(value, options);
}

/** What is wrong with the types of a definition. */
export function definitionTypes(value: unknown): readonly Finding[] {
  return shapeFindings(value, driver, 'driver');
}

/** What is wrong with the type of a platform. */
export function platformTypes(value: unknown): readonly Finding[] {
  return shapeFindings(value, oneOf(PLATFORMS), 'platform');
}

/** What is wrong with the types of what a sidecar is made of. */
export function sidecarTypes(value: unknown, sidecar: keyof typeof SIDECARS): readonly Finding[] {
  return shapeFindings(value, SIDECARS[sidecar]);
}

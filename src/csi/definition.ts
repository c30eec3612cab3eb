/** Definitions of drivers: all that there is to know about one, by its types at run time. */
import { CSI_DRIVER, STORAGE_CLASS } from './options';
import { PodSpec } from './pod-spec';
import { PLATFORMS } from '../facts';
import { Finding, Severity } from '../findings';
import { Fields, Manifest } from '../kube';
import {
  data,
  flag,
  integer,
  json,
  listOf,
  objectOf,
  Of,
  oneOf,
  openStruct,
  required,
  Shape,
  shapeFindings,
  string,
  strings,
  text,
} from '../shape';

/** The platform that a driver is installed on. */
export type PlatformKind = (typeof PLATFORMS)[number];

/** A ClusterRole for the driver, and how it is bound. */
const ROLE = objectOf({
  name: required(string),
  bindingName: required(string),
  rules: required(listOf(data as Shape<Fields>)),
  // Bound in the driver's own namespace only, by a RoleBinding.
  inNamespace: flag,
});
export type RoleSpec = Of<typeof ROLE>;

/** Ports that a plugin uses though no container has them, the last one included. */
const PORTS = objectOf({
  first: required(integer),
  last: required(integer),
  // What uses them, as a message says it.
  use: required(text),
});
export type PortRange = Of<typeof PORTS>;

/**
 * The policy that OpenShift wants for the pods of a plugin; what it allows is read from the pod
 * itself.
 */
const SCC = objectOf({
  name: required(string),
  description: text,
  privilegedRoleName: required(string),
  additionalVolumeTypes: listOf(text),
});
export type SccSpec = Of<typeof SCC>;

const PLUGIN = {
  name: required(string),
  serviceAccountName: required(string),
  roles: listOf(ROLE),
  reservedPorts: listOf(PORTS),
  scc: SCC,
  pod: required(data as Shape<PodSpec>),
};

/** The node plugin of a driver, and what both plugins have. */
const NODE = objectOf(PLUGIN);
export type PluginSpec = Of<typeof NODE>;

const CONTROLLER = objectOf({
  ...PLUGIN,
  // It is deployed whatever the classes are.
  always: flag,
  replicas: integer,
});
export type ControllerSpec = Of<typeof CONTROLLER>;

/** A setting that the driver does not work without. */
const REQUIREMENT = objectOf({
  // The field, such as `node.hostNetwork` or `csiDriver.attachRequired`.
  field: required(text),
  // The only value that works, in JSON.
  mustBe: json,
  // The entry that the list must not have.
  mustNotContain: text,
  mustBeAbsent: flag,
  reason: required(text),
});
export type Requirement = Of<typeof REQUIREMENT>;

/** Values of a parameter that classes must not have with the driver as it is installed. */
const CLASS_RESTRICTION = objectOf({
  parameter: required(text),
  values: required(listOf(string)),
  reason: required(text),
  remedy: required(text),
});
export type StorageClassRestriction = Of<typeof CLASS_RESTRICTION>;

/** OpenShift's own operator for the driver. */
const OPERATOR = objectOf({
  packageName: required(string),
  channel: text,
  source: text,
  sourceNamespace: text,
  namespace: required(string),
  env: strings,
  clusterCsiDriver: data as Shape<Fields>,
});
export type OperatorSpec = Of<typeof OPERATOR>;

const OBJECTS: Shape<readonly Manifest[]> = listOf(
  openStruct({ apiVersion: text, kind: text, metadata: openStruct({ name: text }, ['name']) }, [
    'apiVersion',
    'kind',
    'metadata',
  ]),
);

const DRIVER = objectOf({
  name: required(string),
  appName: required(string),
  defaultNamespace: required(string),
  csiDriver: required(CSI_DRIVER),
  node: required(NODE),
  controller: CONTROLLER,
  storageClasses: listOf(STORAGE_CLASS),
  // Classes with one of these parameters are dynamic.
  dynamicParameters: listOf(text),
  requirements: listOf(REQUIREMENT),
  storageClassRestrictions: listOf(CLASS_RESTRICTION),
  operator: OPERATOR,
  fixedObjects: OBJECTS,
  // What is installed besides, with the labels of the driver.
  additionalObjects: OBJECTS,
  optionsWithoutEffect: listOf(text),
  // What the driver has to say about its own options.
  findings: listOf(
    objectOf({
      rule: required(text),
      severity: required(oneOf([Severity.ERROR, Severity.WARNING])),
      path: required(string),
      message: required(text),
      remedy: required(text),
      construct: text,
    }),
  ),
});
export type DriverSpec = Of<typeof DRIVER>;

const SOCKET = objectOf({ kubeletPath: required(text), driverName: required(text) });

/** The sidecar that tells kubelet of a driver. */
const REGISTRAR = objectOf({
  image: required(string),
  socket: required(text),
  logLevel: required(integer),
});
export type RegistrarSpec = Of<typeof REGISTRAR>;

/** The sidecar that answers for a driver's health. */
const LIVENESS_PROBE = objectOf({
  image: required(string),
  port: required(integer),
  socketVolumeName: text,
  socketFile: text,
  logLevel: integer,
});
export type LivenessProbeSpec = Of<typeof LIVENESS_PROBE>;

/** The sidecar that has volumes made for claims. */
const PROVISIONER = objectOf({
  image: required(string),
  socketDirectory: required(text),
  logLevel: required(integer),
  additionalArgs: listOf(string),
});
export type ProvisionerSpec = Of<typeof PROVISIONER>;

const SIDECARS = {
  socket: SOCKET,
  registrar: REGISTRAR,
  livenessProbe: LIVENESS_PROBE,
  provisioner: PROVISIONER,
};

export function definitionTypes(value: unknown): readonly Finding[] {
  return shapeFindings(value, DRIVER, 'driver');
}

export function platformTypes(value: unknown): readonly Finding[] {
  return shapeFindings(value, oneOf(PLATFORMS), 'platform');
}

export function sidecarTypes(value: unknown, sidecar: keyof typeof SIDECARS): readonly Finding[] {
  return shapeFindings(value, SIDECARS[sidecar]);
}

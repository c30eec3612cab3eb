/** The types of a stack's input: of the options, the platform and the driver's definition. */
import { anything, anyText, fields, flag, integer, json, listOf, mapOf, not, object, oneOf, scalar, Shape, text } from './shape';
import { MODES, PLATFORM_KINDS, PlatformKind, PlatformSpec, SCC_MODES } from './spec';

const texts = mapOf(anyText);
const env = listOf(fields({ name: text }, {}, true));
const resources = fields({}, { limits: mapOf(scalar), requests: mapOf(scalar) }, true);

const affinity = fields({}, {
  nodeAffinity: fields({}, {
    requiredDuringSchedulingIgnoredDuringExecution: fields({
      nodeSelectorTerms: listOf(fields({}, {
        matchExpressions: listOf(fields({ key: text, operator: text }, { values: listOf(anyText) })),
        matchFields: listOf(object),
      })),
    }, {}),
    preferredDuringSchedulingIgnoredDuringExecution: listOf(object),
  }),
  podAffinity: mapOf(listOf(object)),
  podAntiAffinity: mapOf(listOf(object)),
});

const csiDriver = fields({}, {
  attachRequired: flag,
  fsGroupPolicy: oneOf(['File', 'None', 'ReadWriteOnceWithFSType']),
  podInfoOnMount: flag,
  requiresRepublish: flag,
  seLinuxMount: flag,
  storageCapacity: flag,
  tokenRequests: listOf(object),
  volumeLifecycleModes: listOf(oneOf(['Ephemeral', 'Persistent'])),
}, true);

const storageClass = fields({ name: text }, {
  id: text,
  dynamic: flag,
  parameters: texts,
  reclaimPolicy: anything,
  volumeBindingMode: anything,
  allowVolumeExpansion: flag,
  mountOptions: listOf(text),
  allowedTopologies: listOf(object),
  isDefault: flag,
  labels: texts,
  annotations: texts,
});

const plugin = {
  healthPort: integer,
  hostNetwork: flag,
  dnsPolicy: text,
  priorityClassName: text,
  nodeSelector: texts,
  affinity,
  tolerations: listOf(object),
  podAnnotations: texts,
  podLabels: texts,
  serviceAccountAnnotations: texts,
  containers: mapOf(fields({}, { resources, extraArgs: listOf(text), env })),
  additionalFields: fields({}, {
    containers: not('use the option containers'),
    initContainers: not('use the option containers'),
    volumes: not('change the definition of the driver'),
    serviceAccountName: not('change the definition of the driver'),
    hostNetwork: not('use the option hostNetwork'),
    nodeSelector: not('use the option nodeSelector'),
    affinity: not('use the option affinity'),
    tolerations: not('use the option tolerations'),
  }, true),
};

/** The options of a stack. */
export const optionsShape: Shape = fields({}, {
  mode: oneOf(MODES),
  namespace: anything,
  createNamespace: flag,
  operatorGroup: flag,
  images: fields({}, {
    registry: text,
    pullPolicy: oneOf(['Always', 'IfNotPresent', 'Never']),
    pullSecrets: listOf(text),
    overrides: mapOf(fields({}, { repository: text, tag: text, digest: text })),
  }),
  kubeletPath: text,
  logLevel: integer,
  node: fields({}, { ...plugin, maxUnavailable: scalar }),
  controller: fields({}, { ...plugin, enabled: flag, replicas: integer, podDisruptionBudget: flag }),
  csiDriver,
  storageClasses: listOf(storageClass),
});

/** What can be chosen on each platform. */
const PLATFORMS: { readonly [kind in PlatformKind]: Shape } = {
  openshift: fields({}, { sccMode: oneOf(SCC_MODES), sccName: text, pinScc: flag, workersOnly: flag }),
  eks: fields({}, { excludedComputeTypes: listOf(text), roleArn: text, nodeRoleArn: text }),
  vanilla: fields({}, { workersOnly: flag }),
};

/** A platform, with the choices that it offers and no others. */
export const platformShape: Shape = (value, path) => {
  const findings = fields({ kind: oneOf(PLATFORM_KINDS) }, {}, true)(value, path);
  if (findings.length > 0) return findings;
  const { kind, ...choices } = value as PlatformSpec;
  return PLATFORMS[kind](choices, path);
};

const container = fields({ name: text, image: text }, {
  args: listOf(anyText),
  env,
  ports: listOf(fields({ containerPort: integer }, { hostPort: integer }, true)),
  resources,
  securityContext: object,
}, true);

const pluginSpec = {
  name: text,
  serviceAccountName: text,
  pod: fields({ containers: listOf(container) }, {
    initContainers: listOf(container),
    volumes: listOf(fields({ name: text }, {}, true)),
    hostNetwork: flag,
    nodeSelector: texts,
    affinity,
    tolerations: listOf(object),
  }, true),
};

const roles = listOf(fields({ name: text, bindingName: text, rules: listOf(object) }, { inNamespace: flag }));
const reservedPorts = listOf(fields({ from: integer, to: integer, use: text }, {}));

/** The definition of a driver. */
export const driverShape: Shape = fields({
  name: text,
  appName: text,
  defaultNamespace: text,
  csiDriver,
  node: fields(pluginSpec, { roles, reservedPorts }),
}, {
  controller: fields(pluginSpec, { roles, reservedPorts, replicas: integer }),
  scc: fields({ name: text, privilegedRoleName: text }, { description: text, additionalVolumes: listOf(text) }),
  storageClasses: listOf(storageClass),
  dynamicParameters: listOf(text),
  requirements: listOf(fields({ field: text, reason: text }, { mustBe: json, mustNotContain: text, mustBeAbsent: flag })),
  classRestrictions: listOf(fields({ parameter: text, values: listOf(anyText), reason: text, remedy: text }, {})),
  operator: fields({ packageName: text, namespace: text }, {
    channel: text, source: text, sourceNamespace: text, env: texts, clusterCsiDriver: object,
  }),
  fixedObjects: listOf(fields({ apiVersion: text, kind: text, metadata: fields({ name: text }, {}, true) }, {}, true)),
  optionsWithoutEffect: listOf(text),
  findings: listOf(fields({ rule: text, severity: oneOf(['error', 'warning']), path: anyText, message: text, remedy: text }, { construct: text })),
});

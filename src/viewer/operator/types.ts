/**
 * The Go types of the controller: its own, and those of Kubernetes 1.29, with which it is built.
 */
import { GoFields, goTypes, GoTypes } from '../../model';

/** The resource, without its metadata. */
export const VIEWER_TYPE = 'v1alpha1.PVCViewer';
/** How the viewer is reached. */
export const NETWORKING_TYPE = 'v1alpha1.Networking';

const OWN: GoTypes = {
  [VIEWER_TYPE]: { spec: 'v1alpha1.PVCViewerSpec?', status: 'v1alpha1.PVCViewerStatus?' },
  'v1alpha1.PVCViewerSpec': {
    pvc: 'string',
    podSpec: 'PodSpec',
    networking: NETWORKING_TYPE,
    rwoScheduling: 'bool',
  },
  [NETWORKING_TYPE]: {
    targetPort: 'IntOrString',
    basePrefix: 'string',
    rewrite: 'string?',
    timeout: 'string?',
  },
  'v1alpha1.PVCViewerStatus': {
    conditions: '[]DeploymentCondition',
    ready: 'bool',
    url: '*string?',
  },
  DeploymentCondition: {
    type: 'DeploymentConditionType',
    status: 'ConditionStatus',
    lastUpdateTime: 'Time?',
    lastTransitionTime: 'Time?',
    reason: 'string?',
    message: 'string?',
  },
  DeploymentConditionType: 'string',
};

/** What was different in Kubernetes 1.29. */
const OLDER: GoTypes = {
  HostAlias: { ip: 'string?', hostnames: '[]string?' },
  PodResourceClaim: { name: 'string', source: 'ClaimSource?' },
  ClaimSource: { resourceClaimName: '*string?', resourceClaimTemplateName: '*string?' },
};

/** Fields that came after Kubernetes 1.29. */
const NEWER: { readonly [struct: string]: readonly string[] } = {
  Container: ['restartPolicyRules'],
  EnvVarSource: ['fileKeyRef'],
  EphemeralContainer: ['restartPolicyRules'],
  Lifecycle: ['stopSignal'],
  PodSecurityContext: ['supplementalGroupsPolicy', 'appArmorProfile', 'seLinuxChangePolicy'],
  PodSpec: ['resources', 'hostnameOverride', 'schedulingGroup'],
  ResourceClaim: ['request'],
  SecurityContext: ['appArmorProfile'],
  Volume: ['image'],
  VolumeMount: ['recursiveReadOnly'],
  VolumeProjection: ['podCertificate'],
};

let types: GoTypes | undefined;

export function controllerTypes(): GoTypes {
  return (types ??= { ...goTypes(), ...older(goTypes()), ...OLDER, ...OWN });
}

function older(present: GoTypes): GoTypes {
  return Object.fromEntries(
    Object.entries(NEWER).map(([struct, fields]) => [
      struct,
      Object.fromEntries(
        Object.entries(present[struct] as GoFields).filter(([field]) => !fields.includes(field)),
      ),
    ]),
  );
}

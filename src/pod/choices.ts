/** Fields of Kubernetes' own types that have a choice of words, wherever they stand in a pod. */
import { didYouMean, Finding, show, violation } from '../findings';
import { POD_RULES as RULES } from './rules';

const PROFILES = ['Localhost', 'RuntimeDefault', 'Unconfined'];
const PULL_POLICIES = ['', 'Always', 'IfNotPresent', 'Never'];
const RESTART_POLICIES = ['Always', 'Never', 'OnFailure'];
const NODE_POLICIES = ['Honor', 'Ignore'];

/**
 * The words, by the field and the one that it stands in. The empty text is one of
 * them where it means a default.
 */
const CHOICES: { readonly [place: string]: readonly string[] } = {
  'appArmorProfile.type': PROFILES,
  'azureDisk.cachingMode': ['None', 'ReadOnly', 'ReadWrite'],
  'azureDisk.kind': ['Dedicated', 'Managed', 'Shared'],
  'containers.imagePullPolicy': PULL_POLICIES,
  'containers.restartPolicy': RESTART_POLICIES,
  dnsPolicy: ['', 'ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'],
  'exitCodes.operator': ['In', 'NotIn'],
  fsGroupChangePolicy: ['Always', 'OnRootMismatch'],
  'hostPath.type': [
    '',
    'BlockDevice',
    'CharDevice',
    'Directory',
    'DirectoryOrCreate',
    'File',
    'FileOrCreate',
    'Socket',
  ],
  'httpGet.scheme': ['', 'HTTP', 'HTTPS'],
  'image.pullPolicy': PULL_POLICIES,
  'initContainers.imagePullPolicy': PULL_POLICIES,
  'initContainers.restartPolicy': RESTART_POLICIES,
  nodeAffinityPolicy: NODE_POLICIES,
  nodeTaintsPolicy: NODE_POLICIES,
  'os.name': ['linux', 'windows'],
  'ports.protocol': ['', 'SCTP', 'TCP', 'UDP'],
  preemptionPolicy: ['Never', 'PreemptLowerPriority'],
  procMount: ['Default', 'Unmasked'],
  'resizePolicy.resourceName': ['cpu', 'memory'],
  'resizePolicy.restartPolicy': ['NotRequired', 'RestartContainer'],
  'restartPolicyRules.action': ['Restart', 'RestartAllContainers'],
  seLinuxChangePolicy: ['MountOption', 'Recursive'],
  'seccompProfile.type': PROFILES,
  supplementalGroupsPolicy: ['Merge', 'Strict'],
  terminationMessagePolicy: ['', 'FallbackToLogsOnError', 'File'],
  'tolerations.effect': ['', 'NoExecute', 'NoSchedule', 'PreferNoSchedule'],
  'tolerations.operator': ['', 'Equal', 'Exists', 'Gt', 'Lt'],
  whenUnsatisfiable: ['DoNotSchedule', 'ScheduleAnyway'],
};

/**
 * Maps whose keys are the user's own, where what looks like a field is none, and what the API
 * server takes out unless a feature gate is on.
 */
const SKIPPED = [
  'annotations',
  'clusterTrustBundle',
  'labels',
  'limits',
  'matchLabels',
  'nodeSelector',
  'options',
  'overhead',
  'requests',
  'userAnnotations',
  'volumeAttributes',
];

/**
 * Findings on words that Kubernetes does not have, in a part of a pod: `field` is the name by which
 * the pod has it.
 */
export function checkChoices(part: unknown, path: string, field: string): Finding[] {
  return look(part, path, field, '');
}

function look(value: unknown, path: string, field: string, parent: string): Finding[] {
  if (typeof value === 'string') {
    const words = choicesAt(parent, field);
    return words && !words.includes(value)
      ? [
          violation(
            RULES.choice,
            path,
            `${show(value)} is not a valid ${field}`,
            didYouMean(
              value,
              words.filter((word) => word !== ''),
            ),
          ),
        ]
      : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((one, index) => look(one, `${path}[${index}]`, field, parent));
  }
  if (typeof value !== 'object' || value === null || SKIPPED.includes(field)) return [];
  return Object.entries(value).flatMap(([key, one]) => look(one, `${path}.${key}`, key, field));
}

function choicesAt(parent: string, field: string): readonly string[] | undefined {
  return [`${parent}.${field}`, field]
    .filter((place) => Object.hasOwn(CHOICES, place))
    .map((place) => CHOICES[place])[0];
}

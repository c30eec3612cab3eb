/** Fields of Kubernetes' own types that have a choice of words, wherever they stand in a test. */
import { didYouMean, Finding, show, violation } from '../../findings';
import { LOCUST_RULES as RULES } from '../rules';
import { LocustTestResource } from '../spec';

const PROFILES = ['Localhost', 'RuntimeDefault', 'Unconfined'];

/** The words, by the field and the one that it stands in. Kubernetes 1.36; the schema of the operator names none of them. */
const CHOICES: { readonly [place: string]: readonly string[] } = {
  'appArmorProfile.type': PROFILES,
  'azureDisk.cachingMode': ['None', 'ReadOnly', 'ReadWrite'],
  'azureDisk.kind': ['Dedicated', 'Managed', 'Shared'],
  'fsGroupChangePolicy': ['Always', 'OnRootMismatch'],
  'hostPath.type': ['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'],
  'image.pullPolicy': ['Always', 'IfNotPresent', 'Never'],
  'matchExpressions.operator': ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'],
  'matchFields.operator': ['In', 'NotIn'],
  'procMount': ['Default', 'Unmasked'],
  'seccompProfile.type': PROFILES,
  'supplementalGroupsPolicy': ['Merge', 'Strict'],
  'tolerations.effect': ['', 'NoExecute', 'NoSchedule', 'PreferNoSchedule'],
  'tolerations.operator': ['', 'Equal', 'Exists', 'Gt', 'Lt'],
  'volumeMode': ['Block', 'Filesystem'],
};

/** Findings on words that Kubernetes does not have. */
export function checkChoices({ spec = {} }: LocustTestResource): Finding[] {
  const findings: Finding[] = [];
  const look = (value: unknown, path: string, field: string, parent: string): void => {
    if (typeof value === 'string') {
      const words = choicesAt(parent, field);
      if (words && !words.includes(value)) findings.push(violation(RULES.choice, path, `${show(value)} is no ${field}`, didYouMean(value, words)));
    } else if (Array.isArray(value)) {
      value.forEach((one, index) => look(one, `${path}[${index}]`, field, parent));
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) look(one, `${path}.${key}`, key, field);
    }
  };
  look(spec.volumes, 'spec.volumes', 'volumes', '');
  look(spec.scheduling, 'spec.scheduling', 'scheduling', '');
  look(spec.security, 'spec.security', 'security', '');
  return findings;
}

function choicesAt(parent: string, field: string): readonly string[] | undefined {
  return [`${parent}.${field}`, field].filter((place) => Object.hasOwn(CHOICES, place)).map((place) => CHOICES[place])[0];
}

/** Where the value of a variable comes from: one thing of the few that there are, with its name. */
import { Finding, show, violation } from '../../findings';
import { subdomainProblems } from '../../kube';
import { LOCUST_RULES as RULES } from '../rules';
import { EnvVariable, KubeValue } from '../spec';

/** Those that are looked at. A newer Kubernetes may have others. */
const KEY_REFS = ['configMapKeyRef', 'secretKeyRef'];
const KEY = /^[-._a-zA-Z0-9]{1,253}$/;
const FIELD = /^(metadata\.(name|namespace|uid|(labels|annotations)\['.+'\])|spec\.(nodeName|serviceAccountName)|status\.(hostIPs?|podIPs?))$/;
const RESOURCE = /^(requests|limits)\.(cpu|memory|ephemeral-storage|hugepages-.+)$/;

/** Findings on the source of a variable. */
export function sourceFindings({ name, value, valueFrom }: EnvVariable, path: string): Finding[] {
  if (typeof valueFrom !== 'object' || valueFrom === null) return [];
  const field = `${path}.valueFrom`;
  const wrong = (message: string, remedy: string, place = field) => [violation(RULES.envName, place, message, remedy)];
  if (value) return wrong(`${show(name)} has both a value and a source`, 'give one of them');
  const sources = Object.entries(valueFrom as KubeValue).filter(([, one]) => one !== undefined && one !== null);
  if (sources.length === 0) return wrong(`${show(name)} has no source`, 'give one, such as secretKeyRef');
  if (sources.length > 1) return wrong(`${show(name)} has several sources: ${sources.map(([source]) => source).join(', ')}`, 'give one of them');
  const [[source, from]] = sources as [[string, KubeValue]];
  if (KEY_REFS.includes(source)) return keyFindings(from, `${field}.${source}`);
  if (source === 'fieldRef' && !FIELD.test(String(from.fieldPath))) {
    return wrong(`${show(from.fieldPath)} is no field that a variable can have`, 'give one such as metadata.name or status.podIP', `${field}.fieldRef.fieldPath`);
  }
  if (source === 'resourceFieldRef' && !RESOURCE.test(String(from.resource))) {
    return wrong(`${show(from.resource)} is no resource that a variable can have`, 'give one such as limits.cpu or requests.memory', `${field}.resourceFieldRef.resource`);
  }
  return [];
}

function keyFindings({ name = '', key }: KubeValue, field: string): Finding[] {
  const problems = name === '' ? ['the name is empty'] : subdomainProblems(String(name)).map((problem) => `${show(name)}: ${problem}`);
  return [
    ...problems.map((problem) => violation(RULES.envName, `${field}.name`, problem, 'give the name of an object')),
    ...KEY.test(String(key)) ? [] : [violation(RULES.envName, `${field}.key`, `${show(key)} is no key`, 'give letters, digits, dashes, dots and underscores')],
  ];
}

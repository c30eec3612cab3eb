/** A claim that comes and goes with its pod: what the API server asks of any claim. */
import { Finding, show, violation } from '../findings';
import { labelProblems, subdomainProblems } from '../kube';
import { checkPodAnnotations, checkPodLabels } from './labels';
import { Fields, fieldsOf, isGiven, namesOf, textOf } from './read';
import { POD_RULES as RULES } from './rules';
import { checkLabelSelector } from './selector';
import { checkAccessModes, checkSize } from '../storage/core';

const CLASSES = ['storageClassName', 'volumeAttributesClassName'];

/** Findings on the template; its own path is that of the ephemeral source of the volume. */
export function checkClaimTemplate(volume: unknown, { volumeClaimTemplate }: Fields, path: string): Finding[] {
  const { metadata, spec: given } = fieldsOf(volumeClaimTemplate);
  if (!isGiven(given)) return [wrong(path, `the ephemeral volume ${show(volume)} has no volumeClaimTemplate`, 'give one, with a spec')];
  const spec = fieldsOf(given);
  const field = `${path}.volumeClaimTemplate.spec`;
  const storage = fieldsOf(fieldsOf(spec.resources).requests).storage;
  return [
    ...checkAccessModes(spec.accessModes).map((finding) => ({ ...finding, path: `${field}.${finding.path}` })),
    ...checkSize(storage, `${field}.resources.requests.storage`).findings,
    ...checkLabelSelector(spec.selector, `${field}.selector`),
    ...CLASSES.flatMap((name) => nameFindings(spec[name], `${field}.${name}`)),
    ...dataFindings(spec, field),
    ...metadataFindings(fieldsOf(metadata), `${path}.volumeClaimTemplate.metadata`),
  ];
}

function nameFindings(name: unknown, path: string): Finding[] {
  if (textOf(name) === '') return [];
  return subdomainProblems(textOf(name)).map((problem) => wrong(path, `${show(name)}: ${problem}`, 'give the name of a class'));
}

function dataFindings({ dataSource, dataSourceRef }: Fields, field: string): Finding[] {
  const [source, ref] = [fieldsOf(dataSource), fieldsOf(dataSourceRef)];
  const differs = ['apiGroup', 'kind', 'name'].some((name) => source[name] !== ref[name]);
  const namespace = textOf(ref.namespace);
  return [
    ...([['dataSource', dataSource], ['dataSourceRef', dataSourceRef]] as const).flatMap(([name, value]) =>
      isGiven(value) ? referenceFindings(fieldsOf(value), `${field}.${name}`) : []),
    ...namespace === '' ? [] : labelProblems(namespace).map((problem) => wrong(`${field}.dataSourceRef.namespace`, `${show(namespace)}: ${problem}`, 'give the name of a namespace')),
    ...isGiven(dataSource) && isGiven(dataSourceRef) && (differs || namespace !== '')
      ? [wrong(`${field}.dataSource`, 'dataSource and dataSourceRef name different objects', 'give dataSourceRef alone')] : [],
  ];
}

function referenceFindings({ apiGroup, kind, name }: Fields, path: string): Finding[] {
  return [
    ...textOf(name) === '' ? [wrong(`${path}.name`, 'the name is empty', 'give the name of an object')] : [],
    ...textOf(kind) === '' ? [wrong(`${path}.kind`, 'the kind is empty', 'give the kind of the object')] : [],
    ...textOf(apiGroup) === '' && kind !== 'PersistentVolumeClaim' ? [wrong(`${path}.apiGroup`, `${show(kind)} is no kind of the core group`, 'give the group of the kind')] : [],
    ...textOf(apiGroup) === '' ? [] : subdomainProblems(textOf(apiGroup)).map((problem) => wrong(`${path}.apiGroup`, `${show(apiGroup)}: ${problem}`, 'give the group of the kind')),
  ];
}

function metadataFindings({ labels, annotations, ...others }: Fields, path: string): Finding[] {
  return [
    ...checkPodLabels(labels, `${path}.labels`),
    ...checkPodAnnotations(annotations, `${path}.annotations`),
    ...namesOf(others).map((name) => wrong(`${path}.${name}`, `the template of a claim has no ${name}`, 'leave it out: labels and annotations can be given')),
  ];
}

function wrong(path: string, message: string, remedy: string): Finding {
  return violation(RULES.volumeSource, path, message, remedy);
}

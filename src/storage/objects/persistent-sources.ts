/** The source of a persistent volume: exactly one, with what the API server asks of it. */
import { asWarnings, Finding, ServerAnswer, show, violation } from '../../findings';
import { MAX_LABEL_LENGTH, subdomainProblems } from '../../kube';
import {
  checkNamespaceName,
  checkSubdomain,
  Fields,
  fieldsOf,
  isGiven,
  namesOf,
  textOf,
  valuesOf,
} from '../../object';
import { STORAGE_RULES as RULES } from '../rules';
import { checkText } from './common';
import { checkSourceFields, isLongPortal } from './volume-sources';

/** References to secrets that the API server looks at, and the one that it does not. */
const SECRET_REFS = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
];
const STAGE_SECRET_REF = 'nodeStageSecretRef';
/** Sources of persistent volumes, in the order in which the server looks for them. */
const VOLUME_SOURCES = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'flocker',
  'nfs',
  'rbd',
  'quobyte',
  'cephfs',
  'iscsi',
  'cinder',
  'fc',
  'flexVolume',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'scaleIO',
  'local',
  'storageos',
  'csi',
];
/** What the server calls a source that is too much, if not by its name. */
const SPELLED: ReadonlyMap<string, string> = new Map([['cephfs', 'cephFS']]);
const MONITORED = ['cephfs', 'rbd'];
/** Fields of the spec of a persistent volume that say nothing about where the data are. */
export const BESIDE_THE_SOURCE = [
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
];

/** Findings on the sources: the server looks at the first one, and refuses the others. */
export function checkSources(spec: Fields, name: string): Finding[] {
  const given = namesOf(spec).filter((one) => !BESIDE_THE_SOURCE.includes(one));
  const [source, ...others] = [...given].sort(
    (a, b) => VOLUME_SOURCES.indexOf(a) - VOLUME_SOURCES.indexOf(b),
  );
  const wrong = (what: string, server?: ServerAnswer) =>
    violation(RULES.source, 'spec', what, 'add one source, such as csi', server);
  if (source === undefined) {
    const message = 'Required value: must specify a volume type';
    return [wrong('the volume has no source', { field: 'spec', message })];
  }
  const findings = ofSource(source, fieldsOf(spec[source]), name);
  if (others.length === 0) return findings;
  const [field, ...surplus] = others.map((one) => `spec.${SPELLED.get(one) ?? one}`);
  const server = {
    field,
    message: 'Forbidden: may not specify more than 1 volume type',
    ...(surplus.length > 0 ? { surplusFields: surplus } : {}),
  };
  return [wrong(`the volume has several sources: ${given.join(', ')}`, server), ...findings];
}

function ofSource(source: string, values: Fields, name: string): Finding[] {
  const path = `spec.${source}`;
  if (source === 'csi') return csiFindings(values, path);
  return [
    ...checkSourceFields(source, values, { path, rule: RULES.source, isPersistent: true }),
    ...(isLongPortal(name, source, values)
      ? [
          violation(
            RULES.source,
            `${path}.targetPortal`,
            `${show(name)} and ${show(values.targetPortal)} are too long for a volume with an initiatorName`,
            'use a shorter name: both have at most 63 characters together',
          ),
        ]
      : []),
    ...(MONITORED.includes(source) && valuesOf(values.monitors).length === 0
      ? [
          violation(
            RULES.source,
            `${path}.monitors`,
            'there are no monitors',
            'set the addresses of the monitors',
          ),
        ]
      : []),
  ];
}

/** Findings on the name of a CSI driver. */
function checkDriverName(value: unknown, path: string): Finding[] {
  const remedy = 'set the name of the CSI driver, such as efs.csi.aws.com';
  if (textOf(value).trim() === '') return checkText(value, path, remedy);
  const problems = subdomainProblems(textOf(value).toLowerCase());
  if (Buffer.byteLength(textOf(value)) > MAX_LABEL_LENGTH) {
    problems.push(`must be no more than ${MAX_LABEL_LENGTH} characters`);
  }
  return problems.map((problem) =>
    violation(RULES.driverName, path, `${show(value)}: ${problem}`, remedy),
  );
}

function handleFindings(handle: unknown, path: string): Finding[] {
  const found = checkText(handle, path, 'set the handle that identifies the volume to the driver');
  // The server takes blanks, and no driver knows a volume by them.
  return typeof handle === 'string' && handle !== '' ? asWarnings(found) : found;
}

function csiFindings(csi: Fields, path: string): Finding[] {
  return [
    ...checkDriverName(csi.driver, `${path}.driver`),
    ...handleFindings(csi.volumeHandle, `${path}.volumeHandle`),
    ...SECRET_REFS.flatMap((name) =>
      isGiven(csi[name]) ? secretFindings(fieldsOf(csi[name]), `${path}.${name}`) : [],
    ),
    // The server takes this one whatever it is, and kubelet does not find the secret then.
    ...(isGiven(csi[STAGE_SECRET_REF])
      ? asWarnings(secretFindings(fieldsOf(csi[STAGE_SECRET_REF]), `${path}.${STAGE_SECRET_REF}`))
      : []),
  ];
}

function secretFindings({ name, namespace }: Fields, path: string): Finding[] {
  return [
    ...checkSubdomain(name, `${path}.name`, RULES.secretRef),
    ...(textOf(namespace) === ''
      ? [
          violation(
            RULES.secretRef,
            `${path}.namespace`,
            'there is no namespace',
            'set the namespace of the secret',
          ),
        ]
      : checkNamespaceName(namespace, `${path}.namespace`, RULES.secretRef)),
  ];
}

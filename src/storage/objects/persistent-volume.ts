/**
 * A PersistentVolume, whoever made it: what the API server asks of it, and what would keep it from
 * any claim or node.
 */
import {
  Finding,
  ServerAnswer,
  Severity,
  show,
  takenAt,
  violation,
  besideTypes,
} from '../../findings';
import { MAX_LABEL_LENGTH, subdomainProblems } from '../../kube';
import {
  checkMetadata,
  checkNamespaceName,
  checkNodeSelector,
  checkSubdomain,
  conform,
  Fields,
  fieldsOf,
  isGiven,
  namesOf,
  textOf,
  valuesOf,
} from '../../object';
import { STORAGE_RULES as RULES } from '../rules';
import {
  checkAccessModes,
  checkChoice,
  checkClassName,
  checkSize,
  checkText,
  checkTexts,
  VOLUME_MODES,
} from './common';
import { checkSourceFields, isLongPortal } from './volume-sources';

const RECLAIM_POLICIES = ['Delete', 'Retain', 'Recycle'];
/** References to secrets that the API server looks at, and the one that it does not. */
const SECRET_REFS = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
];
const STAGE_SECRET_REF = 'nodeStageSecretRef';
/** Sources in the order in which the server looks for them. */
const SOURCES = [
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
/** Fields of the spec that are not sources. */
const NO_SOURCES = [
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

/** Findings on a persistent volume. */
export function checkPersistentVolumeObject(manifest: unknown): Finding[] {
  const { part, findings } = conform(manifest, 'PersistentVolume', '', RULES);
  const spec = fieldsOf(part.spec);
  const own = [
    ...checkMetadata(part.metadata, 'metadata', RULES),
    ...sourceFindings(spec, textOf(fieldsOf(part.metadata).name)),
    ...recycledFindings(spec),
    ...capacityFindings(fieldsOf(spec.capacity)),
    ...checkAccessModes(spec.accessModes, 'spec.accessModes'),
    ...checkClassName(spec.storageClassName, 'spec.storageClassName'),
    ...attributesClassFindings(spec),
    ...(textOf(spec.persistentVolumeReclaimPolicy) === ''
      ? []
      : checkChoice(
          spec.persistentVolumeReclaimPolicy,
          'spec.persistentVolumeReclaimPolicy',
          RECLAIM_POLICIES,
        )),
    ...checkChoice(spec.volumeMode, 'spec.volumeMode', VOLUME_MODES),
    ...checkTexts(spec.mountOptions, 'spec.mountOptions'),
    ...affinityFindings(spec),
    ...claimFindings(spec),
  ];
  return [...findings, ...besideTypes(own, findings)];
}

/** Findings on the name of a CSI driver. */
export function checkDriverName(value: unknown, path: string): Finding[] {
  const remedy = 'give the name of the CSI driver, such as efs.csi.aws.com';
  if (textOf(value).trim() === '') return checkText(value, path, remedy);
  const problems = subdomainProblems(textOf(value).toLowerCase());
  if (Buffer.byteLength(textOf(value)) > MAX_LABEL_LENGTH) {
    problems.push(`must be no more than ${MAX_LABEL_LENGTH} characters`);
  }
  return problems.map((problem) =>
    violation(RULES.driverName, path, `${show(value)}: ${problem}`, remedy),
  );
}

/** The server looks at the first source, and refuses the others. */
function sourceFindings(spec: Fields, name: string): Finding[] {
  const given = namesOf(spec).filter((one) => !NO_SOURCES.includes(one));
  const [source, ...others] = [...given].sort((a, b) => SOURCES.indexOf(a) - SOURCES.indexOf(b));
  const wrong = (what: string, server?: ServerAnswer) =>
    violation(RULES.source, 'spec', what, 'give one source, such as csi', server);
  if (source === undefined) return [wrong('the volume has no source')];
  const findings = ofSource(source, fieldsOf(spec[source]), name);
  if (others.length === 0) return findings;
  const [field, ...surplus] = others.map((one) => `spec.${SPELLED.get(one) ?? one}`);
  const server = { field, ...(surplus.length > 0 ? { surplusFields: surplus } : {}) };
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
            'give a shorter name: both have at most 63 characters together',
          ),
        ]
      : []),
    ...(MONITORED.includes(source) && valuesOf(values.monitors).length === 0
      ? [
          violation(
            RULES.source,
            `${path}.monitors`,
            'there are no monitors',
            'give the addresses of the monitors',
          ),
        ]
      : []),
  ];
}

/** The server empties what it recycles, and refuses to empty the root of a node. */
function recycledFindings({ hostPath, persistentVolumeReclaimPolicy }: Fields): Finding[] {
  const path = textOf(fieldsOf(hostPath).path);
  if (persistentVolumeReclaimPolicy !== 'Recycle' || !isRoot(path)) return [];
  return [
    violation(
      RULES.choice,
      'spec.persistentVolumeReclaimPolicy',
      `the volume is ${show(path)} of the node, which cannot be recycled`,
      'use Retain, or another path',
    ),
  ];
}

/** A path that goes nowhere below the root. */
function isRoot(path: string): boolean {
  if (!path.startsWith('/')) return false;
  let depth = 0;
  for (const part of path.split('/')) {
    if (part === '..') depth = Math.max(0, depth - 1);
    else if (part !== '' && part !== '.') depth += 1;
  }
  return depth === 0;
}

function csiFindings(csi: Fields, path: string): Finding[] {
  return [
    ...checkDriverName(csi.driver, `${path}.driver`),
    ...checkText(
      csi.volumeHandle,
      `${path}.volumeHandle`,
      'set the handle that identifies the volume to the driver',
    ),
    ...SECRET_REFS.flatMap((name) =>
      isGiven(csi[name]) ? secretFindings(fieldsOf(csi[name]), `${path}.${name}`) : [],
    ),
    // The server takes this one whatever it is, and kubelet does not find the secret then.
    ...(isGiven(csi[STAGE_SECRET_REF])
      ? secretFindings(fieldsOf(csi[STAGE_SECRET_REF]), `${path}.${STAGE_SECRET_REF}`).map(
          (finding) => ({ ...finding, severity: Severity.WARNING }),
        )
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
            'give the namespace of the secret',
          ),
        ]
      : checkNamespaceName(namespace, `${path}.namespace`, RULES.secretRef)),
  ];
}

function capacityFindings(capacity: Fields): Finding[] {
  return [
    ...checkSize(capacity.storage, 'spec.capacity.storage').findings,
    ...namesOf(capacity)
      .filter((name) => name !== 'storage')
      .map((name) =>
        violation(
          RULES.quantity,
          `spec.capacity.${name}`,
          `a volume cannot have a capacity of ${show(name)}`,
          'remove it: the capacity of a volume contains only storage',
        ),
      ),
  ];
}

function attributesClassFindings({ volumeAttributesClassName: name, csi }: Fields): Finding[] {
  if (!isGiven(name)) return [];
  const path = 'spec.volumeAttributesClassName';
  return [
    ...checkSubdomain(name, path, RULES.name),
    ...(isGiven(csi)
      ? []
      : [
          violation(
            RULES.source,
            'spec.csi',
            'only CSI volumes can have a VolumeAttributesClass',
            'remove volumeAttributesClassName',
          ),
        ]),
  ];
}

function affinityFindings({ nodeAffinity, local }: Fields): Finding[] {
  if (!isGiven(nodeAffinity)) return isGiven(local) ? [withoutNode()] : [];
  const { required } = fieldsOf(nodeAffinity);
  const path = 'spec.nodeAffinity.required';
  return isGiven(required)
    ? checkNodeSelector(required, path, RULES.nodeAffinity)
    : [
        violation(
          RULES.nodeAffinity,
          path,
          'the required nodes are missing',
          'set required.nodeSelectorTerms, or remove nodeAffinity',
        ),
      ];
}

/** A local volume is on one node. */
function withoutNode(): Finding {
  return violation(
    RULES.nodeAffinity,
    'spec.nodeAffinity',
    'a local volume must name its node',
    'set nodeAffinity.required.nodeSelectorTerms, such as kubernetes.io/hostname In the node',
  );
}

function claimFindings({ claimRef }: Fields): Finding[] {
  if (!isGiven(claimRef)) return [];
  const { name, namespace, uid } = fieldsOf(claimRef);
  const path = 'spec.claimRef';
  return [
    ...checkSubdomain(name, `${path}.name`, RULES.name),
    ...(textOf(namespace) === ''
      ? [
          violation(
            RULES.namespace,
            `${path}.namespace`,
            'there is no namespace, so the volume is not reserved for a claim',
            'give the namespace of the claim',
          ),
        ]
      : checkNamespaceName(namespace, `${path}.namespace`, RULES.namespace)),
    ...(textOf(uid) === ''
      ? []
      : [
          violation(
            RULES.claimUid,
            `${path}.uid`,
            `only the claim with the uid ${show(uid)} can bind to the volume, and a new claim has a different one`,
            'remove uid and resourceVersion',
            takenAt(`${path}.uid`),
          ),
        ]),
  ];
}

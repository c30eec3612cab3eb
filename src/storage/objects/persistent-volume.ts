/**
 * A PersistentVolume, whoever made it: what the API server asks of it, and what would keep it from
 * any claim or node.
 */
import { Finding, Severity, show, takenAt, violation } from '../../findings';
import { MAX_LABEL_LENGTH, subdomainProblems } from '../../kube';
import {
  besideTypes,
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

const RECLAIM_POLICIES = ['Delete', 'Retain', 'Recycle'];
/** References to secrets that the API server looks at, and the one that it does not. */
const SECRET_REFS = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
];
const STAGE_SECRET_REF = 'nodeStageSecretRef';
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

/** Findings on a persistent volume. Of its source only the CSI one is looked at. */
export function checkPersistentVolumeObject(manifest: unknown): Finding[] {
  const { part, findings } = conform(manifest, 'PersistentVolume', '', RULES);
  const spec = fieldsOf(part.spec);
  return besideTypes(findings, [
    ...checkMetadata(part.metadata, 'metadata', RULES),
    ...sourceFindings(spec),
    ...(isGiven(spec.csi) ? csiFindings(fieldsOf(spec.csi), 'spec.csi') : []),
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
  ]);
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

function sourceFindings(spec: Fields): Finding[] {
  const sources = namesOf(spec).filter((name) => !NO_SOURCES.includes(name));
  if (sources.length === 1) return [];
  return [
    violation(
      RULES.source,
      'spec',
      sources.length === 0
        ? 'the volume has no source'
        : `the volume has several sources: ${sources.join(', ')}`,
      'give one source, such as csi',
    ),
  ];
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
            path,
            'only CSI volumes can have a VolumeAttributesClass',
            'remove it',
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

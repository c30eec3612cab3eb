/**
 * A PersistentVolume, whoever made it: what the API server asks of it, and what would keep it from
 * any claim or node.
 */
import { besideTypes, Finding, show, takenAt, violation } from '../../findings';
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
} from '../../object';
import { STORAGE_RULES as RULES } from '../rules';
import {
  checkAccessModes,
  checkChoice,
  checkClassName,
  checkSize,
  checkTexts,
  VOLUME_MODES,
} from './common';
import { checkSources } from './persistent-sources';

const RECLAIM_POLICIES = ['Delete', 'Retain', 'Recycle'];
export function checkPersistentVolumeObject(manifest: unknown): Finding[] {
  const { part, findings } = conform(manifest, 'PersistentVolume', '', RULES);
  const spec = fieldsOf(part.spec);
  const own = [
    ...checkMetadata(part.metadata, RULES),
    ...checkSources(spec, textOf(fieldsOf(part.metadata).name)),
    ...recycledFindings(spec),
    ...capacityFindings(fieldsOf(spec.capacity)),
    ...checkAccessModes(spec.accessModes, 'spec.accessModes', 'Required value'),
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

function capacityFindings(capacity: Fields): Finding[] {
  return [
    ...checkSize(capacity.storage, 'spec.capacity.storage', {
      field: 'spec.capacity[storage]',
      whole: 'spec.capacity',
    }).findings,
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
    {
      field: 'spec.nodeAffinity',
      message: 'Required value: Local volume requires node affinity',
    },
  );
}

function claimFindings({ claimRef }: Fields): Finding[] {
  if (!isGiven(claimRef)) return [];
  const { name, namespace, uid } = fieldsOf(claimRef);
  const path = 'spec.claimRef';
  return [
    ...(textOf(name) === ''
      ? [
          violation(
            RULES.name,
            `${path}.name`,
            'there is no name, so the volume is reserved for a claim that cannot exist',
            'set the name of the claim',
            takenAt(`${path}.name`),
          ),
        ]
      : checkSubdomain(name, `${path}.name`, RULES.name).map(taken)),
    ...(textOf(namespace) === ''
      ? [
          violation(
            RULES.namespace,
            `${path}.namespace`,
            'there is no namespace, so the volume is not reserved for a claim',
            'set the namespace of the claim',
            takenAt(`${path}.namespace`),
          ),
        ]
      : checkNamespaceName(namespace, `${path}.namespace`, RULES.namespace).map(taken)),
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

/** The server does not look at the claim, and the volume is never bound. */
function taken(finding: Finding): Finding {
  return { ...finding, server: takenAt(finding.path) };
}

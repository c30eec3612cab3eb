/**
 * Objects that drivers and controllers write about the storage of nodes, as the API server takes
 * them.
 */
import { repeats, wrongDriver, wrongName, wrongNameOf } from './field-names';
import { KindRules } from './kind';
import { Finding } from '../../findings';
import {
  Fields,
  fieldsOf,
  parseQuantity,
  qualifiedKeyProblems,
  subdomainProblems,
} from '../../kube';
import { fieldsAt, listAt } from '../../model';
import { duplicate, forbidden, invalid, required } from '../../resource';

const BY_CONTROLLER = 'let the controller manage attachments';

export const NODE_STORAGE_RULES: { readonly [kindKey: string]: KindRules } = {
  'storage.k8s.io/CSINode': { invalid: nodeProblems },
  'storage.k8s.io/CSIStorageCapacity': {
    invalid: (after) => [
      ...wrongNameOf(after, '', 'storageClassName', subdomainProblems, 'use the name of a class'),
      ...negativeCapacity(after),
    ],
  },
  'storage.k8s.io/VolumeAttachment': { invalid: attachmentProblems },
};

/** The server takes any maximumVolumeSize. */
function negativeCapacity({ capacity }: Fields): Finding[] {
  return typeof capacity === 'string' && (parseQuantity(capacity)?.nano ?? 0n) < 0n
    ? [invalid('capacity', capacity, 'must be greater than or equal to 0', 'use 0 or more')]
    : [];
}

const MOST_NODE_ID = 256;

function nodeProblems(node: Fields): Finding[] {
  const seen = new Set<unknown>();
  return listAt(node, 'spec.drivers').flatMap((driver, index) => {
    const path = `spec.drivers[${index}]`;
    const { name, nodeID, allocatable } = driver;
    const { count } = fieldsOf(allocatable);
    const found = [...wrongDriver(`${path}.name`, name), ...keyProblems(driver, path)];
    if (typeof nodeID === 'string' && nodeID.length > MOST_NODE_ID) {
      const why = `must be ${MOST_NODE_ID} characters or less`;
      found.push(
        invalid(`${path}.nodeID`, nodeID, why, 'set the name that the driver has for the node'),
      );
    }
    if (typeof count === 'number' && count < 0) {
      const why = 'must be greater than or equal to 0';
      found.push(invalid(`${path}.allocatable.count`, count, why, 'use 0 or more'));
    }
    if (seen.has(name)) found.push(duplicate(`${path}.name`, name, 'list each driver once'));
    seen.add(name);
    return found;
  });
}

/** The server names the driver, not the key. */
function keyProblems({ topologyKeys }: Fields, path: string): Finding[] {
  const keys = Array.isArray(topologyKeys) ? topologyKeys.map(String) : [];
  const isTwice = repeats(keys);
  return keys.flatMap((key, index) => [
    ...(key === '' ? [required(path, 'remove the empty key')] : []),
    ...(isTwice[index] ? [duplicate(path, key, 'list each key once')] : []),
    ...wrongName(path, key, qualifiedKeyProblems, 'use the key of a label'),
  ]);
}

function attachmentProblems(attachment: Fields): Finding[] {
  const path = 'spec.source';
  const { attacher, nodeName } = fieldsOf(attachment.spec);
  const { inlineVolumeSpec, persistentVolumeName } = fieldsAt(attachment, path);
  const isOne = (inlineVolumeSpec === undefined) !== (persistentVolumeName === undefined);
  const why = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  return [
    ...wrongDriver('spec.attacher', attacher),
    ...wrongName('spec.nodeName', nodeName, subdomainProblems, 'use the name of a node'),
    ...wrongName(
      `${path}.persistentVolumeName`,
      persistentVolumeName,
      subdomainProblems,
      'use the name of a volume',
    ),
    ...(isOne
      ? inlineProblems(inlineVolumeSpec, `${path}.inlineVolumeSpec`)
      : inlineVolumeSpec === undefined
        ? [required(path, BY_CONTROLLER, why)]
        : [forbidden(path, why, BY_CONTROLLER)]),
  ];
}

/** Only a volume of CSI is written inline, and without what binds it. */
function inlineProblems(volume: unknown, path: string): Finding[] {
  if (volume === undefined) return [];
  const { csi, accessModes, ...others } = fieldsOf(volume);
  return [
    ...['claimRef', 'capacity', 'nodeAffinity']
      .filter((field) => others[field] !== undefined)
      .map((field) =>
        forbidden(
          `${path}.${field}`,
          'may not be specified in the context of inline volumes',
          'remove it',
        ),
      ),
    ...(csi === undefined
      ? [
          required(
            `${path}.csi`,
            'set the volume of the driver',
            'has to be specified in the context of inline volumes',
          ),
        ]
      : []),
    ...(Array.isArray(accessModes) && accessModes.length > 0
      ? []
      : [required(`${path}.accessModes`, 'set accessModes')]),
  ];
}

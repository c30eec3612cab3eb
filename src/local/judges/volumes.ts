/**
 * Local volumes, made by the driver or by hand: whether it finds them, and knows where they are.
 */
import { Finding, Severity, show, violation } from '../../findings';
import { Judge } from '../../judge';
import { isOfOneNode, SINGLE_NODE_MODES, subdomainProblems } from '../../kube';
import { Fields, fieldsOf, isGiven, textOf, textsOf } from '../../object';
import { affinityNodes, attributesOf, isRemovedFrom, sourceOf } from '../hyperconverged/volumes';
import {
  CAPACITY,
  EXPANDED_CAPACITY,
  FAILOVER_MODE,
  INITIAL_NODE,
  LIMIT,
  LOCAL_DRIVER,
  NODE_KEY,
  SELECTED_NODE,
} from '../names';
import { allocatedBytes, bytesOf, isPossibleSize } from '../sizes';
import { volumeGroupProblem } from './classes';
import { LOCAL_RULES as RULES } from './rules';

const SOURCE = 'spec.csi';

export const VOLUME_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: ['/PersistentVolume'],
  check: ({ manifest, name }) =>
    sourceOf(manifest).driver !== LOCAL_DRIVER
      ? []
      : [
          ...handleFindings(sourceOf(manifest), name),
          ...sizeFindings(manifest),
          ...modeFindings(fieldsOf(manifest.spec)),
          ...nodeFindings(manifest),
        ],
};

function handleFindings({ volumeHandle }: Fields, name: string): Finding[] {
  const [group, volume, ...more] = textOf(volumeHandle).split('#');
  if (more.length === 0 && volume === name && volumeGroupProblem(group) === undefined) return [];
  return [
    violation(
      RULES.volumeHandle,
      `${SOURCE}.volumeHandle`,
      `${show(volumeHandle)} does not name the logical volume ${show(name)} of a volume group`,
      `use <volume group>#${name}`,
    ),
  ];
}

const NO_LIMIT = 'set "0", which means no limit';

function sizeFindings(manifest: Fields): Finding[] {
  const { [CAPACITY]: capacity, [LIMIT]: limit } = attributesOf(manifest);
  const size = bytesOf(textOf(capacity));
  const path = (key: string) => `${SOURCE}.volumeAttributes[${show(key)}]`;
  if (size === undefined || !isPossibleSize(size)) {
    return [
      violation(
        RULES.volumeCapacity,
        path(CAPACITY),
        isGiven(capacity)
          ? `${show(capacity)} is not the size of a volume`
          : 'the size of the volume is missing',
        'use the number of bytes, such as "10737418240"',
      ),
    ];
  }
  if (!isGiven(limit) || limit === '') return [];
  const most = bytesOf(textOf(limit));
  if (most === undefined || most < 0n) {
    return [violation(RULES.volumeLimit, path(LIMIT), `${show(limit)} is not a size`, NO_LIMIT)];
  }
  if (most === 0n) return [];
  if (most < size) {
    return [
      violation(
        RULES.volumeLimit,
        path(LIMIT),
        `the limit ${show(limit)} is less than the size ${show(capacity)}`,
        NO_LIMIT,
      ),
    ];
  }
  const problem = beyondLimit(manifest, size, most);
  return problem === undefined
    ? []
    : [
        {
          ...violation(
            RULES.volumeLimit,
            path(LIMIT),
            `the limit ${show(limit)} is less than ${problem}`,
            NO_LIMIT,
          ),
          severity: Severity.WARNING,
        },
      ];
}

/** What is beyond the limit of a volume whose size is not, and what the driver then fails to do. */
function beyondLimit(manifest: Fields, size: bigint, most: bigint): string | undefined {
  const expanded = bytesOf(textOf(annotationsOf(manifest)[EXPANDED_CAPACITY])) ?? 0n;
  if (expanded > most) {
    return `the size ${expanded} after its expansion, so the volume cannot be created on another node`;
  }
  const made = allocatedBytes(size);
  return made > most
    ? `the size ${made} that LVM rounds up to, so the volume is mounted once and never again`
    : undefined;
}

/** Devices are bound for any number of nodes. */
function modeFindings({ accessModes, volumeMode }: Fields): Finding[] {
  const [first] = textsOf(accessModes);
  return volumeMode === 'Block' || first === undefined || isOfOneNode(first)
    ? []
    : [
        violation(
          RULES.volumeAccessMode,
          'spec.accessModes[0]',
          `the driver does not mount volumes with the access mode ${show(first)}`,
          `must be one of ${SINGLE_NODE_MODES.join(', ')}`,
        ),
      ];
}

function nodeFindings(manifest: Fields): Finding[] {
  const annotated = annotationsOf(manifest)[SELECTED_NODE];
  const named = isGiven(annotated) ? annotated : attributesOf(manifest)[INITIAL_NODE];
  if (!isGiven(named)) {
    // Affinity to something else than a node is for somebody else to judge.
    return isGiven(fieldsOf(manifest.spec).nodeAffinity)
      ? []
      : [
          violation(
            RULES.volumeNode,
            SOURCE,
            'nothing specifies the node of the volume',
            `set the attribute ${INITIAL_NODE}, or node affinity by ${NODE_KEY}`,
          ),
        ];
  }
  const path = isGiven(annotated)
    ? `metadata.annotations[${show(SELECTED_NODE)}]`
    : `${SOURCE}.volumeAttributes[${show(INITIAL_NODE)}]`;
  const problem = nodeProblem(textOf(named));
  if (problem !== undefined) {
    return [
      violation(
        RULES.volumeNode,
        path,
        `${problem}, which the garbage collectors treat as a different node: each of them removes the data`,
        isGiven(annotated)
          ? 'remove it'
          : 'use the name of its node, or remove it and set node affinity',
      ),
    ];
  }
  const nodes = affinityNodes({ manifest });
  if (nodes !== undefined && nodes.every((node) => isRemovedFrom(node, { manifest }))) {
    return [
      violation(
        RULES.volumeNode,
        path,
        `the volume is on ${show(named)} according to this field, but on ${nodes.map(show).join(' or ')} according to its node affinity`,
        'remove one of them',
      ),
    ];
  }
  return nodes === undefined
    ? caseFindings(textOf(named), path, attributesOf(manifest)[FAILOVER_MODE] === 'durability')
    : [];
}

/** What keeps a text from being the name of any node, in whatever case. */
function nodeProblem(node: string): string | undefined {
  if (node === '') return 'the node is empty';
  return subdomainProblems(node.toLowerCase()).length === 0
    ? undefined
    : `no node has the name ${show(node)}`;
}

/** The driver does not look at the case of the name; labels of nodes do. */
function caseFindings(node: string, path: string, isDurable: boolean): Finding[] {
  const name = node.toLowerCase();
  if (node === name) return [];
  const finding = violation(
    RULES.volumeNode,
    path,
    `names of nodes are in lower case, so no pod can be steered to ${show(node)}`,
    `use ${show(name)}`,
  );
  return [isDurable ? finding : { ...finding, severity: Severity.WARNING }];
}

function annotationsOf(manifest: Fields): Fields {
  return fieldsOf(fieldsOf(manifest.metadata).annotations);
}

/** Local volumes, made by the driver or by hand: whether it finds them, and knows where they are. */
import { Finding, show, violation } from '../../findings';
import { Judge } from '../../judge';
import { compareQuantities, ParsedQuantity, parseQuantity } from '../../kube';
import { Fields, fieldsOf, isGiven, textOf, textsOf } from '../../object';
import { affinityNodes, attributesOf, selectedNode, sourceOf } from '../hyperconverged/volumes';
import { CAPACITY, INITIAL_NODE, LIMIT, LOCAL_DRIVER, NODE_KEY, SELECTED_NODE } from '../names';
import { volumeGroupProblem } from './classes';
import { LOCAL_RULES as RULES } from './rules';

const SOURCE = 'spec.csi';
const ONE_NODE = ['ReadWriteOnce', 'ReadWriteOncePod'];

/** Persistent volumes of the driver. */
export const VOLUME_JUDGE: Judge = {
  kinds: ['/PersistentVolume'],
  check: ({ manifest, name }) => sourceOf(manifest).driver !== LOCAL_DRIVER ? [] : [
    ...handleFindings(sourceOf(manifest), name),
    ...sizeFindings(attributesOf(manifest)),
    ...modeFindings(fieldsOf(manifest.spec)),
    ...nodeFindings(manifest),
  ],
};

function handleFindings({ volumeHandle }: Fields, name: string): Finding[] {
  const [group, volume, ...more] = textOf(volumeHandle).split('#');
  if (more.length === 0 && volume === name && volumeGroupProblem(group) === undefined) return [];
  return [violation(RULES.volumeHandle, `${SOURCE}.volumeHandle`, `${show(volumeHandle)} does not name the logical volume ${show(name)} of a volume group`,
    `give <volume group>#${name}`)];
}

function sizeFindings({ [CAPACITY]: capacity, [LIMIT]: limit }: Fields): Finding[] {
  const size = sizeOf(capacity);
  const path = (key: string) => `${SOURCE}.volumeAttributes[${show(key)}]`;
  if (!size) {
    return [violation(RULES.volumeCapacity, path(CAPACITY), isGiven(capacity) ? `${show(capacity)} is not a size` : 'the size of the volume is missing',
      'give the number of bytes, such as "10737418240"')];
  }
  const most = sizeOf(limit);
  return most && compareQuantities(most, size) < 0
    ? [violation(RULES.volumeLimit, path(LIMIT), `the limit ${show(limit)} is less than the size ${show(capacity)}`, 'set "0", which means no limit')] : [];
}

/** Devices are bound for any number of nodes. */
function modeFindings({ accessModes, volumeMode }: Fields): Finding[] {
  const [first] = textsOf(accessModes);
  return volumeMode === 'Block' || first === undefined || ONE_NODE.includes(first) ? [] : [violation(RULES.volumeAccessMode, 'spec.accessModes[0]',
    `the driver does not mount volumes with the access mode ${show(first)}`, `must be one of ${ONE_NODE.join(', ')}`)];
}

/** A quantity of more than zero. */
function sizeOf(value: unknown): ParsedQuantity | undefined {
  const size = parseQuantity(textOf(value));
  return size && size.nano > 0n ? size : undefined;
}

function nodeFindings(manifest: Fields): Finding[] {
  const annotated = fieldsOf(fieldsOf(manifest.metadata).annotations)[SELECTED_NODE];
  if (annotated === '') {
    return [violation(RULES.volumeNode, `metadata.annotations[${show(SELECTED_NODE)}]`, 'the node is empty, which the garbage collectors treat as a different node: each of them removes the data', 'remove it')];
  }
  const selected = selectedNode({ manifest });
  const nodes = affinityNodes({ manifest });
  if (selected === undefined) {
    // Affinity to something else than a node is for somebody else to judge.
    return isGiven(fieldsOf(manifest.spec).nodeAffinity) ? [] : [violation(RULES.volumeNode, SOURCE, 'nothing specifies the node of the volume',
      `give it the attribute ${INITIAL_NODE}, or node affinity by ${NODE_KEY}`)];
  }
  const path = isGiven(annotated) ? `metadata.annotations[${show(SELECTED_NODE)}]` : `${SOURCE}.volumeAttributes[${show(INITIAL_NODE)}]`;
  return nodes === undefined || nodes.includes(selected) ? [] : [violation(RULES.volumeNode, path,
    `the volume is on ${show(selected)} according to this field, but on ${nodes.map(show).join(' or ')} according to its node affinity`, 'remove one of them')];
}

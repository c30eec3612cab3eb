/** Live nodes: on which of them the pods of a template can run, and where volumes are attached. */
import { Fields, fieldsOf, isOfManyNodes, onceFor, REQUIRED_TERMS, stableJson } from '../../kube';
import { at, fieldsAt, listAt } from '../../model';
import { selects } from '../../object';
import { ClaimState } from '../binding/volumes';
import { Cluster, Index } from '../cluster';
import { outlineOf, Stored } from '../stored';
import { claimKey, claimsOf } from '../workloads';

const NODE = '/Node';

/** The nodes of a cluster by what is asked of them, each question answered once. */
const answersIn = onceFor((_cluster: Cluster) => new Map<string, ReadonlySet<string>>());

/** The nodes that all of these ask for; undefined if nobody knows which there are. */
function nodesFor(
  cluster: Cluster,
  asked: unknown,
  fits: (node: Stored) => boolean,
): ReadonlySet<string> {
  const answers = answersIn(cluster);
  const key = stableJson(asked);
  const known = answers.get(key);
  if (known) return known;
  const found = new Set([...cluster.ofKind(NODE)].filter(fits).map(({ sent }) => sent.name));
  answers.set(key, found);
  return found;
}

const REQUIRED = `affinity.nodeAffinity.${REQUIRED_TERMS}`;

/** The nodes on which pods of a template can run by what they ask for themselves. */
function nodesOfTemplate(cluster: Cluster, template: Fields): ReadonlySet<string> {
  const spec = fieldsOf(template.spec);
  const { nodeName, nodeSelector } = spec;
  const terms = listAt(spec, `${REQUIRED}.nodeSelectorTerms`);
  return nodesFor(
    cluster,
    [nodeName, nodeSelector, terms],
    (node) =>
      (nodeName === undefined || nodeName === '' || nodeName === node.sent.name) &&
      selects({ matchLabels: fieldsOf(nodeSelector) }, labelsOf(node)) &&
      fitsTerms(node, terms),
  );
}

function labelsOf({ live }: Stored): Fields {
  return fieldsAt(live, 'metadata.labels');
}

/** One of several terms is enough; those of fields name the node. */
function fitsTerms(node: Stored, terms: readonly Fields[]): boolean {
  if (terms.length === 0) return true;
  return terms.some(
    (term) =>
      listAt(term, 'matchExpressions').every((one) => fitsExpression(one, labelsOf(node))) &&
      listAt(term, 'matchFields').every((one) =>
        fitsExpression(one, { 'metadata.name': node.sent.name }),
      ),
  );
}

function fitsExpression(expression: Fields, labels: Fields): boolean {
  const { key, operator, values } = expression;
  if (operator !== 'Gt' && operator !== 'Lt') {
    return selects({ matchExpressions: [expression] }, labels);
  }
  const [value, limit] = [labels[String(key)], Array.isArray(values) ? values[0] : undefined].map(
    Number,
  );
  return operator === 'Gt' ? value > limit : value < limit;
}

/** Whether a bound volume is on no node on which pods of a template can run. */
export function isOutOfReach(cluster: Cluster, template: Fields, { volume }: ClaimState): boolean {
  const terms = volume
    ? listAt(outlineOf(volume), 'spec.nodeAffinity.required.nodeSelectorTerms')
    : [];
  if (terms.length === 0 || !cluster.covers(NODE)) return false;
  const ofVolume = nodesFor(cluster, terms, (node) => fitsTerms(node, terms));
  const ofTemplate = nodesOfTemplate(cluster, template);
  return ![...ofVolume].some((name) => ofTemplate.has(name));
}

/** Why pods have to wait for another pod to leave a volume; undefined if they need not. */
export function attachedElsewhere(
  cluster: Cluster,
  template: Fields,
  claims: ReadonlyMap<string, ClaimState>,
  namespace: string | undefined,
): string | undefined {
  for (const name of claimsOf(template)) {
    const node = nodeOf(cluster, claims.get(claimKey(namespace, name))?.volume);
    if (node !== undefined && !nodesOfTemplate(cluster, template).has(node)) {
      return `the volume of the claim ${JSON.stringify(name)} is attached to the node ${JSON.stringify(node)}, on which the pods cannot run`;
    }
  }
  return undefined;
}

/** The node that has a volume for itself. */
function nodeOf(cluster: Cluster, volume: Stored | undefined): string | undefined {
  const modes = volume && at(outlineOf(volume), 'spec.accessModes');
  if (!volume || !Array.isArray(modes) || modes.some((mode) => isOfManyNodes(String(mode)))) {
    return undefined;
  }
  const [attachment] = cluster.having(ATTACHED, volume.sent.name).members.values();
  const node = attachment && at(attachment.live, 'spec.nodeName');
  return typeof node === 'string' && cluster.find(NODE, undefined, node) ? node : undefined;
}

const ATTACHED: Index = {
  kindKey: 'storage.k8s.io/VolumeAttachment',
  keysOf: ({ live, seen }) => {
    const name = at(live, 'spec.source.persistentVolumeName');
    return typeof name === 'string' && at(seen ?? {}, 'status.attached') === true ? [name] : [];
  },
};

/** From the texts of input files to everything that is wrong with the objects in them, whoever made them. Nothing here reads or writes. */
import { ACKNOWLEDGE, Acknowledgement, AnnotatedObject, withoutAcknowledged } from './acknowledge';
import { TargetFacts } from '../facts';
import { Finding, Severity } from '../findings';
import { Note, sortSources } from './folders';
import { readWorld, World } from '../judge';
import { ALL_JUDGES } from '../judges';
import { addTo, fieldsOf } from '../kube';
import {
  Entry, inOrder, judgeDocuments, objectsOf, RENDER_RULES, RenderFinding, RenderRequest, Source, understandDocuments, withoutTwins,
} from '../render';
import { readTopology, Topology } from '../topology';

/** How the input is checked. */
export interface CheckRequest {
  readonly target: TargetFacts;
  /** How the custom resources among it are rendered. */
  readonly render: RenderRequest;
  /** Warnings that are accepted, beside those that annotations of objects accept. */
  readonly acknowledge?: readonly Acknowledgement[];
}

/** What is wrong with the input. */
export interface CheckResult {
  /** In the order of the input. */
  readonly findings: readonly RenderFinding[];
  /** What was passed over, since it is not meant for a cluster, and why. */
  readonly notes: readonly Note[];
  /** How many objects there were. */
  readonly objects: number;
  /** Who mounts what among them; the key of each object is the `objectKey` of findings on it. */
  topology(): Topology;
  /** All that rules can ask for; keys as those of the topology. */
  world(): World;
}

/** What findings on one object have in common. */
export function objectKey({ file, object }: Pick<RenderFinding, 'file' | 'object'>): string {
  return JSON.stringify([file, object]);
}

/** The file and the object that a key stands for. */
export function objectOfKey(key: string): { readonly file: string; readonly object: string } {
  const [file, object] = JSON.parse(key) as [string, string];
  return { file, object };
}

/** What is said of documents that are not objects: here they are not mistake. */
const OTHER = RENDER_RULES.otherDocument.id;
/** What is said of a document that is not YAML: a template need not be. */
const SYNTAX: readonly string[] = [RENDER_RULES.syntax.id, RENDER_RULES.duplicateKey.id, RENDER_RULES.object.id];
/** Neither is an object that appears twice: that is judged by what differs. */
const SILENT: readonly string[] = [OTHER, RENDER_RULES.sameObject.id, RENDER_RULES.sameDocument.id];
/** The namespace that kubectl takes where nobody says one. */
export const DEFAULT_NAMESPACE = 'default';

/** Checks what the sources hold. Never throws, whatever they hold. */
export function checkDocuments(given: readonly Source[], { target, render, acknowledge = [] }: CheckRequest): CheckResult {
  const { sources, notes } = sortSources(given);
  const namespace = render.namespace ?? DEFAULT_NAMESPACE;
  const { entries, resources, findings } = understandDocuments(sources, { ...render, target, namespace }, { areListsOpen: true, namespace });
  const judged = judgeDocuments(entries, resources, { target, judges: ALL_JUDGES, namespace });
  const templates = new Set(sources.filter(({ text }) => text.includes('{{')).map(({ name }) => name));
  const isTemplate = ({ rule, file = '' }: RenderFinding) => SYNTAX.includes(rule) && templates.has(file);
  const all = [...findings, ...judged];
  const others = all.filter(({ rule }) => rule === OTHER);
  const told = withoutTwins(all.filter((finding) => !SILENT.includes(finding.rule) && !isTemplate(finding)));
  const keyed = () => objectsOf(entries, resources).map(({ entry, manifest }) => ({ key: objectKey(entry.told), manifest }));
  return {
    findings: inOrder(withoutAcknowledged(told, acknowledge, entries.flatMap(annotatedObject)), sources),
    notes: [
      ...notes, ...passedOver(others, 'it has no Kubernetes object'), ...passedOver(all.filter(isTemplate), 'it is a template; check what it renders to'),
    ],
    objects: entries.length,
    topology: () => readTopology(keyed(), { namespace }),
    world: () => readWorld(keyed(), target, { namespace }),
  };
}

/** Objects that accept something themselves. */
export function annotatedObject(entry: Entry): AnnotatedObject[] {
  const { annotations: given } = fieldsOf(entry.data.metadata);
  const annotations = fieldsOf(given);
  if (!Object.keys(annotations).some((key) => key.startsWith(ACKNOWLEDGE))) return [];
  const at = (finding: Finding) => entry.at(finding);
  const { object, file } = at({ rule: '', severity: Severity.WARNING, path: '', message: '', remedy: '' });
  return [{ object, file, annotations, at }];
}

/** A line for each file. */
function passedOver(findings: readonly RenderFinding[], why: string): Note[] {
  const lines = new Map<string, number[]>();
  for (const { file = '', line = 1 } of findings) addTo(lines, file, line);
  return [...lines].map(([file, [first, ...more]]) => ({ file, words: `${file}${first > 1 || more.length > 0 ? `:${first}` : ''} is skipped: ${why}` }));
}

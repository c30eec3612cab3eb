/**
 * The rendering of input files: from their texts to the objects that they stand for, or to what is
 * wrong with them. Nothing here reads or writes.
 */
import { isDeepStrictEqual } from 'node:util';
import { admitted, checkOther, foreignKind, isPassed, looksKnown } from './admitted';
import {
  Entry,
  entriesOf,
  Input,
  kindOf,
  KubernetesObject,
  RenderFinding,
  Source,
} from './entries';
import { Change, changeFor } from './gitops';
import { Identities, identityOf, namedIn, sameDocument } from './identities';
import { judgeDocuments, objectsOf, dedupeFindings } from './judged';
import { RENDER_RULES as RULES } from './rules';
import { withVariables } from './substituted';
import { Resource, surroundingsOf } from './surroundings';
import { TargetFacts, targetFacts } from '../facts';
import { hasErrors, Severity } from '../findings';
import type { GitOpsSpec } from '../gitops/core';
import { addTo, append, putFirst } from '../kube';
import { RenderOptions, ResourceKind } from '../resource';

/** How the input is rendered. */
export interface RenderRequest extends RenderOptions {
  /** What is not a custom resource of a known kind is left out. */
  readonly only: boolean;
  /**
   * Kinds whose resources pass through unchanged, as `isPassed` takes them, though they could be
   * rendered.
   */
  readonly passThrough?: readonly string[];
  /** The cluster that the objects are for, as far as it is known. */
  readonly target?: TargetFacts;
  /** What GitOps is to make of what is written; lists are taken apart then. */
  readonly gitops?: GitOpsSpec;
  /** What is left of the findings when somebody has accepted some. Errors stay. */
  accept?(findings: readonly RenderFinding[], entries: readonly Entry[]): readonly RenderFinding[];
}

export interface Output {
  /** The index of the source that it is from. */
  readonly source: number;
  readonly manifest: KubernetesObject;
  /** The text of the document, where it can be taken as it is. */
  readonly text?: string;
}

/** What becomes of the input. */
interface RenderResult {
  /**
   * In the order in which they are to be applied; none when there is an error among the findings.
   */
  readonly outputs: readonly Output[];
  /** In the order of the input. */
  readonly findings: readonly RenderFinding[];
  /** How many documents there were, empty ones aside. */
  readonly documents: number;
}

/** What the sources hold, before anything is written. */
interface UnderstoodDocuments {
  readonly entries: readonly Entry[];
  /** The custom resources among them, and what they stand for. */
  readonly resources: ReadonlyMap<Entry, Resource>;
  /** What is wrong with the documents, and with these resources. */
  readonly findings: readonly RenderFinding[];
}

/** Renders what the sources hold. Never throws, whatever they hold. */
export function renderDocuments(sources: readonly Source[], request: RenderRequest): RenderResult {
  const reading = request.gitops && { areListsOpen: true, namespace: '' };
  const { entries, resources, findings: own } = understandDocuments(sources, request, reading);
  const written = request.only ? entries.filter((entry) => resources.has(entry)) : entries;
  const change = changeFor(objectsOf(written, resources), request);
  const told = dedupeFindings([...own, ...judged(written, resources, request, change)]);
  const findings = (request.accept?.(told, entries) ?? told).map(asMissing);
  const documents =
    entries.length + findings.filter(({ rule }) => NO_OBJECTS.includes(rule)).length;
  return {
    outputs: hasErrors(findings) ? [] : outputsOf(written, resources, change),
    findings: inOrder(findings, sources),
    documents,
  };
}

/** A file that cannot be read is missing in what is written, whatever it would have been. */
function asMissing(finding: RenderFinding): RenderFinding {
  return finding.rule === RULES.unreadable.id ? { ...finding, severity: Severity.ERROR } : finding;
}

/** What the rules on objects say of what is written. An operator knows none of them. */
function judged(
  written: readonly Entry[],
  resources: ReadonlyMap<Entry, Resource>,
  request: RenderRequest,
  change: Change,
): readonly RenderFinding[] {
  if (request.operatorMode) return [];
  const { ALL_JUDGES }: typeof import('../judges') = require('../judges');
  return judgeDocuments(written, resources, {
    target: request.target ?? targetFacts(),
    judges: ALL_JUDGES,
    namespace: request.namespace,
    workloadKinds: request.workloadKinds,
    change,
  });
}

/** How documents are read that are judged one by one. */
interface Reading {
  /** Whether every list is taken apart. */
  readonly areListsOpen: boolean;
  /** The namespace under which objects that name none are told. */
  readonly namespace: string;
  /** Whether variables of Flux count as what they are filled in with. */
  readonly hasVariables?: boolean;
}

/**
 * Reads what the sources hold, and finds out what the custom resources among it stand for. Never
 * throws.
 */
export function understandDocuments(
  sources: readonly Source[],
  request: RenderRequest,
  reading?: Reading,
): UnderstoodDocuments {
  const found: RenderFinding[] = [];
  const written = sources.flatMap((source, index) =>
    entriesOf(new Input(index, source, reading?.namespace), found, reading?.areListsOpen),
  );
  const all = reading?.hasVariables
    ? withVariables(written, request.target?.gitops === 'flux').entries
    : written;
  const entries = withoutRepeated(all, request, found);
  const resources = new Map<Entry, Resource>();
  for (const entry of entries) {
    if (isPassed(entry.data, request.passThrough)) continue;
    const kind = kindOf(entry.data);
    if (!kind) {
      if (looksKnown(entry.data)) {
        append(
          found,
          checkOther(entry.data).map((finding) => entry.at(finding)),
        );
      }
    } else if (kind.isForeign?.(entry.data)) {
      found.push(entry.at(foreignKind(entry.data)));
    } else {
      resources.set(entry, { kind, entry, admitted: admitted(kind, entry, request, found) });
    }
  }
  renderAll(entries, resources, request, found);
  append(found, checkAll(entries, resources, request));
  return { entries, resources, findings: found };
}

/** The rules by which a document has no object. */
const NO_OBJECTS: readonly string[] = [
  RULES.syntax,
  RULES.duplicateKey,
  RULES.object,
  RULES.otherDocument,
].map(({ id }) => id);

/** A custom resource that appears twice, the same each time, is rendered once. */
function withoutRepeated(
  entries: readonly Entry[],
  { namespace, passThrough }: RenderRequest,
  found: RenderFinding[],
): Entry[] {
  const first = new Map<string, Entry>();
  return entries.filter((entry) => {
    const kind = kindOf(entry.data);
    if (kind === undefined || isPassed(entry.data, passThrough) || kind.isForeign?.(entry.data)) {
      return true;
    }
    const [object] = namedIn(entry.data);
    if (object === undefined) return true;
    const identity = identityOf(object, namespace);
    const before = putFirst(first, identity.key, entry);
    if (before === undefined || !isDeepStrictEqual(before.data, entry.data)) return true;
    found.push(sameDocument(before, entry, identity.words));
    return false;
  });
}

/** Those that are placed by others come last, and see what the others stand for. */
function renderAll(
  entries: readonly Entry[],
  resources: ReadonlyMap<Entry, Resource>,
  request: RenderRequest,
  found: RenderFinding[],
): void {
  const all = [...resources.values()];
  for (const isPlaced of [false, true]) {
    const surroundings = surroundingsOf(
      entries,
      resources,
      request,
      ({ kind }) => isPlaced && kind.isPlacedByOthers !== true,
    );
    for (const resource of all.filter(
      ({ kind }) => (kind.isPlacedByOthers ?? false) === isPlaced,
    )) {
      const { kind, entry, admitted: object } = resource;
      if (!object) continue;
      const rendered = kind.render(object, request, surroundings);
      append(
        found,
        rendered.findings.map((finding) => entry.at(finding)),
      );
      resource.neighbour = { key: entry.place, resource: object, rendered };
    }
  }
}

/** What only shows when all is seen together. */
function checkAll(
  entries: readonly Entry[],
  resources: ReadonlyMap<Entry, Resource>,
  request: RenderRequest,
): RenderFinding[] {
  const findings: RenderFinding[] = [];
  const told = new Map<string, string[]>();
  const byKey = new Map<string, Entry>();
  for (const { entry, neighbour } of resources.values()) {
    if (neighbour) byKey.set(neighbour.key, entry);
  }
  const kinds = [...new Set([...resources.values()].map((resource) => resource.kind))];
  for (const kind of kinds) {
    const own = [...resources.values()].filter((resource) => resource.kind === kind);
    const options = { ...request, operatorEnv: variablesFor(kind, kinds, request.operatorEnv) };
    const neighbours = own.flatMap(({ neighbour }) => neighbour ?? []);
    const input = surroundingsOf(entries, resources, options, (other) => other.kind !== kind);
    for (const { construct, takenName, ...finding } of kind.checkTogether?.(neighbours, input) ??
      []) {
      const entry = construct === undefined ? undefined : byKey.get(construct);
      findings.push(entry ? entry.at(finding) : finding);
      if (construct !== undefined && takenName !== undefined) addTo(told, construct, takenName);
    }
  }
  return [...findings, ...checkIdentities(entries, resources, request, told)];
}

/**
 * The variables that are this operator's, and if nobody else is asked, those that are nobody's:
 * that is told once.
 */
function variablesFor(
  kind: ResourceKind,
  kinds: readonly ResourceKind[],
  variables: RenderRequest['operatorEnv'],
): RenderRequest['operatorEnv'] {
  const asked = kinds.filter(({ operatorVariables }) => operatorVariables !== undefined);
  return Object.fromEntries(
    Object.entries(variables).filter(([name]) => {
      const owners = asked.filter(({ operatorVariables }) => operatorVariables!.includes(name));
      return owners.length > 0 ? owners.includes(kind) : asked[0] === kind;
    }),
  );
}

function checkIdentities(
  entries: readonly Entry[],
  resources: ReadonlyMap<Entry, Resource>,
  request: RenderRequest,
  told: ReadonlyMap<string, readonly string[]>,
): readonly RenderFinding[] {
  const identities = new Identities(request, told);
  for (const entry of entries) {
    const resource = resources.get(entry);
    if (request.only && !resource) continue;
    identities.addGiven(entry, resource ? request.namespace : undefined);
    if (resource?.neighbour) identities.addRendered(entry, resource.neighbour.rendered.manifests);
  }
  return identities.findings;
}

function outputsOf(
  written: readonly Entry[],
  resources: ReadonlyMap<Entry, Resource>,
  change: Change,
): Output[] {
  const outputs: Output[] = [];
  for (const entry of written) {
    const source = entry.input.index;
    const resource = resources.get(entry);
    const changed = change(entry.data);
    if (resource) {
      for (const manifest of resource.neighbour?.rendered.manifests ?? []) {
        outputs.push({ source, manifest: change(manifest) });
      }
    } else {
      outputs.push({
        source,
        manifest: changed,
        text: changed === entry.data ? entry.text : undefined,
      });
    }
  }
  return outputs;
}

/** What is wrong with the options first, then file by file and line by line. */
export function inOrder(
  findings: readonly RenderFinding[],
  sources: readonly Source[],
): RenderFinding[] {
  const order = new Map(sources.map(({ name }, index) => [name, index]));
  const rank = ({ file }: RenderFinding) => (file === undefined ? -1 : (order.get(file) ?? 0));
  return [...findings].sort(
    (a, b) =>
      rank(a) - rank(b) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}

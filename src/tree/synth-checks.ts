/**
 * Checks that need the whole tree, run in one pass per synthesis.
 *
 * cdk8s asks every construct for its validation once per chart and once more. So nothing is
 * attached to single constructs: they register what they are, and one validation at the root looks
 * at everything, and again only when the tree has changed.
 */
import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import {
  Check,
  describeFinding,
  describeFindings,
  Finding,
  hasErrors,
  report,
  Restated,
  Severity,
  spelled,
} from '../findings';
import { PlacedObject, Surroundings } from '../judge';
import { append, isClusterScoped, isLazy } from '../kube';
import { acknowledge, Acknowledgements } from './acknowledgements';
import { isAsBuilt } from './built';
import { forEachConstruct, rootOf } from './paths';
import { countNodes, forgetTopology, refreshTopology, topologyOf } from './topology';
import { manifestOf } from './written';

/** Something that a construct registered, with the construct for the messages. */
export interface Registered<T> {
  readonly construct: string;
  readonly value: T;
}

/** An object of the tree, whose manifest is computed on first use. */
export interface TreeObject extends PlacedObject {
  readonly manifest: { readonly [field: string]: any };
  /** Its annotations, computed on first use. */
  readonly annotations: { readonly [key: string]: string };
  /** Whether it is as a construct of this library built it. */
  readonly isAsBuilt?: boolean;
}

/** The tree around what was registered, each part computed on first use. */
export interface Tree extends Surroundings {
  readonly objects: readonly TreeObject[];
  readonly root: IConstruct;
}

/** A check over all that was registered for it; pure but for the tree that it is given. */
export interface SynthCheck<T> {
  /** Its name: what is registered under one name is checked together. */
  readonly id: string;
  /**
   * Whether it comes after all others, and what they have told of a construct is not told again of
   * what is below it.
   */
  readonly isLast?: boolean;
  /**
   * Whether it looks at values that change without the tree: then nothing is remembered, not even
   * within one synthesis.
   */
  readonly late?: boolean;
  readonly check: Check<readonly Registered<T>[], Tree>;
}

interface Room {
  readonly checks: Map<
    string,
    { readonly check: SynthCheck<any>; readonly entries: { scope: Construct; value: unknown }[] }
  >;
  readonly direct: { scope: Construct; findings: readonly Finding[] }[];
  readonly printed: Set<string>;
  registrations: number;
  late: boolean;
  memo?: {
    readonly size: number;
    readonly registrations: number;
    readonly findings: readonly Finding[];
  };
}

const rooms = new WeakMap<IConstruct, Room>();
/** The validations that change nothing. */
const pure = new WeakSet<object>();

/** Registers a value for a check of the whole tree. */
export function registerForSynth<T>(scope: Construct, check: SynthCheck<T>, value: T): void {
  const room = roomOf(scope);
  let group = room.checks.get(check.id);
  if (!group) room.checks.set(check.id, (group = { check, entries: [] }));
  group.entries.push({ scope, value });
  room.registrations += 1;
  room.late ||= check.late ?? false;
}

/**
 * Whether asking for the validations of a construct changes nothing: it has none, or those of this
 * file.
 */
export function isValidatedQuietly({ node }: IConstruct): boolean {
  const validations = (node as unknown as { readonly _validations?: readonly object[] })
    ._validations;
  return Array.isArray(validations) && validations.every((validation) => pure.has(validation));
}

/** Makes the checks look again, though the tree is as it was. */
export function lookAgain(scope: IConstruct): void {
  const room = rooms.get(rootOf(scope));
  if (room) room.registrations += 1;
}

/** Accepts a warning; what cannot be accepted is found at synthesis. */
export function acknowledgeInTree(scope: IConstruct, rule: string, reason: string): void {
  acknowledge(scope, rule, reason);
  roomOf(scope).registrations += 1;
}

/** Keeps findings that a construct made of its own input, for the report at synthesis. */
export function keepFindings(scope: Construct, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const room = roomOf(scope);
  room.direct.push({ scope, findings });
  room.registrations += 1;
}

export function findingsOfTree(scope: IConstruct): readonly Finding[] {
  const root = rootOf(scope);
  const room = rooms.get(root);
  return room ? look(root, room) : [];
}

/**
 * Lets the tree be looked at anew in any case: what was found may be of what is no longer in it.
 */
export function forgetFindings(root: IConstruct): void {
  const room = rooms.get(root);
  if (room) room.memo = undefined;
  forgetTopology(root);
}

function roomOf(scope: IConstruct): Room {
  const root = rootOf(scope);
  let room = rooms.get(root);
  if (!room) {
    room = { checks: new Map(), direct: [], printed: new Set(), registrations: 0, late: false };
    rooms.set(root, room);
    const validation = { validate: () => validate(root, rooms.get(root)!) };
    pure.add(validation);
    root.node.addValidation(validation);
  }
  return room;
}

function validate(root: IConstruct, room: Room): string[] {
  const findings = look(root, room);
  const warnings = findings.filter(
    (finding) =>
      finding.severity === Severity.WARNING && !room.printed.has(describeFinding(finding)),
  );
  if (warnings.length > 0) {
    for (const warning of warnings) room.printed.add(describeFinding(warning));
    process.stderr.write(`${report(warnings)}\n`);
  }
  return describeFindings(findings.filter((finding) => finding.severity === Severity.ERROR));
}

function look(root: IConstruct, room: Room): readonly Finding[] {
  // Where nothing is remembered, the paths are needed in any case, and counted.
  const known = room.memo ? undefined : pathsIn(root);
  const size = known?.size ?? countNodes(root);
  refreshTopology(root, size);
  if (!room.late && room.memo?.size === size && room.memo.registrations === room.registrations) {
    return room.memo.findings;
  }
  const paths = known ?? pathsIn(root);
  let objects: readonly TreeObject[] | undefined;
  const tree: Tree = {
    root,
    get objects() {
      return (objects ??= objectsIn(paths));
    },
    get topology() {
      return topologyOf(root);
    },
  };
  const findings: Finding[] = [];
  // With those that somebody accepts: what is accepted is told, too.
  const found: Finding[] = [];
  const accepted = new Acknowledgements(root);
  for (const { scope, findings: own } of room.direct) {
    if (!paths.has(scope)) continue;
    append(found, own);
    append(
      findings,
      own.filter((finding) => !accepted.accepts(scope, finding)),
    );
  }
  const checks = [...room.checks.values()];
  for (const { check, entries: all } of [
    ...checks.filter((one) => !one.check.isLast),
    ...checks.filter((one) => one.check.isLast),
  ]) {
    const registered: Registered<unknown>[] = [];
    for (const { scope, value } of all) {
      const construct = paths.get(scope);
      // A construct can be taken out of its tree; what it registered no longer counts then.
      if (construct !== undefined) registered.push({ construct, value });
    }
    const told = check.isLast ? toldBefore(found) : undefined;
    for (const finding of check.check(registered, tree)) {
      if (told?.(finding)) continue;
      found.push(finding);
      if (!accepted.accepts(constructAt(root, finding.construct), finding)) findings.push(finding);
    }
  }
  append(
    findings,
    accepted.inVain((scope) => isInTree({ scope }), hasErrors(findings)),
  );
  const memo = { size, registrations: room.registrations, findings: spelled(findings) };
  room.memo = memo;
  forgetSoon(room, memo);
  return memo.findings;
}

/**
 * As of the topology: later, objects may have been patched, which changes neither number. It is not
 * a part of `look`, whose variables would keep the manifests of the whole tree until then.
 */
function forgetSoon(room: Room, memo: Room['memo']): void {
  queueMicrotask(() => {
    if (room.memo === memo) room.memo = undefined;
  });
}

/**
 * Whether a finding was told before, of the same construct or of one above it: in the same words,
 * or by a rule that restates its rule.
 */
function toldBefore(findings: readonly Finding[]): (finding: Finding) => boolean {
  const words = new Set(findings.map((finding) => wordsOf(finding.construct ?? '', finding)));
  const restated = new Restated();
  for (const finding of findings) restated.add(finding.construct ?? '', finding);
  return (finding) => {
    const { construct: path = '' } = finding;
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const above = path.slice(0, end);
      if (words.has(wordsOf(above, finding)) || restated.has(above, finding)) return true;
    }
    return false;
  };
}

function wordsOf(construct: string, { rule, message }: Finding): string {
  return `${rule}\n${construct}\n${message}`;
}

/** What a finding is about need not have registered anything; the root is about everything. */
function constructAt(root: IConstruct, path: string = ''): IConstruct {
  let at = root;
  for (const id of path === '' ? [] : path.split('/')) at = at.node.tryFindChild(id) ?? at;
  return at;
}

/** Whether a construct is where it was made, and not taken out of its tree. */
export function isInTree({ scope }: { scope: IConstruct }): boolean {
  for (let at = scope; at.node.scope; at = at.node.scope) {
    if (at.node.scope.node.tryFindChild(at.node.id) !== at) return false;
  }
  return true;
}

/** The constructs of a tree with their paths, in the order of `node.findAll()`. */
function pathsIn(root: IConstruct): Map<IConstruct, string> {
  const paths = new Map<IConstruct, string>();
  forEachConstruct(root, (construct, path) => paths.set(construct, path));
  return paths;
}

function objectsIn(paths: ReadonlyMap<IConstruct, string>): TreeObject[] {
  const objects: TreeObject[] = [];
  for (const [construct, path] of paths) {
    if (ApiObject.isApiObject(construct)) objects.push(new ObjectOfTree(construct, path));
  }
  return objects;
}

class ObjectOfTree implements TreeObject {
  public readonly apiVersion: string;
  public readonly kind: string;
  public readonly name: string;
  public readonly namespace?: string;
  private known?: { readonly [field: string]: any };

  public constructor(
    private readonly object: ApiObject,
    public readonly key: string,
  ) {
    const { apiVersion, kind, metadata } = object;
    this.apiVersion = apiVersion;
    this.kind = kind;
    // Not the object's own `name`: that may be taken for somebody's use of it.
    this.name = isLazy(metadata.name) ? String(metadata.name.produce()) : String(metadata.name);
    this.namespace = isClusterScoped(apiVersion, kind) ? undefined : metadata.namespace;
  }

  public get annotations(): { readonly [key: string]: string } {
    return this.object.metadata.toJson()?.annotations ?? {};
  }

  public get manifest(): { readonly [field: string]: any } {
    return (this.known ??= manifestOf(this.object));
  }

  public get isAsBuilt(): boolean {
    return isAsBuilt(this.object, this.manifest);
  }
}

/** Warnings that somebody has read and accepted, with the reason; and what is accepted in vain. */
import { IConstruct } from 'constructs';
import { Finding, inVain, Severity, unknownRule, Use } from '../findings';
import { INPUT_RULES as RULES } from './rules';

const TYPE = 'cdk8s-volumes:acknowledged';

interface Acknowledgement {
  readonly rule: string;
  readonly reason: string;
}

/**
 * By the root of a tree: the constructs at which something is accepted, in the order in which that
 * was done.
 */
const scopesOf = new WeakMap<IConstruct, Set<IConstruct>>();

/** Accepts a warning for a construct and all that is below it. */
export function acknowledge(scope: IConstruct, rule: string, reason: string): void {
  scope.node.addMetadata(TYPE, { rule, reason } satisfies Acknowledgement);
  const scopes = scopesOf.get(scope.node.root) ?? new Set();
  scopesOf.set(scope.node.root, scopes.add(scope));
}

/** What is accepted in a tree, during one look at all of its findings. */
export class Acknowledgements {
  /** At each construct, by the rule, what it was good for. */
  private readonly uses = new Map<IConstruct, Map<string, Use>>();

  constructor(root: IConstruct) {
    for (const scope of scopesOf.get(root) ?? []) {
      const rules = scope.node.metadata
        .filter(({ type }) => type === TYPE)
        .map(({ data }) => (data as Acknowledgement).rule);
      this.uses.set(scope, new Map(rules.map((rule) => [rule, { warnings: 0, errors: 0 }])));
    }
  }

  /** Whether a finding is accepted, at the construct or above it. Errors never are. */
  public accepts(scope: IConstruct, { rule, severity }: Finding): boolean {
    let isAccepted = false;
    if (this.uses.size === 0) return isAccepted;
    // Of several above each other, each is good for something.
    for (let at: IConstruct | undefined = scope; at; at = at.node.scope) {
      const use = this.uses.get(at)?.get(rule);
      if (!use) continue;
      if (severity === Severity.WARNING) use.warnings += 1;
      else use.errors += 1;
      isAccepted ||= severity === Severity.WARNING;
    }
    return isAccepted;
  }

  /**
   * What is accepted in vain. Where there are errors, checks may have said nothing of what they
   * would warn of otherwise: then only those are told that can never be good for anything.
   */
  public inVain(isInTree: (scope: IConstruct) => boolean, areErrors: boolean): Finding[] {
    const told: Finding[] = [];
    // Those that accept such findings themselves come last: by then it shows whether there are any.
    for (const isOfThese of [false, true]) {
      for (const [scope, uses] of this.uses) {
        if (!isInTree(scope)) continue;
        for (const [rule, use] of uses) {
          if (IN_VAIN.has(rule) !== isOfThese) continue;
          const finding = unknownRule(rule, RULES) ?? inVain(rule, use, areErrors, RULES);
          if (!finding) continue;
          const placed = { ...finding, construct: scope.node.path };
          if (isOfThese || !this.accepts(scope, placed)) told.push(placed);
        }
      }
    }
    return told;
  }
}

const IN_VAIN = new Set(
  [RULES.acknowledgedUnknown, RULES.acknowledgedError, RULES.acknowledgedNothing].map(
    ({ id }) => id,
  ),
);

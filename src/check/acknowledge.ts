/**
 * Warnings that somebody has read and accepted, with the reason: in the configuration file, or by
 * an annotation on the object.
 */
import { FindingPatterns } from './patterns';
import { CHECK_RULES as RULES } from './rules';
import { Finding, hasErrors, inVain, Severity, unknownRule, Use, violation } from '../findings';
import { Fields, fieldsOf, lazily } from '../kube';
import { Entry, RenderFinding } from '../render';

/**
 * What stands before the rule in the annotation that accepts its warnings:
 * `cdk8s-volumes.io/acknowledge.manifest.read-only-root: why`.
 */
export const ACKNOWLEDGE = 'cdk8s-volumes.io/acknowledge.';

/** What is accepted, and where: everywhere, unless something narrows it. */
export interface Acknowledgement {
  readonly rule: string;
  readonly reason: string;
  /** A pattern of `Kind/namespace/name`; without a slash, of the name. */
  readonly object?: string;
  /** A field, or one around it; `*` is any name or number: `spec.template.spec.containers[*]`. */
  readonly path?: string;
  /** A pattern of files, as `exclude` takes them. */
  readonly file?: string;
  readonly place?: Pick<RenderFinding, 'file' | 'line' | 'column'>;
}

/** An object whose annotations may accept something. */
interface AnnotatedObject {
  /** As findings call it: `Kind/namespace/name`. */
  readonly object?: string;
  readonly file?: string;
  readonly annotations: Fields;
  /** The finding with the place of its field. */
  at(finding: Finding): RenderFinding;
}

const NONE: readonly AnnotatedObject[] = [];

/** Objects that accept something themselves. */
export function annotatedObject(entry: Entry): readonly AnnotatedObject[] {
  const { annotations: given } = fieldsOf(entry.data.metadata);
  if (given === undefined) return NONE;
  const annotations = fieldsOf(given);
  if (!Object.keys(annotations).some((key) => key.startsWith(ACKNOWLEDGE))) return [];
  const at = (finding: Finding) => entry.at(finding);
  const { object, file } = at({
    rule: '',
    severity: Severity.WARNING,
    path: '',
    message: '',
    remedy: '',
  });
  return [{ object, file, annotations, at }];
}

/**
 * The findings without the warnings that are accepted, and with what is wrong about accepting them.
 * Errors stay, whatever is accepted.
 */
export function withoutAcknowledged(
  findings: readonly RenderFinding[],
  acknowledgements: readonly Acknowledgement[],
  objects: readonly AnnotatedObject[] = [],
): RenderFinding[] {
  const known = new Known();
  const all = [
    ...acknowledgements.map((one) => known.fromConfig(one)),
    ...objects.flatMap((one) => known.fromAnnotations(one)),
  ];
  const areErrors = hasErrors(findings);
  const left = findings.filter((finding) => !known.accepts(finding));
  const problems = all.flatMap(({ problem }) => problem ?? []);
  // Those that accept such findings themselves come last: by then it shows whether there are any.
  const told = [false, true].flatMap((isOfThese) =>
    all
      .filter(({ rule, problem }) => problem === undefined && ownRules().has(rule) === isOfThese)
      .flatMap(({ rule, use, at }) => {
        // One that accepts warnings is of use, even if the same rule is an error elsewhere.
        const found = use.warnings > 0 ? undefined : inVain(rule, use, areErrors, RULES);
        return found ? [at(found)] : [];
      })
      .filter((finding) => isOfThese || !known.accepts(finding)),
  );
  return [...left, ...problems, ...told];
}

/** The rules that are about what is accepted. */
const ownRules = lazily(
  () => new Set<string>([RULES.acknowledgedError.id, RULES.acknowledgedNothing.id]),
);

interface Accepted {
  readonly rule: string;
  readonly at: (finding: Finding) => RenderFinding;
  /** Those that mean the same findings have it in common. */
  readonly use: Use;
  /** What keeps it from accepting anything. */
  readonly problem?: RenderFinding;
}

/** What is wrong with a reason that says nothing. */
export function withoutReason(rule: string, reason: unknown, path: string): Finding | undefined {
  if (typeof reason === 'string' && reason.trim() !== '') return undefined;
  return violation(
    RULES.acknowledgedReason,
    path,
    `the acknowledgement of ${rule} has no reason`,
    'say why it is fine here',
  );
}

/**
 * What is accepted, by the rule; of one object, by the object as well, since there may be as many
 * as there are objects.
 */
class Known {
  private readonly patterns = new Map<string, FindingPatterns<Use>>();
  private readonly byObject = new Map<string, Use>();

  public fromConfig({ rule, place, ...pattern }: Acknowledgement): Accepted {
    const patterns = this.patterns.get(rule) ?? new FindingPatterns(unused);
    this.patterns.set(rule, patterns);
    return { rule, at: (finding) => ({ ...finding, ...place }), use: patterns.add(pattern) };
  }

  public fromAnnotations({ object, file, annotations, at }: AnnotatedObject): Accepted[] {
    return Object.keys(annotations)
      .filter((key) => key.startsWith(ACKNOWLEDGE))
      .map((key) => {
        const rule = key.slice(ACKNOWLEDGE.length).replace('.', '/');
        const path = `metadata.annotations[${JSON.stringify(key)}]`;
        const problem =
          unknownRule(rule, RULES, path) ?? withoutReason(rule, annotations[key], path);
        const use = problem ? unused() : this.useOn(rule, object, file);
        return {
          rule,
          at: (finding: Finding) => at({ ...finding, path }),
          use,
          problem: problem && at(problem),
        };
      });
  }

  /** Whether a finding is accepted. Errors never are. */
  public accepts(finding: RenderFinding): boolean {
    const { rule, object, file } = finding;
    const onObject =
      this.byObject.size > 0 ? this.byObject.get(keyOf(rule, object, file)) : undefined;
    const accepting = [
      ...(this.patterns.get(rule)?.of(finding) ?? []),
      ...(onObject ? [onObject] : []),
    ];
    const isWarning = finding.severity === Severity.WARNING;
    // Of several, each is good for something.
    for (const use of accepting) use[isWarning ? 'warnings' : 'errors'] += 1;
    return isWarning && accepting.length > 0;
  }

  private useOn(rule: string, object: string | undefined, file: string | undefined): Use {
    const key = keyOf(rule, object, file);
    const use = this.byObject.get(key) ?? unused();
    this.byObject.set(key, use);
    return use;
  }
}

const unused = (): Use => ({ warnings: 0, errors: 0 });

function keyOf(...parts: readonly (string | undefined)[]): string {
  return JSON.stringify(parts);
}

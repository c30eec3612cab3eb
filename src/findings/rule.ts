/**
 * Rules as data: what a check looks for, why, and how it looks when it is wrong and when it is
 * right.
 */
import { Finding, ServerAnswer, Severity } from './finding';
import { Nearest, nearestIn } from './nearest';

/** One rule. A page of all rules is made of these. */
export interface Rule {
  /** The stable id: the system, a slash and a name. */
  readonly id: string;
  /** How much a violation weighs. */
  readonly severity: Severity;
  /**
   * How much some violations weigh instead.
   * @default - all weigh the same
   */
  readonly otherSeverity?: Severity;
  /** The fault, in one sentence: what is wrong, and not what would be right. */
  readonly summary: string;
  /** What comes of it, in a cluster. */
  readonly why: string;
  /** Input that breaks the rule. */
  readonly bad: string;
  /** The same input, mended. */
  readonly good: string;
  /** Who says so: a controller, a driver or Kubernetes, with the version. */
  readonly source: string;
  /**
   * The IDs of rules on objects that say the same of what is built of the input: who is told of
   * this is not told of those.
   */
  readonly restates?: readonly string[];
}

/** Rules by the names that code uses. */
export type RuleTable = { readonly [name: string]: Rule };

/** A rule as a table has it: its summary stands under how much a violation weighs. */
type RuleText = Pick<Rule, 'why' | 'bad' | 'good' | 'source' | 'restates'> & {
  /** Whether some violations weigh the other. */
  readonly isEither?: true;
} & (
    | { readonly error: string; readonly warning?: undefined }
    | { readonly warning: string; readonly error?: undefined }
  );

/**
 * The IDs of the rules that were defined, of whatever floor: whoever is given one can tell whether
 * it is one.
 */
const defined = new Set<string>();

/** The rules that a rule restates, by its ID. */
const restated = new Map<string, readonly string[]>();

let rulesOf: () => readonly Rule[] = () => [];

/** Says what all rules are: those of rooms that nobody has needed yet are not defined so far. */
export function provideRules(rules: () => readonly Rule[]): void {
  rulesOf = rules;
}

export function isRule(id: string): boolean {
  return defined.has(id) || rulesOf().some((rule) => rule.id === id);
}

/** The IDs of the rules on objects that a rule restates. */
export function restatedBy(rule: string): readonly string[] {
  return restated.get(rule) ?? [];
}

/** Prepared once for all rules that were defined by then. */
let prepared: { readonly count: number; readonly find: Nearest } | undefined;

/** The ID that was probably meant by one that no rule has. */
export function nearestRuleId(id: string): string | undefined {
  rulesOf();
  if (prepared?.count !== defined.size) {
    prepared = { count: defined.size, find: nearestIn([...defined].sort()) };
  }
  return prepared.find(id);
}

/**
 * A table of rules of one system, keyed by the names that code uses: `{ fileSystemId }` becomes
 * `efs/file-system-id`.
 */
export function defineRules<K extends string>(
  system: string,
  rules: Record<K, RuleText>,
): Record<K, Rule> {
  const table = {} as Record<K, Rule>;
  for (const key of Object.keys(rules) as K[]) {
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const { error, warning, isEither, ...texts } = rules[key];
    const [severity, otherSeverity] =
      error === undefined ? [Severity.WARNING, Severity.ERROR] : [Severity.ERROR, Severity.WARNING];
    const id = `${system}/${name}`;
    const summary = error ?? warning!;
    table[key] = { ...texts, id, severity, summary, ...(isEither ? { otherSeverity } : {}) };
    defined.add(id);
    if (texts.restates) restated.set(id, texts.restates);
  }
  return table;
}

/**
 * A finding: the rule is broken at this field, with this value, and this mends it. `server` is what
 * the API server makes of it, where its name of the field differs, or it takes the object.
 */
export function violation(
  rule: Rule,
  path: string,
  message: string,
  remedy: string,
  server?: ServerAnswer,
): Finding {
  const finding = { rule: rule.id, severity: rule.severity, path, message, remedy };
  return server ? { ...finding, server } : finding;
}

export function violationOf(
  rule: Rule,
): (path: string, message: string, remedy: string, server?: ServerAnswer) => Finding {
  return (path, message, remedy, server) => violation(rule, path, message, remedy, server);
}

/** A message that begins with an object: reports that name the object leave it out. */
export interface Sentence {
  /** The object, as reports name it: `Deployment/shop/web`. */
  readonly subject: string;
  /** The rest of the message. */
  readonly predicate: string;
}

/** A finding whose message is a sentence on one object, and not on others as well. */
export function violationBy(
  subject: string,
  rule: Rule,
  path: string,
  predicate: string,
  remedy: string,
): Finding & { readonly sentence: Sentence } {
  const finding = violation(rule, path, `${subject} ${predicate}`, remedy);
  return { ...finding, sentence: { subject, predicate } };
}

/** What violations may weigh, as words. */
export function severityWords({ severity, otherSeverity }: Rule): string {
  return otherSeverity === undefined ? severity : `${severity} or ${otherSeverity}`;
}

/** A value as a message shows it: quoted, on one line, not endless. */
export function show(value: unknown): string {
  const text = asJson(value) ?? asText(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/**
 * That a value is not what it has to be, such as `a valid` `port`; or that there is none, for which
 * YAML has no word.
 */
export function isNot(value: unknown, which: string, what: string): string {
  return value === undefined || value === null
    ? `there is no ${what}`
    : `${show(value)} is not ${which} ${what}`;
}

function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/**
 * What JSON cannot hold: functions, symbols, big numbers, values that contain themselves, and
 * things that are not even text.
 */
function asText(value: unknown): string {
  try {
    return String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** From props to checked plain input: at once where everything is known, at synthesis where cdk8s computes something late. */
import { Construct } from 'constructs';
import { didYouMean, Finding, show, throwIfErrors, violation } from '../findings';
import { foreignObject, hasLazy, unwrap } from '../kube';
import { INPUT_RULES } from './rules';
import { keepFindings, registerForSynth, SynthCheck } from './synth-checks';

/** All fields of a type, so that none is forgotten: the compiler asks for each. */
export type FieldsOf<T> = { readonly [K in keyof Required<T>]: true };

/** What is to be known about an input. */
export interface InputOptions<T> {
  /** The fields that there are. */
  readonly fields: FieldsOf<T>;
  /** The fields that must be known when the construct is made; all of them unless they are named. */
  readonly early?: readonly (keyof T & string)[];
  /** What the input must be like besides. */
  check(input: T): Finding[];
}

/** Plain input, or where to get it from once it is known. */
export interface Input<T> {
  /** Whether part of the input is known only at synthesis. */
  readonly late: boolean;
  /** The plain input. Call it at synthesis when it is late. */
  read(): T;
}

interface LateInput { read(): unknown; check(input: unknown): Finding[] }

const LATE: SynthCheck<LateInput> = {
  id: 'tree/late-input',
  late: true,
  check: (registered) => registered.flatMap(({ construct, value }) =>
    value.check(value.read()).map((finding) => ({ ...finding, construct }))),
};

/**
 * Takes the wrappers off the props and checks what is inside. Throws a `FindingsError` with all findings when there
 * is an error among them; when values are late, the errors come from the synthesis.
 */
export function readInput<T extends object>(scope: Construct, props: T, { fields, early, check }: InputOptions<T>): Input<T> {
  const findings = [
    ...unknownFindings(props, Object.keys(fields)),
    ...plainFindings(props, Object.keys(fields)),
    ...lateFindings(props, early ?? Object.keys(fields)),
  ];
  if (findings.length > 0 || !hasLazy(props)) {
    // What cannot be read cannot be checked either.
    const readable = foreignObject(props) === undefined && !hasLazy(props);
    const input = readable ? unwrap(props) : props;
    reportFindings(scope, readable ? [...check(input), ...findings] : findings);
    return { late: false, read: () => input };
  }
  const read = () => unwrap(props);
  registerForSynth(scope, LATE, { read, check: check as LateInput['check'] });
  return { late: true, read };
}

/** Findings on values that are computed late, among these fields or all of them. */
export function lateFindings(props: object, fields: readonly string[] = Object.keys(props)): Finding[] {
  return fields.filter((field) => hasLazy((props as { [field: string]: unknown })[field])).map((field) =>
    violation(INPUT_RULES.knownLate, field, `${field} is known only at synthesis`, 'give a plain value'));
}

/** Findings on fields that cannot become plain data: values that are known late, and objects that are something else. */
export function unreadableFindings(props: object): Finding[] {
  return [...lateFindings(props), ...plainFindings(props)];
}

/** Throws when there is an error among the findings of a construct; keeps warnings for the synthesis. */
export function reportFindings(scope: Construct, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const construct = scope.node.path;
  const placed = findings.map((finding) => ({ ...finding, construct }));
  throwIfErrors(placed);
  keepFindings(scope, placed);
}

function unknownFindings(props: object, known: readonly string[]): Finding[] {
  return Object.entries(props).filter(([field, value]) => value !== undefined && !known.includes(field)).map(([field, value]) =>
    violation(INPUT_RULES.unknownField, field, `there is no option ${show(field)}, so ${show(value)} would have no effect`,
      `leave it out; ${didYouMean(field, known)}`));
}

function plainFindings(props: object, fields: readonly string[] = Object.keys(props)): Finding[] {
  return Object.entries(props).filter(([field]) => fields.includes(field)).flatMap(([field, value]) => {
    const foreign = foreignObject(value);
    if (foreign === undefined) return [];
    const path = pathOf(foreign, value, field);
    return [violation(INPUT_RULES.plainData, path,
      `${path} holds an object of ${show(foreign.constructor?.name ?? 'no class')}, which is no plain data`, 'give texts, numbers, lists and maps; of a construct, give the name')];
  });
}

/** Where an object is within a value; the place of the value itself where it is not to be found. */
function pathOf(wanted: object, value: unknown, at: string): string {
  const find = (one: unknown, path: string, within: readonly unknown[]): string | undefined => {
    if (one === wanted) return path;
    if (typeof one !== 'object' || one === null || within.includes(one)) return undefined;
    for (const [key, inner] of Object.entries(one)) {
      const found = find(inner, Array.isArray(one) ? `${path}[${key}]` : `${path}.${key}`, [...within, one]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(value, at, []) ?? at;
}

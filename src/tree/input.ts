/**
 * The checked plain input of a construct: at once where everything is known, at synthesis where
 * cdk8s computes something late.
 */
import { Construct } from 'constructs';
import { besideTypes, Check, Finding, show, throwIfErrors, violation } from '../findings';
import { foreignObject, hasLazy, isFields, isPlainData, setField, unwrap } from '../kube';
import { exemptFromJudges, judgeTied } from './judged';
import { INPUT_RULES } from './rules';
import { keepFindings, registerForSynth, SynthCheck } from './synth-checks';
import { checkShaped, readShape, Shape, shapeFindings } from '../shape';

/** What is to be known about an input, and about what a construct makes of it. */
interface InputOptions<T, M = unknown> {
  /** What the input looks like: its fields, and the type of each. */
  readonly shape: Shape<T>;
  /**
   * The fields that must be known when the construct is made; all of them unless they are named.
   */
  readonly early?: readonly (keyof T & string)[];
  /** What the construct makes of the input, where its check looks at that as well. */
  readonly make?: (input: T) => M;
  /** What the input must be like besides, and what is made of it. */
  readonly check: (input: T, made: M) => Finding[];
}

/** Plain input, or where to get it from once it is known. */
export interface Input<T, M = unknown> {
  /** Whether part of the input is known only at synthesis. */
  readonly late: boolean;
  /** The plain input. Call it at synthesis when it is late. */
  read(): T;
  /** What is made of the input: what its check looked at, unless it is late. */
  made(): M;
}

interface LateInput {
  readonly check: Check<unknown>;
  read(): unknown;
}

const LATE: SynthCheck<LateInput> = {
  id: 'tree/late-input',
  late: true,
  check: (registered) =>
    registered.flatMap(({ construct, value }) =>
      value.check(value.read()).map((finding) => ({ ...finding, construct })),
    ),
};

/**
 * Takes the wrappers off the props and checks what is inside: the types of everything first, then
 * what must hold besides, of what has its type. Throws a `FindingsError` with all findings when
 * there is an error among them; when values are late, the errors about them come from the
 * synthesis.
 */
export function readInput<T extends object, M = unknown>(
  scope: Construct,
  props: T,
  options: InputOptions<T, M>,
): Input<T, M> {
  const { shape } = options;
  if ((props as { operatorMode?: unknown }).operatorMode === true) exemptFromJudges(scope);
  else judgeTied(scope);
  const known = (Object.keys(props) as (keyof T & string)[]).filter(
    (field) => shape.kind !== 'struct' || Object.hasOwn(shape.fields, field),
  );
  const isKnown = [...known, ...(options.early ?? [])].every((field) => isPlainData(props[field]));
  const unreadable = isKnown
    ? []
    : [...plainFindings(props, known), ...lateFindings(props, options.early ?? known)];
  if (isKnown || (unreadable.length === 0 && known.every((field) => !hasLazy(props[field])))) {
    const { value, made, findings } = checked(unwrapped(props, known), options);
    reportFindings(scope, findings);
    return settled(value, made);
  }
  // What already exists is looked at now; nothing is said of what the rest may bring.
  const absent = known.filter(
    (field) => hasLazy(props[field]) || foreignObject(props[field]) !== undefined,
  );
  const there = Object.fromEntries(
    Object.entries(props).filter(([field]) => !(absent as string[]).includes(field)),
  );
  const { findings } = readShape(unwrapped(there, known), shape as Shape);
  reportFindings(scope, [
    ...unreadable,
    ...findings.filter(({ path }) => !(absent as string[]).includes(path)),
  ]);
  const read = () => unwrap(props);
  registerForSynth(scope, LATE, {
    read,
    check: (input) => checked(input as T, options).findings,
  });
  return { late: true, read, made: () => options.make?.(read()) as M };
}

/** Input that is known. Functions in `readInput` would keep the props, and all that was asked. */
function settled<T, M>(value: T, made: M): Input<T, M> {
  return { late: false, read: () => value, made: () => made };
}

/**
 * The known fields without wrappers. What an option is that there is not, nobody needs to look
 * into.
 */
function unwrapped<T extends object>(props: T, known: readonly string[]): T {
  const given = props as { readonly [field: string]: unknown };
  const all: Record<string, unknown> = {};
  for (const field of Object.keys(given)) {
    setField(all, field, known.includes(field) ? unwrap(given[field]) : given[field]);
  }
  return all as T;
}

function checked<T extends object, M>(
  input: T,
  { shape, make, check }: InputOptions<T, M>,
): { readonly value: T; readonly made: M; readonly findings: Finding[] } {
  const { value = {} as T, findings } = readShape<T>(input, shape);
  const made = make?.(value) as M;
  return { value, made, findings: [...besideTypes(check(value, made), findings), ...findings] };
}

/**
 * The plain options of a value that is no construct, made of props that have fields by `plainOf`,
 * which also says what is wrong with what it takes off. Throws a `FindingsError` with all findings.
 */
export function readProps<T extends object>(
  props: unknown,
  { shape, check }: InputOptions<T>,
  plainOf: (props: object) => { readonly plain: object; readonly findings: Finding[] },
): T {
  if (!isFields(props)) throwIfErrors(shapeFindings(props, shape));
  const { plain, findings } = plainOf(props as object);
  const unreadable = unreadableFindings(plain);
  const spec = unreadable.length > 0 ? {} : unwrap(plain);
  throwIfErrors([...unreadable, ...findings, ...checkShaped(spec, shape, check)]);
  return spec as T;
}

/** Findings on values that are computed late, among these fields or all of them. */
export function lateFindings(
  props: object,
  fields: readonly string[] = Object.keys(props),
): Finding[] {
  return fields
    .filter((field) => hasLazy((props as { [field: string]: unknown })[field]))
    .map((field) =>
      violation(
        INPUT_RULES.knownLate,
        field,
        `${field} is known only at synthesis`,
        'pass a plain value',
      ),
    );
}

/**
 * Findings on fields that cannot become plain data: values that are known late, and objects that
 * are something else.
 */
export function unreadableFindings(props: object): Finding[] {
  if (isPlainData(props)) return [];
  return [...lateFindings(props), ...plainFindings(props)];
}

/**
 * Throws when there is an error among the findings of a construct; keeps warnings for the
 * synthesis.
 */
export function reportFindings(scope: Construct, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const construct = scope.node.path;
  const placed = findings.map((finding) => ({ ...finding, construct }));
  throwIfErrors(placed);
  keepFindings(scope, placed);
}

function plainFindings(props: object, fields: readonly string[] = Object.keys(props)): Finding[] {
  return Object.entries(props)
    .filter(([field]) => fields.includes(field))
    .flatMap(([field, value]) => {
      const foreign = foreignObject(value);
      if (foreign === undefined) return [];
      const path = pathOf(foreign, value, field);
      return [
        violation(
          INPUT_RULES.plainData,
          path,
          `${path} contains an object of ${show(foreign.constructor?.name ?? 'no class')}, which is not plain data`,
          'use strings, numbers, lists and maps; instead of a construct, use its name',
        ),
      ];
    });
}

/** Where an object is within a value; the place of the value itself where it is not to be found. */
function pathOf(wanted: object, value: unknown, at: string): string {
  const find = (one: unknown, path: string, within: readonly unknown[]): string | undefined => {
    if (one === wanted) return path;
    if (typeof one !== 'object' || one === null || within.includes(one)) return undefined;
    for (const [key, inner] of Object.entries(one)) {
      const found = find(inner, Array.isArray(one) ? `${path}[${key}]` : `${path}.${key}`, [
        ...within,
        one,
      ]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(value, at, []) ?? at;
}

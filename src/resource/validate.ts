/**
 * The judgement of a value by a schema, in the API server's words.
 *
 * Facts: k8s.io/apiextensions-apiserver 0.36.3 and the k8s.io/kube-openapi that it uses. Some of
 * its answers are surprising, and are given here all the same: an error of `anyOf` comes with those
 * of the branch in which most checks passed, which is why passed checks are counted.
 */
import { dedupe, Finding } from '../findings';
import { fieldPath, quote, own } from '../kube';
import { FORMATS } from './formats';
import { violatedInvariants } from './invariants';
import { checkNumber } from './numbers';
import {
  general,
  invalid,
  lineOf,
  outOfBounds,
  required,
  sorted,
  tooMany,
  wrongType,
} from './problems';
import { checkEnum, checkText, checkType, formatName, formatOf, Problem, typesOf } from './scalars';
import { Schema } from './schema';
import { isObject, kindOf, showInteger, toGoJson } from './values';

/** Everything that is wrong with the object, sorted as the API server's lines sort. */
export function validate(object: unknown, schema: Schema): Finding[] {
  return sorted([...judge(object, schema, '').problems, ...violatedInvariants(object, schema)]);
}

/** What was found out about a value, and how many checks it passed. */
class Verdict {
  public passed = 0;
  /**
   * Made when it is needed: nearly all verdicts have no problems, and there is one for every value.
   */
  private found: Problem[] | undefined;

  /** Each line once. */
  public get problems(): readonly Finding[] {
    const all = (this.found ?? []).map((one) => (typeof one === 'function' ? one() : one));
    return dedupe(all, lineOf);
  }

  public get isValid(): boolean {
    return this.found === undefined;
  }

  public add(problem: Problem | undefined): void {
    if (problem) (this.found ??= []).push(problem);
  }

  public merge(other: Verdict): void {
    this.passed += other.passed;
    for (const problem of other.found ?? []) this.add(problem);
  }
}

/** Judges a value; what is within another one is judged into the `verdict` of that. */
function judge(
  value: unknown,
  schema: Schema,
  path: string,
  verdict: Verdict = new Verdict(),
): Verdict {
  const kind = kindOf(value);
  const types = typesOf(schema);
  const format = formatOf(schema, types);
  if (kind === 'null') {
    if (types.length > 0 && schema.nullable !== true) {
      verdict.add(wrongType(path, types.join(','), 'null'));
    } else {
      verdict.passed += 1;
    }
    verdict.add(checkEnum(value, schema, path));
    return verdict;
  }
  if (types.length > 0 || format !== '') {
    const problem = checkType(value, kind, types, format, path);
    verdict.add(problem);
    verdict.passed += problem ? 1 : 2;
  }
  judgeCombinations(value, schema, path, verdict);
  switch (kind) {
    case 'string':
      verdict.add(checkText(value as string, schema, path));
      verdict.passed += 1;
      if (format !== '' && Object.hasOwn(FORMATS, formatName(format))) {
        if (!FORMATS[formatName(format)](value as string)) {
          verdict.add(wrongType(path, format, value as string));
        }
        verdict.passed += 1;
      }
      break;
    case 'integer':
    case 'number':
      for (const problem of checkNumber(
        value as number | bigint,
        schema,
        types.length === 1 ? types[0] : '',
        format,
        path,
      )) {
        verdict.add(problem);
      }
      verdict.passed += 2;
      break;
    case 'array':
      judgeItems(value as unknown[], schema, path, verdict);
      verdict.passed += 2;
      break;
    default:
  }
  verdict.add(checkEnum(value, schema, path));
  verdict.passed += 1;
  if (isObject(value)) {
    judgeFields(value, schema, path, verdict);
    verdict.passed += 1;
  }
  verdict.passed += 1;
  return verdict;
}

function judgeItems(
  value: readonly unknown[],
  schema: Schema,
  path: string,
  verdict: Verdict,
): void {
  const { items, minItems, maxItems } = schema;
  if (items) value.forEach((item, index) => judge(item, items, `${path}[${index}]`, verdict));
  const size = value.length;
  if (minItems !== undefined && size < minItems) {
    verdict.add(outOfBounds(path, showInteger(size), `have at least ${minItems} items`));
  }
  if (maxItems !== undefined && size > maxItems) {
    verdict.add(tooMany(path, size, maxItems));
  }
  if (schema.uniqueItems && new Set(value.map(toGoJson)).size < size) {
    verdict.add(invalid(path, '""', `${path} in body shouldn't contain duplicates`));
  }
}

function judgeFields(
  value: Record<string, unknown>,
  schema: Schema,
  path: string,
  verdict: Verdict,
): void {
  const { properties, additionalProperties, minProperties, maxProperties } = schema;
  const keys = Object.keys(value);
  if (minProperties !== undefined && keys.length < minProperties) {
    verdict.add(
      outOfBounds(path, showInteger(keys.length), `have at least ${minProperties} properties`),
    );
  }
  if (maxProperties !== undefined && keys.length > maxProperties) {
    verdict.add(tooMany(path, keys.length, maxProperties));
  }
  for (const key of keys) {
    const known = own(properties, key);
    if (known) {
      judge(value[key], known, fieldPath(path, key), verdict);
    } else if (typeof additionalProperties === 'object') {
      judge(value[key], additionalProperties, `${path}.${key}`, verdict);
    } else if (additionalProperties === false) {
      verdict.add(invalid(path, quote(key), `${path}.${key} in body is a forbidden property`));
    }
  }
  for (const key of schema.required ?? []) {
    if (!Object.hasOwn(value, key)) verdict.add(required(`${path}.${key}`));
  }
}

function judgeCombinations(value: unknown, schema: Schema, path: string, verdict: Verdict): void {
  if (schema.anyOf?.length) {
    const { accepted, closest } = judgeBranches(value, schema.anyOf, path);
    if (!accepted) {
      verdict.add(general(path, `${quote(path)} must validate at least one schema (anyOf)`));
    }
    verdict.merge(accepted ?? closest!);
  }
  if (schema.oneOf?.length) {
    const { accepted, closest, count } = judgeBranches(value, schema.oneOf, path);
    if (count !== 1) {
      const found = count === 0 ? 'Found none valid' : `Found ${count} valid alternatives`;
      verdict.add(
        general(path, `${quote(path)} must validate one and only one schema (oneOf). ${found}`),
      );
      if (closest) verdict.merge(closest);
    } else {
      verdict.merge(accepted!);
    }
  }
  if (schema.allOf?.length) {
    const verdicts = schema.allOf.map((branch) => judge(value, branch, path));
    verdicts.forEach((one) => verdict.merge(one));
    const valid = verdicts.filter((one) => one.isValid).length;
    if (valid < verdicts.length) {
      verdict.add(
        general(
          path,
          `${quote(path)} must validate all the schemas (allOf)${valid === 0 ? '. None validated' : ''}`,
        ),
      );
    }
  }
  if (schema.not && judge(value, schema.not, path).isValid) {
    verdict.add(general(path, `${quote(path)} must not validate the schema (not)`));
  }
  verdict.passed += 2;
}

interface Branches {
  readonly accepted?: Verdict;
  readonly closest?: Verdict;
  readonly count: number;
}

/**
 * The first branch that accepts the value, how many do, and as long as none does, the one that it
 * fails least.
 */
function judgeBranches(value: unknown, branches: readonly Schema[], path: string): Branches {
  let accepted: Verdict | undefined;
  let closest: Verdict | undefined;
  let count = 0;
  for (const branch of branches) {
    const verdict = judge(value, branch, path);
    if (verdict.isValid) {
      count += 1;
      accepted ??= verdict;
      closest = undefined;
    } else if (count === 0 && (!closest || verdict.passed > closest.passed)) {
      closest = verdict;
    }
  }
  return { accepted, closest, count };
}

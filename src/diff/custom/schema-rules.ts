/**
 * Rules of a definition's schema in CEL: which of them an object breaks, and which only hold
 * between what was and what is.
 */
import { evaluate, Failed, Optional } from '../../cel';
import { Finding } from '../../findings';
import { fieldPath, fieldsOf, isFields, isSame, onceFor, own } from '../../kube';
import { CelRule, inWords, keysOfItems, Schema, schemaOfField, valueText } from '../../resource';
import { keyOf } from '../apply/others';
import { Judgement } from '../server/judgement';

/** Judges an object, and the change from what it was, by all rules of its schema. */
export function judgeRules(schema: Schema, value: unknown, old: unknown): Judgement {
  const refused: Finding[] = [];
  const unknown: string[] = [];
  walk(schema, value, old, '', refused, unknown);
  return { refused, unknown };
}

export const hasRules = onceFor((schema: Schema): boolean => {
  const { properties = {}, items, additionalProperties } = schema;
  const inner = [
    ...Object.values(properties),
    ...(items ? [items] : []),
    ...(isFields(additionalProperties) ? [additionalProperties] : []),
  ];
  return listOfRules(schema).length > 0 || inner.some(hasRules);
});

function walk(
  schema: Schema,
  value: unknown,
  old: unknown,
  path: string,
  refused: Finding[],
  unknown: string[],
): void {
  for (const rule of listOfRules(schema)) judgeOne(rule, value, old, path, refused, unknown);
  if (isFields(value)) {
    for (const [field, one] of Object.entries(value)) {
      const inner = schemaOfField(schema, field);
      if (inner) {
        walk(
          inner,
          one,
          isFields(old) ? own(old, field) : undefined,
          fieldPath(path, field),
          refused,
          unknown,
        );
      }
    }
  } else if (Array.isArray(value) && schema.items) {
    const keys = keysOfItems(schema);
    const olds = new Map(
      keys && Array.isArray(old) ? old.map((one) => [keyOf(one, keys), one as unknown]) : [],
    );
    const wereSame = !keys && Array.isArray(old) && isSame(old, value);
    value.forEach((item, index) =>
      walk(
        schema.items!,
        item,
        keys ? olds.get(keyOf(item, keys)) : wereSame ? old[index] : undefined,
        `${path}[${index}]`,
        refused,
        unknown,
      ),
    );
  }
}

function listOfRules(schema: Schema): readonly CelRule[] {
  const rules: unknown = schema['x-kubernetes-validations'];
  return Array.isArray(rules)
    ? rules.filter((one): one is CelRule => typeof fieldsOf(one).rule === 'string')
    : [];
}

function judgeOne(
  rule: CelRule,
  value: unknown,
  old: unknown,
  path: string,
  refused: Finding[],
  unknown: string[],
): void {
  const isAboutChange = /\boldSelf\b/.test(rule.rule);
  const isOptional = rule.optionalOldSelf === true;
  // A rule about the change runs only where there was something before, and what is as it was is
  // not judged again.
  if (isAboutChange ? old === undefined && !isOptional : old !== undefined && isSame(old, value)) {
    return;
  }
  const variables = { self: value, oldSelf: isOptional ? new Optional(old) : old };
  try {
    if (evaluate(rule.rule, variables) === true) return;
    const words =
      rule.message ??
      (rule.messageExpression === undefined
        ? `failed rule: ${rule.rule}`
        : String(evaluate(rule.messageExpression, variables)));
    const field = rule.fieldPath === undefined ? path : `${path}${rule.fieldPath}`;
    const remedy = isAboutChange
      ? 'do not change the field; or delete and recreate the object, if its operator tolerates that'
      : 'correct the field';
    refused.push(
      inWords(field === '' ? '<nil>' : field, `${reasonText(rule, value)}: ${words}`, remedy),
    );
  } catch (error) {
    // What fails while it runs is refused as well.
    if (error instanceof Failed) {
      const words = `Invalid value: ${rule.message ?? rule.rule}`;
      refused.push(inWords(path, words, 'correct the field'));
    } else {
      unknown.push(rule.rule);
    }
  }
}

function reasonText({ reason }: CelRule, value: unknown): string {
  if (reason === 'FieldValueForbidden') return 'Forbidden';
  if (reason === 'FieldValueRequired') return 'Required value';
  const shown = typeof value === 'object' ? '' : `: ${valueText(value)}`;
  return reason === 'FieldValueDuplicate' ? `Duplicate value${shown}` : `Invalid value${shown}`;
}

/**
 * Findings on what the API server refuses: in our words for people, with the server's as data. The
 * cause is the rule, so that nobody has to read words to know it.
 */
import { API_RULES as RULES } from './rules';
import { Finding, Rule, ServerAnswer, show } from '../findings';
import { isFields } from '../kube';

/** A finding on a field as the server calls it, with what the server answers. */
export function refusal(
  rule: Rule,
  field: string,
  message: string,
  remedy: string,
  answer: Omit<ServerAnswer, 'field'>,
): Finding {
  return {
    rule: rule.id,
    severity: rule.severity,
    path: field === '<nil>' ? '' : field,
    message,
    remedy,
    server: { field, ...answer },
  };
}

/** A refusal for which the server's words are good enough. */
export function inWords(field: string, words: string, remedy: string, code?: number): Finding {
  return refusal(ruleOn(field), field, lowered(words), remedy, {
    message: words,
    ...(code === undefined ? {} : { code }),
  });
}

/** The same finding where the server has other words. */
export function saying(finding: Finding, message: string): Finding {
  return { ...finding, server: { field: finding.path, ...finding.server, message } };
}

/** A field that must be there. */
export function required(field: string, remedy: string, why?: string): Finding {
  const end = why === undefined ? '' : `: ${why}`;
  const message = `${nameOf(field)} is missing${end}`;
  return refusal(RULES.required, field, message, remedy, { message: `Required value${end}` });
}

/** A field that must be there, whatever it says. */
export function missing(field: string, why?: string): Finding {
  return required(field, 'write it', why);
}

/** A value that the field cannot have. */
export function invalid(field: string, value: unknown, why: string, remedy: string): Finding {
  const subject = value === undefined || isFields(value) ? nameOf(field) : show(value);
  return refusal(ruleOn(field), field, `${subject}: ${why}`, remedy, {
    message: `Invalid value: ${valueText(value)}: ${why}`,
  });
}

/** A value that is none of the few that the field takes. */
export function unsupported(
  field: string,
  value: unknown,
  values: readonly unknown[],
  remedy?: string,
): Finding {
  const supported = values.map((one) => JSON.stringify(one)).join(', ');
  return refusal(
    RULES.unsupported,
    field,
    `${show(value)} is not a valid ${nameOf(field)}`,
    remedy ?? `use one of ${supported}`,
    { message: `Unsupported value: ${valueText(value)}: supported values: ${supported}` },
  );
}

/** A field that must not be there, or not like this. */
export function forbidden(field: string, why: string, remedy: string): Finding {
  return refusal(RULES.forbidden, field, withName(nameOf(field), why), remedy, {
    message: `Forbidden: ${why}`,
  });
}

/** A value that another one is already. */
export function duplicate(field: string, value: unknown, remedy: string): Finding {
  const words = `Duplicate value: ${valueText(value)}`;
  const message = value === undefined ? lowered(words) : `${show(value)} appears twice`;
  return refusal(RULES.duplicate, field, message, remedy, { message: words });
}

/** A text of too many bytes. */
export function tooLong(field: string, most: number, remedy: string): Finding {
  const why = `may not be more than ${most} bytes`;
  return refusal(RULES.tooLong, field, withName(nameOf(field), why), remedy, {
    message: `Too long: ${why}`,
  });
}

/** A list of too many items. */
export function tooMany(field: string, count: number, most: number, remedy: string): Finding {
  const why = `must have at most ${most} items`;
  return refusal(RULES.tooMany, field, `${nameOf(field)} has ${count} items: ${why}`, remedy, {
    message: `Too many: ${count}: ${why}`,
  });
}

/** What becomes of a field that Kubernetes does not know. */
export function strictWords(message: string): string {
  return `${message}: strict validation, the default of kubectl, and server-side apply reject it, and otherwise it is dropped`;
}

/** A value in a message of the server; what is a structure is left out. */
export function valueText(value: unknown): string {
  if (value === undefined) return 'null';
  return isFields(value)
    ? '{…}'
    : JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one));
}

/** The server's own words, as part of a line. */
export function lowered(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** The last part of a path: `nodePort` of `spec.ports[0].nodePort`, and the key of a map. */
export function nameOf(field: string): string {
  if (field === '') return 'the object';
  const bracket = field.endsWith(']') ? field.lastIndexOf('[') : -1;
  const key = bracket < 0 ? '' : field.slice(bracket + 1, -1);
  if (/\D/.test(key)) return key;
  const whole = bracket < 0 ? field : field.slice(0, bracket);
  return whole.slice(whole.lastIndexOf('.') + 1);
}

/** Names have a rule of their own. */
function ruleOn(field: string): Rule {
  return field === 'metadata.name' ? RULES.name : RULES.invalid;
}

/** A sentence about a field. */
function withName(name: string, why: string): string {
  return /^(?:may|must|can) /.test(why) ? `${name} ${why}` : `${name}: ${why}`;
}

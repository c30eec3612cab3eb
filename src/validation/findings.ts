/** Findings that refusals of the API server become: our words for people, the server's as data. */
import { Refusal, RefusalCause } from './refusal';
import { API_RULES as RULES } from './rules';
import { Finding, Rule, Severity, show } from '../findings';
import { isFields } from '../kube';

const RULE_OF: { readonly [cause in RefusalCause]: Rule } = {
  required: RULES.required,
  invalid: RULES.invalid,
  unsupported: RULES.unsupported,
  forbidden: RULES.forbidden,
  duplicate: RULES.duplicate,
  tooLong: RULES.tooLong,
  tooMany: RULES.tooMany,
  type: RULES.type,
  unknownField: RULES.unknownField,
  unserved: RULES.served,
};

/** What a refusal is called in a report. */
export function findingOf(refusal: Refusal): Finding {
  const { field, message, remedy = 'correct it', cause = 'invalid', code } = refusal;
  const rule = field === 'metadata.name' && cause === 'invalid' ? RULES.name : RULE_OF[cause];
  return {
    rule: rule.id,
    severity: refusal.severity ?? (cause === 'unknownField' ? Severity.WARNING : rule.severity),
    path: refusal.path ?? (field === '<nil>' ? '' : field),
    message: messageOf(refusal),
    remedy,
    server: { field, message, ...(code === undefined ? {} : { code }) },
  };
}

/** What becomes of a field that Kubernetes does not know. */
export function strictWords(message: string): string {
  return `${message}: strict validation, the default of kubectl, and server-side apply reject it, and otherwise it is dropped`;
}

function messageOf({ field, path, cause, value, why, message }: Refusal): string {
  const name = nameOf(path ?? field);
  const isInWords = why === undefined && value === undefined;
  if (isInWords && cause !== 'required' && cause !== 'unknownField') {
    return lowered(message);
  }
  switch (cause) {
    case 'required':
      return why === undefined ? `${name} is missing` : `${name} is missing: ${why}`;
    case 'unsupported':
      return `${show(value)} is not a valid ${name}`;
    case 'duplicate':
      return why ?? `${show(value)} appears twice`;
    case 'type':
      return `${value === undefined ? name : show(value)} is not ${why ?? 'of the right type'}`;
    case 'unknownField':
      return strictWords(`unknown field ${show(name)}`);
    case 'tooMany':
      return `${name} has ${show(value)} items: ${why}`;
    case 'invalid':
      return value === undefined || isFields(value) ? `${name}: ${why}` : `${show(value)}: ${why}`;
    case 'forbidden':
    case 'tooLong':
      return withName(name, why ?? message);
    default:
      return message;
  }
}

/** The server's own words, as part of a line. */
function lowered(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** A sentence about a field. */
function withName(name: string, why: string): string {
  return /^(?:may|must|can) /.test(why) ? `${name} ${why}` : `${name}: ${why}`;
}

/** The last part of a path: `nodePort` of `spec.ports[0].nodePort`, and the key of a map. */
function nameOf(field: string): string {
  if (field === '') return 'the object';
  const bracket = field.endsWith(']') ? field.lastIndexOf('[') : -1;
  const key = bracket < 0 ? '' : field.slice(bracket + 1, -1);
  if (/\D/.test(key)) return key;
  const whole = bracket < 0 ? field : field.slice(0, bracket);
  return whole.slice(whole.lastIndexOf('.') + 1);
}

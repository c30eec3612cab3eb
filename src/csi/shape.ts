/** Types of plain input, checked at run time: what comes from JavaScript has no compiler behind it. */
import { Finding, nearest, show, violation } from '../findings';
import { append } from '../kube';
import { CSI_RULES as RULES } from './rules';

/** A type: finds what is wrong with a value at a path. */
export type Shape = (value: unknown, path: string) => Finding[];

export const text: Shape = (value, path) =>
  typeof value === 'string' && value.trim() !== '' ? [] : [typeFinding(value, path, 'is no text, or an empty one', 'give a text')];

export const anyText: Shape = (value, path) => typeof value === 'string' ? [] : [typeFinding(value, path, 'is no text', 'write it in quotes')];

export const flag: Shape = (value, path) =>
  typeof value === 'boolean' ? [] : [typeFinding(value, path, 'is neither true nor false', 'give true or false')];

export const integer: Shape = (value, path) =>
  Number.isSafeInteger(value) ? [] : [typeFinding(value, path, 'is no whole number', 'give a whole number')];

export const scalar: Shape = (value, path) =>
  typeof value === 'string' || typeof value === 'number' ? [] : [typeFinding(value, path, 'is neither a text nor a number', 'give a text or a number')];

export const anything: Shape = () => [];

/** A text that is JSON. */
export const json: Shape = (value, path) => {
  try {
    JSON.parse(value as string);
    return typeof value === 'string' ? [] : [typeFinding(value, path, 'is no text', 'write it in quotes')];
  } catch {
    return [typeFinding(value, path, 'is no JSON', 'give JSON, with texts in double quotes')];
  }
};

/** An object whose fields Kubernetes knows better. */
export const object: Shape = (value, path) => isRecord(value) ? [] : [typeFinding(value, path, 'is no object', 'give an object')];

/** A field that is given somewhere else. */
export function not(instead: string): Shape {
  return (value, path) => [violation(RULES.unknownField, path, `${show(value)} cannot be given here`, instead)];
}

/** One of some texts. */
export function oneOf(values: readonly string[]): Shape {
  return (value, path) =>
    values.includes(value as string) ? [] : [typeFinding(value, path, 'is none of its values', `give one of ${values.join(', ')}`)];
}

/** A list. */
export function listOf(item: Shape): Shape {
  return (value, path) => Array.isArray(value)
    ? value.flatMap((one, index) => item(one, `${path}[${index}]`))
    : [typeFinding(value, path, 'is no list', 'give a list')];
}

/** A map from texts. */
export function mapOf(item: Shape): Shape {
  return (value, path) => isRecord(value)
    ? Object.entries(value).flatMap(([key, one]) => item(one, `${path}.${key}`))
    : [typeFinding(value, path, 'is no object', 'give an object')];
}

/** An object with these fields, required and optional ones, and no others unless they are let through. */
export function fields(required: { readonly [field: string]: Shape }, optional: { readonly [field: string]: Shape }, open: boolean = false): Shape {
  return (value, path) => {
    if (!isRecord(value)) return [typeFinding(value, path, 'is no object', 'give an object')];
    const at = (field: string) => path === '' ? field : `${path}.${field}`;
    const findings = Object.entries(required).flatMap(([field, shape]) => shape(value[field], at(field)));
    for (const [field, shape] of Object.entries(optional)) {
      if (value[field] !== undefined) append(findings, shape(value[field], at(field)));
    }
    const known = (field: string) => open || Object.hasOwn(required, field) || Object.hasOwn(optional, field);
    for (const field of Object.keys(value).filter((one) => value[one] !== undefined && !known(one))) {
      const options = [...Object.keys(required), ...Object.keys(optional)];
      const guess = nearest(field, options);
      findings.push(violation(RULES.unknownField, at(field), `there is no option ${show(field)} here`,
        guess === undefined ? `leave it out; there are ${options.join(', ')}` : `give ${guess}, or leave it out`));
    }
    return findings;
  };
}

/** Whether a value is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeFinding(value: unknown, path: string, what: string, remedy: string): Finding {
  return value === undefined
    ? violation(RULES.type, path, 'it is missing', remedy)
    : violation(RULES.type, path, `${show(value)} ${what}`, remedy);
}

/** Values of Helm charts that decide of claims, by the words that most charts use. */
import { fieldPath, Fields, fieldsOf, isFields, own } from '../../kube';

/** Values of one chart, by their paths. */
export type ChartValues = ReadonlyMap<string, unknown>;

export const NO_VALUES: ChartValues = new Map();

const SECTION = /persist|storage|pvc|volumeclaim/i;
const NAMES = ['fullnameOverride', 'nameOverride'];

/**
 * The values that decide of claims: later ones count more. Text is read where it is one value a
 * line.
 */
export function valuesOf(all: readonly unknown[]): ChartValues {
  const found = new Map<string, unknown>();
  const open = all
    .map((value) => ({ path: '', value: typeof value === 'string' ? fromText(value) : value }))
    .reverse();
  while (open.length > 0) {
    const { path, value } = open.pop()!;
    if (!isFields(value)) continue;
    for (const [key, one] of Object.entries(value)) {
      const place = fieldPath(path, key);
      if (isFields(one)) {
        open.push({ path: place, value: one });
      } else if (
        NAMES.includes(key) ||
        key === 'existingClaim' ||
        (key === 'enabled' && SECTION.test(path))
      ) {
        found.set(place, one);
      }
    }
  }
  return found;
}

/** Parameters, whose names are paths. */
export function parametersIn(parameters: unknown): Fields[] {
  if (!Array.isArray(parameters)) return [];
  return parameters.map(fieldsOf).flatMap(({ name, value }) =>
    typeof name === 'string' && name !== ''
      ? [
          name
            .split('.')
            .slice(-DEEPEST)
            .reduceRight<Fields>((one, key) => ({ [key]: one as unknown }), value as Fields),
        ]
      : [],
  );
}

const DEEPEST = 32;

/**
 * What a change of values may do to the claims of a chart, as a part of a sentence; undefined if
 * nothing.
 */
export function whatValuesTake(before: ChartValues, after: ChartValues): string | undefined {
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(path), after.get(path)];
    if (String(was ?? '') === String(is ?? '')) continue;
    const key = path.slice(path.lastIndexOf('.') + 1);
    if (NAMES.includes(key)) return `its value ${path} changes, so its objects get other names`;
    if (key === 'existingClaim' && String(is ?? '') !== '') {
      return `its value ${path} names another claim`;
    }
    if (
      key === 'enabled' &&
      String(is) !== 'true' &&
      (was === undefined || String(was) === 'true')
    ) {
      return `its value ${path} is no longer true`;
    }
  }
  return undefined;
}

/** YAML as charts' values mostly are: mappings by indentation, and a scalar a line. */
function fromText(text: string): Fields {
  const root: { [key: string]: unknown } = {};
  const open: { readonly indent: number; readonly at: { [key: string]: unknown } }[] = [
    { indent: -1, at: root },
  ];
  for (const line of text.slice(0, LONGEST).split('\n')) {
    const colon = line.indexOf(':');
    const key = line.slice(0, Math.max(colon, 0)).trim();
    if (!/^[\w.-]{1,99}$/.test(key) || key === '__proto__') continue;
    const indent = line.search(/\S/);
    while (open[open.length - 1].indent >= indent) open.pop();
    const { at } = open[open.length - 1];
    const value = line
      .slice(colon + 1)
      .split(/(?:^|\s)#/)[0]
      .trim();
    if (value !== '') {
      at[key] = value.replace(/^(["'])(.*)\1$/, '$2');
      continue;
    }
    const inner: { [key: string]: unknown } = { ...fieldsOf(own(at, key)) };
    at[key] = inner;
    open.push({ indent, at: inner });
  }
  return root;
}

const LONGEST = 200_000;

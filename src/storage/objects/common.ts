/** Checks that claims and persistent volumes have in common. */
import {
  asWarnings,
  Finding,
  inQuotes,
  ServerAnswer,
  show,
  someOf,
  violation,
} from '../../findings';
import { ACCESS_MODES, isAccessMode, isForOnePod, ONE_POD, ParsedQuantity } from '../../kube';
import { checkSubdomain, readQuantity, textOf } from '../../object';
import { STORAGE_RULES as RULES } from '../rules';

/** What containers can see of a volume. */
export const VOLUME_MODES = ['Filesystem', 'Block'];

/**
 * Findings on access modes; of those of an object, with the words of the server where there are
 * none: `missing`.
 */
export function checkAccessModes(
  modes: unknown,
  path: string = 'accessModes',
  missing?: string,
): Finding[] {
  const inWords = (message: string | undefined): ServerAnswer | undefined =>
    missing === undefined ? undefined : { field: path, message };
  if (!Array.isArray(modes) || modes.length === 0) {
    const what =
      modes === undefined ? 'there is no access mode' : `${show(modes)} has no access mode`;
    return [
      violation(
        RULES.accessMode,
        path,
        what,
        `use one or more of ${ACCESS_MODES.join(', ')}`,
        inWords(missing),
      ),
    ];
  }
  const findings = modes.flatMap((mode, index) =>
    isAccessMode(mode)
      ? []
      : [
          violation(
            RULES.accessMode,
            `${path}[${index}]`,
            `${show(mode)} is not a valid access mode`,
            `must be one of ${ACCESS_MODES.join(', ')}`,
          ),
        ],
  );
  // As the server sees it, a mode that stands twice stands not beside another one.
  if (isForOnePod(modes) && modes.some((mode) => mode !== ONE_POD && isAccessMode(mode))) {
    findings.push(
      violation(
        RULES.accessMode,
        path,
        `${ONE_POD} cannot be combined with other access modes`,
        `use only ${ONE_POD}`,
        inWords(`Forbidden: may not use ${ONE_POD} with other access modes`),
      ),
    );
  }
  return findings;
}

/** What the API server calls a size, and its words where there is none. */
interface SizePlace {
  readonly field: string;
  /** What it calls it where there is none, if not so. */
  readonly whole?: string;
}

/** Findings on a size, and the size when there is one. */
export function checkSize(
  value: unknown,
  path: string,
  server?: SizePlace,
): { findings: Finding[]; size?: ParsedQuantity } {
  const size = readQuantity(value);
  if (size && size.nano > 0n) return { findings: [], size };
  const wrong = (what: string, remedy: string, answer?: ServerAnswer) => ({
    findings: [violation(RULES.quantity, path, what, remedy, answer)],
  });
  if (size) {
    const words = 'must be greater than zero';
    return wrong(
      `${show(value)} is not greater than zero`,
      'use a size such as 10Gi',
      server && { field: server.field, message: `Invalid value: ${show(value)}: ${words}` },
    );
  }
  return value === undefined
    ? wrong(
        'there is no size',
        'use a size such as 10Gi or 500M',
        server && { field: server.whole ?? server.field, message: 'Required value' },
      )
    : wrong(
        `${show(value)} is not a valid quantity`,
        'use a size such as 10Gi or 500M',
        server && { field: server.field },
      );
}

/** Findings on the name of a class; the empty name is the one that means "no class". */
export function checkClassName(name: unknown, path: string = 'storageClassName'): Finding[] {
  return name === undefined || name === null || name === ''
    ? []
    : checkSubdomain(name, path, RULES.name);
}

/** Findings on a field with a fixed set of values. */
export function checkChoice(value: unknown, path: string, choices: readonly string[]): Finding[] {
  if (value === undefined || value === null || choices.includes(value as string)) return [];
  return [
    violation(
      RULES.choice,
      path,
      `${show(value)} is not a valid value`,
      `must be one of ${someOf(choices)}`,
    ),
  ];
}

/** Findings on a string that says something. */
export function checkText(value: unknown, path: string, remedy: string): Finding[] {
  if (textOf(value).trim() !== '') return [];
  const what =
    value === undefined || value === null
      ? 'it is missing'
      : value === '' || typeof value === 'string'
        ? `${show(value)} is empty`
        : `${show(value)} is not a string`;
  return [violation(RULES.text, path, what, remedy)];
}

/** Findings on a list of strings. */
export function checkTexts(values: unknown, path: string): Finding[] {
  if (values === undefined || values === null) return [];
  if (!Array.isArray(values)) {
    return [violation(RULES.text, path, `${show(values)} is not a list`, 'use a list of strings')];
  }
  return values.flatMap((value, index) => {
    const findings = checkText(value, `${path}[${index}]`, 'remove it, or use a string');
    // The server takes a text of nothing, and nobody sees anything in it.
    return typeof value === 'string' ? asWarnings(findings) : findings;
  });
}

/** Findings on a map of strings. */
export function checkStringMap(values: unknown, path: string): Finding[] {
  if (values === undefined) return [];
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    return [violation(RULES.text, path, `${show(values)} is not a map`, 'use a map of strings')];
  }
  return Object.entries(values).flatMap(([key, value]) =>
    typeof value === 'string'
      ? []
      : [
          violation(
            RULES.text,
            `${path}.${key}`,
            `${show(value)} is not a string`,
            inQuotes(value),
          ),
        ],
  );
}

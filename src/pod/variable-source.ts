/** Sources of the value of a variable: one thing of the few that there are, with its name. */
import { Finding, isNot, show, takenAt, violation, violationOf } from '../findings';
import { labelProblems, subdomainProblems } from '../kube';
import { checkFieldRef, checkResourceRef } from './field-reference';
import { entriesOf, Fields, fieldsOf, textOf } from '../object';
import { POD_RULES as RULES } from './rules';

const wrong = violationOf(RULES.envName);

const KEY = /^(?!\.$|\.\.)[-._a-zA-Z0-9]{1,253}$/;
const NAME_REMEDY = 'use the name of an object';

/**
 * Findings on the source of a variable. A newer Kubernetes may have other sources: they are not
 * looked at.
 */
export function checkVariableSource({ name, value, valueFrom }: Fields, path: string): Finding[] {
  if (typeof valueFrom !== 'object' || valueFrom === null) return [];
  const field = `${path}.valueFrom`;
  const sources = entriesOf(valueFrom);
  const found = sources.flatMap(([source, from]) => sourceFindings(source, from, field));
  if (value) {
    return [
      wrong(field, `${show(name)} has both a value and a source`, 'keep one of them'),
      ...found,
    ];
  }
  if (sources.length === 1) return found;
  if (sources.length === 0) {
    return [wrong(field, `${show(name)} has no source`, 'add one, such as secretKeyRef')];
  }
  const names = sources.map(([source]) => source).join(', ');
  return [
    wrong(field, `${show(name)} has several sources: ${names}`, 'keep one of them'),
    ...found,
  ];
}

function sourceFindings(source: string, from: unknown, field: string): Finding[] {
  switch (source) {
    case 'configMapKeyRef':
    case 'secretKeyRef':
      return keyFindings(fieldsOf(from), `${field}.${source}`);
    case 'fieldRef':
      return checkFieldRef(from, `${field}.fieldRef`, RULES.envName, 'variable');
    case 'fileKeyRef':
      return fileFindings(fieldsOf(from), `${field}.fileKeyRef`);
    case 'resourceFieldRef':
      return checkResourceRef(from, `${field}.resourceFieldRef`, RULES.envName, 'variable');
    default:
      return [];
  }
}

export function checkVariableName(name: unknown, path: string): Finding[] {
  return textOf(name) !== '' && isPrintable(textOf(name))
    ? []
    : [
        wrong(
          path,
          isNot(name, 'a valid', 'name for a variable'),
          'use letters, digits and underscores',
        ),
      ];
}

/** Findings on a config map or a secret as a whole, whose keys become variables. */
export function checkVariableList(
  ref: unknown,
  prefix: unknown,
  path: string,
  refPath: string = path,
): Finding[] {
  return [
    ...listNameFindings(textOf(fieldsOf(ref).name), `${refPath}.name`),
    ...(isPrintable(textOf(prefix))
      ? []
      : [
          wrong(
            `${path}.prefix`,
            `${show(prefix)} is not a valid prefix for the name of a variable`,
            'use letters, digits and underscores',
          ),
        ]),
  ];
}

/**
 * The finding on a variable that is set for the second time; `earlier` is where it was set before.
 */
export function variableTwice(name: unknown, path: string, earlier: string): Finding {
  return violation(
    RULES.envTwice,
    path,
    `${show(name)} is already set, by ${earlier}; this one wins`,
    'set it once',
  );
}

/** Since 1.32 any printable ASCII is taken, but for the sign that ends the name. */
function isPrintable(name: string): boolean {
  return /^[ -<>-~]*$/.test(name);
}

function keyFindings({ name, key }: Fields, field: string): Finding[] {
  return [
    ...nameFindings(name, `${field}.name`),
    ...(KEY.test(textOf(key))
      ? []
      : [
          wrong(
            `${field}.key`,
            isNot(key, 'a valid', 'key'),
            'use letters, digits, dashes, dots and underscores',
          ),
        ]),
  ];
}

/** The server takes the name of a list of variables for the beginning of one: a dash may end it. */
function listNameFindings(name: string, path: string): Finding[] {
  const found = nameFindings(name, path);
  const isTaken =
    name.length > 1 &&
    name.endsWith('-') &&
    subdomainProblems(`${name.slice(0, -2)}a`).length === 0;
  return isTaken ? found.map((finding) => ({ ...finding, server: takenAt(path) })) : found;
}

function nameFindings(given: unknown, path: string): Finding[] {
  const name = textOf(given);
  const problems =
    name === ''
      ? ['the name is empty']
      : subdomainProblems(name).map((problem) => `${show(name)}: ${problem}`);
  return problems.map((problem) => wrong(path, problem, NAME_REMEDY));
}

function fileFindings({ volumeName, path, key }: Fields, field: string): Finding[] {
  return [
    ...labelProblems(textOf(volumeName)).map((problem) =>
      wrong(
        `${field}.volumeName`,
        `${show(volumeName)}: ${problem}`,
        'use the name of an emptyDir of the pod',
      ),
    ),
    ...(textOf(path) === '' || textOf(path).split('/').includes('..')
      ? [wrong(`${field}.path`, isNot(path, 'a', 'path inside the volume'), 'use one without ..')]
      : []),
    ...checkVariableName(key, `${field}.key`),
  ];
}

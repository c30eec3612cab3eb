/** A StorageClass, whoever made it: what the API server asks of it. */
import { besideTypes, Finding, show, violation, violationOf } from '../../findings';
import { putFirst, qualifiedKeyProblems, stableJson } from '../../kube';
import {
  checkLabelKey,
  checkMetadata,
  conform,
  entriesOf,
  Fields,
  listOf,
  textOf,
  valuesOf,
} from '../../object';
import { STORAGE_RULES as RULES } from '../rules';
import { checkChoice, checkText, checkTexts } from './common';

const wrong = violationOf(RULES.allowedTopologies);

const RECLAIM_POLICIES = ['Delete', 'Retain'];
const BINDING_MODES = ['Immediate', 'WaitForFirstConsumer'];
const MOST_PARAMETERS = 512;
const MAX_PARAMETERS_BYTES = 256 * 1024;

export function checkStorageClassObject(manifest: unknown): Finding[] {
  const { part, findings } = conform(manifest, 'StorageClass', '', RULES);
  const own = [
    ...checkMetadata(part.metadata, RULES),
    ...provisionerFindings(part.provisioner),
    ...parameterFindings(part.parameters),
    ...(textOf(part.reclaimPolicy) === ''
      ? []
      : checkChoice(part.reclaimPolicy, 'reclaimPolicy', RECLAIM_POLICIES)),
    ...checkChoice(part.volumeBindingMode, 'volumeBindingMode', BINDING_MODES),
    ...checkTexts(part.mountOptions, 'mountOptions'),
    ...topologyFindings(listOf(part.allowedTopologies)),
  ];
  return [...findings, ...besideTypes(own, findings)];
}

function provisionerFindings(value: unknown): Finding[] {
  const remedy = 'set the name of the CSI driver, such as efs.csi.aws.com';
  if (textOf(value).trim() === '') return checkText(value, 'provisioner', remedy);
  return qualifiedKeyProblems(textOf(value).toLowerCase()).map((problem) =>
    violation(RULES.driverName, 'provisioner', `${show(value)}: ${problem}`, remedy),
  );
}

function parameterFindings(parameters: unknown): Finding[] {
  const entries = entriesOf(parameters);
  const size = entries.reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(textOf(value)),
    0,
  );
  return [
    ...(entries.length <= MOST_PARAMETERS
      ? []
      : [
          violation(
            RULES.parameters,
            'parameters',
            `there are ${entries.length} parameters`,
            `use at most ${MOST_PARAMETERS}`,
          ),
        ]),
    ...(entries.some(([key]) => key === '')
      ? [
          violation(
            RULES.parameters,
            'parameters',
            'there is a parameter without a name',
            'set a name',
          ),
        ]
      : []),
    ...(size <= MAX_PARAMETERS_BYTES
      ? []
      : [
          violation(
            RULES.parameters,
            'parameters',
            `the names and values of the parameters have ${size} bytes in total`,
            `use at most ${MAX_PARAMETERS_BYTES} (256 KiB)`,
          ),
        ]),
  ];
}

function topologyFindings(terms: readonly Fields[]): Finding[] {
  const seen = new Map<string, string>();
  return terms.flatMap((term, index) => {
    const path = `allowedTopologies[${index}]`;
    const expressions = listOf(term.matchLabelExpressions);
    // To the server a term is the values by their keys, in whatever order; one without any is as
    // good as none.
    const identity = stableJson(
      Object.fromEntries(
        expressions.map(({ key, values }) => [textOf(key), [...new Set(valuesOf(values))].sort()]),
      ),
    );
    const earlier = putFirst(seen, identity, path);
    // So the server calls it, and takes one that is empty for a second one.
    const server = { field: `${path}.matchLabelExpressions` };
    return [
      ...(expressions.length === 0
        ? [
            wrong(
              path,
              'the term has no expressions',
              'set matchLabelExpressions, or remove it',
              server,
            ),
          ]
        : []),
      ...(earlier !== undefined && expressions.length > 0
        ? [wrong(path, `the term is the same as ${earlier}`, 'remove one of them', server)]
        : []),
      ...expressionFindings(expressions, `${path}.matchLabelExpressions`),
    ];
  });
}

function expressionFindings(expressions: readonly Fields[], path: string): Finding[] {
  const keys = new Set<string>();
  return expressions.flatMap(({ key, values }, index) => {
    const at = `${path}[${index}]`;
    const isTwice = keys.has(textOf(key));
    keys.add(textOf(key));
    const given = valuesOf(values);
    const twice = repeated(given);
    return [
      ...checkLabelKey(
        key,
        `${at}.key`,
        RULES.allowedTopologies,
        'use a key such as topology.kubernetes.io/zone',
      ),
      ...(isTwice
        ? [
            wrong(
              `${at}.key`,
              `the term already has the key ${show(key)}`,
              'list all its values in one expression',
            ),
          ]
        : []),
      ...(given.length === 0
        ? [wrong(`${at}.values`, 'there are no values', 'add at least one')]
        : []),
      ...twice.map((value) =>
        wrong(`${at}.values`, `the value ${show(value)} appears twice`, 'list each value once', {
          field: `${at}.values[${given.lastIndexOf(value)}]`,
        }),
      ),
    ];
  });
}

/** The values that are there more than once, each once. */
function repeated(values: readonly unknown[]): unknown[] {
  const seen = new Set<unknown>();
  return [...new Set(values.filter((value) => seen.size === seen.add(value).size))];
}

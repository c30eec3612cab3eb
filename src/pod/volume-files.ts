/** The files of config maps, secrets and projections: their keys, paths and modes. */
import { Finding, isNot, show, violationOf } from '../findings';
import { checkFieldRef, checkResourceRef } from './field-reference';
import { putFirst } from '../kube';
import { Fields, fieldsOf, isGiven, listOf, namesOf, numberOf, textOf } from '../object';
import { POD_RULES as RULES } from './rules';
import { hasDots } from '../storage/core';

const wrong = violationOf(RULES.volumeSource);

/** Sources that the API server takes out again, unless a feature gate is on. */
const GATED = ['clusterTrustBundle', 'podCertificate'];
const MAX_MODE = 0o777;
const MIN_EXPIRATION = 600;
const MAX_EXPIRATION = 2 ** 32;

/**
 * Findings on the files of a volume's source: those of config maps and secrets, and those that show
 * the pod's own fields.
 */
export function checkFiles(
  { defaultMode, items }: Fields,
  source: string,
  path: string,
): Finding[] {
  return [
    ...modeFindings(defaultMode, `${path}.defaultMode`),
    ...listOf(items).flatMap((item, index) => {
      const field = `${path}.items[${index}]`;
      const findings = checkFile(item, source, field);
      return source === 'downwardAPI' ? findings.map((one) => ofAll(one, field, path)) : findings;
    }),
  ];
}

/** Of the files that show fields of the pod, the server does not say which one is wrong. */
function ofAll(finding: Finding, field: string, path: string): Finding {
  const { field: own = finding.path, ...server } = finding.server ?? {};
  return { ...finding, server: { ...server, field: `${path}${own.slice(field.length)}` } };
}

/** Findings on the sources of a projection, each alone and against the others. */
export function checkProjections({ sources }: Fields, path: string): Finding[] {
  const taken = new Map<string, string>();
  return listOf(sources).flatMap((projection, index) => {
    const field = `${path}.sources[${index}]`;
    return [
      ...projectionFindings(projection, field, path),
      ...namesOf(projection).flatMap((source) =>
        takenFindings(fieldsOf(projection[source]), source, `${field}.${source}`, taken).map(
          (finding) => ({ ...finding, server: { field: path } }),
        ),
      ),
    ];
  });
}

function projectionFindings(projection: Fields, field: string, path: string): Finding[] {
  const given = namesOf(projection).filter((source) => !GATED.includes(source));
  const several = `there are several sources: ${given.join(', ')}`;
  const findings =
    given.length > 1
      ? [wrong(field, several, 'add each of them as a separate entry of the list')]
      : [];
  const ofSources = given.flatMap((source) => {
    const values = fieldsOf(projection[source]);
    const place = `${field}.${source}`;
    const isNameless = (source === 'configMap' || source === 'secret') && !values.name;
    return [
      ...(isNameless ? [wrong(`${place}.name`, `the ${source} has no name`, 'set name')] : []),
      ...checkFiles(values, source, place),
      ...(source === 'serviceAccountToken' ? tokenFindings(values, place, path) : []),
    ];
  });
  return [...findings, ...ofSources];
}

/** The server calls the path of a token that of the projection, `whole`. */
function tokenFindings(
  { path, expirationSeconds }: Fields,
  place: string,
  whole: string,
): Finding[] {
  const seconds = numberOf(expirationSeconds ?? MIN_EXPIRATION);
  return [
    ...(isInside(path)
      ? []
      : [
          wrong(
            `${place}.path`,
            isNot(path, 'a relative', 'path inside the volume'),
            'use one without ..',
            { field: `${whole}.path` },
          ),
        ]),
    ...(seconds >= MIN_EXPIRATION && seconds <= MAX_EXPIRATION
      ? []
      : [
          wrong(
            `${place}.expirationSeconds`,
            `a token cannot be valid for ${show(expirationSeconds)} seconds`,
            `use ${MIN_EXPIRATION} to ${MAX_EXPIRATION}`,
          ),
        ]),
  ];
}

/** Two files of a projection at one path. */
function takenFindings(
  { items }: Fields,
  source: string,
  place: string,
  taken: Map<string, string>,
): Finding[] {
  if (!['configMap', 'downwardAPI', 'secret'].includes(source)) return [];
  return listOf(items).flatMap(({ path }, index) => {
    const at = `${place}.items[${index}].path`;
    const earlier = putFirst(taken, textOf(path), at);
    return earlier === undefined || textOf(path) === ''
      ? []
      : [wrong(at, `${show(path)} is already taken by ${earlier}`, 'use another path')];
  });
}

function checkFile(
  { key, path, mode, fieldRef, resourceFieldRef }: Fields,
  source: string,
  field: string,
): Finding[] {
  return [
    ...(source !== 'downwardAPI' && textOf(key) === ''
      ? [wrong(`${field}.key`, 'the key is empty', 'use a key')]
      : []),
    ...(isInside(path)
      ? []
      : [
          wrong(
            `${field}.path`,
            isNot(path, 'a relative', 'path inside the volume'),
            'use one without ..',
          ),
        ]),
    ...modeFindings(mode, `${field}.mode`),
    ...(source === 'downwardAPI' ? referenceFindings(fieldRef, resourceFieldRef, field) : []),
  ];
}

function referenceFindings(fieldRef: unknown, resourceFieldRef: unknown, field: string): Finding[] {
  if (isGiven(fieldRef) === isGiven(resourceFieldRef)) {
    return [
      wrong(
        field,
        isGiven(fieldRef)
          ? 'there are both fieldRef and resourceFieldRef'
          : 'there is neither fieldRef nor resourceFieldRef',
        'use one of them',
      ),
    ];
  }
  return isGiven(fieldRef)
    ? checkFieldRef(fieldRef, `${field}.fieldRef`, RULES.volumeSource, 'file')
    : checkResourceRef(resourceFieldRef, `${field}.resourceFieldRef`, RULES.volumeSource, 'file');
}

/** Names that begin with two dots are kept for the kubelet. */
function isInside(path: unknown): boolean {
  const text = textOf(path);
  return text !== '' && !text.startsWith('/') && !text.startsWith('..') && !hasDots(text);
}

function modeFindings(mode: unknown, path: string): Finding[] {
  return typeof mode === 'number' && (mode < 0 || mode > MAX_MODE)
    ? [
        wrong(
          path,
          `${mode} is not a valid file mode`,
          `use a mode from 0 to 0777 (in JSON ${MAX_MODE})`,
        ),
      ]
    : [];
}

/**
 * Checks of where the driver puts the directories of claims: before there is a claim, from the
 * shortest and the longest names it can have.
 */
import {
  interpolate,
  isMadeUnique,
  MAX_ROOT_BYTES,
  MAX_ROOT_SLASHES,
  PatternNames,
  PLACEHOLDERS,
  slashes,
} from './root-directory';
import { EFS_DRIVER_RULES as RULES } from './rules';
import { Finding, hasErrors, show, violation } from '../../findings';
import { append, cleanPath, joinPath } from '../../kube';

/** A persistent volume's name has one length: `pvc-` and a UUID. */
const PV_NAME = 'pvc-00000000-0000-0000-0000-000000000000';
const UUID_LENGTH = 36;
const SHORTEST: PatternNames = { pvcName: 'a', pvcNamespace: 'a', pvName: PV_NAME };
const LONGEST: PatternNames = {
  pvcName: 'a'.repeat(253),
  pvcNamespace: 'a'.repeat(63),
  pvName: PV_NAME,
};
/** The documented pattern of AWS allows so many names in a path: one less than the driver. */
const AWS_DEPTH = 4;

type Texts = { readonly [key: string]: string };

/** Findings on basePath, subPathPattern and ensureUniqueDirectory. */
export function checkRootDirectory(
  { basePath, subPathPattern, ensureUniqueDirectory }: Texts,
  path: string,
): Finding[] {
  const findings: Finding[] = [];
  const unique = isMadeUnique(ensureUniqueDirectory);
  const place = `${path}.${subPathPattern === undefined ? 'basePath' : 'subPathPattern'}`;
  if (basePath !== undefined) append(findings, checkCleaned(basePath, `${path}.basePath`));
  if (subPathPattern === undefined) {
    if (ensureUniqueDirectory !== undefined) {
      findings.push(
        violation(
          RULES.rootDirectoryRoom,
          `${path}.ensureUniqueDirectory`,
          'ensureUniqueDirectory has no effect without subPathPattern',
          'remove it: directories are named after the persistent volumes',
        ),
      );
    }
  } else {
    append(findings, checkPattern(subPathPattern, unique, path));
    // Without a directory there is no more to say about it.
    if (hasErrors(findings)) return findings;
  }
  const directory = (names: PatternNames) => {
    const name =
      subPathPattern === undefined
        ? PV_NAME
        : `${interpolate(subPathPattern, names)}${unique ? `-${'0'.repeat(UUID_LENGTH)}` : ''}`;
    return joinPath('/', basePath ?? '', name);
  };
  const sample = directory(SHORTEST);
  return [
    ...findings,
    ...checkCharacters(sample, basePath, place, path),
    ...checkDepth(sample, place),
    ...checkLength(directory, subPathPattern ?? '', place),
  ];
}

function checkPattern(pattern: string, unique: boolean, path: string): Finding[] {
  const place = `${path}.subPathPattern`;
  const result = interpolate(pattern, SHORTEST);
  const known = PLACEHOLDERS.map(({ text }) => text);
  if (result === undefined) {
    return [
      violation(
        RULES.subPathPattern,
        place,
        `${show(pattern)} has unknown placeholders`,
        `use ${known.join(', ')} and plain text`,
      ),
    ];
  }
  if (cleanPath(`/${result}`) === '/') {
    return [
      violation(
        RULES.subPathPattern,
        place,
        `${show(pattern)} does not name a directory`,
        unique
          ? 'remove it: directories are named after the persistent volumes'
          : 'use a pattern with a name: with this one the claims get everything below basePath',
      ),
    ];
  }
  const findings = checkCleaned(pattern, place);
  const [pv, pvc, namespace] = known.map((text) => pattern.includes(text));
  if (!unique && !pv && !(pvc && namespace)) {
    const shared = pvc
      ? 'claims of the same name in different namespaces'
      : namespace
        ? 'the claims of a namespace'
        : 'all claims of the class';
    findings.push(
      violation(
        RULES.sharedDirectory,
        place,
        `${show(pattern)} gives ${shared} the same directory`,
        'use ${.PV.name}, or both ${.PVC.namespace} and ${.PVC.name}, or remove ensureUniqueDirectory',
      ),
    );
  }
  return findings;
}

function checkCleaned(text: string, place: string): Finding[] {
  const clean = cleanPath(`/${text}`);
  const written = `/${text}`.replace(/^\/+/, '/').replace(/(.)\/$/, '$1');
  return clean === written
    ? []
    : [
        violation(
          RULES.rootDirectoryRoom,
          place,
          `${show(text)} is cleaned to ${show(clean)}`,
          `write ${show(clean)}, if that is what you mean`,
        ),
      ];
}

function checkCharacters(
  sample: string,
  basePath: string | undefined,
  place: string,
  path: string,
): Finding[] {
  const name = sample
    .split('/')
    .find((part) => part.startsWith('.') || /[$#<>;`|&?{}^*\n]/.test(part));
  if (name === undefined) return [];
  const inBase = basePath?.includes(name);
  const isPlaceholder = inBase && name.includes('${');
  return [
    violation(
      RULES.rootDirectory,
      inBase ? `${path}.basePath` : place,
      `AWS refuses the name ${show(name)}`,
      isPlaceholder
        ? 'put placeholders into subPathPattern'
        : 'avoid $ # < > ; ` | & ? { } ^ * and a dot in front',
    ),
  ];
}

function checkDepth(sample: string, place: string): Finding[] {
  const depth = slashes(sample);
  if (depth <= AWS_DEPTH) return [];
  const message = `the root directory ${show(sample)} has ${depth} names`;
  if (depth > MAX_ROOT_SLASHES) {
    return [
      violation(
        RULES.rootDirectory,
        place,
        `${message}, but the driver allows only ${MAX_ROOT_SLASHES}`,
        'use fewer directories',
      ),
    ];
  }
  return [
    violation(
      RULES.rootDirectoryRoom,
      place,
      `${message}: the driver allows that, but the pattern that AWS documents has ${AWS_DEPTH}`,
      'use fewer directories',
    ),
  ];
}

function checkLength(
  directory: (names: PatternNames) => string,
  pattern: string,
  place: string,
): Finding[] {
  const [least, most] = [SHORTEST, LONGEST].map((names) => Buffer.byteLength(directory(names)));
  if (least > MAX_ROOT_BYTES) {
    return [
      violation(
        RULES.rootDirectory,
        place,
        `the root directory has at least ${least} bytes, and the limit is ${MAX_ROOT_BYTES}`,
        'use shorter names',
      ),
    ];
  }
  if (most <= MAX_ROOT_BYTES) return [];
  const variable = PLACEHOLDERS.filter(
    ({ text, name }) => name !== 'pvName' && pattern.includes(text),
  ).map(({ text }) => text);
  const room = Math.floor((MAX_ROOT_BYTES - least) / countOf(pattern, variable)) + variable.length;
  return [
    violation(
      RULES.rootDirectoryRoom,
      place,
      `with long names the root directory has up to ${most} bytes, and the limit is ${MAX_ROOT_BYTES}: ${room} are left for ${variable.join(' and ')}`,
      'keep the names short, or use ${.PV.name}',
    ),
  ];
}

/** How often the placeholder that stands most often does. */
function countOf(pattern: string, placeholders: readonly string[]): number {
  return placeholders.reduce((most, text) => Math.max(most, pattern.split(text).length - 1), 1);
}

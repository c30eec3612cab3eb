/**
 * Checks of a StorageClass for the driver: its parameters, and the mount options that go with them.
 */
import { checkFileSystemId } from './check-ids';
import { checkMountOptions } from './check-mount';
import { checkRootDirectory } from './check-root-directory';
import { FILE_SYSTEM_KEYS, readFileSystemSource } from './file-system-source';
import { EFS_DRIVER_RULES as RULES } from './rules';
import { didYouMean, Finding, nearest, Rule, show, violation } from '../../findings';
import { append, parseBool, parseInt64, toLower, trimSpace } from '../../kube';
import {
  FS_TYPE_KEY,
  OLD_SECRET_KEYS,
  RESERVED_KEYS,
  RESERVED_PREFIX,
  secretProblems,
} from '../../storage/core';

/** What a class meets in the cluster, as far as it is known. */
export interface ParametersContext {
  /** The tags of the controller, its --tags. */
  readonly controllerTags?: { readonly [key: string]: string };
  readonly mountOptions?: readonly string[];
}

type Texts = { readonly [key: string]: string };

const MODES = ['efs-ap', 's3files-ap'];
const BOOLEANS = [
  'enforceZoneAffinity',
  'enableTagging',
  'ensureUniqueDirectory',
  'reuseAccessPoint',
];
const PARAMETERS = [
  'provisioningMode',
  ...FILE_SYSTEM_KEYS,
  'directoryPerms',
  'uid',
  'gid',
  'gidRangeStart',
  'gidRangeEnd',
  'basePath',
  'subPathPattern',
  'az',
  ...BOOLEANS,
];
const LARGEST_ID = 4_294_967_295n;
/**
 * So many access points a file system can have; the driver looks no further than that from the
 * start of the range.
 */
export const LARGEST_RANGE = 10_000n;

/** Where parameters belong that other drivers or places know. */
const ELSEWHERE: { readonly [parameter: string]: string } = {
  encrypted:
    'remove it: encryption at rest is a property of the file system, and in transit it is on by default',
  kmskeyid: 'remove it: encryption at rest is a property of the file system',
  encryptintransit:
    'remove it: encryption in transit is on by default, and can be turned off on static volumes only',
  mountoptions: 'use mountOptions, a field of the class itself',
  mounttargetip:
    'remove it: the controller finds mount targets of other accounts by the provisioner secret',
  mounttargetipmap: 'remove it: the controller writes it into volumes',
  crossaccount: 'set it to "true" in the provisioner secret',
  awsrolearn: 'put it into the provisioner secret',
  externalid: 'put it into the provisioner secret',
  accesspointid:
    'remove it: the driver creates an access point for each claim; for an existing one, use a static volume',
  path: 'use basePath or subPathPattern',
  throughputmode: 'remove it: it is a property of the file system',
  performancemode: 'remove it: it is a property of the file system',
  tags: 'set --tags on the controller',
  region: 'remove it: the driver uses the region that it runs in',
};

/** Findings on the parameters and mount options of a class of the driver. */
export function checkStorageClassParameters(
  parameters: Texts = {},
  context: ParametersContext = {},
  path: string = 'parameters',
): Finding[] {
  const fileSystemType = parameters.provisioningMode === 's3files-ap' ? 's3files' : 'efs';
  return [
    ...checkKeys(parameters, path),
    ...checkMode(parameters, path),
    ...checkFileSystem(parameters, path),
    ...checkPermissions(parameters, path),
    ...checkIds(parameters, path),
    ...checkBooleans(parameters, path),
    ...checkRootDirectory(parameters, path),
    ...checkFeatures(parameters, context, path),
    ...checkMountOptions(context.mountOptions, { provisioned: true, fileSystemType }),
  ];
}

function checkKeys(texts: Texts, path: string): Finding[] {
  const findings: Finding[] = [];
  const fsTypes = Object.keys(texts).filter(
    (key) => toLower(key) === 'fstype' || key === FS_TYPE_KEY,
  );
  for (const key of Object.keys(texts)) {
    const place = `${path}.${key}`;
    if (fsTypes.includes(key)) {
      append(findings, checkFsType(key, texts[key], fsTypes, place));
    } else if (OLD_SECRET_KEYS.includes(key)) {
      findings.push(
        violation(RULES.oldParameter, place, `${key} is an old key`, `use ${newKeyOf(key)}`),
      );
    } else if (key.startsWith(RESERVED_PREFIX)) {
      if (RESERVED_KEYS.includes(key)) continue;
      findings.push(
        violation(
          RULES.unknownParameter,
          place,
          `the sidecar refuses ${show(key)}`,
          reservedRemedy(key),
        ),
      );
    } else if (!PARAMETERS.includes(key)) {
      findings.push(
        violation(
          RULES.unknownParameter,
          place,
          `the driver has no parameter ${show(key)}`,
          parameterRemedy(key),
        ),
      );
    }
  }
  return [
    ...findings,
    ...secretProblems(texts).map(({ key, message }) =>
      violation(
        RULES.secretParameter,
        `${path}.${key}`,
        message,
        'set one name and one namespace, or remove both',
      ),
    ),
  ];
}

function checkFsType(key: string, value: string, all: readonly string[], place: string): Finding[] {
  const findings: Finding[] = [];
  if (key !== FS_TYPE_KEY) {
    findings.push(
      violation(
        RULES.oldParameter,
        place,
        `${key} is an old key`,
        `remove it, or use ${FS_TYPE_KEY}`,
      ),
    );
  }
  if (all.length > 1 && key === all[0]) {
    findings.push(
      violation(
        RULES.fsTypeParameter,
        place,
        `the file system type is set by ${all.join(' and ')}`,
        'remove all of them',
      ),
    );
  }
  if (!['', 'efs', 's3files'].includes(value)) {
    findings.push(
      violation(
        RULES.fsTypeParameter,
        place,
        `${show(value)} is not a file system type of the driver`,
        'remove it',
      ),
    );
  }
  return findings;
}

function checkMode({ provisioningMode }: Texts, path: string): Finding[] {
  const place = `${path}.provisioningMode`;
  if (provisioningMode === undefined) {
    return [
      violation(RULES.provisioningMode, place, 'provisioningMode is missing', 'use "efs-ap"'),
    ];
  }
  if (MODES.includes(provisioningMode)) return [];
  return [
    violation(
      RULES.provisioningMode,
      place,
      `${show(provisioningMode)} is not a mode of the driver`,
      didYouMean(provisioningMode, MODES),
    ),
  ];
}

function checkFileSystem(texts: Texts, path: string): Finding[] {
  const source = readFileSystemSource(texts);
  const keys = FILE_SYSTEM_KEYS.filter((key) => texts[key] !== undefined);
  const place = `${path}.${keys[0] ?? 'fileSystemId'}`;
  if ('error' in source) {
    const remedy =
      keys.length === 1 && trimSpace(texts[keys[0]]) !== ''
        ? 'use namespace/name/key'
        : `use one of ${FILE_SYSTEM_KEYS.join(', ')}`;
    return [violation(RULES.fileSystemSource, place, source.error, remedy)];
  }
  const blank = keys.filter((key) => trimSpace(texts[key]) === '');
  const findings = blank.map((key) =>
    violation(
      RULES.fileSystemSource,
      `${path}.${key}`,
      `${show(texts[key])} is empty`,
      'remove it',
    ),
  );
  if ('fileSystemId' in source.value) {
    append(findings, checkFileSystemId(texts.fileSystemId, `${path}.fileSystemId`));
  }
  return findings;
}

function checkPermissions({ directoryPerms }: Texts, path: string): Finding[] {
  const place = `${path}.directoryPerms`;
  const remedy = 'use the permissions, such as "700"';
  if (directoryPerms === undefined) {
    return [violation(RULES.directoryPerms, place, 'directoryPerms is missing', remedy)];
  }
  if (/^[0-7]{3,4}$/.test(directoryPerms)) return [];
  return [
    violation(
      RULES.directoryPerms,
      place,
      `${show(directoryPerms)} is not three or four octal digits`,
      remedy,
    ),
  ];
}

function checkIds(texts: Texts, path: string): Finding[] {
  const findings: Finding[] = [];
  const read = (key: string, rule: Rule, least: bigint, remedy: string): bigint | undefined => {
    const text = texts[key];
    if (text === undefined) return undefined;
    const parsed = parseInt64(text);
    const value = 'value' in parsed ? parsed.value : undefined;
    const why =
      value === undefined
        ? 'is not a whole number'
        : value < least
          ? `is less than ${least}`
          : value > LARGEST_ID
            ? `is more than ${LARGEST_ID}`
            : undefined;
    if (why === undefined) return value;
    findings.push(violation(rule, `${path}.${key}`, `${show(text)} ${why}`, remedy));
    return undefined;
  };
  for (const key of ['uid', 'gid']) {
    read(key, RULES.posixId, 0n, `use a number from 0 to ${LARGEST_ID}`);
  }
  const start = read('gidRangeStart', RULES.gidRange, 1n, `use a number from 1 to ${LARGEST_ID}`);
  const end = read(
    'gidRangeEnd',
    RULES.gidRange,
    1n,
    `use a number from gidRangeStart + 1 to ${LARGEST_ID}`,
  );
  const place = `${path}.gidRangeEnd`;
  for (const [key, other] of [
    ['gidRangeStart', 'gidRangeEnd'],
    ['gidRangeEnd', 'gidRangeStart'],
  ]) {
    if (texts[key] !== undefined && texts[other] === undefined) {
      findings.push(
        violation(
          RULES.gidRange,
          `${path}.${key}`,
          `${key} is set without ${other}`,
          'set both, or neither',
        ),
      );
    }
  }
  if (start !== undefined && end !== undefined) {
    if (end <= start) {
      findings.push(
        violation(
          RULES.gidRange,
          place,
          `the range ends at ${end}, and starts at ${start}`,
          'set an end that is greater than the start',
        ),
      );
    }
    if (end - start > LARGEST_RANGE) {
      const last = start + LARGEST_RANGE;
      findings.push(
        violation(
          RULES.gidRangeUse,
          place,
          `the driver uses the range only up to ${last}`,
          `end it at ${last}`,
        ),
      );
    }
  }
  if (texts.uid !== undefined && texts.gid !== undefined && texts.gidRangeStart !== undefined) {
    findings.push(
      violation(
        RULES.gidRangeUse,
        `${path}.gidRangeStart`,
        'the range has no effect: uid and gid are fixed',
        'remove the range, or uid or gid',
      ),
    );
  }
  return findings;
}

function checkBooleans(texts: Texts, path: string): Finding[] {
  return BOOLEANS.flatMap((key) =>
    texts[key] === undefined || 'value' in parseBool(texts[key])
      ? []
      : [
          violation(
            RULES.parameterBoolean,
            `${path}.${key}`,
            `${show(texts[key])} is not a boolean`,
            'use "true" or "false"',
          ),
        ],
  );
}

/** What fits neither the mode nor the controller. */
function checkFeatures(
  texts: Texts,
  { controllerTags }: ParametersContext,
  path: string,
): Finding[] {
  const findings: Finding[] = [];
  const isS3Files = texts.provisioningMode === 's3files-ap';
  for (const key of isS3Files ? ['reuseAccessPoint', 'az'] : []) {
    if (texts[key] !== undefined) {
      findings.push(
        violation(
          RULES.s3FilesUnsupported,
          `${path}.${key}`,
          `${key} is for EFS, not for s3files-ap`,
          'remove it',
        ),
      );
    }
  }
  const isValue = (key: string, value: boolean) => {
    const parsed = parseBool(texts[key] ?? '');
    return 'value' in parsed && parsed.value === value;
  };
  if (!isS3Files && isValue('reuseAccessPoint', true)) {
    findings.push(
      violation(
        RULES.reuseAccessPoint,
        `${path}.reuseAccessPoint`,
        'claims of the same name share one access point, in all namespaces',
        'remove it, or keep the class to one namespace and file system',
      ),
    );
  }
  const secret = [
    `${RESERVED_PREFIX}provisioner-secret-name`,
    `${RESERVED_PREFIX}secret-name`,
    'csiProvisionerSecretName',
  ];
  if (!isS3Files && texts.az !== undefined && !secret.some((key) => texts[key] !== undefined)) {
    findings.push(
      violation(
        RULES.azParameter,
        `${path}.az`,
        `az ${show(texts.az)} has no effect without a provisioner secret that contains awsRoleArn`,
        `remove it, or name the secret with ${secret[0]}`,
      ),
    );
  }
  const tags = Object.keys(controllerTags ?? {});
  if (isValue('enableTagging', false) && tags.length > 0) {
    findings.push(
      violation(
        RULES.enableTagging,
        `${path}.enableTagging`,
        `tagging is off, but the controller has the tags ${tags.join(', ')}`,
        'remove enableTagging, or the tags of the controller',
      ),
    );
  }
  return findings;
}

function newKeyOf(oldKey: string): string {
  const words = oldKey
    .replace(/^csi/, '')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `${RESERVED_PREFIX}${words.slice(1)}`;
}

function reservedRemedy(key: string): string {
  const guess = nearest(
    key.slice(RESERVED_PREFIX.length),
    RESERVED_KEYS.map((known) => known.slice(RESERVED_PREFIX.length)),
  );
  return guess === undefined
    ? "remove it: the prefix is the sidecar's own"
    : `perhaps you meant ${show(RESERVED_PREFIX + guess)}`;
}

function parameterRemedy(key: string): string {
  const lower = toLower(key);
  if (Object.hasOwn(ELSEWHERE, lower)) return ELSEWHERE[lower];
  const guess = nearest(key, PARAMETERS);
  return guess === undefined
    ? 'remove it: the driver ignores it'
    : `perhaps you meant ${show(guess)}: the driver ignores this one`;
}

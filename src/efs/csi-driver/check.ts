/** Checks of the EFS driver's own options: all findings at once, whatever the input is. */
import { formatConfOverrides, formatTags } from './flags';
import { EFS_STACK_RULES as RULES } from './rules';
import { EfsDriverSpec, UtilsConfig } from './spec';
import { checkRoleArn, ClassSpec } from '../../csi/core';
import { besideTypes, Finding, show, violation } from '../../findings';
import { listOf, readShape, string, strings, struct } from '../../shape';
import { checkName } from '../../storage/core';
import {
  checkStorageClassParameters,
  isProtectedSetting,
  parseConfOverrides,
  parseTags,
} from '../driver-rules';
import { checkEfsStorageClass } from '../storage-class/check';

const LEAST_UPPER_BOUND = 21049;
const MAX_PORT = 65535;
const MAX_MINUTES = 43200;
const MAX_RATE = 100;
const MAX_TAGS = 50;
const MAX_TAG_KEY = 128;
const MAX_TAG_VALUE = 256;
const TAG_TEXT = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

const OPERATOR_ROLES = ['roleArn', 'nodeRoleArn'] as const;
const CLASS_SHAPE = struct<Pick<ClassSpec, 'parameters' | 'mountOptions'>>({
  parameters: strings,
  mountOptions: listOf(string),
});
const LIMITS = {
  maxInflightMounts: [1, Number.MAX_SAFE_INTEGER],
  volumeAttachLimit: [1, Number.MAX_SAFE_INTEGER],
  forceUnmountAfter: [1, Number.MAX_SAFE_INTEGER],
  portRangeUpperBound: [LEAST_UPPER_BOUND, MAX_PORT],
  metricsPort: [1, MAX_PORT],
} as const;

/** All findings on the options, which have their types. */
export function checkEfsDriver(spec: EfsDriverSpec): Finding[] {
  return [
    ...Object.entries(LIMITS).flatMap(([option, [least, most]]) =>
      checkLimit(spec[option as keyof typeof LIMITS], option, least, most),
    ),
    ...(spec.staticStorageClassName === undefined
      ? []
      : checkName(spec.staticStorageClassName, 'staticStorageClassName')),
    ...(spec.crossAccountSecretName === undefined
      ? []
      : checkName(spec.crossAccountSecretName, 'crossAccountSecretName')),
    ...checkLimit(spec.volumeMetrics?.refreshPeriod, 'volumeMetrics.refreshPeriod', 1, MAX_MINUTES),
    ...checkLimit(spec.volumeMetrics?.fsRateLimit, 'volumeMetrics.fsRateLimit', 1, MAX_RATE),
    ...checkTags(spec.tags ?? {}),
    ...checkUtilsConfig(spec.efsUtilsConfig ?? {}, 'efsUtilsConfig'),
    ...checkUtilsConfig(spec.s3FilesUtilsConfig ?? {}, 's3FilesUtilsConfig'),
    ...(spec.storageClasses ?? []).flatMap((one, index) =>
      checkEfsStorageClass(one).map((finding) => ({
        ...finding,
        path: `storageClasses[${index}].${finding.path}`,
      })),
    ),
    ...OPERATOR_ROLES.flatMap((role) =>
      checkRoleArn(
        RULES.driverRoleArn,
        spec.openShiftOperator?.[role],
        `openShiftOperator.${role}`,
      ),
    ),
    ...checkOperatorMode(spec),
  ];
}

/**
 * Findings on a class that somebody gives to the driver's stack; one without parameters is only a
 * name.
 */
export function checkClassOfStack({
  dynamic,
  parameters,
  mountOptions,
}: Pick<ClassSpec, 'dynamic' | 'parameters' | 'mountOptions'>): Finding[] {
  const { value: read = {}, findings } = readShape({ parameters, mountOptions }, CLASS_SHAPE);
  if (findings.length === 0 && !dynamic && Object.keys(read.parameters ?? {}).length === 0) {
    return [];
  }
  const own = checkStorageClassParameters(read.parameters, { mountOptions: read.mountOptions });
  return [...besideTypes(own, findings), ...findings];
}

function checkTags(tags: { readonly [key: string]: string }): Finding[] {
  const findings: Finding[] = [];
  const entries = Object.entries(tags);
  if (entries.length > MAX_TAGS) {
    findings.push(
      violation(
        RULES.driverTags,
        'tags',
        `there are ${entries.length} tags`,
        `use at most ${MAX_TAGS}`,
      ),
    );
  }
  for (const [key, value] of entries) {
    const path = `tags.${key}`;
    if (key === '' || key.length > MAX_TAG_KEY || value.length > MAX_TAG_VALUE) {
      findings.push(
        violation(
          RULES.driverTags,
          path,
          `the key ${show(key)} has ${key.length} characters and the value ${value.length}`,
          `use a key of 1 to ${MAX_TAG_KEY} and a value of at most ${MAX_TAG_VALUE}`,
        ),
      );
    }
    if (/^aws:/i.test(key)) {
      findings.push(
        violation(
          RULES.driverTags,
          path,
          `the key ${show(key)} starts with aws:, which is AWS's own`,
          'use another key',
        ),
      );
    }
    if (!TAG_TEXT.test(key) || !TAG_TEXT.test(value)) {
      findings.push(
        violation(
          RULES.driverTags,
          path,
          `${show(key)} or ${show(value)} has a character that tags cannot have`,
          'use only letters, digits, spaces and _ . : / = + - @',
        ),
      );
    } else if (!readsBack({ [key]: value })) {
      findings.push(
        violation(
          RULES.driverTags,
          path,
          `the driver cannot read ${show(key)} with ${show(value)} from its flag`,
          'remove spaces at the ends, and spaces and colons after letters that are not ASCII',
        ),
      );
    }
  }
  if (findings.length === 0 && !readsBack(tags)) {
    findings.push(
      violation(
        RULES.driverTags,
        'tags',
        'the driver cannot read these tags from its flag all together',
        'remove spaces and colons, or letters that are not ASCII',
      ),
    );
  }
  return findings;
}

/** Whether the driver, which trims the flag and unescapes it, gets what was meant. */
function readsBack(tags: { readonly [key: string]: string }): boolean {
  const read = parseTags(formatTags(tags).trim());
  const entries = Object.entries(tags);
  return (
    entries.length === Object.keys(read).length &&
    entries.every(([key, value]) => Object.hasOwn(read, key) && read[key] === value)
  );
}

function checkUtilsConfig(config: UtilsConfig, path: string): Finding[] {
  const settings = Object.entries(config).flatMap(([section, own]) =>
    Object.entries(own).map(([key, value]) => ({ section, key, value })),
  );
  return settings.flatMap(({ section, key, value }) => {
    const read = parseConfOverrides(formatConfOverrides({ [section]: { [key]: value } }));
    if ('overrides' in read && read.overrides.length === 1) {
      const [one] = read.overrides;
      if (one.section === section && one.key === key && one.value === value) {
        if (!isProtectedSetting(key)) return [];
        return [
          violation(
            RULES.driverProtectedSetting,
            `${path}.${section}.${key}`,
            `the driver rejects ${show(key)} from v3.5.0 on`,
            'remove it before the driver is updated',
          ),
        ];
      }
    }
    return [
      violation(
        RULES.driverUtilsConfig,
        `${path}.${section}.${key}`,
        `the driver cannot read ${show(value)} for ${show(key)} in ${show(section)} from its flag`,
        'remove commas, spaces at the ends, colons in sections and equals signs in keys',
      ),
    ];
  });
}

function checkOperatorMode(spec: EfsDriverSpec): Finding[] {
  if (!spec.operatorMode) return [];
  return Object.entries(spec)
    .filter(([option, value]) => option !== 'operatorMode' && value !== undefined)
    .map(([option]) =>
      violation(
        RULES.driverOperatorMode,
        option,
        `the operator has no ${option}`,
        'remove it, or operatorMode',
      ),
    );
}

function checkLimit(
  value: number | undefined,
  path: string,
  least: number,
  most: number,
): Finding[] {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least && value <= most)) {
    return [];
  }
  const range =
    most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
  return [
    violation(
      RULES.driverLimit,
      path,
      `${value} is not a valid limit`,
      `use a whole number ${range}`,
    ),
  ];
}

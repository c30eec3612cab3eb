/** Checks of the EFS driver's own options: all findings at once, whatever the input is. */
import { formatConfOverrides, formatTags } from './flags';
import { EFS_STACK_RULES as RULES } from './rules';
import { EfsDriverSpec, EfsOperatorOptions, EfsVolumeMetricsSpec, UtilsConfig } from './spec';
import { checkRoleArn, ClassSpec, isRecord } from '../../csi/core';
import { Finding, hasErrors, nearest, show, violation } from '../../findings';
import { append } from '../../kube';
import { checkName } from '../../storage/core';
import { checkProvisions, checkStorageClassParameters, parseConfOverrides, parseTags } from '../driver';
import { checkEfsStorageClass } from '../storage-class/check';

const LEAST_UPPER_BOUND = 21049;
const MAX_PORT = 65535;
const MAX_MINUTES = 43200;
const MAX_RATE = 100;
const MAX_TAGS = 50;
const MAX_TAG_KEY = 128;
const MAX_TAG_VALUE = 256;
const TAG_TEXT = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

const FLAGS = [
  'operatorMode', 'staticClass', 'debugLogs', 'cloudWatchLogs', 's3FilesCloudWatchLogs', 's3FilesCloudWatchMetrics', 'useFips', 'taintWatcher',
  'deleteAccessPointRootDir', 'fileSystemIdRefs',
] as const;
const LIMITS = {
  maxInflightMounts: [1, Number.MAX_SAFE_INTEGER],
  volumeAttachLimit: [1, Number.MAX_SAFE_INTEGER],
  forceUnmountAfter: [1, Number.MAX_SAFE_INTEGER],
  portRangeUpperBound: [LEAST_UPPER_BOUND, MAX_PORT],
  metricsPort: [1, MAX_PORT],
} as const;
const OPTIONS: readonly string[] = [
  ...FLAGS, ...Object.keys(LIMITS), 'crossAccountSecretName', 'efsUtilsConfig', 'openShiftOperator', 's3FilesUtilsConfig', 'staticClassName',
  'storageClasses', 'tags', 'volumeMetrics',
];

const METRICS: readonly string[] = ['refreshPeriod', 'fsRateLimit'];
const OPERATOR_ROLES = ['roleArn', 'nodeRoleArn'] as const;
const OPERATOR_TEXTS = ['channel', 'source', 'sourceNamespace'] as const;

/** All findings on the options. */
export function checkEfsDriver(spec: EfsDriverSpec): Finding[] {
  const given: unknown = spec;
  if (!isRecord(given)) return [violation(RULES.driverOptionType, '', `${show(spec)} is no object`, 'give an object')];
  const findings = checkOptions(given, OPTIONS, '');
  append(findings, FLAGS.flatMap((option) => spec[option] === undefined || typeof spec[option] === 'boolean' ? [] : [
    violation(RULES.driverOptionType, option, `${show(spec[option])} is neither true nor false`, 'give true or false'),
  ]));
  for (const [option, [least, most]] of Object.entries(LIMITS)) {
    append(findings, checkLimit(spec[option as keyof typeof LIMITS], option, least, most));
  }
  return [
    ...findings,
    ...spec.staticClassName === undefined ? [] : checkName(spec.staticClassName, 'staticClassName'),
    ...spec.crossAccountSecretName === undefined ? [] : checkName(spec.crossAccountSecretName, 'crossAccountSecretName'),
    ...checkMetrics(spec.volumeMetrics),
    ...checkTags(spec.tags),
    ...checkUtilsConfig(spec.efsUtilsConfig, 'efsUtilsConfig'),
    ...checkUtilsConfig(spec.s3FilesUtilsConfig, 's3FilesUtilsConfig'),
    ...checkClasses(spec.storageClasses),
    ...checkOperator(spec.openShiftOperator),
    ...checkOperatorMode(spec),
  ];
}

/** Findings on a class that somebody gives to the driver's stack; one without parameters is only a name. */
export function checkClassOfStack({ dynamic, parameters = {}, mountOptions }: Pick<ClassSpec, 'dynamic' | 'parameters' | 'mountOptions'>): Finding[] {
  if (!dynamic && Object.keys(parameters).length === 0) return [];
  const findings = checkStorageClassParameters(parameters, { mountOptions });
  return hasErrors(findings) ? findings : [...findings, ...checkProvisions(parameters, mountOptions)];
}

function checkOptions(given: object, known: readonly string[], path: string): Finding[] {
  return Object.keys(given).filter((option) => !known.includes(option)).map((option) => {
    const guess = nearest(option, known);
    return violation(RULES.driverUnknownOption, `${path}${option}`, `the driver has no option ${show(option)}`,
      guess === undefined ? 'leave it out' : `give ${guess}, or leave it out`);
  });
}

function checkMetrics(metrics: EfsVolumeMetricsSpec | undefined): Finding[] {
  if (metrics === undefined) return [];
  if (!isRecord(metrics)) return [violation(RULES.driverOptionType, 'volumeMetrics', `${show(metrics)} is no object`, 'give an object')];
  return [
    ...checkOptions(metrics, METRICS, 'volumeMetrics.'),
    ...checkLimit(metrics.refreshPeriod, 'volumeMetrics.refreshPeriod', 1, MAX_MINUTES),
    ...checkLimit(metrics.fsRateLimit, 'volumeMetrics.fsRateLimit', 1, MAX_RATE),
  ];
}

function checkTags(tags: unknown): Finding[] {
  if (tags === undefined) return [];
  if (!isTextMap(tags)) return [violation(RULES.driverOptionType, 'tags', `${show(tags)} is no map of texts`, 'give a map of texts')];
  const findings: Finding[] = [];
  const entries = Object.entries(tags);
  if (entries.length > MAX_TAGS) findings.push(violation(RULES.driverTags, 'tags', `there are ${entries.length} tags`, `give at most ${MAX_TAGS}`));
  for (const [key, value] of entries) {
    const path = `tags.${key}`;
    if (key === '' || key.length > MAX_TAG_KEY || value.length > MAX_TAG_VALUE) {
      findings.push(violation(RULES.driverTags, path, `the key ${show(key)} has ${key.length} characters and the value ${value.length}`,
        `give a key of 1 to ${MAX_TAG_KEY} and a value of at most ${MAX_TAG_VALUE}`));
    }
    if (/^aws:/i.test(key)) findings.push(violation(RULES.driverTags, path, `the key ${show(key)} starts with aws:, which is AWS's own`, 'give another key'));
    if (!TAG_TEXT.test(key) || !TAG_TEXT.test(value)) {
      findings.push(violation(RULES.driverTags, path, `${show(key)} or ${show(value)} has a character that tags cannot have`,
        'give letters, digits, blanks and _ . : / = + - @'));
    } else if (!readsBack({ [key]: value })) {
      findings.push(violation(RULES.driverTags, path, `the driver cannot read ${show(key)} with ${show(value)} from its flag`,
        'leave out blanks at the ends, and blanks and colons behind letters that are not ASCII'));
    }
  }
  if (findings.length === 0 && !readsBack(tags)) {
    findings.push(violation(RULES.driverTags, 'tags', 'the driver cannot read these tags from its flag all together',
      'leave out blanks and colons, or letters that are not ASCII'));
  }
  return findings;
}

/** Whether the driver, which trims the flag and unescapes it, gets what was meant. */
function readsBack(tags: { readonly [key: string]: string }): boolean {
  const read = parseTags(formatTags(tags).trim());
  const entries = Object.entries(tags);
  return entries.length === Object.keys(read).length && entries.every(([key, value]) => Object.hasOwn(read, key) && read[key] === value);
}

function checkUtilsConfig(config: unknown, path: string): Finding[] {
  if (config === undefined) return [];
  if (!isRecord(config) || !Object.values(config).every(isTextMap)) {
    return [violation(RULES.driverOptionType, path, `${show(config)} is no map of sections with maps of texts`, 'give { section: { key: value } }')];
  }
  const settings = Object.entries(config as UtilsConfig).flatMap(([section, own]) =>
    Object.entries(own).map(([key, value]) => ({ section, key, value })));
  return settings.flatMap(({ section, key, value }) => {
    const read = parseConfOverrides(formatConfOverrides({ [section]: { [key]: value } }));
    if ('overrides' in read && read.overrides.length === 1) {
      const [one] = read.overrides;
      if (one.section === section && one.key === key && one.value === value) return [];
    }
    return [violation(RULES.driverUtilsConfig, `${path}.${section}.${key}`, `the driver cannot read ${show(value)} for ${show(key)} in ${show(section)} from its flag`,
      'leave out commas, blanks at the ends, colons in sections and equals signs in keys')];
  });
}

function checkClasses(classes: unknown): Finding[] {
  if (classes === undefined) return [];
  if (!Array.isArray(classes)) return [violation(RULES.driverOptionType, 'storageClasses', `${show(classes)} is no list`, 'give a list')];
  return classes.flatMap((one, index) => isRecord(one)
    ? checkEfsStorageClass(one as never).map((finding) => ({ ...finding, path: `storageClasses[${index}].${finding.path}` }))
    : [violation(RULES.driverOptionType, `storageClasses[${index}]`, `${show(one)} is no object`, 'give an object')]);
}

function checkOperator(operator: EfsOperatorOptions | undefined): Finding[] {
  if (operator === undefined) return [];
  if (!isRecord(operator)) return [violation(RULES.driverOptionType, 'openShiftOperator', `${show(operator)} is no object`, 'give an object')];
  const findings = checkOptions(operator, [...OPERATOR_ROLES, ...OPERATOR_TEXTS], 'openShiftOperator.');
  for (const field of OPERATOR_ROLES) append(findings, checkRoleArn(RULES.driverRoleArn, operator[field], `openShiftOperator.${field}`));
  for (const field of OPERATOR_TEXTS) {
    const value: unknown = operator[field];
    if (value === undefined || (typeof value === 'string' && value.trim() !== '')) continue;
    findings.push(violation(RULES.driverOptionType, `openShiftOperator.${field}`, `${show(value)} is no text, or an empty one`, 'give a text'));
  }
  return findings;
}

function checkOperatorMode(spec: EfsDriverSpec): Finding[] {
  if (!spec.operatorMode) return [];
  return Object.entries(spec).filter(([option, value]) => option !== 'operatorMode' && value !== undefined).map(([option]) =>
    violation(RULES.driverOperatorMode, option, `the operator has no ${option}`, 'leave it out, or operatorMode'));
}

function checkLimit(value: unknown, path: string, least: number, most: number): Finding[] {
  if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most)) return [];
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `a number from ${least} to ${most}`;
  return [violation(RULES.driverLimit, path, `${show(value)} is no whole number that the driver takes`, `give ${range}`)];
}

function isTextMap(value: unknown): value is { [key: string]: string } {
  return isRecord(value) && Object.values(value).every((one) => typeof one === 'string');
}

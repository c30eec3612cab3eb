/** Checks of what a node gets to mount a volume: access modes, mount options and volume attributes. */
import { checkAccessPointId } from './check-ids';
import { unmarshalStringMap } from './go-json';
import { FileSystemType } from './handle';
import { EFS_DRIVER_RULES as RULES } from './rules';
import { didYouMean, Finding, inQuotes, show, violation } from '../../findings';
import { append, isIpAddress, parseBool, toLower } from '../../kube';

/** The volume that options and attributes belong to, as far as it is known. */
export interface MountContext {
  /** The access point of the volume handle. */
  readonly accessPointId?: string;
  readonly fileSystemType?: FileSystemType;
  /** Whether the driver makes an access point for each volume: the options are those of a StorageClass. */
  readonly provisioned?: boolean;
  readonly mountOptions?: unknown;
  readonly volumeAttributes?: unknown;
}

const SUPPORTED_MODES = ['ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

/** Findings on access modes, of a volume or a claim. */
export function checkAccessModes(modes: unknown, path: string = 'accessModes'): Finding[] {
  if (!Array.isArray(modes) || modes.length === 0) {
    return [violation(RULES.accessMode, path, `${show(modes)} holds no access mode`, 'give ["ReadWriteMany"]')];
  }
  const findings = modes.flatMap((mode, index) => {
    if (SUPPORTED_MODES.includes(mode)) return [];
    if (mode === 'ReadOnlyMany') {
      return [violation(RULES.accessMode, `${path}[${index}]`, 'the driver refuses ReadOnlyMany',
        'use ReadWriteMany, and mount the claim with readOnly: true')];
    }
    return [violation(RULES.accessMode, `${path}[${index}]`, `${show(mode)} is no access mode of the driver`, didYouMean(mode, SUPPORTED_MODES))];
  });
  if (modes.length > 1 && modes.includes('ReadWriteOncePod')) {
    findings.push(violation(RULES.accessMode, path, 'ReadWriteOncePod stands beside other access modes', 'give it alone'));
  } else if (modes.indexOf('ReadWriteMany') > 0) {
    findings.push(violation(RULES.firstAccessMode, path, `kubelet asks for ${show(modes[0])} only, the first access mode`,
      'put ReadWriteMany first, or give it alone'));
  }
  return findings;
}

/** Findings on the volume mode. */
export function checkVolumeMode(mode: unknown, path: string = 'volumeMode'): Finding[] {
  if (mode === undefined || mode === 'Filesystem') return [];
  const message = mode === 'Block' ? 'the driver refuses Block volumes' : `${show(mode)} is no volume mode`;
  return [violation(RULES.volumeMode, path, message, 'leave volumeMode out, or give Filesystem')];
}

/** Findings on mount options, of a volume or a class. */
export function checkMountOptions(options: unknown, context: MountContext = {}, path: string = 'mountOptions'): Finding[] {
  if (options === undefined) return [];
  if (!Array.isArray(options)) return [violation(RULES.mountOption, path, `${show(options)} is no list`, 'give a list of texts')];
  const seen = new Set<string>();
  return options.flatMap((option, index) => {
    const place = `${path}[${index}]`;
    if (typeof option !== 'string') return [violation(RULES.mountOption, place, `${show(option)} is no text`, 'give a list of texts')];
    const findings = checkOptionForm(option, place);
    const lower = toLower(option.trim());
    if (seen.has(lower) && lower !== '') {
      findings.push(violation(RULES.mountOptionForm, place, `${show(option)} is given twice`, 'leave one of them out'));
    }
    seen.add(lower);
    append(findings, lower.split(',').flatMap((part) => checkOption(part.trim(), place, context)));
    return findings;
  });
}

function checkOptionForm(option: string, place: string): Finding[] {
  if (option.trim() === '') return [violation(RULES.mountOption, place, `${show(option)} is empty`, 'leave it out')];
  if (option !== option.trim()) {
    return [violation(RULES.mountOption, place, `${show(option)} has blanks around it`, `write ${show(option.trim())}`)];
  }
  if (/^[-/]/.test(option)) {
    return [violation(RULES.mountOption, place, `${show(option)} is no mount option`, 'give the options alone, such as "iam" or "timeo=600"')];
  }
  if (option.includes(',')) {
    return [violation(RULES.mountOptionForm, place, `${show(option)} holds several options`, `give them one by one: ${show(option.split(','))}`)];
  }
  const lower = toLower(option);
  return option === lower ? [] : [
    violation(RULES.mountOptionForm, place, `${show(option)} is lower-cased by the driver`, `write ${show(lower)}, if that works`),
  ];
}

function checkOption(option: string, place: string, context: MountContext): Finding[] {
  const equals = option.indexOf('=');
  const name = equals < 0 ? option : option.slice(0, equals);
  switch (name) {
    case 'crossaccount':
      return [violation(RULES.mountOption, place, 'crossaccount is no mount option of the driver', context.provisioned
        ? 'set it to "true" in the provisioner secret' : 'use the volume attribute crossaccount: "true"')];
    case 'accesspoint':
      return checkAccessPointOption(option.slice(name.length + 1), place, context);
    case 'az':
      return [violation(RULES.availabilityZoneOption, place, `${show(option)} sends all nodes to one zone`,
        'leave it out, unless the file system is a One Zone one')];
    case 'awscredsuri':
      return [violation(RULES.mountOptionNeedless, place, 'the driver drops awscredsuri', 'leave it out, and give the node plugin an IAM role')];
    case 'stunnel':
      return context.fileSystemType !== 's3files' ? [] : [
        violation(RULES.s3FilesUnsupported, place, 'S3 Files are not mounted with stunnel', 'leave stunnel out'),
      ];
    case 'tls':
      return isOff(attribute(context.volumeAttributes, 'encryptintransit')) ? [
        violation(RULES.mountOption, place, 'tls is given, but encryptInTransit is false', 'leave out one of them: encryption is on by default'),
      ] : [];
    default:
      return [];
  }
}

function checkAccessPointOption(id: string, place: string, { accessPointId, provisioned }: MountContext): Finding[] {
  if (provisioned) {
    return [violation(RULES.mountOption, place, `${show(id)} is not the access point of the volume: the driver makes one for each`, 'leave it out')];
  }
  if (accessPointId === undefined) {
    return [...checkAccessPointId(id, place), violation(RULES.mountOptionNeedless, place, 'access points in mount options are deprecated',
      'give the access point as accessPointId, which puts it into the volume handle')];
  }
  if (id === accessPointId) {
    return [violation(RULES.mountOptionNeedless, place, 'the volume handle names the access point already', 'leave it out')];
  }
  return [violation(RULES.mountOption, place, `${show(id)} is not ${show(accessPointId)}, the access point of the volume handle`, 'leave it out')];
}

/** The attributes that the driver takes, as they are written. */
const ATTRIBUTES = ['encryptInTransit', 'mounttargetip', 'mounttargetipmap', 'crossaccount', 'storage.kubernetes.io/csiProvisionerIdentity'];

/** Where attributes belong that other drivers, versions or places know. */
const ELSEWHERE: { readonly [attribute: string]: string } = {
  path: 'give it as path, which puts it into the volume handle',
  accesspointid: 'give it as accessPointId, which puts it into the volume handle',
  accesspoint: 'give it as accessPointId, which puts it into the volume handle',
  filesystemid: 'give it as fileSystemId, which puts it into the volume handle',
  volumehandle: 'give fileSystemId, path and accessPointId, which make the volume handle',
  az: 'for a One Zone file system use the mount option az, for another account mounttargetip',
  tls: 'leave it out: encryption in transit is on by default, and encryptInTransit: "false" turns it off',
  iam: 'use the mount option iam',
  mountoptions: 'use mountOptions, a field of the volume itself',
  readonly: 'set readOnly where the volume is mounted',
};

/** Findings on volume attributes. */
export function checkVolumeAttributes(attributes: unknown, context: MountContext = {}, path: string = 'volumeAttributes'): Finding[] {
  if (attributes === undefined) return [];
  if (typeof attributes !== 'object' || attributes === null || Array.isArray(attributes)) {
    return [violation(RULES.volumeAttribute, path, `${show(attributes)} is no map`, 'give a map of texts')];
  }
  const findings: Finding[] = [];
  const seen = new Map<string, string>();
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    const lower = toLower(key);
    const place = `${path}.${key}`;
    const twin = seen.get(lower);
    if (twin !== undefined) {
      findings.push(violation(RULES.volumeAttribute, place, `${show(twin)} and ${show(key)} are the same to the driver, which takes either at random`,
        'leave one of them out'));
    }
    seen.set(lower, key);
    append(findings, checkAttribute(key, value, place, context));
  }
  return [...findings, ...checkMountTarget(attributes, path)];
}

function checkAttribute(key: string, value: unknown, place: string, context: MountContext): Finding[] {
  const lower = toLower(key);
  const known = ATTRIBUTES.find((attributeName) => toLower(attributeName) === lower);
  if (known === undefined) return [violation(RULES.volumeAttribute, place, `the driver has no attribute ${show(key)}`, attributeRemedy(key))];
  const wrong = (remedy: string, message = show(value)) => [violation(RULES.volumeAttributeValue, place, message, remedy)];
  if (typeof value !== 'string') return wrong(inQuotes(value), `${show(value)} is no text`);
  if (known === 'encryptInTransit' || known === 'crossaccount') {
    if ('error' in parseBool(value)) return wrong('give "true" or "false"', `${show(value)} is no boolean`);
    return known === 'crossaccount' ? checkCrossAccount(value, place, context) : checkEncryption(value, place, context);
  }
  if (known === 'mounttargetip' && !isIpAddress(value)) return wrong('give the IP address of one mount target', `${show(value)} is no IP address`);
  return known === 'mounttargetipmap' ? checkAddressMap(value, place) : [];
}

function checkEncryption(value: string, place: string, { accessPointId, fileSystemType, mountOptions }: MountContext): Finding[] {
  if (!isOff(value)) return [];
  const inOptions = Array.isArray(mountOptions) && mountOptions.some((option) => typeof option === 'string' && /^accesspoint=/i.test(option));
  const why = fileSystemType === 's3files' ? 'S3 Files are not mounted without encryption'
    : accessPointId !== undefined ? 'the driver encrypts all the same: access points need it'
      : inOptions ? 'access points are not mounted without encryption' : undefined;
  return why === undefined ? [] : [violation(RULES.encryptInTransit, place, `encryptInTransit is ${show(value)}, but ${why}`, 'leave encryptInTransit out')];
}

function checkCrossAccount(value: string, place: string, { fileSystemType }: MountContext): Finding[] {
  if (isOff(value) || fileSystemType !== 's3files') return [];
  return [violation(RULES.s3FilesUnsupported, place, 'S3 Files are not mounted across accounts', 'leave crossaccount out')];
}

function checkAddressMap(value: string, place: string): Finding[] {
  const parsed = unmarshalStringMap(value);
  if ('error' in parsed) {
    return [violation(RULES.volumeAttributeValue, place, `${show(value)} is no JSON map of texts: ${parsed.error}`, 'use mounttargetip or crossaccount')];
  }
  return Object.entries(parsed.value ?? {}).flatMap(([zone, address]) => isIpAddress(address) ? [] : [
    violation(RULES.volumeAttributeValue, place, `${show(address)}, the address in ${show(zone)}, is no IP address`, 'use mounttargetip or crossaccount'),
  ]);
}

/** What the attributes say together about where the file system is. */
function checkMountTarget(attributes: object, path: string): Finding[] {
  const map = attribute(attributes, 'mounttargetipmap');
  const ip = attribute(attributes, 'mounttargetip');
  const crossAccount = attribute(attributes, 'crossaccount');
  const findings: Finding[] = [];
  if (map !== undefined) {
    findings.push(violation(RULES.mountTarget, `${path}.mounttargetipmap`, 'the map of addresses is written by the controller',
      'use crossaccount: "true", or mounttargetip with one address'));
  }
  if (ip !== undefined && (map !== undefined || isOn(crossAccount))) {
    findings.push(violation(RULES.mountTarget, `${path}.mounttargetip`, `${map === undefined ? 'crossaccount' : 'mounttargetipmap'} finds a mount target as well`,
      'leave one of them out'));
  }
  return findings;
}

function attributeRemedy(key: string): string {
  const lower = toLower(key);
  if (Object.hasOwn(ELSEWHERE, lower)) return ELSEWHERE[lower];
  if (lower.startsWith('csi.storage.k8s.io/')) return 'leave it out; kubelet adds such attributes when the CSIDriver has podInfoOnMount or tokenRequests';
  return didYouMean(key, ATTRIBUTES.slice(0, 4));
}

/** The value of an attribute, whatever the case of its key. */
function attribute(attributes: unknown, lowerKey: string): unknown {
  if (typeof attributes !== 'object' || attributes === null) return undefined;
  return Object.entries(attributes).find(([key]) => toLower(key) === lowerKey)?.[1];
}

function isOff(value: unknown): boolean {
  const parsed = typeof value === 'string' ? parseBool(value) : undefined;
  return parsed !== undefined && 'value' in parsed && !parsed.value;
}

function isOn(value: unknown): boolean {
  const parsed = typeof value === 'string' ? parseBool(value) : undefined;
  return parsed !== undefined && 'value' in parsed && parsed.value;
}

/**
 * Checks of what a node gets to mount a volume: access modes, mount options and volume attributes.
 */
import { checkAccessPointId } from './check-ids';
import { unmarshalStringMap } from './go-json';
import { FileSystemType } from './handle';
import { EFS_DRIVER_RULES as RULES } from './rules';
import { didYouMean, Finding, show, violation } from '../../findings';
import { append, isIpAddress, parseBool, toLower } from '../../kube';

type Texts = { readonly [key: string]: string };

/** The volume that options and attributes belong to, as far as it is known. */
export interface MountContext {
  /** The access point of the volume handle. */
  readonly accessPointId?: string;
  readonly fileSystemType?: FileSystemType;
  /**
   * Whether the driver makes an access point for each volume: the options are those of a
   * StorageClass.
   */
  readonly provisioned?: boolean;
  readonly mountOptions?: readonly string[];
  readonly volumeAttributes?: Texts;
}

/** The access modes that the driver mounts. */
export const SUPPORTED_MODES = ['ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

/** Findings on access modes, of a volume or a claim. */
export function checkAccessModes(
  modes: readonly string[],
  path: string = 'accessModes',
): Finding[] {
  if (modes.length === 0) {
    return [violation(RULES.accessMode, path, 'there is no access mode', 'use ["ReadWriteMany"]')];
  }
  const findings = modes.flatMap((mode, index) => {
    if (SUPPORTED_MODES.includes(mode)) return [];
    if (mode === 'ReadOnlyMany') {
      return [
        violation(
          RULES.accessMode,
          `${path}[${index}]`,
          'the driver refuses ReadOnlyMany',
          'use ReadWriteMany, and mount the claim with readOnly: true',
        ),
      ];
    }
    return [
      violation(
        RULES.accessMode,
        `${path}[${index}]`,
        `${show(mode)} is not an access mode of the driver`,
        didYouMean(mode, SUPPORTED_MODES),
      ),
    ];
  });
  if (modes.length > 1 && modes.includes('ReadWriteOncePod')) {
    findings.push(
      violation(
        RULES.accessMode,
        path,
        'ReadWriteOncePod cannot be combined with other access modes',
        'use it alone',
      ),
    );
  } else if (modes.indexOf('ReadWriteMany') > 0) {
    findings.push(
      violation(
        RULES.firstAccessMode,
        path,
        `kubelet requests only ${show(modes[0])}, the first access mode`,
        'put ReadWriteMany first, or use it alone',
      ),
    );
  }
  return findings;
}

/** Findings on the volume mode. */
export function checkVolumeMode(mode: string | undefined, path: string = 'volumeMode'): Finding[] {
  if (mode === undefined || mode === 'Filesystem') return [];
  const message =
    mode === 'Block' ? 'the driver refuses Block volumes' : `${show(mode)} is not a volume mode`;
  return [violation(RULES.volumeMode, path, message, 'remove volumeMode, or use Filesystem')];
}

/** Findings on mount options, of a volume or a class. */
export function checkMountOptions(
  options: readonly string[] = [],
  context: MountContext = {},
  path: string = 'mountOptions',
): Finding[] {
  const seen = new Set<string>();
  return options.flatMap((option, index) => {
    const place = `${path}[${index}]`;
    const findings = checkOptionForm(option, place);
    const lower = toLower(option.trim());
    if (seen.has(lower) && lower !== '') {
      findings.push(
        violation(
          RULES.mountOptionForm,
          place,
          `${show(option)} appears twice`,
          'remove one of them',
        ),
      );
    }
    seen.add(lower);
    append(
      findings,
      lower.split(',').flatMap((part) => checkOption(part.trim(), place, context)),
    );
    return findings;
  });
}

function checkOptionForm(option: string, place: string): Finding[] {
  if (option.trim() === '') {
    return [violation(RULES.mountOption, place, `${show(option)} is empty`, 'remove it')];
  }
  if (option !== option.trim()) {
    return [
      violation(
        RULES.mountOption,
        place,
        `${show(option)} has whitespace around it`,
        `write ${show(option.trim())}`,
      ),
    ];
  }
  if (/^[-/]/.test(option)) {
    return [
      violation(
        RULES.mountOption,
        place,
        `${show(option)} is not a mount option`,
        'use the options alone, such as "iam" or "timeo=600"',
      ),
    ];
  }
  if (option.includes(',')) {
    return [
      violation(
        RULES.mountOptionForm,
        place,
        `${show(option)} contains several options`,
        `list them one by one: ${show(option.split(',').map((part) => part.trim()))}`,
      ),
    ];
  }
  const lower = toLower(option);
  return option === lower
    ? []
    : [
        violation(
          RULES.mountOptionForm,
          place,
          `${show(option)} is lower-cased by the driver`,
          `write ${show(lower)}, if that works`,
        ),
      ];
}

function checkOption(option: string, place: string, context: MountContext): Finding[] {
  const equals = option.indexOf('=');
  const name = equals < 0 ? option : option.slice(0, equals);
  switch (name) {
    case 'crossaccount':
      return [
        violation(
          RULES.mountOption,
          place,
          'crossaccount is not a mount option of the driver',
          context.provisioned
            ? 'set it to "true" in the provisioner secret'
            : 'use the volume attribute crossaccount: "true"',
        ),
      ];
    case 'accesspoint':
      return checkAccessPointOption(option.slice(name.length + 1), place, context);
    case 'az':
      return [
        violation(
          RULES.availabilityZoneOption,
          place,
          `${show(option)} sends all nodes to the mount target of one zone`,
          'remove it, unless it is a One Zone file system',
        ),
      ];
    case 'awscredsuri':
      return [
        violation(
          RULES.mountOptionNeedless,
          place,
          'the driver drops awscredsuri',
          'remove it, and assign an IAM role to the node plugin',
        ),
      ];
    case 'stunnel':
      return context.fileSystemType !== 's3files'
        ? []
        : [
            violation(
              RULES.s3FilesUnsupported,
              place,
              'S3 Files cannot be mounted with stunnel',
              'remove stunnel',
            ),
          ];
    case 'tls':
      return isOff(attribute(context.volumeAttributes, 'encryptintransit'))
        ? [
            violation(
              RULES.mountOption,
              place,
              'tls is set, but encryptInTransit is false',
              'remove one of them: encryption is on by default',
            ),
          ]
        : [];
    default:
      return [];
  }
}

function checkAccessPointOption(
  id: string,
  place: string,
  { accessPointId, provisioned }: MountContext,
): Finding[] {
  if (provisioned) {
    return [
      violation(
        RULES.mountOption,
        place,
        `${show(id)} is not the access point of the volume: the driver creates one for each volume`,
        'remove it',
      ),
    ];
  }
  if (accessPointId === undefined) {
    return [
      ...checkAccessPointId(id, place),
      violation(
        RULES.mountOptionNeedless,
        place,
        'access points in mount options are deprecated',
        'set accessPointId, which puts the access point into the volume handle',
      ),
    ];
  }
  if (id === accessPointId) {
    return [
      violation(
        RULES.mountOptionNeedless,
        place,
        'the volume handle already names the access point',
        'remove it',
      ),
    ];
  }
  return [
    violation(
      RULES.mountOption,
      place,
      `${show(id)} is not ${show(accessPointId)}, the access point of the volume handle`,
      'remove it',
    ),
  ];
}

/** The attributes that the driver takes, as they are written. */
const ATTRIBUTES = [
  'encryptInTransit',
  'mounttargetip',
  'mounttargetipmap',
  'crossaccount',
  'storage.kubernetes.io/csiProvisionerIdentity',
];

/** Where attributes belong that other drivers, versions or places know. */
const ELSEWHERE: { readonly [attribute: string]: string } = {
  path: 'set path, which puts it into the volume handle',
  accesspointid: 'set accessPointId, which puts it into the volume handle',
  accesspoint: 'set accessPointId, which puts it into the volume handle',
  filesystemid: 'set fileSystemId, which puts it into the volume handle',
  volumehandle: 'set fileSystemId, path and accessPointId, which make up the volume handle',
  az: 'for a One Zone file system use the mount option az, for another account mounttargetip',
  tls: 'remove it: encryption in transit is on by default, and encryptInTransit: "false" turns it off',
  iam: 'use the mount option iam',
  mountoptions: 'use mountOptions, a field of the volume itself',
  readonly: 'set readOnly where the volume is mounted',
};

/** Findings on volume attributes. */
export function checkVolumeAttributes(
  attributes: Texts = {},
  context: MountContext = {},
  path: string = 'volumeAttributes',
): Finding[] {
  const findings: Finding[] = [];
  const seen = new Map<string, string>();
  for (const [key, value] of Object.entries(attributes)) {
    const lower = toLower(key);
    const place = `${path}.${key}`;
    const twin = seen.get(lower);
    if (twin !== undefined) {
      findings.push(
        violation(
          RULES.volumeAttribute,
          place,
          `${show(twin)} and ${show(key)} are the same to the driver, which picks one of them at random`,
          'remove one of them',
        ),
      );
    }
    seen.set(lower, key);
    append(findings, checkAttribute(key, value, place, context));
  }
  return [...findings, ...checkMountTarget(attributes, path)];
}

function checkAttribute(
  key: string,
  value: string,
  place: string,
  context: MountContext,
): Finding[] {
  const lower = toLower(key);
  const known = ATTRIBUTES.find((attributeName) => toLower(attributeName) === lower);
  if (known === undefined) {
    return [
      violation(
        RULES.volumeAttribute,
        place,
        `the driver has no attribute ${show(key)}`,
        attributeRemedy(key),
      ),
    ];
  }
  const wrong = (what: string, remedy: string) => [
    violation(RULES.volumeAttributeValue, place, `${show(value)} ${what}`, remedy),
  ];
  if (known === 'encryptInTransit' || known === 'crossaccount') {
    if ('error' in parseBool(value)) return wrong('is not a boolean', 'use "true" or "false"');
    return known === 'crossaccount'
      ? checkCrossAccount(value, place, context)
      : checkEncryption(value, place, context);
  }
  if (known === 'mounttargetip' && !isIpAddress(value)) {
    return wrong('is not an IP address', 'use the IP address of one mount target');
  }
  return known === 'mounttargetipmap' ? checkAddressMap(value, place) : [];
}

function checkEncryption(
  value: string,
  place: string,
  { accessPointId, fileSystemType, mountOptions }: MountContext,
): Finding[] {
  if (!isOff(value)) return [];
  const inOptions = mountOptions?.some((option) => /^accesspoint=/i.test(option));
  const why =
    fileSystemType === 's3files'
      ? 'S3 Files cannot be mounted without encryption'
      : accessPointId !== undefined
        ? 'the driver encrypts anyway: access points need it'
        : inOptions
          ? 'access points cannot be mounted without encryption'
          : undefined;
  return why === undefined
    ? []
    : [
        violation(
          RULES.encryptInTransit,
          place,
          `encryptInTransit is ${show(value)}, but ${why}`,
          'remove encryptInTransit',
        ),
      ];
}

function checkCrossAccount(
  value: string,
  place: string,
  { fileSystemType }: MountContext,
): Finding[] {
  if (isOff(value) || fileSystemType !== 's3files') return [];
  return [
    violation(
      RULES.s3FilesUnsupported,
      place,
      'S3 Files cannot be mounted across accounts',
      'remove crossaccount',
    ),
  ];
}

function checkAddressMap(value: string, place: string): Finding[] {
  const parsed = unmarshalStringMap(value);
  if ('error' in parsed) {
    return [
      violation(
        RULES.volumeAttributeValue,
        place,
        `${show(value)} is not a JSON map of strings: ${parsed.error}`,
        'use mounttargetip or crossaccount',
      ),
    ];
  }
  return Object.entries(parsed.value ?? {}).flatMap(([zone, address]) =>
    isIpAddress(address)
      ? []
      : [
          violation(
            RULES.volumeAttributeValue,
            place,
            `${show(address)}, the address in ${show(zone)}, is not an IP address`,
            'use mounttargetip or crossaccount',
          ),
        ],
  );
}

/** What the attributes say together about where the file system is. */
function checkMountTarget(attributes: Texts, path: string): Finding[] {
  const map = attribute(attributes, 'mounttargetipmap');
  const ip = attribute(attributes, 'mounttargetip');
  const crossAccount = attribute(attributes, 'crossaccount');
  const findings: Finding[] = [];
  if (map !== undefined) {
    findings.push(
      violation(
        RULES.mountTarget,
        `${path}.mounttargetipmap`,
        'the map of addresses is written by the controller',
        'use crossaccount: "true", or mounttargetip with one address',
      ),
    );
  }
  if (ip !== undefined && (map !== undefined || isOn(crossAccount))) {
    findings.push(
      violation(
        RULES.mountTarget,
        `${path}.mounttargetip`,
        `${map === undefined ? 'crossaccount' : 'mounttargetipmap'} finds a mount target as well`,
        'remove one of them',
      ),
    );
  }
  return findings;
}

function attributeRemedy(key: string): string {
  const lower = toLower(key);
  if (Object.hasOwn(ELSEWHERE, lower)) return ELSEWHERE[lower];
  if (lower.startsWith('csi.storage.k8s.io/')) {
    return 'remove it; kubelet adds such attributes when the CSIDriver has podInfoOnMount or tokenRequests';
  }
  return didYouMean(key, ATTRIBUTES.slice(0, 4));
}

/** The value of an attribute, whatever the case of its key. */
function attribute(attributes: Texts | undefined, lowerKey: string): string | undefined {
  return Object.entries(attributes ?? {}).find(([key]) => toLower(key) === lowerKey)?.[1];
}

function isOff(value: string = ''): boolean {
  const parsed = parseBool(value);
  return 'value' in parsed && !parsed.value;
}

function isOn(value: string = ''): boolean {
  const parsed = parseBool(value);
  return 'value' in parsed && parsed.value;
}

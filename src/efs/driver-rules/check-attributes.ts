/** Checks of the attributes of a volume, as the node plugin reads them. */
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
export function attribute(attributes: Texts | undefined, lowerKey: string): string | undefined {
  return Object.entries(attributes ?? {}).find(([key]) => toLower(key) === lowerKey)?.[1];
}

/** Whether an attribute is surely false. */
export function isOff(value: string = ''): boolean {
  const parsed = parseBool(value);
  return 'value' in parsed && !parsed.value;
}

function isOn(value: string = ''): boolean {
  const parsed = parseBool(value);
  return 'value' in parsed && parsed.value;
}

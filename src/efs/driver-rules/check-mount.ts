/**
 * Checks of what a node gets to mount a volume: access modes, volume modes and mount options.
 */
import { attribute, isOff, MountContext } from './check-attributes';
import { checkAccessPointId } from './check-ids';
import { EFS_DRIVER_RULES as RULES } from './rules';
import { didYouMean, Finding, show, violation } from '../../findings';
import { append, toLower } from '../../kube';

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

/**
 * Classes of local disks: whether the driver and the provisioner take their parameters as they are
 * meant.
 */
import { Finding, meantOr, nearest, oneLetterOff, Severity, show, violation } from '../../findings';
import { Judge } from '../../judge';
import { Fields, fieldsOf, isGiven, textOf } from '../../object';
import { RESERVED_KEYS, RESERVED_PREFIX, secretProblems } from '../../storage/core';
import {
  DEFAULT_VOLUME_GROUP,
  FAILOVER_MODE,
  FAILOVER_MODES,
  FS_TYPE,
  INITIAL_NODE,
  LOCAL_DRIVER,
  VOLUME_GROUP,
} from '../names';
import { Installation, installationOf } from './installation';
import { LOCAL_RULES as RULES } from './rules';

/** What the driver or the provisioner reads; the last one is the former name of the file system. */
const PARAMETERS = [VOLUME_GROUP, FAILOVER_MODE, FS_TYPE, 'fstype'];
const isMisspelt = oneLetterOff([LOCAL_DRIVER]);

export const CLASS_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: ['storage.k8s.io/StorageClass'],
  check: ({ manifest }, world) => {
    if (manifest.provisioner === LOCAL_DRIVER) {
      return [
        ...checkClassParameters(fieldsOf(manifest.parameters), world.once(installationOf)),
        ...bindingFindings(manifest),
      ];
    }
    const meant = isMisspelt(textOf(manifest.provisioner));
    return meant === undefined
      ? []
      : [
          violation(
            RULES.provisionerName,
            'provisioner',
            `there is no driver ${show(manifest.provisioner)}`,
            `perhaps you meant ${show(meant)}`,
          ),
        ];
  },
};

/** What is wrong with a group of logical volumes; undefined if nothing is. */
export function volumeGroupProblem(group: string): string | undefined {
  if (group.includes('#')) return 'contains a #, which separates it from the volume in a handle';
  return /^[A-Za-z0-9+_.][A-Za-z0-9+_.-]*$/.test(group) && group !== '.' && group !== '..'
    ? undefined
    : 'is not a valid name of a volume group';
}

/** Findings on the parameters of a class, where the driver is installed so. */
export function checkClassParameters(parameters: Fields, installation: Installation): Finding[] {
  const given = Object.entries(parameters).filter(([, value]) => isGiven(value));
  return [
    ...given.flatMap(([name, value]) => {
      const path = `parameters[${show(name)}]`;
      switch (name) {
        case VOLUME_GROUP:
          return groupFindings(textOf(value), path, installation);
        case FAILOVER_MODE:
          return modeFindings(value, path, installation);
        case INITIAL_NODE:
          return [initialNodeFinding(value, path, installation)];
        case 'fstype':
          return isGiven(parameters[FS_TYPE])
            ? [
                violation(
                  RULES.provisionerParameter,
                  path,
                  `the file system is already set by ${FS_TYPE}, and the provisioner rejects both`,
                  'remove it',
                ),
              ]
            : [];
        default:
          return PARAMETERS.includes(name) || RESERVED_KEYS.includes(name)
            ? []
            : [unknownParameter(name, path)];
      }
    }),
    ...secretFindings(given),
  ];
}

function initialNodeFinding(
  node: unknown,
  path: string,
  { isHyperconverged }: Installation,
): Finding {
  const finding = violation(
    RULES.initialNode,
    path,
    `volumes on all nodes would claim to be on ${show(node)}`,
    'remove it',
  );
  // There the driver writes the node itself, over this one.
  return isHyperconverged
    ? {
        ...finding,
        severity: Severity.WARNING,
        message: `the driver writes the node of each volume itself, so ${show(node)} has no effect`,
      }
    : finding;
}

function secretFindings(given: readonly [string, unknown][]): Finding[] {
  return secretProblems(
    Object.fromEntries(given.map(([name, value]) => [name, textOf(value)])),
  ).map(({ key, message }) =>
    violation(
      RULES.provisionerParameter,
      `parameters[${show(key)}]`,
      `the provisioner refuses it: ${message}`,
      'remove it: the driver reads no secrets',
    ),
  );
}

function unknownParameter(name: string, path: string): Finding {
  const guess =
    PARAMETERS.find((one) => one.toLowerCase() === name.toLowerCase()) ?? nearest(name, PARAMETERS);
  const [rule, why] = name.startsWith(RESERVED_PREFIX)
    ? [RULES.provisionerParameter, 'the provisioner refuses it']
    : [RULES.classParameter, 'it has no effect'];
  return violation(
    rule,
    path,
    `the driver has no parameter ${show(name)}: ${why}`,
    meantOr(guess, 'remove it'),
  );
}

function groupFindings(group: string, path: string, { raidGroup: made }: Installation): Finding[] {
  // The empty text is as good as none.
  const problem = group === '' ? undefined : volumeGroupProblem(group);
  if (problem !== undefined) {
    return [
      violation(
        RULES.volumeGroup,
        path,
        `${show(group)} ${problem}`,
        'use letters, digits and + _ . -',
      ),
    ];
  }
  const own = group || DEFAULT_VOLUME_GROUP;
  return made === undefined || made === own
    ? []
    : [
        violation(
          RULES.volumeGroupOfRaid,
          path,
          `the class uses the volume group ${show(own)}, but the driver creates ${show(made)} on the disks`,
          `must be one of ${made}`,
        ),
      ];
}

function modeFindings(value: unknown, path: string, { isHyperconverged }: Installation): Finding[] {
  if (!FAILOVER_MODES.some((mode) => mode === value)) {
    return [
      violation(
        RULES.failoverMode,
        path,
        `${show(value)} is not a failover mode, and is treated as availability`,
        `must be one of ${FAILOVER_MODES.join(', ')}`,
      ),
    ];
  }
  return isHyperconverged === false
    ? [
        violation(
          RULES.failoverWithoutEffect,
          path,
          'the driver gives volumes node affinity here, so nothing reads the failover mode',
          'remove it',
        ),
      ]
    : [];
}

function bindingFindings({ volumeBindingMode }: Fields): Finding[] {
  // What is no binding mode at all is for others to tell.
  if (isGiven(volumeBindingMode) && volumeBindingMode !== 'Immediate') return [];
  return [
    violation(
      RULES.immediateBinding,
      'volumeBindingMode',
      'volumes are created immediately, before it is known where their pods have room',
      'set volumeBindingMode: WaitForFirstConsumer',
    ),
  ];
}

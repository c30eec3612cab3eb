/** Checks of the driver's own options, and of the classes that its stack is given. */
import { LOCAL_DRIVER_RULES as RULES } from './rules';
import { isHyperconverged, LocalDriverSpec } from './spec';
import { Finding, show, violation } from '../../findings';
import { checkClassParameters } from '../judges/classes';

const LISTS = ['diskPathPrefixes', 'diskModels', 'diskTypes'] as const;

/** All findings on the options, which have their types. */
export function checkLocalDriver(spec: LocalDriverSpec): Finding[] {
  const {
    hyperconverged,
    hyperconvergedWebhook,
    lvmOrphanCleanup,
    lvmOrphanCleanupInterval: interval,
  } = spec;
  const path = 'lvmOrphanCleanupInterval';
  return [
    ...(hyperconvergedWebhook && hyperconverged === false
      ? [
          violation(
            RULES.driverWebhook,
            'hyperconverged',
            'the webhook on pods is installed, but volumes have node affinity',
            'remove it, or hyperconvergedWebhook',
          ),
        ]
      : []),
    ...(interval === undefined || (Number.isSafeInteger(interval) && interval > 0)
      ? []
      : [
          violation(
            RULES.driverInterval,
            path,
            `${show(interval)} is not a whole number of seconds`,
            'use one of a second or more',
          ),
        ]),
    ...(interval !== undefined && lvmOrphanCleanup === false
      ? [
          violation(
            RULES.driverInterval,
            path,
            'the scan for orphans is off',
            'remove it, or lvmOrphanCleanup',
          ),
        ]
      : []),
    ...LISTS.flatMap((option) =>
      (spec[option] ?? []).flatMap((value, index) =>
        value === '' || value.includes(',')
          ? [
              violation(
                RULES.driverDisks,
                `${option}[${index}]`,
                `${show(value)} ${value === '' ? 'is empty' : 'has a comma'}`,
                'use exactly one value',
              ),
            ]
          : [],
      ),
    ),
  ];
}

/** Findings on the parameters of a class of the driver as it is installed. */
export function checkClassOfLocalStack(
  parameters: { readonly [name: string]: string } = {},
  spec: LocalDriverSpec,
): Finding[] {
  return checkClassParameters(parameters, {
    isHyperconverged: isHyperconverged(spec),
    isSteered: isHyperconverged(spec),
  });
}

/** Checks of the spec of a CSIDriver: what the API server asks of it beyond its types. */
import { atOrigins, Finding, show, violation } from '../../findings';
import { csiDriverOf } from '../installation';
import { CSI_RULES as RULES } from '../rules';
import { CsiDriverFields, StackSpec } from '../spec';

const LEAST_EXPIRATION = 600;
const MOST_EXPIRATION = 2 ** 32;
const LEAST_PERIOD = 10;

/** Findings on the CSIDriver, each where its field comes from: the options, or the definition. */
export function checkCsiDriver(spec: StackSpec): Finding[] {
  return atOrigins(checkFields(csiDriverOf(spec)), (from) => csiDriverOf(spec, from));
}

function checkFields({
  nodeAllocatableUpdatePeriodSeconds: period,
  tokenRequests = [],
}: CsiDriverFields): Finding[] {
  return [
    ...(period === undefined || period >= LEAST_PERIOD
      ? []
      : [
          violation(
            RULES.value,
            'nodeAllocatableUpdatePeriodSeconds',
            `${period} seconds is too short a period`,
            `use at least ${LEAST_PERIOD}`,
          ),
        ]),
    ...tokenRequests.flatMap(({ audience, expirationSeconds: seconds }, index) => {
      const path = `tokenRequests[${index}]`;
      const isTwice = tokenRequests.findIndex((one) => one.audience === audience) < index;
      return [
        ...(isTwice
          ? [
              violation(
                RULES.value,
                `${path}.audience`,
                `there is already a token for the audience ${show(audience)}`,
                'remove one of them',
              ),
            ]
          : []),
        ...(seconds === undefined || (seconds >= LEAST_EXPIRATION && seconds <= MOST_EXPIRATION)
          ? []
          : [
              violation(
                RULES.value,
                `${path}.expirationSeconds`,
                `${seconds} seconds is not a valid lifetime for a token`,
                `use a number from ${LEAST_EXPIRATION} to ${MOST_EXPIRATION}`,
              ),
            ]),
      ];
    }),
  ];
}

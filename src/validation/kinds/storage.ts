/**
 * Drivers and attachments: what the server asks of them; and what it writes into claims, of which
 * it asks what `src/storage` says.
 */
import { KindRules } from './kind';
import { Finding } from '../../findings';
import { Fields, fieldsOf, qualifiedKeyProblems } from '../../kube';
import { Draft, listAt } from '../../model';
import { duplicate, invalid, required } from '../../resource';

export const STORAGE_KINDS: { readonly [kindKey: string]: KindRules } = {
  '/PersistentVolumeClaim': { created: (live) => sameSources(live) },
  'storage.k8s.io/CSIDriver': { invalid: driverProblems },
  'storage.k8s.io/VolumeAttributesClass': { invalid: attributesProblems },
};

/**
 * A source in another namespace, and one that the old name alone cannot hold, are dropped without a
 * word where there was none.
 */
function dropUnknownSources(spec: Draft, old: Fields): void {
  if (isElsewhere(spec.dataSourceRef) && old.dataSourceRef === undefined) delete spec.dataSourceRef;
  if (
    old.dataSource === undefined &&
    old.dataSourceRef === undefined &&
    spec.dataSourceRef === undefined &&
    !isOldSource(fieldsOf(spec.dataSource))
  ) {
    delete spec.dataSource;
  }
}

function isElsewhere(ref: unknown): boolean {
  return (fieldsOf(ref).namespace ?? '') !== '';
}

/** What `dataSource` can hold: a claim, or a snapshot of one. */
function isOldSource({ apiGroup, kind }: Fields): boolean {
  return (
    (kind === 'PersistentVolumeClaim' && (apiGroup ?? '') === '') ||
    (kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io')
  );
}

/** The server keeps both names of a claim's source alike. */
export function sameSources(claim: Draft, old?: Fields): void {
  const spec = claim.spec as Draft | undefined;
  if (!spec) return;
  dropUnknownSources(spec, fieldsOf(old?.spec));
  const { dataSource, dataSourceRef } = spec;
  if (dataSource !== undefined && dataSourceRef === undefined) {
    spec.dataSourceRef = structuredClone(dataSource);
  } else if (
    dataSourceRef !== undefined &&
    dataSource === undefined &&
    !isElsewhere(dataSourceRef)
  ) {
    const { namespace: _namespace, ...source } = fieldsOf(dataSourceRef);
    spec.dataSource = structuredClone(source);
  }
}

const LEAST_TOKEN_SECONDS = 600;
const MOST_TOKEN_SECONDS = 2 ** 32;
const LEAST_PERIOD = 10;

function driverProblems(driver: Fields): Finding[] {
  const { nodeAllocatableUpdatePeriodSeconds: period, serviceAccountTokenInSecrets } = fieldsOf(
    driver.spec,
  );
  const requests = listAt(driver, 'spec.tokenRequests');
  const audiences = requests.map(({ audience }) => audience ?? '');
  const found: Finding[] = [];
  requests.forEach(({ expirationSeconds }, index) => {
    const path = `spec.tokenRequests[${index}]`;
    if (audiences.indexOf(audiences[index]) < index) {
      found.push(
        duplicate(`${path}.audience`, audiences[index], 'request one token for each audience'),
      );
    } else if (
      (typeof expirationSeconds === 'number' || typeof expirationSeconds === 'bigint') &&
      (expirationSeconds < LEAST_TOKEN_SECONDS || expirationSeconds > MOST_TOKEN_SECONDS)
    ) {
      const why =
        expirationSeconds < LEAST_TOKEN_SECONDS
          ? 'less than 10 minutes'
          : 'larger than 2^32 seconds';
      found.push(
        invalid(
          `${path}.expirationSeconds`,
          expirationSeconds,
          `may not specify a duration ${why}`,
          'use at least 600',
        ),
      );
    }
  });
  if (typeof period === 'number' && period < LEAST_PERIOD) {
    found.push(
      invalid(
        'spec.nodeAllocatableUpdatePeriodSeconds',
        period,
        'must be greater than or equal to 10 seconds',
        'use at least 10',
      ),
    );
  }
  if (serviceAccountTokenInSecrets !== undefined && requests.length === 0) {
    found.push(
      invalid(
        'spec.serviceAccountTokenInSecrets',
        serviceAccountTokenInSecrets,
        'serviceAccountTokenInSecrets is set but no tokenRequests are specified',
        'set tokenRequests, or remove it',
      ),
    );
  }
  return found;
}

function attributesProblems({ driverName, parameters }: Fields): Finding[] {
  return [
    ...(Object.hasOwn(fieldsOf(parameters), '')
      ? [invalid('parameters', '', 'field can not be empty.', 'name the parameter')]
      : []),
    ...(typeof driverName !== 'string'
      ? []
      : qualifiedKeyProblems(driverName.toLowerCase()).map((why) =>
          invalid('driverName', driverName, why, 'set the name of the driver'),
        )),
    ...(Object.keys(fieldsOf(parameters)).length > 0
      ? []
      : [
          required(
            'parameters',
            'set the parameters of the driver',
            'must contain at least one key/value pair',
          ),
        ]),
  ];
}

/** Volumes, claims, drivers and attachments: what the server writes into them, and asks of them. */
import { KindRules } from './kind';
import { Fields, fieldsOf, parseQuantity, qualifiedKeyProblems } from '../../kube';
import { Draft, fieldsAt, listAt, at } from '../../model';
import { BESIDE_THE_SOURCE, VOLUME_SOURCES } from '../../storage/core';
import { duplicate, forbidden, invalid, Refusal, required } from '../refusal';

export const STORAGE_KINDS: { readonly [kindKey: string]: KindRules } = {
  '/PersistentVolume': { invalid: volumeProblems },
  '/PersistentVolumeClaim': { created: (live) => sameSources(live), invalid: claimProblems },
  'storage.k8s.io/CSIDriver': { invalid: driverProblems },
  'storage.k8s.io/VolumeAttributesClass': { invalid: attributesProblems },
  'storage.k8s.io/VolumeAttachment': { invalid: attachmentProblems },
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
    spec.dataSource !== undefined &&
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

function claimProblems(claim: Fields): Refusal[] {
  const found: Refusal[] = [];
  const size = at(claim, 'spec.resources.requests.storage');
  if (listAt(claim, 'spec.accessModes').length === 0) {
    found.push(
      required('spec.accessModes', 'write accessModes', 'at least 1 access mode is required'),
    );
  }
  if (size === undefined) {
    found.push(required('spec.resources[storage]', 'write resources.requests.storage'));
  } else if (typeof size === 'string' && (parseQuantity(size)?.nano ?? 1n) <= 0n) {
    found.push(
      invalid('spec.resources[storage]', size, 'must be greater than zero', 'request some storage'),
    );
  }
  return [...found, ...oncePodRefusals(claim)];
}

function volumeProblems(volume: Fields): Refusal[] {
  const found: Refusal[] = [];
  const capacity = at(volume, 'spec.capacity.storage');
  if (listAt(volume, 'spec.accessModes').length === 0) {
    found.push(required('spec.accessModes', 'write accessModes'));
  }
  if (capacity === undefined) {
    found.push(required('spec.capacity', 'write capacity.storage'));
  } else if (typeof capacity === 'string' && (parseQuantity(capacity)?.nano ?? 1n) <= 0n) {
    found.push(
      invalid('spec.capacity[storage]', capacity, 'must be greater than zero', 'write its size'),
    );
  }
  const sources = namesOfSources(volume).sort(
    (a, b) => VOLUME_SOURCES.indexOf(a) - VOLUME_SOURCES.indexOf(b),
  );
  if (sources.length === 0) {
    found.push(
      required('spec', 'specify where the data is, such as csi', 'must specify a volume type'),
    );
  }
  // The server takes this one beside any other.
  for (const extra of sources.slice(1).filter((source) => source !== 'flexVolume')) {
    found.push(
      forbidden(
        `spec.${extra}`,
        'may not specify more than 1 volume type',
        'a volume has only one source; remove the other',
      ),
    );
  }
  if (sources[0] === 'local' && at(volume, 'spec.nodeAffinity.required') === undefined) {
    found.push(
      required(
        'spec.nodeAffinity',
        'name the node of the volume in nodeAffinity.required',
        'Local volume requires node affinity',
      ),
    );
  }
  return [...found, ...oncePodRefusals(volume)];
}

function oncePodRefusals(object: Fields): Refusal[] {
  const modes = at(object, 'spec.accessModes');
  // The server does not mind the same mode twice.
  if (
    !Array.isArray(modes) ||
    !modes.includes('ReadWriteOncePod') ||
    modes.every((mode) => mode === 'ReadWriteOncePod')
  ) {
    return [];
  }
  return [
    forbidden(
      'spec.accessModes',
      'may not use ReadWriteOncePod with other access modes',
      'use only ReadWriteOncePod, or remove it',
    ),
  ];
}

const LEAST_TOKEN_SECONDS = 600;
const MOST_TOKEN_SECONDS = 2 ** 32;
const LEAST_PERIOD = 10;

function driverProblems(driver: Fields): Refusal[] {
  const { nodeAllocatableUpdatePeriodSeconds: period, serviceAccountTokenInSecrets } = fieldsOf(
    driver.spec,
  );
  const requests = listAt(driver, 'spec.tokenRequests');
  const audiences = requests.map(({ audience }) => audience ?? '');
  const found: Refusal[] = [];
  requests.forEach(({ expirationSeconds }, index) => {
    const path = `spec.tokenRequests[${index}]`;
    if (audiences.indexOf(audiences[index]) < index) {
      found.push(
        duplicate(`${path}.audience`, audiences[index], 'request one token for each audience'),
      );
    } else if (
      typeof expirationSeconds === 'number' &&
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
          'write at least 600',
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
        'write at least 10',
      ),
    );
  }
  if (serviceAccountTokenInSecrets !== undefined && requests.length === 0) {
    found.push(
      invalid(
        'spec.serviceAccountTokenInSecrets',
        serviceAccountTokenInSecrets,
        'serviceAccountTokenInSecrets is set but no tokenRequests are specified',
        'write tokenRequests, or remove it',
      ),
    );
  }
  return found;
}

function attributesProblems({ driverName, parameters }: Fields): Refusal[] {
  return [
    ...(typeof driverName !== 'string'
      ? []
      : qualifiedKeyProblems(driverName.toLowerCase()).map((why) =>
          invalid('driverName', driverName, why, 'give the name of the driver'),
        )),
    ...(Object.keys(fieldsOf(parameters)).length > 0
      ? []
      : [
          required(
            'parameters',
            'write the parameters of the driver',
            'must contain at least one key/value pair',
          ),
        ]),
  ];
}

function attachmentProblems(attachment: Fields): Refusal[] {
  const path = 'spec.source';
  const { inlineVolumeSpec, persistentVolumeName } = fieldsAt(attachment, path);
  if ((inlineVolumeSpec === undefined) !== (persistentVolumeName === undefined)) return [];
  const why = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  const remedy = 'let the controller manage attachments';
  return [
    inlineVolumeSpec === undefined ? required(path, remedy, why) : forbidden(path, why, remedy),
  ];
}

function namesOfSources(volume: Fields): string[] {
  return Object.keys(fieldsOf(volume.spec)).filter((field) => !BESIDE_THE_SOURCE.includes(field));
}

/**
 * Volumes, claims, classes and drivers: what the API server refuses to change
 * (`ValidatePersistentVolumeUpdate` and its neighbours).
 */
import { Change, Transitions } from './transitions';
import { Finding } from '../../findings';
import {
  compareQuantities,
  Fields,
  fieldsOf,
  parseQuantity,
  isSame,
  CLASS_ANNOTATION,
} from '../../kube';
import { Draft, at, fieldsAt, listAt, quantityAt } from '../../model';
import { forbidden, invalid, inWords } from '../../resource';
import { BESIDE_THE_SOURCE } from '../../storage/core';
import { sameSources } from '../../validation';
import { changedPaths } from '../changes';
import { CLAIM, STORAGE_CLASS, VOLUME } from '../kind-keys';

const NEW_VOLUME =
  'create a new PersistentVolume and a new claim under new names, with claimRef and volumeName written, and move the workload to them';
const NEW_CLAIM =
  'create a new claim under a new name, copy the data, move the workload, and remove the old claim later';
const NEW_CLASS =
  'create a class under a new name for new claims; existing claims keep the old one';
const ATTRIBUTES = 'spec.volumeAttributesClassName';

/** Labels of nodes that had a beta name. */
const STABLE_LABELS: { readonly [beta: string]: string } = {
  'failure-domain.beta.kubernetes.io/zone': 'topology.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region': 'topology.kubernetes.io/region',
  'beta.kubernetes.io/os': 'kubernetes.io/os',
  'beta.kubernetes.io/arch': 'kubernetes.io/arch',
  'beta.kubernetes.io/instance-type': 'node.kubernetes.io/instance-type',
};

const SPEC_OF_CLAIM =
  'Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';

export const STORAGE_TRANSITIONS: { readonly [kindKey: string]: Transitions } = {
  [VOLUME]: {
    immutable: [{ path: 'spec.volumeMode', as: 'volumeMode', remedy: NEW_VOLUME }],
    refused: (after, { before }) => [
      ...sourceRefusals(before, after),
      ...affinityRefusals(before, after),
      ...attributesClassOfVolume(before, after),
    ],
  },
  [CLAIM]: {
    updated: (after, before) => sameSources(after, before),
    refused: claimRefusals,
    unknown: claimDoubts,
  },
  [STORAGE_CLASS]: {
    immutable: ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'].map((path) => ({
      path,
      remedy: NEW_CLASS,
    })),
  },
  'storage.k8s.io/CSINode': { refused: driverRefusals },
  'storage.k8s.io/CSIDriver': {
    immutable: [
      {
        path: 'spec.attachRequired',
        as: 'spec.attachedRequired',
        remedy: 'delete and recreate the CSIDriver while no pod starts',
      },
      {
        path: 'spec.volumeLifecycleModes',
        remedy: 'delete and recreate the CSIDriver while no pod starts',
      },
    ],
  },
  'storage.k8s.io/VolumeAttributesClass': {
    immutable: ['driverName', 'parameters'].map((path) => ({
      path,
      forbids: `updates to ${path} are forbidden.`,
      remedy: 'create a class under a new name; claims may change to it',
    })),
  },
  'storage.k8s.io/VolumeAttachment': {
    immutable: [{ path: 'spec', remedy: 'let the controller manage attachments' }],
  },
};

/** A driver may tell another number of volumes, and nothing else. */
function driverRefusals(after: Fields, { before }: Change): Finding[] {
  const lasting = ({ allocatable: _count, ...driver }: Fields) => driver;
  const old = listAt(before, 'spec.drivers');
  return listAt(after, 'spec.drivers')
    .filter((driver) =>
      old.some((one) => one.name === driver.name && !isSame(lasting(one), lasting(driver))),
    )
    .map((driver) =>
      invalid('spec.drivers', driver, 'field is immutable', 'let the kubelet write it'),
    );
}

type Quantity = NonNullable<ReturnType<typeof parseQuantity>>;

const NOTHING = parseQuantity('0')!;

function sourceOf(volume: Fields): Draft {
  return Object.fromEntries(
    Object.entries(fieldsOf(volume.spec)).filter(([field]) => !BESIDE_THE_SOURCE.includes(field)),
  );
}

function sourceRefusals(before: Fields, after: Fields): Finding[] {
  const old = sourceOf(before);
  const now = sourceOf(after);
  const secret = 'controllerExpandSecretRef';
  if (now.csi !== undefined && old.csi !== undefined && fieldsOf(old.csi)[secret] === undefined) {
    const { [secret]: _set, ...rest } = fieldsOf(now.csi);
    now.csi = rest;
  }
  if (isSame(old, now)) return [];
  return [
    forbidden(
      'spec.persistentvolumesource',
      'spec.persistentvolumesource is immutable after creation',
      NEW_VOLUME,
    ),
  ];
}

function affinityRefusals(before: Fields, after: Fields): Finding[] {
  const old = at(before, 'spec.nodeAffinity');
  const now = at(after, 'spec.nodeAffinity');
  if (
    old === undefined ||
    (isSame(withStableLabels(old), withStableLabels(now)) && !isSame(old, withStableLabels(now))) ||
    isSame(old, now)
  ) {
    return [];
  }
  if (isSame(withStableLabels(old), now)) return [];
  return [
    invalid(
      'nodeAffinity',
      now,
      'field is immutable, except for updating from beta label to GA',
      NEW_VOLUME,
    ),
  ];
}

/** Beta labels may become the stable ones. */
function withStableLabels(affinity: unknown): unknown {
  const text = JSON.stringify(affinity ?? null, (field, value: unknown) =>
    field === 'key' && typeof value === 'string' ? (STABLE_LABELS[value] ?? value) : value,
  );
  return JSON.parse(text) as unknown;
}

function attributesClassOfVolume(before: Fields, after: Fields): Finding[] {
  if (at(before, ATTRIBUTES) === undefined || at(after, ATTRIBUTES) !== undefined) return [];
  return [
    forbidden(
      ATTRIBUTES,
      'update from non-nil value to nil is forbidden',
      'keep the class, or use another one',
    ),
  ];
}

function claimRefusals(after: Fields, change: Change): Finding[] {
  const { before, stored, isBound } = change;
  const bound = isBound(stored);
  const found: Finding[] = [];
  const isWithoutRequests = Object.keys(fieldsAt(after, 'spec.resources.requests')).length === 0;
  const old = comparable(before, bound, isWithoutRequests);
  const now = comparable(after, bound, isWithoutRequests);
  if (old.volumeName === undefined) old.volumeName = now.volumeName;
  const oldClass = classAnnotation(before);
  const isUpgrade =
    at(before, 'spec.storageClassName') === undefined &&
    at(after, 'spec.storageClassName') === oldClass &&
    (classAnnotation(after) ?? oldClass) === oldClass;
  if (isUpgrade) {
    now.storageClassName = undefined;
  } else {
    if (oldClass !== classAnnotation(after)) {
      found.push(
        invalid(
          `metadata.annotations.${CLASS_ANNOTATION}`,
          classAnnotation(after) ?? '',
          'field is immutable',
          NEW_CLAIM,
        ),
      );
    }
    if (old.storageClassName === undefined && oldClass === undefined) {
      old.storageClassName = now.storageClassName;
    }
  }
  if (!isSame(old, now)) {
    const binding = bound ? 'bound' : change.mayBeBound?.(stored) === true ? 'unknown' : 'free';
    const remedy = remedyOf(before, after, changedPaths(old, now), binding);
    found.push(inWords('spec', SPEC_OF_CLAIM, remedy));
  }
  const capacity = bound ? capacityOf(change) : undefined;
  const size = quantityAt(after, 'spec.resources.requests.storage') ?? NOTHING;
  const oldSize = quantityAt(before, 'spec.resources.requests.storage');
  if (
    oldSize &&
    capacity &&
    compareQuantities(size, oldSize) < 0 &&
    compareQuantities(size, capacity) <= 0
  ) {
    found.push(
      forbidden(
        'spec.resources.requests.storage',
        'field can not be less than status.capacity',
        `volumes do not shrink: ${NEW_CLAIM}`,
      ),
    );
  }
  if (!isSame(at(before, 'spec.volumeMode'), at(after, 'spec.volumeMode'))) {
    found.push(
      invalid('volumeMode', at(after, 'spec.volumeMode'), 'field is immutable', NEW_CLAIM),
    );
  }
  const isGone = ['', undefined].includes(at(after, ATTRIBUTES) as string | undefined);
  if (bound && at(before, ATTRIBUTES) !== undefined && isGone) {
    const what = at(after, ATTRIBUTES) === '' ? 'empty string' : 'nil';
    found.push(
      forbidden(
        ATTRIBUTES,
        `update to ${what} is forbidden when status.currentVolumeAttributesClassName is not nil`,
        'keep the class, or use another one',
      ),
    );
  }
  return found;
}

/** Attributes change only in claims that are bound. */
function claimDoubts(after: Fields, { before, stored, bindingDoubt }: Change): readonly string[] {
  if (isSame(at(before, ATTRIBUTES), at(after, ATTRIBUTES))) return [];
  const doubt = bindingDoubt?.(stored);
  return doubt === undefined ? [] : [doubt];
}

/** What a claim's spec is compared by. */
function comparable(claim: Fields, bound: boolean, isWithoutRequests: boolean): Draft {
  const spec = structuredClone(fieldsOf(claim.spec)) as Draft;
  if (!bound) return spec;
  delete spec.volumeAttributesClassName;
  // The size may be another, but it may not be none.
  if (isWithoutRequests) return spec;
  const { requests, ...rest } = fieldsOf(spec.resources);
  const { storage: _storage, ...others } = fieldsOf(requests);
  spec.resources = { ...rest, ...(Object.keys(others).length > 0 ? { requests: others } : {}) };
  return spec;
}

/** Whether a claim is bound; what is not known to be free may hold data. */
type Binding = 'bound' | 'free' | 'unknown';

function remedyOf(
  before: Fields,
  after: Fields,
  paths: readonly string[],
  binding: Binding,
): string {
  if (paths.some((path) => path.startsWith('resources.requests'))) {
    return `a claim can only be expanded while it is bound: let a pod use it first, or ${
      binding === 'free'
        ? 'delete and recreate it, because it holds no data yet'
        : 'delete and recreate it if it is not bound; if it is, its data would be lost'
    }`;
  }
  if (paths.includes('volumeName')) {
    return `do not change volumeName${typeof at(before, 'spec.volumeName') === 'string' ? `: ${JSON.stringify(at(before, 'spec.volumeName'))}` : ''}; another volume needs a new claim`;
  }
  if (paths.some((path) => path.startsWith('resources.limits'))) {
    return 'do not change resources.limits; they have no effect on a claim';
  }
  if (paths.includes('storageClassName') && at(after, 'spec.storageClassName') === undefined) {
    return 'use the storageClassName that the claim has';
  }
  return {
    bound: NEW_CLAIM,
    free: 'delete and recreate the claim: it is not bound, so it holds no data yet',
    unknown: `if the claim is not bound, delete and recreate it; if it is, ${NEW_CLAIM}`,
  }[binding];
}

function classAnnotation(claim: Fields): unknown {
  return fieldsAt(claim, 'metadata.annotations')[CLASS_ANNOTATION];
}

/** How large the bound volume is: that of the files, or what a driver made for the claim. */
function capacityOf({ before, stored, cluster }: Change): Quantity | undefined {
  const read = quantityAt(stored.seen ?? {}, 'status.capacity.storage');
  if (read) return read;
  const name = at(before, 'spec.volumeName');
  const volume = typeof name === 'string' ? cluster.find(VOLUME, undefined, name) : undefined;
  return quantityAt(
    volume?.live ?? before,
    volume ? 'spec.capacity.storage' : 'spec.resources.requests.storage',
  );
}

/**
 * Checks of what callers give to the volumes of a load test: it can be anything in other languages.
 */
import * as kplus from 'cdk8s-plus-28';
import { LocustMountOptions, LocustResults, LocustTestVolumesProps } from './locust-volume-options';
import { LocustTarget, LocustVolumeMount } from './options';
import { Finding, show, violation } from '../../findings';
import { foreignObject } from '../../kube';
import { POD_RULES } from '../../pod';
import {
  anything,
  data,
  flag,
  integer,
  listOf,
  Shape,
  SHAPE_RULES,
  string,
  struct,
} from '../../shape';
import { isStandIn, STORAGE_RULES } from '../../storage/core';
import { INPUT_RULES } from '../../tree';
import { TARGET, VOLUME_MOUNT } from '../spec';

/** What the volumes are made with. Volumes themselves are Kubernetes' own. */
export const VOLUMES_SHAPE = struct<LocustTestVolumesProps>({
  volumes: listOf(data) as Shape<kplus.k8s.Volume[]>,
  volumeMounts: listOf(VOLUME_MOUNT) as Shape<LocustVolumeMount[]>,
});

/** How something is mounted. */
export const MOUNT_SHAPE = struct<LocustMountOptions>({
  target: TARGET as Shape<LocustTarget>,
  readOnly: flag,
  subPath: string,
});

/** What is kept of a test. Whether the claim is one is seen besides: it is not plain data. */
export const RESULTS_SHAPE = struct<LocustResults>({
  claim: anything,
  storage: anything,
  storageClassName: string,
  html: flag,
  csv: flag,
  mountPath: string,
  fsGroup: integer,
  setFsGroup: flag,
});

export function storageFindings(storage: kplus.IStorage): Finding[] {
  return typeof storage?.asVolume === 'function'
    ? []
    : [
        violation(
          POD_RULES.volumeSource,
          'mount',
          `${nameOf(storage)} cannot be mounted`,
          'pass a volume, or a claim of this library',
        ),
      ];
}

/** Findings on a volume without a source, such as that of a claim template. */
export function volumeFindings(volume: kplus.Volume): Finding[] {
  return !isStandIn(volume._toKube())
    ? []
    : [
        violation(
          STORAGE_RULES.templateWorkload,
          'mount',
          `the volume ${show(volume.name)} has no source: only in the pods of a StatefulSet, it stands for a claim template`,
          'mount a claim',
        ),
      ];
}

/** Findings on a struct that should be plain data. */
export function plainFindings(value: object, field: string): Finding[] {
  if (typeof value !== 'object' || value === null) {
    return [
      violation(
        SHAPE_RULES.type,
        field,
        `${show(value)} is not an object`,
        'pass an object with its fields',
      ),
    ];
  }
  const foreign = foreignObject(value);
  return foreign === undefined
    ? []
    : [
        violation(
          INPUT_RULES.plainData,
          field,
          `${nameOf(foreign)} is not plain data`,
          'use mount for volumes of cdk8s-plus',
        ),
      ];
}

/** Something that may be anything, in a message: a construct would not fit into it. */
export function nameOf(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? `an object of ${show(value.constructor?.name ?? 'no class')}`
    : show(value);
}

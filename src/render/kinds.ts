/** The kinds of custom resources that are rendered. */
import { SHARED_VOLUME } from '../efs/core';
import { LOCUST_TEST } from '../locust/core';
import { ResourceKind } from '../resource';

/** A new kind is added here and nowhere else. */
export const KINDS: readonly ResourceKind[] = [
  LOCUST_TEST,
  SHARED_VOLUME,
];

/**
 * Checks of a dynamic class: the parameters as the driver reads them, and the class as the API
 * server does.
 */
import { atOrigins, Finding } from '../../findings';
import { checkStorageClass } from '../../storage/core';
import { checkStorageClassParameters } from '../driver-rules';
import { toStorageClassSpec } from './build';
import { EfsStorageClassSpec } from './spec';

/** All findings on a dynamic class, at the props that the parameters are made of. */
export function checkEfsStorageClass(spec: EfsStorageClassSpec): Finding[] {
  const { parameters, mountOptions, ...others } = toStorageClassSpec(spec);
  return atOrigins(
    [
      ...checkStorageClass({ ...others, parameters }),
      ...checkStorageClassParameters(parameters, { mountOptions }),
    ],
    (from) => toStorageClassSpec(spec, from),
  );
}

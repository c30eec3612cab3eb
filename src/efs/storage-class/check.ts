/**
 * Checks of a dynamic class: the parameters as the driver reads them, and the class as the API
 * server does.
 */
import { Finding } from '../../findings';
import { checkStorageClass } from '../../storage/core';
import { checkStorageClassParameters } from '../driver-rules';
import { toStorageClassSpec } from './build';
import { EfsStorageClassSpec } from './spec';

/** The props that have another name than their parameters. */
const PROP_NAMES: { readonly [parameter: string]: string } = {
  'csi.storage.k8s.io/provisioner-secret-name': 'provisionerSecretName',
  'csi.storage.k8s.io/provisioner-secret-namespace': 'provisionerSecretNamespace',
};

/** All findings on a dynamic class, at the props that the parameters are made of. */
export function checkEfsStorageClass(spec: EfsStorageClassSpec): Finding[] {
  const { parameters, mountOptions, ...others } = toStorageClassSpec(spec);
  return [
    ...checkStorageClass({ ...others, parameters }),
    ...checkStorageClassParameters(parameters, { mountOptions }).map((finding) => ({
      ...finding,
      path: propOf(finding.path),
    })),
  ];
}

function propOf(path: string): string {
  const parameter = path.replace(/^parameters\./, '');
  return PROP_NAMES[parameter] ?? parameter;
}

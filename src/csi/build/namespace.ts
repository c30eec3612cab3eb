/** The namespace of a driver, where it is not there yet. */
import { isInstalled, modeOf, namespaceOf, wantedNamespace } from '../installation';
import { isBuiltInNamespace, namespaceMetadata } from '../platforms';
import { StackSpec } from '../spec';
import { Part } from './part';

/** The namespace, if it is to be written. */
export function buildNamespace(spec: StackSpec): Part[] {
  const { createNamespace } = spec.options;
  const name = namespaceOf(spec);
  // Somebody who names a namespace has one; only that of the definition may be missing.
  const missing =
    wantedNamespace(spec) === undefined && isInstalled(spec) && !isBuiltInNamespace(name);
  if (modeOf(spec.options) === 'external' || !(createNamespace ?? missing)) return [];
  return [
    {
      role: 'namespace',
      id: 'Namespace',
      manifest: {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name, ...namespaceMetadata(spec.platform) },
      },
    },
  ];
}

/**
 * The config maps that stand beside a test, and the files that they become where they are mounted.
 */
import { fieldsOf, isFields } from '../kube';

/** The paths of the files of a config map: its keys. */
export function filesOfConfigMap(manifest: unknown): string[] {
  const { data, binaryData } = fieldsOf(manifest);
  return [...Object.keys(fieldsOf(data)), ...Object.keys(fieldsOf(binaryData))];
}

export function isConfigMap(
  manifest: unknown,
  name: string,
  namespace: string | undefined,
  fallback?: string,
): boolean {
  if (!isFields(manifest) || manifest.apiVersion !== 'v1' || manifest.kind !== 'ConfigMap') {
    return false;
  }
  const metadata = fieldsOf(manifest.metadata);
  return (
    metadata.name === name &&
    (metadata.namespace || fallback || undefined) === (namespace || undefined)
  );
}

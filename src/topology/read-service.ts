/** A service as it is written. */
import { dataOf, wantedLabels } from './data';
import { Service } from './model';
import { TopologyObject } from './objects';

/**
 * Reads a service; undefined if it is for no pods, as one without a selector, or of the type
 * ExternalName.
 */
export function readService({
  key,
  name,
  namespace,
  manifest,
}: TopologyObject): Service | undefined {
  const spec = dataOf(manifest.spec);
  const selector = wantedLabels(spec.selector);
  if (!selector || Object.keys(selector).length === 0 || spec.type === 'ExternalName') {
    return undefined;
  }
  return { key, name, namespace, selector, manifest };
}

/** Checks of the objects of an installation together: no two of them are one and the same. */
import { Finding, show, violation } from '../../findings';
import { buildParts } from '../build';
import { CSI_RULES as RULES } from '../rules';
import { StackSpec } from '../spec';

/** Findings on two objects of a kind and a name: roles of a definition, say. */
export function checkIdentities(spec: StackSpec): Finding[] {
  const seen = new Set<string>();
  return buildParts(spec).flatMap(({ manifest: { apiVersion, kind, metadata } }) => {
    const identity = [apiVersion, kind, metadata.namespace, metadata.name].join('\n');
    if (!seen.has(identity)) {
      seen.add(identity);
      return [];
    }
    return [
      violation(
        RULES.name,
        'driver',
        `two objects have the kind ${kind} and the name ${show(metadata.name)}`,
        'rename one of them in the definition of the driver',
      ),
    ];
  });
}

/**
 * Objects among the files that an engine leaves as they are: what NEW says of them is not applied.
 */
import { Cluster } from './cluster';
import { enginesOf } from './guards';
import { DiffOptions } from './spec';
import { Stored } from './stored';
import { Fields, fieldsOf } from '../kube';
import { ARGO_HOOK, argoHooksOf, FLUX, fluxOptionAt } from '../manifests/gitops/annotations';
import type { AppliedManifest } from '../validation';

/** Who leaves an object as it is, and by which mark. */
export interface Skip {
  readonly engine: string;
  readonly because: string;
}

/** Answers why an object that is in the cluster is not applied, where one engine is known. */
export function skipsBy(
  cluster: Cluster,
  options: DiffOptions,
): (sent: AppliedManifest, stored: Stored | undefined) => Skip | undefined {
  const engines = enginesOf({ before: cluster, after: cluster, options });
  const [engine] = engines;
  if (engines.length !== 1) return () => undefined;
  if (engine === 'flux') return (sent, stored) => stored && byFlux(sent, stored);
  if (engine === 'argocd') return (sent, stored) => stored && byArgo(sent);
  return () => undefined;
}

/**
 * What Flux asks of the manifest, it mostly asks of the object in the cluster as well, into which
 * it does not write these marks itself.
 */
function byFlux(sent: AppliedManifest, { seen = {} }: Stored): Skip | undefined {
  const manifest = marksOf(sent.given);
  for (const [option, value, word] of [
    ['reconcile', 'disabled', 'disabled'],
    ['ssa', 'ignore', 'Ignore'],
  ] as const) {
    if ([manifest, marksOf(seen)].some((one) => fluxOptionAt(one, option, value) !== undefined)) {
      return { engine: 'Flux', because: `${FLUX}/${option}: ${word}` };
    }
  }
  return fluxOptionAt(manifest, 'ssa', 'ifnotpresent') === undefined
    ? undefined
    : { engine: 'Flux', because: `${FLUX}/ssa: IfNotPresent` };
}

/** Skip counts only where it is the only hook. */
function byArgo({ given }: AppliedManifest): Skip | undefined {
  const hooks = argoHooksOf(marksOf(given));
  return hooks.length === 1 && hooks[0] === 'Skip'
    ? { engine: 'Argo CD', because: `${ARGO_HOOK}: Skip` }
    : undefined;
}

function marksOf({ metadata }: Fields): { readonly annotations: Fields; readonly labels: Fields } {
  const { annotations, labels } = fieldsOf(metadata);
  return { annotations: fieldsOf(annotations), labels: fieldsOf(labels) };
}

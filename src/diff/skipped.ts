/**
 * Objects among the files that an engine leaves as they are: what NEW says of them is not applied.
 */
import { Fields, fieldsOf } from '../kube';
import { ARGO_HOOK, argoHooksOf, FLUX, fluxOptionAt } from '../manifests/gitops/annotations';
import type { Actor } from '../manifests/gitops/retention';
import type { AppliedManifest } from '../validation';

/** Who leaves an object as it is, and by which mark. */
export interface Skip {
  readonly engine: string;
  readonly because: string;
  /** Whether the engine creates such an object, with its marks. */
  readonly isCreated?: boolean;
}

/** What decides about an object of OLD that an engine has perhaps never made. */
export function mayBeMissing({ engine, because }: Skip): string {
  return `whether it is in the cluster: ${engine} does not create what has ${because}`;
}

/**
 * Why an engine does not apply a manifest of an object; of Flux and Argo CD, and by `seen`, what
 * lives in the cluster, as far as that is known.
 */
export function skipOf(
  engine: Actor | undefined,
  sent: AppliedManifest,
  seen: Fields = {},
): Skip | undefined {
  if (engine === 'flux') return byFlux(sent, seen);
  return engine === 'argocd' ? byArgo(sent) : undefined;
}

/**
 * What Flux asks of the manifest, it mostly asks of the object in the cluster as well, into which
 * it does not write these marks itself.
 */
function byFlux(sent: AppliedManifest, seen: Fields): Skip | undefined {
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
    : { engine: 'Flux', because: `${FLUX}/ssa: IfNotPresent`, isCreated: true };
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

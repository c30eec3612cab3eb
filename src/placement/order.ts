/**
 * The order of two objects, where a tool of GitOps applies some and waits for them before it goes
 * on.
 */
import { Data } from '../topology';

/**
 * Whether the tool waits for one object before it applies the other: as a hook of Helm or Argo CD
 * that comes before all else, or in an earlier wave of Argo CD. Who requires what is not there yet
 * would be waited for in vain.
 */
export function isAppliedBefore(one: Data | undefined, other: Data): boolean {
  const [first, second] = [one ?? {}, other].map(annotationsOf);
  return phaseOf(first) === phaseOf(second)
    ? waveOf(first) < waveOf(second)
    : phaseOf(first) < phaseOf(second);
}

function phaseOf(annotations: Data): number {
  const hooks = ['helm.sh/hook', 'argocd.argoproj.io/hook']
    .map((name) => annotations[name])
    .filter((hook) => typeof hook === 'string')
    .join();
  if (/\b(pre-(install|upgrade)|PreSync)\b/.test(hooks)) return -1;
  return /\b(post-(install|upgrade)|PostSync)\b/.test(hooks) ? 1 : 0;
}

function waveOf(annotations: Data): number {
  return Number(annotations['argocd.argoproj.io/sync-wave']) || 0;
}

function annotationsOf({ metadata }: Data): Data {
  return ((metadata ?? {}) as { readonly annotations?: Data }).annotations ?? {};
}

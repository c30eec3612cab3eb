/**
 * Metadata in which appliers keep notes about a resource itself: on the objects that it stands for
 * they would mislead.
 */

const BOOKKEEPING = [
  'kubectl.kubernetes.io/last-applied-configuration',
  'argocd.argoproj.io/tracking-id',
];

/**
 * Labels or annotations that may be given to the objects of a resource; undefined if there are
 * none.
 */
export function withoutBookkeeping(entries?: {
  readonly [key: string]: string;
}): { [key: string]: string } | undefined {
  const kept = Object.entries(entries ?? {}).filter(([key]) => !BOOKKEEPING.includes(key));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/**
 * Metadata of a resource that whoever applied it wrote about the resource itself: on other objects
 * it would mislead.
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

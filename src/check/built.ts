/** Fields that kustomize adds to the objects that it builds, which need not be there before. */
import { BuiltSource } from './folders';
import { Addition } from './kustomize';
import { RenderFinding } from '../render';

/** Where each of them is, in any object. */
const PLACES: { readonly [addition in Addition]: RegExp } = {
  namespace: /^subjects\[\d+\]\.namespace$/,
  selectors: /^spec\.(?:selector|template\.metadata\.labels)$/,
};
const RULES: readonly string[] = ['api/required', 'api/invalid'];

/** The findings without those on what is added. */
export function withoutAdded(
  findings: readonly RenderFinding[],
  sources: readonly BuiltSource[],
): readonly RenderFinding[] {
  const added = new Map(
    sources.flatMap((one) => (one.added?.length ? [[one.name, one.added] as const] : [])),
  );
  if (added.size === 0) return findings;
  return findings.filter(
    ({ rule, path, file = '' }) =>
      !RULES.includes(rule) || !added.get(file)?.some((one) => PLACES[one].test(path)),
  );
}

/** The volume map of what a change does, before and after in one picture. */
import { DiffOptions, DocumentsDiff } from '../diff';
import { changedMap, foldedMap, MapFormat, printMap, volumeMap } from '../map';
import { readTopology } from '../topology';

/** The picture. What is refused or lost is told on the object that it is about. */
export function diffMap(
  { old, next, objects, findings }: DocumentsDiff,
  format: Exclude<MapFormat, 'text' | 'json'>,
  { namespace, workloadKinds }: DiffOptions,
): string {
  const found = findings.map((finding) => ({ ...finding, construct: finding.object }));
  const [before, after] = [old, next].map((manifests) =>
    volumeMap(readTopology(manifests, { namespace, workloadKinds }), found),
  );
  return printMap(foldedMap(changedMap(before, after, objects)), format);
}

/** Objects that appear in several files of a folder, which may be alternatives to each other. */
import { folderOf } from './kustomize';
import { Severity, show } from '../findings';
import { addTo, groupedBy } from '../kube';
import { Entry, RenderFinding, Source } from '../render';

/** The rules on objects that appear twice. */
const TWICE: readonly string[] = [
  'gitops/claim-twice',
  'gitops/immutable-twice',
  'gitops/templates-twice',
];

/**
 * The findings with one warning for each folder in place of those on objects that appear twice in
 * it, unless they are in one file, or in files that were named: those are applied together.
 */
export function withoutAlternatives(
  findings: readonly RenderFinding[],
  entries: readonly Entry[],
  sources: readonly Source[],
): RenderFinding[] {
  const twice = findings.filter(({ rule }) => TWICE.includes(rule));
  if (twice.length === 0) return [...findings];
  const files = new Map<string, string[]>();
  for (const { told } of entries) addTo(files, told.object, told.file);
  const isApart = apartIn(files, sources);
  const byFolder = groupedBy(twice.filter(isApart), (finding) =>
    folderOfAll(files.get(finding.object ?? '') ?? []),
  );
  const told = new Map<RenderFinding, RenderFinding>();
  const silent = new Set<RenderFinding>();
  for (const [folder, all] of byFolder) {
    told.set(all[0], ofFolder(folder, all));
    for (const finding of all) silent.add(finding);
  }
  return findings.flatMap((finding) => {
    const instead = told.get(finding);
    if (instead) return [instead];
    return silent.has(finding) ? [] : [finding];
  });
}

/** The innermost folder that holds all the files; `''` for the current one. */
function folderOfAll(files: readonly string[]): string {
  return files.map(folderOf).reduce((folder, other) => {
    let common = folder;
    while (common !== '' && common !== other && !other.startsWith(`${common}/`)) {
      common = folderOf(common);
    }
    return common;
  });
}

function ofFolder(folder: string, all: readonly RenderFinding[]): RenderFinding {
  const [first] = all;
  const others = new Set(all.map(({ object }) => object)).size - 1;
  const subject = first.object ?? '';
  const where = `in several files of ${show(folder || '.')} with differences that cannot be applied over each other`;
  const predicate = `appears ${where}`;
  const several = `${subject} and ${others} other object${others === 1 ? '' : 's'} appear ${where}`;
  return {
    ...first,
    severity: Severity.WARNING,
    message: others === 0 ? `${subject} ${predicate}` : several,
    sentence: others === 0 ? { subject, predicate } : undefined,
    remedy: 'if the files are alternatives, check them separately; otherwise keep one of them',
  };
}

/** Whether the object of a finding is in other files only, all of which were found in a folder. */
function apartIn(
  files: ReadonlyMap<string, readonly string[]>,
  sources: readonly Source[],
): (finding: RenderFinding) => boolean {
  const found = new Set(sources.filter(({ isFound }) => isFound).map(({ name }) => name));
  return ({ object = '', file = '' }) => {
    const all = files.get(object) ?? [];
    return all.every((one) => found.has(one)) && all.filter((one) => one === file).length === 1;
  };
}

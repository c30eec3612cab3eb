/** Fields that kustomize adds to the objects that it builds, which need not be there before. */
import { BuiltSource } from './folders';
import { byPlace, placeOf } from './placeholders';
import { lazily } from '../kube';
import { fieldsAt } from '../model';
import { Entry, RenderFinding } from '../render';

const NAMESPACE = /^subjects\[\d+\]\.namespace$/;
const SELECTOR = 'spec.selector';
const LABELS = 'spec.template.metadata.labels';
const RULES: readonly string[] = ['api/required', 'api/invalid'];

/** The findings without those on what is added. */
export function withoutAdded(
  findings: readonly RenderFinding[],
  entries: readonly Entry[],
  sources: readonly BuiltSource[],
): readonly RenderFinding[] {
  const added = new Map(
    sources.flatMap((one) => (one.added?.length ? [[one.name, one.added] as const] : [])),
  );
  if (added.size === 0) return findings;
  const entriesAt = lazily(() => byPlace(entries));
  const isAdded = (finding: RenderFinding) => {
    const { rule, path, file = '' } = finding;
    const additions = RULES.includes(rule) ? (added.get(file) ?? []) : [];
    if (NAMESPACE.test(path)) return additions.some(({ namespace }) => namespace !== undefined);
    const keys = new Set(additions.flatMap(({ selected }) => selected));
    if (path === SELECTOR) return keys.size > 0;
    const own = () => entriesAt().get(placeOf(finding)) ?? [];
    return path === LABELS && keys.size > 0 && own().every(({ data }) => fitsWith(keys, data));
  };
  return findings.filter((finding) => !isAdded(finding));
}

/** Whether a selector finds the pods of its template once both have labels with these keys. */
function fitsWith(keys: ReadonlySet<string>, data: Entry['data']): boolean {
  const labels = fieldsAt(data, LABELS);
  return Object.entries(fieldsAt(data, `${SELECTOR}.matchLabels`)).every(
    ([key, value]) => keys.has(key) || labels[key] === value,
  );
}

/** Patches of kustomize: parts of objects, which look like whole ones and cannot be applied. */
import { Fields, fieldsOf, groupOf, isFields, itemsOfList, podTemplatePath } from '../kube';
import { Source } from '../render';
import { readYaml } from '../yaml';

const DIRECTIVE = '$patch';
const IMAGE = /\bimage["']?[ \t]*:/;

/**
 * Whether a file holds nothing but patches: it has a directive for them, or containers that are
 * only named. `isBuilt` says whether kustomize builds what stands beside it.
 */
export function isPatchFile({ text }: Source, isBuilt: boolean): boolean {
  const hasDirective = text.includes(DIRECTIVE);
  if (!hasDirective && (IMAGE.test(text) || !/\bcontainers\b/i.test(text))) return false;
  const objects = readYaml(text)
    .documents.flatMap(({ data }) => itemsOfList(fieldsOf(data)) ?? [data])
    .filter((data) => data !== null && data !== undefined);
  return (
    objects.length > 0 &&
    objects.every((data) => (hasDirective && holdsDirective(data)) || isPartial(data, isBuilt))
  );
}

function holdsDirective(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Object.hasOwn(value, DIRECTIVE)) return true;
  // Controllers keep the difference to a revision as a patch.
  const isRevision = (value as Fields).kind === 'ControllerRevision';
  return !isRevision && Object.values(value).some(holdsDirective);
}

/** Whether it is a workload without images, and without what else no workload can be without. */
function isPartial(data: unknown, isBuilt: boolean): boolean {
  const { apiVersion, kind, spec } = fieldsOf(data);
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return false;
  const path = podTemplatePath(apiVersion, kind);
  if (!path) return false;
  const template = path.reduce((part: Fields, name) => fieldsOf(part[name]), fieldsOf(data));
  const { containers, initContainers } = fieldsOf(template.spec);
  const all = [containers, initContainers].flatMap((list) => (Array.isArray(list) ? list : []));
  const isApp = groupOf(apiVersion) === 'apps';
  return (
    all.length > 0 &&
    all.every((one) => isFields(one) && one.image === undefined) &&
    (isApp ? fieldsOf(spec).selector === undefined : isBuilt)
  );
}

/** Patches of kustomize: parts of objects, which look like whole ones and cannot be applied. */
import { Fields, fieldsOf, groupOf, isFields, itemsOfList, podTemplatePath } from '../kube';
import { Source } from '../render';
import { readYaml } from '../yaml';

const DIRECTIVE = '$patch';
const IMAGE = /\bimage["']?[ \t]*:/;
const SELECTOR = /\bselector["']?[ \t]*:/;
const APP = /\bkind["']?[ \t]*:[ \t]*["']?(?:Deployment|StatefulSet|DaemonSet|ReplicaSet)\b/;
const DEFINITION = 'CustomResourceDefinition';

/**
 * Whether a file holds nothing but patches: it has a directive for them, containers that are only
 * named, or parts of a definition. `isBuilt` says whether kustomize builds what stands beside it.
 */
export function isPatchFile({ text }: Source, isBuilt: boolean): boolean {
  const hasDirective = text.includes(DIRECTIVE);
  const mayBePartial =
    (/\bcontainers\b/i.test(text) &&
      (!IMAGE.test(text) || (!SELECTOR.test(text) && APP.test(text)))) ||
    (text.includes(DEFINITION) && !/\bplural\b/.test(text));
  if (!hasDirective && !mayBePartial) return false;
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

/** Whether it lacks two things that no object of its kind can be without. */
function isPartial(data: unknown, isBuilt: boolean): boolean {
  const { apiVersion, kind, spec } = fieldsOf(data);
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return false;
  if (kind === DEFINITION) {
    const { group, names } = fieldsOf(spec);
    return group === undefined && names === undefined;
  }
  const path = podTemplatePath(apiVersion, kind);
  if (!path) return false;
  const template = path.reduce((part: Fields, name) => fieldsOf(part[name]), fieldsOf(data));
  const { containers, initContainers } = fieldsOf(template.spec);
  const all = [containers, initContainers].flatMap((list) => (Array.isArray(list) ? list : []));
  const isApp = groupOf(apiVersion) === 'apps';
  const isOnlyNamed = (one: unknown) => isFields(one) && one.image === undefined;
  return isApp
    ? fieldsOf(spec).selector === undefined && all.some(isOnlyNamed)
    : isBuilt && all.length > 0 && all.every(isOnlyNamed);
}

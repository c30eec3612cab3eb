/** The prefix of the paths at which a viewer is found, and what of it reaches the app. */
import { ViewerSpec } from './spec';

/** What the paths of all viewers begin with, unless it is said otherwise. */
const DEFAULT_BASE_PREFIX = '/pvcviewer';

type Addressed = Pick<ViewerSpec, 'name' | 'namespace' | 'networking' | 'routing'>;

/**
 * The path of the viewer, with a slash at both ends. Undefined where nothing routes requests to it,
 * unless a `basePrefix` is set: then the user routes them.
 */
export function prefixOf({ name, namespace, networking, routing }: Addressed): string | undefined {
  if (routing.kind === 'none' && networking?.basePrefix === undefined) return undefined;
  return `${networking?.basePrefix ?? DEFAULT_BASE_PREFIX}/${namespace}/${name}/`;
}

/** The prefix without its last slash; empty where there is none. */
export function bare(prefix: string | undefined): string {
  return prefix === undefined ? '' : prefix.slice(0, -1);
}

/**
 * The path that takes the prefix's place before a request reaches the app. It is the prefix itself
 * where nothing is rewritten.
 */
export function rewriteOf(
  spec: Addressed & Pick<ViewerSpec, 'app' | 'podSpec'>,
  app: ViewerSpec['app'],
): string | undefined {
  const prefix = prefixOf(spec);
  // As for the controller, the empty text is the same as none.
  if (spec.networking?.rewrite) return spec.networking.rewrite;
  return spec.podSpec === undefined && app?.prefix === 'stripped' && prefix !== undefined
    ? '/'
    : prefix;
}

/** Whether requests reach the app under another path than the public one. */
export function isRewritten(
  prefix: string | undefined,
  rewrite: string | undefined,
): rewrite is string {
  return (
    prefix !== undefined && rewrite !== undefined && rewrite !== prefix && `${rewrite}/` !== prefix
  );
}

/** A text of an app, with the prefix at its place. */
export function fill(text: string, prefix: string | undefined): string {
  return text.replaceAll('{prefix}', () => bare(prefix));
}

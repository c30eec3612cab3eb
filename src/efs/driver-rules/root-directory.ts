/** The patterns of the root directories of access points, and the limits of these. */
import { parseBool } from '../../kube';

/**
 * What the placeholders of a pattern stand for; empty when the sidecar runs without
 * --extra-create-metadata.
 */
export interface PatternNames {
  readonly pvcName: string;
  readonly pvcNamespace: string;
  readonly pvName: string;
}

/** The placeholders of subPathPattern. */
export const PLACEHOLDERS: readonly { readonly text: string; readonly name: keyof PatternNames }[] =
  [
    { text: '${.PV.name}', name: 'pvName' },
    { text: '${.PVC.name}', name: 'pvcName' },
    { text: '${.PVC.namespace}', name: 'pvcNamespace' },
  ];

/** The driver refuses longer paths. */
export const MAX_ROOT_BYTES = 100;
/** The driver refuses paths with more slashes, and calls that four subdirectories. */
export const MAX_ROOT_SLASHES = 5;

/**
 * The pattern with the names in their places; undefined when something that looks like a
 * placeholder is left.
 */
export function interpolate(pattern: string, names: PatternNames): string | undefined {
  const result = pattern.replace(
    /\$\{\.(?:PVC\.namespace|PVC\.name|PV\.name)\}/g,
    (text) => names[PLACEHOLDERS.find((placeholder) => placeholder.text === text)!.name],
  );
  return result.includes('${') || result.includes('}') ? undefined : result;
}

/**
 * Whether a random suffix is added to what the pattern makes: always, unless the parameter is a
 * boolean that says no.
 */
export function isMadeUnique(ensureUniqueDirectory: string | undefined): boolean {
  if (ensureUniqueDirectory === undefined) return true;
  const parsed = parseBool(ensureUniqueDirectory);
  return 'error' in parsed || parsed.value;
}

/** How many slashes a path has. */
export function slashes(path: string): number {
  return path.split('/').length - 1;
}

/**
 * Versions of Kubernetes, as far as rules ask for them: `1.34`, also with a `v` before it and more
 * behind it.
 */

/** A version: the minor one, since the major one is 1. */
interface KubernetesVersion {
  readonly minor: number;
}

/**
 * The minor version whose types, defaults and validation the model has: what counts where nobody
 * names another one.
 */
export const MODEL_MINOR = 36;

const VERSION = /^v?1\.(\d{1,3})(?:\.\d+)?(?:[-+].*)?$/;

/** The version that a text names; undefined if it names none. */
export function parseVersion(text: string): KubernetesVersion | undefined {
  const match = VERSION.exec(text);
  return match ? { minor: Number(match[1]) } : undefined;
}

/** Paths of constructs, as texts: `app/chart/viewer`. */

/**
 * Tells of a path whether it is one of these, or below one of them, in as many steps as it has
 * parts.
 */
export function below(paths: readonly string[]): (path: string) => boolean {
  const known = new Set(paths);
  if (known.has('')) return () => true;
  return (path) => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (known.has(path.slice(0, end))) return true;
    }
    return false;
  };
}

/** A read-out of a cluster, as apps are given one. */
import { Finding, FindingsError, Severity, show, violation } from '../findings';
import { ReadOut, readReadOut, targetOfReadOut } from '../read-out';
import { readOutSources } from '../read-out/files';
import { READ_OUT_RULES as RULES } from '../read-out/rules';
import { SHAPE_RULES } from '../shape';

/**
 * What lives in a cluster: the output of the `kubectl get` command that `cdk8s-volumes read-out`
 * prints.
 *
 * The cluster itself is never asked, so the same file gives the same manifests. The values of
 * Secrets are not kept.
 *
 * @example
 * const readOut = ClusterReadOut.fromFile('cluster.json');
 * Target.enable(new App(), { cluster: readOut });
 */
export class ClusterReadOut {
  /**
   * Reads a file, or all `*.yaml`, `*.yml` and `*.json` files in a directory.
   * @param path the path of the file or directory
   * @returns what lives in the cluster
   * @throws an error that lists all findings if it cannot be read, or if it is not the output of
   * `kubectl get` with `-o json` or `-o yaml`
   */
  public static fromFile(path: string): ClusterReadOut {
    const readOut = readReadOut(sourcesAt(path));
    const fatal = readOut.problems.filter(({ severity }) => severity === Severity.ERROR);
    if (fatal.length > 0) {
      throw new FindingsError(
        fatal.map((one) => ({ ...one, path: '', message: `${one.path || path}: ${one.message}` })),
      );
    }
    const cluster = new ClusterReadOut(readOut);
    known.set(cluster, readOut);
    return cluster;
  }

  /**
   * The Kubernetes version of the server, such as `1.36`: that of its image if it runs as a pod, or
   * else that of the newest node. Undefined if the read-out does not tell.
   */
  public readonly kubernetes?: string;

  /**
   * The default storage class: of several, the newest. Undefined if there is none, or if the
   * read-out has no classes.
   */
  public readonly defaultStorageClassName?: string;

  /** The storage classes, sorted by name. Empty if the read-out has no classes. */
  public readonly storageClassNames: string[];

  private constructor(readOut: ReadOut) {
    const { kubernetes, defaultStorageClassName, storageClassNames } = targetOfReadOut(readOut);
    this.kubernetes = kubernetes;
    this.defaultStorageClassName = defaultStorageClassName;
    this.storageClassNames = [...(storageClassNames ?? [])];
  }
}

/** What was read, by what apps have of it. */
const known = new WeakMap<ClusterReadOut, ReadOut>();

export function readOutFindings(value: unknown, path: string): Finding[] {
  return value instanceof ClusterReadOut
    ? []
    : [
        violation(
          SHAPE_RULES.type,
          path,
          `${show(value)} is not a ClusterReadOut`,
          'call ClusterReadOut.fromFile(), or remove it',
        ),
      ];
}

export function readOutOf(cluster: ClusterReadOut): ReadOut {
  return known.get(cluster)!;
}

function sourcesAt(path: string): ReturnType<typeof readOutSources> {
  try {
    return readOutSources(path);
  } catch (error) {
    throw new FindingsError([
      violation(
        RULES.readOut,
        '',
        `${path} cannot be read: ${(error as Error).message}`,
        'pass the path of a file that the command of cdk8s-volumes read-out wrote',
      ),
    ]);
  }
}

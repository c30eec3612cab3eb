/** Workloads of cdk8s-plus, and the volumes that their containers mount. */
import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IConstruct } from 'constructs';

/** The construct whose object stands at a path, undefined if the object stands for itself. */
export function constructOf(root: IConstruct, path: string): IConstruct | undefined {
  let at: IConstruct | undefined = root;
  for (const id of path.split('/')) at = at?.node.tryFindChild(id);
  const scope = at?.node.scope;
  return scope && ApiObject.isApiObject(at) && scope.node.defaultChild === at ? scope : undefined;
}

/**
 * The volumes that the containers of a workload mount, by their names; none if it is not of
 * cdk8s-plus.
 */
export function mountedBy(workload: IConstruct | undefined): ReadonlyMap<string, kplus.Volume> {
  const { containers, initContainers } = (workload ?? {}) as Partial<kplus.AbstractPod>;
  const all = [containers, initContainers].flatMap((some) =>
    Array.isArray(some) ? (some as Partial<kplus.Container>[]) : [],
  );
  return new Map(
    all.flatMap(({ mounts }) => mounts ?? []).map(({ volume }) => [volume.name, volume]),
  );
}

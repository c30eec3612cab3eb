/**
 * The surroundings of custom resources in one input: objects that pass through, and those that
 * other resources stand for.
 */
import { Entry } from './entries';
import { InputObject, inputObjects } from './identities';
import { PlacedObject } from '../judge';
import { Manifest } from '../kube';
import { Input, Neighbour, RenderOptions, ResourceKind } from '../resource';
import { readTopology, Topology } from '../topology';

export interface Resource {
  readonly kind: ResourceKind;
  readonly entry: Entry;
  /** As the API server would store it; undefined if it would refuse it. */
  readonly admitted?: Manifest;
  /** What it stands for, once that is known. */
  neighbour?: Neighbour;
}

/**
 * The surroundings, of which only these resources are part. They are looked for when they are first
 * asked for.
 */
export function surroundingsOf(
  entries: readonly Entry[],
  resources: ReadonlyMap<Entry, Resource>,
  options: RenderOptions,
  isPart: (resource: Resource) => boolean,
): Input {
  let objects: readonly PlacedObject[] | undefined;
  let topology: Topology | undefined;
  const { namespace, workloadKinds } = options;
  return {
    options,
    get objects() {
      return (objects ??= entries.flatMap((entry) => {
        const resource = resources.get(entry);
        if (!resource) return inputObjects(entry);
        if (!resource.neighbour || !isPart(resource)) return [];
        const { key, rendered } = resource.neighbour;
        return rendered.manifests.map((manifest) => new InputObject(manifest, () => key));
      }));
    },
    get topology() {
      return (topology ??= readTopology(this.objects, { namespace, workloadKinds }));
    },
  };
}

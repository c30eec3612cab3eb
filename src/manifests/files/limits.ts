/** Limits of what the containers of a pod may use of a resource, as kubelet adds them up. */
import { JudgedObject, World } from '../../judge';
import { compareQuantities, ParsedQuantity, sumOfQuantities } from '../../kube';
import { fieldOf, fieldsOf, readQuantity, listOf } from '../../object';
import { podContainersOf } from '../pods';

export interface PodLimits {
  /** The sum of the containers' limits; undefined if none has one. */
  readonly total?: ParsedQuantity;
  /** The sum of those of some containers, by their fields; undefined if one of them has none. */
  of(paths: readonly string[]): ParsedQuantity | undefined;
}

/** The limits of the pods of an object, with the defaults of a LimitRange in their namespace. */
export function limitsOf(
  { workload, podPath = '', namespace }: JudgedObject,
  resource: string,
  world: World,
): PodLimits {
  const podSpec = workload?.podSpec ?? {};
  const standard = world.once(defaultLimits).get(JSON.stringify([namespace, resource]));
  const ofPod = quantityOf(fieldsOf(podSpec.resources).limits, resource);
  const limits = podContainersOf(podSpec, podPath).map(({ container, path, isLasting }) => ({
    path,
    isLasting,
    isInit: path.includes('.initContainers['),
    limit: quantityOf(fieldsOf(container.resources).limits, resource) ?? standard,
  }));
  const byPath = new Map(limits.map(({ path, limit }) => [path, limit]));
  return {
    total: ofPod ?? totalOf(limits),
    of: (paths) => {
      const some = paths.map((path) => byPath.get(path));
      if (some.every((limit) => limit !== undefined)) {
        const sum = sumOfQuantities(some);
        return ofPod && sum && compareQuantities(ofPod, sum) < 0 ? ofPod : sum;
      }
      return ofPod;
    },
  };
}

interface Limit {
  readonly isLasting: boolean;
  readonly isInit: boolean;
  readonly limit?: ParsedQuantity;
}

/**
 * What runs together is added; an init container runs beside the sidecars that were started before
 * it.
 */
function totalOf(limits: readonly Limit[]): ParsedQuantity | undefined {
  let sidecars: ParsedQuantity | undefined;
  let most: ParsedQuantity | undefined;
  for (const { isLasting, limit } of limits.filter(({ isInit }) => isInit)) {
    const beside = sumOfQuantities([sidecars, limit]);
    if (isLasting) sidecars = beside;
    most = larger(most, beside);
  }
  return larger(
    most,
    sumOfQuantities([
      sidecars,
      ...limits.filter(({ isInit }) => !isInit).map(({ limit }) => limit),
    ]),
  );
}

function larger(
  one: ParsedQuantity | undefined,
  other: ParsedQuantity | undefined,
): ParsedQuantity | undefined {
  if (!one || !other) return one ?? other;
  return compareQuantities(one, other) < 0 ? other : one;
}

/** The limits that LimitRanges give to containers without one, by namespace and resource. */
function defaultLimits(world: World): ReadonlyMap<string, ParsedQuantity> {
  const limits = new Map<string, ParsedQuantity>();
  for (const { namespace, manifest } of world.ofKind('/LimitRange')) {
    for (const { type, default: given, max } of listOf(fieldsOf(manifest.spec).limits)) {
      if (type !== 'Container') continue;
      // Without a default, the most that is allowed is the default.
      const standard = { ...fieldsOf(max), ...fieldsOf(given) };
      for (const resource of Object.keys(standard)) {
        const limit = quantityOf(standard, resource);
        if (limit) limits.set(JSON.stringify([namespace, resource]), limit);
      }
    }
  }
  return limits;
}

/** A quantity among others. */
function quantityOf(quantities: unknown, resource: string): ParsedQuantity | undefined {
  const quantity = fieldOf(quantities, resource);
  return readQuantity(quantity);
}

/** Sends pods to the nodes of local volumes that are known when the app is synthesized. */
import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { changedAt } from '../../kube';
import { withTerms } from '../../placement/core';
import {
  changeWhenWritten,
  registerForSynth,
  SynthCheck,
  topologyOf,
  workloadKindOf,
} from '../../tree';
import { affinityTo, checkSteering } from '../hyperconverged/affinity';
import { localVolumesOf } from '../hyperconverged/volumes';

const asked = new WeakSet<IConstruct>();
const steered = new WeakSet<ApiObject>();

const STEERING: SynthCheck<Construct> = {
  id: 'local/steering',
  check: (registered, tree) =>
    registered.flatMap(({ value }) =>
      objectsBelow(value).flatMap((object) => {
        steerWhenWritten(object);
        const workload = tree.topology.workloadAt(object.node.path);
        return workload
          ? checkSteering(workload, tree.topology).map((finding) => ({
              ...finding,
              construct: object.node.path,
            }))
          : [];
      }),
    ),
};

/**
 * Sends pods to the nodes that have their local volumes, if both are known at synthesis: for
 * manually created volumes, and for those that were written back to the repository.
 *
 * The node of a volume is preferred, or required if its failover mode is `durability`, in each of
 * the pod's existing node selector terms. Volumes with node affinity need nothing, because the
 * scheduler already honors it. Pods of volumes that the driver provisions later can be steered only
 * in the cluster, by a `HyperconvergedPolicy`.
 *
 * @example
 * Hyperconverged.enable(app);
 */
export class Hyperconverged {
  /**
   * Steers the pods of all workloads in scope, of any kind and whatever they were created with,
   * including those that are added later.
   * @param scope the app, a chart, or any construct whose subtree is meant
   * @returns the steering
   */
  public static enable(scope: Construct): Hyperconverged {
    if (!asked.has(scope)) {
      asked.add(scope);
      registerForSynth(scope, STEERING, scope);
      objectsBelow(scope).forEach(steerWhenWritten);
    }
    return new Hyperconverged();
  }

  private constructor() {}
}

function objectsBelow(scope: Construct): ApiObject[] {
  return scope.node
    .findAll()
    .filter(ApiObject.isApiObject)
    .filter((object) => workloadKindOf(object) !== undefined);
}

/**
 * What is added comes after all patches of the object. Once is enough: a term that is there is not
 * added again.
 */
function steerWhenWritten(object: ApiObject): void {
  if (steered.has(object)) return;
  steered.add(object);
  const path = workloadKindOf(object)!.templatePath;
  changeWhenWritten(object, (manifest) => {
    const workload = topologyOf(object).workloadAt(object.node.path);
    const added = workload && affinityTo(localVolumesOf(workload, topologyOf(object)));
    return added === undefined
      ? manifest
      : changedAt(manifest, [...path, 'spec'], (spec) => withTerms(spec, added));
  });
}

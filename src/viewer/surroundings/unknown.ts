/**
 * Facts about its surroundings that a viewer does not know, and what follows from that: whose the
 * files are, whom to follow, who comes in.
 */
import { Finding, show, violation } from '../../findings';
import { missingClaim } from '../../placement/core';
import { Topology } from '../../topology';
import { isWritable } from '../access';
import { podLabelsOf } from '../build';
import { VIEWER_RULES } from '../rules';
import { ViewerSpec } from '../spec';
import { Guards, isGuarded } from './guards';
import { checkOwners } from './ownership';
import { VIEWER_SURROUNDINGS_RULES as RULES } from './rules';
import { isForOneNode } from '../../kube';

/** A viewer as this library makes it, and what was said about its claim besides. */
export interface KnownViewer {
  readonly spec: ViewerSpec;
  /**
   * Whether it is to follow its claim: not at all, as viewers do unless it is said otherwise, or
   * because somebody asked for it.
   */
  readonly follows: 'nobody' | 'consumers' | 'asked';
  /** The access modes of the claim, if they are known otherwise. */
  readonly accessModes?: readonly string[];
  /** Whether there are consumers of the claim that the app does not have. */
  readonly hasOthers?: boolean;
}

/** Findings on what is not known; paths are those of the props. */
export function checkUnknown(viewer: KnownViewer, topology: Topology, guards: Guards): Finding[] {
  // Whoever names no claim is told that.
  if (viewer.spec.pvc === '') return [];
  return [
    ...checkFollowed(viewer, topology),
    ...checkOwners(viewer.spec, viewer, topology),
    ...checkGuards(viewer.spec, guards),
  ];
}

function checkFollowed({ spec, follows, accessModes }: KnownViewer, topology: Topology): Finding[] {
  const { namespace, pvc } = spec;
  const modes = accessModes ?? topology.accessModesOf(namespace, pvc);
  // Whether an unknown claim is for one node matters only to whoever asked to follow it.
  const isOneNode = modes === undefined ? follows === 'asked' : isForOneNode(modes);
  const isNeeded =
    follows === 'asked' ||
    (follows === 'consumers' && topology.claim(namespace, pvc) === undefined);
  if (!isOneNode || !isNeeded || hasConsumers(spec, topology)) return [];
  // A claim that is meant to be another one is told of as that.
  if (missingClaim(namespace, { name: pvc, path: 'pvc', accessModes }, topology).length > 0) {
    return [];
  }
  return [
    violation(
      RULES.nobodyToFollow,
      'coLocation',
      `no workload in the app uses the claim ${show(pvc)}, so the viewer has nothing to follow, and may be scheduled on a node where the volume cannot be attached`,
      `add the workloads that use the claim, set nodeName, set coLocation to NONE if any node is suitable, or acknowledge ${RULES.nobodyToFollow.id}`,
    ),
  ];
}

function hasConsumers(spec: ViewerSpec, topology: Topology): boolean {
  const instance = 'app.kubernetes.io/instance';
  const own = podLabelsOf(spec)[instance];
  return topology
    .consumersOf(spec.namespace, spec.pvc)
    .some(({ workload }) => workload.podLabels[instance] !== own);
}

function checkGuards(spec: ViewerSpec, guards: Guards): Finding[] {
  const hasPolicy = spec.networkPolicy !== undefined || spec.authorizationPolicy !== undefined;
  if (hasPolicy || !isWritable(spec) || isGuarded(guards, spec.namespace, podLabelsOf(spec))) {
    return [];
  }
  return [
    violation(
      VIEWER_RULES.openAccess,
      'networkPolicy',
      `no policy restricts who can reach the viewer, so anyone may read and write the files of ${show(spec.pvc)}`,
      `set networkPolicy or authorizationPolicy, make the viewer read-only, or acknowledge ${VIEWER_RULES.openAccess.id}`,
    ),
  ];
}

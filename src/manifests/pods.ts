/**
 * Parts of pods that many rules look at: their metadata, and their containers with the fields in
 * which these are.
 */
import { JudgedObject } from '../judge';
import { Fields, fieldsOf, listOf } from '../object';

/** Whether its pods have the metadata that its author wrote for them. */
export function hasOwnMetadata({ workloadKind }: JudgedObject): boolean {
  return workloadKind !== undefined && workloadKind.completesPods !== true;
}

/** The metadata of the pods that an object makes, or of the Pod that it is. */
export interface PodMetadata {
  readonly path: string;
  readonly annotations: Fields;
  readonly labels: Fields;
}

/** A container of a pod. */
export interface PodContainer {
  readonly container: Fields;
  readonly path: string;
  /** Whether it runs as long as the pod does: sidecars among the init containers do, too. */
  readonly isLasting: boolean;
}

/** The metadata of an object's pods. */
export function podMetadataOf({ manifest, podPath = '' }: JudgedObject): PodMetadata {
  const steps = podPath.split('.').slice(0, -1);
  const { annotations, labels } = fieldsOf(
    fieldsOf(steps.reduce<unknown>((at, step) => fieldsOf(at)[step], manifest)).metadata,
  );
  return {
    path: [...steps, 'metadata'].join('.'),
    annotations: fieldsOf(annotations),
    labels: fieldsOf(labels),
  };
}

/** The containers of a pod, and its init containers before them. */
export function podContainersOf(podSpec: Fields, path: string): readonly PodContainer[] {
  return [
    ...listOf(podSpec.initContainers).map((container, index) => ({
      container,
      path: `${path}.initContainers[${index}]`,
      isLasting: container.restartPolicy === 'Always',
    })),
    ...listOf(podSpec.containers).map((container, index) => ({
      container,
      path: `${path}.containers[${index}]`,
      isLasting: true,
    })),
  ];
}

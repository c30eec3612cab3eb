/**
 * Parts of pods that many rules look at: their metadata, and their containers with the fields in
 * which these are.
 */
import { JudgedObject } from '../judge';
import { Fields, fieldsOf, listOf, textOf, valuesOf } from '../object';

/** Whether its pods have the metadata that its author wrote for them. */
export function hasOwnMetadata({ workloadKind }: JudgedObject): boolean {
  return workloadKind !== undefined && workloadKind.completesPods !== true;
}

/** The metadata of the pods that an object makes, or of the Pod that it is. */
interface PodMetadata {
  readonly path: string;
  readonly annotations: Fields;
  readonly labels: Fields;
}

interface PodContainer {
  readonly container: Fields;
  readonly path: string;
  /** Whether it runs as long as the pod does: sidecars among the init containers do, too. */
  readonly isLasting: boolean;
}

export function volumesByName(podSpec: Fields): ReadonlyMap<string, Fields> {
  return new Map(listOf(podSpec.volumes).map((volume) => [textOf(volume.name), volume]));
}

/** Where the metadata of pods are, by the path of their spec: of few kinds there are many. */
const places = new Map<string, { readonly steps: readonly string[]; readonly path: string }>();

function placeOf(podPath: string) {
  let place = places.get(podPath);
  if (!place) {
    const steps = [...podPath.split('.').slice(0, -1), 'metadata'];
    places.set(podPath, (place = { steps, path: steps.join('.') }));
  }
  return place;
}

/** The metadata of an object's pods. */
export function podMetadataOf({ manifest, podPath = '' }: JudgedObject): PodMetadata {
  const { steps, path } = placeOf(podPath);
  let metadata: Fields = manifest;
  for (const step of steps) metadata = fieldsOf(metadata[step]);
  const { annotations, labels } = metadata;
  return { path, annotations: fieldsOf(annotations), labels: fieldsOf(labels) };
}

/** Whether any container of a pod has a field, or one with such a value. */
export function hasInContainers(
  { initContainers, containers }: Fields,
  field: string,
  isMeant: (value: unknown) => boolean = isThere,
): boolean {
  for (const one of valuesOf(containers)) if (isMeant(fieldsOf(one)[field])) return true;
  for (const one of valuesOf(initContainers)) if (isMeant(fieldsOf(one)[field])) return true;
  return false;
}

function isThere(value: unknown): boolean {
  return value !== undefined;
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

/**
 * The controller's two webhooks: what one makes of a viewer, and what the other says to it.
 *
 * Facts: kubeflow/kubeflow 1.10, components/pvcviewer-controller, behind an API server.
 */
import { asGoWrites, goDecode, isGoZero, Mutation } from '../../resource';
import { KubeValue, NetworkingSpec, PVCViewerResource } from '../spec';
import { DEFAULT_POD_SPEC_PATH, defaultPodSpec } from './default-pod';
import { controllerTypes, VIEWER_TYPE } from './types';
import { own } from '../../kube';

/** Environment variables of the controller. */
export type ControllerEnv = { readonly [name: string]: string };
/** The texts of the files that these variables name, by the variable. */
type ControllerFiles = { readonly [variable: string]: string };

interface DecodedSpec {
  readonly pvc?: string;
  readonly podSpec?: KubeValue;
  readonly networking?: NetworkingSpec;
}

/**
 * The viewer after the mutating webhook, or why it is refused there: it must fit the controller's
 * Go types. A viewer that was pruned and defaulted is expected; `namespace` is that of one which
 * names none.
 */
export function mutateViewer(
  resource: { readonly [field: string]: unknown },
  env: ControllerEnv,
  files: ControllerFiles,
  namespace = '',
): Mutation {
  const types = controllerTypes();
  const metadata = goDecode('ObjectMeta', resource.metadata);
  const decoded = goDecode(
    VIEWER_TYPE,
    { spec: resource.spec, status: resource.status },
    { types },
  );
  const error = metadata.error ?? decoded.error;
  if (error !== undefined) return { object: { ...resource }, error };
  const { spec = {} } = decoded.value as { readonly spec?: DecodedSpec };
  const { apiVersion, kind } = resource;
  const identity = metadata.value as { readonly name?: string; readonly namespace?: string } | null;
  const place = `${identity?.namespace || namespace}/${identity?.name ?? ''}`;
  const { spec: written } = asGoWrites(
    VIEWER_TYPE,
    { spec: withPod(spec, place, env, files) },
    types,
  ) as { spec: unknown };
  return {
    object: { apiVersion, kind, metadata: asGoWrites('ObjectMeta', metadata.value), spec: written },
  };
}

/**
 * A pod that has anything in it stays as it is; without the file that it was given, the controller
 * leaves an empty one empty.
 */
function withPod(
  spec: DecodedSpec,
  place: string,
  env: ControllerEnv,
  files: ControllerFiles,
): DecodedSpec {
  if (!isGoZero('PodSpec', spec.podSpec, controllerTypes())) return spec;
  const baseUrl = `${spec.networking?.basePrefix ?? ''}/${place}/`;
  const podSpec = defaultPodSpec(
    own(env, DEFAULT_POD_SPEC_PATH),
    own(files, DEFAULT_POD_SPEC_PATH),
    baseUrl,
  );
  if (!podSpec) return spec;
  const volume = { name: 'viewer-volume', persistentVolumeClaim: { claimName: spec.pvc } };
  return {
    ...spec,
    podSpec: {
      ...podSpec,
      volumes: [...((podSpec.volumes as KubeValue[] | undefined) ?? []), volume],
    },
  };
}

type ClaimVolume = { readonly persistentVolumeClaim?: { readonly claimName?: string } } | null;

/**
 * What the validating webhook says to a viewer that came through the mutating one; undefined if it
 * takes it.
 */
export function validateViewer({ spec }: PVCViewerResource): string | undefined {
  const { pvc = '', podSpec = {} } = spec ?? {};
  if (pvc === '') return 'PVC name must be specified';
  if (isGoZero('PodSpec', podSpec, controllerTypes())) return 'PodSpec must be specified';
  const volumes: readonly ClaimVolume[] = Array.isArray(podSpec.volumes) ? podSpec.volumes : [];
  return volumes.some((volume) => volume?.persistentVolumeClaim?.claimName === pvc)
    ? undefined
    : `PVC ${pvc} must be used in the podSpec`;
}

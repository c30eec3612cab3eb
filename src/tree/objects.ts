/** Objects of manifests, each with the handle of its kind. */
import { Construct } from 'constructs';
import {
  ClaimHandle,
  ClusterRoleHandle,
  ConfigMapHandle,
  NamespaceHandle,
  PersistentVolumeHandle,
  ResourceHandle,
  ServiceAccountHandle,
  ServiceHandle,
  StorageClassHandle,
  WorkloadHandle,
} from './handles';
import { Manifest } from '../kube';

type Labels = { readonly [key: string]: string };
type Ports = readonly { readonly name?: string; readonly port: number }[];

/** The handles of kinds that cdk8s-plus has an interface for, or that are referred to by a name. */
const HANDLES: { readonly [kind: string]: typeof ResourceHandle } = {
  ClusterRole: ClusterRoleHandle,
  ConfigMap: ConfigMapHandle,
  Namespace: NamespaceHandle,
  PersistentVolume: PersistentVolumeHandle,
  PersistentVolumeClaim: ClaimHandle,
  ServiceAccount: ServiceAccountHandle,
  StorageClass: StorageClassHandle,
};

/** The object of a manifest. `read` returns the manifest when everything is known. */
export function objectFor(
  scope: Construct,
  id: string,
  manifest: Manifest,
  read: () => Manifest = () => manifest,
): ResourceHandle {
  switch (manifest.kind) {
    case 'CronJob':
    case 'DaemonSet':
    case 'Deployment':
    case 'Job':
      return WorkloadHandle._make(scope, id, manifest, () => podLabelsOf(read()));
    case 'Service':
      return ServiceHandle._make(
        scope,
        id,
        manifest,
        () => (read().spec as { ports: Ports }).ports,
      );
    default:
      return (HANDLES[manifest.kind] ?? ResourceHandle)._of(scope, id, manifest);
  }
}

interface PodsSpec {
  readonly selector?: { readonly matchLabels?: Labels };
  readonly template?: { readonly metadata?: { readonly labels?: Labels } };
  readonly jobTemplate?: { readonly spec: PodsSpec };
}

/** The labels that a controller finds its pods by, or all that they have. */
function podLabelsOf(manifest: Manifest): Labels {
  const spec = manifest.spec as PodsSpec;
  const { selector, template } = spec.jobTemplate?.spec ?? spec;
  return selector?.matchLabels ?? template?.metadata?.labels ?? {};
}

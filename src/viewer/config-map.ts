/** The ConfigMap of an app that reads its settings from a file. */
import { posix } from 'node:path';
import { Manifest, shortHash } from '../kube';
import { metadataOf } from './metadata';
import { objectName } from './names';
import { fill, prefixOf } from './prefix';
import { KubeValue, ViewerApp, ViewerSpec } from './spec';

/** The name of the file's volume in the pod. */
const CONFIG_VOLUME = 'config-file';

type ConfigFile = NonNullable<ViewerApp['configFile']>;

/** The ConfigMap; its name changes with its content, so that the pod is replaced when it does. */
export function buildConfigMap(spec: ViewerSpec, file: ConfigFile): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: metadataOf(spec, configMapName(spec, file)),
    data: { [keyOf(file)]: contentOf(spec, file) },
  };
}

export function configVolume(spec: ViewerSpec, file: ConfigFile): KubeValue {
  return { name: CONFIG_VOLUME, configMap: { name: configMapName(spec, file) } };
}

/** The mount of the file: of it alone, so that what lies beside it stays. */
export function configMount(file: ConfigFile): KubeValue {
  return { name: CONFIG_VOLUME, mountPath: file.path, subPath: keyOf(file), readOnly: true };
}

function configMapName(spec: ViewerSpec, file: ConfigFile): string {
  return `${objectName(spec.name)}-${shortHash([keyOf(file), contentOf(spec, file)])}`;
}

function contentOf(spec: ViewerSpec, file: ConfigFile): string {
  return fill(file.content, prefixOf(spec));
}

function keyOf({ path }: ConfigFile): string {
  return posix.basename(path);
}

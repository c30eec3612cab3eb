/** Files of declared ConfigMaps and Secrets that are mounted by a subPath and are not there. */
import { KEY_RULES as RULES, keysOf } from './keys';
import { didYouMean, Finding, show, violation } from '../../findings';
import { Judge, World, WORKLOADS } from '../../judge';
import { Fields, fieldsOf, isGiven, listOf, textOf } from '../../object';
import { podContainersOf } from '../pods';

/** The parts of volumes that containers mount. */
export const FILE_KEY_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  needs: ['subPath'],
  check: ({ workload, podPath = '' }, world) => {
    if (!workload || !workload.mounts.some(({ subPath }) => subPath)) return [];
    const { podSpec, namespace } = workload;
    const volumes = new Map(listOf(podSpec.volumes).map((one) => [textOf(one.name), one]));
    return podContainersOf(podSpec, podPath).flatMap(({ container, path }) =>
      listOf(container.volumeMounts).flatMap((mount, index) =>
        mountFindings(
          mount,
          volumes.get(textOf(mount.name)) ?? {},
          `${path}.volumeMounts[${index}].subPath`,
          namespace,
          world,
        ),
      ),
    );
  },
};

function mountFindings(
  { subPath, mountPath }: Fields,
  volume: Fields,
  path: string,
  namespace: string | undefined,
  world: World,
): Finding[] {
  const files = isGiven(subPath) ? filesOf(volume, namespace, world) : undefined;
  if (!files || hasFile(files, textOf(subPath))) return [];
  return [
    violation(
      RULES.key,
      path,
      `the volume ${show(volume.name)} has no file ${show(subPath)}: kubelet creates an empty directory of that name, and mounts it at ${show(mountPath)}`,
      didYouMean(subPath, files),
    ),
  ];
}

/** Whether the volume surely lacks the file that a mount names. */
export function lacksFile(
  volume: Fields,
  file: string,
  namespace: string | undefined,
  world: World,
): boolean {
  const files = filesOf(volume, namespace, world);
  return files !== undefined && !hasFile(files, file);
}

function hasFile(files: readonly string[], wanted: string): boolean {
  const plain = wanted.split('/').filter((part) => part !== '' && part !== '.');
  const path = plain.join('/');
  return path === '' || files.some((file) => file === path || file.startsWith(`${path}/`));
}

/** The files of a volume that kubelet writes; undefined where not all of them are known. */
function filesOf(
  { configMap, secret, projected }: Fields,
  namespace: string | undefined,
  world: World,
): readonly string[] | undefined {
  if (isGiven(configMap)) {
    return filesOfSource('ConfigMap', configMap, 'name', namespace, world);
  }
  if (isGiven(secret)) return filesOfSource('Secret', secret, 'secretName', namespace, world);
  if (!isGiven(projected)) return undefined;
  const lists = listOf(fieldsOf(projected).sources).map((source) =>
    projectedFiles(source, namespace, world),
  );
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

function projectedFiles(
  { configMap, secret, downwardAPI, serviceAccountToken, ...others }: Fields,
  namespace: string | undefined,
  world: World,
): readonly string[] | undefined {
  if (Object.values(others).some(isGiven)) return undefined;
  if (isGiven(serviceAccountToken)) return [textOf(fieldsOf(serviceAccountToken).path)];
  if (isGiven(downwardAPI)) return pathsOf(fieldsOf(downwardAPI).items);
  return isGiven(configMap)
    ? filesOfSource('ConfigMap', configMap, 'name', namespace, world)
    : filesOfSource('Secret', secret, 'name', namespace, world);
}

function filesOfSource(
  kind: 'ConfigMap' | 'Secret',
  source: unknown,
  field: string,
  namespace: string | undefined,
  world: World,
): readonly string[] | undefined {
  const { [field]: name, items, optional } = fieldsOf(source);
  if (optional === true) return undefined;
  if (listOf(items).length > 0) return pathsOf(items);
  const keys = keysOf(kind, namespace, textOf(name), world);
  return keys && [...keys.all];
}

function pathsOf(items: unknown): readonly string[] {
  return listOf(items).map(({ path }) => textOf(path).replace(/\/$/, ''));
}

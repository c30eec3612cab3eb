/** Annotations that drivers look for on the pods that mount their volumes. */
import { Finding, show, violation } from '../../findings';
import { Judge, JudgedObject, World, WORKLOADS } from '../../judge';
import { Fields, fieldsOf, isGiven, listOf, textOf } from '../../object';
import { FACT_RULES as RULES } from './rules';
import { Workload } from '../../topology';

/** Pods without an annotation that the driver of one of their volumes needs. */
export const POD_ANNOTATIONS: Judge = {
  kinds: [WORKLOADS],
  check: (object, world) => {
    const { workload, kindKey, podPath = '' } = object;
    // Of other kinds nobody knows which annotations their controllers give to the pods.
    if (!workload || !KINDS.includes(kindKey)) return [];
    const metadataPath = podPath.replace(/spec$/, 'metadata');
    const annotations = fieldsOf(fieldsOf(at(object.manifest, metadataPath)).annotations);
    const told = new Set<string>();
    return driversOf(workload, world).flatMap(({ driver, volume }) => Object.entries(world.driver(driver)?.podAnnotations ?? {}).flatMap(([name, value]) => {
      if (told.has(name) || hasSidecar(workload, name)) return [];
      told.add(name);
      return annotationFindings({ name, value, driver: driver!, volume }, annotations, object, `${metadataPath}.annotations`);
    }));
  },
};

const KINDS = ['/Pod', '/ReplicationController', 'apps/DaemonSet', 'apps/Deployment', 'apps/ReplicaSet', 'apps/StatefulSet', 'batch/CronJob', 'batch/Job'];

interface Needed {
  readonly name: string;
  readonly value: string;
  readonly driver: string;
  readonly volume: string;
}

/** The drivers of volumes that containers mount: kubelet leaves others alone. */
function driversOf(workload: Workload, { topology }: World): readonly { readonly driver: string | undefined; readonly volume: string }[] {
  const mounted = new Set(workload.mounts.map(({ volume }) => volume));
  const inline = listOf(workload.podSpec.volumes).flatMap(({ name, csi }) => isGiven(csi) ? [{ driver: textOf(fieldsOf(csi).driver), volume: textOf(name) }] : []);
  const claims = workload.claims.flatMap(({ volume, claimName }) => claimName === undefined ? []
    : [{ driver: topology.driverOf(workload.namespace, claimName), volume }]);
  return [...inline, ...claims].filter(({ volume }) => mounted.has(volume));
}

function annotationFindings({ name, value, driver, volume }: Needed, annotations: Fields, { kindKey, annotations: own }: JudgedObject, path: string): Finding[] {
  const given = annotations[name];
  if (given === value || (typeof given === 'string' && given.toLowerCase() === value)) return [];
  const what = `the volume ${show(volume)} is mounted by ${driver}, which looks for the annotation ${name}: ${show(value)} on the pods`;
  if (typeof given === 'string') return [violation(RULES.podAnnotation, `${path}.${quoted(name)}`, `${what}, and it is ${show(given)}: the mount fails`, `write ${show(value)}`)];
  if (isGiven(given)) {
    return [violation(RULES.podAnnotation, `${path}.${quoted(name)}`, `${what}, and ${show(given)} is no string: the object is refused`, `write it in quotes: ${show(String(given))}`)];
  }
  const isOnOwner = kindKey !== '/Pod' && isGiven(own[name]);
  return [violation(RULES.podAnnotation, path, `${what}, and ${isOnOwner ? 'it stands on what makes them only' : 'they have none'}: the mount fails`,
    isOnOwner ? `move it to ${path}` : `add ${name}: ${show(value)} to ${path}`)];
}

function quoted(name: string): string {
  return name.includes('.') ? `[${JSON.stringify(name)}]` : name;
}

/** Who brings the sidecar of GCS FUSE along needs nobody to put it in. */
function hasSidecar({ podSpec }: Workload, annotation: string): boolean {
  const sidecar = `${annotation.split('/')[0]}-sidecar`;
  return [...listOf(podSpec.containers), ...listOf(podSpec.initContainers)].some(({ name }) => name === sidecar);
}

function at(manifest: Fields, path: string): unknown {
  return path.split('.').reduce<unknown>((value, field) => fieldsOf(value)[field], manifest);
}

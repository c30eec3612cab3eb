/**
 * Volumes of this library that a workload mounts and does not have when it is written: some
 * versions of cdk8s-plus leave out those of a StatefulSet, and patches can remove any.
 */
import * as kplus from 'cdk8s-plus-28';
import { Construct, IConstruct } from 'constructs';
import { Finding, show, violation } from '../findings';
import { below, fieldsOf, isFields, kindKey, workloadKinds } from '../kube';
import { Data, readMounts } from '../topology';
import { constructOf, mountedBy } from './mounted';
import { BUG_OF_PLUS as BUG, INPUT_RULES } from './rules';
import { Registered, registerForSynth, SynthCheck, TreeObject } from './synth-checks';
import { registeredKinds } from './topology';

/**
 * What a volume of a pod refers to by name: the kind of the object, the field of the source, and
 * its field with the name.
 */
const SOURCES = [
  ['PersistentVolumeClaim', 'persistentVolumeClaim', 'claimName'],
  ['ConfigMap', 'configMap', 'name'],
  ['Secret', 'secret', 'secretName'],
] as const;

const LOST: SynthCheck<Construct> = {
  id: 'tree/lost-volumes',
  check: (registered, { objects, root }) => {
    const kinds = workloadKinds(registeredKinds(root));
    const lost = objects.flatMap((object) => {
      const path = kinds.get(kindKey(object.apiVersion, object.kind))?.templatePath;
      const names = path === undefined ? [] : lostNames(object, path);
      return path === undefined || names.length === 0
        ? []
        : [{ object, names, field: [...path, 'spec', 'volumes'].join('.') }];
    });
    if (lost.length === 0) return [];
    const isOwn = ownVolumes(registered, objects);
    return lost.flatMap(({ object, names, field }) => {
      const workload = constructOf(root, object.key);
      const own = names.filter((name) => isOwn(name, object, workload));
      return own.length === 0
        ? []
        : [
            {
              ...lostFinding(object, own, field, isLeftOut(workload)),
              construct: object.key,
            },
          ];
    });
  },
};

/** Has the workloads of the tree looked at for volumes of a construct that they mount and lost. */
export function registerVolumes(scope: Construct): void {
  registerForSynth(scope, LOST, scope);
}

/** The volumes that containers mount and neither the pod nor a claim template has. */
function lostNames(object: TreeObject, templatePath: readonly string[]): string[] {
  const manifest = object.manifest;
  const podSpec = fieldsOf(
    [...templatePath, 'spec'].reduce<unknown>((at, field) => fieldsOf(at)[field], manifest),
  );
  const mounts = readMounts(podSpec);
  if (mounts.length === 0) return [];
  const { volumeClaimTemplates } = fieldsOf(manifest.spec);
  const there = new Set<unknown>([
    ...namesOf(podSpec.volumes),
    ...namesOf(
      Array.isArray(volumeClaimTemplates)
        ? volumeClaimTemplates.map((one) => fieldsOf(one).metadata)
        : [],
    ),
  ]);
  return [...new Set(mounts.map(({ volume }) => volume).filter((name) => !there.has(name)))];
}

function namesOf(items: unknown): unknown[] {
  return Array.isArray(items) ? items.filter(isFields).map(({ name }) => name) : [];
}

/**
 * Whether a volume that a workload lost is of this library: made by it, or of an object that is.
 */
function ownVolumes(
  registered: readonly Registered<Construct>[],
  objects: readonly TreeObject[],
): (name: string, object: TreeObject, workload?: IConstruct) => boolean {
  const isBelow = below(registered.map(({ construct }) => construct));
  const names = new Set(
    registered.flatMap(({ value }) => {
      const volume = value.node.tryFindChild('Volume') as Partial<kplus.Volume> | undefined;
      return [volume?.name, (value as { volumeName?: unknown }).volumeName];
    }),
  );
  const keyOf = (kind: string, name: unknown) => `${kind}/${String(name)}`;
  const own = new Set([
    ...objects.filter(({ key }) => isBelow(key)).map(({ kind, name }) => keyOf(kind, name)),
    ...registered.map(({ value }) =>
      keyOf('PersistentVolumeClaim', (value as { claimName?: unknown }).claimName),
    ),
  ]);
  const mounted = new Map<IConstruct, ReadonlyMap<string, kplus.Volume>>();
  return (name, { key: path }, workload) => {
    if (names.has(name) || isBelow(path)) return true;
    if (!workload) return false;
    if (!mounted.has(workload)) mounted.set(workload, mountedBy(workload));
    const source = sourceOf(mounted.get(workload)!.get(name));
    return SOURCES.some(([kind, field, key]) => own.has(keyOf(kind, fieldsOf(source[field])[key])));
  };
}

/** What a volume of cdk8s-plus writes. */
function sourceOf(volume: kplus.Volume | undefined): Data {
  return fieldsOf((volume as { _toKube?(): unknown } | undefined)?._toKube?.());
}

/**
 * Whether it is cdk8s-plus that leaves the volumes out, by a bug of some versions, for a
 * StatefulSet without claim templates.
 */
function isLeftOut(workload: IConstruct | undefined): boolean {
  const set = (workload ?? {}) as {
    addVolumeClaimTemplate?: unknown;
    volumeClaimTemplates?: unknown;
    _toPodSpec?(): { volumes?: unknown };
  };
  return (
    typeof set.addVolumeClaimTemplate === 'function' &&
    set.volumeClaimTemplates === undefined &&
    set._toPodSpec?.().volumes === undefined
  );
}

function lostFinding(
  { kind, name }: TreeObject,
  volumes: readonly string[],
  field: string,
  isOfPlus: boolean,
): Finding {
  const what = `${kind} ${show(name)} mounts ${volumes.map(show).join(', ')}, but is written without ${volumes.length === 1 ? 'that volume' : 'those volumes'}`;
  return isOfPlus
    ? violation(
        INPUT_RULES.volumeLost,
        field,
        `${what}: ${BUG} leave out all volumes of a StatefulSet that has no volumeClaimTemplates`,
        'update cdk8s-plus, or set its volumeClaimTemplates to an empty list (statefulSet.volumeClaimTemplates = [])',
      )
    : violation(
        INPUT_RULES.volumeLost,
        field,
        `${what}: something removed ${volumes.length === 1 ? 'it' : 'them'}, such as a patch`,
        `keep ${volumes.length === 1 ? 'it' : 'them'} there, or remove the mounts as well`,
      );
}

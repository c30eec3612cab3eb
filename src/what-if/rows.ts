/** The objects that hold data, and what the comparison of before and after says of each. */
import { driverOf, driversThatGo } from './drivers';
import { ActorAnswer, ObjectAnswer } from './spec';
import { diffObjects, ObjectDiff } from '../diff';
import { JudgedObject, World } from '../judge';
import { WorkloadKind } from '../kube';
import { classOf } from '../manifests/gitops/data';
import { Actor } from '../manifests/gitops/retention';
import { Fields, fieldsOf, listOf, textOf } from '../object';

export const CLAIM = '/PersistentVolumeClaim';
export const VOLUME = '/PersistentVolume';

/** `Kind/namespace/name`, as a comparison names it. */
export function labelOf({ kind, namespace, name }: JudgedObject): string {
  return namespace === undefined ? `${kind}/${name}` : `${kind}/${namespace}/${name}`;
}

/** Whether an object lives beside the application that is asked about. */
export type IsOutside = (object: JudgedObject) => boolean;

/** By identity; of objects that appear twice, the last one counts. */
export function identityOf(object: JudgedObject): string {
  return JSON.stringify([object.kindKey, object.namespace, object.name]);
}

/** The objects, each once. */
export function lastOfEach({ objects }: World): readonly JudgedObject[] {
  return [...new Map(objects.map((object) => [identityOf(object), object])).values()];
}

/**
 * What there is after some objects have gone, and also after all pods have: then what is
 * Terminating goes too.
 */
export class Aftermath {
  private readonly now: ReadonlyMap<string, ObjectDiff>;
  private readonly drivers: ReadonlySet<string>;
  private later: ReadonlyMap<string, ObjectDiff> | undefined;
  /** What becomes of all, if nothing is left. */
  private bare?: ReadonlyMap<string, ObjectDiff>;
  private readonly byLabel: ReadonlyMap<string, JudgedObject>;

  constructor(
    private readonly world: World,
    private readonly goes: ReadonlySet<JudgedObject>,
    private readonly namespace: string,
  ) {
    this.now = this.without((object) => goes.has(object));
    this.drivers = driversThatGo(goes, world);
    this.byLabel = new Map(world.objects.map((object) => [labelOf(object), object]));
  }

  /** The workload that makes a claim. */
  public makerOf({ of = '' }: ObjectDiff): JudgedObject | undefined {
    return this.byLabel.get(of);
  }

  public of(label: string): ObjectDiff | undefined {
    return this.now.get(label);
  }

  /** Claims that workloads make. */
  public own(): readonly ObjectDiff[] {
    return [...this.now.values()].filter(({ of }) => of !== undefined);
  }

  /** What becomes of an object in the end. */
  public fateOf(label: string): Pick<ObjectAnswer, 'fate' | 'data' | 'why' | 'dependsOn'> {
    const one = this.now.get(label);
    const dependsOn = one?.dependsOn ? { dependsOn: one.dependsOn } : {};
    if (one?.verdict === 'stuck') {
      this.later ??= this.without(
        (object) => this.goes.has(object) || object.workload !== undefined,
      );
      const then = this.later.get(label)?.data ? this.later.get(label) : one;
      return {
        fate: 'stuck',
        ...dataIn(then),
        ...(then?.dependsOn ? { dependsOn: then.dependsOn } : {}),
      };
    }
    const isGone = one?.verdict === 'deleted' || one?.afterwards === 'deleted';
    return { fate: isGone ? 'deleted' : 'kept', ...dataIn(one), ...dependsOn };
  }

  /**
   * What becomes of data that no claim holds, if the object is deleted: of databases that operators
   * run, of snapshots, of all that is in a namespace.
   */
  public dataBehind(label: string): Pick<ObjectAnswer, 'data' | 'why' | 'dependsOn'> | undefined {
    this.bare ??= this.without(() => true);
    const { data, because, dependsOn } = this.bare.get(label) ?? {};
    return data === undefined
      ? undefined
      : {
          data,
          ...(because === undefined ? {} : { why: because }),
          ...(dependsOn ? { dependsOn } : {}),
        };
  }

  /** The driver of a claim or a volume, if it goes. */
  public driverOf(object: JudgedObject): { readonly driverGoes?: string } {
    const { topology } = this.world;
    const driver =
      object.kindKey === VOLUME
        ? driverOf(object)
        : (topology.volumeOf(object.namespace, object.name)?.driver ?? this.driverOfClass(object));
    return this.gone(driver);
  }

  /** The driver of a claim that a StatefulSet makes, if it goes. */
  public driverOfOwn(own: ObjectDiff): { readonly driverGoes?: string } {
    const maker = this.makerOf(own);
    const template = listOf(fieldsOf(maker?.manifest.spec).volumeClaimTemplates)
      .map(fieldsOf)
      .find(({ metadata }) =>
        own.object.includes(`/${textOf(fieldsOf(metadata).name)}-${maker?.name}-`),
      );
    return template
      ? this.gone(
          this.driverOfClass({
            manifest: template,
            annotations: fieldsOf(fieldsOf(template.metadata).annotations),
          }),
        )
      : {};
  }

  private gone(driver: string | undefined): { readonly driverGoes?: string } {
    return driver !== undefined && this.drivers.has(driver) ? { driverGoes: driver } : {};
  }

  private driverOfClass(claim: {
    readonly manifest: Fields;
    readonly annotations: Fields;
  }): string | undefined {
    const { storageClass } = classOf(claim, this.world.topology);
    const [found] = storageClass
      ? this.world.find('storage.k8s.io/StorageClass', undefined, storageClass.name)
      : [];
    return found && driverOf(found);
  }

  private without(isGone: (object: JudgedObject) => boolean): ReadonlyMap<string, ObjectDiff> {
    const { objects } = this.world;
    const known = this.world.once(comparisons);
    const question = [
      this.namespace,
      ...objects.map((object) => (isGone(object) ? '-' : '+')),
    ].join('');
    let answered = known.get(question);
    if (!answered) {
      const rest = objects.filter((object) => !isGone(object));
      const all = diffObjects(
        objects.map(({ manifest }) => manifest),
        rest.map(({ manifest }) => manifest),
        {
          namespace: this.namespace,
          engine: 'none',
          workloadKinds: kindsAmong(objects),
          defaultStorageClassName: this.world.target.defaultStorageClassName,
        },
      );
      known.set(question, (answered = new Map(all.objects.map((one) => [one.object, one]))));
    }
    return answered;
  }
}

function dataIn(one: ObjectDiff | undefined): Pick<ObjectAnswer, 'data' | 'why'> {
  const { data, because } = one ?? {};
  return data === undefined ? {} : { data, ...(because === undefined ? {} : { why: because }) };
}

/**
 * What was compared before: engines mostly spare the same objects, and a comparison is nearly all
 * of the work.
 */
function comparisons(): Map<string, ReadonlyMap<string, ObjectDiff>> {
  return new Map();
}

/**
 * Whether a claim goes with its pod in any case: what is in it is nothing that anybody wants to
 * keep.
 */
export function isEphemeral({ of }: Pick<ObjectAnswer, 'of'>): boolean {
  return of?.startsWith('Pod/') === true;
}

/** The answer with all rows: those that lose data for good are named. */
export function answer(by: Actor, objects: readonly ObjectAnswer[]): ActorAnswer {
  const lost = objects
    .filter((one) => one.data === 'lost' && one.fate !== 'waits' && !isEphemeral(one))
    .map(({ object }) => object);
  return { by, objects, lost };
}

/** The kinds of workloads among the objects, those of others too. */
function kindsAmong(objects: readonly JudgedObject[]): WorkloadKind[] {
  return [...new Set(objects.flatMap(({ workloadKind }) => workloadKind ?? []))];
}

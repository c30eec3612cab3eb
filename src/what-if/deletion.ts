/** Objects that are left when an application is deleted, pruned or uninstalled. */
import {
  Aftermath,
  answer,
  CLAIM,
  identityOf,
  isEphemeral,
  IsOutside,
  labelOf,
  lastOfEach,
  VOLUME,
} from './rows';
import { ActorAnswer, ObjectAnswer } from './spec';
import { ObjectDiff } from '../diff';
import { show } from '../findings';
import { JudgedObject, World } from '../judge';
import { kindDefinedBy } from '../kube';
import { FLUX, HELM_POLICY, SYNC_OPTIONS, waveOf } from '../manifests/gitops/annotations';
import { FilesOf } from '../manifests/gitops/engines';
import { Actor, Deletion, Treatment, treatmentOf } from '../manifests/gitops/retention';

const REMEDIES: { readonly [actor in Actor]: string } = {
  argocd: `add the annotation ${SYNC_OPTIONS}: Prune=false,Delete=false, and sync that first`,
  flux: `add the annotation ${FLUX}/prune: disabled, and reconcile that first`,
  helm: `add the annotation ${HELM_POLICY}: keep, and upgrade to that first`,
  kubectl: 'set persistentVolumeReclaimPolicy: Retain on its volume first',
};

/** All objects that hold data, and what becomes of each. */
export function answerOfDeletion(
  by: Actor,
  deletion: Deletion,
  world: World,
  namespace: string,
  isOutside: IsOutside,
  filesOf?: FilesOf,
): ActorAnswer {
  return new Reckoning(by, deletion, world, namespace, isOutside, filesOf).answer();
}

class Reckoning {
  private readonly treatments: ReadonlyMap<string, Treatment>;
  private readonly goes: ReadonlySet<JudgedObject>;
  private readonly namespaces: ReadonlyMap<string, JudgedObject>;
  /** By `group/Kind` of what they define. */
  private readonly definitions: ReadonlyMap<string, JudgedObject>;
  private readonly aftermath: Aftermath;
  private readonly waits: (object: JudgedObject) => boolean;

  constructor(
    private readonly by: Actor,
    deletion: Deletion,
    private readonly world: World,
    namespace: string,
    private readonly isOutside: IsOutside,
    filesOf: FilesOf | undefined,
  ) {
    this.treatments = treatmentsOf(by, deletion, world, filesOf);
    this.goes = new Set(
      world.objects.filter((object) => this.treatmentOf(object).does !== 'keeps'),
    );
    this.namespaces = new Map(
      [...this.goes]
        .filter(({ kindKey }) => kindKey === '/Namespace')
        .map((one) => [one.name, one]),
    );
    this.definitions = new Map(
      [...this.goes]
        .filter(({ kind }) => kind === 'CustomResourceDefinition')
        .map((one) => [kindDefinedBy(one.manifest), one]),
    );
    this.aftermath = new Aftermath(world, this.goes, namespace);
    this.waits = waitingOf(world, deletion, (object) => this.treatmentOf(object));
  }

  public answer(): ActorAnswer {
    const rows = lastOfEach(this.world).flatMap((object) => {
      const row = this.ofObject(object);
      return row && !(row.fate === 'kept' && this.isOutside(object)) ? row : [];
    });
    return answer(this.by, [...rows, ...this.aftermath.own().map((own) => this.ofOwn(own))]);
  }

  private ofObject(object: JudgedObject): ObjectAnswer | undefined {
    const label = labelOf(object);
    const treatment = this.treatmentOf(object);
    const home =
      (object.namespace === undefined ? undefined : this.namespaces.get(object.namespace)) ??
      this.definitions.get(object.kindKey);
    const source = this.goes.has(object) ? object : home;
    if (object.kindKey === CLAIM || object.kindKey === VOLUME) {
      const fate = this.aftermath.fateOf(label);
      return this.row(
        {
          object: label,
          ...fate,
          because: because(object, fate, treatment, home),
          ...this.aftermath.driverOf(object),
        },
        source,
      );
    }
    const data = this.aftermath.dataBehind(label);
    if (!data) return undefined;
    if (!source) return { object: label, fate: 'kept', because: treatment.because };
    const { fate } = this.aftermath.fateOf(label);
    return this.row(
      {
        object: label,
        fate: fate === 'kept' ? 'deleted' : fate,
        ...data,
        because: source === object ? treatment.because : goesWith(source),
      },
      source,
    );
  }

  /** A claim that a workload makes. */
  private ofOwn(own: ObjectDiff): ObjectAnswer {
    const fate = this.aftermath.fateOf(own.object);
    const home = this.namespaces.get(own.object.split('/')[1]);
    const given = {
      object: own.object,
      ...fate,
      because: becauseOfOwn(own, fate.fate, home),
      of: own.of,
      ...this.aftermath.driverOfOwn(own),
    };
    return this.row(given, home ?? this.aftermath.makerOf(own));
  }

  /** What waits until it is confirmed, and how it would be kept. */
  private row(given: ObjectAnswer, source: JudgedObject | undefined): ObjectAnswer {
    if (given.fate === 'kept') return given;
    if (source && this.waits(source)) return { ...given, fate: 'waits' };
    return given.data === 'lost' && !isEphemeral(given)
      ? { ...given, remedy: this.remedyFor(given, source) }
      : given;
  }

  private remedyFor({ object, of }: ObjectAnswer, source: JudgedObject | undefined): string {
    const remedy = REMEDIES[this.by];
    if (source?.kindKey === '/Namespace' && !object.startsWith('Namespace/')) {
      return `keep ${labelOf(source)} as well: ${remedy}`;
    }
    if (of !== undefined) {
      return 'set persistentVolumeClaimRetentionPolicy: { whenDeleted: Retain } in the StatefulSet first';
    }
    return object.startsWith('PersistentVolume/') ? `keep its claim: ${remedy}` : remedy;
  }

  private treatmentOf(object: JudgedObject): Treatment {
    return this.isOutside(object) ? OUTSIDE : this.treatments.get(identityOf(object))!;
  }
}

/** What becomes of what nobody asks about. */
const OUTSIDE: Treatment = { does: 'keeps', because: 'it is not part of the application' };

/** What is kept by a deployer that perhaps does not have it is not known to be kept. */
function unlessDeployedBy(treatment: Treatment): Treatment {
  if (treatment.doubt === undefined) return treatment;
  const words = `${treatment.because} does not count for certain: it depends on ${treatment.doubt}`;
  return { does: 'deletes', because: words };
}

/** By identity: the last one counts. */
function treatmentsOf(
  by: Actor,
  deletion: Deletion,
  world: World,
  filesOf: FilesOf | undefined,
): ReadonlyMap<string, Treatment> {
  return new Map(
    world.objects.map((object) => [
      identityOf(object),
      unlessDeployedBy(treatmentOf(object, by, deletion, world, { filesOf })),
    ]),
  );
}

/**
 * An Application goes as a whole once all is confirmed; pruning goes from the last wave to the
 * first, and stops where it has to ask.
 */
function waitingOf(
  world: World,
  deletion: Deletion,
  of: (object: JudgedObject) => Treatment,
): (object: JudgedObject) => boolean {
  const asking = world.objects.filter((object) => of(object).does === 'waits');
  if (asking.length === 0) return () => false;
  if (deletion === 'app') return () => true;
  const last = asking.reduce((wave, object) => Math.max(wave, waveOf(object)), -Infinity);
  return (object) => waveOf(object) <= last;
}

function because(
  object: JudgedObject,
  { fate, data }: Pick<ObjectAnswer, 'fate' | 'data'>,
  treatment: Treatment,
  home: JudgedObject | undefined,
): string {
  if (treatment.does !== 'keeps') return treatment.because;
  if (fate !== 'kept' && home) return goesWith(home);
  if (object.kindKey === VOLUME && (fate === 'deleted' || data === 'left behind')) {
    return 'its claim goes';
  }
  return treatment.because;
}

function becauseOfOwn(
  { of = '' }: ObjectDiff,
  fate: ObjectAnswer['fate'],
  home: JudgedObject | undefined,
): string {
  if (fate !== 'kept' && home) return goesWith(home);
  if (of.startsWith('Pod/')) {
    return fate === 'kept' ? 'its pod stays' : 'it is ephemeral, and is deleted with its pod';
  }
  return fate === 'kept'
    ? 'claims of a StatefulSet are not deleted'
    : 'its StatefulSet deletes it as well (whenDeleted: Delete)';
}

function goesWith({ kind, name }: JudgedObject): string {
  return kind === 'Namespace'
    ? `the namespace ${show(name)} is deleted, with everything in it`
    : `the definition ${show(name)} is deleted, with all its objects`;
}

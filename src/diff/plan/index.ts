/**
 * The way out of what is refused, in order: commands and manifests that end in what NEW wants, with
 * the data.
 */
import {
  ClaimMove,
  claimNamed,
  copying,
  exchanging,
  growing,
  havingClass,
  keepingData,
  lettingGrow,
  rebinding,
  onlyUnbound,
  recreating,
} from './claims';
import { keepingClaims, starting, stopping, usersOf } from './pods';
import { renaming } from './renamed';
import { renewingSet } from './sets';
import { applying, byHand, commands, manifestOf, patch, reference } from './steps';
import { answerOf } from '../../findings';
import { compareQuantities, isSame, NO_PROVISIONER } from '../../kube';
import { Draft, at, quantityAt } from '../../model';
import { AppliedManifest } from '../../validation';
import { classNameOf, isRefusedGrowth } from '../admission/quota';
import { defaultClassOf } from '../binding/default-class';
import type { Comparison } from '../comparison';
import { CLAIM, STORAGE_CLASS, VOLUME } from '../kind-keys';
import type { Outcome } from '../outcome';
import { duplicateRefusals } from '../server/decode';
import { apply } from '../server/store';
import { ObjectPlan, PlanStep } from '../spec';
import { Stored } from '../stored';
import { claimKey } from '../workloads';

/**
 * The plans for all objects that are refused, and for claims whose data would be lost: classes
 * first, then volumes, claims and the rest.
 */
export function plansOf(
  comparison: Comparison,
  outcomes: ReadonlyMap<string, Outcome>,
): ObjectPlan[] {
  const planner = new Planner(comparison);
  const done = new Set<string>();
  const refused = comparison.next.flatMap((sent): ObjectPlan[] => {
    const { verdict } = comparison.answers.get(sent.id)!;
    if (verdict !== 'refused' || done.has(sent.id)) return [];
    done.add(sent.id);
    return [{ object: sent.label, steps: planner.planFor(sent) }];
  });
  const lost = [...outcomes.values()].flatMap((outcome): ObjectPlan[] => {
    const claim =
      comparison.restBefore.claims.get(outcome.id.replace(/^claim /, '')) ??
      claimAt(comparison, outcome.id);
    if (outcome.data !== 'lost' || !claim) return [];
    return [{ object: outcome.label, steps: keepingData(claim.namespace, claim.name) }];
  });
  const rank = ({ object }: ObjectPlan) =>
    RANKS.findIndex((kind) => object.startsWith(kind)) + 1 || RANKS.length + 1;
  return [...refused, ...lost].sort((a, b) => rank(a) - rank(b));
}

const RANKS = [
  'StorageClass/',
  'VolumeAttributesClass/',
  'CSIDriver/',
  'PersistentVolume/',
  'PersistentVolumeClaim/',
];

function claimAt(
  { before, restBefore }: Comparison,
  id: string,
): { readonly namespace: string | undefined; readonly name: string } | undefined {
  const sent = before.get(id)?.sent;
  return sent?.kindKey === CLAIM && restBefore.claims.has(claimKey(sent.namespace, sent.name))
    ? sent
    : undefined;
}

/** Kinds that hold nothing: to delete and create them anew does no harm but while they are away. */
const RECREATED: { readonly [kindKey: string]: string } = {
  'storage.k8s.io/CSIDriver':
    'Delete the CSIDriver while no pods start: pods that mount its volumes cannot start until it exists again.',
  'rbac.authorization.k8s.io/RoleBinding':
    'Delete the binding: its subjects lack the role until it exists again.',
  'rbac.authorization.k8s.io/ClusterRoleBinding':
    'Delete the binding: its subjects lack the role until it exists again.',
  '/Service':
    'Delete the Service: it gets another address, and clients cannot reach it until it exists again.',
  '/Pod': 'Delete the Pod.',
  'apps/Deployment': 'Delete the Deployment: its pods stop.',
  'apps/DaemonSet': 'Delete the DaemonSet: its pods stop.',
  'apps/ReplicaSet': 'Delete the ReplicaSet: its pods stop.',
  'discovery.k8s.io/EndpointSlice': 'Delete the slice.',
};

/** Strategies that the default of `rollingUpdate` is in the way of. */
const STRATEGIES: { readonly [field: string]: string } = {
  'spec.strategy.rollingUpdate': 'strategy',
  'spec.updateStrategy.rollingUpdate': 'updateStrategy',
};

class Planner {
  private readonly users: ReadonlyMap<string, readonly Stored[]>;
  private readonly scratch: Comparison['after'];
  private readonly sentById: ReadonlyMap<string, AppliedManifest>;

  constructor(private readonly is: Comparison) {
    this.users = usersOf(is.before);
    this.scratch = is.after.copy();
    this.sentById = new Map(is.next.map((one) => [one.id, one]));
  }

  public planFor(sent: AppliedManifest): PlanStep[] {
    const { errors, code } = this.is.answers.get(sent.id)!;
    const before = this.is.before.get(sent.id);
    const [refusal] = errors;
    const { remedy } = refusal;
    const { field } = answerOf(refusal);
    if (before && Object.hasOwn(STRATEGIES, field)) {
      return this.withoutDefault(sent, STRATEGIES[field]);
    }
    // Items with the same key are wrong wherever they are, even where they could be created.
    if (code === 500 && duplicateRefusals(sent, 'serverSide', before).length > 0) {
      return [byHand(`In the manifest: ${remedy}.`)];
    }
    const wanted = this.asNew(sent);
    if (!before || !wanted) return [byHand(`In the manifest: ${remedy}.`)];
    if (sent.kindKey === CLAIM) return this.forClaim(sent, before, wanted);
    if (sent.kindKey === VOLUME) return this.forVolume(sent);
    if (sent.kindKey === 'apps/StatefulSet') {
      return renewingSet({ before, sent, wanted, is: this.is });
    }
    if (Object.hasOwn(RECREATED, sent.kindKey)) return recreating(RECREATED[sent.kindKey], sent);
    return renaming(sent, this.is) ?? [byHand(`In the manifest: ${remedy}.`)];
  }

  /**
   * The object as it would be if nothing of its name were there; undefined if it were refused then
   * as well.
   */
  private asNew(sent: AppliedManifest): Draft | undefined {
    const had = this.scratch.get(sent.id);
    this.scratch.delete(sent.id);
    const { verdict } = apply(this.scratch, sent, this.is.settings);
    const made = this.scratch.get(sent.id)?.live;
    this.scratch.delete(sent.id);
    if (had) this.scratch.set(had);
    return verdict === 'created' ? made : undefined;
  }

  private withoutDefault(sent: AppliedManifest, field: string): PlanStep[] {
    const type = at(sent.manifest, `spec.${field}.type`);
    return [
      commands(
        'Change the strategy together with the default that conflicts with it.',
        patch(sent, { spec: { [field]: { type, rollingUpdate: null } } }),
      ),
      applying('Apply the rest.', manifestOf(sent)),
    ];
  }

  private forClaim(sent: AppliedManifest, before: Stored, wanted: Draft): PlanStep[] {
    const { namespace, name } = sent;
    const claim = this.is.restBefore.claims.get(claimKey(namespace, name));
    const users = this.users.get(claimKey(namespace, name)) ?? [];
    const move: ClaimMove = {
      namespace,
      name,
      wanted: manifestOf(sent),
      users,
      next: (id) => this.sentById.get(id),
    };
    if (!claim?.isBound) {
      return [
        onlyUnbound(sent),
        ...stopping(users),
        ...recreating('Delete the claim: it is not bound, and holds no data yet.', sent),
        ...starting(users, move.next),
      ];
    }
    const [old, now] = [before.live, wanted].map((one) =>
      quantityAt(one, 'spec.resources.requests.storage'),
    );
    const order = old && now ? compareQuantities(now, old) : 0;
    const differs = (field: string) =>
      !isSame(at(before.live, `spec.${field}`), at(wanted, `spec.${field}`));
    const isOtherClass = (classNameOf(before.live) ?? '') !== (classNameOf(wanted) ?? '');
    if (
      differs('dataSource') ||
      differs('dataSourceRef') ||
      (at(wanted, 'spec.volumeName') !== undefined && differs('volumeName'))
    ) {
      return exchanging(move);
    }
    if (differs('volumeMode')) {
      return [
        ...exchanging(move),
        byHand(
          'Data cannot be copied directly between a file system and a block device: restore it with the tools of the application.',
        ),
      ];
    }
    if (isOtherClass || order < 0) {
      return this.provisions(wanted)
        ? [...havingClass(classNameOf(wanted), this.is), ...copying(move)]
        : exchanging(move);
    }
    if (order > 0) {
      return this.forGrowth(move, before, differs('accessModes') || differs('selector'));
    }
    return rebinding(move);
  }

  /** `isMore`: whether something besides changes that cannot change in place. */
  private forGrowth(move: ClaimMove, before: Stored, isMore: boolean): PlanStep[] {
    const { namespace, name, wanted } = move;
    const {
      code,
      errors: [refusal],
    } = this.is.answers.get(before.sent.id)!;
    const className = classNameOf(before.live) ?? defaultClassOf(this.is.after);
    const found =
      className === undefined ? undefined : this.is.after.find(STORAGE_CLASS, undefined, className);
    if (code === 403 && !isRefusedGrowth(refusal)) {
      return [
        byHand(`In the manifests: ${refusal.remedy}.`),
        applying('Then apply the claim.', wanted),
      ];
    }
    if (!found || found.live.provisioner === NO_PROVISIONER) {
      return this.provisions(wanted)
        ? copying(move)
        : [
            byHand(
              'The driver or an administrator must create a larger volume: then create a claim for it, and copy the data.',
            ),
          ];
    }
    const storage = String(at(wanted, 'spec.resources.requests.storage'));
    return [
      ...lettingGrow(className, this.is),
      growing(namespace, [name], storage),
      isMore
        ? byHand(
            'Wait until the volume has grown. Then change only the size in the manifests, and plan the rest of the change again: it cannot be made in place.',
          )
        : applying('Apply the rest of the claim.', wanted),
    ];
  }

  /** Whether a driver makes a volume for the claim. */
  private provisions(claim: Draft): boolean {
    const className = classNameOf(claim) ?? defaultClassOf(this.is.after);
    if (className === undefined || className === '') return false;
    return (
      this.is.after.find(STORAGE_CLASS, undefined, className)?.live.provisioner !== NO_PROVISIONER
    );
  }

  private forVolume(sent: AppliedManifest): PlanStep[] {
    const volume = reference(sent);
    const renew = [
      commands(
        'Delete the PersistentVolume object. Its storage stays.',
        `kubectl delete ${volume}`,
      ),
      applying('Create the volume as it should be.', manifestOf(sent)),
    ];
    const retain = commands(
      'Make sure that the storage outlives the PersistentVolume object.',
      patch(sent, { spec: { persistentVolumeReclaimPolicy: 'Retain' } }),
    );
    const bound = [...this.is.restBefore.claims.values()].find(
      (one) => one.volume?.sent.id === sent.id,
    );
    if (!bound) return [retain, ...renew];
    const set =
      bound.own &&
      this.is.before.find(
        'apps/StatefulSet',
        bound.namespace,
        bound.own.of.slice(bound.own.of.lastIndexOf('/') + 1),
      );
    const users = set ? [set] : (this.users.get(claimKey(bound.namespace, bound.name)) ?? []);
    const claim = bound.stored && this.sentById.get(bound.stored.sent.id);
    return [
      ...(set ? keepingClaims(set) : []),
      ...stopping(users),
      retain,
      commands(
        'Delete the claim that the volume is bound to.',
        `kubectl delete ${reference(claimNamed(bound.namespace, bound.name))}`,
      ),
      ...renew,
      ...(claim ? [applying('Create the claim again.', manifestOf(claim))] : []),
      ...starting(users, (id) => this.sentById.get(id)),
    ];
  }
}

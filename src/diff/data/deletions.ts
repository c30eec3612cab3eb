/**
 * Deletions of volumes by their drivers: whether the data go with the volume, or stay in a folder.
 */
import { AccessPoints } from './efs';
import { leftByClass, leftByVolume } from './shares';
import { DataOutcome, policyOf } from './storage';
import { classNameOf } from '../admission/quota';
import { ClaimState } from '../binding/volumes';
import { Cluster } from '../cluster';
import { STORAGE_CLASS } from '../kind-keys';
import { Stored } from '../stored';

/** What the files of both sides tell of drivers: what was found for any, as theirs does it. */
export class Deletions {
  public readonly accessPoints: AccessPoints;

  constructor(
    private readonly before: Cluster,
    private readonly after: Cluster,
  ) {
    this.accessPoints = new AccessPoints(before, after);
  }

  /** What becomes of data when their volume is deleted, or released. */
  public ofVolume<Outcome extends DataOutcome | undefined>(
    outcome: Outcome,
    volume: Stored,
  ): Outcome | DataOutcome {
    if (!isLoss(outcome) || policyOf(volume) !== 'Delete') return outcome;
    const left = leftByVolume(volume, () => this.classNamed(classNameOf(volume.live)));
    return left ?? this.accessPoints.ofVolume(outcome, volume.live);
  }

  /** The same of a claim whose volume is not in the files. */
  public ofClaim(outcome: DataOutcome, claim: ClaimState): DataOutcome {
    if (!isLoss(outcome)) return outcome;
    const found = this.classNamed(claim.className ?? classNameOf(claim.live));
    return found ? this.ofClass(outcome, found) : outcome;
  }

  /** The same of volumes that a class makes. */
  public ofClass(outcome: DataOutcome, found: Stored): DataOutcome {
    if (!isLoss(outcome)) return outcome;
    return leftByClass(found) ?? this.accessPoints.ofClass(outcome, found);
  }

  private classNamed(name: string | undefined): Stored | undefined {
    return name === undefined
      ? undefined
      : (this.before.find(STORAGE_CLASS, undefined, name) ??
          this.after.find(STORAGE_CLASS, undefined, name));
  }
}

function isLoss(outcome: DataOutcome | undefined): boolean {
  return outcome?.data === 'lost' || outcome?.data === 'may be lost';
}

/**
 * Access points that the EFS driver makes for claims: with one goes its folder, if the driver is
 * told so, and claims may have one in common, or a folder.
 */
import { folderAt, Place } from './places';
import { DataOutcome, perhaps } from './storage';
import { EFS_DRIVER_NAME } from '../../facts';
import { Fields, fieldsOf, lazily, parseBool, PROVISIONED_BY, textOf } from '../../kube';
import { fieldsAt, listAt } from '../../model';
import { textsOf } from '../../object';
import { classNameOf } from '../admission/quota';
import { ClaimState } from '../binding/volumes';
import { Cluster } from '../cluster';
import { STORAGE_CLASS } from '../kind-keys';
import { annotationsOf, outlineOf, Stored } from '../stored';

const FLAG = '--delete-access-point-root-dir';
/** Go reads flags with one dash as well. */
const FLAG_SET = /(?:^|\s)--?delete-access-point-root-dir(?:=(\S*))?(?!\S)/;
const IMAGE = /(?:^|\/)aws-efs-csi-driver(?:[:@]|$)/;

/** Data that stay behind an access point that is gone. */
const FOLDER_STAYS: DataOutcome = {
  data: 'left behind',
  because: 'its driver deletes the access point, and leaves the folder on the file system',
  leftFolder: 'without access point',
};

/** What the files say of who has an access point, or had it made. */
export type Holder = Pick<ClaimState, 'namespace' | 'name' | 'live' | 'volume' | 'className'>;

/** What a claim may have in common with others. */
export interface Shared {
  readonly place: Place;
  readonly why: string;
  /** Whether it is the access point itself. */
  readonly isPoint?: boolean;
}

/** What the files of both sides tell of access points. */
export class AccessPoints {
  /** Whether the driver deletes folders as well; undefined if no file has its controller. */
  private readonly deletesFolders = lazily(() => {
    const [before, after] = [this.before, this.after].map(flagIn);
    // A change of the flag may come before or after.
    return before === true ? true : after;
  });

  constructor(
    private readonly before: Cluster,
    private readonly after: Cluster,
  ) {}

  /** Whether no class of the files makes access points. */
  public get areUnknown(): boolean {
    return ![this.before, this.after].some((cluster) =>
      [...cluster.ofKind(STORAGE_CLASS)].some((one) => pointsOf(one) !== undefined),
    );
  }

  /** What becomes of data when the driver deletes the volume, which is what was found for any. */
  public ofVolume<Outcome extends DataOutcome | undefined>(
    outcome: Outcome,
    volume: Fields,
  ): Outcome | DataOutcome {
    return hasAccessPoint(volume) ? this.deleted(outcome) : outcome;
  }

  /** The same of volumes that a class makes. */
  public ofClass(outcome: DataOutcome, found: Stored): DataOutcome {
    return pointsOf(found) ? this.deleted(outcome) : outcome;
  }

  /**
   * The access point or the folder that a claim may have in common with others; of those whose
   * volumes the driver makes.
   */
  public sharedBy(claim: Holder): Shared | undefined {
    const { fileSystemId, reuseAccessPoint, ensureUniqueDirectory, basePath, subPathPattern } =
      this.parametersOf(claim) ?? {};
    if (isParsedAs(true, reuseAccessPoint)) {
      return {
        place: { root: JSON.stringify(['point', fileSystemId, claim.name]) },
        why: 'has the same access point (reuseAccessPoint)',
        isPoint: true,
      };
    }
    const pattern = textOf(subPathPattern);
    if (
      !isParsedAs(false, ensureUniqueDirectory) ||
      pattern === '' ||
      pattern.includes('${.PV.name}')
    ) {
      return undefined;
    }
    const path = pattern
      .replaceAll('${.PVC.name}', claim.name)
      .replaceAll('${.PVC.namespace}', claim.namespace ?? '');
    return {
      place: folderAt(['efs', fileSystemId], `${textOf(basePath)}/${path}`),
      why: 'has the same folder (ensureUniqueDirectory: "false")',
    };
  }

  private deleted<Outcome extends DataOutcome | undefined>(
    outcome: Outcome,
  ): Outcome | DataOutcome {
    if (outcome?.data !== 'lost' && outcome?.data !== 'may be lost') return outcome;
    const deletesFolders = this.deletesFolders();
    if (deletesFolders === true) return outcome;
    return deletesFolders === false
      ? FOLDER_STAYS
      : perhaps(
          outcome,
          `whether the controller of ${EFS_DRIVER_NAME} runs with ${FLAG}; without it, the folder stays on the file system`,
        );
  }

  private parametersOf({ live, volume, ...claim }: Holder): Fields | undefined {
    const className = claim.className ?? classNameOf(live);
    if (className === undefined || (volume && !isMade(volume))) return undefined;
    const found =
      this.before.find(STORAGE_CLASS, undefined, className) ??
      this.after.find(STORAGE_CLASS, undefined, className);
    return found && pointsOf(found);
  }
}

/** The parameters of a class for which the driver makes access points. */
function pointsOf({ live }: Stored): Fields | undefined {
  const { provisioner, parameters } = live;
  if (provisioner !== EFS_DRIVER_NAME) return undefined;
  const fields = fieldsOf(parameters);
  return fields.provisioningMode === 'efs-ap' ? fields : undefined;
}

/** Whether a volume is an access point that the driver has made. */
function isMade(volume: Stored): boolean {
  return (
    annotationsOf(volume)[PROVISIONED_BY] === EFS_DRIVER_NAME && hasAccessPoint(outlineOf(volume))
  );
}

function hasAccessPoint(volume: Fields): boolean {
  const { driver, volumeHandle } = fieldsAt(volume, 'spec.csi');
  return driver === EFS_DRIVER_NAME && /:fsap-[^:/]+$/.test(textOf(volumeHandle));
}

/** Whether the driver reads a parameter as this boolean, in any spelling that Go knows. */
function isParsedAs(wanted: boolean, parameter: unknown): boolean {
  const parsed = parseBool(textOf(parameter));
  return 'value' in parsed && parsed.value === wanted;
}

function flagIn(cluster: Cluster): boolean | undefined {
  const controllers = [...cluster.ofKind('apps/Deployment')].flatMap(({ live }) =>
    listAt(live, 'spec.template.spec.containers').filter(({ image }) => IMAGE.test(textOf(image))),
  );
  if (controllers.length === 0) return undefined;
  return controllers.some((one) =>
    ['command', 'args'].some((field) => textsOf(one[field]).some((text) => isSet(text))),
  );
}

/** Whether a text has the flag, be it in a line for a shell, and does not say that it is off. */
function isSet(text: string): boolean {
  const [found, value] = FLAG_SET.exec(text) ?? [];
  return found !== undefined && !isParsedAs(false, value);
}

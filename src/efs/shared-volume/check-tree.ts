/**
 * Checks of all shared volumes of an app against each other, and against the objects that others
 * put beside them.
 */
import { Finding, Rule, show, violation } from '../../findings';
import { Identity } from '../../judge';
import { NeighbourFinding } from '../../resource';
import { operatorNames, SHARED_VOLUME_GROUP } from '../operator';
import { SHARED_VOLUME_RULES as RULES } from './rules';

/** A shared volume as the others see it. */
export interface SharedVolumeEntry {
  readonly construct: string;
  readonly namespace: string;
  readonly name: string;
  readonly volumeName: string;
  readonly claimName: string;
  readonly storageClassName: string;
  /** Whether the cluster has the class without the app; undefined if that is unknown. */
  readonly isClassInCluster?: boolean;
  /** Whether its objects have the operator's names, and can have no others. */
  readonly operatorMode: boolean;
}

/** All findings on the shared volumes of an app. */
export function checkSharedVolumes(
  entries: readonly SharedVolumeEntry[],
  objects: readonly Identity[],
): NeighbourFinding[] {
  return [...checkNames(entries, objects), ...checkClasses(entries, objects)];
}

/**
 * Who says that there is an object of a name: a shared volume, an object of the tree, or a
 * SharedVolume resource.
 */
interface Claimant {
  readonly construct: string;
  readonly what: string;
}

function checkNames(
  entries: readonly SharedVolumeEntry[],
  objects: readonly Identity[],
): NeighbourFinding[] {
  const volumes = new Map<string, Claimant>();
  const claims = new Map<string, Claimant>();
  const own = (entry: SharedVolumeEntry) => `shared volume ${entry.namespace}/${entry.name}`;
  const inside = new Set(entries.map((entry) => entry.construct));
  for (const object of objects) {
    const parent = object.key.slice(0, object.key.lastIndexOf('/'));
    if (inside.has(parent)) continue;
    if (object.kind === 'SharedVolume' && object.apiVersion.startsWith(`${SHARED_VOLUME_GROUP}/`)) {
      const { volumeName, claimName } = operatorNames(object.namespace ?? 'default', object.name);
      const claimant = {
        construct: object.key,
        what: `the SharedVolume ${object.namespace ?? 'default'}/${object.name}, which the operator acts on`,
      };
      if (!volumes.has(volumeName)) volumes.set(volumeName, claimant);
      claims.set(`${object.namespace ?? 'default'}\n${claimName}`, claimant);
    } else if (object.apiVersion === 'v1' && object.kind === 'PersistentVolume') {
      volumes.set(object.name, { construct: object.key, what: 'another object' });
    } else if (object.apiVersion === 'v1' && object.kind === 'PersistentVolumeClaim') {
      claims.set(`${object.namespace ?? ''}\n${object.name}`, {
        construct: object.key,
        what: 'another object',
      });
    }
  }
  const findings: NeighbourFinding[] = [];
  for (const entry of entries) {
    const volume = volumes.get(entry.volumeName);
    if (volume) {
      const finding = at(
        entry,
        RULES.volumeNameTaken,
        'volumeName',
        `${own(entry)} and ${volume.what} (${volume.construct}) both define the persistent volume ${show(entry.volumeName)}`,
        renaming(entry, 'volumeName'),
      );
      findings.push({ ...finding, takenName: entry.volumeName });
    } else {
      volumes.set(entry.volumeName, { construct: entry.construct, what: own(entry) });
    }
    const key = `${entry.namespace}\n${entry.claimName}`;
    const claim = claims.get(key);
    if (claim) {
      const finding = at(
        entry,
        RULES.claimNameTaken,
        'claimName',
        `${own(entry)} and ${claim.what} (${claim.construct}) both define the claim ${show(entry.claimName)} in namespace ${show(entry.namespace)}`,
        renaming(entry, 'claimName'),
      );
      findings.push({ ...finding, takenName: entry.claimName });
    } else {
      claims.set(key, { construct: entry.construct, what: own(entry) });
    }
  }
  return findings;
}

function checkClasses(
  entries: readonly SharedVolumeEntry[],
  objects: readonly Identity[],
): Finding[] {
  const declared = new Set(
    objects.filter((object) => object.kind === 'StorageClass').map((object) => object.name),
  );
  return entries.flatMap((entry) =>
    entry.isClassInCluster !== false ||
    entry.storageClassName === '' ||
    declared.has(entry.storageClassName)
      ? []
      : [
          at(
            entry,
            RULES.classNotDeclared,
            'storageClassName',
            `the class ${show(entry.storageClassName)} is neither declared in the app nor among the storageClassNames of the target`,
            'declare it, or add it to storageClassNames',
          ),
        ],
  );
}

/**
 * Two that cannot be told apart get other names; in operator mode these follow from the name of the
 * shared volume.
 */
function renaming({ operatorMode }: SharedVolumeEntry, field: string): string {
  return operatorMode ? 'rename one of them' : `set ${field} for one of them`;
}

function at(
  entry: SharedVolumeEntry,
  rule: Rule,
  path: string,
  message: string,
  remedy: string,
): Finding {
  return { ...violation(rule, path, message, remedy), construct: entry.construct };
}

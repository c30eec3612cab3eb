/** The volumes of a pod: their names, each once, and their sources. */
import { Finding, Severity, show, violation } from '../findings';
import { fieldsOf, listOf, namesOf, textOf, valuesOf, checkLabelName } from '../object';
import { POD_RULES as RULES } from './rules';
import { checkSource } from './volume-source';
import { putFirst } from '../kube';

/**
 * Findings on the volumes; `written` is the same list with the fields that are null, and `isOfPod`
 * is whether they stand in the Pod itself.
 */
export function checkVolumes(
  volumes: unknown,
  path: string,
  written: unknown = volumes,
  isOfPod: boolean = false,
): Finding[] {
  const asWritten = valuesOf(written);
  const seen = new Map<string, string>();
  return listOf(volumes).flatMap((volume, index) => {
    const field = `${path}[${index}]`;
    const name = textOf(volume.name);
    const earlier = putFirst(seen, name, field);
    return [
      ...checkVolumeName(volume.name, `${field}.name`),
      ...(earlier === undefined || name === ''
        ? []
        : [volumeTwice(name, `${field}.name`, earlier)]),
      ...(fieldsOf(asWritten[index]).emptyDir === null && namesOf(volume).every(isName)
        ? []
        : checkSource(volume, field, { none: Severity.WARNING, isOfPod })),
    ];
  });
}

/** Whether a field is not a source. `emptyDir:` without a value is an emptyDir, as it is meant. */
function isName(field: string): boolean {
  return field === 'name';
}

export function checkVolumeName(name: unknown, path: string): Finding[] {
  return checkLabelName(name, path, RULES.volumeName);
}

/** The finding on a volume whose name is that of an earlier one. */
export function volumeTwice(name: string, path: string, earlier: string): Finding {
  return violation(
    RULES.volumeTwice,
    path,
    `the volume ${show(name)} is already taken by ${earlier}`,
    'rename it',
  );
}

/** Checks of a claim against the file system and the class that it is made with. */
import { DYNAMIC_CLAIM_RULES } from './rules';
import { Finding, show, violation } from '../../findings';
import { always, anything, listOf, objectOf, Of, Shape, string, strings } from '../../shape';
import { checkAccessModes, checkFileSystemId } from '../driver-rules';

/** A claim for which the driver makes an access point. The class is a construct. */
export const DYNAMIC_CLAIM_SHAPE = objectOf({
  fileSystemId: always(string),
  storageClass: always(anything as Shape<unknown>),
  name: string,
  namespace: string,
  storage: string,
  accessModes: listOf(string),
  labels: strings,
  annotations: strings,
});
type DynamicClaimSpec = Of<typeof DYNAMIC_CLAIM_SHAPE>;

/** A class as far as a claim looks at it. */
interface ClassOfClaim {
  readonly storageClassName: string;
  readonly fileSystemId?: string;
}

/**
 * Findings on a claim beside those on any claim; a class that only refers to its file system cannot
 * be compared.
 */
export function checkDynamicClaim({
  fileSystemId,
  storageClass,
  accessModes,
}: DynamicClaimSpec): Finding[] {
  return [
    ...checkFileSystemId(fileSystemId),
    ...(accessModes === undefined ? [] : checkAccessModes(accessModes)),
    ...checkClass(fileSystemId, storageClass as ClassOfClaim | undefined),
  ];
}

function checkClass(fileSystemId: string, storageClass: ClassOfClaim | undefined): Finding[] {
  const wrong = (message: string) => [
    violation(
      DYNAMIC_CLAIM_RULES.otherFileSystem,
      'storageClass',
      message,
      'use a class of the same file system',
    ),
  ];
  if (storageClass === undefined) return wrong('storageClass is required');
  if (typeof storageClass?.storageClassName !== 'string') {
    return wrong(`${show(storageClass)} is not an EfsStorageClass`);
  }
  if (storageClass.fileSystemId === undefined || storageClass.fileSystemId === fileSystemId) {
    return [];
  }
  return wrong(
    `the class ${show(storageClass.storageClassName)} provisions volumes on ${show(storageClass.fileSystemId)}, not on ${show(fileSystemId)}`,
  );
}

/** Checks of a claim against the file system and the class that it is made with. */
import { DYNAMIC_CLAIM_RULES } from './rules';
import { Finding, show, violation } from '../../findings';
import { checkAccessModes } from '../driver';

/** A class as far as a claim looks at it. */
interface ClassOfClaim { readonly storageClassName: string; readonly fileSystemId?: string }

/** All findings on a claim; a class that only refers to its file system cannot be compared. */
export function checkDynamicClaim(fileSystemId: string, storageClass: ClassOfClaim | undefined, accessModes: readonly string[]): Finding[] {
  const findings = checkAccessModes(accessModes);
  if (typeof storageClass?.storageClassName !== 'string') {
    findings.push(violation(DYNAMIC_CLAIM_RULES.otherFileSystem, 'storageClass', `${show(storageClass)} is no EfsStorageClass`,
      'give a class of the same file system'));
  } else if (storageClass.fileSystemId !== undefined && storageClass.fileSystemId !== fileSystemId) {
    findings.push(violation(DYNAMIC_CLAIM_RULES.otherFileSystem, 'storageClass',
      `the class ${show(storageClass.storageClassName)} makes volumes on ${show(storageClass.fileSystemId)}, not on ${show(fileSystemId)}`,
      'give a class of the same file system'));
  }
  return findings;
}

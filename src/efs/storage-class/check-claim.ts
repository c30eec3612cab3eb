/** Checks of a claim against the file system and the class that it is made with. */
import { defineRules, Finding, show, violation } from '../../findings';
import { checkAccessModes } from '../driver';

export const DYNAMIC_CLAIM_RULES = defineRules('efs', {
  otherFileSystem: {
    summary: 'A claim that is made on a file system names a class of that file system.',
    why: 'The access point would be made on the other file system.',
    bad: 'files.dynamicClaim(chart, \'x\', { storageClass: classOfOther })',
    good: 'files.dynamicClaim(chart, \'x\', { storageClass: files.storageClass(chart, \'c\') })',
    source: 'aws-efs-csi-driver v3.4.1, CreateVolume',
  },
});

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

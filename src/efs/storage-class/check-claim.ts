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

/** All findings on a claim; a class that only refers to its file system cannot be compared. */
export function checkDynamicClaim(
  fileSystemId: string, storageClass: { name: string; fileSystemId?: string }, accessModes: readonly string[],
): Finding[] {
  const findings = checkAccessModes(accessModes);
  if (storageClass.fileSystemId !== undefined && storageClass.fileSystemId !== fileSystemId) {
    findings.push(violation(DYNAMIC_CLAIM_RULES.otherFileSystem, 'storageClass',
      `the class ${show(storageClass.name)} makes volumes on ${show(storageClass.fileSystemId)}, not on ${show(fileSystemId)}`,
      'give a class of the same file system'));
  }
  return findings;
}

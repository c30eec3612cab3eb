/** The rules of claims for which the driver makes volumes. */
import { defineRules } from '../../findings';

export const DYNAMIC_CLAIM_RULES = defineRules('efs', {
  otherFileSystem: {
    error: 'A claim on a file system names a storage class for another one.',
    why: 'The access point would be created on the other file system.',
    bad: "files.dynamicClaim(chart, 'x', { storageClass: classOfOther })",
    good: "files.dynamicClaim(chart, 'x', { storageClass: files.storageClass(chart, 'c') })",
    source: 'aws-efs-csi-driver v3.4.1, CreateVolume',
  },
});

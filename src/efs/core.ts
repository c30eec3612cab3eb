/** EFS without cdk8s: for the command line. */
export { withoutDnsName } from './driver-rules';
export { EFS_JUDGES } from './judges';
export { SHARED_VOLUME } from './resource';

/** EFS without cdk8s: for the command line. */
export { SHARED_VOLUME } from './resource';

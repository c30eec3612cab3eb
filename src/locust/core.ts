/** Load tests without cdk8s: for the command line. */
export { LOCUST_TEST } from './resource';

/** The name of this program in reports. */

/** Its name. */
export const PROGRAM = 'cdk8s-volumes';
/** Where it is explained. */
export const REPOSITORY = 'https://github.com/cdk8s-volumes/cdk8s-volumes';

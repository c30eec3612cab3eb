/** The name of this program in reports. */

export const PROGRAM = 'cdk8s-volumes';
export const REPOSITORY = 'https://github.com/cdk8s-volumes/cdk8s-volumes';

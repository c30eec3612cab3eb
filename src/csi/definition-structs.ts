/**
 * Places of the structs of `cdk8s-plus-28` in a definition. All else is plain: names, parameters,
 * objects to the letter.
 */
export const DEFINITION_STRUCTS: readonly string[] = [
  'csiDriver',
  'node.pod',
  'node.roles.rules',
  'controller.pod',
  'controller.roles.rules',
  'storageClasses.allowedTopologies',
];

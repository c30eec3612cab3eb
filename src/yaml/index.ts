/** YAML and JSON to and from plain data, as kubectl understands them. */
export { Locator, MisreadWord, startOf } from './locate';
export * from './position';
export * from './print';
export { printForCdk8s } from './print-for-cdk8s';
export type { YamlProblem } from './problem';
export { KnownDocuments, readYaml, YamlDocument, YamlStream } from './read';

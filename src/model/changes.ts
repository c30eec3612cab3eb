/** Changes of a version of Kubernetes without a feature gate, as data, by hand. */

type ChangeName = keyof (typeof import('./changes.json'))['changes'];

/** The first minor version that has a change. */
export function sinceOf(name: ChangeName): number {
  const { changes }: typeof import('./changes.json') = require('./changes.json');
  return changes[name].since;
}

/** The check of all rollouts in an app, whoever made them: where constructs register for it. */
import { Construct } from 'constructs';
import { registerForSynth, SynthCheck } from '../../tree';
import { checkRollouts } from '../rollouts';

/** The path of a workload whose pods are all brought to one node, once the tree is complete. */
type Together = () => string | undefined;

const APP: SynthCheck<Together> = {
  id: 'storage/app',
  check: (registered, _objects, topology) => {
    if (registered.length === 0) return [];
    const together = registered.flatMap(({ value }) => value() ?? []);
    return checkRollouts(topology(), new Set(together));
  },
};

/** Has the rollouts of the app looked at, once for however many register. */
export function registerStorageChecks(scope: Construct, together: Together = () => undefined): void {
  registerForSynth(scope, APP, together);
}

/** The check of all volumes of an app: where they register. */
import { Construct } from 'constructs';
import { registerForSynth, SynthCheck } from '../../tree';
import { checkHandles, VolumeEntry } from '../check';

type Entry = () => Omit<VolumeEntry, 'construct'> | undefined;

const VOLUMES: SynthCheck<Entry> = {
  id: 'storage/volumes',
  check: (registered) =>
    checkHandles(
      registered.flatMap(({ construct, value }) => {
        const entry = value();
        return entry ? [{ construct, ...entry }] : [];
      }),
    ),
};

/**
 * Makes a volume count in the check that handles differ. One that is kept for no claim says nothing
 * of itself.
 */
export function registerVolume(scope: Construct, entry: Entry): void {
  registerForSynth(scope, VOLUMES, entry);
}

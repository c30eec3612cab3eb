/**
 * The answers of the driver itself, against what is said of the same things before there is a
 * cluster: classes, claims and volumes that it refuses have findings, those that it takes have
 * none; and volumes are where the driver takes them to be.
 */
import { Case, casesOf } from './cases';
import { REPLAYS } from './driver-replay';
import { sayReplayed } from '../support/conformance';

const counts = new Map<string, number>();
let replayed = 0;
afterAll(() => sayReplayed('local-csi driver', replayed, counts));

/** The cases of a group that a synthesizer can meet; of the others, the reason is counted. */
function casesFor(group: string): (readonly [string, Case])[] {
  return casesOf(group).flatMap((one) => {
    const reason = REPLAYS[group].leftOut?.(one);
    if (reason === undefined) replayed += 1;
    else counts.set(reason, (counts.get(reason) ?? 0) + 1);
    return reason === undefined ? [[one.id, one] as const] : [];
  });
}

describe.each([
  ['access modes and volume modes of claims', 'modes'],
  ['volumes that are asked for', 'create'],
  ['claims with their classes, from one end to the other', 'provision'],
  ['volumes that are staged', 'stage'],
  ['volumes that are mounted', 'publish'],
  ['where a volume is, when it is deleted', 'delete'],
  ['volumes of nodes that are gone, which the manager cleans up', 'cleanup'],
  ['volumes that are elsewhere, which the collectors of a node remove', 'gc'],
  ['the driver itself', 'driver'],
])('%s', (_title, group) => {
  const cases = casesFor(group);

  (cases.length > 0
    ? test.each(cases)
    : test.skip.each([['(skipped: the folder has no case for this)', {} as Case] as const]))(
    '%s',
    (_id, one) => {
      const { said, expected } = REPLAYS[group].replay(one);
      expect(said).toEqual(expected);
    },
  );
});

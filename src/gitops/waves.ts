/**
 * The waves of Argo CD: what has to come before others gets an earlier one, and a claim that waits
 * for its consumer the same one.
 */
import { needsOf } from './waves-needs';
import { solveWaves, WaveNode } from './waves-solve';
import { JudgedObject, World } from '../judge';
import { hasWave, turnOf, waitsForConsumer } from '../manifests/gitops/core';

/** The place of the phase `Sync`. */
const SYNC = 1;

/**
 * The waves of the objects that `waveOf` gives a wave: the one that an object has unless something
 * needs it earlier. The others stay as they are, and so do objects that somebody gave a wave, and
 * hooks. Linear.
 */
export function planWaves(
  world: World,
  ofScope: (object: JudgedObject) => number | undefined,
): ReadonlyMap<JudgedObject, number> {
  const { edges, count } = needsOf(world);
  const turns = world.objects.map((object) => turnOf(object, world));
  const isPlanned = world.objects.map(
    (object, index) =>
      ofScope(object) !== undefined && !hasWave(object) && turns[index]?.phase === SYNC,
  );
  const waves = world.objects.map((object, index) =>
    isPlanned[index] ? ofScope(object)! : (turns[index]?.wave ?? 0),
  );
  const last = waves.reduce(
    (one, other, index) => (turns[index]?.phase === SYNC && other > one ? other : one),
    0,
  );
  const nodes = world.objects.map((object, index): WaveNode => {
    if (!isPlanned[index]) return { latest: waves[index], isFixed: true };
    // One that nobody mounts never gets well: whatever comes after it would wait forever.
    return mayWait(object, world)
      ? { latest: last, isWithNeeding: true }
      : { latest: waves[index] };
  });
  // What stands for many is as late as it may be.
  const groups = Array.from({ length: count - nodes.length }, (): WaveNode => ({
    latest: Number.MAX_SAFE_INTEGER,
  }));
  // What is needed in another phase is there by then, or else no wave helps.
  const inPhase = edges.filter(({ to }) => to >= turns.length || turns[to]?.phase === SYNC);
  const solved = solveWaves([...nodes, ...groups], inPhase);
  return new Map(
    world.objects.flatMap((object, index) => (isPlanned[index] ? [[object, solved[index]]] : [])),
  );
}

/**
 * Whether the claim is bound only when a pod has it, as far as one can tell: what nobody knows of
 * may be so.
 */
function mayWait(object: JudgedObject, world: World): boolean {
  return object.kindKey === '/PersistentVolumeClaim' && waitsForConsumer(object, world) !== false;
}

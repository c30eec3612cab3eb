/** The latest waves that keep an order. */
import { solveWaves, WaveEdge } from '../../src/gitops/waves-solve';
import * as fc from '../support/fast-check';

const needs = (from: number, to: number, isStrict = true): WaveEdge => ({ from, to, isStrict });
const at = (latest: number) => ({ latest });

describe('waves', () => {
  test('are as late as they may be', () => {
    expect(solveWaves([at(0), at(0), at(0)], [needs(0, 1), needs(2, 1, false)])).toEqual([
      -1, 0, 0,
    ]);
  });

  test('are earlier for what is needed by something earlier', () => {
    expect(solveWaves([at(0), at(0), at(0)], [needs(0, 1), needs(1, 2)])).toEqual([-2, -1, 0]);
  });

  test('are those of what needs them, where the order within a wave is right', () => {
    expect(solveWaves([at(0), at(0), at(0)], [needs(0, 1, false), needs(1, 2)])).toEqual([
      -1, -1, 0,
    ]);
  });

  test('stay as they are given, and what is needed is before them', () => {
    expect(solveWaves([at(0), { latest: -5, isFixed: true }], [needs(0, 1)])).toEqual([-6, -5]);
    expect(solveWaves([{ latest: 7, isFixed: true }, at(0)], [needs(0, 1)])).toEqual([7, 0]);
  });

  test('are as late as the first of those that it goes with', () => {
    const fixed = [5, 7].map((latest) => ({ latest, isFixed: true }));
    expect(
      solveWaves(
        [{ latest: 9, isWithNeeding: true }, ...fixed],
        [needs(0, 1, false), needs(0, 2, false)],
      ),
    ).toEqual([5, 5, 7]);
    expect(
      solveWaves(
        [
          { latest: 0, isWithNeeding: true },
          { latest: 5, isFixed: true },
        ],
        [needs(0, 1, false)],
      ),
    ).toEqual([5, 5]);
    expect(solveWaves([{ latest: 3, isWithNeeding: true }], [])).toEqual([3]);
  });

  test('are one in a circle, before what needs any of it', () => {
    expect(solveWaves([at(0), at(0), at(0)], [needs(0, 1), needs(1, 0), needs(0, 2)])).toEqual([
      -1, -1, 0,
    ]);
    expect(solveWaves([at(0)], [needs(0, 0)])).toEqual([0]);
  });
});

test('no order that can be kept is broken, and nothing is earlier than it must be', () => {
  const edge = fc.record({ from: fc.nat(9), to: fc.nat(9), isStrict: fc.boolean() });
  const node = fc.record({ latest: fc.integer({ min: -3, max: 3 }), isFixed: fc.boolean() });
  fc.assert(
    fc.property(fc.array(node, { minLength: 10, maxLength: 10 }), fc.array(edge), (nodes, all) => {
      // Without circles: from lower to higher numbers.
      const edges = all.filter(({ from, to }) => from < to);
      const waves = solveWaves(nodes, edges);
      nodes.forEach(({ latest, isFixed }, index) => {
        const limits = edges
          .filter(({ from }) => from === index)
          .map(({ to, isStrict }) => waves[to] - (isStrict ? 1 : 0));
        expect(waves[index]).toBe(isFixed ? latest : Math.min(latest, ...limits));
      });
    }),
  );
});

test('a chain of very many is no matter', () => {
  const count = 100_000;
  const waves = solveWaves(
    Array.from({ length: count }, () => at(0)),
    Array.from({ length: count - 1 }, (_, index) => needs(index, index + 1)),
  );
  expect([waves[0], waves[count - 1]]).toEqual([1 - count, 0]);
});

/** Every mistake of the table is told, at its field, or is left alone for a reason. */
import { MISTAKES } from './mistakes';
import { checkDocuments } from '../../src/check';
import { targetFacts } from '../../src/facts';

/** The rules that tell something, each with its field. */
const found = (objects: readonly object[]) =>
  checkDocuments(
    [{ name: 'a.json', text: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }) }],
    {
      target: targetFacts({}),
      render: { operatorMode: false, operatorPreset: 'chart', operatorEnv: {}, only: false },
    },
  ).findings.map(({ rule, path }) => `${rule} ${path}`);

test.each(MISTAKES.map((one) => [one.about, one] as const))(
  '%s',
  (_about, { objects, told = [], silent }) => {
    expect(silent === undefined).toBe(told.length > 0);
    expect(found(objects).sort()).toEqual([...told].sort());
  },
);

/** Edits of single objects: what a real API server made of each, in its fields and words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApplyWay, diffObjects } from '../../src/diff';
import { linesOfErrors } from '../support/refusals';

interface Edit {
  readonly about: string;
  readonly way: ApplyWay;
  readonly around?: readonly object[];
  readonly old: { readonly kind: string };
  readonly new: object;
  readonly verdict: string;
  readonly errors?: readonly (readonly [field: string, message: string])[];
}

const EDITS = readFileSync(join(__dirname, '../conformance/edits/edits.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Edit);

test.each(EDITS.map((edit) => [edit.old.kind, edit.about, edit.way, edit] as const))(
  '%s: %s, %s',
  (_kind, _about, way, { around = [], old, new: next, verdict, errors = [] }) => {
    const { objects } = diffObjects([...around, old], [...around, next], { way });
    const answer = objects[around.length];
    const told = (answer.errors ?? []).map(({ field, message }) => [field, message]);
    expect([answer.verdict, ...linesOfErrors(told)]).toEqual([verdict, ...linesOfErrors(errors)]);
  },
);

test.each(EDITS.filter(({ verdict }) => verdict === 'refused').map((one) => [one.about, one]))(
  'there is something to do about a refusal of: %s',
  (_about, { around = [], old, new: next, way }) => {
    const { objects } = diffObjects([...around, old], [...around, next], { way });
    expect(objects[around.length].remedy).toMatch(/./);
  },
);

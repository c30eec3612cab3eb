/** Remedies lead somewhere: whoever does what a finding says no longer has it. */
import { CALLS, findingsOfCall } from './calls';
import { publicApi } from './public-api';
import { PublicOption } from './public-options';
import { Finding } from '../../src/findings';
import { valueAt, withRenamed, withValueAt } from '../support/paths';
import { remedied } from '../support/remedies';
import { sampleOf } from '../support/size';

/** Values as people write them by mistake. */
const MISTAKES: { readonly [type in PublicOption['type']]: readonly unknown[] } = {
  boolean: ['true', 'yes', 0],
  number: ['1', 1.5, null],
  string: [true, 5, null],
  choice: ['no-such-choice', null],
  list: ['text', {}],
  map: ['text', []],
  object: ['text', []],
  class: [true],
};

/**
 * Options that are not right at all, one mistake each: another type, or a letter too many in the
 * name.
 */
function broken(name: string, options: readonly PublicOption[]): unknown[] {
  const { fine } = CALLS[name];
  return options.flatMap(({ path, type }, index) => {
    const misspelt = path.replace(/(\w)$/, '$1$1');
    return [
      ...sampleOf(MISTAKES[type], MISTAKES[type].length, index).map((value) =>
        withValueAt(fine, path, value),
      ),
      ...(type === 'class' || /\]$/.test(path)
        ? []
        : [
            withRenamed(
              withValueAt(fine, path, valueAt(fine, path) ?? 1),
              path,
              misspelt.split('.').at(-1)!,
            ),
          ]),
    ];
  });
}

const sameAs = (one: Finding) => (other: Finding) =>
  one.rule === other.rule && one.path === other.path && one.message === other.message;

test.each(publicApi().calls.filter(({ name }) => name in CALLS))(
  'what $name says is to be done mends it, where a machine can do it',
  ({ name, options }) => {
    const left: string[] = [];
    let applied = 0;
    for (const input of broken(name, options)) {
      for (const finding of findingsOfCall(name, input as object)) {
        const next = remedied(input, finding);
        if (next === undefined) continue;
        applied += 1;
        if (findingsOfCall(name, next as object).some(sameAs(finding))) {
          left.push(`${finding.path}: ${finding.message}; ${finding.remedy}`);
        }
      }
    }
    expect(left).toEqual([]);
    expect(applied).toBeGreaterThanOrEqual(Math.ceil(options.length / 2));
  },
);

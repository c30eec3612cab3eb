/**
 * Every option of everything public has its type at run time too, whatever language it comes from.
 */
import { CALLS, findingsOfCall, NOT_CALLED_BY_USERS } from './calls';
import { publicApi } from './public-api';
import { PublicCall, PublicOption } from './public-options';
import { withValueAt } from '../support/paths';

/** Values that JavaScript takes silently. */
const WRONG: { readonly [type in PublicOption['type']]: unknown } = {
  boolean: 'false',
  number: '1',
  string: true,
  choice: 'no-such-choice',
  list: 'text',
  map: 'text',
  object: 'text',
  class: true,
};

let calls: readonly PublicCall[];
beforeAll(() => {
  calls = publicApi().calls;
});

const optionsOf = (name: string) =>
  calls.filter((call) => call.name === name).flatMap(({ options }) => options);

/**
 * The places at which a value was given and nothing was said, or something was thrown that is not a
 * finding.
 */
function silentPlaces(
  name: string,
  tries: readonly (readonly [path: string, value: unknown])[],
): string[] {
  return tries.flatMap(([path, value]) => {
    try {
      const findings = findingsOfCall(name, withValueAt(CALLS[name].fine, path, value));
      return findings.some((one) => one.severity === 'error' && one.path === path)
        ? []
        : [
            `${path}: ${findings.map((one) => `${one.severity} ${one.path}`).join(', ') || 'silence'}`,
          ];
    } catch (error) {
      return [`${path}: ${String(error).split('\n')[0]}`];
    }
  });
}

test('no public call with options is forgotten here', () => {
  expect(new Set(calls.map(({ name }) => name))).toEqual(
    new Set([...Object.keys(CALLS), ...NOT_CALLED_BY_USERS]),
  );
});

test.each(Object.keys(CALLS))('%s takes the options that are fine', (name) => {
  expect(
    findingsOfCall(name, CALLS[name].fine).filter(({ severity }) => severity === 'error'),
  ).toEqual([]);
});

test.each(Object.keys(CALLS))(
  '%s tells of every option that has another type, at its place',
  (name) => {
    expect(
      silentPlaces(
        name,
        optionsOf(name).map(({ path, type }) => [path, WRONG[type]]),
      ),
    ).toEqual([]);
  },
);

test.each(Object.keys(CALLS))(
  '%s tells of every option that there is not, in nested ones too',
  (name) => {
    const nested = optionsOf(name).filter(
      (one, _, all) =>
        one.type === 'object' && all.some(({ path }) => path.startsWith(`${one.path}.`)),
    );
    expect(
      silentPlaces(
        name,
        ['', ...nested.map(({ path }) => `${path}.`)].map((prefix) => [`${prefix}noSuchOption`, 1]),
      ),
    ).toEqual([]);
  },
);

test.each(Object.keys(CALLS))('%s takes an enum wherever the values are closed', (name) => {
  const texts = optionsOf(name).filter(({ type }) => type === 'string');
  const closed = texts.filter(({ path }) =>
    findingsOfCall(name, withValueAt(CALLS[name].fine, path, 'no-such-choice')).some(
      (one) => one.path === path && /^must be one of|^perhaps you meant/.test(one.remedy),
    ),
  );
  expect(closed.map(({ path }) => path)).toEqual([]);
});

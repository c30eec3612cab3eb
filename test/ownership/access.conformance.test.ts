import { accessOf } from './access';
import { casesOf } from './cases';
import { sayReplayed } from '../support/conformance';

const CASES = casesOf('access');

test('every case is replayed', () => {
  sayReplayed('ownership/access', CASES.length);
  expect(CASES.length).toBeGreaterThan(0);
});

test.each(CASES.map((one) => [one.id, one] as const))(
  '%s',
  (_id, { root, file, process: { uid, gid, groups, capabilities }, readOnlyMount, expected }) => {
    const { canCreate, canWriteExisting } = expected;
    const isAboveModes = capabilities === 'containerDefaults';
    expect(
      accessOf(root, file, { uid, gid, groups, isAboveModes }, readOnlyMount === true),
    ).toEqual({ canCreate, canWriteExisting });
  },
);

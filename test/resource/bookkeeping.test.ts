/** Metadata of a resource that what it stands for does not get. */
import { withoutBookkeeping } from '../../src/resource';

const NOTES = {
  'kubectl.kubernetes.io/last-applied-configuration': '{}',
  'argocd.argoproj.io/tracking-id': 'a',
};

test.each<[string, object | undefined, object | undefined]>([
  ['nothing', undefined, undefined],
  ['an empty map', {}, undefined],
  ['notes alone', NOTES, undefined],
  ['notes and more', { ...NOTES, team: 'a' }, { team: 'a' }],
  ['no notes', { team: 'a' }, { team: 'a' }],
])('of %s, what is no note is left', (_what, given, kept) => {
  expect(withoutBookkeeping(given as never)).toEqual(kept);
});

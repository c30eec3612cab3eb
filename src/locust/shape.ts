/**
 * The props of a load test as plain data: the words of the operator's resource, and what this
 * library adds.
 */
import { SPEC } from './spec';
import { always, flag, objectOf, Of, oneOf, string, strings } from '../shape';

/** All props but the files and the settings, which are objects of their own. */
export const LOCUST_TEST_SHAPE = objectOf({
  name: always(string),
  namespace: string,
  runId: string,
  // What can happen to a test that changed.
  rerun: oneOf<string>(['onChange', 'never']),
  labels: strings,
  annotations: strings,
  userFromPlatform: flag,
  customResource: flag,
  operatorMode: flag,
  ...SPEC,
});
export type LocustTestInput = Of<typeof LOCUST_TEST_SHAPE>;

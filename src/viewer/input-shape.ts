/** The shape of the props of a viewer, as plain data. */
import { CoLocationMode } from '../placement/core';
import {
  always,
  anything,
  flag,
  integer,
  listOf,
  objectOf,
  Of,
  oneOf,
  required,
  Shape,
  string,
} from '../shape';
import { AUTHORIZATION, CULL, PEERS, SHARED } from './spec';

const INPUT = {
  ...SHARED,
  // The name of the claim.
  claim: always(string),
  name: string,
  namespace: string,
  rwoScheduling: flag,
  coLocation: oneOf(Object.values(CoLocationMode)),
  nodeName: string,
  networkPolicy: objectOf({ allowFrom: required(PEERS), additionalPorts: listOf(integer) }),
  authorizationPolicy: objectOf({ ...AUTHORIZATION, principals: listOf(string) }),
  cull: CULL,
  operatorMode: flag,
  settings: objectOf({ gateway: string, defaultPodSpec: string }),
};

export const VIEWER_INPUT = objectOf(INPUT);
export type ViewerInput = Of<typeof VIEWER_INPUT>;

/**
 * The same in operator mode: what is in the resource, the controller's own types judge, in their
 * words.
 */
export const OPERATOR_INPUT: Shape<ViewerInput> = objectOf({
  ...INPUT,
  claim: always(anything),
  podSpec: anything,
  networking: anything,
  rwoScheduling: anything,
  name: anything,
  namespace: anything,
});

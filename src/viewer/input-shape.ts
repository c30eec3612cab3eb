/** What the props of a viewer look like at run time. */
import { ViewerInput } from './input';
import { CoLocationMode } from '../placement/core';
import { anything, flag, integer, listOf, oneOf, Shape, Shapes, string, struct } from '../shape';
import { authorization, cull, peers, shared } from './shape';
import { AuthorizationPolicySpec } from './spec';

const input: Shapes<ViewerInput> = {
  ...shared,
  claim: string,
  rwoScheduling: flag,
  coLocation: oneOf(Object.values(CoLocationMode)),
  nodeName: string,
  readOnly: flag,
  userFromPlatform: flag,
  networkPolicy: struct<NonNullable<ViewerInput['networkPolicy']>>(
    { allowFrom: peers, additionalPorts: listOf(integer) },
    ['allowFrom'],
  ),
  authorizationPolicy: struct<Partial<AuthorizationPolicySpec>>(authorization),
  cull: struct({ ...cull, afterIdle: integer }),
  operatorMode: flag,
  settings: struct({ gateway: string, defaultPodSpec: string }),
};

/** The props of a viewer, as plain data. */
export const VIEWER_INPUT: Shape<ViewerInput> = struct<ViewerInput>(input);

/**
 * The same in operator mode: what is in the resource, the controller's own types judge, in their
 * words.
 */
export const OPERATOR_INPUT: Shape<ViewerInput> = struct<ViewerInput>({
  ...input,
  claim: anything,
  podSpec: anything,
  networking: anything,
  rwoScheduling: anything,
  name: anything,
  namespace: anything,
});

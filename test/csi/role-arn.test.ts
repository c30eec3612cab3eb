/** The ARNs of roles, in all partitions of AWS and with paths. */
import { checkRoleArn, CSI_RULES } from '../../src/csi/core';
import { describeFinding } from '../../src/findings';

function linesOf(value: unknown): string[] {
  return checkRoleArn(CSI_RULES.roleArn, value, 'platform.roleArn').map(describeFinding);
}

test.each([
  'arn:aws:iam::111122223333:role/a',
  'arn:aws:iam::111122223333:role/team/storage/efs-csi',
  'arn:aws-cn:iam::111122223333:role/a',
  'arn:aws-us-gov:iam::111122223333:role/a',
  'arn:aws-iso-b:iam::111122223333:role/a',
  undefined,
])('%s is taken', (value) => expect(linesOf(value)).toEqual([]));

test.each<[string, unknown, string]>([
  ['a name', 'efs-csi', '"efs-csi"'],
  [
    'an account of 11 digits',
    'arn:aws:iam::11112222333:role/a',
    '"arn:aws:iam::11112222333:role/a"',
  ],
  [
    'an account of 13 digits',
    'arn:aws:iam::1111222233334:role/a',
    '"arn:aws:iam::1111222233334:role/a"',
  ],
  [
    'an account with a letter',
    'arn:aws:iam::11112222333x:role/a',
    '"arn:aws:iam::11112222333x:role/a"',
  ],
  ['a role without a name', 'arn:aws:iam::111122223333:role/', '"arn:aws:iam::111122223333:role/"'],
  ['a user', 'arn:aws:iam::111122223333:user/a', '"arn:aws:iam::111122223333:user/a"'],
  [
    'a policy',
    'arn:aws:iam::111122223333:policy/role/a',
    '"arn:aws:iam::111122223333:policy/role/a"',
  ],
  [
    'a partition with a digit',
    'arn:aws1:iam::111122223333:role/a',
    '"arn:aws1:iam::111122223333:role/a"',
  ],
  [
    'a partition in capitals',
    'arn:AWS:iam::111122223333:role/a',
    '"arn:AWS:iam::111122223333:role/a"',
  ],
  ['another service', 'arn:aws:sts::111122223333:role/a', '"arn:aws:sts::111122223333:role/a"'],
  [
    'a region',
    'arn:aws:iam:eu-west-1:111122223333:role/a',
    '"arn:aws:iam:eu-west-1:111122223333:role/a"',
  ],
  [
    'a text before it',
    'role=arn:aws:iam::111122223333:role/a',
    '"role=arn:aws:iam::111122223333:role/a"',
  ],
  ['a space before it', ' arn:aws:iam::111122223333:role/a', '" arn:aws:iam::111122223333:role/a"'],
  ['a number', 111122223333, '111122223333'],
  ['null', null, 'null'],
  ['a list of one', ['arn:aws:iam::111122223333:role/a'], '["arn:aws:iam::111122223333:role/a"]'],
])('%s is refused', (_, value, shown) =>
  expect(linesOf(value)).toEqual([
    `platform.roleArn: ${shown} is not the ARN of a role; use one such as arn:aws:iam::111122223333:role/efs-csi (csi/role-arn)`,
  ]),
);

/** The IAM roles that service accounts and operators take on. */
import { Finding, Rule, show, violation } from '../../findings';

const ROLE_ARN = /^arn:aws[-a-z]*:iam::\d{12}:role\/.+$/;

/** Findings on the ARN of a role, if there is one. */
export function checkRoleArn(rule: Rule, value: unknown, path: string): Finding[] {
  if (value === undefined || (typeof value === 'string' && ROLE_ARN.test(value))) return [];
  return [
    violation(
      rule,
      path,
      `${show(value)} is not the ARN of a role`,
      'use one such as arn:aws:iam::111122223333:role/efs-csi',
    ),
  ];
}

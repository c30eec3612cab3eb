/**
 * Checks of what is the same for the whole installation: kubelet's directory, and how much is
 * logged.
 */
import { Finding, show, violation } from '../../findings';
import { isKubeletPath, isLogLevel } from '../installation';
import { CSI_RULES as RULES } from '../rules';
import { StackSpec } from '../spec';

export function checkSettings({ options }: StackSpec): Finding[] {
  const { kubeletPath, logLevel } = options;
  const findings: Finding[] = [];
  if (kubeletPath !== undefined && !isKubeletPath(kubeletPath)) {
    findings.push(
      violation(
        RULES.value,
        'kubeletPath',
        `${show(kubeletPath)} is not an absolute path without a trailing slash`,
        'use a path such as /var/lib/kubelet',
      ),
    );
  }
  if (logLevel !== undefined && !isLogLevel(logLevel)) {
    findings.push(
      violation(
        RULES.value,
        'logLevel',
        `${logLevel} is not a valid log level`,
        'use a number from 0 to 10',
      ),
    );
  }
  return findings;
}

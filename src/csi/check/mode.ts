/** Checks of who installs the driver: whether they can, and which options have no effect then. */
import { Finding, violation } from '../../findings';
import { isInstalled, modeOf } from '../installation';
import { FOR_INSTALLATION } from '../options';
import { PLATFORM_NAMES } from '../platforms';
import { CSI_RULES as RULES } from '../rules';
import { Mode, StackOptions, StackSpec } from '../spec';

const WITHOUT_EFFECT: { readonly [mode in Mode | 'fixed']: readonly (keyof StackOptions)[] } = {
  'this-stack': ['operatorGroup'],
  'openshift-operator': FOR_INSTALLATION,
  external: ['namespace', 'createNamespace', 'operatorGroup', ...FOR_INSTALLATION],
  fixed: ['operatorGroup', ...FOR_INSTALLATION],
};

export function checkMode(spec: StackSpec): Finding[] {
  const { driver, platform, options } = spec;
  const findings: Finding[] = [];
  const mode = modeOf(options);
  if (mode === 'openshift-operator') {
    if (platform !== 'openshift') {
      findings.push(
        violation(
          RULES.operatorPlatform,
          'mode',
          `OpenShift's operator cannot install ${driver.name} on ${PLATFORM_NAMES[platform]}`,
          'remove mode, or use Platform.OPENSHIFT',
        ),
      );
    }
    if (!driver.operator) {
      findings.push(
        violation(
          RULES.operatorPlatform,
          'mode',
          `OpenShift has no operator for ${driver.name}`,
          'remove mode',
        ),
      );
    }
  }
  const fixed = mode === 'this-stack' && !isInstalled(spec);
  if (
    fixed &&
    platform !== 'openshift' &&
    driver.fixedObjects!.some(({ kind }) => kind === 'SecurityContextConstraints')
  ) {
    findings.push(
      violation(
        RULES.sccKind,
        'platform',
        `${PLATFORM_NAMES[platform]} does not have the kind SecurityContextConstraints`,
        'use Platform.OPENSHIFT',
      ),
    );
  }
  const why = fixed ? 'the definition of the driver fixes all objects' : `mode is ${mode}`;
  for (const option of WITHOUT_EFFECT[fixed ? 'fixed' : mode]) {
    if (options[option] === undefined) continue;
    findings.push(
      violation(
        RULES.optionWithoutEffect,
        option,
        `${option} has no effect, because ${why}`,
        'remove it',
      ),
    );
  }
  for (const option of driver.optionsWithoutEffect ?? []) {
    findings.push(
      violation(
        RULES.optionWithoutEffect,
        `driver.${option}`,
        `${option} of the driver has no effect as it is installed here`,
        'remove it',
      ),
    );
  }
  return findings;
}

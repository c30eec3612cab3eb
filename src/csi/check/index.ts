/** Checks of one installation: all findings at once, whatever the input is. */
import { Finding, hasErrors } from '../../findings';
import { belowPath } from '../../kube';
import { definitionTypes, platformTypes } from '../definition';
import { isInstalled, modeOf } from '../installation';
import { optionTypes } from '../options';
import { StackSpec } from '../spec';
import { checkClasses } from './classes';
import { checkCsiDriver } from './csi-driver';
import { checkDefinedPods, checkDefinition } from './definition';
import { checkIdentities } from './identities';
import { checkImages, checkRegistries } from './images';
import { checkMode } from './mode';
import { checkNamespaces, checkPlatform } from './platform';
import { checkPlugins } from './plugins';
import { checkPods, checkWholePods, FindingsOfPods } from './pods';
import { checkRequirements } from './requirements';
import { checkSettings } from './settings';

export { AppClass, AppStack, checkCsiApp, checkOneStack } from './app';
export { checkRoleArn } from './role-arn';

/** Findings on an installation. */
export function checkCsiStack(spec: StackSpec): Finding[] {
  const types = [
    ...optionTypes(spec.options),
    ...platformTypes(spec.platform),
    ...definitionTypes(spec.driver),
  ];
  if (types.length > 0) return types;
  const made = checkWholePods(spec);
  const ofPods = checkDefinedPods(spec.driver, (key) => made.get(key)?.length === 0);
  const findings = [
    ...checkDefinition(spec.driver),
    ...(spec.driver.findings ?? []).map((finding) => ({
      ...finding,
      path: belowPath('driver', finding.path),
    })),
    ...checkMode(spec),
    ...checkPlatform(spec),
    ...(modeOf(spec.options) === 'external' ? [] : checkNamespaces(spec)),
    ...(isInstalled(spec) ? [...checkSettings(spec), ...checkCsiDriver(spec)] : []),
    // Options change pods that are such, and those of the definition have to be.
    ...(hasErrors(ofPods) ? ofPods : checkInstalled(spec, made)),
    ...checkClasses(spec),
  ];
  return hasErrors(findings) ? findings : [...findings, ...checkIdentities(spec)];
}

function checkInstalled(spec: StackSpec, made: FindingsOfPods): Finding[] {
  if (!isInstalled(spec)) return [];
  const ofImages = checkImages(spec);
  const isTold = ({ path }: Finding) => hasErrors(ofImages) && path.startsWith('images.');
  const ofPods = [...checkPods(spec, made), ...checkRegistries(spec)].filter(
    (finding) => !isTold(finding),
  );
  return [...ofImages, ...checkPlugins(spec), ...ofPods, ...checkRequirements(spec)];
}

/** Checks of where images come from. */
import { Finding, show, violation } from '../../findings';
import { CSI_RULES as RULES } from '../rules';
import { PluginSpec, StackSpec } from '../spec';
import { checkName } from '../../storage/core';

const HOST = '[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\\d+)?';
const PATH = '[a-z0-9]+([._-]+[a-z0-9]+)*';
const REGISTRY = new RegExp(`^${HOST}(/${PATH})*/?$`);
const REPOSITORY = new RegExp(`^(${HOST}/)?${PATH}(/${PATH})*$`);
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** The names of a plugin's containers. */
export function containerNames(plugin: PluginSpec | undefined): string[] {
  return plugin ? [...plugin.pod.initContainers ?? [], ...plugin.pod.containers].map(({ name }) => name) : [];
}

/** Findings on the options for images. */
export function checkImages({ driver, options }: StackSpec): Finding[] {
  const { registry, pullSecrets = [], overrides = {} } = options.images ?? {};
  const findings = pullSecrets.flatMap((name, index) => checkName(name, `images.pullSecrets[${index}]`));
  const check = (path: string, value: string | undefined, pattern: RegExp, what: string, remedy: string) => {
    if (value !== undefined && !pattern.test(value)) findings.push(violation(RULES.image, path, `${show(value)} is no ${what}`, remedy));
  };
  check('images.registry', registry, REGISTRY, 'registry', 'give a host with an optional port and path, such as registry.example.com/mirror');
  const names = [...new Set([...containerNames(driver.node), ...containerNames(driver.controller)])];
  for (const [container, { repository, tag, digest }] of Object.entries(overrides)) {
    const path = `images.overrides.${container}`;
    if (!names.includes(container)) {
      findings.push(violation(RULES.unknownContainer, path, `${driver.name} has no container ${show(container)}`, `give one of ${names.join(', ')}`));
    }
    check(`${path}.repository`, repository, REPOSITORY, 'repository', 'give the name of an image without tag and digest');
    check(`${path}.tag`, tag, TAG, 'tag', 'give letters, digits, dots, dashes and underscores');
    check(`${path}.digest`, digest, DIGEST, 'digest', 'give sha256: and 64 hexadecimal digits');
  }
  return findings;
}

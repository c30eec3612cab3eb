/** Checks of where images come from. */
import { Finding, originsOf, show, someOf, violation } from '../../findings';
import { append, imageProblem, readImage, registryPathProblem } from '../../kube';
import { pluginsOf } from '../installation';
import { PLATFORM_NAMES } from '../platforms';
import { CSI_RULES as RULES } from '../rules';
import { ImageOverride, PluginSpec, StackSpec } from '../spec';
import { definedAt } from './definition';
import { podsByPlace } from './pods';
import { checkName } from '../../storage/core';

/** The names of a plugin's containers. */
export function containerNames(plugin: PluginSpec | undefined): string[] {
  return plugin
    ? [...(plugin.pod.initContainers ?? []), ...plugin.pod.containers].map(({ name }) => name)
    : [];
}

export function checkImages({ driver, options }: StackSpec): Finding[] {
  const { registry, imagePullSecrets = [], overrides = {} } = options.images ?? {};
  const findings = imagePullSecrets.flatMap(({ name }, index) =>
    checkName(name, `images.imagePullSecrets[${index}].name`),
  );
  if (registry !== undefined) append(findings, checkRegistry(registry));
  const names = [
    ...new Set([...containerNames(driver.node), ...containerNames(driver.controller)]),
  ];
  for (const [container, override] of Object.entries(overrides)) {
    const path = `images.overrides.${container}`;
    if (!names.includes(container)) {
      findings.push(
        violation(
          RULES.unknownContainer,
          path,
          `${driver.name} has no container ${show(container)}`,
          `must be one of ${someOf(names)}`,
        ),
      );
    }
    append(findings, checkOverride(override, path));
  }
  return findings;
}

/** Images of no registry, where the node decides which one they come from. */
export function checkRegistries(spec: StackSpec): Finding[] {
  // The nodes of EKS have containerd, which knows no registry but Docker Hub to take them from.
  if (spec.platform === 'eks') return [];
  const told = new Set<string>();
  const origin = originsOf((from) => podsByPlace(spec, from));
  return pluginsOf(spec).flatMap(({ key, pod }) =>
    (['initContainers', 'containers'] as const).flatMap((list) =>
      (pod[list] ?? []).flatMap(({ image }, index) => {
        const read = readImage(image);
        if ('error' in read || read.registry !== undefined) return [];
        const place = `${definedAt(key)}.${list}[${index}].image`;
        const path = origin(place) ?? place;
        if (told.has(`${path} ${image}`)) return [];
        told.add(`${path} ${image}`);
        const hub = read.repository.includes('/') ? image : `library/${image}`;
        return [
          violation(
            RULES.imageRegistry,
            path,
            `the image ${show(image)} has no registry: on ${PLATFORM_NAMES[spec.platform]} the node decides where it comes from`,
            `name the registry, such as docker.io/${hub}`,
          ),
        ];
      }),
    ),
  );
}

function checkRegistry(registry: string): Finding[] {
  const problem = registryPathProblem(registry);
  if (problem === undefined) return [];
  return [
    violation(
      RULES.image,
      'images.registry',
      `${show(registry)} is not a valid registry: ${problem}`,
      'use a host with a dot or a port, and an optional path, such as registry.example.com/mirror',
    ),
  ];
}

function checkOverride({ repository, tag, digest }: ImageOverride, path: string): Finding[] {
  const findings: Finding[] = [];
  const check = (field: string, value: string | undefined, reference: string, remedy: string) => {
    const problem = value === undefined ? undefined : imageProblem(reference);
    if (problem !== undefined) {
      findings.push(
        violation(
          RULES.image,
          `${path}.${field}`,
          `${show(value)} is not a valid ${field}: ${problem}`,
          remedy,
        ),
      );
    }
  };
  check(
    'repository',
    repository,
    `${repository}:tag`,
    'use the name of an image without a tag or digest',
  );
  check('tag', tag, `image:${tag}`, 'use a tag such as v1.0.0');
  check('digest', digest, `image@${digest}`, 'use sha256: and 64 hexadecimal digits');
  return findings;
}

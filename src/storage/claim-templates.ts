/** Claim templates of a StatefulSet: what they are given, and the StatefulSet with them. */
import { didYouMean, Finding, show, violation } from '../findings';
import { addTo, isFields, Manifest, withoutUndefined } from '../kube';
import { Fields, fieldsOf, isGiven, listOf, valuesOf, checkLabelName } from '../object';
import { buildClaim } from './build';
import { checkClaim } from './check';
import { STORAGE_RULES as RULES } from './rules';
import { ClaimRetention, ClaimSpec, ClaimTemplateSpec, TemplateMount } from './spec';

/** Where a pod has containers that mount volumes. */
const CONTAINERS = ['containers', 'initContainers'];

/** A template, and the mounts that are added for it. */
interface AddedTemplate {
  readonly template: ClaimTemplateSpec;
  readonly mounts?: readonly TemplateMount[];
}

/** What a StatefulSet gets besides what it has. */
interface AddedTemplates {
  readonly templates: readonly AddedTemplate[];
  readonly retention?: ClaimRetention;
}

/**
 * Findings on a claim template. Containers mount it by its name, which is stricter than that of a
 * claim.
 */
export function checkClaimTemplate(spec: ClaimTemplateSpec): Finding[] {
  const { name } = spec;
  const problems = typeof name === 'string' ? checkLabelName(name, 'name', RULES.templateName) : [];
  return [
    ...problems,
    ...checkClaim(spec).filter(({ path }) => path !== 'name' || problems.length === 0),
  ];
}

/** A claim template, which is a claim without saying so. */
export function buildClaimTemplate(spec: ClaimSpec): Fields {
  const { apiVersion: _apiVersion, kind: _kind, ...template } = buildClaim(spec);
  return template;
}

/**
 * The StatefulSet with claim templates after those that it has, and without the volumes that stand
 * for them in its pods. Pure; what was extended so before stays as it is.
 */
export function withClaimTemplates(
  manifest: Manifest,
  { templates, retention = {} }: AddedTemplates,
): Manifest {
  const spec = fieldsOf(manifest.spec);
  const names = new Set<unknown>(templates.map(({ template }) => template.name));
  const others = valuesOf(spec.volumeClaimTemplates).filter(
    (one) => !names.has(nameOf(fieldsOf(one))),
  );
  const policy = {
    ...fieldsOf(spec.persistentVolumeClaimRetentionPolicy),
    ...withoutUndefined(retention),
  };
  const pod = fieldsOf(spec.template);
  return {
    ...manifest,
    spec: {
      ...spec,
      ...(templates.length === 0
        ? {}
        : {
            template: {
              ...pod,
              spec: withMounts(withoutStandIns(fieldsOf(pod.spec), names), templates),
            },
            volumeClaimTemplates: [
              ...others,
              ...templates.map(({ template }) => buildClaimTemplate(template)),
            ],
          }),
      ...(Object.keys(policy).length === 0 ? {} : { persistentVolumeClaimRetentionPolicy: policy }),
    },
  };
}

function withoutStandIns({ volumes, ...podSpec }: Fields, names: ReadonlySet<unknown>): Fields {
  const kept = valuesOf(volumes).filter(
    (volume) => !isStandIn(volume) || !names.has(fieldsOf(volume).name),
  );
  return { ...podSpec, ...(kept.length === 0 ? {} : { volumes: kept }) };
}

function withMounts(podSpec: Fields, templates: readonly AddedTemplate[]): Fields {
  const added = new Map<unknown, { readonly field: string; readonly entry: Fields }[]>();
  for (const {
    template: { name, volumeMode },
    mounts = [],
  } of templates) {
    for (const { containerName, path, propagation, ...how } of mounts) {
      const isDevice = volumeMode === 'Block';
      const entry = isDevice
        ? { name, devicePath: path }
        : withoutUndefined({ name, mountPath: path, ...how, mountPropagation: propagation });
      addTo(added, containerName, { field: isDevice ? 'volumeDevices' : 'volumeMounts', entry });
    }
  }
  const mounted = (container: unknown) =>
    (added.get(fieldsOf(container).name) ?? []).reduce(
      (at, { field, entry }) => ({
        ...at,
        [field]: [...valuesOf(at[field]).filter((one) => !isSameEntry(one, entry)), entry],
      }),
      fieldsOf(container),
    );
  const lists = added.size === 0 ? [] : CONTAINERS.filter((list) => Array.isArray(podSpec[list]));
  return {
    ...podSpec,
    ...Object.fromEntries(
      lists.map((list) => [
        list,
        valuesOf(podSpec[list]).map((one) => (isFields(one) ? mounted(one) : one)),
      ]),
    ),
  };
}

/** Whether a mount is the one that is added. */
function isSameEntry(one: unknown, entry: Fields): boolean {
  const { name, mountPath, devicePath } = fieldsOf(one);
  return name === entry.name && mountPath === entry.mountPath && devicePath === entry.devicePath;
}

/** Findings on mounts in containers that the StatefulSet does not have. */
export function checkTemplateMounts(mounts: readonly TemplateMount[], podSpec: Fields): Finding[] {
  const names = CONTAINERS.flatMap((list) => listOf(podSpec[list])).map(({ name }) => String(name));
  return mounts
    .filter(({ containerName }) => !names.includes(containerName))
    .map(({ containerName }) =>
      violation(
        RULES.templateMount,
        'containerName',
        `the StatefulSet has no container ${show(containerName)}`,
        didYouMean(containerName, names),
      ),
    );
}

/** Whether a volume of a pod is only a name: in a StatefulSet, a claim template's. */
export function isStandIn(volume: unknown): boolean {
  const { name, ...source } = fieldsOf(volume);
  return name !== undefined && !Object.values(source).some(isGiven);
}

/**
 * Findings on the name of a template beside what the StatefulSet, as somebody else wrote it, has
 * already.
 */
export function checkTemplateName(name: string, manifest: Fields): Finding[] {
  const { template, volumeClaimTemplates } = fieldsOf(manifest.spec);
  const hasTemplate = listOf(volumeClaimTemplates).some((one) => nameOf(one) === name);
  const hasVolume = listOf(fieldsOf(fieldsOf(template).spec).volumes).some(
    (volume) => volume.name === name && !isStandIn(volume),
  );
  if (hasTemplate) return [templateTwice(name)];
  return hasVolume
    ? [
        violation(
          RULES.templateTwice,
          'name',
          `the pods have a volume ${show(name)} already, which the claim would silently replace`,
          'use another name',
        ),
      ]
    : [];
}

/** The finding on a template whose name another one of the StatefulSet has. */
export function templateTwice(name: string): Finding {
  return violation(
    RULES.templateTwice,
    'name',
    `the StatefulSet already has a claim template ${show(name)}`,
    'use another name',
  );
}

function nameOf(template: Fields): unknown {
  return fieldsOf(template.metadata).name;
}

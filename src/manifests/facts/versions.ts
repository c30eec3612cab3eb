/**
 * Kinds, sources of volumes and fields that the Kubernetes of the target does not have: not yet, no
 * longer, or not unless somebody turns them on.
 */
import {
  CLAIM_FIELDS,
  CSI_DRIVER_FIELDS,
  FeatureField,
  POD_FIELDS,
  STATEFUL_SET_FIELDS,
  VOLUME_FIELDS,
} from './feature-fields';
import { TargetFacts, VolumeLife, volumeLives } from '../../facts';
import { defineRules, Finding, Rule, show, violation } from '../../findings';
import { EVERYTHING, Judge, JudgedObject, WORKLOADS } from '../../judge';
import { groupOf } from '../../kube';
import {
  GateName,
  gateOf,
  isServed,
  KindLife,
  kindsOfGroup,
  lifeOfKind,
  newestMinor,
  servedVersion,
  standingOf,
  standingOfKind,
} from '../../model';
import { Fields, fieldOf, fieldsOf, isGiven, listOf, textOf } from '../../object';
import { fieldOfClaim, ofEachClaim } from '../written-claims';

const NONE: readonly Finding[] = [];

const RULES = defineRules('manifest', {
  kindOfVersion: {
    error:
      "Kubernetes no longer has a kind in this API version, or the target's version does not have it.",
    why: 'The API server refuses an object of a kind that it does not serve.',
    bad: 'kind: VolumeAttributesClass of storage.k8s.io/v1 on Kubernetes 1.33',
    good: 'the same on Kubernetes 1.34',
    source: "k8s.io/api zz_generated.prerelease-lifecycle.go; Kubernetes' deprecation guide",
  },
  volumeOfVersion: {
    error:
      "Kubernetes no longer has a volume type, or the target's version does not support it or an access mode.",
    why: 'Volumes that it no longer supports are never mounted, so the pods never start. Volumes that it does not support yet are rejected, or become an empty directory.',
    bad: 'a glusterfs volume on Kubernetes 1.26 or later',
    good: 'a volume of a CSI driver',
    source: 'Kubernetes, pkg/api/pod/warnings.go and pkg/features/kube_features.go',
  },
  fieldOfVersion: {
    warning:
      "The target's Kubernetes version does not have a field, or its feature is not enabled.",
    why: 'Fields of missing or disabled features are rejected or silently dropped, so they have no effect.',
    bad: 'supplementalGroupsPolicy: Strict on Kubernetes 1.30',
    good: 'the same on Kubernetes 1.33',
    source: 'Kubernetes, pkg/features/kube_features.go',
  },
});

/** What the version of the target says; where nobody gives one, what is gone for long. */
export const VERSIONS: readonly Judge[] = [
  {
    rules: () => [RULES],
    kinds: [EVERYTHING],
    check: ({ apiVersion, kind }, { target }) => kindFindings(apiVersion, kind, target),
  },
  {
    rules: () => [RULES],
    kinds: [WORKLOADS],
    check: (object, { target }) => podFindings(object, target),
  },
  {
    rules: () => [RULES],
    when: isGivenVersion,
    kinds: ['/PersistentVolumeClaim'],
    check: (object, { target }) => claimFindings(object, target),
  },
  {
    rules: () => [RULES],
    kinds: ['/PersistentVolume'],
    check: ({ manifest }, { target }) => [
      ...sourceFindings(goneSources(fieldsOf(manifest.spec), target), 'spec', 'the volume', target),
      ...fieldFindings(VOLUME_FIELDS, manifest.spec, 'spec', target),
    ],
  },
  {
    rules: () => [RULES],
    kinds: ['storage.k8s.io/StorageClass'],
    check: ({ manifest }, { target }) => provisionerFindings(textOf(manifest.provisioner), target),
  },
  {
    rules: () => [RULES],
    when: isGivenVersion,
    kinds: ['storage.k8s.io/CSIDriver'],
    check: ({ manifest }, { target }) =>
      fieldFindings(CSI_DRIVER_FIELDS, manifest.spec, 'spec', target),
  },
  {
    rules: () => [RULES],
    when: isGivenVersion,
    kinds: ['apps/StatefulSet'],
    check: ({ manifest }, { target }) =>
      fieldFindings(STATEFUL_SET_FIELDS, manifest.spec, 'spec', target),
  },
];

function isGivenVersion({ target }: { readonly target: TargetFacts }): boolean {
  return target.minor !== undefined;
}

/**
 * The oldest release that somebody maintains, as clouds do for two years and more. What it no
 * longer has is gone wherever nobody gives a version.
 */
const oldestMinor = () => newestMinor() - 7;

const inVersion = (minor: number | undefined) =>
  minor === undefined ? 'Kubernetes' : `Kubernetes 1.${minor}`;

function kindFindings(
  apiVersion: string,
  kind: string,
  { minor: given, featureGates }: TargetFacts,
): readonly Finding[] {
  const minor = given ?? oldestMinor();
  if (isServed(apiVersion, kind, minor, featureGates)) return NONE;
  const life = lifeOfKind(apiVersion, kind);
  if (given === undefined && !(life && standingOfKind(life, minor) === 'gone')) return NONE;
  if (!life && !isMiswritten(apiVersion, kind)) return NONE;
  const why = life ? `: Kubernetes ${whyUnserved(life, minor, featureGates)}` : '';
  return [
    violation(
      RULES.kindOfVersion,
      'apiVersion',
      given === undefined
        ? `Kubernetes serves ${kind} of ${apiVersion} until 1.${life!.removed! - 1} only: later versions refuse the object`
        : `${inVersion(given)} does not serve ${kind} of ${apiVersion}${why}, and the object is refused`,
      remedyForKind(apiVersion, kind, minor, featureGates),
    ),
  ];
}

/**
 * Whether a version of a kind of Kubernetes never was. Of alpha versions, which are off, not all
 * are known.
 */
function isMiswritten(apiVersion: string, kind: string): boolean {
  return !apiVersion.includes('alpha') && kindsOfGroup(groupOf(apiVersion)).includes(kind);
}

/** Why a server of that version does not have a kind. */
function whyUnserved(life: KindLife, minor: number, gates?: readonly string[]): string {
  switch (standingOfKind(life, minor, gates)) {
    case 'early':
      return `has it from 1.${life.since} on`;
    case 'gone':
      return `has it until 1.${life.removed! - 1}`;
    default:
      return 'serves it only if an administrator enables it';
  }
}

function remedyForKind(
  apiVersion: string,
  kind: string,
  minor: number,
  gates?: readonly string[],
): string {
  const other = servedVersion(groupOf(apiVersion), kind, minor);
  if (other !== undefined) return `write apiVersion: ${other}`;
  const life = lifeOfKind(apiVersion, kind);
  const standing = life && standingOfKind(life, minor, gates);
  if (standing === 'off') {
    return `remove it, or name ${life!.gate} in the featureGates of the target if it is enabled`;
  }
  return standing === 'early'
    ? `remove it, or use Kubernetes 1.${life!.since} or later`
    : 'remove it';
}

function podFindings(object: JudgedObject, target: TargetFacts): Finding[] {
  const { workload, podPath = '' } = object;
  if (!workload) return [];
  // Kubelet leaves alone what no container mounts.
  const isMounted = (name: string) => workload.mounts.some(({ volume }) => volume === name);
  return [
    ...listOf(workload.podSpec.volumes).flatMap((volume, index) => {
      const gone = goneSources(volume, target);
      if (gone.length === 0 || !isMounted(textOf(volume.name))) return NONE;
      const path = `${podPath}.volumes[${index}]`;
      return sourceFindings(gone, path, `the volume ${show(volume.name)}`, target);
    }),
    ...fieldFindings(POD_FIELDS, workload.podSpec, podPath, target),
    ...claimFindings(object, target),
  ];
}

function claimFindings(object: JudgedObject, target: TargetFacts): readonly Finding[] {
  if (target.minor === undefined) return [];
  return ofEachClaim(object, (claim) =>
    fieldFindings(CLAIM_FIELDS, claim.spec, fieldOfClaim(claim, 'spec'), target),
  );
}

/** The plugins of a volume that Kubernetes no longer has. */
function goneSources(volume: Fields, target: TargetFacts): readonly VolumeLife[] {
  const minor = target.minor ?? oldestMinor();
  const { volumes } = lives();
  let gone: VolumeLife[] | undefined;
  for (const name in volume) {
    const life = volumes.get(name);
    if (life && isGiven(volume[name]) && isGone(life, minor, target)) (gone ??= []).push(life);
  }
  return gone ?? NO_SOURCES;
}

const NO_SOURCES: readonly VolumeLife[] = [];

function sourceFindings(
  gone: readonly VolumeLife[],
  path: string,
  who: string,
  target: TargetFacts,
): Finding[] {
  const minor = target.minor ?? oldestMinor();
  return gone.map((life) => {
    const mayReturn = life.gate !== undefined && minor < (life.gateUntil ?? 0);
    return violation(
      RULES.volumeOfVersion,
      `${path}.${life.name}`,
      `${who} uses the plugin ${life.name}, which ${inVersion(target.minor)} ${goneSince(life)}: the pods never start`,
      mayReturn
        ? `use a volume of a CSI driver, or name ${life.gate} in the featureGates of the target if it is enabled`
        : 'use a volume of a CSI driver',
    );
  });
}

function provisionerFindings(provisioner: string, target: TargetFacts): Finding[] {
  const minor = target.minor ?? oldestMinor();
  const life = lives().provisioners.get(provisioner);
  if (!life || !isGone(life, minor, target)) return [];
  return [
    violation(
      RULES.volumeOfVersion,
      'provisioner',
      `${show(provisioner)} is a plugin that ${inVersion(target.minor)} ${goneSince(life)}: claims of this class stay Pending`,
      'use a CSI driver as the provisioner',
    ),
  ];
}

function isGone(
  { removed = Infinity, gate, gateUntil = 0 }: VolumeLife,
  minor: number,
  { featureGates = [] }: TargetFacts,
): boolean {
  return (
    minor >= removed && !(gate !== undefined && featureGates.includes(gate) && minor < gateUntil)
  );
}

function goneSince({ removed, gate }: VolumeLife): string {
  return gate === undefined
    ? `no longer has (since 1.${removed})`
    : `has disabled (since 1.${removed})`;
}

function fieldFindings(
  fields: readonly FeatureField[],
  given: unknown,
  path: string,
  { minor, featureGates }: TargetFacts,
): Finding[] {
  if (minor === undefined) return [];
  return fields.flatMap((one) => {
    const standing = standingOf(one.feature, minor, featureGates);
    if (standing === 'on') return [];
    return placesOf(given, one.field, path).flatMap(({ value, at }) => {
      if (
        !isGiven(value) ||
        one.isMeant?.(value) === false ||
        (standing === 'off' && one.isDefault?.(value))
      ) {
        return [];
      }
      return [
        violation(
          RULES[one.rule ?? 'fieldOfVersion'] satisfies Rule,
          at,
          messageFor(one, minor, standing, value),
          remedyFor(one.feature, standing),
        ),
      ];
    });
  });
}

function messageFor(
  { feature, field, rule, otherwise }: FeatureField,
  minor: number,
  standing: 'off' | 'missing',
  value: unknown,
): string {
  const name =
    rule === undefined || typeof value !== 'string'
      ? field.split('.').at(-1)!.replace('[]', '')
      : show(value);
  const what =
    standing === 'missing'
      ? `${inVersion(minor)} does not support ${name}`
      : `${name} needs the feature ${feature}, which ${inVersion(minor)} has disabled`;
  return `${what}: ${otherwise}`;
}

function remedyFor(name: GateName, standing: 'off' | 'missing'): string {
  const { on } = gateOf(name);
  const later = on === undefined ? [] : [`use Kubernetes 1.${on} or later`];
  const gate =
    standing === 'missing'
      ? []
      : [`name ${name} in the featureGates of the target if it is enabled`];
  return ['remove it', ...later, ...gate].join(', or ');
}

/** Where a field stands: `[]` behind a name are the items of a list. */
function placesOf(
  given: unknown,
  field: string,
  path: string,
): readonly { readonly value: unknown; readonly at: string }[] {
  return field.split('.').reduce<readonly { readonly value: unknown; readonly at: string }[]>(
    (places, step) =>
      places.flatMap(({ value, at }) => {
        const name = step.replace('[]', '');
        const inner = fieldOf(value, name);
        if (!step.endsWith('[]')) return [{ value: inner, at: `${at}.${name}` }];
        return Array.isArray(inner)
          ? inner.map((item: unknown, index) => ({ value: item, at: `${at}.${name}[${index}]` }))
          : [];
      }),
    [{ value: given, at: path }],
  );
}

interface Index {
  readonly volumes: ReadonlyMap<string, VolumeLife>;
  readonly provisioners: ReadonlyMap<string, VolumeLife>;
}

let index: Index | undefined;

function lives(): Index {
  return (index ??= indexOf());
}

function indexOf(): Index {
  const volumes = volumeLives();
  return {
    volumes: new Map(volumes.map((life) => [life.name, life])),
    provisioners: new Map(
      volumes.flatMap((life) =>
        life.provisioner === undefined ? [] : [[life.provisioner, life] as const],
      ),
    ),
  };
}

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
import { FACT_RULES as RULES } from './rules';
import { Feature, KindLife, knownLives, standingOf, TargetFacts, VolumeLife } from '../../facts';
import { Finding, Rule, show, violation } from '../../findings';
import { EVERYTHING, Judge, JudgedObject, WORKLOADS } from '../../judge';
import { addTo } from '../../kube';
import { Fields, fieldOf, fieldsOf, isGiven, listOf, textOf } from '../../object';
import { fieldOfClaim, writtenClaims } from '../written-claims';

/** What the version of the target says; nothing while nobody gives one. */
export const VERSIONS: readonly Judge[] = [
  {
    kinds: [EVERYTHING],
    check: ({ apiVersion, kind }, { target }) => kindFindings(apiVersion, kind, target),
  },
  { kinds: [WORKLOADS], check: (object, { target }) => podFindings(object, target) },
  {
    kinds: ['/PersistentVolumeClaim'],
    check: (object, { target }) => claimFindings(object, target),
  },
  {
    kinds: ['/PersistentVolume'],
    check: ({ manifest }, { target }) => [
      ...sourceFindings(fieldsOf(manifest.spec), 'spec', 'the volume', target),
      ...fieldFindings(VOLUME_FIELDS, manifest.spec, 'spec', target),
    ],
  },
  {
    kinds: ['storage.k8s.io/StorageClass'],
    check: ({ manifest }, { target }) => provisionerFindings(textOf(manifest.provisioner), target),
  },
  {
    kinds: ['storage.k8s.io/CSIDriver'],
    check: ({ manifest }, { target }) =>
      fieldFindings(CSI_DRIVER_FIELDS, manifest.spec, 'spec', target),
  },
  {
    kinds: ['apps/StatefulSet'],
    check: ({ manifest }, { target }) =>
      fieldFindings(STATEFUL_SET_FIELDS, manifest.spec, 'spec', target),
  },
];

const inVersion = (minor: number) => `Kubernetes 1.${minor}`;

function kindFindings(
  apiVersion: string,
  kind: string,
  { minor, featureGates = [] }: TargetFacts,
): Finding[] {
  const life = minor === undefined ? undefined : lives().kinds.get(`${apiVersion}/${kind}`);
  if (minor === undefined || !life) return [];
  const isOff = life.gate !== undefined && !featureGates.includes(life.gate);
  const why =
    minor < life.since
      ? `has it from 1.${life.since} on`
      : life.removed !== undefined && minor >= life.removed
        ? `has it until 1.${life.removed - 1}`
        : isOff
          ? 'serves it only if an administrator enables it'
          : undefined;
  if (why === undefined) return [];
  const other =
    lives()
      .served.get(`${apiVersion.split('/')[0]}/${kind}`)
      ?.find(
        (one) => one.gate === undefined && minor >= one.since && minor < (one.removed ?? Infinity),
      )?.apiVersion ?? MOVED[`${apiVersion}/${kind}`];
  const remedy =
    other !== undefined
      ? `write apiVersion: ${other}`
      : isOff && why.startsWith('serves')
        ? `remove it, or name ${life.gate} in the featureGates of the target if it is enabled`
        : minor < life.since
          ? `remove it, or use Kubernetes 1.${life.since} or later`
          : 'remove it';
  return [
    violation(
      RULES.kindOfVersion,
      'apiVersion',
      `${inVersion(minor)} does not serve ${kind} of ${apiVersion}: Kubernetes ${why}, and the object is refused`,
      remedy,
    ),
  ];
}

/** Where kinds went that changed their group. */
const MOVED: { readonly [kind: string]: string } = {
  'extensions/v1beta1/DaemonSet': 'apps/v1',
  'extensions/v1beta1/Deployment': 'apps/v1',
  'extensions/v1beta1/ReplicaSet': 'apps/v1',
  'extensions/v1beta1/Ingress': 'networking.k8s.io/v1',
};

function podFindings(object: JudgedObject, target: TargetFacts): Finding[] {
  const { workload, podPath = '' } = object;
  if (!workload || target.minor === undefined) return [];
  const mounted = new Set(workload.mounts.map(({ volume }) => volume));
  return [
    // Kubelet leaves alone what no container mounts.
    ...listOf(workload.podSpec.volumes).flatMap((volume, index) =>
      mounted.has(textOf(volume.name))
        ? sourceFindings(
            volume,
            `${podPath}.volumes[${index}]`,
            `the volume ${show(volume.name)}`,
            target,
          )
        : [],
    ),
    ...fieldFindings(POD_FIELDS, workload.podSpec, podPath, target),
    ...claimFindings(object, target),
  ];
}

function claimFindings(object: JudgedObject, target: TargetFacts): Finding[] {
  return writtenClaims(object).flatMap((claim) =>
    fieldFindings(CLAIM_FIELDS, claim.spec, fieldOfClaim(claim, 'spec'), target),
  );
}

function sourceFindings(volume: Fields, path: string, who: string, target: TargetFacts): Finding[] {
  return Object.keys(volume).flatMap((name) => {
    const life = isGiven(volume[name]) ? lives().volumes.get(name) : undefined;
    if (target.minor === undefined || !life || !isGone(life, target)) return [];
    const mayReturn = life.gate !== undefined && target.minor < (life.gateUntil ?? 0);
    return [
      violation(
        RULES.volumeOfVersion,
        `${path}.${name}`,
        `${who} uses the plugin ${name}, which ${inVersion(target.minor)} ${goneSince(life)}: the pods never start`,
        mayReturn
          ? `use a volume of a CSI driver, or name ${life.gate} in the featureGates of the target if it is enabled`
          : 'use a volume of a CSI driver',
      ),
    ];
  });
}

function provisionerFindings(provisioner: string, target: TargetFacts): Finding[] {
  const life = lives().provisioners.get(provisioner);
  if (target.minor === undefined || !life || !isGone(life, target)) return [];
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
  { minor = 0, featureGates = [] }: TargetFacts,
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
    const feature = lives().features.get(one.feature)!;
    const standing = standingOf(feature, minor, featureGates);
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
          messageFor(feature, minor, standing, one, value),
          remedyFor(feature, standing),
        ),
      ];
    });
  });
}

function messageFor(
  feature: Feature,
  minor: number,
  standing: 'off' | 'missing',
  { field, rule }: FeatureField,
  value: unknown,
): string {
  const name =
    rule === undefined || typeof value !== 'string'
      ? field.split('.').at(-1)!.replace('[]', '')
      : show(value);
  const what =
    standing === 'missing'
      ? `${inVersion(minor)} does not know ${name}`
      : `${name} needs the feature ${feature.name}, which ${inVersion(minor)} has disabled`;
  return `${what}: ${feature.otherwise}`;
}

function remedyFor({ name, on }: Feature, standing: 'off' | 'missing'): string {
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
  readonly features: ReadonlyMap<string, Feature>;
  readonly kinds: ReadonlyMap<string, KindLife>;
  /** By group and kind, the newest first. */
  readonly served: ReadonlyMap<string, readonly KindLife[]>;
  readonly volumes: ReadonlyMap<string, VolumeLife>;
  readonly provisioners: ReadonlyMap<string, VolumeLife>;
}

let index: Index | undefined;

function lives(): Index {
  return (index ??= indexOf());
}

function indexOf(): Index {
  const { features, kinds, volumes } = knownLives();
  const served = new Map<string, KindLife[]>();
  for (const life of [...kinds].sort((a, b) => b.since - a.since)) {
    const key = `${life.apiVersion.split('/')[0]}/${life.kind}`;
    addTo(served, key, life);
  }
  return {
    features: new Map(features.map((feature) => [feature.name, feature])),
    kinds: new Map(kinds.map((life) => [`${life.apiVersion}/${life.kind}`, life])),
    served,
    volumes: new Map(volumes.map((life) => [life.name, life])),
    provisioners: new Map(
      volumes.flatMap((life) =>
        life.provisioner === undefined ? [] : [[life.provisioner, life] as const],
      ),
    ),
  };
}

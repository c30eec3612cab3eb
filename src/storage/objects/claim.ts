/**
 * A PersistentVolumeClaim, whoever made it: what the API server asks of it, and what would leave it
 * without a volume.
 */
import { besideTypes, Finding, show, takenAt, violation } from '../../findings';
import { compareQuantities } from '../../kube';
import {
  checkLabelSelector,
  checkMetadata,
  checkSubdomain,
  conform,
  Fields,
  fieldsOf,
  isGiven,
  namesOf,
  readQuantity,
  textOf,
  checkLabelName,
  USE_A_LABEL,
} from '../../object';
import { STORAGE_RULES as RULES } from '../rules';
import { checkAccessModes, checkChoice, checkClassName, checkSize, VOLUME_MODES } from './common';
import { MODEL_MINOR, standingOf } from '../../model';

export function checkClaimObject(manifest: unknown): Finding[] {
  const { part, findings } = conform(manifest, 'PersistentVolumeClaim', '', RULES);
  const own = [
    ...checkMetadata(part.metadata, RULES),
    ...checkClaimSpec(fieldsOf(part.spec), 'spec'),
  ];
  return [...findings, ...besideTypes(own, findings)];
}

/**
 * Findings on the spec of a claim, or of a template that claims are made of. The types of its
 * fields have been looked at.
 */
export function checkClaimSpec(spec: Fields, path: string): Finding[] {
  return specFindings(spec, path, isDropped);
}

/** The same of a template of a StatefulSet: the server drops a source only once it makes claims. */
export function checkTemplateSpec(spec: Fields, path: string): Finding[] {
  const { dataSource, dataSourceRef } = spec;
  const isLater = isGiven(dataSource) && !isGiven(dataSourceRef) && isDropped(fieldsOf(dataSource));
  return [
    ...checkClaimSpec(spec, path),
    ...(isLater ? referenceFindings(fieldsOf(dataSource), `${path}.dataSource`) : []),
  ];
}

/** Findings on the spec of an ephemeral volume's claim, of which no source is dropped. */
export function checkEphemeralClaimSpec(spec: Fields, path: string): Finding[] {
  return specFindings(spec, path, (source) => textOf(source.apiGroup) !== '' && isDropped(source));
}

function specFindings(spec: Fields, path: string, dropped: (source: Fields) => boolean): Finding[] {
  return [
    ...checkAccessModes(
      spec.accessModes,
      `${path}.accessModes`,
      'Required value: at least 1 access mode is required',
    ),
    ...sizeFindings(spec, `${path}.resources`),
    ...checkClassName(spec.storageClassName, `${path}.storageClassName`),
    ...checkClassName(spec.volumeAttributesClassName, `${path}.volumeAttributesClassName`),
    ...checkChoice(spec.volumeMode, `${path}.volumeMode`, VOLUME_MODES),
    ...(isGiven(spec.selector)
      ? checkLabelSelector(spec.selector, `${path}.selector`, RULES.selector)
      : []),
    ...dataFindings(spec, path, dropped),
    ...volumeFindings(spec, path),
  ];
}

/**
 * Findings on the name of a claim template of a StatefulSet: the server judges the volume that it
 * stands for.
 */
export function checkVolumeOfTemplate(metadata: unknown, index: number, path: string): Finding[] {
  const { name } = fieldsOf(metadata);
  const volume = `spec.template.spec.volumes[${index}]`;
  const server = {
    field: `${volume}.name`,
    ...(textOf(name) === ''
      ? { surplusFields: [`${volume}.persistentVolumeClaim.claimName`] }
      : {}),
  };
  const field = `${path}.metadata.name`;
  return textOf(name) === ''
    ? [violation(RULES.templateName, field, 'there is no name', USE_A_LABEL, server)]
    : checkLabelName(name, field, RULES.templateName, server);
}

function sizeFindings({ resources, volumeName }: Fields, path: string): Finding[] {
  const { requests, limits } = fieldsOf(resources);
  const [request, limit] = [fieldsOf(requests).storage, fieldsOf(limits).storage];
  const storage = checkSize(request, `${path}.requests.storage`, { field: `${path}[storage]` });
  const most = isGiven(limit) ? readQuantity(limit) : undefined;
  return [
    ...storage.findings,
    // Any quantity is taken, but nothing else.
    ...(isGiven(limit) && !most ? checkSize(limit, `${path}.limits.storage`).findings : []),
    // What grows claims takes zero for no limit, and a volume that is there has its size.
    ...(storage.size &&
    most &&
    most.nano > 0n &&
    textOf(volumeName) === '' &&
    compareQuantities(storage.size, most) > 0
      ? [
          violation(
            RULES.claimLimit,
            `${path}.limits.storage`,
            `the claim requests ${String(request)} but is limited to ${String(limit)}`,
            'request less or raise the limit',
            takenAt(`${path}.limits[storage]`),
          ),
        ]
      : []),
  ];
}

function dataFindings(
  { dataSource, dataSourceRef }: Fields,
  path: string,
  dropped: (source: Fields) => boolean,
): Finding[] {
  const [source, ref] = [fieldsOf(dataSource), fieldsOf(dataSourceRef)];
  const namespace = textOf(ref.namespace);
  // The server drops one in another namespace, with whatever is wrong with it.
  const counted = namespace === '' ? dataSourceRef : undefined;
  const elsewhere = namespace === '' ? [] : [elsewhereFinding(namespace, path)];
  if (isGiven(dataSource) && !isGiven(counted) && dropped(source)) {
    // A source that says nothing is dropped, and nothing is lost.
    return namesOf(source).length === 0
      ? elsewhere
      : [
          violation(
            RULES.dataSource,
            `${path}.dataSource`,
            `the API server drops a dataSource of the kind ${show(textOf(source.kind))} of ${show(textOf(source.apiGroup))}, so the volume would be empty`,
            'use a PersistentVolumeClaim, a VolumeSnapshot of snapshot.storage.k8s.io, or another kind as dataSourceRef',
            takenAt(`${path}.dataSource`),
          ),
          ...elsewhere,
        ];
  }
  const differs = ['apiGroup', 'kind', 'name'].some(
    (name) => textOf(source[name]) !== textOf(ref[name]),
  );
  return [
    ...(
      [
        ['dataSource', dataSource],
        ['dataSourceRef', counted],
      ] as const
    ).flatMap(([name, value]) =>
      isGiven(value) ? referenceFindings(fieldsOf(value), `${path}.${name}`) : [],
    ),
    ...elsewhere,
    ...(isGiven(dataSource) && isGiven(counted) && differs
      ? [
          violation(
            RULES.dataSource,
            `${path}.dataSource`,
            'dataSource and dataSourceRef name different objects',
            'set only dataSourceRef',
            { field: path },
          ),
        ]
      : []),
  ];
}

/** What is known of a cluster that decides about claims. */
interface Gates {
  readonly minor?: number;
  readonly featureGates?: readonly string[];
}

/** The findings on claims without what the feature gates of the cluster permit. */
export function unlessEnabled<T extends readonly Finding[]>(
  findings: T,
  clusterOf: () => Gates,
): T | Finding[] {
  const { id } = RULES.dataSourceNamespace;
  if (!findings.some(({ rule }) => rule === id)) return findings;
  const { minor = MODEL_MINOR, featureGates } = clusterOf();
  const isOn = standingOf('CrossNamespaceVolumeDataSource', minor, featureGates) === 'on';
  return isOn ? findings.filter(({ rule }) => rule !== id) : findings;
}

function elsewhereFinding(namespace: string, path: string): Finding {
  return violation(
    RULES.dataSourceNamespace,
    `${path}.dataSourceRef.namespace`,
    `the source is in the namespace ${show(namespace)}, but without the feature gate ` +
      'CrossNamespaceVolumeDataSource, which is disabled by default, the API server drops it',
    'use a source in the same namespace, unless the gate is enabled',
  );
}

/** Whether the API server silently drops a source from a claim that has no dataSourceRef. */
function isDropped({ apiGroup, kind }: Fields): boolean {
  return textOf(apiGroup) === ''
    ? kind !== 'PersistentVolumeClaim'
    : apiGroup !== 'snapshot.storage.k8s.io' || kind !== 'VolumeSnapshot';
}

function referenceFindings({ apiGroup, kind, name }: Fields, path: string): Finding[] {
  const wrong = (field: string, message: string, remedy: string) =>
    violation(RULES.dataSource, `${path}.${field}`, message, remedy);
  return [
    ...(textOf(name) === ''
      ? [wrong('name', 'there is no name', 'use the name of an object')]
      : []),
    ...(textOf(kind) === ''
      ? [
          {
            ...wrong('kind', 'there is no kind', 'set the kind of the object'),
            server: {
              field: `${path}.kind`,
              ...(textOf(apiGroup) === '' ? { surplusFields: [path] } : {}),
            },
          },
        ]
      : []),
    ...(textOf(apiGroup) === '' && kind !== 'PersistentVolumeClaim' && textOf(kind) !== ''
      ? [
          {
            ...wrong(
              'apiGroup',
              `${show(kind)} is not a kind of the core group that volumes can be populated from`,
              'set the group of the kind, such as snapshot.storage.k8s.io',
            ),
            server: { field: path },
          },
        ]
      : []),
    ...(textOf(apiGroup) === ''
      ? []
      : checkSubdomain(apiGroup, `${path}.apiGroup`, RULES.dataSource)),
  ];
}

/** What has no effect on a claim that names its volume. */
function volumeFindings(
  { volumeName, selector, dataSource, dataSourceRef }: Fields,
  path: string,
): Finding[] {
  if (textOf(volumeName) === '') return [];
  const others = { selector, dataSource, dataSourceRef };
  return [
    // The server takes any text; but no volume has such a name.
    ...checkSubdomain(volumeName, `${path}.volumeName`, RULES.name).map((finding) => ({
      ...finding,
      server: takenAt(finding.path),
    })),
    ...Object.entries(others)
      .filter(([, value]) => isGiven(value))
      .map(([other]) =>
        violation(
          RULES.boundAndSelected,
          `${path}.${other}`,
          `the claim names its volume ${show(volumeName)}, so its ${other} has no effect`,
          `remove volumeName or ${other}`,
        ),
      ),
  ];
}

/**
 * References of a pod to ConfigMaps and Secrets: every place in its spec that names one, and the
 * keys that it takes from there, as files and as variables.
 */
import { CONTAINER_LISTS } from '../../kube';
import { Fields, fieldsOf, isGiven, listOf, namesOf, textOf } from '../../object';

/** A place that names a ConfigMap or a Secret. */
export interface Reference {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
  /** The field that has the name. */
  readonly path: string;
  /** Whether the pod starts without it. */
  readonly isOptional: boolean;
  readonly keys: readonly KeyReference[];
}

export interface KeyReference {
  readonly key: string;
  /** The field that has the key. */
  readonly path: string;
  /** Whether it becomes a variable, which cannot have binary data. */
  readonly isVariable: boolean;
}

/** The fields of which one is around each name. */
export const NAMING: readonly string[] = [
  'configMap',
  'secret',
  'azureFile',
  'nodePublishSecretRef',
  'secretRef',
  'configMapKeyRef',
  'secretKeyRef',
  'configMapRef',
  'imagePullSecrets',
];

const FROM_KEY = { configMapKeyRef: 'ConfigMap', secretKeyRef: 'Secret' } as const;
const FROM_ALL = { configMapRef: 'ConfigMap', secretRef: 'Secret' } as const;

/** All of them, volumes first. */
export function referencesOf(podSpec: Fields, path: string): readonly Reference[] {
  return [
    ...listOf(podSpec.volumes).flatMap((volume, index) =>
      volumeReferences(volume, `${path}.volumes[${index}]`),
    ),
    ...CONTAINER_LISTS.flatMap((list) =>
      listOf(podSpec[list]).flatMap((container, index) =>
        variableReferences(container, `${path}.${list}[${index}]`),
      ),
    ),
    ...listOf(podSpec.imagePullSecrets).flatMap((secret, index) =>
      reference('Secret', secret, 'name', `${path}.imagePullSecrets[${index}]`),
    ),
  ];
}

function volumeReferences(volume: Fields, path: string): Reference[] {
  const { configMap, secret, projected, csi, azureFile } = volume;
  return [
    ...reference('ConfigMap', configMap, 'name', `${path}.configMap`),
    ...reference('Secret', secret, 'secretName', `${path}.secret`),
    ...reference('Secret', azureFile, 'secretName', `${path}.azureFile`),
    ...reference(
      'Secret',
      fieldsOf(csi).nodePublishSecretRef,
      'name',
      `${path}.csi.nodePublishSecretRef`,
    ),
    ...namesOf(volume).flatMap((source) =>
      reference(
        'Secret',
        fieldsOf(volume[source]).secretRef,
        'name',
        `${path}.${source}.secretRef`,
      ),
    ),
    ...listOf(fieldsOf(projected).sources).flatMap((source, index) => {
      const at = `${path}.projected.sources[${index}]`;
      return [
        ...reference('ConfigMap', source.configMap, 'name', `${at}.configMap`),
        ...reference('Secret', source.secret, 'name', `${at}.secret`),
      ];
    }),
  ];
}

function variableReferences({ env, envFrom }: Fields, path: string): Reference[] {
  return [
    ...listOf(env).flatMap(({ valueFrom }, index) =>
      keyed(FROM_KEY, fieldsOf(valueFrom), `${path}.env[${index}].valueFrom`),
    ),
    ...listOf(envFrom).flatMap((source, index) =>
      keyed(FROM_ALL, source, `${path}.envFrom[${index}]`),
    ),
  ];
}

function keyed(
  kinds: { readonly [field: string]: Reference['kind'] },
  source: Fields,
  path: string,
): Reference[] {
  return Object.entries(kinds).flatMap(([field, kind]) =>
    reference(kind, source[field], 'name', `${path}.${field}`),
  );
}

function reference(
  kind: Reference['kind'],
  source: unknown,
  field: string,
  path: string,
): Reference[] {
  const { [field]: given, optional, key, items } = fieldsOf(source);
  const name = textOf(given);
  if (name === '') return [];
  const keys = [
    ...(isGiven(key) ? [{ key: textOf(key), path: `${path}.key`, isVariable: true }] : []),
    ...listOf(items).map((item, index) => ({
      key: textOf(item.key),
      path: `${path}.items[${index}].key`,
      isVariable: false,
    })),
  ];
  return [{ kind, name, path: `${path}.${field}`, isOptional: optional === true, keys }];
}

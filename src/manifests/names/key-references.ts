/** Keys of ConfigMaps and Secrets that a pod takes by their names: files and variables. */
import { CONTAINER_LISTS } from '../../kube';
import { Fields, fieldsOf, isGiven, listOf, textOf } from '../../object';

/** A place that names a key. */
export interface KeyReference {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
  readonly key: string;
  /** The field that has the key. */
  readonly path: string;
  /** Whether it becomes a variable, which cannot have binary data. */
  readonly isVariable: boolean;
}

/** All that have to be there, volumes first. */
export function keyReferencesOf(podSpec: Fields, path: string): readonly KeyReference[] {
  return [
    ...listOf(podSpec.volumes).flatMap((volume, index) =>
      volumeKeys(volume, `${path}.volumes[${index}]`),
    ),
    ...CONTAINER_LISTS.flatMap((list) =>
      listOf(podSpec[list]).flatMap((container, index) =>
        variableKeys(container, `${path}.${list}[${index}]`),
      ),
    ),
  ];
}

function volumeKeys({ configMap, secret, projected }: Fields, path: string): KeyReference[] {
  return [
    ...items('ConfigMap', configMap, 'name', `${path}.configMap`),
    ...items('Secret', secret, 'secretName', `${path}.secret`),
    ...listOf(fieldsOf(projected).sources).flatMap((source, index) => {
      const at = `${path}.projected.sources[${index}]`;
      return [
        ...items('ConfigMap', source.configMap, 'name', `${at}.configMap`),
        ...items('Secret', source.secret, 'name', `${at}.secret`),
      ];
    }),
  ];
}

function items(
  kind: KeyReference['kind'],
  source: unknown,
  field: string,
  path: string,
): KeyReference[] {
  const { [field]: name, items: list, optional } = fieldsOf(source);
  if (optional === true) return [];
  return listOf(list).map(({ key }, index) => ({
    kind,
    name: textOf(name),
    key: textOf(key),
    path: `${path}.items[${index}].key`,
    isVariable: false,
  }));
}

function variableKeys({ env }: Fields, path: string): KeyReference[] {
  return listOf(env).flatMap(({ valueFrom }, index) => {
    const { configMapKeyRef, secretKeyRef } = fieldsOf(valueFrom);
    const at = `${path}.env[${index}].valueFrom`;
    return [
      ...variable('ConfigMap', configMapKeyRef, `${at}.configMapKeyRef.key`),
      ...variable('Secret', secretKeyRef, `${at}.secretKeyRef.key`),
    ];
  });
}

function variable(kind: KeyReference['kind'], reference: unknown, path: string): KeyReference[] {
  const { name, key, optional } = fieldsOf(reference);
  return !isGiven(reference) || optional === true
    ? []
    : [{ kind, name: textOf(name), key: textOf(key), path, isVariable: true }];
}

/**
 * The parameters of a StorageClass that are for csi-provisioner, the sidecar, which looks at them
 * before the driver does.
 */

/** The keys that are the sidecar's own. */
export const RESERVED_PREFIX = 'csi.storage.k8s.io/';
/** The key under which the sidecar takes the file system's type. */
export const FS_TYPE_KEY = `${RESERVED_PREFIX}fstype`;

/** The kinds of secrets that a class can name; the older ones have a second spelling. */
const SECRETS: readonly {
  readonly name: string;
  readonly key: string;
  readonly oldKey?: string;
}[] = [
  { name: 'Provisioner', key: 'provisioner-secret', oldKey: 'csiProvisionerSecret' },
  {
    name: 'ControllerPublish',
    key: 'controller-publish-secret',
    oldKey: 'csiControllerPublishSecret',
  },
  { name: 'NodeStage', key: 'node-stage-secret', oldKey: 'csiNodeStageSecret' },
  { name: 'NodePublish', key: 'node-publish-secret', oldKey: 'csiNodePublishSecret' },
  { name: 'ControllerExpand', key: 'controller-expand-secret' },
  { name: 'NodeExpand', key: 'node-expand-secret' },
  { name: 'ControllerModify', key: 'controller-modify-secret' },
  { name: 'Default', key: 'secret' },
];

export const RESERVED_KEYS: readonly string[] = [
  FS_TYPE_KEY,
  ...SECRETS.flatMap(({ key }) => [
    `${RESERVED_PREFIX}${key}-name`,
    `${RESERVED_PREFIX}${key}-namespace`,
  ]),
];
/** The older keys of secrets, without the prefix. */
export const OLD_SECRET_KEYS: readonly string[] = SECRETS.flatMap(({ oldKey }) =>
  oldKey ? [`${oldKey}Name`, `${oldKey}Namespace`] : [],
);

/**
 * Secrets that are named by halves, twice or not at all, in the sidecar's words; each with the key
 * to look at.
 */
export function secretProblems(parameters: {
  readonly [key: string]: string;
}): { readonly key: string; readonly message: string }[] {
  return SECRETS.flatMap(({ name, key, oldKey }) => {
    const given = (suffix: string) =>
      [
        `${RESERVED_PREFIX}${key}-${suffix}`,
        ...(oldKey ? [`${oldKey}${suffix === 'name' ? 'Name' : 'Namespace'}`] : []),
      ].filter((known) => Object.hasOwn(parameters, known));
    const names = given('name');
    const namespaces = given('namespace');
    const place = names[0] ?? namespaces[0];
    const problem = (message: string) => {
      const params =
        name === 'Default' ? 'default name and namespace template' : 'name and namespace template';
      return [{ key: place, message: `failed to get ${params} from params: ${message}` }];
    };
    if (names.length > 1 || namespaces.length > 1) {
      return problem(
        `${name} secrets specified in parameters with both "csi" and "${RESERVED_PREFIX}" keys`,
      );
    }
    if (names.length !== namespaces.length) {
      return problem(
        `either name and namespace for ${name} secrets specified, Both must be specified`,
      );
    }
    if (names.length === 1 && (parameters[names[0]] === '' || parameters[namespaces[0]] === '')) {
      return problem(
        `${name} secrets specified in parameters but value of either namespace or name is empty`,
      );
    }
    return [];
  });
}

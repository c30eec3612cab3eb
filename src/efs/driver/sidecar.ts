/** What csi-provisioner, the sidecar, makes of a StorageClass's parameters before the driver sees them. */
import { GoResult, toLower } from '../../kube';

/** The keys that are the sidecar's own. */
export const RESERVED_PREFIX = 'csi.storage.k8s.io/';
/** The key under which the sidecar takes the file system's type. */
export const FS_TYPE_KEY = `${RESERVED_PREFIX}fstype`;

/** The kinds of secrets that a class can name; the older ones have a second spelling. */
const SECRETS: readonly { readonly name: string; readonly key: string; readonly oldKey?: string }[] = [
  { name: 'Provisioner', key: 'provisioner-secret', oldKey: 'csiProvisionerSecret' },
  { name: 'ControllerPublish', key: 'controller-publish-secret', oldKey: 'csiControllerPublishSecret' },
  { name: 'NodeStage', key: 'node-stage-secret', oldKey: 'csiNodeStageSecret' },
  { name: 'NodePublish', key: 'node-publish-secret', oldKey: 'csiNodePublishSecret' },
  { name: 'ControllerExpand', key: 'controller-expand-secret' },
  { name: 'NodeExpand', key: 'node-expand-secret' },
  { name: 'ControllerModify', key: 'controller-modify-secret' },
  { name: 'Default', key: 'secret' },
];

/** The reserved keys that the sidecar knows. */
export const RESERVED_KEYS: readonly string[] = [
  FS_TYPE_KEY, ...SECRETS.flatMap(({ key }) => [`${RESERVED_PREFIX}${key}-name`, `${RESERVED_PREFIX}${key}-namespace`]),
];
/** The older keys of secrets, without the prefix. */
export const OLD_SECRET_KEYS: readonly string[] = SECRETS.flatMap(({ oldKey }) => oldKey ? [`${oldKey}Name`, `${oldKey}Namespace`] : []);

/** What the sidecar passes on. */
export interface SidecarRequest {
  readonly fsType: string;
  readonly parameters: { readonly [key: string]: string };
}

/** The parameters without the sidecar's own, or the error with which it refuses the claim: csi-provisioner v6.3.0. */
export function throughSidecar(parameters: { readonly [key: string]: string }): GoResult<SidecarRequest> {
  const fsTypes = Object.keys(parameters).filter((key) => toLower(key) === 'fstype' || key === FS_TYPE_KEY);
  if (fsTypes.length > 1) return { error: `fstype specified in parameters with both "fstype" and "${FS_TYPE_KEY}" keys` };
  const [problem] = secretProblems(parameters);
  if (problem) return { error: problem.message };
  const unknown = Object.keys(parameters).find((key) => key.startsWith(RESERVED_PREFIX) && !RESERVED_KEYS.includes(key));
  if (unknown !== undefined) return { error: `found unknown parameter key "${unknown}" with reserved namespace ${RESERVED_PREFIX}` };
  const passedOn = Object.entries(parameters).filter(([key]) => !key.startsWith(RESERVED_PREFIX));
  return { value: { fsType: fsTypes.length > 0 ? parameters[fsTypes[0]] : '', parameters: Object.fromEntries(passedOn) } };
}

/** Secrets that are named by halves, twice or not at all, in the sidecar's words; each with the key to look at. */
export function secretProblems(parameters: { readonly [key: string]: string }): { readonly key: string; readonly message: string }[] {
  return SECRETS.flatMap(({ name, key, oldKey }) => {
    const given = (suffix: string) =>
      [`${RESERVED_PREFIX}${key}-${suffix}`, ...oldKey ? [`${oldKey}${suffix === 'name' ? 'Name' : 'Namespace'}`] : []]
        .filter((known) => Object.hasOwn(parameters, known));
    const names = given('name');
    const namespaces = given('namespace');
    const place = names[0] ?? namespaces[0];
    const problem = (message: string) => {
      const params = name === 'Default' ? 'default name and namespace template' : 'name and namespace template';
      return [{ key: place, message: `failed to get ${params} from params: ${message}` }];
    };
    if (names.length > 1 || namespaces.length > 1) {
      return problem(`${name} secrets specified in parameters with both "csi" and "${RESERVED_PREFIX}" keys`);
    }
    if (names.length !== namespaces.length) return problem(`either name and namespace for ${name} secrets specified, Both must be specified`);
    if (names.length === 1 && (parameters[names[0]] === '' || parameters[namespaces[0]] === '')) {
      return problem(`${name} secrets specified in parameters but value of either namespace or name is empty`);
    }
    return [];
  });
}

/** One object of an installation, with the part that it plays. */
import { Manifest } from '../../kube';

export type Role =
  | 'namespace'
  | 'nodeServiceAccount'
  | 'controllerServiceAccount'
  | 'clusterRole'
  | 'clusterRoleBinding'
  | 'roleBinding'
  | 'nodeScc'
  | 'controllerScc'
  | 'csiDriver'
  | 'daemonSet'
  | 'controller'
  | 'podDisruptionBudget'
  | 'operatorGroup'
  | 'subscription'
  | 'clusterCsiDriver'
  | 'storageClass'
  | 'other';

/** One object, with the part that it plays and the id of its construct. */
export interface Part {
  readonly role: Role;
  readonly id: string;
  readonly manifest: Manifest;
}

const ROLES: { readonly [kind: string]: Role } = {
  ServiceAccount: 'nodeServiceAccount',
  ClusterRole: 'clusterRole',
  ClusterRoleBinding: 'clusterRoleBinding',
  RoleBinding: 'roleBinding',
  SecurityContextConstraints: 'nodeScc',
  CSIDriver: 'csiDriver',
  DaemonSet: 'daemonSet',
  Deployment: 'controller',
  StorageClass: 'storageClass',
};

/** The part that an object plays whose kind is all that is known. */
export function partOfKind(manifest: Manifest, role: Role = ROLES[manifest.kind] ?? 'other'): Part {
  return { role, id: `${manifest.kind}-${manifest.metadata.name}`, manifest };
}

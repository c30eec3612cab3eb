/** Policies of a viewer that look like protection, and let everybody in. */
import { Finding, show, violation } from '../../findings';
import { isEveryAddress, isEveryPod, isEveryPrincipal, isOpenToPeers, isWritable } from '../access';
import { VIEWER_RULES as RULES } from '../rules';
import { AuthorizationPolicySpec, NetworkPolicySpec, ViewerSpec } from '../spec';

/** Findings on who the policies let in. What is read only may be meant for everybody. */
export function checkAccess(spec: ViewerSpec): Finding[] {
  const { networkPolicy, authorizationPolicy } = spec;
  if (!isWritable(spec)) return [];
  const isNetworkOpen = networkPolicy === undefined || isOpenToPeers(networkPolicy.from);
  const isMeshOpen =
    authorizationPolicy === undefined || authorizationPolicy.principals.some(isEveryPrincipal);
  return [
    ...(isNetworkOpen && isMeshOpen
      ? [...openPeers(spec.pvc, networkPolicy), ...openPrincipals(spec.pvc, authorizationPolicy)]
      : []),
    ...(authorizationPolicy?.users ?? []).flatMap((user, index) =>
      user === '*'
        ? [
            open(
              `authorizationPolicy.users[${index}]`,
              'the user "*" matches everyone that the header names',
              spec.pvc,
              'name the users, remove users if the gateway lets in no one else',
            ),
          ]
        : [],
    ),
  ];
}

function openPeers(pvc: string, { from }: NetworkPolicySpec = { from: [] }): Finding[] {
  const remedy = 'name the namespace of the gateway';
  const single = from.flatMap((peer, index) => {
    const path = `networkPolicy.from[${index}]`;
    if (isEveryPod(peer)) {
      return [open(path, `${show(peer)} matches every pod of the cluster`, pvc, remedy)];
    }
    return isEveryAddress([peer])
      ? [open(path, `${show(peer)} matches every address`, pvc, remedy)]
      : [];
  });
  if (single.length > 0) return single;
  return isEveryAddress(from)
    ? [open('networkPolicy.from', 'the ranges together match every address', pvc, remedy)]
    : [];
}

function openPrincipals(pvc: string, policy: AuthorizationPolicySpec | undefined): Finding[] {
  return (policy?.principals ?? []).flatMap((principal, index) =>
    isEveryPrincipal(principal)
      ? [
          open(
            `authorizationPolicy.principals[${index}]`,
            `${show(principal)} matches everyone in the mesh`,
            pvc,
            'name the service account of the gateway',
          ),
        ]
      : [],
  );
}

function open(path: string, who: string, pvc: string, remedy: string): Finding {
  return violation(
    RULES.openAccess,
    path,
    `${who}, so anyone may read and write the files of ${show(pvc)}`,
    `${remedy}, make the viewer read-only, or acknowledge ${RULES.openAccess.id}`,
  );
}

/** Peers of a NetworkPolicy that are made of those of cdk8s-plus. */
import { ApiObject, App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Finding, show, violation } from '../../findings';
import { fieldsOf, isFields } from '../../kube';
import { SHAPE_RULES } from '../../shape';

const PATH = 'networkPolicy.allowFrom';
const REMEDY =
  'pass pods, namespaces or addresses of cdk8s-plus, such as Namespaces.select(…), or a workload of this library';

export interface NetworkPeers {
  /** The option with its peers as Kubernetes has them. */
  readonly networkPolicy: unknown;
  /** What is not a peer. */
  readonly findings: readonly Finding[];
  /** Of each peer, the index of the option that it comes from. */
  readonly peers?: readonly number[];
}

/**
 * The peers of an option: one of them may be several in the policy, such as namespaces by their
 * names.
 */
export function networkPeersOf(networkPolicy: unknown): NetworkPeers {
  const { allowFrom } = fieldsOf(networkPolicy);
  if (!Array.isArray(allowFrom)) return { networkPolicy, findings: [] };
  const findings = allowFrom.flatMap((one: unknown, index) =>
    isPeer(one)
      ? []
      : [
          violation(
            SHAPE_RULES.type,
            `${PATH}[${index}]`,
            `${show(one)} is not a network policy peer`,
            REMEDY,
          ),
        ],
  );
  const read =
    findings.length > 0
      ? []
      : allowFrom.flatMap((one: kplus.INetworkPolicyPeer, index) =>
          peersOf(one).map((peer) => ({ peer, index })),
        );
  return {
    networkPolicy: { ...(networkPolicy as object), allowFrom: read.map(({ peer }) => peer) },
    findings,
    peers: read.map(({ index }) => index),
  };
}

function isPeer(one: unknown): one is kplus.INetworkPolicyPeer {
  return (
    typeof (one as Partial<kplus.INetworkPolicyPeer> | undefined | null)
      ?.toNetworkPolicyPeerConfig === 'function'
  );
}

/** As cdk8s-plus writes it into a policy of its own. */
function peersOf(peer: kplus.INetworkPolicyPeer): object[] {
  const policy = new kplus.NetworkPolicy(new Chart(new App(), 'peers'), 'policy');
  policy.addIngressRule(peer);
  const [rule] = ApiObject.of(policy).toJson().spec.ingress as {
    readonly from: readonly { readonly [field: string]: unknown }[];
  }[];
  return rule.from.map(({ podSelector, ...others }) => {
    // All pods of namespaces are meant without a selector, too.
    const isAll =
      'namespaceSelector' in others &&
      isFields(podSelector) &&
      Object.keys(podSelector).length === 0;
    return { ...others, ...(podSelector === undefined || isAll ? {} : { podSelector }) };
  });
}

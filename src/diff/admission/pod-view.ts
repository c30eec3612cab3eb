/** Pods as policies see them: with what the API server adds to them before it asks the policies. */
import { Unknown } from '../../cel';
import { Fields, fieldsOf, isFields, valuesOf } from '../../kube';
import { listAt } from '../../model';
import { byNamespace, Cluster } from '../cluster';

const RANGES = byNamespace('/LimitRange');
const TOKEN = { name: new Unknown('the token'), projected: new Unknown('what is in the token') };
const TOKEN_MOUNT = {
  name: TOKEN.name,
  mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
  readOnly: true,
};

/**
 * The pod with the token of its account, and without what the limits of its namespace may have
 * changed.
 */
export function podView(pod: Fields, namespace: string | undefined, cluster: Cluster): Fields {
  const spec = fieldsOf(pod.spec);
  const hasToken = spec.automountServiceAccountToken !== false;
  const isLimited = [...cluster.having(RANGES, namespace ?? '').members.values()].some(({ live }) =>
    listAt(live, 'spec.limits').some(({ type }) => type === 'Container'),
  );
  const listed = (field: string) =>
    (spec[field] as unknown[]).map((one) =>
      isFields(one) ? container(one, hasToken, isLimited) : one,
    );
  const volumes = valuesOf(spec.volumes);
  return {
    ...pod,
    spec: {
      ...spec,
      ...(hasToken ? { volumes: [...volumes, TOKEN] } : {}),
      ...Object.fromEntries(
        ['containers', 'initContainers']
          .filter((field) => Array.isArray(spec[field]))
          .map((field) => [field, listed(field)]),
      ),
    },
  };
}

function container(one: Fields, hasToken: boolean, isLimited: boolean): Fields {
  const mounts = valuesOf(one.volumeMounts);
  const isMounted = mounts.some((mount) => fieldsOf(mount).mountPath === TOKEN_MOUNT.mountPath);
  return {
    ...one,
    ...(hasToken && !isMounted ? { volumeMounts: [...mounts, TOKEN_MOUNT] } : {}),
    ...(isLimited ? { resources: new Unknown('resources') } : {}),
  };
}

/** The rule on fixed users and groups on OpenShift, whose SCCs admit them or refuse the pods. */
import { admits, grantedConstraints, IdKind, Range } from './constraints';
import { Finding, show, violation } from '../../findings';
import { Judge, World, WORKLOADS } from '../../judge';
import { Fields, fieldsOf } from '../../kube';
import { listOf } from '../../object';
import { OWNERSHIP_RULES as RULES } from '../rules';

const UID_RANGE = 'openshift.io/sa.scc.uid-range';
const GROUPS = 'openshift.io/sa.scc.supplemental-groups';

interface FixedId {
  readonly kind: IdKind;
  readonly id: number;
  readonly path: string;
}

export const FIXED_IDS: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  needs: ['fsGroup', 'runAsUser'],
  when: ({ target }) => target.platform === 'openshift',
  check: ({ workload, podPath = '', namespace = '' }, world) => {
    if (!workload) return [];
    const ids = fixedIds(workload.podSpec, podPath);
    if (ids.length === 0) return [];
    const ranges = rangesOf(namespace, world);
    const { serviceAccountName } = workload.podSpec;
    const constraints = grantedConstraints(
      world,
      namespace,
      typeof serviceAccountName === 'string' && serviceAccountName !== ''
        ? serviceAccountName
        : 'default',
    );
    // One SCC must admit all of them.
    if (
      constraints === 'unknown' ||
      constraints.some((one) => ids.every(({ kind, id }) => admits(one, kind, id)))
    ) {
      return [];
    }
    return ids
      .filter(({ kind, id }) => !isIn(ranges[kind], id))
      .map(({ kind, id, path }): Finding =>
        violation(
          RULES.fixedIds,
          path,
          `${kind} ${show(id)} is ${ranges[kind] ? `not of the namespace's range (${show(ranges[kind])})` : 'fixed'}, which the SCC restricted-v2 of OpenShift refuses`,
          `remove ${kind}, or grant the service account an SCC that admits it`,
        ),
      );
  },
};

/** The ids that a pod fixes: its fsGroup, and the users of the pod and of each container. */
function fixedIds(podSpec: Fields, podPath: string): readonly FixedId[] {
  const context = fieldsOf(podSpec.securityContext);
  const found = (kind: IdKind, value: unknown, path: string): FixedId[] =>
    Number.isInteger(value) ? [{ kind, id: value as number, path: `${path}.${kind}` }] : [];
  return [
    ...found('fsGroup', context.fsGroup, `${podPath}.securityContext`),
    ...found('runAsUser', context.runAsUser, `${podPath}.securityContext`),
    ...['initContainers', 'containers'].flatMap((field) =>
      listOf(podSpec[field]).flatMap((container, index) =>
        found(
          'runAsUser',
          fieldsOf(container.securityContext).runAsUser,
          `${podPath}.${field}[${index}].securityContext`,
        ),
      ),
    ),
  ];
}

/**
 * What restricted-v2 admits in a namespace, as far as its annotations are among the objects: of
 * groups the first only.
 */
function rangesOf(namespace: string, world: World): { readonly [kind in IdKind]?: Range } {
  const annotations = world.find('/Namespace', undefined, namespace)[0]?.annotations ?? {};
  const users = blockOf(annotations[UID_RANGE]);
  const groups = blockOf(annotations[GROUPS]) ?? users;
  return {
    ...(users ? { runAsUser: users } : {}),
    ...(groups ? { fsGroup: { min: groups.min, max: groups.min } } : {}),
  };
}

/** The first block of `start/length` or `start-end`. */
function blockOf(text: unknown): Range | undefined {
  const match = typeof text === 'string' ? /^\s*(\d+)([/-])(\d+)/.exec(text) : null;
  if (!match) return undefined;
  const [start, second] = [Number(match[1]), Number(match[3])];
  return { min: start, max: match[2] === '/' ? start + second - 1 : second };
}

function isIn(range: Range | undefined, id: number): boolean {
  return range !== undefined && id >= range.min && id <= range.max;
}

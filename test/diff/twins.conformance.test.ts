/**
 * Lists in which items share a key or have none, as kubectl and a server of Kubernetes 1.36 merged
 * them, or by itself the library by which both do (`strategicpatch` of apimachinery 0.36.3): what
 * was applied first, what was there then, and what became of what was applied next.
 */
import { applyInWay } from '../../src/diff/apply/merge';
import { fieldsOf } from '../../src/kube';
import { Draft, readTyped, withoutNulls, writeDefaults } from '../../src/model';
import CASES from '../conformance/kubectl/twins.json';

type Items = readonly object[];

/** The lists that are in the pod itself; others are in its container, or in a ServiceAccount. */
const OF_PODS = ['containers', 'topologySpreadConstraints', 'volumes'];

/** An object with the list, by its type. */
function withList(list: string, items: Items): readonly [type: string, object: object] {
  if (list === 'secrets') return ['ServiceAccount', { secrets: items }];
  const volumes = ['v', 'w'].map((name) => ({ name, emptyDir: {} }));
  const app = { name: 'app', image: 'a:1' };
  return OF_PODS.includes(list)
    ? ['Pod', { spec: { containers: [app], volumes, [list]: items } }]
    : ['Pod', { spec: { containers: [{ ...app, [list]: items }], volumes } }];
}

function listIn(type: string, list: string, object: Draft): unknown {
  const live = withoutNulls(type, object) as Draft;
  writeDefaults(type, live);
  if (type === 'Pod') {
    const spec = fieldsOf(live.spec);
    const [container] = spec.containers as readonly Draft[];
    return (OF_PODS.includes(list) ? spec : container)[list] ?? [];
  }
  // The server keeps nothing but their names.
  return ((live.secrets ?? []) as readonly Draft[]).map(({ name }) => (name ? { name } : {}));
}

test.each(CASES.map((one) => [JSON.stringify([one.list, one.old, one.new]), one] as const))(
  '%s',
  (_about, { list, old, live, new: next, stored, refused }) => {
    const read = (items: Items) => {
      const [type, object] = withList(list, items);
      return readTyped(type, object) as Draft;
    };
    const [type] = withList(list, []);
    const { merged, misfits } = applyInWay(
      type,
      { live: read(live), last: read(old), others: undefined },
      read(next),
      'clientSide',
    );
    expect(misfits?.map(({ reason }) => reason)).toEqual(refused === undefined ? [] : [refused]);
    if (stored) expect(listIn(type, list, merged)).toEqual(stored);
  },
);

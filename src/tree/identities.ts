/**
 * The check that no object of this library is in an app twice, no matter what made the other one.
 */
import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { Finding, show, violation } from '../findings';
import { addTo, groupOf } from '../kube';
import { INPUT_RULES } from './rules';
import { registerForSynth, SynthCheck, TreeObject } from './synth-checks';

const IDENTITIES: SynthCheck<ApiObject> = {
  id: 'tree/identities',
  check: (registered, { objects }) => {
    const first = new Map<string, TreeObject>();
    const others = new Map<TreeObject, TreeObject[]>();
    for (const object of objects) {
      const key = keyOf(object);
      const before = first.get(key);
      if (before) addTo(others, before, object);
      else first.set(key, object);
    }
    if (others.size === 0) return [];
    const own = new Map(registered.map(({ construct, value }) => [value.node.path, construct]));
    return [...first.values()].flatMap((one) =>
      (others.get(one) ?? []).flatMap((other) => conflict(one, other, own)),
    );
  },
};

/** Makes an object count in the check that no two are the same. */
export function registerIdentity(scope: Construct, object: ApiObject): void {
  registerForSynth(scope, IDENTITIES, object);
}

function conflict(
  first: TreeObject,
  second: TreeObject,
  own: ReadonlyMap<string, string>,
): Finding[] {
  const construct = own.get(second.key) ?? own.get(first.key);
  if (construct === undefined) return [];
  const other = own.has(second.key) ? first : second;
  const where = first.namespace === undefined ? '' : ` in namespace ${show(first.namespace)}`;
  return [
    {
      ...violation(
        INPUT_RULES.objectTwice,
        'name',
        `${other.key} is also the ${first.kind} ${show(first.name)}${where}`,
        'rename one of them',
      ),
      construct,
    },
  ];
}

function keyOf({ apiVersion, kind, namespace = '', name }: TreeObject): string {
  return [groupOf(apiVersion), kind, namespace, name].join('\n');
}

import { groupOf, isClusterScoped, pluralOf } from '../../src/kube';
import { factsOfKind, listKeysOf, isAtomic, isReplaced, isSet, typeOfKind } from '../../src/model';
import { table } from '../../src/model/table';

const KINDS = Object.entries(table().kinds).map(([key, facts]) => {
  const slash = key.lastIndexOf('/');
  return [key.slice(0, slash), key.slice(slash + 1), facts] as const;
});

test.each(KINDS)('%s %s is known by its scope and its plural', (apiVersion, kind, facts) => {
  expect({
    cluster: isClusterScoped(apiVersion, kind),
    plural: pluralOf(kind),
  }).toEqual({ cluster: facts.cluster === true, plural: facts.plural });
});

test('a kind is known in its version only', () => {
  expect(factsOfKind('apps/v1', 'Deployment')).toEqual({
    type: 'Deployment',
    plural: 'deployments',
    short: ['deploy'],
  });
  expect(typeOfKind('apps/v1beta1', 'Deployment')).toBeUndefined();
  expect(typeOfKind('v1', 'constructor')).toBeUndefined();
});

test('types of one name are told apart by their groups', () => {
  expect(typeOfKind('v1', 'Event')).toBe('Event');
  expect(typeOfKind('events.k8s.io/v1', 'Event')).toBe('events/Event');
});

test('every group of Kubernetes has kinds', () => {
  const groups = new Set(KINDS.map(([apiVersion]) => groupOf(apiVersion)));
  expect([...groups].sort()).toMatchInlineSnapshot(`
   [
     "",
     "admissionregistration.k8s.io",
     "apiextensions.k8s.io",
     "apiregistration.k8s.io",
     "apps",
     "autoscaling",
     "batch",
     "certificates.k8s.io",
     "coordination.k8s.io",
     "discovery.k8s.io",
     "events.k8s.io",
     "flowcontrol.apiserver.k8s.io",
     "networking.k8s.io",
     "node.k8s.io",
     "policy",
     "rbac.authorization.k8s.io",
     "resource.k8s.io",
     "scheduling.k8s.io",
     "storage.k8s.io",
   ]
  `);
});

describe('appliers see', () => {
  test('lists by the keys of each', () => {
    expect(listKeysOf('PodSpec', 'topologySpreadConstraints')).toEqual({
      serverSide: ['topologyKey', 'whenUnsatisfiable'],
      clientSide: 'topologyKey',
    });
    expect(listKeysOf('EphemeralContainer', 'env')).toEqual({
      serverSide: ['name'],
      clientSide: 'name',
    });
    expect(listKeysOf('PodSpec', 'tolerations')).toBeUndefined();
  });

  test('sets, of which kubectl knows fewer', () => {
    expect(isSet('ObjectMeta', 'finalizers', 'clientSide')).toBe(true);
    expect(isSet('CSIDriverSpec', 'volumeLifecycleModes', 'serverSide')).toBe(true);
    expect(isSet('CSIDriverSpec', 'volumeLifecycleModes', 'clientSide')).toBe(false);
  });

  test('references as a whole, but for those that are merged field by field', () => {
    expect(isAtomic('ObjectMeta', 'anything', 'ObjectReference')).toBe(true);
    expect(isAtomic('PersistentVolumeSpec', 'claimRef', 'ObjectReference')).toBe(false);
    expect(isAtomic('PodSpec', 'nodeSelector', 'map[string]string')).toBe(true);
  });

  test('selectors of budgets as a whole, by kubectl', () => {
    expect(isReplaced('PodDisruptionBudgetSpec', 'selector')).toBe(true);
    expect(isReplaced('PodSpec', 'containers')).toBe(false);
  });
});

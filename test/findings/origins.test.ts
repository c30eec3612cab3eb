import { atOrigins, From, originsOf, Severity, unmarked } from '../../src/findings';
import { withoutNulls, withoutUndefined } from '../../src/kube';
import * as fc from '../support/fast-check';

/** A pod of a definition, to which options are added. */
function build(from: From) {
  const labels = { app: 'a' };
  return withoutUndefined({
    metadata: from('', { name: 'x', labels }),
    spec: from('definition.pod', {
      hostNetwork: from('node.hostNetwork', false),
      priorityClassName: from('node.priorityClassName', undefined),
      tolerations: [{ key: 'own' }, ...from.each('node.tolerations', [{ key: 'a' }, { key: 'b' }])],
      nodeSelector: {
        zone: 'z',
        ...from.each('node.nodeSelector', { 'kubernetes.io/arch': 'arm' }),
      },
      args: ['--own', ...from.each('node.args', ['--a'])],
      mountOptions: from('node.mountOptions', ['tls', 'iam']),
      container: { ...from('node.container', { name: 'c', env: [{ name: 'A' }] }), image: 'i' },
      affinity: from.whole('nodeNames', [{ values: ['n'] }, { values: [from.whole('zone', 'z')] }]),
      inner: from('outer', { inside: from('inside', { field: 1 }) }),
    }),
    status: {},
  });
}

describe('origins', () => {
  const origin = originsOf(build);

  test.each([
    ['metadata.name', 'name'],
    ['metadata.labels.app', 'labels.app'],
    ['metadata', ''],
    ['spec.containers[0].image', 'definition.pod.containers[0].image'],
    ['spec.hostNetwork', 'node.hostNetwork'],
    ['spec.tolerations', 'definition.pod.tolerations'],
    ['spec.tolerations[0].key', 'definition.pod.tolerations[0].key'],
    ['spec.tolerations[1].key', 'node.tolerations[0].key'],
    ['spec.tolerations[2]', 'node.tolerations[1]'],
    ['spec.tolerations[3]', 'definition.pod.tolerations[3]'],
    ['spec.nodeSelector.zone', 'definition.pod.nodeSelector.zone'],
    ['spec.nodeSelector.kubernetes.io/arch', 'node.nodeSelector.kubernetes.io/arch'],
    ['spec.nodeSelector["kubernetes.io/arch"]', 'node.nodeSelector.kubernetes.io/arch'],
    ['spec.args[0]', 'definition.pod.args[0]'],
    ['spec.args[1]', 'node.args[0]'],
    ['spec.mountOptions', 'node.mountOptions'],
    ['spec.mountOptions[1]', 'node.mountOptions[1]'],
    ['spec.container.env[0].name', 'node.container.env[0].name'],
    ['spec.container.ports', 'node.container.ports'],
    ['spec.affinity', 'nodeNames'],
    ['spec.affinity[0].values[0]', 'nodeNames'],
    ['spec.affinity[1].values', 'nodeNames'],
    ['spec.affinity[1].values[0]', 'zone'],
    ['spec.inner.other', 'outer.other'],
    ['spec.inner.inside.field', 'inside.field'],
  ])('the field %s comes from %s', (path, field) => {
    expect(origin(path)).toBe(field);
  });

  test('an absent field comes from the option that would set it', () => {
    expect(origin('spec.priorityClassName')).toBe('node.priorityClassName');
  });

  test.each(['status.phase', 'kind', ''])('the field %p comes from no option', (path) => {
    expect(origin(path)).toBeUndefined();
  });

  test('marks survive copies without nulls', () => {
    const copied = originsOf((from) => withoutNulls(build(from)));
    expect(copied('spec.container.env[0].name')).toBe('node.container.env[0].name');
    expect(copied('spec.args[1]')).toBe('node.args[0]');
  });

  test('nothing is built before somebody asks, and then once', () => {
    let built = 0;
    const counted = originsOf((from) => {
      built += 1;
      return build(from);
    });
    expect(built).toBe(0);
    counted('metadata.name');
    counted('spec.args[1]');
    expect(built).toBe(1);
  });

  test('without findings nothing is built', () => {
    expect(
      atOrigins([], () => {
        throw new Error('built');
      }),
    ).toEqual([]);
  });

  test('a finding on a field without an origin stays where it is', () => {
    const finding = { rule: 'a/b', severity: Severity.ERROR, message: 'm', remedy: 'r' };
    const found = ['spec.hostNetwork', 'status.phase'].map((path) => ({ ...finding, path }));
    expect(atOrigins(found, build).map(({ path }) => path)).toEqual([
      'node.hostNetwork',
      'status.phase',
    ]);
  });

  test('who only builds gets the very values', () => {
    fc.assert(
      fc.property(fc.string(), fc.anything(), (field, value) => {
        for (const from of [unmarked, unmarked.each, unmarked.whole]) {
          expect(Object.is(from(field, value), value)).toBe(true);
        }
      }),
    );
  });
});

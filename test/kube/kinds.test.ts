import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isClusterScoped, podTemplatePath } from '../../src/kube';

test.each([
  ['v1', 'PersistentVolume', true],
  ['v1', 'PersistentVolumeClaim', false],
  ['v1', 'Namespace', true],
  ['storage.k8s.io/v1', 'StorageClass', true],
  ['storage.k8s.io/v1', 'CSIStorageCapacity', false],
  ['security.openshift.io/v1', 'SecurityContextConstraints', true],
  ['rbac.authorization.k8s.io/v1', 'RoleBinding', false],
  ['example.com/v1', 'PersistentVolume', false],
  ['constructor/v1', 'X', false],
  ['__proto__/v1', 'X', false],
])('%s %s cluster-scoped: %s', (apiVersion, kind, expected) => {
  expect(isClusterScoped(apiVersion, kind)).toBe(expected);
});

test.each([
  ['v1', 'Pod', []],
  ['apps/v1', 'Deployment', ['spec', 'template']],
  ['batch/v1', 'CronJob', ['spec', 'jobTemplate', 'spec', 'template']],
  ['v1', 'Service', undefined],
])('the pod template of %s %s is at %j', (apiVersion, kind, expected) => {
  expect(podTemplatePath(apiVersion, kind)).toEqual(expected);
});

test('of all kinds of a real API server it is known whether they have namespaces', () => {
  const recorded: { readonly [kind: string]: boolean } = JSON.parse(
    readFileSync(join(__dirname, '..', 'conformance', 'kubernetes', 'kinds.json'), 'utf8'),
  );
  const ours = Object.keys(recorded).map((key) => {
    const at = key.lastIndexOf('/');
    return [key, !isClusterScoped(key.slice(0, at), key.slice(at + 1))];
  });
  expect(Object.fromEntries(ours)).toEqual(recorded);
});

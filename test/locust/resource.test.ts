/** LocustTests as YAML files and clusters have them. */
import { LOCUST_TEST } from '../../src/locust/core';
import { readTopology } from '../../src/topology';

const OPTIONS = { operatorMode: false, operatorPreset: 'chart', operatorEnv: {} };
const NOTHING = { objects: [], topology: readTopology([]) };
const fromCluster = {
  apiVersion: 'locust.io/v2',
  kind: 'LocustTest',
  metadata: {
    name: 'checkout',
    namespace: 'load',
    labels: { team: 'shop' },
    annotations: {
      'kubectl.kubernetes.io/last-applied-configuration': '{}',
      'argocd.argoproj.io/tracking-id': 'load:locust.io/LocustTest:load/checkout',
      'example.com/owner': 'Jo Doe',
    },
  },
  spec: { image: 'a', master: { command: '' }, worker: { command: '', replicas: 1 } },
};

test('the objects have the annotations of the resource, but for those that others keep about the resource itself', () => {
  const { manifests } = LOCUST_TEST.render(fromCluster, OPTIONS, NOTHING);
  expect(manifests.map(({ metadata }) => metadata.annotations)).toEqual([{ 'example.com/owner': 'Jo Doe' }, { 'example.com/owner': 'Jo Doe' }, { 'example.com/owner': 'Jo Doe' }]);
  expect(Object.keys(fromCluster.metadata.annotations)).toHaveLength(3);
});

test('the objects have no annotations where all of them are about the resource itself', () => {
  const { 'example.com/owner': _owner, ...annotations } = fromCluster.metadata.annotations;
  const { manifests } = LOCUST_TEST.render({ ...fromCluster, metadata: { ...fromCluster.metadata, annotations } }, OPTIONS, NOTHING);
  expect(manifests.map(({ metadata }) => Object.keys(metadata))).toEqual([['name', 'namespace', 'labels'], ['name', 'namespace', 'labels'], ['name', 'namespace', 'labels']]);
});

/**
 * The claim and the pods that the controller looks at are told apart by their kind, whatever their
 * names and order.
 */
import { operatorAffinity } from '../../src/viewer/operator';

const METADATA = { name: 'data', namespace: 'ada' };
const claim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: METADATA,
  spec: { accessModes: ['ReadWriteOnce'] },
};
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: METADATA,
  spec: { nodeName: 'one', volumes: [{ persistentVolumeClaim: { claimName: 'data' } }] },
};
const alike = { ...pod, kind: 'PodTemplate' };
const viewer = {
  apiVersion: 'kubeflow.org/v1alpha1',
  kind: 'PVCViewer',
  metadata: METADATA,
  spec: { pvc: 'data', rwoScheduling: true },
} as any;

test.each<[what: string, objects: object[], isNear: boolean]>([
  ['the claim, then the pod', [claim, pod], true],
  ['the pod, then the claim', [pod, claim], true],
  ['another kind with the fields of a pod', [alike, claim, pod], true],
  ['no pod', [claim, alike], false],
  ['no claim', [pod], false],
])('%s', (_what, objects, isNear) => {
  expect(operatorAffinity(viewer, objects) !== undefined).toBe(isNear);
});

/** Annotations that drivers look for on the pods. */
import { deployment, judged } from './judged';

const BUCKET =
  '{ name: bucket, csi: { driver: gcsfuse.csi.storage.gke.io, volumeAttributes: { bucketName: b } } }';
const POD = `{ containers: [{ name: app, image: a, volumeMounts: [{ name: bucket, mountPath: /b }] }], volumes: [${BUCKET}] }`;
const WHAT =
  'the volume "bucket" is mounted by gcsfuse.csi.storage.gke.io, which requires the annotation gke-gcsfuse/volumes: "true" on the pods';
const PATH = 'spec.template.metadata.annotations';

test('a bucket needs the annotation on the pods', () => {
  expect(judged(deployment(POD))).toEqual([
    `error: Deployment/app: ${PATH}: ${WHAT}, but they do not have it: the mount fails; add gke-gcsfuse/volumes: "true" to ${PATH} (manifest/pod-annotation)`,
  ]);
});

test('the annotation on what makes the pods is not on the pods', () => {
  const text = deployment(POD).replace(
    'name: app }',
    'name: app, annotations: { gke-gcsfuse/volumes: "true" } }',
  );
  expect(judged(text)).toEqual([
    `error: Deployment/app: ${PATH}: ${WHAT}, but it is only on the object that creates them: the mount fails; move it to ${PATH} (manifest/pod-annotation)`,
  ]);
});

test.each([
  ['true', 'but true is not a string: the object is refused; write it in quotes: "true"'],
  ['"false"', 'but it is "false": the mount fails; write "true"'],
  ['"yes"', 'but it is "yes": the mount fails; write "true"'],
])('the value %s is wrong', (value, said) => {
  expect(judged(deployment(POD, `{ gke-gcsfuse/volumes: ${value} }`))).toEqual([
    `error: Deployment/app: ${PATH}.gke-gcsfuse/volumes: ${WHAT}, ${said} (manifest/pod-annotation)`,
  ]);
});

test('a bucket through a claim needs it too, wherever the pods are made', () => {
  const text = `
{ apiVersion: v1, kind: PersistentVolume, metadata: { name: b }, spec: { csi: { driver: gcsfuse.csi.storage.gke.io, volumeHandle: b } } }
---
{ apiVersion: v1, kind: PersistentVolumeClaim, metadata: { name: b }, spec: { volumeName: b } }
---
{ apiVersion: batch/v1, kind: CronJob, metadata: { name: nightly }, spec: { jobTemplate: { spec: { template: { spec: { containers: [{ name: app, image: a, volumeMounts: [{ name: bucket, mountPath: /b }] }], volumes: [{ name: bucket, persistentVolumeClaim: { claimName: b } }] } } } } } }
---
{ apiVersion: v1, kind: Pod, metadata: { name: once }, spec: { containers: [{ name: app, image: a, volumeMounts: [{ name: bucket, mountPath: /b }] }], volumes: [{ name: bucket, persistentVolumeClaim: { claimName: b } }] } }`;
  expect(judged(text).map((line) => line.split(': ').slice(0, 3).join(': '))).toEqual([
    'error: CronJob/nightly: spec.jobTemplate.spec.template.metadata.annotations',
    'error: Pod/once: metadata.annotations',
  ]);
});

test('a bucket through the claims of a template needs it too', () => {
  const text = `
{ apiVersion: v1, kind: PersistentVolume, metadata: { name: b }, spec: { csi: { driver: gcsfuse.csi.storage.gke.io, volumeHandle: b }, claimRef: { name: bucket-web-0, namespace: default } } }
---
{ apiVersion: apps/v1, kind: StatefulSet, metadata: { name: web }, spec: { replicas: 2, volumeClaimTemplates: [{ metadata: { name: bucket } }], template: { spec: { containers: [{ name: app, volumeMounts: [{ name: bucket, mountPath: /b }] }] } } } }`;
  expect(judged(text).map((line) => line.split(': ').slice(0, 3).join(': '))).toEqual([
    'error: StatefulSet/web: spec.template.metadata.annotations',
  ]);
});

test('it is told once, however many buckets there are', () => {
  const two = POD.replace(
    'volumeMounts: [',
    'volumeMounts: [{ name: second, mountPath: /c }, ',
  ).replace('volumes: [', `volumes: [${BUCKET.replace('bucket', 'second')}, `);
  expect(judged(deployment(two))).toHaveLength(1);
});

test.each([
  ['the annotation on the pods', deployment(POD, '{ gke-gcsfuse/volumes: "true" }')],
  ['the value as the webhook also takes it', deployment(POD, '{ gke-gcsfuse/volumes: "True" }')],
  [
    'a volume that no container mounts',
    deployment(`{ containers: [{ name: app, image: a }], volumes: [${BUCKET}] }`),
  ],
  [
    'a volume of another driver',
    deployment(POD.replace('gcsfuse.csi.storage.gke.io', 'secrets-store.csi.k8s.io')),
  ],
  [
    "a sidecar of one's own",
    deployment(
      POD.replace('containers: [', 'containers: [{ name: gke-gcsfuse-sidecar, image: s }, '),
    ),
  ],
  [
    'a kind whose controller decides on annotations',
    `{ apiVersion: kubeflow.org/v1, kind: Notebook, metadata: { name: n }, spec: { template: { spec: ${POD} } } }`,
  ],
])('fine: %s', (_, text) => {
  expect(judged(text)).toEqual([]);
});

import { renderDocuments, RenderRequest } from '../../src/render';

const VOLUME = `apiVersion: aws-efs.managed.openshift.io/v1alpha1
kind: SharedVolume
metadata:
  name: data
  namespace: team-a
  labels:
    team: a
  annotations:
    argocd.argoproj.io/sync-wave: "2"
    kubectl.kubernetes.io/last-applied-configuration: "{}"
spec:
  fileSystemID: fs-0123456789abcdef0
  accessPointID: fsap-0123456789abcdef0
`;

const rendered = (text: string, request: Partial<RenderRequest> = {}) =>
  renderDocuments([{ name: 'a.yaml', text }], {
    operatorMode: false,
    operatorPreset: 'chart',
    operatorEnv: {},
    only: false,
    ...request,
  });
const lines = (text: string, request?: Partial<RenderRequest>) =>
  rendered(text, request).findings.map(({ severity, rule, path, message, remedy }) => ({
    severity,
    rule,
    path,
    message,
    remedy,
  }));

test('labels and annotations go to both objects, but for what others wrote down about the resource', () => {
  const metadata = { labels: { team: 'a' }, annotations: { 'argocd.argoproj.io/sync-wave': '2' } };
  expect(rendered(VOLUME).outputs.map(({ manifest }) => manifest.metadata)).toEqual([
    { name: 'pv-team-a-data', ...metadata },
    { name: 'pvc-data', namespace: 'team-a', ...metadata },
  ]);
});

test('in operator mode they do not', () => {
  const owner = {
    'openshift.io/aws-efs-operator-owned': 'true',
    'openshift.io/aws-efs-operator-shared-volume-owner-name': 'data',
    'openshift.io/aws-efs-operator-shared-volume-owner-namespace': 'team-a',
  };
  expect(
    rendered(VOLUME, { operatorMode: true }).outputs.map(({ manifest }) => manifest.metadata),
  ).toEqual([
    { name: 'pv-team-a-data', labels: owner },
    { name: 'pvc-data', namespace: 'team-a', labels: owner },
  ]);
});

test('the namespace must be known', () => {
  expect(lines(VOLUME.replace('  namespace: team-a\n', ''))).toEqual([
    {
      severity: 'error',
      rule: 'efs/namespace-unknown',
      path: 'metadata.namespace',
      message: 'the namespace is unknown, and the name of the persistent volume depends on it',
      remedy: 'set metadata.namespace, or use --namespace NAME for all objects without one',
    },
  ]);
});

test('in operator mode it is taken for that of kubectl, with a warning', () => {
  const text = VOLUME.replace('  namespace: team-a\n', '');
  expect(lines(text, { operatorMode: true })).toEqual([
    {
      severity: 'warning',
      rule: 'efs/namespace-unknown',
      path: 'metadata.namespace',
      message: 'the SharedVolume has no namespace, and is assumed to be in "default"',
      remedy: 'set metadata.namespace, or use --namespace NAME for all objects without one',
    },
  ]);
  expect(rendered(text, { operatorMode: true }).outputs[0].manifest.metadata).toMatchObject({
    name: 'pv-default-data',
  });
});

test('in operator mode what only this library objects to is a warning', () => {
  const text = VOLUME.replace('fs-0123456789abcdef0', 'fs-0123');
  expect(lines(text).map(({ severity, path }) => ({ severity, path }))).toEqual([
    { severity: 'error', path: 'spec.fileSystemID' },
  ]);
  expect(
    lines(text, { operatorMode: true }).map(({ severity, path }) => ({ severity, path })),
  ).toEqual([{ severity: 'warning', path: 'spec.fileSystemID' }]);
  expect(rendered(text, { operatorMode: true }).outputs).toHaveLength(2);
});

test('a claim of the same name beside it is an error at the resource', () => {
  const claim =
    'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: pvc-data, namespace: team-a}\n' +
    'spec: {accessModes: [ReadWriteMany], storageClassName: efs, resources: {requests: {storage: 1Gi}}}\n';
  expect(lines(`${claim}---\n${VOLUME}`)).toEqual([
    {
      severity: 'error',
      rule: 'efs/claim-name-taken',
      path: 'metadata.name',
      message:
        'shared volume team-a/data and another object (at a.yaml:1) both define the claim "pvc-data" in namespace "team-a"',
      remedy: 'rename one of the two',
    },
  ]);
});

/** The fields of a custom resource from which the objects have theirs that it stands for. */
import { parse } from 'yaml';
import { isFields, Manifest } from '../../src/kube';
import { kindOf, KubernetesObject } from '../../src/render/entries';
import { admit } from '../../src/resource';
import { readTopology } from '../../src/topology';

const OPTIONS = { operatorMode: false, operatorPreset: 'chart', operatorEnv: {} };
const NOTHING = { objects: [], topology: readTopology([]) };

/** For each field of an object that is given by the resource, where the resource has it. */
function originsIn(text: string, index: number): string[] {
  const given = parse(text) as KubernetesObject;
  const kind = kindOf(given)!;
  const [, version] = given.apiVersion.split('/');
  const { object } = admit(given, kind.versions[version](OPTIONS));
  const { manifests, origins } = kind.render(object as unknown as Manifest, OPTIONS, NOTHING);
  return leavesOf(manifests[index], `[${index}]`).flatMap((path) => {
    const origin = origins!(path);
    return origin === undefined ? [] : [`${path.replace(/^\[\d\]\./, '')} < ${origin}`];
  });
}

function leavesOf(value: unknown, path: string): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((one, index) => leavesOf(one, `${path}[${index}]`));
  }
  return isFields(value)
    ? Object.entries(value).flatMap(([key, one]) => leavesOf(one, `${path}.${key}`))
    : [path];
}

const SHARED_VOLUME = `
apiVersion: aws-efs.managed.openshift.io/v1alpha1
kind: SharedVolume
metadata: { name: files, namespace: team, labels: { app.kubernetes.io/part-of: shop } }
spec: { fileSystemID: fs-0123456789abcdef0, accessPointID: fsap-0123456789abcdef0 }
`;
const VIEWER = `
apiVersion: kubeflow.org/v1alpha1
kind: PVCViewer
metadata: { name: data, namespace: team }
spec:
  pvc: data
  networking: { targetPort: 8000 }
  podSpec:
    containers:
      - name: a
        image: registry.example.com/a:v1
        volumeMounts: [{ name: data, mountPath: /data }]
    volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
`;
const LOAD_TEST = `
apiVersion: locust.io/v2
kind: LocustTest
metadata: { name: load, namespace: team, labels: { team: blue } }
spec:
  image: locustio/locust:2.43.1
  master: { command: -f a.py }
  worker: { command: -f a.py, replicas: 2, extraArgs: [--reset-stats] }
  volumes:
    - { name: a, emptyDir: {} }
    - { name: b, persistentVolumeClaim: { claimName: b } }
  volumeMounts:
    - { name: a, mountPath: /a, target: master }
    - { name: b, mountPath: /b, target: worker }
  env: { variables: [{ name: X, value: same }, { name: Y, value: same }] }
`;
const OLD_LOAD_TEST = `
apiVersion: locust.io/v1
kind: LocustTest
metadata: { name: load, namespace: team }
spec:
  image: locustio/locust:2.43.1
  masterCommandSeed: -f a.py
  workerCommandSeed: -f a.py
  workerReplicas: 2
  imagePullSecrets: [registry]
  configMap: code
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { zone: a } } }
  tolerations: [{ key: load, operator: Exists }]
`;

test.each([
  [
    'the volume of a SharedVolume',
    SHARED_VOLUME,
    0,
    [
      'metadata.name < metadata.name',
      'metadata.labels.app.kubernetes.io/part-of < metadata.labels.app.kubernetes.io/part-of',
      'spec.claimRef.name < metadata.name',
      'spec.claimRef.namespace < metadata.namespace',
      'spec.csi.volumeHandle < spec.accessPointID',
    ],
  ],
  [
    'the claim of a SharedVolume',
    SHARED_VOLUME,
    1,
    [
      'metadata.name < metadata.name',
      'metadata.namespace < metadata.namespace',
      'metadata.labels.app.kubernetes.io/part-of < metadata.labels.app.kubernetes.io/part-of',
      'spec.volumeName < metadata.name',
    ],
  ],
  [
    'the Deployment of a viewer',
    VIEWER,
    0,
    [
      'metadata.name < metadata.name',
      'metadata.namespace < metadata.namespace',
      'spec.template.spec.containers[0].name < spec.podSpec.containers[0].name',
      'spec.template.spec.containers[0].image < spec.podSpec.containers[0].image',
      'spec.template.spec.containers[0].volumeMounts[0].name < spec.podSpec.containers[0].volumeMounts[0].name',
      'spec.template.spec.containers[0].volumeMounts[0].mountPath < spec.podSpec.containers[0].volumeMounts[0].mountPath',
      'spec.template.spec.volumes[0].name < spec.podSpec.volumes[0].name',
      'spec.template.spec.volumes[0].persistentVolumeClaim.claimName < spec.podSpec.volumes[0].persistentVolumeClaim.claimName',
    ],
  ],
  [
    'the Service of a viewer',
    VIEWER,
    1,
    [
      'metadata.name < metadata.name',
      'metadata.namespace < metadata.namespace',
      'spec.ports[0].targetPort < spec.networking.targetPort',
    ],
  ],
  [
    'the Job of the workers',
    LOAD_TEST,
    2,
    [
      'metadata.namespace < metadata.namespace',
      'metadata.labels.team < metadata.labels.team',
      'spec.template.spec.containers[0].image < spec.image',
      'spec.template.spec.containers[0].imagePullPolicy < spec.imagePullPolicy',
      'spec.template.spec.containers[0].args[5] < spec.worker.extraArgs[0]',
      'spec.template.spec.containers[0].env[0].name < spec.env.variables[0].name',
      'spec.template.spec.containers[0].env[0].value < spec.env.variables[0].value',
      'spec.template.spec.containers[0].env[1].name < spec.env.variables[1].name',
      'spec.template.spec.containers[0].env[1].value < spec.env.variables[1].value',
      'spec.template.spec.containers[0].volumeMounts[0].name < spec.volumeMounts[1].name',
      'spec.template.spec.containers[0].volumeMounts[0].mountPath < spec.volumeMounts[1].mountPath',
      'spec.template.spec.volumes[0].name < spec.volumes[1].name',
      'spec.template.spec.volumes[0].persistentVolumeClaim.claimName < spec.volumes[1].persistentVolumeClaim.claimName',
    ],
  ],
  [
    'the Job of the workers of locust.io/v1',
    OLD_LOAD_TEST,
    2,
    [
      'metadata.namespace < metadata.namespace',
      'spec.template.spec.imagePullSecrets[0].name < spec.imagePullSecrets[0]',
      'spec.template.spec.containers[0].image < spec.image',
      'spec.template.spec.containers[0].imagePullPolicy < spec.imagePullPolicy',
      'spec.template.spec.volumes[0].configMap.name < spec.configMap',
      'spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].key < spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.zone',
      'spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].operator < spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.zone',
      'spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values[0] < spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.zone',
      'spec.template.spec.tolerations[0].key < spec.tolerations[0].key',
      'spec.template.spec.tolerations[0].operator < spec.tolerations[0].operator',
    ],
  ],
])('%s', (_what, text, index, expected) => {
  expect(originsIn(text, index)).toEqual(expected);
});

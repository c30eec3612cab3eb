/**
 * Manifests for measurements, as text: Deployments with claims, StatefulSets, volumes, Services and
 * ConfigMaps in realistic shares.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const meta = (
  kind: string,
  name: string,
  namespace?: string,
  apiVersion = 'v1',
) => `apiVersion: ${apiVersion}
kind: ${kind}
metadata:
  name: ${name}
${namespace === undefined ? '' : `  namespace: ${namespace}\n`}  labels:
    app.kubernetes.io/name: ${name}
`;

const template = (name: string, claimName: string, indent = '  ') =>
  [
    'template:',
    '  metadata:',
    '    labels:',
    `      app.kubernetes.io/name: ${name}`,
    '  spec:',
    '    containers:',
    '    - name: app',
    '      image: registry.example.com/app:1.2.3',
    '      ports:',
    '      - containerPort: 8080',
    '      volumeMounts:',
    '      - name: data',
    '        mountPath: /data',
    ...(claimName === ''
      ? []
      : [
          '    volumes:',
          '    - name: data',
          '      persistentVolumeClaim:',
          `        claimName: ${claimName}`,
        ]),
  ]
    .map((line) => `${indent}${line}\n`)
    .join('');

export function deployment(name: string, namespace: string, claimName: string): string {
  return `${meta('Deployment', name, namespace, 'apps/v1')}spec:
  replicas: 1
  strategy:
    type: Recreate
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
${template(name, claimName)}`;
}

export function statefulSet(name: string, namespace: string): string {
  return `${meta('StatefulSet', name, namespace, 'apps/v1')}spec:
  serviceName: ${name}
  replicas: 3
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
${template(name, '')}  volumeClaimTemplates:
  - metadata:
      name: data
    spec:
      accessModes:
      - ReadWriteOnce
      storageClassName: fast
      resources:
        requests:
          storage: 10Gi
`;
}

export function claim(name: string, namespace: string, named?: string): string {
  return `${meta('PersistentVolumeClaim', name, namespace)}spec:
  accessModes:
  - ReadWriteOnce
  storageClassName: ${named === undefined ? 'fast' : '""'}
${named === undefined ? '' : `  volumeName: ${named}\n`}  resources:
    requests:
      storage: 10Gi
`;
}

export function volume(name: string, claimName: string, namespace: string): string {
  return `${meta('PersistentVolume', name)}spec:
  accessModes:
  - ReadWriteOnce
  capacity:
    storage: 10Gi
  claimRef:
    name: ${claimName}
    namespace: ${namespace}
  csi:
    driver: disk.example.com
    volumeHandle: ${name}
`;
}

export const service = (
  name: string,
  namespace: string,
) => `${meta('Service', name, namespace)}spec:
  selector:
    app.kubernetes.io/name: ${name}
  ports:
  - port: 80
    targetPort: 8080
`;
export const configMap = (
  name: string,
  namespace: string,
) => `${meta('ConfigMap', name, namespace)}data:
  app.conf: |
    listen 8080
    data /data
`;
export const storageClass = `${meta('StorageClass', 'fast', undefined, 'storage.k8s.io/v1')}provisioner: disk.example.com
volumeBindingMode: WaitForFirstConsumer
`;

/**
 * Ten objects for each application: three Deployments with their Services and claims, one of them
 * on a volume made by hand.
 */
function application(index: number): string[] {
  const [namespace, name] = [`team-${index % 50}`, `app-${index}`];
  return [
    deployment(`${name}-a`, namespace, `${name}-a`),
    claim(`${name}-a`, namespace),
    service(`${name}-a`, namespace),
    deployment(`${name}-b`, namespace, `${name}-b`),
    claim(`${name}-b`, namespace, `${name}-b`),
    volume(`${name}-b`, `${name}-b`, namespace),
    service(`${name}-b`, namespace),
    statefulSet(name, namespace),
    service(name, namespace),
    configMap(name, namespace),
  ];
}

/** Writes files of a thousand objects into a folder. */
export function write(folder: string, objects: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < objects.length; at += 1000) {
    writeFileSync(
      join(folder, `part-${at / 1000}.yaml`),
      objects.slice(at, at + 1000).join('---\n'),
    );
  }
  return folder;
}

/** So many objects in realistic shares, and their class. */
export const many = (count: number) => [
  storageClass,
  ...Array.from({ length: count / 10 }, (_, index) => application(index)).flat(),
];

/** Objects that worlds are made of. */
import type { Fields } from './world';

const DRIVER = 'fake.csi.test';

/** A new one each time, as changes write into it. */
function asks(): Fields {
  return { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
}

export function storageClass(name: string, spec: Fields): Fields {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name },
    provisioner: DRIVER,
    ...spec,
  };
}

export function claim(
  namespace: string,
  name: string,
  storageClassName: string,
  spec: Fields = {},
): Fields {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace },
    spec: { ...asks(), storageClassName, ...spec },
  };
}

/** A volume that somebody made, or that looks as if the driver had. */
export function volume(
  name: string,
  policy: string,
  isOfDriver: boolean,
  spec: Fields = {},
): Fields {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name,
      ...(isOfDriver ? { annotations: { 'pv.kubernetes.io/provisioned-by': DRIVER } } : {}),
    },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      persistentVolumeReclaimPolicy: policy,
      storageClassName: '',
      csi: { driver: DRIVER, volumeHandle: `handle-${name}` },
      ...spec,
    },
  };
}

/** A pod template that mounts volumes. */
function template(name: string, volumes: readonly Fields[], annotations: Fields = {}): Fields {
  return {
    metadata: {
      labels: { app: name },
      ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
    },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.example.com/main:1.0.0',
          ...(volumes.length > 0
            ? {
                volumeMounts: volumes.map((one) => ({ name: one.name, mountPath: `/${one.name}` })),
              }
            : {}),
        },
      ],
      ...(volumes.length > 0 ? { volumes } : {}),
    },
  };
}

export function onClaim(claimName: string): Fields {
  return { name: 'data', persistentVolumeClaim: { claimName } };
}

export function ephemeral(storageClassName: string): Fields {
  return {
    name: 'scratch',
    ephemeral: { volumeClaimTemplate: { spec: { ...asks(), storageClassName } } },
  };
}

export function deployment(
  namespace: string,
  name: string,
  volumes: readonly Fields[],
  replicas: number,
): Fields {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: {
      replicas,
      strategy: { type: 'Recreate' },
      selector: { matchLabels: { app: name } },
      template: template(name, volumes),
    },
  };
}

export function set(
  namespace: string,
  name: string,
  storageClassName: string,
  replicas: number,
  volumes: readonly Fields[] = [],
): Fields {
  const { spec, metadata } = template(name, volumes);
  const [container] = spec.containers;
  const mounts = [...(container.volumeMounts ?? []), { name: 'state', mountPath: '/state' }];
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name, namespace },
    spec: {
      serviceName: name,
      replicas,
      podManagementPolicy: 'Parallel',
      selector: { matchLabels: { app: name } },
      template: {
        metadata,
        spec: { ...spec, containers: [{ ...container, volumeMounts: mounts }] },
      },
      volumeClaimTemplates: [
        { metadata: { name: 'state' }, spec: { ...asks(), storageClassName } },
      ],
    },
  };
}

export function job(
  namespace: string,
  name: string,
  volumes: readonly Fields[],
  isEndless: boolean,
): Fields {
  const { metadata, spec } = template(
    name,
    volumes,
    isEndless ? { 'kcluster/complete-after': 'never' } : {},
  );
  const { labels: _labels, ...rest } = metadata;
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace },
    spec: { template: { metadata: rest, spec: { ...spec, restartPolicy: 'Never' } } },
  };
}

/** One that does not run within a test. */
export function cronJob(namespace: string, name: string, volumes: readonly Fields[]): Fields {
  const { spec } = job(namespace, name, volumes, false);
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name, namespace },
    spec: { schedule: '0 0 30 2 *', jobTemplate: { spec } },
  };
}

export function autoscaler(
  namespace: string,
  name: string,
  limits: readonly [number, number],
): Fields {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name, namespace },
    spec: {
      minReplicas: limits[0],
      maxReplicas: limits[1],
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name },
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
        },
      ],
    },
  };
}

export function settings(namespace: string, name: string): Fields {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace },
    data: { level: 'info' },
  };
}

export function namespaceOf(name: string): Fields {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

/**
 * Mistakes that people make with volumes, each in a manifest of its own: what `check` says of it,
 * or why it is silent.
 */

/** One of them. */
export interface Mistake {
  readonly about: string;
  readonly objects: readonly object[];
  /** The rules that tell it, each with the field. */
  readonly told?: readonly string[];
  readonly silent?: string;
}

type Fields = { readonly [field: string]: unknown };
const object = (kind: string, name: string, fields: Fields = {}, apiVersion: string = 'v1') => ({
  apiVersion,
  kind,
  metadata: { name },
  ...fields,
});
const claim = (spec: Fields = {}, name: string = 'data') =>
  object('PersistentVolumeClaim', name, {
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'gp3',
      resources: { requests: { storage: '1Gi' } },
      ...spec,
    },
  });
const classOf = (provisioner: string, parameters?: Fields) =>
  object(
    'StorageClass',
    'gp3',
    { provisioner, ...(parameters ? { parameters } : {}) },
    'storage.k8s.io/v1',
  );
const CLAIMED = { name: 'v', persistentVolumeClaim: { claimName: 'data' } };
const pod = (volume: Fields, mount: Fields = {}, container: Fields = {}, spec: Fields = {}) =>
  object('Pod', 'tool', {
    spec: {
      containers: [
        {
          name: 'app',
          image: 'app:1',
          volumeMounts: [{ name: 'v', mountPath: '/data', ...mount }],
          ...container,
        },
      ],
      volumes: [{ name: 'v', ...volume }],
      ...spec,
    },
  });
const SETTINGS = object('ConfigMap', 'settings', { data: { 'app.yaml': 'a: 1' } });
const template = (spec: Fields = {}) => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'app', image: 'app:1' }], ...spec },
});
const workload = (kind: string, spec: Fields) =>
  object(
    kind,
    'web',
    { spec: { selector: { matchLabels: { app: 'web' } }, template: template(), ...spec } },
    'apps/v1',
  );
const CONTAINER = 'spec.containers[0]';

export const MISTAKES: readonly Mistake[] = [
  {
    about: 'a local volume without node affinity',
    objects: [
      object('PersistentVolume', 'disk', {
        spec: {
          capacity: { storage: '1Gi' },
          accessModes: ['ReadWriteOnce'],
          storageClassName: 'local',
          local: { path: '/disk' },
        },
      }),
    ],
    told: ['storage/node-affinity spec.nodeAffinity'],
  },
  {
    about: 'a block device that is mounted',
    objects: [claim({ volumeMode: 'Block' }), pod(CLAIMED)],
    told: [`binding/volume-mode ${CONTAINER}.volumeMounts[0].name`],
  },
  {
    about: 'files that are used as a device',
    objects: [
      claim(),
      pod(CLAIMED, {}, { volumeMounts: [], volumeDevices: [{ name: 'v', devicePath: '/dev/x' }] }),
    ],
    told: [`binding/volume-mode ${CONTAINER}.volumeDevices[0].name`],
  },
  {
    about: 'the medium memory',
    objects: [pod({ emptyDir: { medium: 'memory' } })],
    told: ['files/empty-dir-medium spec.volumes[0].emptyDir.medium'],
  },
  {
    about: 'a file of a key that there is not',
    objects: [
      SETTINGS,
      pod({ configMap: { name: 'settings', items: [{ key: 'app.yml', path: 'a' }] } }),
    ],
    told: ['names/key spec.volumes[0].configMap.items[0].key'],
  },
  {
    about: 'a variable of a key that there is not',
    objects: [
      SETTINGS,
      pod(
        { emptyDir: {} },
        {},
        {
          env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'settings', key: 'a' } } }],
        },
      ),
    ],
    told: [`names/key ${CONTAINER}.env[0].valueFrom.configMapKeyRef.key`],
  },
  {
    about: 'a subPath of a key that there is not',
    objects: [SETTINGS, pod({ configMap: { name: 'settings' } }, { subPath: 'app.yml' })],
    told: [`names/key ${CONTAINER}.volumeMounts[0].subPath`],
  },
  {
    about: 'a variable that is not set in subPathExpr',
    objects: [claim(), pod(CLAIMED, { subPathExpr: '$(POD_NAME)' })],
    told: [`files/sub-path-variable ${CONTAINER}.volumeMounts[0].subPathExpr`],
  },
  {
    about: 'a variable in subPath',
    objects: [claim(), pod(CLAIMED, { subPath: '$(POD_NAME)' })],
    told: [`files/sub-path-variable ${CONTAINER}.volumeMounts[0].subPath`],
  },
  {
    about: 'claim templates of a Deployment, which its containers mount',
    objects: [
      workload('Deployment', {
        volumeClaimTemplates: [{ metadata: { name: 'v' } }],
        template: template({
          containers: [
            { name: 'app', image: 'app:1', volumeMounts: [{ name: 'v', mountPath: '/v' }] },
          ],
        }),
      }),
    ],
    told: [
      'api/unknown-field spec.volumeClaimTemplates',
      'pod/mounted-volume spec.template.spec.containers[0].volumeMounts[0].name',
    ],
  },
  {
    about: 'a misspelt field of a StatefulSet',
    objects: [workload('StatefulSet', { serviceName: 'web', volumeClaimTemplate: [] })],
    told: ['api/unknown-field spec.volumeClaimTemplate'],
  },
  {
    about: 'a user that is not root, and a new disk',
    objects: [
      claim(),
      classOf('ebs.csi.aws.com'),
      pod(CLAIMED, {}, {}, { securityContext: { runAsUser: 1000 } }),
    ],
    told: ['ownership/no-group spec.securityContext.fsGroup'],
  },
  {
    about: 'a claim that no container mounts',
    objects: [claim(), pod(CLAIMED, {}, { volumeMounts: [] })],
    told: ['files/unmounted-claim spec.volumes[0]'],
  },
  {
    about: 'a ConfigMap that no container mounts',
    objects: [SETTINGS, pod({ configMap: { name: 'settings' } }, {}, { volumeMounts: [] })],
    silent: 'nothing is lost, and the pod starts: what is left over is no mistake by itself',
  },
  {
    about: 'a misspelt parameter of a class',
    objects: [classOf('ebs.csi.aws.com', { tpye: 'gp3' })],
    told: ['manifest/class-parameter parameters.tpye'],
  },
  {
    about: 'a class of NFS without a server',
    objects: [classOf('nfs.csi.k8s.io', { share: '/' })],
    told: ['manifest/class-parameter parameters'],
  },
  {
    about: 'a volume of EBS in a pod',
    objects: [pod({ csi: { driver: 'ebs.csi.aws.com' } })],
    told: ['manifest/inline-volume spec.volumes[0].csi.driver'],
  },
  {
    about: 'PostgreSQL 18 at the folder of 17',
    objects: [
      claim(),
      pod(CLAIMED, { mountPath: '/var/lib/postgresql/data' }, { image: 'postgres:18' }),
    ],
    told: [`manifest/data-folder ${CONTAINER}.volumeMounts[0].mountPath`],
  },
  {
    about: 'PostgreSQL on a whole disk whose class says ext4',
    objects: [
      claim(),
      classOf('ebs.csi.aws.com', { 'csi.storage.k8s.io/fstype': 'ext4' }),
      pod(CLAIMED, { mountPath: '/var/lib/postgresql/data' }, { image: 'postgres:17' }),
    ],
    told: [`manifest/data-folder ${CONTAINER}.volumeMounts[0].mountPath`],
  },
  {
    about: 'a class of snapshots without a policy',
    objects: [
      object(
        'VolumeSnapshotClass',
        'snapshots',
        { driver: 'ebs.csi.aws.com' },
        'snapshot.storage.k8s.io/v1',
      ),
    ],
    told: ['binding/snapshot-class deletionPolicy'],
  },
  {
    about: 'a size in thousandths of a byte',
    objects: [claim({ resources: { requests: { storage: '10m' } } })],
    told: ['manifest/tiny-quantity spec.resources.requests.storage'],
  },
  {
    about: 'a size of ten bytes',
    objects: [claim({ resources: { requests: { storage: '10' } } })],
    told: ['manifest/tiny-quantity spec.resources.requests.storage'],
  },
  {
    about: 'half a byte of memory',
    objects: [pod({ emptyDir: {} }, {}, { resources: { limits: { memory: '512m' } } })],
    told: [`manifest/tiny-quantity ${CONTAINER}.resources.limits.memory`],
  },
  {
    about: 'a script of a ConfigMap that nobody may execute',
    objects: [pod({ configMap: { name: 'scripts' } }, {}, { command: ['/data/run.sh'] })],
    told: [`files/script-mode ${CONTAINER}.command[0]`],
  },
  {
    about: 'a letter too much in the name of a class',
    objects: [classOf('ebs.csi.aws.com'), claim({ storageClassName: 'gp33' })],
    told: ['binding/class-name spec.storageClassName'],
  },
  {
    about: 'two pods of a CronJob and a claim for one pod',
    objects: [
      claim({ accessModes: ['ReadWriteOncePod'] }),
      object(
        'CronJob',
        'nightly',
        {
          spec: {
            schedule: '0 3 * * *',
            jobTemplate: {
              spec: {
                parallelism: 2,
                completions: 2,
                template: {
                  spec: {
                    restartPolicy: 'Never',
                    containers: [
                      { name: 'a', image: 'a:1', volumeMounts: [{ name: 'v', mountPath: '/v' }] },
                    ],
                    volumes: [CLAIMED],
                  },
                },
              },
            },
          },
        },
        'batch/v1',
      ),
    ],
    silent:
      'pods that end make room for each other: the second one starts when the first has ended',
  },
  {
    about: 'a misspelt claim that another is made of',
    objects: [
      claim({}, 'database'),
      claim({ dataSource: { kind: 'PersistentVolumeClaim', name: 'databse' } }, 'copy'),
    ],
    told: ['binding/snapshot-name spec.dataSource.name'],
  },
  {
    about: 'a claim above the limit of its namespace',
    objects: [
      claim(),
      object('LimitRange', 'sizes', {
        spec: { limits: [{ type: 'PersistentVolumeClaim', max: { storage: '500Mi' } }] },
      }),
    ],
    told: ['binding/namespace-limit spec.resources.requests.storage'],
  },
  {
    about: 'claims above the quota of their namespace',
    objects: [
      claim(),
      object('ResourceQuota', 'space', { spec: { hard: { 'requests.storage': '500Mi' } } }),
    ],
    told: ['binding/namespace-limit spec.hard["requests.storage"]'],
  },
  {
    about: 'a StatefulSet whose Service nobody declares',
    objects: [workload('StatefulSet', { serviceName: 'headless' })],
    silent: 'the Service may be in other files, and volumes do not need it',
  },
];

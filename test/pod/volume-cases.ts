/**
 * Pods that the API server refuses for their volumes and mounts, with all that is said about them.
 */
import { Case, mounted, pod } from './pods';

const volume = (source: object) => pod({ volumes: [{ name: 'data', ...source }] });
const claim = (spec: object, metadata?: object) =>
  volume({
    ephemeral: {
      volumeClaimTemplate: {
        metadata,
        spec: {
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: '1Gi' } },
          ...spec,
        },
      },
    },
  });
const projected = (...sources: object[]) => volume({ projected: { sources } });
const device = (
  fields: object,
  source: object = { persistentVolumeClaim: { claimName: 'data' } },
) =>
  pod({
    containers: [
      {
        name: 'app',
        image: 'nginx:1.29',
        volumeDevices: [{ name: 'data', devicePath: '/dev/xvda', ...fields }],
      },
    ],
    volumes: [{ name: 'data', ...source }],
  });
const file = (fields: object) =>
  volume({
    downwardAPI: { items: [{ path: 'a', fieldRef: { fieldPath: 'metadata.labels' }, ...fields }] },
  });

export const VOLUME_CASES: readonly Case[] = [
  [
    'a volume without a name',
    pod({ volumes: [{ emptyDir: {} }] }),
    ['volume-name spec.volumes[0].name: there is no name'],
  ],
  [
    'a volume with a name that is not a label',
    pod({ volumes: [{ name: 'Data', emptyDir: {} }] }),
    ['volume-name spec.volumes[0].name: "Data": …'],
  ],
  [
    'two volumes of one name',
    pod({
      volumes: [
        { name: 'data', emptyDir: {} },
        { name: 'data', emptyDir: {} },
      ],
    }),
    ['volume-twice spec.volumes[1].name: the volume "data" is already taken by spec.volumes[0]'],
  ],
  [
    'a volume of two sources',
    volume({ emptyDir: {}, hostPath: { path: '/x' } }),
    ['volume-source spec.volumes[0]: the volume "data" has several sources: emptyDir, hostPath'],
  ],
  [
    'a claim without a name',
    volume({ persistentVolumeClaim: {} }),
    [
      'volume-source spec.volumes[0].persistentVolumeClaim.claimName: the persistentVolumeClaim of the volume "data" has no claimName',
    ],
  ],
  [
    'a secret without a name',
    volume({ secret: {} }),
    [
      'volume-source spec.volumes[0].secret.secretName: the secret of the volume "data" has no secretName',
    ],
  ],
  [
    'a config map without a name',
    volume({ configMap: { name: '' } }),
    [
      'volume-source spec.volumes[0].configMap.name: the configMap of the volume "data" has no name',
    ],
  ],
  [
    'a folder of the node without a path',
    volume({ hostPath: {} }),
    ['volume-source spec.volumes[0].hostPath.path: the hostPath of the volume "data" has no path'],
  ],
  [
    'a folder of the node with dots',
    volume({ hostPath: { path: '/a/../b' } }),
    ['volume-source spec.volumes[0].hostPath.path: "/a/../b" has ..'],
  ],
  [
    'a folder of the node of an unknown kind',
    volume({ hostPath: { path: '/a', type: 'directory' } }),
    ['choice spec.volumes[0].hostPath.type: "directory" is not a valid type'],
  ],
  [
    'a file server without a name',
    volume({ nfs: { path: '/a' } }),
    ['volume-source spec.volumes[0].nfs.server: the nfs of the volume "data" has no server'],
  ],
  [
    'a file server with a relative path',
    volume({ nfs: { server: 's', path: 'a' } }),
    ['volume-source spec.volumes[0].nfs.path: "a" is not an absolute path'],
  ],
  [
    'a driver without a name',
    volume({ csi: {} }),
    ['volume-source spec.volumes[0].csi.driver: the csi of the volume "data" has no driver'],
  ],
  [
    'a driver with a name that is none',
    volume({ csi: { driver: 'a b' } }),
    ['volume-source spec.volumes[0].csi.driver: "a b": …'],
  ],
  [
    'a driver with a name that is too long',
    volume({ csi: { driver: `${'a'.repeat(60)}.csi` } }),
    [
      'volume-source spec.volumes[0].csi.driver: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.csi": must be no more than 63 characters',
    ],
  ],
  [
    'a driver with a secret without a name',
    volume({ csi: { driver: 'a.csi', nodePublishSecretRef: {} } }),
    ['volume-source spec.volumes[0].csi.nodePublishSecretRef.name: "": …'],
  ],
  [
    'an emptyDir of less than nothing',
    volume({ emptyDir: { sizeLimit: '-1' } }),
    ['volume-source spec.volumes[0].emptyDir.sizeLimit: "-1" is negative'],
  ],
  [
    'an emptyDir whose size is not a quantity',
    volume({ emptyDir: { sizeLimit: 'big' } }),
    ['type spec.volumes[0].emptyDir.sizeLimit: "big" is not a valid quantity'],
  ],
  [
    'an image with an unknown pull policy',
    volume({ image: { reference: 'a', pullPolicy: 'always' } }),
    ['choice spec.volumes[0].image.pullPolicy: "always" is not a valid pullPolicy'],
  ],
  [
    'an image that no node can pull',
    volume({ image: { reference: 'data:1:2' } }),
    [
      "image spec.volumes[0].image.reference: \"data:1:2\" is not a valid image: the tag \"1:2\" must be 1 to 128 letters, digits, '_', '.' or '-', and not start with '.' or '-'",
    ],
  ],
  [
    'an image without a name',
    volume({ image: {} }),
    [
      'volume-source spec.volumes[0].image.reference: the image of the volume "data" has no reference',
    ],
  ],
  [
    'a mode beyond 0777',
    volume({ secret: { secretName: 's', defaultMode: 1777 } }),
    ['volume-source spec.volumes[0].secret.defaultMode: 1777 is not a valid file mode'],
  ],
  [
    'a negative mode',
    volume({ configMap: { name: 'c', items: [{ key: 'a', path: 'a', mode: -1 }] } }),
    ['volume-source spec.volumes[0].configMap.items[0].mode: -1 is not a valid file mode'],
  ],
  [
    'a file without a key',
    volume({ configMap: { name: 'c', items: [{ path: 'a' }] } }),
    ['volume-source spec.volumes[0].configMap.items[0].key: the key is empty'],
  ],
  [
    'a file without a path',
    volume({ configMap: { name: 'c', items: [{ key: 'a' }] } }),
    ['volume-source spec.volumes[0].configMap.items[0].path: there is no path inside the volume'],
  ],
  [
    'a file at an absolute path',
    volume({ configMap: { name: 'c', items: [{ key: 'a', path: '/a' }] } }),
    [
      'volume-source spec.volumes[0].configMap.items[0].path: "/a" is not a relative path inside the volume',
    ],
  ],
  [
    'a file that leads out',
    volume({ secret: { secretName: 's', items: [{ key: 'a', path: 'a/../../b' }] } }),
    [
      'volume-source spec.volumes[0].secret.items[0].path: "a/../../b" is not a relative path inside the volume',
    ],
  ],
  [
    'a file with a name of the kubelet',
    volume({ secret: { secretName: 's', items: [{ key: 'a', path: '..data' }] } }),
    [
      'volume-source spec.volumes[0].secret.items[0].path: "..data" is not a relative path inside the volume',
    ],
  ],
  [
    'a disk of Amazon without an id',
    volume({ awsElasticBlockStore: { partition: 256 } }),
    [
      'volume-source spec.volumes[0].awsElasticBlockStore.volumeID: the awsElasticBlockStore of the volume "data" has no volumeID',
      'volume-source spec.volumes[0].awsElasticBlockStore.partition: 256 is not a valid partition',
    ],
  ],
  [
    'a disk of Azure of an unknown kind',
    volume({ azureDisk: { diskName: 'd', diskURI: '/subscriptions/a', kind: 'managed' } }),
    ['choice spec.volumes[0].azureDisk.kind: "managed" is not a valid kind'],
  ],
  [
    'a share of Azure without a name',
    volume({ azureFile: { secretName: 's' } }),
    [
      'volume-source spec.volumes[0].azureFile.shareName: the azureFile of the volume "data" has no shareName',
    ],
  ],
  [
    'a repository of nothing, outside of the volume',
    volume({ gitRepo: { directory: '../a' } }),
    [
      'volume-source spec.volumes[0].gitRepo.repository: the gitRepo of the volume "data" has no repository',
      'volume-source spec.volumes[0].gitRepo.directory: "../a" is not a path inside the volume',
    ],
  ],
  [
    'a file of a field that files do not have',
    file({ fieldRef: { fieldPath: 'status.podIP' } }),
    [
      'volume-source spec.volumes[0].downwardAPI.items[0].fieldRef.fieldPath: "status.podIP" is not a field that a file can use',
    ],
  ],
  [
    'a file of nothing',
    file({ fieldRef: undefined }),
    [
      'volume-source spec.volumes[0].downwardAPI.items[0]: there is neither fieldRef nor resourceFieldRef',
    ],
  ],
  [
    'a file of two things',
    file({ resourceFieldRef: { containerName: 'app', resource: 'limits.cpu' } }),
    [
      'volume-source spec.volumes[0].downwardAPI.items[0]: there are both fieldRef and resourceFieldRef',
    ],
  ],
  [
    'a file of a resource of nobody',
    file({ fieldRef: undefined, resourceFieldRef: { resource: 'limits.cpu' } }),
    [
      'volume-source spec.volumes[0].downwardAPI.items[0].resourceFieldRef.containerName: the name of the container is missing',
    ],
  ],
  [
    'a projection of two sources',
    projected({ configMap: { name: 'a' }, secret: { name: 'b' } }),
    [
      'volume-source spec.volumes[0].projected.sources[0]: there are several sources: configMap, secret',
    ],
  ],
  [
    'projections without names',
    projected({ configMap: {} }, { secret: {} }),
    [
      'volume-source spec.volumes[0].projected.sources[0].configMap.name: the configMap has no name',
      'volume-source spec.volumes[0].projected.sources[1].secret.name: the secret has no name',
    ],
  ],
  [
    'two projections to one path',
    projected(
      { configMap: { name: 'a', items: [{ key: 'a', path: 'x' }] } },
      { secret: { name: 'b', items: [{ key: 'b', path: 'x' }] } },
    ),
    [
      'volume-source spec.volumes[0].projected.sources[1].secret.items[0].path: "x" is already taken by spec.volumes[0].projected.sources[0].configMap.items[0].path',
    ],
  ],
  [
    'a token without a path',
    pod({ serviceAccountName: 'a', ...projected({ serviceAccountToken: {} }) }),
    [
      'volume-source spec.volumes[0].projected.sources[0].serviceAccountToken.path: there is no path inside the volume',
    ],
  ],
  [
    'a token that is not valid for long',
    pod({
      serviceAccountName: 'a',
      ...projected({ serviceAccountToken: { path: 't', expirationSeconds: 599 } }),
    }),
    [
      'volume-source spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds: a token cannot be valid for 599 seconds',
    ],
  ],
  [
    'a token that is valid for too long',
    pod({
      serviceAccountName: 'a',
      ...projected({ serviceAccountToken: { path: 't', expirationSeconds: 2 ** 32 + 1 } }),
    }),
    [
      'volume-source spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds: a token cannot be valid for 4294967297 seconds',
    ],
  ],

  [
    'no claim template',
    volume({ ephemeral: {} }),
    [
      'volume-source spec.volumes[0].ephemeral: the ephemeral volume "data" has no volumeClaimTemplate',
    ],
  ],
  [
    'a claim template with metadata of a claim',
    claim({}, { generation: 1, deletionGracePeriodSeconds: 0 }),
    [
      'volume-source spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.generation: the template of a claim has no generation',
      'volume-source spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.deletionGracePeriodSeconds: the template of a claim has no deletionGracePeriodSeconds',
    ],
  ],
  [
    'a claim template without modes',
    claim({ accessModes: undefined }),
    [
      'storage/access-mode spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: there is no access mode',
    ],
  ],
  [
    'a claim template with an unknown mode',
    claim({ accessModes: ['RWO'] }),
    [
      'storage/access-mode spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes[0]: "RWO" is not a valid access mode',
    ],
  ],
  [
    'a claim template for one pod and for many',
    claim({ accessModes: ['ReadWriteOncePod', 'ReadWriteMany'] }),
    [
      'storage/access-mode spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: ReadWriteOncePod cannot be combined with other access modes',
    ],
  ],
  [
    'a claim template without a size',
    claim({ resources: {} }),
    [
      'storage/quantity spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests.storage: there is no size',
    ],
  ],
  [
    'a claim template of no size',
    claim({ resources: { requests: { storage: '0' } } }),
    [
      'storage/quantity spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests.storage: "0" is not greater than zero',
    ],
  ],
  [
    'a claim template with a source that says nothing',
    claim({ dataSource: {} }),
    [
      'storage/data-source spec.volumes[0].ephemeral.volumeClaimTemplate.spec.dataSource.name: there is no name',
      'storage/data-source spec.volumes[0].ephemeral.volumeClaimTemplate.spec.dataSource.kind: there is no kind',
    ],
  ],
  [
    'a claim template with a source of the core group that cannot be one',
    claim({ dataSource: { kind: 'Pod', name: 'a' } }),
    [
      'storage/data-source spec.volumes[0].ephemeral.volumeClaimTemplate.spec.dataSource.apiGroup: "Pod" is not a kind of the core group that volumes can be populated from',
    ],
  ],
  [
    'a claim template with a source that the claim is made without',
    claim({ dataSource: { apiGroup: 'example.com', kind: 'Backup', name: 'a' } }),
    [
      'storage/data-source spec.volumes[0].ephemeral.volumeClaimTemplate.spec.dataSource: the API server drops a dataSource of the kind "Backup" of "example.com", so the volume would be empty',
    ],
  ],
  [
    'a claim template of an unknown volume mode',
    claim({ volumeMode: 'File' }),
    [
      'storage/choice spec.volumes[0].ephemeral.volumeClaimTemplate.spec.volumeMode: "File" is not a valid value',
    ],
  ],
  [
    'a claim template of a class with a name that is none',
    claim({ storageClassName: 'Fast SSD' }),
    [
      'storage/name spec.volumes[0].ephemeral.volumeClaimTemplate.spec.storageClassName: "Fast SSD": …',
    ],
  ],
  [
    'a claim template with a name',
    claim({}, { name: 'a' }),
    [
      'volume-source spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.name: the template of a claim has no name',
    ],
  ],
  [
    'a claim template with labels that are none',
    claim({}, { labels: { team: 'a team' } }),
    [
      'label spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.labels.team: the value "a team": …',
    ],
  ],
  [
    'a claim template with a selector that is none',
    claim({ selector: { matchExpressions: [{ key: 'a', operator: 'In' }] } }),
    [
      'storage/selector spec.volumes[0].ephemeral.volumeClaimTemplate.spec.selector.matchExpressions[0].values: the operator In requires at least one value, but there are 0',
    ],
  ],
  [
    'a claim template from a source of no kind',
    claim({ dataSource: { name: 'a' } }),
    [
      'storage/data-source spec.volumes[0].ephemeral.volumeClaimTemplate.spec.dataSource.kind: there is no kind',
    ],
  ],
  [
    'a claim template from two sources',
    claim({
      dataSource: { kind: 'PersistentVolumeClaim', name: 'a' },
      dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'b' },
    }),
    [
      'storage/data-source spec.volumes[0].ephemeral.volumeClaimTemplate.spec.dataSource: dataSource and dataSourceRef name different objects',
    ],
  ],

  [
    'a mount of nothing',
    mounted({ name: 'dta' }),
    ['mounted-volume spec.containers[0].volumeMounts[0].name: the pod has no volume "dta"'],
  ],
  [
    'a mount without a name',
    mounted({ name: undefined }),
    ['mounted-volume spec.containers[0].volumeMounts[0].name: the pod has no volume undefined'],
  ],
  [
    'a mount without a path',
    mounted({ mountPath: '' }),
    ['mount-path spec.containers[0].volumeMounts[0].mountPath: the path is empty'],
  ],
  [
    'two mounts at one path',
    pod({
      containers: [
        {
          name: 'app',
          image: 'a',
          volumeMounts: [
            { name: 'data', mountPath: '/data' },
            { name: 'data', mountPath: '/data' },
          ],
        },
      ],
      volumes: [{ name: 'data', emptyDir: {} }],
    }),
    [
      'mount-path-taken spec.containers[0].volumeMounts[1].mountPath: "/data" is already mounted, by spec.containers[0].volumeMounts[0]',
    ],
  ],
  [
    'a subPath that leads out',
    mounted({ subPath: '../x' }),
    ['sub-path spec.containers[0].volumeMounts[0].subPath: "../x" points outside the volume'],
  ],
  [
    'an absolute subPath',
    mounted({ subPath: '/x' }),
    ['sub-path spec.containers[0].volumeMounts[0].subPath: "/x" is absolute'],
  ],
  [
    'an absolute subPathExpr beside a subPath',
    mounted({ subPath: 'x', subPathExpr: '/y' }),
    [
      'sub-path spec.containers[0].volumeMounts[0].subPathExpr: "/y" is absolute',
      'sub-path spec.containers[0].volumeMounts[0].subPathExpr: subPath "x" and subPathExpr "/y" cannot be combined',
    ],
  ],
  [
    'an unknown propagation',
    mounted({ mountPropagation: 'Both' }),
    [
      'mount-option spec.containers[0].volumeMounts[0].mountPropagation: "Both" is not a valid propagation',
    ],
  ],
  [
    'bidirectional propagation without privileges',
    mounted({ mountPropagation: 'Bidirectional' }),
    [
      'mount-option spec.containers[0].volumeMounts[0].mountPropagation: Bidirectional is only for privileged containers',
    ],
  ],
  [
    'an unknown way to be read-only',
    mounted({ readOnly: true, recursiveReadOnly: 'Always' }),
    [
      'mount-option spec.containers[0].volumeMounts[0].recursiveReadOnly: "Always" is not a valid value',
    ],
  ],
  [
    'a recursive read-only mount that is not read-only',
    mounted({ recursiveReadOnly: 'Enabled' }),
    [
      'mount-option spec.containers[0].volumeMounts[0].recursiveReadOnly: "Enabled" requires a read-only mount',
    ],
  ],
  [
    'a recursive read-only mount that propagates',
    mounted({ readOnly: true, recursiveReadOnly: 'Enabled', mountPropagation: 'HostToContainer' }),
    [
      'mount-option spec.containers[0].volumeMounts[0].recursiveReadOnly: "Enabled" cannot be combined with mountPropagation "HostToContainer"',
    ],
  ],
  [
    'a device of nothing',
    device({ name: 'dta' }),
    ['mounted-volume spec.containers[0].volumeDevices[0].name: the pod has no volume "dta"'],
  ],
  [
    'a device of an emptyDir',
    device({}, { emptyDir: {} }),
    ['mounted-volume spec.containers[0].volumeDevices[0].name: the volume "data" is not a claim'],
  ],
  [
    'a device without a path',
    device({ devicePath: '' }),
    [
      'mounted-volume spec.containers[0].volumeDevices[0].devicePath: "" is not a valid device path',
    ],
  ],
  [
    'a device at a path with dots',
    device({ devicePath: '/dev/../x' }),
    [
      'mounted-volume spec.containers[0].volumeDevices[0].devicePath: "/dev/../x" is not a valid device path',
    ],
  ],
  [
    'a device that is mounted as well',
    pod({
      containers: [
        {
          name: 'app',
          image: 'a',
          volumeDevices: [{ name: 'data', devicePath: '/x' }],
          volumeMounts: [{ name: 'data', mountPath: '/x' }],
        },
      ],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'd' } }],
    }),
    [
      'mounted-volume spec.containers[0].volumeDevices[0].name: the volume "data" is already used',
      'mounted-volume spec.containers[0].volumeDevices[0].devicePath: "/x" is already taken',
    ],
  ],
  [
    'two devices of one claim',
    pod({
      containers: [
        {
          name: 'app',
          image: 'a',
          volumeDevices: [
            { name: 'data', devicePath: '/x' },
            { name: 'data', devicePath: '/x' },
          ],
        },
      ],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'd' } }],
    }),
    [
      'mounted-volume spec.containers[0].volumeDevices[1].name: the volume "data" is already used',
      'mounted-volume spec.containers[0].volumeDevices[1].devicePath: "/x" is already taken',
    ],
  ],
];

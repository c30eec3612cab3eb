import { ApiObject, App, Chart, Size, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import {
  CsiPersistentVolume,
  EfsSharedVolume,
  EphemeralVolume,
  Findings,
  FindingsError,
  FsGroupPolicy,
  LocalStorageClass,
  LocalVolume,
  PVCViewer,
  Target,
  Platform,
  TargetPodSecurity,
  VolumeAccess,
  VolumeOwnership,
} from '../../src';
import { asked, planFor } from '../../src/ownership/constructs/app';
import { OWNERSHIP_SCRIPT } from '../../src/ownership/script';
import { topologyOf } from '../../src/tree';
import { claimNamed } from '../support/claims';
import { problemsOf } from '../support/validate';

let app: App;
let chart: Chart;
beforeEach(() => {
  app = new App();
  chart = new Chart(app, 'app', { namespace: 'shop' });
});

const NFS = { name: 'media', nfs: { server: 'filer', path: '/media' } };
const SCRATCH = { name: 'scratch', emptyDir: {} };
const CONTAINER = 'volume-ownership';

interface Named {
  readonly name: string;
}

/** A pod that mounts all its volumes. */
function podSpec(
  volumes: readonly { readonly name: string }[],
  more: object = {},
  mount: object = {},
): object {
  return {
    containers: [
      {
        name: 'app',
        image: 'docker.io/library/app:1',
        volumeMounts: volumes.map(({ name }) => ({ name, mountPath: `/${name}`, ...mount })),
      },
    ],
    volumes,
    ...more,
  };
}

function deployment(
  volumes: readonly { readonly name: string }[],
  more: object = {},
  mount: object = {},
  id = 'web',
): ApiObject {
  const labels = { app: id };
  return new ApiObject(chart, id, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: id },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: podSpec(volumes, more, mount) },
    },
  });
}

function claim(
  id: string,
  storageClassName: string,
  accessModes: string[] = ['ReadWriteOnce'],
): object {
  new ApiObject(chart, `claim-${id}`, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: id },
    spec: { accessModes, storageClassName, resources: { requests: { storage: '1Gi' } } },
  });
  return { name: id, persistentVolumeClaim: { claimName: id } };
}

function storageClass(provisioner: string): void {
  new ApiObject(chart, 'class', {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'sc' },
    provisioner,
    ...(provisioner === 'smb.csi.k8s.io' ? { parameters: { source: '//filer/files' } } : {}),
  });
}

const podOf = (object: any) =>
  object.spec.jobTemplate?.spec.template.spec ?? object.spec.template?.spec ?? object.spec;
const written = (kind = 'Deployment', name?: string): any =>
  podOf(
    Testing.synth(chart).find(
      (one) => one.kind === kind && (name === undefined || one.metadata.name === name),
    ),
  );
const told = () =>
  Findings.of(app).all.map(
    ({ severity, rule, path, message, remedy }) =>
      `${severity} ${rule} ${path}: ${message}; ${remedy}`,
  );

function thrown(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof FindingsError) {
      return error.findings.map(
        ({ rule, path, message, remedy }) => `${rule} ${path}: ${message}; ${remedy}`,
      );
    }
    throw error;
  }
  return [];
}

describe('what the pod gets', () => {
  test('fsGroup where kubelet acts, with no policy where that has no effect', () => {
    VolumeOwnership.of(deployment([SCRATCH])).setGroup(2000);
    expect(written().securityContext).toEqual({ fsGroup: 2000 });
    expect(written().initContainers).toBeUndefined();
  });

  test('fsGroup with OnRootMismatch for a disk', () => {
    storageClass('ebs.csi.aws.com');
    VolumeOwnership.of(deployment([claim('data', 'sc') as Named])).setGroup(2000);
    expect(written().securityContext).toEqual({
      fsGroup: 2000,
      fsGroupChangePolicy: 'OnRootMismatch',
    });
  });

  test('Always is what an absent policy means', () => {
    storageClass('ebs.csi.aws.com');
    VolumeOwnership.of(
      deployment([claim('data', 'sc') as Named], {
        securityContext: { fsGroupChangePolicy: 'OnRootMismatch' },
      }),
    ).setGroup(2000, { changePolicy: kplus.FsGroupChangePolicy.ALWAYS });
    expect(written().securityContext).toEqual({ fsGroup: 2000 });
  });

  test('an init container and the group, where nobody else acts', () => {
    const object = deployment([NFS], {
      initContainers: [{ name: 'first', image: 'docker.io/library/app:1' }],
    });
    VolumeOwnership.of(object).setGroup(2000);
    const { securityContext, initContainers } = written();
    expect(securityContext).toEqual({ supplementalGroups: [2000] });
    expect(initContainers).toEqual([
      {
        name: CONTAINER,
        image: 'docker.io/library/busybox:1.37.0',
        command: ['sh', '-c', OWNERSHIP_SCRIPT, CONTAINER],
        args: ['/volumes/0', '2000', 'rw', 'OnRootMismatch', '-'],
        resources: { requests: { cpu: '10m', memory: '16Mi' }, limits: { memory: '128Mi' } },
        securityContext: {
          runAsUser: 0,
          runAsGroup: 2000,
          runAsNonRoot: false,
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'], add: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER'] },
          seccompProfile: { type: 'RuntimeDefault' },
        },
        volumeMounts: [{ name: 'media', mountPath: '/volumes/0' }],
      },
      { name: 'first', image: 'docker.io/library/app:1' },
    ]);
    expect(Testing.synth(chart).flatMap((one) => problemsOf(one))).toEqual([]);
  });

  test('an init container for each volume with its parts, and the whole volume where one container has it', () => {
    const mounts = [
      { name: 'media', mountPath: '/a', subPath: 'b' },
      { name: 'media', mountPath: '/c', subPath: 'a' },
      { name: 'other', mountPath: '/o' },
      { name: 'other', mountPath: '/p', subPath: 'x' },
    ];
    const spec = {
      containers: [{ name: 'app', image: 'docker.io/library/app:1', volumeMounts: mounts }],
      volumes: [NFS, { ...NFS, name: 'other' }],
    };
    const object = new ApiObject(chart, 'pod', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'pod' },
      spec,
    });
    VolumeOwnership.of(object)
      .setGroup(2000, { volumeNames: ['media'], hints: { media: { access: VolumeAccess.READ } } })
      .setGroup(3000, {
        volumeNames: ['other'],
        changePolicy: kplus.FsGroupChangePolicy.ALWAYS,
        image: 'registry.example.com/tools:1',
      });
    const { securityContext, initContainers } = written('Pod');
    expect(securityContext).toEqual({ supplementalGroups: [2000, 3000] });
    const partOf = ({ name, image, args, volumeMounts, securityContext: { runAsGroup } }: any) => ({
      name,
      image,
      args,
      volumeMounts,
      runAsGroup,
    });
    expect(initContainers.map(partOf)).toEqual([
      {
        name: CONTAINER,
        image: 'registry.example.com/tools:1',
        args: [
          ...['/volumes/0', '2000', 'r', 'OnRootMismatch', '-'],
          ...['/volumes/1', '2000', 'r', 'OnRootMismatch', '-'],
        ],
        volumeMounts: [
          { name: 'media', mountPath: '/volumes/0', subPath: 'a' },
          { name: 'media', mountPath: '/volumes/1', subPath: 'b' },
        ],
        runAsGroup: 2000,
      },
      {
        name: `${CONTAINER}-2`,
        image: 'registry.example.com/tools:1',
        args: ['/volumes/0', '3000', 'rw', 'Always', '-'],
        volumeMounts: [{ name: 'other', mountPath: '/volumes/0' }],
        runAsGroup: 3000,
      },
    ]);
  });

  test('fsGroup is a group of the processes already', () => {
    VolumeOwnership.of(deployment([SCRATCH, NFS])).setGroup(2000);
    expect(written().securityContext).toEqual({ fsGroup: 2000 });
  });

  test('without names, what can be written to', () => {
    const others = [
      { name: 'settings', configMap: { name: 'settings' } },
      { name: 'key', secret: { secretName: 'key' } },
      { name: 'tools', image: { reference: 'docker.io/library/tools:1' } },
      { name: 'archive', nfs: { server: 'filer', path: '/archive', readOnly: true } },
    ];
    const object = new ApiObject(chart, 'pod', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'pod' },
      spec: {
        ...podSpec([SCRATCH, ...others]),
        volumes: [SCRATCH, ...others, { name: 'unused', emptyDir: {} }],
      },
    });
    expect(VolumeOwnership.of(object).setGroup(2000).explain()).toEqual([
      '"scratch" is an emptyDir, which kubelet creates with fsGroup 2000',
    ]);
  });

  test('verify takes the place of the warning that the server may refuse', () => {
    storageClass('nfs.csi.k8s.io');
    const volume = claim('data', 'sc', ['ReadWriteMany']) as Named;
    VolumeOwnership.of(deployment([volume])).setGroup(2000);
    expect(told().filter((one) => one.includes('ownership/'))).toEqual([
      'warning ownership/caveat spec.template.spec.volumes[0]: ' +
        '"data": kubelet does not report it if the server refuses the change (root_squash); verify does, before the application starts; handle it, or acknowledge ownership/caveat',
    ]);
    VolumeOwnership.of(deployment([volume], {}, {}, 'other')).setGroup(2000, { verify: true });
    expect(told().filter((one) => one.includes('ownership/'))).toHaveLength(1);
  });

  test('verify has nothing to look at where kubelet cannot fail silently', () => {
    VolumeOwnership.of(deployment([SCRATCH])).setGroup(2000, { verify: true });
    expect(written().initContainers).toBeUndefined();
  });

  test.each([
    [['ReadWriteMany'], 'init'],
    [['ReadOnlyMany', 'ReadWriteOnce'], 'fsGroup'],
  ])('the access modes %j of a hint decide: %s', (accessModes, way) => {
    VolumeOwnership.of(
      deployment([{ name: 'files', persistentVolumeClaim: { claimName: 'files' } } as Named]),
    ).setGroup(2000, {
      hints: {
        files: {
          driver: 'driver.longhorn.io',
          fsType: 'ext4',
          accessModes: accessModes as kplus.PersistentVolumeAccessMode[],
        },
      },
    });
    expect(written().initContainers === undefined ? 'fsGroup' : 'init').toBe(way);
  });

  test('verify looks, as nobody and with nothing', () => {
    storageClass('nfs.csi.k8s.io');
    VolumeOwnership.of(deployment([claim('data', 'sc', ['ReadWriteMany']) as Named])).setGroup(
      2000,
      { verify: true },
    );
    const [{ securityContext, args, volumeMounts }] = written().initContainers;
    expect(args).toEqual(['/volumes/0', '2000', 'rw', 'Verify', '-']);
    expect(volumeMounts).toEqual([{ name: 'data', mountPath: '/volumes/0', readOnly: true }]);
    expect(securityContext).toEqual({
      runAsUser: 65534,
      runAsNonRoot: true,
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
      seccompProfile: { type: 'RuntimeDefault' },
    });
  });

  test.each([
    [{ securityContext: { runAsUser: 1000 } }, {}],
    [{}, { platform: Platform.OPENSHIFT }],
  ])('verify takes the user of the pod %j or of the platform %j', (more, target) => {
    Target.enable(chart, target);
    storageClass('nfs.csi.k8s.io');
    VolumeOwnership.of(
      deployment([claim('data', 'sc', ['ReadWriteMany']) as Named], more),
    ).setGroup(2000, { verify: true });
    expect(written().initContainers[0].securityContext.runAsUser).toBeUndefined();
  });
});

describe('a user', () => {
  const AT = 'spec.template.spec.volumes[0]';

  test('gets the files of volumes that an init container sees to', () => {
    VolumeOwnership.of(deployment([NFS, SCRATCH]))
      .setGroup(2000, { volumeNames: ['media'], user: 1000 })
      .setGroup(2000, { volumeNames: ['scratch'] });
    expect(written().initContainers[0].args).toEqual([
      '/volumes/0',
      '2000',
      'rw',
      'OnRootMismatch',
      '1000',
    ]);
    expect(told()).toEqual([]);
  });

  test('is an error where nobody changes users', () => {
    VolumeOwnership.of(deployment([SCRATCH])).setGroup(2000, { user: 1000 });
    expect(told()).toEqual([
      `error ownership/user ${AT}: no init container sets the group of "scratch", and nothing else changes users, so user 1000 would have no effect; ` +
        'remove user, or name only volumes whose group an init container sets',
    ]);
  });

  test('is one for each volume', () => {
    VolumeOwnership.of(deployment([NFS]))
      .setGroup(2000, { user: 1000 })
      .setGroup(2000, { user: 1001 });
    expect(told()).toEqual([
      `error ownership/one-group ${AT}: "media" should go to user 1000 and to user 1001; choose one`,
    ]);
  });

  test.each([-1, 2147483648])('%d is refused', (user) => {
    expect(thrown(() => VolumeOwnership.of(deployment([NFS])).setGroup(2000, { user }))).toEqual([
      `ownership/option user: ${user} is not a valid user; use a whole number from 0 to 2147483647`,
    ]);
  });

  test.each([0, 2147483647])('%d is taken', (user) => {
    VolumeOwnership.of(deployment([NFS])).setGroup(2000, { user });
    expect(told()).toEqual([]);
  });
});

describe('on OpenShift', () => {
  const AT = 'spec.template.spec.volumes[0]';
  const onOpenshift = () => Target.enable(chart, { platform: Platform.OPENSHIFT });

  test('the platform assigns the group, and the pod gets none here', () => {
    onOpenshift();
    storageClass('ebs.csi.aws.com');
    const object = deployment([SCRATCH, claim('data', 'sc') as Named], {
      securityContext: { runAsNonRoot: true },
    });
    const ownership = VolumeOwnership.of(object).usePlatformGroup();
    expect(ownership.explain()).toEqual([
      '"scratch" is an emptyDir, which kubelet creates with the fsGroup that the platform assigns',
      '"data" is a volume of the CSI driver ebs.csi.aws.com with fsGroupPolicy File, so kubelet sets its group to the fsGroup that the platform assigns',
    ]);
    expect(written().securityContext).toEqual({
      runAsNonRoot: true,
      fsGroupChangePolicy: 'OnRootMismatch',
    });
    expect(told().filter((one) => one.includes('ownership/'))).toEqual([]);
  });

  test('what kubelet leaves alone is refused', () => {
    onOpenshift();
    VolumeOwnership.of(deployment([NFS])).usePlatformGroup();
    expect(told()).toEqual([
      `error ownership/not-possible ${AT}: "media" is an NFS volume, on which kubelet ignores fsGroup, and OpenShift does not let containers run as root unless an SCC such as anyuid is granted; ` +
        'change the group of the export on the server and put it in supplementalGroups, use a driver with fsGroupPolicy File, or set uid and gid in the mount options or the class, ' +
        'or set allowRoot where such an SCC is granted',
    ]);
  });

  test('an SCC that is granted lets an init container be root', () => {
    onOpenshift();
    VolumeOwnership.of(deployment([NFS])).setGroup(2000, { allowRoot: true });
    expect(written().initContainers.map(({ name }: any) => name)).toEqual([CONTAINER]);
    expect(told()).toEqual([]);
  });

  test('it is an error where the platform assigns none', () => {
    VolumeOwnership.of(deployment([SCRATCH])).usePlatformGroup();
    expect(told()).toEqual([
      'error ownership/assigned : the group is left to the platform, but the target does not specify one; ' +
        'specify a group, or a platform that assigns one: Target.enable(app, { platform: Platform.OPENSHIFT })',
    ]);
    const other = new Chart(app, 'eks', { namespace: 'shop' });
    Target.enable(other, { platform: Platform.EKS });
    VolumeOwnership.of(
      new ApiObject(other, 'pod', {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'pod' },
        spec: podSpec([SCRATCH]),
      }),
    ).usePlatformGroup();
    expect(told()[1]).toMatch(
      /^error ownership\/assigned : the group is left to the platform, but eks assigns none; /,
    );
  });

  test('beside a group that is fixed', () => {
    onOpenshift();
    VolumeOwnership.of(
      deployment([SCRATCH, { name: 'more', emptyDir: {} } as Named], {
        securityContext: { fsGroup: 1000 },
      }),
    )
      .usePlatformGroup({ volumeNames: ['scratch'] })
      .setGroup(3000, { volumeNames: ['more'] });
    expect(told().filter((one) => one.startsWith('error'))).toEqual([
      'error ownership/one-group spec.template.spec.volumes[1]: "more" should go to group 3000 and "scratch" to the group that the platform assigns, but a pod has only one fsGroup; ' +
        'use the group that the platform assigns for "more" as well',
      'error ownership/other-group spec.template.spec.securityContext.fsGroup: the pod already has fsGroup 1000, but "scratch" should go to the group that the platform assigns; ' +
        'use group 1000, or remove fsGroup from the pod',
    ]);
  });

  test.each([
    ['user', 1000],
    ['verify', true],
    ['image', 'docker.io/library/busybox:1'],
    ['allowRoot', true],
  ])('%s is for init containers', (name, value) => {
    expect(
      thrown(() => VolumeOwnership.of(deployment([SCRATCH])).usePlatformGroup({ [name]: value })),
    ).toEqual([
      `ownership/option ${name}: ${name} is for an init container, which cannot read the group that the platform assigns; remove it, or set a group`,
    ]);
  });
});

describe('an SMB share', () => {
  const smb = (mountOptions: string[]) =>
    new ApiObject(chart, 'class', {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'sc' },
      provisioner: 'smb.csi.k8s.io',
      mountOptions,
    });
  const caveats = () => told().filter((one) => one.includes('ownership/caveat')).length;

  test.each([
    [['dir_mode=0770', 'file_mode=0660'], 0],
    [['vers=3.0,dir_mode=770,file_mode=0664'], 0],
    [['dir_mode=0770'], 1],
    [['dir_mode=0750', 'file_mode=0660'], 1],
    [[], 1],
  ])('with %j is told of %d times', (mountOptions, count) => {
    smb(mountOptions);
    VolumeOwnership.of(deployment([claim('data', 'sc', ['ReadWriteMany']) as Named])).setGroup(
      2000,
    );
    expect(caveats()).toBe(count);
  });

  test('of Azure Files is open to groups unless its modes say otherwise', () => {
    storageClass('file.csi.azure.com');
    VolumeOwnership.of(deployment([claim('data', 'sc', ['ReadWriteMany']) as Named])).setGroup(
      2000,
    );
    expect(caveats()).toBe(0);
  });
});

describe('what the workload has already', () => {
  test('stays, and asking twice changes nothing', () => {
    const object = deployment([SCRATCH, NFS], {
      securityContext: { runAsUser: 1000, fsGroup: 2000, supplementalGroups: [5] },
    });
    VolumeOwnership.of(object).setGroup(2000);
    const once = written();
    VolumeOwnership.of(object)
      .setGroup(2000)
      .setGroup(2000, { volumes: [] as never[], volumeNames: ['scratch'] });
    expect(written()).toEqual(once);
    expect(once.securityContext).toEqual({
      runAsUser: 1000,
      fsGroup: 2000,
      supplementalGroups: [5],
    });
    expect(once.initContainers).toHaveLength(1);
  });

  test('is joined by groups for init containers', () => {
    VolumeOwnership.of(
      deployment([NFS], { securityContext: { fsGroup: 1000, supplementalGroups: [5] } }),
    ).setGroup(2000);
    expect(written().securityContext).toEqual({ fsGroup: 1000, supplementalGroups: [5, 2000] });
  });

  test('a policy without a group, which cdk8s-plus always writes, is dropped', () => {
    const object = new kplus.Deployment(chart, 'web', {
      containers: [{ image: 'docker.io/library/app:1' }],
    });
    expect(written().securityContext.fsGroupChangePolicy).toBe('Always');
    VolumeOwnership.of(object).leaveUnchanged();
    expect(written().securityContext).toEqual({ runAsNonRoot: true });
    expect(VolumeOwnership.of(object).explain()).toEqual([]);
  });
});

describe('every kind of workload', () => {
  const template = () => ({ metadata: { labels: { app: 'x' } }, spec: podSpec([NFS]) });
  const selector = { matchLabels: { app: 'x' } };
  test.each([
    ['v1', 'Pod', () => podSpec([NFS])],
    ['v1', 'ReplicationController', () => ({ template: template() })],
    ['apps/v1', 'Deployment', () => ({ selector, template: template() })],
    ['apps/v1', 'StatefulSet', () => ({ selector, serviceName: 'x', template: template() })],
    ['apps/v1', 'DaemonSet', () => ({ selector, template: template() })],
    ['apps/v1', 'ReplicaSet', () => ({ selector, template: template() })],
    [
      'batch/v1',
      'Job',
      () => ({ template: { spec: { restartPolicy: 'Never', ...podSpec([NFS]) } } }),
    ],
    [
      'batch/v1',
      'CronJob',
      () => ({
        schedule: '* * * * *',
        jobTemplate: {
          spec: { template: { spec: { restartPolicy: 'Never', ...podSpec([NFS]) } } },
        },
      }),
    ],
  ])('%s %s', (apiVersion, kind, spec) => {
    VolumeOwnership.of(
      new ApiObject(chart, 'it', { apiVersion, kind, metadata: { name: 'it' }, spec: spec() }),
    ).setGroup(2000);
    const { securityContext, initContainers } = written(kind);
    expect([securityContext, initContainers.map((one: any) => one.name)]).toEqual([
      { supplementalGroups: [2000] },
      [CONTAINER],
    ]);
    expect(Testing.synth(chart).flatMap((one) => problemsOf(one))).toEqual([]);
  });

  test('of cdk8s-plus, with volumes as objects', () => {
    const media = kplus.Volume.fromNfs(chart, 'nfs', 'media', { server: 'filer', path: '/media' });
    const workload = new kplus.StatefulSet(chart, 'db', {
      service: new kplus.Service(chart, 'service', {
        ports: [{ port: 80 }],
        metadata: { name: 'db' },
      }),
      containers: [{ image: 'docker.io/library/app:1' }],
      volumes: [media],
    });
    workload.containers[0].mount('/media', media);
    VolumeOwnership.of(workload).setGroup(2000, { volumes: [media] });
    const { securityContext, initContainers } = written('StatefulSet');
    expect([securityContext, initContainers.map((one: any) => one.name)]).toEqual([
      { runAsNonRoot: true, supplementalGroups: [2000] },
      [CONTAINER],
    ]);
  });

  test('claim templates are volumes, too', () => {
    storageClass('ebs.csi.aws.com');
    const volumeClaimTemplates = [
      {
        metadata: { name: 'data' },
        spec: {
          accessModes: ['ReadWriteOnce'],
          storageClassName: 'sc',
          resources: { requests: { storage: '1Gi' } },
        },
      },
    ];
    const spec = {
      replicas: 3,
      selector,
      serviceName: 'x',
      volumeClaimTemplates,
      template: {
        metadata: { labels: { app: 'x' } },
        spec: { ...podSpec([{ name: 'data' }]), volumes: [] },
      },
    };
    const workload = new ApiObject(chart, 'db', {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'db' },
      spec,
    });
    expect(
      VolumeOwnership.of(workload)
        .setGroup(2000, { volumeNames: ['data'] })
        .explain(),
    ).toEqual([
      '"data" is a volume of the CSI driver ebs.csi.aws.com with fsGroupPolicy File, so kubelet sets its group to fsGroup 2000',
    ]);
    expect(written('StatefulSet').securityContext).toEqual({
      fsGroup: 2000,
      fsGroupChangePolicy: 'OnRootMismatch',
    });
  });
});

describe("the library's own storage tells what it is", () => {
  test('an EFS volume with an access point', () => {
    const volume = new EfsSharedVolume(chart, 'efs', {
      fileSystemId: 'fs-01234567',
      accessPointId: 'fsap-01234567',
      name: 'files',
    } as any);
    VolumeOwnership.of(
      deployment([
        { name: 'files', persistentVolumeClaim: { claimName: (volume as any).claimName } } as Named,
      ]),
    ).setGroup(2000);
    expect(told().filter((one) => one.includes('ownership/'))).toEqual([
      'error ownership/not-possible spec.template.spec.volumes[0]: ' +
        '"files" is an EFS volume with an access point: all files belong to the user of the access point, so their group cannot be changed; ' +
        'set the user and group of the access point at EFS, and name the other volumes (volumes: […]); if it has no user, set enforcesIdentity: false in the hints of the volume',
    ]);
  });

  test('an ephemeral volume', () => {
    storageClass('driver.longhorn.io');
    const ephemeral = {
      volumeClaimTemplate: {
        spec: {
          accessModes: ['ReadWriteOnce'],
          storageClassName: 'sc',
          resources: { requests: { storage: '1Gi' } },
        },
      },
    };
    expect(
      VolumeOwnership.of(deployment([{ name: 'tmp', ephemeral } as Named]))
        .setGroup(2000)
        .explain(),
    ).toEqual([
      '"tmp" is a volume of the CSI driver driver.longhorn.io with a file system for one node, so kubelet sets its group to fsGroup 2000',
    ]);
  });

  test('a volume on a local disk, and a CSI volume', () => {
    const disks = new LocalStorageClass(chart, 'disks', { name: 'disks' });
    new LocalVolume(chart, 'disk', {
      storage: Size.gibibytes(1),
      storageClassName: disks.storageClassName,
      name: 'disk',
    });
    const filer = new CsiPersistentVolume(chart, 'filer', {
      driver: 'nfs.csi.k8s.io',
      volumeHandle: 'filer',
      storage: Size.gibibytes(1),
      accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY],
      storageClassName: '',
      claim: claimNamed(chart, 'filer', { namespace: 'shop' }),
    });
    new ApiObject(chart, 'claim-filer', {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'filer' },
      spec: {
        accessModes: ['ReadWriteMany'],
        storageClassName: '',
        volumeName: filer.name,
        resources: { requests: { storage: '1Gi' } },
      },
    });
    const of = (name: string) => ({ name, persistentVolumeClaim: { claimName: name } });
    expect(
      VolumeOwnership.of(deployment([of('disk'), of('filer')]))
        .setGroup(2000)
        .explain(),
    ).toEqual([
      '"disk" is a volume of the CSI driver localdisk.csi.acstor.io with fsGroupPolicy File, so kubelet sets its group to fsGroup 2000',
      '"filer" is a volume of the CSI driver nfs.csi.k8s.io with fsGroupPolicy File, so kubelet sets its group to fsGroup 2000',
    ]);
  });

  test('what is not in the app, the user says', () => {
    Target.enable(chart, { drivers: [{ name: 'example.com', fsGroupPolicy: FsGroupPolicy.FILE }] });
    const object = deployment([
      { name: 'files', persistentVolumeClaim: { claimName: 'files' } } as Named,
    ]);
    VolumeOwnership.of(object).setGroup(2000, {
      hints: {
        files: {
          driver: 'example.com',
          accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY],
        },
      },
    });
    expect(VolumeOwnership.of(object).explain()).toEqual([
      '"files" is a volume of the CSI driver example.com with fsGroupPolicy File, so kubelet sets its group to fsGroup 2000',
    ]);
  });

  test('the CSIDriver object of the app wins over what is known', () => {
    storageClass('ebs.csi.aws.com');
    new ApiObject(chart, 'driver', {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSIDriver',
      metadata: { name: 'ebs.csi.aws.com' },
      spec: { fsGroupPolicy: 'None' },
    });
    expect(
      VolumeOwnership.of(deployment([claim('data', 'sc') as Named]))
        .setGroup(2000)
        .explain(),
    ).toEqual([
      '"data" is a volume of the CSI driver ebs.csi.aws.com, whose fsGroupPolicy None keeps kubelet from it, so an init container must change its group to 2000',
    ]);
  });
});

describe('what is wrong', () => {
  const AT = 'spec.template.spec';

  test('a construct that does not create pods', () => {
    const service = new kplus.Service(chart, 'service', { ports: [{ port: 80 }] });
    expect(thrown(() => VolumeOwnership.of(service))).toEqual([
      'ownership/workload : app/service does not create pods, so it has no volumes; pass a workload, such as a Deployment',
    ]);
    expect(thrown(() => VolumeOwnership.of(new Construct(chart, 'empty')))).toEqual([
      'ownership/workload : app/empty does not create pods, so it has no volumes; pass a workload, such as a Deployment',
    ]);
    expect(thrown(() => VolumeOwnership.of(undefined as never))).toEqual([
      'ownership/workload : undefined does not create pods, so it has no volumes; pass a workload, such as a Deployment',
    ]);
  });

  test.each([
    [0, '0 is not a valid group; use the group of the application; 0 is that of root'],
    [-1, '-1 is not a valid group; use a whole number from 1 to 2147483647'],
    [2147483648, '2147483648 is not a valid group; use a whole number from 1 to 2147483647'],
  ])('the group %j', (gid, text) => {
    expect(thrown(() => VolumeOwnership.of(deployment([SCRATCH])).setGroup(gid))).toEqual([
      `ownership/option gid: ${text}`,
    ]);
  });

  test('a volume that is not there', () => {
    VolumeOwnership.of(deployment([SCRATCH])).setGroup(2000, { volumeNames: ['scratsh'] });
    expect(told()).toEqual([
      `error ownership/unknown-volume ${AT}.volumes: the pod has no volume "scratsh"; perhaps you meant "scratch"`,
    ]);
  });

  test('no volume at all, and hints of others', () => {
    const object = deployment([SCRATCH]);
    expect(thrown(() => VolumeOwnership.of(object).setGroup(2000, { volumeNames: [] }))).toEqual([
      'ownership/option volumes: no volume is named; name one, or remove volumes to select all that can be written to',
    ]);
    expect(
      thrown(() =>
        VolumeOwnership.of(object).setGroup(2000, {
          volumeNames: ['scratch'],
          hints: { scratsh: {} },
        }),
      ),
    ).toEqual([
      'ownership/option hints.scratsh: "scratsh" is not among the volumes whose group is set; perhaps you meant "scratch"',
    ]);
  });

  test('a hint of a volume that is not there', () => {
    VolumeOwnership.of(deployment([SCRATCH])).setGroup(2000, { hints: { other: {} } });
    expect(told()).toEqual([
      `error ownership/unknown-volume ${AT}.volumes: the pod has no volume "other"; name one of scratch`,
    ]);
  });

  test.each([
    [
      { image: 'a b' },
      'image: "a b" is not a valid image reference; use one such as docker.io/library/busybox:1.37.0',
      'input/type',
    ],
    [
      { volumeNames: ['scratch'], hints: { something: {} } },
      'hints.something: "something" is not among the volumes whose group is set; remove it, or name the volume',
      'ownership/option',
    ],
  ])('the options %j', (options, text, rule) => {
    expect(thrown(() => VolumeOwnership.of(deployment([SCRATCH])).setGroup(2000, options))).toEqual(
      [`${rule} ${text}`],
    );
  });

  test('the largest group is one', () => {
    VolumeOwnership.of(deployment([SCRATCH])).setGroup(2147483647);
    expect(written().securityContext).toEqual({ fsGroup: 2147483647 });
  });

  test('a pod for Windows', () => {
    VolumeOwnership.of(deployment([SCRATCH], { os: { name: 'windows' } })).setGroup(2000);
    expect(told()).toEqual([
      `error ownership/not-possible ${AT}.volumes[0]: the pod is for Windows, where fsGroup and supplementalGroups must not be set; remove the group`,
    ]);
  });

  test('a template of claims, at its place', () => {
    const template = (name: string) => ({
      metadata: { name },
      spec: {
        accessModes: ['ReadWriteMany'],
        storageClassName: 'elsewhere',
        resources: { requests: { storage: '1Gi' } },
      },
    });
    const spec = {
      serviceName: 'x',
      selector: { matchLabels: { app: 'x' } },
      volumeClaimTemplates: [template('first'), template('second')],
      template: {
        metadata: { labels: { app: 'x' } },
        spec: { ...podSpec([{ name: 'first' }, { name: 'second' }, SCRATCH]), volumes: [SCRATCH] },
      },
    };
    VolumeOwnership.of(
      new ApiObject(chart, 'db', {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata: { name: 'db' },
        spec,
      }),
    ).setGroup(2000, { volumeNames: ['second'] });
    expect(told().filter((one) => one.includes('ownership/'))).toEqual([
      'error ownership/not-possible spec.volumeClaimTemplates[1]: "second" is the claim "second-db-0", ' +
        'of which neither the volume nor the driver is known, so it is unknown who sets the group; name its driver (in the hints of the volume), declare its class or volume, or take it for one whose group kubelet sets (assumeFsGroup)',
    ]);
  });

  test('two groups for one volume', () => {
    VolumeOwnership.of(deployment([SCRATCH]))
      .setGroup(2000, { volumeNames: ['scratch'] })
      .setGroup(3000, { volumeNames: ['scratch'] });
    expect(told()).toEqual([
      `error ownership/one-group ${AT}.volumes[0]: "scratch" should go to group 2000 and to group 3000; choose one`,
    ]);
  });

  test('two groups for volumes that kubelet changes', () => {
    VolumeOwnership.of(deployment([SCRATCH, { name: 'more', emptyDir: {} } as Named]))
      .setGroup(2000, { volumeNames: ['scratch'] })
      .setGroup(3000, { volumeNames: ['more'] });
    expect(told()).toEqual([
      `error ownership/one-group ${AT}.volumes[1]: "more" should go to group 3000 and "scratch" to 2000, but a pod has only one fsGroup; use group 2000 for "more" as well`,
    ]);
  });

  test('another group of the pod', () => {
    VolumeOwnership.of(deployment([SCRATCH], { securityContext: { fsGroup: 1000 } })).setGroup(
      2000,
    );
    expect(told()).toEqual([
      `error ownership/other-group ${AT}.securityContext.fsGroup: the pod already has fsGroup 1000, but "scratch" should go to group 2000; ` +
        'use group 1000, or remove fsGroup from the pod',
    ]);
    expect(() => app.synthYaml()).toThrow('the pod already has fsGroup 1000');
  });

  test('a level of Pod Security that has no root', () => {
    Target.enable(chart, { podSecurity: TargetPodSecurity.RESTRICTED });
    VolumeOwnership.of(deployment([NFS])).setGroup(2000);
    expect(told()).toEqual([
      `error ownership/not-possible ${AT}.volumes[0]: "media" is an NFS volume, on which kubelet ignores fsGroup, ` +
        'and the restricted level of Pod Security does not let containers run as root; change the group of the export on the server and put it in supplementalGroups, ' +
        'use a driver with fsGroupPolicy File, or set uid and gid in the mount options or the class',
    ]);
  });

  test('a namespace of the app that enforces a level without root', () => {
    new ApiObject(chart, 'namespace', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'shop', labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
    });
    VolumeOwnership.of(deployment([NFS])).setGroup(2000);
    expect(told()[0]).toMatch(
      /^error ownership\/not-possible .*: "media" is an NFS volume, on which kubelet ignores fsGroup, and the restricted level of Pod Security does not let containers run as root; /,
    );
  });

  test.each([
    ['baseline', 'shop', 0],
    ['privileged', 'shop', 0],
    ['restricted', 'other', 0],
    ['baseline', 'shop', 1],
  ])('of a namespace at the level %s, %s, a hostPath counts', (level, name, isHostPath) => {
    Target.enable(chart, { podSecurity: TargetPodSecurity.PRIVILEGED });
    new ApiObject(chart, 'namespace', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, labels: { 'pod-security.kubernetes.io/enforce': level } },
    });
    VolumeOwnership.of(
      deployment([isHostPath ? ({ name: 'media', hostPath: { path: '/srv' } } as Named) : NFS]),
    ).setGroup(2000, { hints: { media: { allowHostPath: true } } });
    expect(
      told().map((one) => /the level baseline of Pod Security allows no hostPath/.test(one)),
    ).toEqual(isHostPath ? [true] : []);
  });

  test('a mount by an expression', () => {
    VolumeOwnership.of(deployment([NFS], {}, { subPathExpr: '$(A_SERVICE_HOST)' })).setGroup(2000);
    expect(told()).toEqual([
      `error ownership/sub-path-expr ${AT}.volumes[0]: "media" is mounted with subPathExpr "$(A_SERVICE_HOST)", whose variables an init container does not have; ` +
        'mount it with subPath, or mount the whole volume',
    ]);
  });

  test('a container that has the name of the second one', () => {
    const more = {
      initContainers: [
        { name: `${CONTAINER}-2`, image: 'docker.io/library/app:1' },
        { name: `${CONTAINER}-3`, image: 'docker.io/library/app:1' },
      ],
    };
    VolumeOwnership.of(deployment([NFS, { ...NFS, name: 'other' } as Named], more)).setGroup(2000);
    expect(told()).toEqual([
      `error ownership/container-name ${AT}.initContainers: the pod already has a container "${CONTAINER}-2"; rename it`,
    ]);
  });

  test('a container of the same name', () => {
    VolumeOwnership.of(
      deployment([NFS], {
        initContainers: [{ name: CONTAINER, image: 'docker.io/library/app:1' }],
      }),
    ).setGroup(2000);
    expect(told()).toEqual([
      `error ownership/container-name ${AT}.initContainers: the pod already has a container "volume-ownership"; rename it`,
    ]);
  });

  test.each([[{}], [{ template: {} }]])('a workload without a pod spec: %j', (spec) => {
    VolumeOwnership.of(
      new ApiObject(chart, 'web', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web' },
        spec,
      }),
    ).setGroup(2000);
    expect(told()).toEqual([
      `error ownership/workload ${AT}: the Deployment has no pod spec, so it has no volumes; add a pod spec`,
    ]);
  });

  test('a claim of another namespace', () => {
    new ApiObject(chart, 'claim', {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', namespace: 'other' },
      spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'sc' },
    });
    storageClass('ebs.csi.aws.com');
    VolumeOwnership.of(
      deployment([{ name: 'data', persistentVolumeClaim: { claimName: 'data' } } as Named]),
    ).setGroup(2000);
    expect(told().filter((one) => one.includes('ownership/'))).toEqual([
      `error ownership/not-possible ${AT}.volumes[0]: "data" is the claim "data", which is declared in the namespace "other" only, ` +
        'and pods of "shop" can use only claims of their own namespace; declare it in the namespace "shop", or move the pods to the namespace of the claim',
    ]);
  });

  test('a claim that is changed as well, though nobody asked for it', () => {
    storageClass('ebs.csi.aws.com');
    VolumeOwnership.of(deployment([SCRATCH, claim('data', 'sc') as Named])).setGroup(2000, {
      volumeNames: ['scratch'],
    });
    expect(told().filter((one) => one.includes('ownership/'))).toEqual([
      `warning ownership/also-changed ${AT}.volumes[1]: kubelet also sets the group of "data" to fsGroup 2000, although it is not among the volumes; ` +
        'add it to the volumes, or acknowledge ownership/also-changed',
    ]);
  });

  test('nothing is said of a claim that the fsGroup of the pod changes anyway', () => {
    storageClass('ebs.csi.aws.com');
    VolumeOwnership.of(
      deployment([SCRATCH, claim('data', 'sc') as Named], { securityContext: { fsGroup: 2000 } }),
    ).setGroup(2000, { volumeNames: ['scratch'] });
    expect(told().filter((one) => one.includes('ownership/'))).toEqual([]);
  });

  test('what is to be known besides', () => {
    storageClass('smb.csi.k8s.io');
    VolumeOwnership.of(deployment([claim('data', 'sc', ['ReadWriteMany']) as Named])).setGroup(
      2000,
    );
    expect(told()).toEqual([
      `warning ownership/caveat ${AT}.volumes[0]: "data": the group may write only if the mount options dir_mode and file_mode say so; ` +
        'the first pod on a node decides for all of them; handle it, or acknowledge ownership/caveat',
    ]);
  });
});

describe('workloads that share a volume', () => {
  const AT = 'spec.template.spec.volumes[0]';

  test('give it to one group, or both are named', () => {
    VolumeOwnership.of(deployment([NFS])).setGroup(2000);
    VolumeOwnership.of(deployment([NFS], {}, {}, 'other')).setGroup(3000);
    expect(told()).toEqual([
      `error ownership/shared-group ${AT}: the group of "media" is set to 3000 by Deployment shop/other, and to 2000 by Deployment shop/web: ` +
        'each start changes it again; use group 2000 in both',
    ]);
  });

  test('one whose group somebody else wrote counts as well', () => {
    storageClass('nfs.csi.k8s.io');
    const volume = claim('data', 'sc', ['ReadWriteMany']) as any;
    deployment([volume], { securityContext: { fsGroup: 1000 } });
    VolumeOwnership.of(deployment([volume], {}, {}, 'other')).setGroup(3000);
    expect(told().filter((one) => one.startsWith('error'))).toEqual([
      `error ownership/shared-group ${AT}: the group of "data" is set to 3000 by Deployment shop/other, and to 1000 by Deployment shop/web: ` +
        'each start changes it again; use group 1000 in both',
    ]);
  });

  test('what the target knows of a driver counts for those whom nobody asked, too', () => {
    Target.enable(chart, {
      drivers: [{ name: 'files.example.com', fsGroupPolicy: FsGroupPolicy.FILE }],
    });
    storageClass('files.example.com');
    const volume = claim('data', 'sc', ['ReadWriteMany']) as any;
    deployment([volume], { securityContext: { fsGroup: 1000 } });
    VolumeOwnership.of(deployment([volume], {}, {}, 'other')).setGroup(3000);
    expect(
      told()
        .filter((one) => one.includes('ownership/shared-group'))
        .map((one) => one.split(' ')[0]),
    ).toEqual(['error']);
  });

  test('is told once, though the rule on objects sees it as well', () => {
    storageClass('nfs.csi.k8s.io');
    const volume = claim('data', 'sc', ['ReadWriteMany']) as any;
    VolumeOwnership.of(deployment([volume])).setGroup(2000);
    VolumeOwnership.of(deployment([volume], {}, {}, 'other')).setGroup(3000);
    expect(told().filter((one) => one.includes('ownership/shared-group'))).toHaveLength(1);
  });

  test.each([
    ['the same group', 2000, 'filer'],
    ['other volumes', 3000, 'elsewhere'],
  ])('nothing is said of %s', (_what, gid, server) => {
    VolumeOwnership.of(deployment([NFS])).setGroup(2000);
    VolumeOwnership.of(
      deployment(
        [{ ...NFS, nfs: { server, path: '/media' } } as { name: string }],
        {},
        {},
        'other',
      ),
    ).setGroup(gid);
    expect(told()).toEqual([]);
  });
});

test('the image comes from the registry of the target, with its digest', () => {
  Target.enable(chart, {
    registry: 'registry.example.com/mirror',
    digests: { 'library/busybox:1.37.0': `sha256:${'0'.repeat(64)}` },
  });
  VolumeOwnership.of(deployment([NFS])).setGroup(2000);
  expect(written().initContainers[0].image).toBe(
    `registry.example.com/mirror/library/busybox:1.37.0@sha256:${'0'.repeat(64)}`,
  );
});

test('a viewer of a claim takes the group that the claim is given to', () => {
  const volume = { name: 'data', persistentVolumeClaim: { claimName: 'data' } } as Named;
  VolumeOwnership.of(deployment([volume])).setGroup(2000, {
    hints: { data: { assumeFsGroup: true } },
  });
  new PVCViewer(chart, 'viewer', { claim: claimNamed(chart, 'data'), readOnly: false });
  expect(written('Deployment', 'pvcviewer-data').securityContext).toMatchObject({
    fsGroup: 2000,
    fsGroupChangePolicy: 'OnRootMismatch',
  });
});

test('each that is asked later counts, though what was asked before was explained', () => {
  const object = deployment([SCRATCH, NFS]);
  const ownership = VolumeOwnership.of(object).setGroup(2000, { volumeNames: ['scratch'] });
  expect(ownership.explain()).toHaveLength(1);
  expect(ownership.setGroup(2000, { volumeNames: ['media'] }).explain()).toHaveLength(2);
});

test('a plan is made once for what was asked', () => {
  const object = deployment([SCRATCH]);
  VolumeOwnership.of(object).setGroup(2000);
  const plan = () => planFor(asked.get(object)!, topologyOf(object));
  const first = plan();
  expect(first).toBeDefined();
  expect(plan()).toBe(first);
  VolumeOwnership.of(object).setGroup(2000);
  expect(plan()).toBe(first);
});

test('volumes that are added later count', () => {
  const workload = new kplus.Deployment(chart, 'web', {
    containers: [{ image: 'docker.io/library/app:1' }],
  });
  VolumeOwnership.of(workload).setGroup(2000);
  const scratch = kplus.Volume.fromEmptyDir(chart, 'scratch', 'scratch', {
    sizeLimit: Size.gibibytes(1),
  });
  workload.containers[0].mount('/scratch', scratch);
  expect(written().securityContext).toEqual({ fsGroup: 2000, runAsNonRoot: true });
});

test('storage of this library is given to a group as it was mounted', () => {
  const scratch = new EphemeralVolume(chart, 'scratch', {
    storage: Size.gibibytes(1),
    storageClassName: 'fast',
  });
  const web = new kplus.Deployment(chart, 'web', {
    replicas: 1,
    containers: [{ image: 'registry.example.com/web:1.0.0' }],
  });
  web.containers[0].mount('/scratch', scratch);
  VolumeOwnership.of(web).setGroup(2000, {
    volumes: [scratch],
    hints: { [scratch.volumeName]: { assumeFsGroup: true } },
  });
  const workload = (Testing.synth(chart) as any[]).find(({ kind }) => kind === 'Deployment');
  expect(workload.spec.template.spec.securityContext).toMatchObject({ fsGroup: 2000 });
});

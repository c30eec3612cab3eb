/**
 * Every public call that takes options, with options that are fine, for tests of what is wrong with
 * one of them.
 */
import { join } from 'node:path';
import { App, Chart, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as volumes from '../../src';
import { Finding, FindingsError } from '../../src/findings';
import { claimNamed } from '../support/claims';

type Options = { readonly [option: string]: any };

interface Call {
  readonly fine: Options;
  /** Where the options are in those of the construct that takes them: the start of all paths. */
  readonly at?: string;
  call(chart: Chart, options: any): unknown;
}

const FILE_SYSTEM = { fileSystemId: 'fs-01234567' };
const CLASS = { name: 'sc' };
const DRIVER = () => new volumes.EfsCsiDriver({});

const construct = (
  type: new (scope: Chart, id: string, options: any) => unknown,
  fine: Options,
): Call => ({ fine, call: (chart, options) => new type(chart, 'it', options) });
const anywhere = (call: (options: any) => unknown, fine: Options = {}): Call => ({
  fine,
  call: (_chart, options) => call(options),
});
const stackOf = (chart: Chart, options: Options = {}) =>
  new volumes.CsiDriverStack(chart, 'stack', {
    driver: DRIVER(),
    platform: volumes.Platform.VANILLA,
    ...options,
  } as volumes.CsiDriverStackProps);
/** A read-out of a cluster with one class. */
function readOut(): volumes.ClusterReadOut {
  return volumes.ClusterReadOut.fromFile(join(__dirname, 'files', 'cluster.json'));
}
const EFS = new volumes.EfsFileSystem('fs-01234567');
const deploymentIn = (chart: Chart) =>
  new kplus.Deployment(chart, 'web', { containers: [{ image: 'docker.io/library/nginx:1.27.0' }] });
const setIn = (chart: Chart) =>
  new kplus.StatefulSet(chart, 'db', {
    service: new kplus.Service(chart, 'service', { ports: [{ port: 5432 }] }),
    containers: [{ image: 'docker.io/library/postgres:17.0' }],
  });
const testIn = (chart: Chart, options: Options) =>
  new volumes.LocustTest(chart, 'it', options as volumes.LocustTestProps);
const LOCUST_TEST = {
  image: 'docker.io/locustio/locust:2.43.1',
  master: { command: 'locust' },
  worker: { command: 'locust', replicas: 1 },
};

const REPOSITORY = { repoUrl: 'https://git.example.com/team/app.git' };
const APPLICATION = { ...REPOSITORY, path: 'dist/manifests' };

/**
 * By the names that `callsOf` finds, but for the checks of constructs, which take the same options.
 */
const MADE: { readonly [name: string]: Call } = {
  'Target.enable': {
    fine: { cluster: readOut(), kubernetes: '1.34', drivers: [{ name: 'disks.example.org' }] },
    call: (chart, options) => volumes.Target.enable(chart, options),
  },
  'Target.fromCluster': anywhere((options) => volumes.Target.fromCluster(readOut(), options), {
    kubernetes: '1.34',
    drivers: [{ name: 'disks.example.org' }],
  }),
  'VolumeChecks.enable': {
    fine: { cluster: readOut() },
    call: (chart, options) => volumes.VolumeChecks.enable(chart, options),
  },
  'GitOps.enableArgoCd': {
    fine: {},
    call: (chart, options) => volumes.GitOps.enableArgoCd(chart, options),
  },
  'GitOps.enableFlux': {
    fine: {},
    call: (chart, options) => volumes.GitOps.enableFlux(chart, options),
  },
  StorageClass: construct(volumes.StorageClass, { provisioner: 'example.com/disk' }),
  CsiPersistentVolume: construct(volumes.CsiPersistentVolume, {
    driver: 'example.com',
    volumeHandle: 'disk-1',
    storage: Size.gibibytes(1),
    accessModes: ['ReadWriteMany'],
  }),
  Claim: construct(volumes.Claim, { storage: Size.gibibytes(1), accessModes: ['ReadWriteMany'] }),
  'Claim.fromClaimName': {
    fine: {},
    call: (chart, options) => volumes.Claim.fromClaimName(chart, 'it', 'data', options),
  },
  'ClaimTemplates.add': {
    fine: { storage: Size.gibibytes(1) },
    call: (chart, options) => volumes.ClaimTemplates.of(setIn(chart)).add('data', options),
  },
  'ClaimTemplates.check': {
    fine: { storage: Size.gibibytes(1) },
    call: (chart, options) => volumes.ClaimTemplates.check(setIn(chart), 'data', options),
  },
  'ClaimTemplates.useRetentionPolicy': {
    fine: {},
    call: (chart, options) => volumes.ClaimTemplates.of(setIn(chart)).useRetentionPolicy(options),
  },
  'CoLocation.withWorkload': {
    fine: {},
    call: (chart, options) =>
      volumes.CoLocation.of(deploymentIn(chart)).withWorkload(
        new kplus.Deployment(chart, 'db', {
          containers: [{ image: 'docker.io/library/nginx:1.27.0' }],
        }),
        options,
      ),
  },
  'CoLocation.withClaim': {
    fine: {},
    call: (chart, options) =>
      volumes.CoLocation.of(deploymentIn(chart)).withClaim(claimNamed(chart, 'data'), options),
  },
  'VolumeTopology.registerWorkload': {
    fine: { group: 'example.com', kind: 'Farm', templatePath: ['spec', 'template'] },
    call: (chart, options) => volumes.VolumeTopology.registerWorkload(chart, options),
  },
  CsiDriverStack: { fine: {}, call: stackOf },
  'CsiDriverStack.addStorageClass': {
    at: 'storageClasses[0]',
    fine: CLASS,
    call: (chart, options) => stackOf(chart).addStorageClass('it', options),
  },
  'CsiSidecars.registrar': anywhere((options) => volumes.csi.CsiSidecars.registrar(options), {
    image: 'registry.k8s.io/sig-storage/a:v1',
    socket: '/csi/csi.sock',
    logLevel: 2,
  }),
  'CsiSidecars.livenessProbe': anywhere(
    (options) => volumes.csi.CsiSidecars.livenessProbe(options),
    { image: 'registry.k8s.io/sig-storage/a:v1', port: 9809 },
  ),
  'CsiSidecars.provisioner': anywhere((options) => volumes.csi.CsiSidecars.provisioner(options), {
    image: 'registry.k8s.io/sig-storage/a:v1',
    socketDirectory: '/csi',
    logLevel: 2,
  }),
  EfsCsiDriver: {
    fine: {},
    call: (chart, options) => stackOf(chart, { driver: new volumes.EfsCsiDriver(options) }),
  },
  CsiStorageClass: {
    at: 'storageClasses[0]',
    fine: CLASS,
    call: (chart, options) =>
      stackOf(chart, { storageClasses: [new volumes.CsiStorageClass(options)] }),
  },
  EfsCsiStorageClass: {
    at: 'storageClasses[0]',
    fine: { name: 'a', fileSystemId: 'fs-01234567' },
    call: (chart, options) =>
      stackOf(chart, {
        driver: new volumes.EfsCsiDriver({
          storageClasses: [new volumes.EfsCsiStorageClass(options)],
        }),
      }),
  },
  DriverFacts: {
    at: 'drivers[0]',
    fine: { name: 'disks.example.org' },
    call: (chart, options) =>
      volumes.Target.enable(chart, { drivers: [new volumes.DriverFacts(options)] }),
  },
  ArgoApplicationElement: {
    at: 'elements[0]',
    fine: { name: 'a', path: 'b' },
    call: (chart, options) =>
      new volumes.ArgoApplicationSet(chart, 'it', {
        ...REPOSITORY,
        elements: [new volumes.ArgoApplicationElement(options)],
      }),
  },
  ArgoIgnoreDifference: {
    at: 'ignoreDifferences[0]',
    fine: { kind: 'Service', jsonPointers: ['/spec'] },
    call: (chart, options) =>
      new volumes.ArgoApplication(chart, 'it', {
        ...APPLICATION,
        ignoreDifferences: [new volumes.ArgoIgnoreDifference(options)],
      }),
  },
  EfsEditGuard: construct(volumes.EfsEditGuard, {}),
  'EfsFileSystem.sharedVolume': {
    fine: { path: '/x' },
    call: (chart, options) => EFS.sharedVolume(chart, 'it', options),
  },
  'EfsFileSystem.storageClass': {
    fine: {},
    call: (chart, options) => EFS.storageClass(chart, 'it', options),
  },
  'EfsFileSystem.dynamicClaim': {
    fine: {},
    call: (chart, options) =>
      EFS.dynamicClaim(chart, 'it', { storageClass: EFS.storageClass(chart, 'sc'), ...options }),
  },
  EfsSharedVolume: construct(volumes.EfsSharedVolume, {
    ...FILE_SYSTEM,
    accessPointId: 'fsap-01234567',
  }),
  EfsStorageClass: construct(volumes.EfsStorageClass, FILE_SYSTEM),
  LocustTest: { fine: LOCUST_TEST, call: testIn },
  'LocustTestFiles.fromDirectory': {
    at: 'testFiles',
    fine: {},
    call: (chart, options) =>
      testIn(chart, {
        ...LOCUST_TEST,
        testFiles: volumes.LocustTestFiles.fromDirectory(`${__dirname}/files`, options),
      }),
  },
  'LocustTestFiles.fromInline': {
    at: 'testFiles',
    fine: {},
    call: (chart, options) =>
      testIn(chart, {
        ...LOCUST_TEST,
        testFiles: volumes.LocustTestFiles.fromInline({ 'locustfile.py': '' }, options),
      }),
  },
  'LocustTestFiles.fromConfigMap': {
    at: 'testFiles',
    fine: {},
    call: (chart, options) =>
      testIn(chart, {
        ...LOCUST_TEST,
        testFiles: volumes.LocustTestFiles.fromConfigMap(
          kplus.ConfigMap.fromConfigMapName(chart, 'code', 'files'),
          options,
        ),
      }),
  },
  'LocustTestFiles.fromConfigMapName': {
    at: 'testFiles',
    fine: {},
    call: (chart, options) =>
      testIn(chart, {
        ...LOCUST_TEST,
        testFiles: volumes.LocustTestFiles.fromConfigMapName('files', options),
      }),
  },
  LocustTestVolumes: construct(volumes.LocustTestVolumes, {}),
  'LocustTestVolumes.mount': {
    at: 'mount',
    fine: {},
    call: (chart, options) =>
      new volumes.LocustTestVolumes(chart, 'it').mount(
        '/data',
        kplus.Volume.fromEmptyDir(chart, 'dir', 'dir'),
        options,
      ),
  },
  'LocustTestVolumes.addMount': {
    at: 'volumeMounts[0]',
    fine: { name: 'dir', mountPath: '/data' },
    call: (chart, options) => {
      const mounted = new volumes.LocustTestVolumes(chart, 'it');
      mounted.addVolume({ name: 'dir', emptyDir: {} });
      mounted.addMount(options);
    },
  },
  'LocustTestVolumes.keepResults': {
    at: 'keepResults',
    fine: { storage: Size.gibibytes(1) },
    call: (chart, options) => new volumes.LocustTestVolumes(chart, 'it').keepResults(options),
  },
  'LocustOperatorSettings.binary': {
    at: 'settings',
    fine: {},
    call: (chart, options) =>
      testIn(chart, { ...LOCUST_TEST, settings: volumes.LocustOperatorSettings.binary(options) }),
  },
  'LocustOperatorSettings.chart': {
    at: 'settings',
    fine: {},
    call: (chart, options) =>
      testIn(chart, { ...LOCUST_TEST, settings: volumes.LocustOperatorSettings.chart(options) }),
  },
  EphemeralOnlyPolicy: construct(volumes.EphemeralOnlyPolicy, {}),
  EphemeralOnlyWebhook: construct(volumes.EphemeralOnlyWebhook, {}),
  HyperconvergedPolicy: {
    fine: {},
    call: (chart, options) => {
      volumes.Target.enable(chart, { kubernetes: '1.36' });
      return new volumes.HyperconvergedPolicy(chart, 'it', options);
    },
  },
  HyperconvergedWebhook: construct(volumes.HyperconvergedWebhook, {}),
  EphemeralVolume: construct(volumes.EphemeralVolume, { storage: Size.gibibytes(1) }),
  LocalCsiDriver: {
    fine: {},
    call: (chart, options) => stackOf(chart, { driver: new volumes.LocalCsiDriver(options) }),
  },
  LocalPersistentVolume: construct(volumes.LocalPersistentVolume, {
    nodeName: 'node-1',
    storage: Size.gibibytes(1),
    storageClassName: 'local',
  }),
  LocalStorageClass: construct(volumes.LocalStorageClass, {}),
  LocalVolume: construct(volumes.LocalVolume, {
    storage: Size.gibibytes(1),
    storageClassName: 'local',
  }),
  'LocalVolume.claimTemplate': anywhere(
    (options) => volumes.LocalVolume.claimTemplate('data', options),
    { storage: Size.gibibytes(1), storageClassName: 'local' },
  ),
  'VolumeOwnership.setGroup': {
    fine: { volumeNames: ['data'], hints: { data: {} } },
    call: (chart, options) => {
      const volume = kplus.Volume.fromEmptyDir(chart, 'dir', 'data');
      const web = deploymentIn(chart);
      web.containers[0].mount('/data', volume);
      volumes.VolumeOwnership.of(web).setGroup(2000, options);
    },
  },
  'VolumeOwnership.usePlatformGroup': {
    fine: { volumeNames: ['data'], hints: { data: {} } },
    call: (chart, options) => {
      volumes.Target.enable(chart, { platform: volumes.Platform.OPENSHIFT });
      const volume = kplus.Volume.fromEmptyDir(chart, 'dir', 'data');
      const web = deploymentIn(chart);
      web.containers[0].mount('/data', volume);
      volumes.VolumeOwnership.of(web).usePlatformGroup(options);
    },
  },
  PVCViewer: { fine: {}, call: viewerWith },
  'ViewerImage.dufs': {
    at: 'image',
    fine: {},
    call: (chart, options) => viewerWith(chart, { image: volumes.ViewerImage.dufs(options) }),
  },
  'ViewerImage.filebrowser': {
    at: 'image',
    fine: {},
    call: (chart, options) =>
      viewerWith(chart, { image: volumes.ViewerImage.filebrowser(options) }),
  },
  'ViewerImage.cloudcmd': {
    at: 'image',
    fine: {},
    call: (chart, options) => viewerWith(chart, { image: volumes.ViewerImage.cloudcmd(options) }),
  },
  ViewerImage: {
    at: 'image',
    fine: { image: 'docker.io/example/app:1.0.0', port: 8080, mountPath: '/data', prefix: 'kept' },
    call: (chart, options) => viewerWith(chart, { image: new volumes.ViewerImage(options) }),
  },
  'ViewerRouting.virtualService': {
    at: 'routing',
    fine: {},
    call: (chart, options) =>
      viewerWith(chart, { routing: volumes.ViewerRouting.virtualService(options) }),
  },
  'ViewerRouting.httpRoute': {
    at: 'routing',
    fine: { gatewayName: 'web' },
    call: (chart, options) =>
      viewerWith(chart, { routing: volumes.ViewerRouting.httpRoute(options) }),
  },
  'ViewerRouting.ingress': {
    at: 'routing',
    fine: {},
    call: (chart, options) =>
      viewerWith(chart, { routing: volumes.ViewerRouting.ingress(options) }),
  },
  AppProject: {
    fine: {},
    call: (chart, options) =>
      new volumes.ArgoApplication(chart, 'app', {
        ...APPLICATION,
        project: new volumes.AppProject(chart, 'it', options as volumes.AppProjectProps),
        charts: [chart],
      }),
  },
  ArgoApplication: construct(volumes.ArgoApplication, APPLICATION),
  ArgoApplicationSet: construct(volumes.ArgoApplicationSet, {
    ...REPOSITORY,
    elements: [{ name: 'web', path: 'web' }],
  }),
  ArgoClaimHealth: construct(volumes.ArgoClaimHealth, {}),
  ArgoSynthPlugin: anywhere((options) => new volumes.ArgoSynthPlugin(options), {
    image: 'registry.example.com/argocd-cdk8s:1.0.0',
  }),
  FluxKustomization: construct(volumes.FluxKustomization, { path: 'dist' }),
};

/** Calls whose struct is not a user's: what the library itself hands over. */
/** What a construct is checked with besides its options. */
const BESIDES: { readonly [name: string]: (chart: Chart) => Options } = {
  PVCViewer: (chart) => ({ claim: claimNamed(chart, 'data') }),
  HyperconvergedPolicy: (chart) => {
    volumes.Target.enable(chart, { kubernetes: '1.36' });
    return {};
  },
  CsiDriverStack: () => ({ driver: DRIVER(), platform: volumes.Platform.VANILLA }),
};

type Checked = { check?(scope: Chart, id: string, options: any): Finding[] };

const CHECKS = Object.fromEntries(
  Object.keys(MADE)
    .filter(
      (name) => (volumes as unknown as { [name: string]: Checked })[name]?.check !== undefined,
    )
    .map((name): [string, Call] => [
      `${name}.check`,
      {
        ...MADE[name],
        call: (chart, options) =>
          (volumes as unknown as { [name: string]: Checked })[name].check!(chart, 'it', {
            ...BESIDES[name]?.(chart),
            ...options,
          }),
      },
    ]),
);

/** By the names that `callsOf` finds. */
export const CALLS: { readonly [name: string]: Call } = { ...MADE, ...CHECKS };

export const NOT_CALLED_BY_USERS = [
  'CustomCsiDriver.checkStorageClass',
  'CustomCsiDriver.describe',
];

function viewerWith(chart: Chart, options: Options): unknown {
  return new volumes.PVCViewer(chart, 'it', { claim: claimNamed(chart, 'data'), ...options });
}

/**
 * All findings on the options of a call, thrown and kept, with the paths of the options. Any other
 * error passes.
 */
export function findingsOfCall(name: string, options: Options): readonly Finding[] {
  const app = new App();
  const chart = new Chart(app, 'app', { namespace: 'app' });
  try {
    const returned = CALLS[name].call(chart, options);
    return (name.endsWith('.check') ? (returned as Finding[]) : volumes.Findings.of(app).all).map(
      (finding) => inOptions(finding, CALLS[name]),
    );
  } catch (error) {
    if (error instanceof FindingsError) {
      return error.findings.map((finding) => inOptions(finding, CALLS[name]));
    }
    throw error;
  }
}

function inOptions(finding: Finding, { at }: Call): Finding {
  return at !== undefined && finding.path.startsWith(`${at}.`)
    ? { ...finding, path: finding.path.slice(at.length + 1) }
    : finding;
}

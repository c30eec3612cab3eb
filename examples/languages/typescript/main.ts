/**
 * The app of all languages, in TypeScript: `CDK8S_OUTDIR=dist npx tsx main.ts`, or `npx tsx main.ts
 * wrong` for what is said of wrong inputs.
 */
import { App, Chart, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  CoLocation,
  CsiDriverStack,
  CsiStorageClass,
  EfsCsiDriver,
  EfsEditGuard,
  EfsFileSystem,
  EphemeralVolume,
  GitOps,
  LocalStorageClass,
  LocustTest,
  Claim,
  Platform,
  PVCViewer,
  Target,
  ViewerRouting,
  VolumeOwnership,
} from 'cdk8s-volumes';

/** What the app has. */
export function build(app: App): void {
  const driver = new Chart(app, 'driver');
  const kept = new CsiStorageClass({
    name: 'kept',
    reclaimPolicy: kplus.PersistentVolumeReclaimPolicy.RETAIN,
  });
  new CsiDriverStack(driver, 'efs', {
    driver: new EfsCsiDriver(),
    platform: Platform.EKS,
    storageClasses: [kept],
  });
  const guard = new EfsEditGuard(driver, 'guard');
  const disks = new LocalStorageClass(driver, 'disks', { name: 'disks' });

  const shop = new Chart(app, 'shop', { namespace: 'shop', disableResourceNameHashes: true });
  const content = new EfsFileSystem('fs-0123456789abcdef0').sharedVolume(shop, 'content', {
    accessPointId: 'fsap-0123456789abcdef0',
  });
  guard.protect(content);
  const server = new kplus.Deployment(shop, 'server', {
    metadata: { name: 'server' },
    replicas: 2,
    containers: [{ image: 'registry.example.com/server:1.0.0', portNumber: 8080 }],
  });
  server.containers[0].mount('/content', content, { readOnly: true });
  const archive = new Claim(shop, 'archive', {
    storage: Size.gibibytes(5),
    accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY],
    storageClassName: 'shared',
  });
  server.containers[0].mount('/archive', archive);

  const pages = new kplus.PersistentVolumeClaim(shop, 'pages', {
    metadata: { name: 'pages' },
    accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE],
    storage: Size.gibibytes(10),
    storageClassName: 'fast',
  });
  const wiki = new kplus.Deployment(shop, 'wiki', {
    metadata: { name: 'wiki' },
    replicas: 1,
    strategy: kplus.DeploymentStrategy.recreate(),
    containers: [{ image: 'registry.example.com/wiki:1.0.0', portNumber: 3000 }],
  });
  wiki.containers[0].mount(
    '/pages',
    kplus.Volume.fromPersistentVolumeClaim(shop, 'pages-volume', pages, { name: 'pages' }),
  );
  const scratch = new EphemeralVolume(shop, 'scratch', {
    storage: Size.gibibytes(20),
    storageClassName: disks.storageClassName,
  });
  wiki.containers[0].mount('/scratch', scratch);
  VolumeOwnership.of(wiki).setGroup(2000, { volumes: [scratch] });

  const index = new kplus.Deployment(shop, 'index', {
    metadata: { name: 'index' },
    replicas: 1,
    strategy: kplus.DeploymentStrategy.recreate(),
    containers: [{ image: 'registry.example.com/index:1.0.0', portNumber: 9200 }],
  });
  index.containers[0].mount(
    '/pages',
    kplus.Volume.fromPersistentVolumeClaim(shop, 'index-volume', pages, { name: 'pages' }),
    { readOnly: true },
  );
  CoLocation.of(index).withClaim(pages);

  const load = new LocustTest(shop, 'load', {
    image: 'locustio/locust:2.43.1',
    master: { command: '-f /lotest/src/shop.py --host http://server --users 100 --run-time 10m' },
    worker: { command: '-f /lotest/src/shop.py', replicas: 2 },
  });
  load.volumes.mount('/data', content);
  const tolerations: kplus.k8s.Toleration[] = [{ key: 'storage', operator: 'Exists' }];
  new PVCViewer(shop, 'browse', {
    claim: pages,
    name: 'pages',
    routing: ViewerRouting.ingress({ host: 'files.example.com' }),
    tolerations,
  });
  GitOps.enableArgoCd(app);
}

/** What is wrong in each of these is an error, whose message is printed. */
export const WRONG: readonly ((chart: Chart) => void)[] = [
  (chart) =>
    new EfsFileSystem('fs-WRONG').sharedVolume(chart, 'volume', {
      accessPointId: 'fsap-0123456789abcdef0',
    }),
  (chart) => Claim.fromClaimName(chart, 'pages', 'Not_A_Name'),
  (chart) =>
    new LocustTest(chart, 'load', {
      image: 'locustio/locust:2.43.1',
      master: { command: '-f a.py' },
      worker: { command: '-f a.py', replicas: -1 },
    }),
  (chart) => new EphemeralVolume(chart, 'scratch', { storage: Size.gibibytes(0) }),
  (chart) => Target.enable(chart, { kubernetes: 'newest' }),
];

function main(which: string | undefined): void {
  if (which === undefined) {
    const app = new App({ outdir: process.env.CDK8S_OUTDIR });
    build(app);
    app.synth();
    return;
  }
  for (const make of WRONG) {
    try {
      make(new Chart(new App(), 'chart', { namespace: 'demo' }));
    } catch (error) {
      console.log((error as Error).message);
    }
  }
}

if (require.main === module) main(process.argv[2]);

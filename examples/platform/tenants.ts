/** Two teams in namespaces of their own, which share one file system through two access points. */
import { join } from 'node:path';
import { ApiObject, Chart, Cron, JsonPatch, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { StoragePlatform } from './storage-platform';
import { LocustTest, LocustTestFiles } from 'cdk8s-volumes';

export interface TenantProps {
  readonly storage: StoragePlatform;
}

const SMALL: kplus.ContainerResources = {
  cpu: { request: kplus.Cpu.millis(50), limit: kplus.Cpu.millis(500) },
  memory: { request: Size.mebibytes(64), limit: Size.mebibytes(256) },
};

/** A chart with its namespace, which comes first in the file. */
class Tenant extends Chart {
  constructor(scope: Construct, id: string) {
    super(scope, id, { namespace: id, disableResourceNameHashes: true });
    const namespace = new kplus.Namespace(this, 'namespace', { metadata: { name: id, labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } } });
    // cdk8s gives the chart's namespace to every object, to this one too.
    ApiObject.of(namespace).addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  }
}

/** The team that writes reports into its access point, every night. */
export class Analytics extends Tenant {
  constructor(scope: Construct, id: string, { storage }: TenantProps) {
    super(scope, id);
    const reports = storage.files.sharedVolume(this, 'reports', { accessPointId: 'fsap-0aaaabbbbccccdddd' });
    storage.guard.protect(reports);
    const job = new kplus.CronJob(this, 'nightly', {
      schedule: Cron.daily(),
      containers: [{ image: 'registry.example.com/analytics/report:1.4.0', resources: SMALL }],
    });
    job.containers[0].mount('/reports', reports);
  }
}

/** The team whose web server reads its access point, keeps uploads in a volume that is made on demand, and is put under load. */
export class Web extends Tenant {
  constructor(scope: Construct, id: string, { storage }: TenantProps) {
    super(scope, id);
    const content = storage.files.sharedVolume(this, 'content', { accessPointId: 'fsap-0eeeeffff00001111' });
    storage.guard.protect(content);
    const uploads = storage.files.dynamicClaim(this, 'uploads', { storageClass: storage.dynamicClass, storage: '5Gi' });
    const server = new kplus.Deployment(this, 'server', {
      replicas: 2,
      containers: [{ image: 'registry.example.com/web/server:2.0.3', portNumber: 8080, resources: SMALL }],
    });
    server.containers[0].mount('/content', content, { readOnly: true });
    server.containers[0].mount('/uploads', uploads);
    const results = storage.files.dynamicClaim(this, 'load-results', { storageClass: storage.dynamicClass, storage: '1Gi' });
    const load = new LocustTest(this, 'load', {
      image: 'locustio/locust:2.43.1',
      master: { command: '-f /lotest/src/shop.py --host http://server --users 100 --run-time 10m' },
      worker: { command: '-f /lotest/src/shop.py', replicas: 4 },
      testFiles: LocustTestFiles.fromDirectory(join(__dirname, 'load')),
    });
    // The access point decides who owns the files; OpenShift would refuse a group.
    load.volumes.keepResults({ claim: results, setFsGroup: false });
  }
}

/** Two teams in namespaces of their own, which share one file system through two access points. */
import { join } from 'node:path';
import { ApiObject, Chart, Cron, JsonPatch, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { LocalDisks } from './local-disks';
import { StoragePlatform } from './storage-platform';
import {
  EphemeralVolume,
  LocalVolume,
  LocustTest,
  LocustTestFiles,
  Claim,
  PVCViewer,
  ViewerRouting,
} from 'cdk8s-volumes';

export interface TenantProps {
  readonly storage: StoragePlatform;
}

/** What a small container needs. */
export const SMALL: kplus.ContainerResources = {
  cpu: { request: kplus.Cpu.millis(50), limit: kplus.Cpu.millis(500) },
  memory: { request: Size.mebibytes(64), limit: Size.mebibytes(256) },
};

/** The company's gateway, behind its single sign-on. */
const GATEWAY = ViewerRouting.httpRoute({
  gatewayName: 'internal',
  gatewayNamespace: 'gateways',
  hostnames: ['files.example.com'],
});
/** Nobody but the gateway reaches a viewer: it asks for no password. */
const onlyTheGateway = (scope: Construct) => ({
  allowFrom: [kplus.Namespaces.select(scope, 'gateways', { names: ['gateways'] })],
});

/** A chart with its namespace, which comes first in the file. */
export class Tenant extends Chart {
  constructor(scope: Construct, id: string) {
    super(scope, id, { namespace: id, disableResourceNameHashes: true });
    const namespace = new kplus.Namespace(this, 'namespace', {
      metadata: { name: id, labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } },
    });
    // cdk8s gives the chart's namespace to every object, to this one too.
    ApiObject.of(namespace).addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  }
}

/**
 * The team that writes reports into its access point, every night, and lets everybody read them.
 */
export class Analytics extends Tenant {
  constructor(scope: Construct, id: string, { storage }: TenantProps) {
    super(scope, id);
    const reports = storage.files.sharedVolume(this, 'reports', {
      accessPointId: 'fsap-0aaaabbbbccccdddd',
    });
    storage.guard.protect(reports);
    const job = new kplus.CronJob(this, 'nightly', {
      schedule: Cron.daily(),
      containers: [{ image: 'registry.example.com/analytics/report:1.4.0', resources: SMALL }],
    });
    job.containers[0].mount('/reports', reports);
    new PVCViewer(this, 'browse', {
      claim: reports,
      name: 'reports',
      userFromPlatform: storage.assignsUsers,
      routing: GATEWAY,
      networkPolicy: onlyTheGateway(this),
    });
  }
}

/**
 * The team whose web server reads its access point, keeps uploads in a volume that is made on
 * demand, and is put under load. Its wiki has a volume of its own, for one node at a time, and a
 * viewer that goes where the wiki is.
 */
export class Web extends Tenant {
  constructor(scope: Construct, id: string, { storage }: TenantProps) {
    super(scope, id);
    const content = storage.files.sharedVolume(this, 'content', {
      accessPointId: 'fsap-0eeeeffff00001111',
    });
    storage.guard.protect(content);
    const uploads = storage.files.dynamicClaim(this, 'uploads', {
      storageClass: storage.dynamicClass,
      storage: Size.gibibytes(5),
    });
    const server = new kplus.Deployment(this, 'server', {
      replicas: 2,
      containers: [
        { image: 'registry.example.com/web/server:2.0.3', portNumber: 8080, resources: SMALL },
      ],
    });
    server.containers[0].mount('/content', content, { readOnly: true });
    server.containers[0].mount('/uploads', uploads);
    const results = storage.files.dynamicClaim(this, 'load-results', {
      storageClass: storage.dynamicClass,
      storage: Size.gibibytes(1),
    });
    const load = new LocustTest(this, 'load', {
      image: 'locustio/locust:2.43.1',
      master: { command: '-f /lotest/src/shop.py --host http://server --users 100 --run-time 10m' },
      worker: { command: '-f /lotest/src/shop.py', replicas: 4 },
      testFiles: LocustTestFiles.fromDirectory(join(__dirname, 'load')),
      userFromPlatform: storage.assignsUsers,
    });
    // The access point decides who owns the files.
    load.volumes.keepResults({ claim: results, setFsGroup: false });

    const labels = { app: 'wiki' };
    new kplus.k8s.KubeService(this, 'wiki-service', {
      metadata: { name: 'wiki' },
      spec: { clusterIp: 'None', selector: labels, ports: [{ port: 3000 }] },
    });
    new kplus.k8s.KubeStatefulSet(this, 'wiki', {
      metadata: { name: 'wiki' },
      spec: {
        serviceName: 'wiki',
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            containers: [
              {
                name: 'wiki',
                image: 'registry.example.com/web/wiki:3.1.0',
                ports: [{ containerPort: 3000 }],
                resources: {
                  requests: {
                    cpu: kplus.k8s.Quantity.fromString('50m'),
                    memory: kplus.k8s.Quantity.fromString('64Mi'),
                  },
                },
                volumeMounts: [{ name: 'pages', mountPath: '/pages' }],
              },
            ],
          },
        },
        volumeClaimTemplates: [
          {
            metadata: { name: 'pages' },
            spec: {
              accessModes: ['ReadWriteOnce'],
              storageClassName: storage.dynamicClass.storageClassName,
              resources: { requests: { storage: kplus.k8s.Quantity.fromString('2Gi') } },
            },
          },
        ],
      },
    });
    new PVCViewer(this, 'browse', {
      claim: Claim.fromClaimName(this, 'pages-wiki-0', 'pages-wiki-0'),
      name: 'wiki',
      readOnly: false,
      userFromPlatform: storage.assignsUsers,
      routing: GATEWAY,
      networkPolicy: onlyTheGateway(this),
      cull: { dailyAt: '19:30', timeZone: 'Europe/Berlin' },
    });
  }
}

/**
 * The team whose search engine keeps its index on local disks, from which it can be recreated, and
 * sorts in a volume that goes with each pod. The pods go back to the nodes that have their index.
 */
export class Search extends Tenant {
  constructor(scope: Construct, id: string, { disks }: { readonly disks: LocalDisks }) {
    super(scope, id);
    const { storageClassName } = disks.storageClass;
    const scratch = new EphemeralVolume(this, 'scratch', {
      storage: Size.gibibytes(20),
      storageClassName,
    });
    const labels = { app: 'engine' };
    new kplus.k8s.KubeService(this, 'engine-service', {
      metadata: { name: 'engine' },
      spec: { clusterIp: 'None', selector: labels, ports: [{ port: 9200 }] },
    });
    const engine = new kplus.k8s.KubeStatefulSet(this, 'engine', {
      metadata: { name: 'engine' },
      spec: {
        serviceName: 'engine',
        replicas: 3,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            containers: [
              {
                name: 'engine',
                image: 'registry.example.com/search/engine:2.4.0',
                ports: [{ containerPort: 9200 }],
                resources: {
                  requests: {
                    cpu: kplus.k8s.Quantity.fromString('500m'),
                    memory: kplus.k8s.Quantity.fromString('1Gi'),
                  },
                },
                volumeMounts: [
                  { name: 'index', mountPath: '/index' },
                  { name: scratch.volumeName, mountPath: '/scratch' },
                ],
              },
            ],
            volumes: [scratch.podVolume],
          },
        },
        volumeClaimTemplates: [
          LocalVolume.claimTemplate('index', { storage: Size.gibibytes(100), storageClassName }),
        ],
      },
    });
    disks.steering.steer(engine);
  }
}

/** Checks of whole apps: the check of claims, and the affinity to volumes that are known. */
import { ApiObject, App, Chart, JsonPatch, Size, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  EphemeralOnly,
  Hyperconverged,
  LocalFailoverMode,
  LocalPersistentVolume,
  LocalStorageClass,
  LocalVolume,
  VolumeChecks,
} from '../../src';
import { findingsOf } from '../csi/tree';
import { find } from '../support/manifests';
import { expectValid } from '../support/validate';

const KEY = 'topology.localdisk.csi.acstor.io/node';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const IMAGE = 'docker.io/library/busybox:1.36.1';
const newChart = () =>
  new Chart(new App(), 'test', { namespace: 'apps', disableResourceNameHashes: true });
const node = (name: string) => ({
  matchExpressions: [{ key: KEY, operator: 'In', values: [name] }],
});
const term = (name: string) => ({ weight: 100, preference: node(name) });

describe('the check of claims', () => {
  const withClaim = (chart: Chart) => {
    new ApiObject(chart, 'sc', {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'local' },
      provisioner: 'localdisk.csi.acstor.io',
      volumeBindingMode: 'WaitForFirstConsumer',
    } as never);
    new kplus.PersistentVolumeClaim(chart, 'data', {
      storage: Size.gibibytes(1),
      storageClassName: 'local',
      accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE],
    });
  };
  const REFUSED =
    'error: test/data/Resource: metadata.annotations: the claim "test-data" has the class "local": only generic ephemeral volumes are allowed for ' +
    'localdisk.csi.acstor.io provisioner; add the annotation localdisk.csi.acstor.io/accept-ephemeral-storage: "true", or make it an ephemeral volume of its pods (local/ephemeral-only)';

  test('looks at what others made, and makes the synthesis fail', () => {
    const chart = newChart();
    withClaim(chart);
    expect(findingsOf(chart)).toEqual([]);
    const check = EphemeralOnly.enable(chart);
    expect(findingsOf(chart)).toEqual([REFUSED]);
    expect(check.findings().map(({ rule }) => rule)).toEqual(['local/ephemeral-only']);
    expect(() => (chart.node.root as App).synthYaml()).toThrow(
      'only generic ephemeral volumes are allowed for localdisk.csi.acstor.io provisioner',
    );
  });

  test('says nothing twice, be it asked twice, or among all checks', () => {
    const chart = newChart();
    withClaim(chart);
    EphemeralOnly.enable(chart);
    EphemeralOnly.enable(chart);
    VolumeChecks.enable(chart.node.root as App);
    expect(findingsOf(chart)).toEqual([REFUSED]);
  });

  test('leaves alone what is not below it', () => {
    const chart = newChart();
    withClaim(chart);
    EphemeralOnly.enable(new Chart(chart.node.root as App, 'other'));
    expect(findingsOf(chart)).toEqual([]);
  });
});

describe('the affinity to volumes that are known', () => {
  const volumeIn = (chart: Chart, id: string, on: string, failoverMode?: LocalFailoverMode) =>
    new LocalPersistentVolume(chart, id, {
      nodeName: on,
      storage: Size.gibibytes(1),
      storageClassName: 'local',
      hyperconverged: true,
      failoverMode,
    });
  const affinityOf = (manifest: any) =>
    (manifest.spec.jobTemplate?.spec.template ?? manifest.spec.template ?? manifest).spec.affinity;

  test('is given to every kind of workload, those that come later included', () => {
    const chart = newChart();
    Hyperconverged.enable(chart);
    Hyperconverged.enable(chart);
    new LocalStorageClass(chart, 'local');
    const claimName = volumeIn(chart, 'pv-1', 'node-1').reserve().claimName;
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName } }];
    const spec = { restartPolicy: 'Never', containers: [{ name: 'main', image: IMAGE }], volumes };
    const template = { metadata: { labels: { app: 'a' } }, spec };
    const always = { ...template, spec: { ...spec, restartPolicy: 'Always' } };
    const selector = { matchLabels: { app: 'a' } };
    const kinds: [string, string, object][] = [
      ['v1', 'Pod', spec],
      [
        'apps/v1',
        'Deployment',
        { replicas: 1, strategy: { type: 'Recreate' }, selector, template: always },
      ],
      ['apps/v1', 'StatefulSet', { serviceName: 'a', replicas: 1, selector, template: always }],
      ['apps/v1', 'DaemonSet', { selector, template: always }],
      ['batch/v1', 'Job', { template }],
      ['batch/v1', 'CronJob', { schedule: '@daily', jobTemplate: { spec: { template } } }],
    ];
    for (const [apiVersion, kind, of] of kinds) {
      new ApiObject(chart, kind, {
        apiVersion,
        kind,
        metadata: { name: kind.toLowerCase() },
        spec: of,
      } as never);
    }
    const manifests = kinds.map(([, kind]) => chart.node.findChild(kind) as ApiObject);
    findingsOf(chart);
    const written = manifests.map((object) => object.toJson());
    expect(written.map(affinityOf)).toEqual(
      kinds.map(() => ({ nodeAffinity: { [PREFERRED]: [term('node-1')] } })),
    );
    expectValid(written);
  });

  test('requires the node of a durable volume in each alternative, and prefers those of the others', () => {
    const chart = newChart();
    new LocalStorageClass(chart, 'local');
    const [first, second] = [
      volumeIn(chart, 'pv-1', 'node-1', LocalFailoverMode.DURABILITY),
      volumeIn(chart, 'pv-2', 'node-2'),
    ];
    const pod = new kplus.Pod(chart, 'web', { containers: [{ image: IMAGE }] });
    pod.containers[0].mount('/one', first);
    pod.containers[0].mount('/two', second);
    const zone = (name: string) => ({
      matchExpressions: [{ key: 'zone', operator: 'In', values: [name] }],
    });
    ApiObject.of(pod).addJsonPatch(
      JsonPatch.add('/spec/affinity', {
        nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [zone('a'), zone('b')] } },
      }),
    );
    Hyperconverged.enable(chart);
    const { affinity } = find(Testing.synth(chart), 'Pod').spec;
    expect(affinity).toEqual({
      nodeAffinity: {
        [REQUIRED]: {
          nodeSelectorTerms: ['a', 'b'].map((name) => ({
            matchExpressions: [...zone(name).matchExpressions, ...node('node-1').matchExpressions],
          })),
        },
        [PREFERRED]: [term('node-2')],
      },
    });
    expect(find(Testing.synth(chart), 'Pod').spec.affinity).toEqual(affinity);
  });

  test('is none for volumes with node affinity, for those that are not made yet, and for what is below something else', () => {
    const chart = newChart();
    new LocalStorageClass(chart, 'local');
    const pinned = new LocalPersistentVolume(chart, 'pv-1', {
      nodeName: 'node-1',
      storage: Size.gibibytes(1),
      storageClassName: 'local',
    });
    const later = new LocalVolume(chart, 'later', {
      storage: Size.gibibytes(1),
      storageClassName: 'local',
    });
    const pod = new kplus.Pod(chart, 'web', { containers: [{ image: IMAGE }] });
    pod.containers[0].mount('/one', pinned);
    pod.containers[0].mount('/two', later);
    Hyperconverged.enable(chart);
    const other = new Chart(chart.node.root as App, 'other', { namespace: 'apps' });
    const elsewhere = new kplus.Pod(other, 'pod', { containers: [{ image: IMAGE }] });
    elsewhere.containers[0].mount('/one', volumeIn(chart, 'pv-2', 'node-2'));
    expect([
      find(Testing.synth(chart), 'Pod').spec.affinity,
      find(Testing.synth(other), 'Pod').spec.affinity,
    ]).toEqual([undefined, undefined]);
  });

  test('of one pod of a StatefulSet is that of its claim; of several, each with a volume of its own, there is none', () => {
    const setOf = (replicas: number) => {
      const chart = newChart();
      new LocalStorageClass(chart, 'local');
      new ApiObject(chart, 'pv', {
        apiVersion: 'v1',
        kind: 'PersistentVolume',
        metadata: { name: 'pv-1' },
        spec: {
          accessModes: ['ReadWriteOnce'],
          capacity: { storage: '1Gi' },
          storageClassName: 'local',
          claimRef: {
            apiVersion: 'v1',
            kind: 'PersistentVolumeClaim',
            name: 'data-db-0',
            namespace: 'apps',
          },
          csi: {
            driver: 'localdisk.csi.acstor.io',
            volumeHandle: 'containerstorage#pv-1',
            volumeAttributes: {
              'localdisk.csi.acstor.io/capacity': '1073741824',
              'localdisk.csi.acstor.io/selected-initial-node': 'node-1',
            },
          },
        },
      } as never);
      new kplus.k8s.KubeStatefulSet(chart, 'db', {
        metadata: { name: 'db' },
        spec: {
          replicas,
          serviceName: 'db',
          selector: { matchLabels: { app: 'db' } },
          template: {
            metadata: { labels: { app: 'db' } },
            spec: {
              containers: [
                {
                  name: 'main',
                  image: IMAGE,
                  volumeMounts: [{ name: 'data', mountPath: '/data' }],
                },
              ],
            },
          },
          volumeClaimTemplates: [
            LocalVolume.claimTemplate('data', {
              storage: Size.gibibytes(1),
              storageClassName: 'local',
            }),
          ],
        },
      });
      Hyperconverged.enable(chart);
      return {
        affinity: affinityOf(find(Testing.synth(chart), 'StatefulSet')),
        findings: findingsOf(chart).filter((one) => one.includes('local/')),
      };
    };
    expect(setOf(1)).toEqual({
      affinity: { nodeAffinity: { [PREFERRED]: [term('node-1')] } },
      findings: [],
    });
    expect(setOf(2)).toEqual({
      affinity: undefined,
      findings: [
        'warning: test/db: spec.template.spec.affinity: each of the 2 pods has its own local volume, such as "pv-1" on node-1, but they share one affinity; ' +
          'use a HyperconvergedPolicy, which steers each pod when it is created (local/pods-apart)',
      ],
    });
  });
});

/** The driver in a stack: what is installed, what is chosen, and what contradicts itself. */
import { App, Chart, Duration } from 'cdk8s';
import { casesOf } from './cases';
import {
  CsiDriverStack,
  CsiDriverStackProps,
  EphemeralOnlyWebhook,
  HyperconvergedPolicy,
  LocalCsiDriver,
  LocalCsiDriverProps,
  LocalStorageClass,
  Platform,
  Target,
  VolumeBindingMode,
} from '../../src';
import { findingsOf, listed, refusal, synth } from '../csi/tree';
import { find } from '../support/manifests';

const newChart = () => {
  const app = new App();
  Target.enable(app, { kubernetes: '1.36' });
  return new Chart(app, 'chart');
};
const stackOf = (
  props: LocalCsiDriverProps = {},
  stack: Partial<CsiDriverStackProps> = {},
  chart: Chart = newChart(),
) =>
  new CsiDriverStack(chart, 'stack', {
    driver: new LocalCsiDriver(props),
    platform: Platform.VANILLA,
    ...stack,
  });
const manifestsOf = (
  props: LocalCsiDriverProps = {},
  stack: Partial<CsiDriverStackProps> = {},
): any[] => synth(stackOf(props, stack));
const argsOf = (manifests: any[], kind: 'DaemonSet' | 'Deployment') =>
  find(manifests, kind).spec.template.spec.containers[0].args as string[];
const WEBHOOKS = { ephemeralOnlyWebhook: true, hyperconvergedWebhook: true };

describe('what is installed', () => {
  test('without options: the node plugin, and a manager that cleans up', () => {
    expect(listed(manifestsOf())).toEqual([
      'ServiceAccount csi-local-node',
      'ServiceAccount csi-local-manager',
      'ClusterRole csi-local-node-role',
      'ClusterRoleBinding csi-local-node-binding',
      'ClusterRole csi-local-manager',
      'ClusterRoleBinding csi-local-manager',
      'ClusterRole csi-local-manager-leader-election',
      'RoleBinding csi-local-manager-leader-election',
      'CSIDriver localdisk.csi.acstor.io',
      'DaemonSet csi-local-node',
      'Deployment csi-local-manager',
    ]);
    expect(new Set(manifestsOf().map(({ metadata }) => metadata.namespace))).toEqual(
      new Set(['kube-system', undefined]),
    );
  });

  test('with nothing to clean up there is no manager, which would refuse to start', () => {
    expect(listed(manifestsOf({ pvCleanup: false }))).toEqual([
      'ServiceAccount csi-local-node',
      'ClusterRole csi-local-node-role',
      'ClusterRoleBinding csi-local-node-binding',
      'CSIDriver localdisk.csi.acstor.io',
      'DaemonSet csi-local-node',
    ]);
  });

  test('with webhooks: their service, a secret without data, their configurations and the rights for all that', () => {
    const manifests = manifestsOf(WEBHOOKS);
    expect(listed(manifests).filter((one) => !listed(manifestsOf()).includes(one))).toEqual([
      'ClusterRole csi-local-certificate-role',
      'RoleBinding csi-local-certificate-binding',
      'Service csi-local-webhook-service',
      'Secret csi-local-webhook-cert',
      'ValidatingWebhookConfiguration csi-local-enforce-ephemeral',
      'MutatingWebhookConfiguration csi-local-hyperconverged-webhook',
    ]);
    expect(find(manifests, 'Secret')).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: 'csi-local-webhook-cert',
        namespace: 'kube-system',
        labels: { 'app.kubernetes.io/name': 'local-csi-driver' },
      },
    });
    const { spec } = find(manifests, 'Service');
    expect(find(manifests, 'Deployment').spec.template.metadata.labels).toMatchObject(
      spec.selector,
    );
    expect(find(manifests, 'Deployment').spec.template.spec.containers[0].ports).toContainEqual({
      name: 'webhook-api',
      containerPort: spec.ports[0].targetPort,
    });
    expect(
      find(manifests, 'ValidatingWebhookConfiguration').webhooks[0].clientConfig.service,
    ).toEqual({
      name: 'csi-local-webhook-service',
      namespace: 'kube-system',
      path: '/validate-pvc',
    });
  });

  test('in another namespace, all of it', () => {
    const manifests = manifestsOf(WEBHOOKS, { namespace: 'disks' });
    expect(find(manifests, 'Service').metadata.namespace).toBe('disks');
    expect(
      find(manifests, 'MutatingWebhookConfiguration').webhooks[0].clientConfig.service.namespace,
    ).toBe('disks');
  });

  test('the CSIDriver that the driver itself would make, without the inline volumes that it cannot mount', () => {
    const [{ answer }] = casesOf('driver');
    const own = answer.csiDriver as any;
    expect(own.spec.volumeLifecycleModes).toEqual(['Persistent', 'Ephemeral']);
    expect(find(manifestsOf(), 'CSIDriver').spec).toEqual({
      ...own.spec,
      volumeLifecycleModes: ['Persistent'],
    });
  });

  test('on OpenShift the node plugin has a constraint of its own, and the manager needs none', () => {
    const manifests = manifestsOf({}, { platform: Platform.OPENSHIFT });
    expect(listed(manifests).filter((one) => one.startsWith('SecurityContext'))).toEqual([
      'SecurityContextConstraints csi-local-node-scc',
    ]);
    expect(find(manifests, 'SecurityContextConstraints')).toMatchObject({
      allowHostPID: true,
      allowPrivilegedContainer: true,
      allowHostDirVolumePlugin: true,
      allowHostNetwork: false,
    });
  });

  test('images from another registry, and kubelet elsewhere', () => {
    const pod = find(
      manifestsOf(
        {},
        { images: { registry: 'registry.example.com' }, kubeletPath: '/data/kubelet' },
      ),
      'DaemonSet',
    ).spec.template.spec;
    expect(pod.containers.map(({ image }: any) => image)).toEqual([
      'registry.example.com/acstor/local-csi-driver:v0.3.0',
      'registry.example.com/oss/v2/kubernetes-csi/csi-provisioner:v5.2.0',
      'registry.example.com/oss/v2/kubernetes-csi/csi-resizer:v1.13.2',
      'registry.example.com/oss/v2/kubernetes-csi/csi-node-driver-registrar:v2.16.0',
    ]);
    expect(pod.containers[3].args).toContain(
      '--kubelet-registration-path=/data/kubelet/plugins/localdisk.csi.acstor.io/csi.sock',
    );
    expect(pod.containers[0].volumeMounts).toContainEqual({
      name: 'kubelet-dir',
      mountPath: '/data/kubelet',
      mountPropagation: 'Bidirectional',
    });
  });
});

describe('what is chosen', () => {
  test('nothing: volumes have node affinity, and everything that is left behind is removed', () => {
    expect(argsOf(manifestsOf(), 'DaemonSet').slice(11)).toEqual([
      '--v=2',
      '--enable-cleanup=true',
      '--enable-lv-garbage-collection=true',
      '--enable-lvm-orphan-cleanup=true',
      '--lvm-orphan-cleanup-interval=300s',
      '--run-alongside-webhook=false',
    ]);
    expect(argsOf(manifestsOf(), 'Deployment').slice(3)).toEqual([
      '--kube-api-qps=100',
      '--kube-api-burst=200',
      '--v=2',
      '--enable-pv-cleanup=true',
    ]);
  });

  test('everything else', () => {
    const manifests = manifestsOf({
      ...WEBHOOKS,
      pvCleanup: false,
      lvGarbageCollection: false,
      volumeGroupCleanup: false,
      lvmOrphanCleanupInterval: Duration.minutes(1),
      diskPathPrefixes: ['/dev/sd'],
      diskModels: ['Fast 2 TB', 'Slow'],
      diskTypes: ['raid0'],
    });
    expect(argsOf(manifests, 'DaemonSet').slice(12)).toEqual([
      '--enable-cleanup=false',
      '--enable-lv-garbage-collection=false',
      '--enable-lvm-orphan-cleanup=true',
      '--lvm-orphan-cleanup-interval=60s',
      '--run-alongside-webhook=true',
      '--disk-path-prefixes=/dev/sd',
      '--disk-models=Fast 2 TB,Slow',
      '--disk-types=raid0',
    ]);
    expect(argsOf(manifests, 'Deployment').slice(3)).toEqual([
      '--webhook-port=9443',
      '--webhook-service-name=csi-local-webhook-service',
      '--kube-api-qps=100',
      '--kube-api-burst=200',
      '--v=2',
      '--enable-pv-cleanup=false',
      '--enforce-ephemeral-webhook-config=csi-local-enforce-ephemeral',
      '--hyperconverged-webhook-config=csi-local-hyperconverged-webhook',
      '--certificate-secret-name=csi-local-webhook-cert',
    ]);
  });

  test('no scan for orphans has no interval', () => {
    expect(
      argsOf(manifestsOf({ lvmOrphanCleanup: false }), 'DaemonSet').filter((arg) =>
        arg.includes('orphan'),
      ),
    ).toEqual(['--enable-lvm-orphan-cleanup=false']);
  });

  test.each([
    [{ ephemeralOnlyWebhook: true }, 'false'],
    [{ hyperconvergedWebhook: true }, 'true'],
    [{ hyperconverged: true }, 'true'],
  ])('%j says what volumes are like: %s', (props, flag) => {
    const args = argsOf(
      stackOf(props)
        .node.findAll()
        .flatMap((one: any) => (one.kind === 'DaemonSet' ? [one.toJson()] : [])),
      'DaemonSet',
    );
    expect(args).toContain(`--run-alongside-webhook=${flag}`);
  });

  test('the manager may do no more than what it is for', () => {
    const rulesOf = (props: LocalCsiDriverProps) =>
      find(manifestsOf(props), 'ClusterRole', 'csi-local-manager').rules.flatMap(
        ({ resources }: any) => resources,
      );
    expect(rulesOf({})).toEqual(['persistentvolumes', 'events', 'nodes']);
    expect(rulesOf({ pvCleanup: false, ephemeralOnlyWebhook: true })).toEqual([
      'persistentvolumes',
      'events',
      'persistentvolumeclaims',
      'storageclasses',
      'mutatingwebhookconfigurations',
      'validatingwebhookconfigurations',
    ]);
    expect(rulesOf(WEBHOOKS)).toContain('pods');
  });
});

describe('what contradicts itself is refused', () => {
  test.each<[object, string]>([
    [
      { hyperconverged: false, hyperconvergedWebhook: true },
      'hyperconverged: the webhook on pods is installed, but volumes have node affinity; remove it, or hyperconvergedWebhook (local/driver-webhook)',
    ],
    [
      { lvmOrphanCleanupInterval: Duration.millis(1500) },
      'lvmOrphanCleanupInterval: 1.5 is not a whole number of seconds; use one of a second or more (local/driver-interval)',
    ],
    [
      { lvmOrphanCleanupInterval: Duration.seconds(0) },
      'lvmOrphanCleanupInterval: 0 is not a whole number of seconds; use one of a second or more (local/driver-interval)',
    ],
    [
      { lvmOrphanCleanupInterval: 5 },
      'lvmOrphanCleanupInterval: 5 is not a Duration; use one such as Duration.minutes(5) (input/type)',
    ],
    [
      { lvmOrphanCleanup: false, lvmOrphanCleanupInterval: Duration.minutes(1) },
      'lvmOrphanCleanupInterval: the scan for orphans is off; remove it, or lvmOrphanCleanup (local/driver-interval)',
    ],
    [
      { diskModels: ['a', 'b,c'] },
      'diskModels[1]: "b,c" has a comma; use exactly one value (local/driver-disks)',
    ],
    [{ diskTypes: [''] }, 'diskTypes[0]: "" is empty; use exactly one value (local/driver-disks)'],
    [
      { pvCleanup: 'yes' },
      'pvCleanup: "yes" is neither true nor false; use true or false (input/type)',
    ],
  ])('%j', (wrong, message) => {
    expect(refusal(() => new LocalCsiDriver(wrong as LocalCsiDriverProps))).toEqual([message]);
  });

  test.each<[object, string]>([
    [{ attachRequired: true }, 'csiDriver.attachRequired: true'],
    [{ volumeLifecycleModes: ['Ephemeral'] }, 'csiDriver.volumeLifecycleModes: "Ephemeral"'],
  ])('fields of the CSIDriver that the driver does not work with: %j', (csiDriver, start) => {
    expect(refusal(() => stackOf({}, { csiDriver }))).toEqual([expect.stringContaining(start)]);
  });

  test('a class that the driver cannot make volumes for, or whose failover mode nothing reads', () => {
    const classOf = (parameters: { [name: string]: string }) => ({
      name: 'local',
      volumeBindingMode: VolumeBindingMode.WAIT_FOR_FIRST_CONSUMER,
      parameters,
    });
    expect(
      refusal(() => stackOf({}, { storageClasses: [classOf({ volumeGroup: 'a#b' })] })),
    ).toEqual([
      'chart/stack: storageClasses[0].parameters["volumeGroup"]: "a#b" contains a #, which separates it from the volume in a handle; use letters, digits and + _ . - (local/volume-group)',
    ]);
    const chart = newChart();
    stackOf(
      {},
      { storageClasses: [classOf({ 'localdisk.csi.acstor.io/failover-mode': 'durability' })] },
      chart,
    );
    expect(findingsOf(chart)).toContainEqual(
      expect.stringContaining(
        'storageClasses[0].parameters["localdisk.csi.acstor.io/failover-mode"]: the driver gives volumes node affinity here',
      ),
    );
  });
});

describe('either volumes have node affinity, or something steers pods', () => {
  const STEERS = /local\/(nobody-steers|steered-in-vain)/;
  const findings = (
    props: LocalCsiDriverProps,
    more: (chart: Chart) => unknown = () => undefined,
  ) => {
    const chart = newChart();
    stackOf(props, {}, chart);
    more(chart);
    return findingsOf(chart).filter((one) => STEERS.test(one));
  };

  test('with the flag and nothing that steers, the synthesis fails', () => {
    expect(findings({ hyperconverged: true })).toEqual([
      'error: chart/stack/DaemonSet: spec.template.spec.containers[0].args[16]: --run-alongside-webhook=true leaves volumes without node affinity, and nothing steers pods to them; ' +
        'add a HyperconvergedPolicy or a HyperconvergedWebhook, or set --run-alongside-webhook=false (local/nobody-steers)',
    ]);
    expect(
      findings({ hyperconverged: true }, (chart) => new EphemeralOnlyWebhook(chart, 'other')),
    ).toHaveLength(1);
  });

  test('with a policy, or the webhook, it is right', () => {
    expect(
      findings({ hyperconverged: true }, (chart) => new HyperconvergedPolicy(chart, 'steer')),
    ).toEqual([]);
    expect(findings({ hyperconvergedWebhook: true })).toEqual([]);
    expect(findings({})).toEqual([]);
  });

  test('with a policy and volumes that have node affinity, it is told', () => {
    expect(findings({}, (chart) => new HyperconvergedPolicy(chart, 'steer'))).toEqual([
      expect.stringMatching(/^warning: chart\/stack\/DaemonSet: .*\(local\/steered-in-vain\)$/),
    ]);
  });

  test('a class with a failover mode is judged by the driver beside it', () => {
    const chart = newChart();
    stackOf({ hyperconverged: true }, {}, chart);
    new HyperconvergedPolicy(chart, 'steer');
    new LocalStorageClass(chart, 'local', { failoverMode: 'durability' as never });
    expect(findingsOf(chart).filter((one) => one.includes('local/'))).toEqual([]);
  });
});

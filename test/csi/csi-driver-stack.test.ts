import { Chart, JsonPatch, Lazy, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { driverOf, LocalDisks } from './drivers';
import { findingsOf, listed, manifestsOf, newChart, newStack, refusal, synth } from './tree';
import {
  CsiDriverDefinition,
  CsiDriverStack,
  CsiDriverStackMode,
  CsiDriverStackProps,
  CsiStorageClass,
  EksComputeType,
} from '../../src/csi';
import { EfsCsiDriver } from '../../src/efs/constructs/efs-csi-driver';
import { Manifest } from '../../src/kube';
import {} from '../../src/storage';
import { Platform } from '../../src/tree';
import { find } from '../support/manifests';

const PARAMETERS = {
  provisioningMode: 'efs-ap',
  fileSystemId: 'fs-0123456789abcdef0',
  directoryPerms: '700',
};
const DYNAMIC = { name: 'efs-dynamic', fileSystemId: 'fs-0123456789abcdef0' };

/** The pod of a workload. */
function podOf(manifests: readonly Manifest[], kind: string): any {
  return find(manifests, kind).spec.template.spec;
}

describe('the objects of a stack', () => {
  test('without a dynamic class there is no controller', () => {
    expect(listed(manifestsOf())).toEqual([
      'ServiceAccount efs-csi-node-sa',
      'ClusterRole efs-csi-node-role',
      'ClusterRoleBinding efs-csi-node-binding',
      'CSIDriver efs.csi.aws.com',
      'DaemonSet efs-csi-node',
      'StorageClass efs-sc',
    ]);
  });

  test('with a dynamic class there is one, and everything stands in the order in which it is applied', () => {
    expect(
      listed(
        manifestsOf({
          driver: new EfsCsiDriver({ storageClasses: [DYNAMIC] }),
          platform: Platform.OPENSHIFT,
        }),
      ),
    ).toEqual([
      'Namespace aws-efs-csi-driver',
      'ServiceAccount efs-csi-node-sa',
      'ServiceAccount efs-csi-controller-sa',
      'ClusterRole efs-csi-node-role',
      'ClusterRoleBinding efs-csi-node-binding',
      'ClusterRole efs-csi-external-provisioner-role',
      'ClusterRoleBinding efs-csi-provisioner-binding',
      'ClusterRole efs-csi-external-provisioner-role-describe-secrets',
      'RoleBinding efs-csi-provisioner-binding-describe-secrets',
      'SecurityContextConstraints efs-csi-scc',
      'SecurityContextConstraints efs-csi-controller-scc',
      'CSIDriver efs.csi.aws.com',
      'DaemonSet efs-csi-node',
      'Deployment efs-csi-controller',
      'StorageClass efs-sc',
      'StorageClass efs-dynamic',
    ]);
  });

  test('on request there is a controller without any dynamic class', () => {
    expect(
      listed(manifestsOf({ controller: { enabled: true, podDisruptionBudget: true } })),
    ).toEqual(
      expect.arrayContaining([
        'Deployment efs-csi-controller',
        'PodDisruptionBudget efs-csi-controller',
      ]),
    );
  });

  test('each one is a property', () => {
    const stack = newStack({
      driver: new EfsCsiDriver({ storageClasses: [DYNAMIC] }),
      platform: Platform.OPENSHIFT,
      controller: { podDisruptionBudget: true },
    });
    const named = [
      stack.namespaceObject,
      stack.nodeServiceAccount,
      stack.controllerServiceAccount,
      ...stack.clusterRoles,
      ...stack.clusterRoleBindings,
      ...stack.roleBindings,
      stack.nodeScc,
      stack.controllerScc,
      stack.csiDriver,
      stack.daemonSet,
      stack.controller,
      stack.podDisruptionBudget,
      ...stack.storageClasses,
    ];
    expect(named.map((object) => `${object!.kind} ${object!.name}`).sort()).toEqual(
      listed(synth(stack)).sort(),
    );
  });

  test('a property can be patched', () => {
    const stack = newStack();
    stack.daemonSet!.addJsonPatch(JsonPatch.add('/spec/minReadySeconds', 10));
    expect(find(synth(stack), 'DaemonSet')).toHaveProperty('spec.minReadySeconds', 10);
  });

  test('objects without a namespace do not get that of the chart', () => {
    const named = manifestsOf(
      { driver: new EfsCsiDriver({ storageClasses: [DYNAMIC] }), platform: Platform.OPENSHIFT },
      newChart({ namespace: 'storage' }),
    ).filter(({ metadata }) => metadata.namespace !== undefined);
    expect(listed(named)).toEqual([
      'ServiceAccount efs-csi-node-sa',
      'ServiceAccount efs-csi-controller-sa',
      'RoleBinding efs-csi-provisioner-binding-describe-secrets',
      'DaemonSet efs-csi-node',
      'Deployment efs-csi-controller',
    ]);
  });

  test('nothing belongs to a group of administrators or nodes', () => {
    const text = JSON.stringify(
      manifestsOf({
        driver: new EfsCsiDriver({ storageClasses: [DYNAMIC] }),
        platform: Platform.OPENSHIFT,
      }),
    );
    expect(text.match(/system:(?!serviceaccount:)[a-z-]+/g)).toBeNull();
  });
});

test('what the user names keeps its spelling: variables of the operator, objects to the letter, parameters, labels', () => {
  const names = { volumeId: 'a', hostIPC: 'b', diskUri: 'c' };
  const configMap = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', namespace: 'a', labels: names },
    data: names,
  };
  const definition = new LocalDisks().describe({ kubeletPath: '/k', logLevel: 1 } as never);
  const operator = {
    packageName: 'local',
    namespace: 'operators',
    env: names,
    clusterCsiDriver: { driverConfig: names },
  };
  const stackOf = (own: Partial<CsiDriverDefinition>, props: Partial<CsiDriverStackProps>) =>
    newStack({
      driver: driverOf({ ...definition, ...own }),
      platform: Platform.OPENSHIFT,
      ...props,
    });
  const fixed = stackOf(
    { fixedObjects: [configMap], storageClasses: [] },
    { storageClasses: [{ name: 'b', parameters: names }] },
  );
  const [written, storageClass] = Testing.synth(fixed.node.scope as Chart);
  const subscribed = Testing.synth(
    stackOf({ operator, storageClasses: [] }, { mode: CsiDriverStackMode.OPENSHIFT_OPERATOR }).node
      .scope as Chart,
  );
  expect([
    written,
    storageClass.parameters,
    subscribed[1].spec.config.env,
    subscribed[2].spec.driverConfig,
  ]).toEqual([
    configMap,
    names,
    Object.entries(names).map(([name, value]) => ({ name, value })),
    names,
  ]);
});

describe('the namespace', () => {
  test.each([
    ['the one given', { namespace: 'given' }, { namespace: 'of-chart' }, 'given'],
    ['else that of the chart', {}, { namespace: 'of-chart' }, 'of-chart'],
    ['else kube-system on Kubernetes', {}, {}, 'kube-system'],
    ['else kube-system on EKS', { platform: Platform.EKS }, {}, 'kube-system'],
    [
      'else one of its own on OpenShift',
      { platform: Platform.OPENSHIFT },
      {},
      'aws-efs-csi-driver',
    ],
  ])('is %s', (_, props, chartProps, namespace) => {
    const stack = newStack(props, newChart(chartProps));
    expect([stack.namespace, find(synth(stack), 'DaemonSet').metadata.namespace]).toEqual([
      namespace,
      namespace,
    ]);
  });

  test.each([
    [
      'the one of the definition, if it is not there from the start',
      { platform: Platform.OPENSHIFT },
      true,
    ],
    ['not one that is there from the start', { platform: Platform.EKS }, false],
    ['not one that somebody names', { platform: Platform.OPENSHIFT, namespace: 'mine' }, false],
    ['one that somebody names, on request', { namespace: 'mine', createNamespace: true }, true],
    ['none, on request', { platform: Platform.OPENSHIFT, createNamespace: false }, false],
  ])('is written: %s', (_, props, written) => {
    expect(newStack(props).namespaceObject !== undefined).toBe(written);
  });

  test('lets privileged pods and all nodes in on OpenShift', () => {
    expect(find(manifestsOf({ platform: Platform.OPENSHIFT }), 'Namespace')).toMatchInlineSnapshot(`
      {
        "apiVersion": "v1",
        "kind": "Namespace",
        "metadata": {
          "annotations": {
            "openshift.io/node-selector": "",
          },
          "labels": {
            "pod-security.kubernetes.io/audit": "privileged",
            "pod-security.kubernetes.io/enforce": "privileged",
            "pod-security.kubernetes.io/warn": "privileged",
            "security.openshift.io/scc.podSecurityLabelSync": "false",
          },
          "name": "aws-efs-csi-driver",
        },
      }
    `);
  });
});

describe('placement', () => {
  test.each<[string, Partial<CsiDriverStackProps>, object, object[] | undefined]>([
    [
      'OpenShift: everywhere',
      { platform: Platform.OPENSHIFT },
      { 'kubernetes.io/os': 'linux' },
      undefined,
    ],
    [
      'OpenShift: workers',
      { platform: Platform.OPENSHIFT, openshift: { workersOnly: true } },
      { 'kubernetes.io/os': 'linux', 'node-role.kubernetes.io/worker': '' },
      undefined,
    ],
    [
      'EKS: not on Fargate and hybrid nodes',
      { platform: Platform.EKS },
      { 'kubernetes.io/os': 'linux' },
      [{ key: 'eks.amazonaws.com/compute-type', operator: 'NotIn', values: ['fargate', 'hybrid'] }],
    ],
    [
      'EKS: not on Fargate',
      { platform: Platform.EKS, eks: { excludedComputeTypes: [EksComputeType.FARGATE] } },
      { 'kubernetes.io/os': 'linux' },
      [{ key: 'eks.amazonaws.com/compute-type', operator: 'NotIn', values: ['fargate'] }],
    ],
    [
      'EKS: everywhere',
      { platform: Platform.EKS, eks: { excludedComputeTypes: [] } },
      { 'kubernetes.io/os': 'linux' },
      undefined,
    ],
    ['Kubernetes: everywhere', {}, { 'kubernetes.io/os': 'linux' }, undefined],
    ...[Platform.VANILLA, Platform.GKE, Platform.AKS].map(
      (platform) =>
        [
          `${platform}: not on control planes`,
          { platform, vanilla: { workersOnly: true } },
          { 'kubernetes.io/os': 'linux' },
          [
            { key: 'node-role.kubernetes.io/control-plane', operator: 'DoesNotExist' },
            { key: 'node-role.kubernetes.io/master', operator: 'DoesNotExist' },
          ],
        ] as [string, Partial<CsiDriverStackProps>, object, object[]],
    ),
  ])('%s', (_, options, nodeSelector, matchExpressions) => {
    const pod = podOf(manifestsOf(options), 'DaemonSet');
    const terms =
      pod.affinity?.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms;
    expect({ nodeSelector: pod.nodeSelector, terms, tolerations: pod.tolerations }).toEqual({
      nodeSelector,
      terms: matchExpressions && [{ matchExpressions }],
      tolerations: [{ operator: 'Exists' }],
    });
  });

  test('what the platform wants goes into every alternative that the user gives', () => {
    const zone = (value: string) => ({
      matchExpressions: [{ key: 'zone', operator: 'In', values: [value] }],
    });
    const affinity = {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [zone('a'), zone('b')],
        },
      },
    };
    const eks = { excludedComputeTypes: [EksComputeType.FARGATE] };
    const compute = {
      key: 'eks.amazonaws.com/compute-type',
      operator: 'NotIn',
      values: ['fargate'],
    };
    expect(
      podOf(manifestsOf({ platform: Platform.EKS, eks, node: { affinity } }), 'DaemonSet').affinity,
    ).toEqual({
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            { matchExpressions: [...zone('a').matchExpressions, compute] },
            { matchExpressions: [...zone('b').matchExpressions, compute] },
          ],
        },
      },
    });
  });

  test('IAM roles go to the service accounts on EKS', () => {
    const roleArn = 'arn:aws:iam::111122223333:role/controller';
    const nodeRoleArn = 'arn:aws:iam::111122223333:role/node';
    const manifests = manifestsOf({
      platform: Platform.EKS,
      eks: { roleArn, nodeRoleArn },
      controller: { enabled: true },
    });
    expect(
      ['efs-csi-controller-sa', 'efs-csi-node-sa'].map(
        (name) => find(manifests, 'ServiceAccount', name).metadata.annotations,
      ),
    ).toEqual([
      { 'eks.amazonaws.com/role-arn': roleArn },
      { 'eks.amazonaws.com/role-arn': nodeRoleArn },
    ]);
  });
});

describe('options', () => {
  test('have their effect on the node plugin and nowhere else', () => {
    const pod = podOf(
      manifestsOf({
        kubeletPath: '/data/kubelet',
        logLevel: 5,
        images: {
          registry: 'mirror.example.com/ecr',
          imagePullPolicy: kplus.ImagePullPolicy.ALWAYS,
          imagePullSecrets: [{ name: 'pull' }],
          overrides: {
            'efs-plugin': { tag: 'v9' },
            'liveness-probe': { repository: 'other/probe', digest: `sha256:${'1'.repeat(64)}` },
          },
        },
        node: {
          healthPort: 10303,
          dnsPolicy: kplus.DnsPolicy.CLUSTER_FIRST_WITH_HOST_NET,
          priorityClassName: 'mine',
          nodeSelector: { disk: 'fast' },
          tolerations: [{ key: 'a', operator: 'Exists' }],
          additionalFields: { hostAliases: [{ ip: '10.0.0.1', hostnames: ['fs'] }] },
          containers: {
            'efs-plugin': {
              additionalArgs: ['--more'],
              env: [
                { name: 'CSI_NODE_NAME', value: 'mine' },
                { name: 'NEW', value: 'new' },
              ],
              resources: { limits: { memory: kplus.k8s.Quantity.fromString('1Gi') } },
            },
          },
        },
      }),
      'DaemonSet',
    );
    const [plugin, registrar, probe] = pod.containers;
    expect({
      ...pod,
      containers: undefined,
      volumes: pod.volumes.map((volume: any) => volume.hostPath.path).slice(0, 3),
    }).toEqual({
      serviceAccountName: 'efs-csi-node-sa',
      hostNetwork: true,
      dnsPolicy: 'ClusterFirstWithHostNet',
      priorityClassName: 'mine',
      imagePullSecrets: [{ name: 'pull' }],
      nodeSelector: { 'kubernetes.io/os': 'linux', disk: 'fast' },
      tolerations: [{ key: 'a', operator: 'Exists' }],
      securityContext: { runAsUser: 0, runAsGroup: 0, fsGroup: 0, runAsNonRoot: false },
      hostAliases: [{ ip: '10.0.0.1', hostnames: ['fs'] }],
      containers: undefined,
      volumes: [
        '/data/kubelet',
        '/data/kubelet/plugins/efs.csi.aws.com/',
        '/data/kubelet/plugins_registry/',
      ],
    });
    expect(
      [plugin, registrar, probe].map(({ image, imagePullPolicy }) => [image, imagePullPolicy]),
    ).toEqual([
      ['mirror.example.com/ecr/efs-csi-driver/amazon/aws-efs-csi-driver:v9', 'Always'],
      [
        'mirror.example.com/ecr/csi-components/csi-node-driver-registrar:v2.17.0-eksbuild.3',
        'Always',
      ],
      [`other/probe@sha256:${'1'.repeat(64)}`, 'Always'],
    ]);
    expect(plugin.args).toEqual(['--endpoint=$(CSI_ENDPOINT)', '--logtostderr', '--v=5', '--more']);
    expect(plugin.env.slice(-2)).toEqual([
      { name: 'CSI_NODE_NAME', value: 'mine' },
      { name: 'NEW', value: 'new' },
    ]);
    expect(plugin.env.filter(({ name }: any) => name === 'CSI_NODE_NAME')).toHaveLength(1);
    expect(plugin.resources).toEqual({ limits: { memory: '1Gi' } });
    expect([plugin.ports, probe.args]).toEqual([
      [{ name: 'healthz', containerPort: 10303 }],
      ['--csi-address=/csi/csi.sock', '--health-port=10303', '--v=5'],
    ]);
    expect(plugin.volumeMounts[0]).toEqual({
      name: 'kubelet-dir',
      mountPath: '/data/kubelet',
      mountPropagation: 'Bidirectional',
    });
    expect(registrar.env[1].value).toBe('/data/kubelet/plugins/efs.csi.aws.com/csi.sock');
  });

  test("labels and annotations of pods stand beside the stack's own", () => {
    const manifests = manifestsOf({
      platform: Platform.OPENSHIFT,
      node: {
        podLabels: { team: 'a' },
        podAnnotations: { note: 'b' },
        serviceAccountAnnotations: { note: 'c' },
      },
    });
    expect(find(manifests, 'DaemonSet').spec.template.metadata).toEqual({
      labels: { team: 'a', app: 'efs-csi-node', 'app.kubernetes.io/name': 'aws-efs-csi-driver' },
      annotations: { 'openshift.io/required-scc': 'efs-csi-scc', note: 'b' },
    });
    expect(find(manifests, 'ServiceAccount').metadata.annotations).toEqual({ note: 'c' });
  });

  test.each([
    ['a number', kplus.k8s.IntOrString.fromNumber(3), 3],
    ['a percentage', kplus.k8s.IntOrString.fromString('10%'), '10%'],
  ])('nodes may be without the plugin during an update: %s', (_, maxUnavailable, written) => {
    expect(find(manifestsOf({ node: { maxUnavailable } }), 'DaemonSet')).toHaveProperty(
      'spec.updateStrategy',
      { rollingUpdate: { maxUnavailable: written } },
    );
  });

  test('the selector holds nothing that changes', () => {
    expect(
      find(manifestsOf({ node: { podLabels: { version: '1' } } }), 'DaemonSet'),
    ).toHaveProperty('spec.selector', {
      matchLabels: { app: 'efs-csi-node', 'app.kubernetes.io/name': 'aws-efs-csi-driver' },
    });
  });

  test('the controller has its own', () => {
    const manifests = manifestsOf({
      controller: {
        enabled: true,
        replicas: 3,
        hostNetwork: true,
        healthPort: 9910,
        tolerations: [{ key: 'b', operator: 'Exists' }],
        podDisruptionBudget: true,
      },
    });
    const pod = podOf(manifests, 'Deployment');
    expect([
      find(manifests, 'Deployment').spec.replicas,
      pod.hostNetwork,
      pod.containers[0].ports,
      pod.containers[2].args,
      pod.tolerations,
    ]).toEqual([
      3,
      true,
      [{ name: 'healthz', containerPort: 9910 }],
      ['--csi-address=/csi/csi.sock', '--health-port=9910'],
      [
        { key: 'CriticalAddonsOnly', operator: 'Exists' },
        { key: 'efs.csi.aws.com/agent-not-ready', operator: 'Exists' },
        { key: 'b', operator: 'Exists' },
      ],
    ]);
    expect(find(manifests, 'PodDisruptionBudget')).toHaveProperty('spec', {
      minAvailable: 1,
      selector: {
        matchLabels: { app: 'efs-csi-controller', 'app.kubernetes.io/name': 'aws-efs-csi-driver' },
      },
    });
  });

  test('fields of the CSIDriver that the driver works with can be changed', () => {
    expect(find(manifestsOf({ csiDriver: { fsGroupPolicy: 'None' } }), 'CSIDriver')).toHaveProperty(
      'spec',
      {
        attachRequired: false,
        podInfoOnMount: false,
        volumeLifecycleModes: ['Persistent'],
        fsGroupPolicy: 'None',
      },
    );
  });
});

describe('modes', () => {
  test("OpenShift's operator: three objects and nothing else", () => {
    const driver = new EfsCsiDriver({
      openShiftOperator: {
        roleArn: 'arn:aws:iam::111122223333:role/a',
        nodeRoleArn: 'arn:aws:iam::111122223333:role/b',
      },
      volumeMetrics: { fsRateLimit: 3 },
    });
    expect(
      manifestsOf({
        driver,
        platform: Platform.OPENSHIFT,
        mode: CsiDriverStackMode.OPENSHIFT_OPERATOR,
      }),
    ).toEqual([
      {
        apiVersion: 'operators.coreos.com/v1',
        kind: 'OperatorGroup',
        metadata: {
          name: 'aws-efs-csi-driver-operator',
          namespace: 'openshift-cluster-csi-drivers',
        },
      },
      {
        apiVersion: 'operators.coreos.com/v1alpha1',
        kind: 'Subscription',
        metadata: {
          name: 'aws-efs-csi-driver-operator',
          namespace: 'openshift-cluster-csi-drivers',
        },
        spec: {
          channel: 'stable',
          name: 'aws-efs-csi-driver-operator',
          source: 'redhat-operators',
          sourceNamespace: 'openshift-marketplace',
          config: {
            env: [
              { name: 'ROLEARN', value: 'arn:aws:iam::111122223333:role/a' },
              { name: 'NODE_ROLEARN', value: 'arn:aws:iam::111122223333:role/b' },
            ],
          },
        },
      },
      {
        apiVersion: 'operator.openshift.io/v1',
        kind: 'ClusterCSIDriver',
        metadata: { name: 'efs.csi.aws.com' },
        spec: {
          managementState: 'Managed',
          driverConfig: {
            driverType: 'AWS',
            aws: {
              efsVolumeMetrics: { state: 'RecursiveWalk', recursiveWalk: { fsRateLimit: 3 } },
            },
          },
        },
      },
    ]);
  });

  test("OpenShift's operator: the objects are properties, and a namespace comes on request", () => {
    const stack = newStack({
      platform: Platform.OPENSHIFT,
      mode: CsiDriverStackMode.OPENSHIFT_OPERATOR,
      namespace: 'mine',
      createNamespace: true,
    });
    expect(
      [stack.namespaceObject, stack.operatorGroup, stack.subscription, stack.clusterCsiDriver].map(
        (object) => object!.kind,
      ),
    ).toEqual(listed(synth(stack)).map((one) => one.split(' ')[0]));
  });

  test.each([
    [
      "in the operator's namespace, whatever that of the chart is",
      {},
      'openshift-cluster-csi-drivers',
    ],
    ['in the one given', { namespace: 'given' }, 'given'],
  ])("OpenShift's operator goes %s", (_, props, namespace) => {
    const stack = newStack(
      { platform: Platform.OPENSHIFT, mode: CsiDriverStackMode.OPENSHIFT_OPERATOR, ...props },
      newChart({ namespace: 'of-chart' }),
    );
    const namespaces = [stack.operatorGroup, stack.subscription].map(
      (object) => object!.metadata.namespace,
    );
    expect([stack.namespace, ...namespaces]).toEqual([namespace, namespace, namespace]);
  });

  test("OpenShift's operator, where its namespace has a group already", () => {
    expect(
      listed(
        manifestsOf({
          platform: Platform.OPENSHIFT,
          mode: CsiDriverStackMode.OPENSHIFT_OPERATOR,
          operatorGroup: false,
        }),
      ),
    ).toEqual(['Subscription aws-efs-csi-driver-operator', 'ClusterCSIDriver efs.csi.aws.com']);
  });

  test('are called as in messages and manifests', () => {
    expect(Object.values(CsiDriverStackMode)).toEqual([
      'this-stack',
      'openshift-operator',
      'external',
    ]);
  });

  test('somebody else: classes only', () => {
    const driver = new EfsCsiDriver({ storageClasses: [DYNAMIC] });
    expect(listed(manifestsOf({ driver, mode: CsiDriverStackMode.EXTERNAL }))).toEqual([
      'StorageClass efs-sc',
      'StorageClass efs-dynamic',
    ]);
  });
});

describe('addStorageClass', () => {
  test('a static class comes alone', () => {
    const stack = newStack();
    stack.addStorageClass('more', { name: 'more' });
    expect(listed(synth(stack)).slice(-2)).toEqual(['StorageClass efs-sc', 'StorageClass more']);
  });

  test('a dynamic class brings the controller', () => {
    const stack = newStack({ platform: Platform.OPENSHIFT });
    expect(stack.controller).toBeUndefined();
    const added = stack.addStorageClass('more', {
      name: 'more',
      reclaimPolicy: kplus.PersistentVolumeReclaimPolicy.RETAIN,
      parameters: PARAMETERS,
    });
    const manifests = synth(stack);
    expect([stack.controller!.name, stack.controllerServiceAccount!.name, added.name]).toEqual([
      'efs-csi-controller',
      'efs-csi-controller-sa',
      'more',
    ]);
    expect(find(manifests, 'StorageClass', 'more')).toEqual({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'more' },
      provisioner: 'efs.csi.aws.com',
      reclaimPolicy: 'Retain',
      parameters: PARAMETERS,
    });
  });

  test.each<[string, unknown, string]>([
    [
      'nothing',
      undefined,
      'chart/stack: storageClasses[0].name: name is required; set name (input/type)',
    ],
    [
      'a late name',
      { name: Lazy.any({ produce: () => 'a' }) },
      'chart/stack: storageClass: storageClass is known only at synthesis; pass a plain value (input/known-late)',
    ],
    [
      'parameters that the driver refuses',
      { name: 'a', parameters: { ...PARAMETERS, directoryPerms: '7' } },
      'chart/stack: storageClasses[0].parameters.directoryPerms: "7" is not three or four octal digits; use the permissions, such as "700" (efs/directory-perms)',
    ],
  ])('is refused with %s', (_, storageClass, line) => {
    expect(refusal(() => newStack().addStorageClass('a', storageClass as CsiStorageClass))).toEqual(
      [line],
    );
  });

  test.each<[string, unknown, string]>([
    [
      'the id of another construct',
      'DaemonSet',
      'chart/stack: id: the stack already has a construct "DaemonSet"; use another id (csi/name)',
    ],
    [
      'an empty id',
      '',
      'chart/stack: id: "" is not a valid id for a construct; use a string (csi/name)',
    ],
    [
      'a number for an id',
      5,
      'chart/stack: id: 5 is not a valid id for a construct; use a string (csi/name)',
    ],
  ])('is refused with %s', (_, id, line) => {
    expect(refusal(() => newStack().addStorageClass(id as string, { name: 'a' }))).toEqual([line]);
  });

  test('it makes the same objects as a class that is there from the start', () => {
    const storageClass = { name: 'more', dynamic: true, parameters: PARAMETERS };
    const later = newStack({ platform: Platform.OPENSHIFT });
    later.addStorageClass('StorageClass-more', storageClass);
    const sorted = (manifests: Manifest[]) =>
      [...manifests].sort((a, b) => (listed([a])[0] < listed([b])[0] ? -1 : 1));
    expect(sorted(synth(later))).toEqual(
      sorted(manifestsOf({ platform: Platform.OPENSHIFT, storageClasses: [storageClass] })),
    );
  });

  test('a class that is refused leaves the stack as it was', () => {
    const stack = newStack({ controller: { enabled: false } });
    const before = listed(synth(stack));
    expect(
      refusal(() => stack.addStorageClass('more', { name: 'more', parameters: PARAMETERS })),
    ).toEqual([
      'chart/stack: storageClasses[0].dynamic: the class "more" is dynamic, but no controller runs to provision its volumes; ' +
        'remove controller.enabled, or the class (csi/controller-disabled)',
    ]);
    stack.addStorageClass('other', { name: 'other' });
    expect(listed(synth(stack))).toEqual([...before, 'StorageClass other']);
  });

  test('warnings are not repeated', () => {
    const stack = newStack({
      controller: { enabled: true, replicas: 1, podDisruptionBudget: true },
    });
    stack.addStorageClass('more', { name: 'more' });
    expect(findingsOf(stack.node.scope as never)).toHaveLength(1);
  });
});

test('the same stack gives the same bytes', () => {
  const text = () =>
    JSON.stringify(
      manifestsOf({
        driver: new EfsCsiDriver({ storageClasses: [DYNAMIC], tags: { a: 'b' } }),
        platform: Platform.EKS,
      }),
    );
  expect(text()).toBe(text());
});

test('a stack is a construct that other constructs can hold', () => {
  const chart = newChart();
  expect(
    new CsiDriverStack(chart, 'a', { driver: new EfsCsiDriver(), platform: Platform.VANILLA })
      .driverName,
  ).toBe('efs.csi.aws.com');
});

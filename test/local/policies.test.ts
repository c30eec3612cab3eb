/** The constructs of the policies and webhooks: what they write, and what they refuse. */
import { App, Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  AdmissionAction,
  AdmissionFailurePolicy,
  EphemeralOnlyPolicy,
  EphemeralOnlyPolicyProps,
  EphemeralOnlyWebhook,
  HyperconvergedPolicy,
  HyperconvergedPolicyProps,
  HyperconvergedWebhook,
  LocalWebhookProps,
  StorageClass,
  Target,
  VolumeBindingMode,
} from '../../src';
import { findingsOf, listed, refusal } from '../csi/tree';
import { admission } from '../support/cel';
import { find } from '../support/manifests';
import { expectValid } from '../support/validate';

const newChart = (kubernetes?: string, featureGates?: string[]) => {
  const app = new App();
  Target.enable(app, { kubernetes, featureGates });
  return new Chart(app, 'test', { namespace: 'storage' });
};

function synth(make: (chart: Chart) => unknown, kubernetes?: string): any[] {
  const chart = newChart(kubernetes);
  make(chart);
  const manifests = Testing.synth(chart);
  expectValid(manifests);
  return manifests;
}

describe('the policy on claims', () => {
  const manifestsOf = (props?: EphemeralOnlyPolicyProps) =>
    synth((chart) => new EphemeralOnlyPolicy(chart, 'only', props));

  test('stands beside one on the templates of StatefulSets, each with its binding, and none of them in a namespace', () => {
    const manifests = manifestsOf();
    expect(listed(manifests)).toEqual([
      'ValidatingAdmissionPolicy only',
      'ValidatingAdmissionPolicyBinding only',
      'ValidatingAdmissionPolicy only-statefulsets',
      'ValidatingAdmissionPolicyBinding only-statefulsets',
    ]);
    expect(manifests.map(({ metadata }) => metadata.namespace)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(listed(manifestsOf({ name: 'p', statefulSets: false }))).toEqual([
      'ValidatingAdmissionPolicy p',
      'ValidatingAdmissionPolicyBinding p',
    ]);
  });

  test('runs for each class of the cluster, or once where the classes are known', () => {
    const [policy, binding] = manifestsOf();
    expect([policy.spec.paramKind, binding.spec.paramRef]).toEqual([
      { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass' },
      { selector: {}, parameterNotFoundAction: 'Allow' },
    ]);
    const [known, bound] = manifestsOf({ storageClassNames: ['local'] });
    expect([known.spec.paramKind, bound.spec.paramRef]).toEqual([undefined, undefined]);
  });

  test('refuses where it cannot judge, unless it is told otherwise', () => {
    expect(manifestsOf()[0].spec.failurePolicy).toBe('Fail');
    expect(
      manifestsOf({ failurePolicy: AdmissionFailurePolicy.IGNORE }).filter(
        ({ spec }) => spec.failurePolicy === 'Ignore',
      ),
    ).toHaveLength(2);
  });

  test('stands beside others on pods, classes and volumes where that is asked for', () => {
    const chart = newChart();
    const { policies, policy, templatePolicy, templateBinding, binding } = new EphemeralOnlyPolicy(
      chart,
      'only',
      { pods: true, storageClasses: true, persistentVolumes: true },
    );
    expect(policies.map(({ name }) => name)).toEqual([
      'only',
      'only-statefulsets',
      'only-pods',
      'only-inline-volumes',
      'only-classes',
      'only-volumes',
    ]);
    expect([policy, templatePolicy]).toEqual(policies.slice(0, 2));
    expect([binding.name, templateBinding?.name]).toEqual(['only', 'only-statefulsets']);
    const manifests = Testing.synth(chart);
    expectValid(manifests);
    expect(listed(manifests.filter(({ kind }) => kind.endsWith('Binding')))).toEqual(
      policies.map(({ name }) => `ValidatingAdmissionPolicyBinding ${name}`),
    );
    // What is looked at once for each class, and what without any.
    expect(
      manifests.filter(({ spec }) => spec.paramRef).map(({ spec }) => spec.policyName),
    ).toEqual(['only', 'only-statefulsets', 'only-pods']);
    const rules = manifests
      .flatMap(({ spec }) => spec.matchConstraints?.resourceRules ?? [])
      .map((rule: any) =>
        [rule.apiGroups, rule.apiVersions, rule.operations, rule.resources, rule.scope]
          .map(String)
          .join(' '),
      );
    expect(rules).toEqual([
      ' v1 CREATE,UPDATE persistentvolumeclaims,persistentvolumeclaims/status Namespaced',
      'apps v1 CREATE statefulsets Namespaced',
      ' v1 CREATE pods Namespaced',
      ' v1 CREATE pods Namespaced',
      'storage.k8s.io v1 CREATE storageclasses Cluster',
      ' v1 CREATE,UPDATE persistentvolumes,persistentvolumes/status Cluster',
    ]);
  });

  test('leaves namespaces alone only where there are any', () => {
    const manifests = manifestsOf({
      pods: true,
      storageClasses: true,
      persistentVolumes: true,
      exemptNamespaces: ['legacy'],
    });
    expect(
      manifests.filter(({ spec }) => spec.matchResources).map(({ spec }) => spec.policyName),
    ).toEqual(['only', 'only-statefulsets', 'only-pods', 'only-inline-volumes']);
  });

  const claim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data' },
    spec: { storageClassName: 'local' },
  };
  const judge = (props: EphemeralOnlyPolicyProps, namespace: string) => {
    const [policy, binding] = manifestsOf({ storageClassNames: ['local'], ...props });
    return admission(policy, binding, {
      operation: 'CREATE',
      resource: 'persistentvolumeclaims',
      namespace,
      object: claim,
    });
  };
  const REFUSAL =
    'only generic ephemeral volumes are allowed for localdisk.csi.acstor.io provisioner';

  test('lets claims pass with a warning and an entry of the audit log where it is rolled out', () => {
    expect(
      judge({ validationActions: [AdmissionAction.WARN, AdmissionAction.AUDIT] }, 'apps'),
    ).toEqual({ denied: [], warned: [REFUSAL], audited: [REFUSAL] });
  });

  test('takes further classes from a ConfigMap, beside those of the cluster, and refuses nothing without it', () => {
    const props = {
      storageClassConfigMap: { name: 'classes', namespace: 'kube-system' },
      pods: true,
    };
    const chart = newChart();
    const { policies, policy, templatePolicy } = new EphemeralOnlyPolicy(chart, 'only', props);
    expect(policies.map(({ name }) => name)).toEqual([
      'only',
      'only-driver',
      'only-statefulsets',
      'only-statefulsets-driver',
      'only-pods',
      'only-pods-driver',
      'only-inline-volumes',
    ]);
    expect([policy.name, templatePolicy?.name]).toEqual(['only', 'only-statefulsets']);
    const paramsOf = (name: string) => {
      const [
        {
          spec: { paramKind },
        },
        {
          spec: { paramRef },
        },
      ] = Testing.synth(chart).filter(({ metadata }) => metadata.name === name);
      return [paramKind?.kind, paramRef];
    };
    for (const name of ['only', 'only-statefulsets', 'only-pods']) {
      expect(paramsOf(name)).toEqual([
        'ConfigMap',
        { name: 'classes', namespace: 'kube-system', parameterNotFoundAction: 'Allow' },
      ]);
      expect(paramsOf(`${name}-driver`)).toEqual([
        'StorageClass',
        { selector: {}, parameterNotFoundAction: 'Allow' },
      ]);
    }
    expect(judge({ storageClassNames: undefined, ...props }, 'apps').denied).toEqual([]);
  });

  test('no binding of any policy refuses what lacks its parameters', () => {
    const everything = { pods: true, storageClasses: true, persistentVolumes: true };
    const bindings = [
      {},
      { storageClassNames: ['local'] },
      { storageClassConfigMap: { name: 'classes', namespace: 'kube-system' } },
    ]
      .flatMap((props) => manifestsOf({ ...everything, ...props }))
      .filter(({ kind }) => kind.endsWith('Binding'));
    expect(new Set(bindings.map(({ spec }) => spec.paramRef?.parameterNotFoundAction))).toEqual(
      new Set(['Allow', undefined]),
    );
  });

  /** What the policies beside that on claims say of an object. */
  const saysOf = (resource: string, object: object) => {
    const manifests = manifestsOf({
      storageClassNames: ['local'],
      pods: true,
      storageClasses: true,
      persistentVolumes: true,
    });
    const policies = manifests.filter(({ kind }) => kind === 'ValidatingAdmissionPolicy');
    return policies.flatMap(
      (policy) =>
        admission(
          policy,
          manifests.find(({ spec }) => spec.policyName === policy.metadata.name)!,
          { operation: 'CREATE', resource, object: object as any },
        ).denied,
    );
  };
  const ofDriver = (parameters?: object) => ({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'local' },
    provisioner: 'localdisk.csi.acstor.io',
    volumeBindingMode: 'WaitForFirstConsumer',
    parameters,
  });

  test.each<[object, string[]]>([
    [{ volumeGroup: 'fast' }, []],
    [{ volumeGroup: 'a#b' }, ['volumeGroup must not contain a #']],
    [
      { 'localdisk.csi.acstor.io/selected-initial-node': 'node-1' },
      [
        'localdisk.csi.acstor.io/selected-initial-node must not be set on classes: volumes on other nodes would be removed',
      ],
    ],
  ])('of a class with %j', (parameters, messages) => {
    expect(saysOf('storageclasses', ofDriver(parameters))).toEqual(messages);
  });

  test('of a volume with an empty node, wherever else it says that it is', () => {
    const volume = (annotations: object) => ({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv-1', annotations },
      spec: {
        csi: {
          driver: 'localdisk.csi.acstor.io',
          volumeHandle: 'containerstorage#pv-1',
          volumeAttributes: { 'localdisk.csi.acstor.io/selected-initial-node': 'node-1' },
        },
      },
    });
    expect(
      saysOf('persistentvolumes', volume({ 'localdisk.csi.acstor.io/selected-node': '' })),
    ).toEqual([
      'localdisk.csi.acstor.io/selected-node must not be empty: every node would remove the data',
    ]);
    expect(
      saysOf('persistentvolumes', volume({ 'localdisk.csi.acstor.io/selected-node': 'node-2' })),
    ).toEqual([]);
  });

  test('judges nothing in the namespaces that it is to leave alone', () => {
    const props = { exemptNamespaces: ['kube-system', 'legacy'] };
    expect(
      ['apps', 'legacy', 'kube-system'].map((namespace) => judge(props, namespace).denied),
    ).toEqual([[REFUSAL], [], []]);
  });

  test('tells of a claim template what it lacks', () => {
    const [, , policy, binding] = manifestsOf();
    const object = {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'db' },
      spec: {
        volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { storageClassName: 'local' } }],
      },
    };
    const cluster = [
      {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name: 'local' },
        provisioner: 'localdisk.csi.acstor.io',
      },
    ];
    expect(
      admission(policy, binding, { operation: 'CREATE', resource: 'statefulsets', object, cluster })
        .denied,
    ).toEqual([
      `${REFUSAL}: add the annotation localdisk.csi.acstor.io/accept-ephemeral-storage: "true" to the volumeClaimTemplates`,
    ]);
  });

  test('is not for the class of another driver, which only the whole app can show', () => {
    const chart = newChart();
    new StorageClass(chart, 'efs', { provisioner: 'efs.csi.aws.com' });
    new StorageClass(chart, 'local', {
      provisioner: 'localdisk.csi.acstor.io',
      volumeBindingMode: VolumeBindingMode.WAIT_FOR_FIRST_CONSUMER,
    });
    new EphemeralOnlyPolicy(chart, 'only', { storageClassNames: ['local', 'elsewhere', 'efs'] });
    expect(findingsOf(chart)).toEqual([
      'error: test/only: storageClassNames[2]: the class "efs" belongs to efs.csi.aws.com, not to localdisk.csi.acstor.io; remove it (local/policy-other-driver)',
    ]);
  });

  test('is not for a cluster that does not have such policies', () => {
    expect(refusal(() => new EphemeralOnlyPolicy(newChart('1.29'), 'only'))).toEqual([
      "test/only: Kubernetes 1.29 has no ValidatingAdmissionPolicy, which exists from 1.30 on; use EphemeralOnlyWebhook, which the driver's manager serves (local/policy-version)",
    ]);
    expect(refusal(() => new EphemeralOnlyPolicy(newChart('1.30'), 'only'))).toEqual([
      'it was not refused',
    ]);
  });

  test.each<[object, string]>([
    [
      { storageClassNames: [] },
      'storageClassNames: there is no class; add one, or remove it to include all classes of the driver (local/policy-classes)',
    ],
    [
      { storageClassNames: ['a', 'b', 'a'] },
      'storageClassNames[2]: "a" appears twice; remove one of them (local/policy-classes)',
    ],
    [
      { validationActions: [] },
      'validationActions: there is no action; use one or more of Deny, Warn, Audit (local/policy-actions)',
    ],
    [
      { validationActions: ['Deny', 'Warn'] },
      'validationActions: Deny and Warn cannot be combined; remove Warn: a denied request already reports why (local/policy-actions)',
    ],
    [
      { validationActions: ['Audit', 'Audit'] },
      'validationActions[1]: "Audit" appears twice; remove one of them (local/policy-actions)',
    ],
    [
      { exemptNamespaces: ['a.b'] },
      'exemptNamespaces[0]: "a.b": must not contain dots; use the name of a namespace (local/policy-namespaces)',
    ],
    [
      { exemptNamespaces: ['a', 'a'] },
      'exemptNamespaces[1]: "a" appears twice; remove one of them (local/policy-namespaces)',
    ],
    [
      { failurePolicy: 'Retry' },
      'failurePolicy: "Retry" is not a valid value; must be one of Fail, Ignore (input/type)',
    ],
    [
      { strict: true },
      'strict: there is no option "strict", so true would have no effect; remove it; the options are name, storageClassNames, ' +
        'storageClassConfigMap, validationActions, failurePolicy, anyPodOwner, statefulSets, pods, storageClasses, persistentVolumes, exemptNamespaces (input/unknown-field)',
    ],
    [
      {
        storageClassNames: ['local'],
        storageClassConfigMap: { name: 'classes', namespace: 'kube-system' },
      },
      'storageClassConfigMap: the classes are already set by storageClassNames; remove it, or storageClassNames (local/policy-classes)',
    ],
    [
      { storageClassConfigMap: { name: 'classes' } },
      'storageClassConfigMap.namespace: storageClassConfigMap.namespace is required; set storageClassConfigMap.namespace (input/type)',
    ],
    [
      { storageClassConfigMap: { namespace: 'apps' } },
      'storageClassConfigMap.name: storageClassConfigMap.name is required; set storageClassConfigMap.name (input/type)',
    ],
    [
      { storageClassConfigMap: { name: 'classes', namespace: 'a.b' } },
      'storageClassConfigMap.namespace: "a.b": must not contain dots; use the name of a namespace: at most 63 lower-case letters, digits and dashes (storage/namespace)',
    ],
  ])('%j is refused', (wrong, message) => {
    expect(refusal(() => new EphemeralOnlyPolicy(newChart(), 'only', wrong))).toEqual([
      `test/only: ${message}`,
    ]);
  });

  test.each([['1.30'], ['v1.36.2']])('Kubernetes %s has it', (kubernetes) => {
    const { policy } = new EphemeralOnlyPolicy(newChart(kubernetes), 'only');
    expect(policy.apiVersion).toBe('admissionregistration.k8s.io/v1');
  });
});

describe('the policy on pods', () => {
  const manifestsOf = (props: HyperconvergedPolicyProps = {}) =>
    synth((chart) => new HyperconvergedPolicy(chart, 'steer', props), '1.36');

  test('looks only at pods with its label, and runs for each volume', () => {
    const [policy, binding] = manifestsOf();
    expect(policy.spec.paramKind).toEqual({ apiVersion: 'v1', kind: 'PersistentVolume' });
    expect(binding.spec).toEqual({
      policyName: 'steer',
      paramRef: { selector: {}, parameterNotFoundAction: 'Allow' },
      matchResources: {
        objectSelector: { matchLabels: { 'cdk8s-volumes.io/local-disks': 'steer' } },
      },
    });
    expect([policy.metadata, binding.metadata]).toEqual([{ name: 'steer' }, { name: 'steer' }]);
  });

  test('looks at every pod on request', () => {
    expect(manifestsOf({ everyPod: true })[1].spec.matchResources).toBeUndefined();
  });

  test.each([
    ['1.36', 'v1'],
    ['1.35', 'v1beta1'],
    ['1.34', 'v1beta1'],
    ['1.33', 'v1alpha1'],
    ['1.32', 'v1alpha1'],
  ])('Kubernetes %s has %s of it', (kubernetes, version) => {
    const chart = newChart(kubernetes, ['MutatingAdmissionPolicy']);
    const { policy, binding } = new HyperconvergedPolicy(chart, 'steer');
    expect([policy.apiVersion, binding.apiVersion]).toEqual([
      `admissionregistration.k8s.io/${version}`,
      `admissionregistration.k8s.io/${version}`,
    ]);
    expect(findingsOf(chart)).toEqual([]);
  });

  test.each([
    ['1.35', 'v1beta1'],
    ['1.34', 'v1beta1'],
    ['1.33', 'v1alpha1'],
    ['1.32', 'v1alpha1'],
  ])(
    'Kubernetes %s refuses %s of it unless the target says that it is enabled',
    (kubernetes, version) => {
      const message =
        `test/steer: Kubernetes ${kubernetes} has ${version} of mutating policies, but it is disabled by default; ` +
        `start the API server with --feature-gates=MutatingAdmissionPolicy=true and --runtime-config=admissionregistration.k8s.io/${version}=true, ` +
        'and name MutatingAdmissionPolicy in the featureGates of the target (local/policy-switched-off)';
      expect(() => new HyperconvergedPolicy(newChart(kubernetes), 'steer')).toThrow(message);
    },
  );

  test('needs nothing of the target in Kubernetes 1.36', () => {
    const chart = newChart('1.36');
    new HyperconvergedPolicy(chart, 'steer');
    expect(findingsOf(chart)).toEqual([]);
  });

  test('is the same in all versions but for the version', () => {
    const specs = ['1.32', '1.34', '1.36'].map(
      (kubernetes) =>
        new HyperconvergedPolicy(
          newChart(kubernetes, ['MutatingAdmissionPolicy']),
          'steer',
        ).policy.toJson().spec,
    );
    expect(new Set(specs.map((spec) => JSON.stringify(spec))).size).toBe(1);
  });

  test('gives its label to the pods of workloads, of whatever kind, and to nothing else', () => {
    const chart = newChart('1.36');
    const policy = new HyperconvergedPolicy(chart, 'steer', {
      labelKey: 'example.com/steer',
      labelValue: 'on',
    });
    const container = { image: 'docker.io/library/nginx:1.27.0' };
    const deployment = new kplus.Deployment(chart, 'web', { containers: [container] });
    const cronJob = new kplus.k8s.KubeCronJob(chart, 'nightly', {
      spec: {
        schedule: '@daily',
        jobTemplate: {
          spec: {
            template: {
              spec: { restartPolicy: 'Never', containers: [{ name: 'main', ...container }] },
            },
          },
        },
      },
    });
    const pod = new kplus.k8s.KubePod(chart, 'pod', {
      spec: { containers: [{ name: 'main', ...container }] },
    });
    policy.steer(deployment, cronJob, pod);
    const manifests = Testing.synth(chart);
    const web = find(manifests, 'Deployment');
    expect(web.spec.template.metadata.labels).toEqual({
      ...web.spec.selector.matchLabels,
      'example.com/steer': 'on',
    });
    expect(web.metadata.labels).toBeUndefined();
    expect(find(manifests, 'CronJob').spec.jobTemplate.spec.template.metadata.labels).toEqual({
      'example.com/steer': 'on',
    });
    expect(find(manifests, 'Pod').metadata.labels).toEqual({ 'example.com/steer': 'on' });
  });

  test('needs no label where it looks at every pod', () => {
    const chart = newChart('1.36');
    const deployment = new kplus.Deployment(chart, 'web', {
      containers: [{ image: 'docker.io/library/nginx:1.27.0' }],
    });
    new HyperconvergedPolicy(chart, 'steer', { everyPod: true }).steer(deployment);
    expect(JSON.stringify(find(Testing.synth(chart), 'Deployment'))).not.toContain('local-disks');
  });

  test.each<[object, string]>([
    [
      { kubernetes: '1.36' },
      'kubernetes: there is no option "kubernetes", so "1.36" would have no effect; remove it; the options are name, labelKey, labelValue, everyPod, failurePolicy (input/unknown-field)',
    ],
    [
      { labelKey: 'a b' },
      "labelKey: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an " +
        "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'); " +
        'use a key such as example.com/local-disks (local/policy-label)',
    ],
    [
      { labelValue: '-' },
      "labelValue: \"-\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with " +
        "an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?'); " +
        'set a value such as steered (local/policy-label)',
    ],
    [
      { everyPod: true, labelKey: 'a' },
      'labelKey: "a" has no effect on a policy for every pod; remove it, or everyPod (local/policy-label)',
    ],
    [
      { everyPod: true, labelValue: 'a' },
      'labelValue: "a" has no effect on a policy for every pod; remove it, or everyPod (local/policy-label)',
    ],
  ])('%j is refused', (wrong, message) => {
    expect(refusal(() => new HyperconvergedPolicy(newChart('1.36'), 'steer', wrong))).toEqual([
      `test/steer: ${message}`,
    ]);
  });

  test.each<[string | undefined, string]>([
    [
      undefined,
      "the Kubernetes version is unknown, but the API of a MutatingAdmissionPolicy depends on it; specify it in the target, such as Target.enable(app, { kubernetes: '1.36' })",
    ],
    [
      '1.31',
      "Kubernetes 1.31 has no MutatingAdmissionPolicy, which exists from 1.32 on; use HyperconvergedWebhook, which the driver's manager serves",
    ],
  ])('in a cluster of version %s is refused', (kubernetes, message) => {
    expect(refusal(() => new HyperconvergedPolicy(newChart(kubernetes), 'steer'))).toEqual([
      `test/steer: ${message} (local/policy-version)`,
    ]);
  });

  test('steers only what makes pods, in its own app', () => {
    const chart = newChart('1.36');
    const policy = new HyperconvergedPolicy(chart, 'steer');
    const service = new kplus.Service(chart, 'svc', { ports: [{ port: 80 }] });
    const elsewhere = new kplus.Deployment(newChart(), 'web', {
      containers: [{ image: 'docker.io/library/nginx:1.27.0' }],
    });
    expect(refusal(() => policy.steer(service))).toEqual([
      'test/steer: steer: test/svc does not create pods; pass a workload, such as a Deployment (local/steered-workload)',
    ]);
    expect(refusal(() => policy.steer(undefined as any))).toEqual([
      'test/steer: steer: undefined does not create pods; pass a workload, such as a Deployment (local/steered-workload)',
    ]);
    expect(refusal(() => policy.steer(elsewhere))).toEqual([
      'test/steer: steer: test/web is in another app; create a policy in the app of the workload (local/steered-workload)',
    ]);
  });
});

describe('the configurations of the webhooks are those of the chart', () => {
  const service = (path: string) => ({
    name: 'csi-local-webhook-service',
    namespace: 'kube-system',
    path,
  });

  test('for claims', () => {
    expect(synth((chart) => new EphemeralOnlyWebhook(chart, 'ask'))).toEqual([
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: 'csi-local-enforce-ephemeral' },
        webhooks: [
          {
            name: 'enforce-ephemeral.localdisk.csi.acstor.io',
            admissionReviewVersions: ['v1'],
            clientConfig: { service: service('/validate-pvc') },
            failurePolicy: 'Ignore',
            rules: [
              {
                apiGroups: [''],
                apiVersions: ['v1'],
                operations: ['CREATE'],
                resources: ['persistentvolumeclaims'],
                scope: 'Namespaced',
              },
            ],
            sideEffects: 'None',
          },
        ],
      },
    ]);
  });

  test('for pods', () => {
    expect(synth((chart) => new HyperconvergedWebhook(chart, 'ask'))).toEqual([
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'MutatingWebhookConfiguration',
        metadata: { name: 'csi-local-hyperconverged-webhook' },
        webhooks: [
          {
            name: 'hyperconverged.localdisk.csi.acstor.io',
            admissionReviewVersions: ['v1'],
            clientConfig: { service: service('/mutate-pod') },
            failurePolicy: 'Ignore',
            rules: [
              { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
            ],
            sideEffects: 'None',
          },
        ],
      },
    ]);
  });

  test('with another manager', () => {
    const props: LocalWebhookProps = {
      name: 'w',
      serviceName: 's',
      namespace: 'disks',
      failurePolicy: AdmissionFailurePolicy.FAIL,
    };
    const [
      {
        metadata,
        webhooks: [webhook],
      },
    ] = synth((chart) => new HyperconvergedWebhook(chart, 'ask', props));
    expect([metadata, webhook.clientConfig, webhook.failurePolicy]).toEqual([
      { name: 'w' },
      { service: { name: 's', namespace: 'disks', path: '/mutate-pod' } },
      'Fail',
    ]);
  });

  test.each<[object, string]>([
    [{ name: 'A' }, 'name: "A"'],
    [{ serviceName: '_' }, 'serviceName: "_"'],
    [{ namespace: 'a.b' }, 'namespace: "a.b"'],
  ])('%j is refused', (wrong, start) => {
    for (const Webhook of [EphemeralOnlyWebhook, HyperconvergedWebhook]) {
      expect(refusal(() => new Webhook(newChart(), 'ask', wrong))[0]).toContain(
        `test/ask: ${start}`,
      );
    }
  });
});

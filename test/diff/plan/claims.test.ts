/** The ways out for one claim, act by act. What they do to a cluster is tried in test/cluster. */
import { actsOf, appliedBy, claim, metadata, plansOf, sized, storageClass, web } from './plans';

const FAST = storageClass('fast');
const SLOW = storageClass('slow');
const GROWING = storageClass('fast', { allowVolumeExpansion: true });
const MANY = { accessModes: ['ReadWriteMany'] };

const stop = [
  '# Stop the pods that use it, so that nothing writes.',
  'kubectl scale deployment.apps/web --namespace shop --replicas=0',
  'until test -z "$(kubectl get pods --namespace shop --selector app=web --output name)"; do sleep 1; done',
];
const start = (replicas = 1) => [
  '# Start the pods again.',
  `kubectl scale deployment.apps/web --namespace shop --replicas=${replicas}`,
];
const keep = (variable: string, name: string) => [
  `${variable}=$(kubectl get persistentvolumeclaim/${name} --namespace shop --output jsonpath='{.spec.volumeName}')`,
  `${variable}_policy=$(kubectl get persistentvolume "$${variable}" --output jsonpath='{.spec.persistentVolumeReclaimPolicy}')`,
  `kubectl patch persistentvolume "$${variable}" --type=merge --patch '{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}'`,
];
const outlive = [
  '# Make sure that the volume and its data outlive the claim.',
  ...keep('volume', 'data'),
];
const create = ['# Create the claim as it should be.', 'apply PersistentVolumeClaim/data'];
const remove = 'kubectl delete persistentvolumeclaim/data --namespace shop';
const released = '# The first volume is kept, Released, with its data.';
const grow = (storage: string) => [
  '# Let the claim grow.',
  `kubectl patch persistentvolumeclaim/data --namespace shop --type=merge --patch '{"spec":{"resources":{"requests":{"storage":"${storage}"}}}}'`,
];
const expandable = [
  '# Allow expansion of claims of the class fast; also set allowVolumeExpansion: true in its manifest.',
  `kubectl patch storageclass.storage.k8s.io/fast --type=merge --patch '{"allowVolumeExpansion":true}'`,
];
const rest = ['# Apply the rest of the claim.', 'apply PersistentVolumeClaim/data'];

test('a claim is copied to another class: data are safe before anything is deleted', () => {
  const [plan] = plansOf(
    [FAST, SLOW, claim(), web()],
    [FAST, SLOW, claim({ storageClassName: 'slow' }), web()],
  );
  expect(actsOf(plan)).toEqual([
    ...stop,
    '# Create a second claim as it should be, under a temporary name.',
    'apply PersistentVolumeClaim/data-0bb0bf',
    '# Copy the data. If the driver requires it, run the Job as the user who owns the files.',
    'apply Job/copy-8a0605c2',
    '# Wait until everything is copied.',
    'kubectl wait job.batch/copy-8a0605c2 --namespace shop --for=condition=Complete --timeout=24h',
    'kubectl delete job.batch/copy-8a0605c2 --namespace shop',
    '# Make sure that both volumes outlive their claims.',
    ...keep('old', 'data'),
    ...keep('volume', 'data-0bb0bf'),
    '# Delete both claims, and keep the volume with the copy for the next claim of the first name.',
    remove,
    'kubectl delete persistentvolumeclaim/data-0bb0bf --namespace shop',
    `kubectl patch persistentvolume "$volume" --type=merge --patch '{"spec":{"claimRef":{"apiVersion":"v1","kind":"PersistentVolumeClaim","namespace":"shop","name":"data","uid":null,"resourceVersion":null}}}'`,
    '# Create the claim as it should be. It gets the volume with the copy.',
    'apply PersistentVolumeClaim/data',
    '# Wait for that, and restore the reclaim policy of the volume.',
    `kubectl wait persistentvolumeclaim/data --namespace shop --for=jsonpath='{.status.phase}'=Bound --timeout=5m`,
    `kubectl patch persistentvolume "$volume" --type=merge --patch '{"spec":{"persistentVolumeReclaimPolicy":"'"$volume_policy"'"}}'`,
    ...start(),
    '# The first volume is kept, Released, with its data. When it is no longer needed, set its policy to Delete, or delete the volume and its storage.',
  ]);
});

test('the temporary claim has the labels of the claim, and no annotations, which name its volume', () => {
  const more = { labels: { a: 'b' }, annotations: { c: 'd' } };
  const [plan] = plansOf(
    [FAST, SLOW, claim({ volumeName: 'disk' }, more)],
    [FAST, SLOW, claim({ volumeName: 'disk', storageClassName: 'slow' }, more)],
  );
  const spec = { accessModes: ['ReadWriteOnce'], storageClassName: 'slow', ...sized('2Gi') };
  expect(appliedBy(plan, 'PersistentVolumeClaim', 'data-0bb0bf')).toEqual({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data-0bb0bf', namespace: 'shop', labels: { a: 'b' } },
    spec,
  });
  expect(appliedBy(plan, 'PersistentVolumeClaim', 'data')).toEqual({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: metadata('data', more),
    spec,
  });
});

test.each<[string, object, string, object]>([
  [
    'files',
    {},
    'cp -a /from/. /to/ && sync',
    {
      volumeMounts: [
        { name: 'from', mountPath: '/from' },
        { name: 'to', mountPath: '/to' },
      ],
    },
  ],
  [
    'blocks',
    { volumeMode: 'Block' },
    'dd if=/dev/from of=/dev/to bs=4M conv=fsync',
    {
      volumeDevices: [
        { name: 'from', devicePath: '/dev/from' },
        { name: 'to', devicePath: '/dev/to' },
      ],
    },
  ],
])('the Job that copies %s', (_what, spec, command, volumes) => {
  const [plan] = plansOf(
    [FAST, SLOW, claim(spec)],
    [FAST, SLOW, claim({ ...spec, storageClassName: 'slow' })],
  );
  expect(appliedBy(plan, 'Job', 'copy-8a0605c2')).toEqual({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'copy-8a0605c2', namespace: 'shop' },
    spec: {
      backoffLimit: 2,
      template: {
        spec: {
          restartPolicy: 'Never',
          containers: [
            {
              name: 'copy',
              image: 'docker.io/library/busybox:1.37.0',
              command: ['sh', '-c', command],
              ...volumes,
            },
          ],
          volumes: [
            { name: 'from', persistentVolumeClaim: { claimName: 'data' } },
            { name: 'to', persistentVolumeClaim: { claimName: 'data-0bb0bf' } },
          ],
        },
      },
    },
  });
});

test('the temporary name of a long one is no longer than a name may be', () => {
  const long = (spec: object = {}) => claim(spec, { name: 'a'.repeat(253) });
  const [plan] = plansOf([FAST, SLOW, long()], [FAST, SLOW, long({ storageClassName: 'slow' })]);
  const [, second] = actsOf(plan);
  expect(second).toMatch(/^apply PersistentVolumeClaim\/a{240}-[0-9a-f]{6}$/);
});

test('a claim that gives up its class is exchanged', () => {
  const [plan] = plansOf(
    [FAST, claim(), web({ replicas: 3 })],
    [FAST, claim({ storageClassName: '' }), web({ replicas: 3 })],
  );
  expect(actsOf(plan)).toEqual([
    ...stop,
    ...outlive,
    '# Delete the claim.',
    remove,
    ...create,
    ...start(3),
    released,
  ]);
});

test.each<[string, object]>([
  ['dataSource', { dataSource: { kind: 'PersistentVolumeClaim', name: 'a' } }],
  ['dataSourceRef', { dataSourceRef: { apiGroup: 'example.com', kind: 'A', name: 'a' } }],
  ['volumeName', { volumeName: 'disk' }],
])('a claim with another %s is exchanged', (_field, spec) => {
  const [plan] = plansOf(
    [FAST, claim({ volumeName: 'old' })],
    [FAST, claim({ volumeName: 'old', ...spec })],
  );
  expect(actsOf(plan)).toEqual([...outlive, '# Delete the claim.', remove, ...create, released]);
});

test('a claim of another volume mode is exchanged, and its data are restored by hand', () => {
  const [plan] = plansOf([FAST, claim()], [FAST, claim({ volumeMode: 'Block' })]);
  expect(actsOf(plan)).toEqual([
    ...outlive,
    '# Delete the claim.',
    remove,
    ...create,
    released,
    '# Data cannot be copied directly between a file system and a block device: restore it with the tools of the application.',
  ]);
});

test('a claim that is not bound is made anew, if it is still not', () => {
  const [plan] = plansOf([FAST, claim(), web()], [FAST, claim(sized('3Gi')), web()], {
    bound: 'none',
  });
  expect(actsOf(plan)).toEqual([
    '# Go on only if the claim is not bound: otherwise, its data would be lost.',
    `test "$(kubectl get persistentvolumeclaim/data --namespace shop --output jsonpath='{.status.phase}')" = Pending`,
    ...stop,
    '# Delete the claim: it is not bound, and holds no data yet.',
    remove,
    '# Create it as it should be.',
    'apply PersistentVolumeClaim/data',
    ...start(),
  ]);
});

test.each<[string, object, object, readonly string[]]>([
  ['whose class does not let it', FAST, {}, [...expandable, ...grow('3Gi'), ...rest]],
  [
    'in a class that lets it, beside other modes',
    GROWING,
    MANY,
    [
      ...grow('3Gi'),
      '# Wait until the volume has grown. Then change only the size in the manifests, and plan the rest of the change again: it cannot be made in place.',
    ],
  ],
])('a claim grows %s', (_where, ofClass, more, acts) => {
  const [plan] = plansOf([ofClass, claim()], [ofClass, claim({ ...sized('3Gi'), ...more })]);
  expect(actsOf(plan)).toEqual(acts);
});

test('a claim whose class is not in the files is copied to a larger one', () => {
  const [plan] = plansOf([claim()], [claim({ ...sized('3Gi'), ...MANY })]);
  expect(actsOf(plan).slice(0, 2)).toEqual([
    '# Create a second claim as it should be, under a temporary name.',
    'apply PersistentVolumeClaim/data-0bb0bf',
  ]);
});

test('a claim without a class has that of the cluster', () => {
  const byDefault = storageClass('usual', {
    metadata: {
      name: 'usual',
      annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
    },
  });
  const unnamed = (spec: object = {}) => claim({ storageClassName: undefined, ...spec });
  const [plan] = plansOf([byDefault, unnamed()], [byDefault, unnamed(sized('3Gi'))]);
  expect(actsOf(plan).slice(0, 2)).toEqual([
    '# Allow expansion of claims of the class usual; also set allowVolumeExpansion: true in its manifest.',
    `kubectl patch storageclass.storage.k8s.io/usual --type=merge --patch '{"allowVolumeExpansion":true}'`,
  ]);
});

test('a claim that a policy does not let change is applied when it does', () => {
  const policies = [
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: 'still' },
      spec: {
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: [''],
              apiVersions: ['v1'],
              operations: ['UPDATE'],
              resources: ['persistentvolumeclaims'],
            },
          ],
        },
        validations: [{ expression: 'false', message: 'not now', reason: 'Forbidden' }],
      },
    },
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: 'still' },
      spec: { policyName: 'still', validationActions: ['Deny'] },
    },
  ];
  const [plan] = plansOf(
    [GROWING, ...policies, claim()],
    [GROWING, ...policies, claim(sized('3Gi'))],
  );
  const [by, ...then] = actsOf(plan);
  expect(by).toMatch(/^# In the manifests: change the object as the policy "still" requires/);
  expect(then).toEqual(['# Then apply the claim.', 'apply PersistentVolumeClaim/data']);
});

test('the data of a claim that leaves the files are kept before the change is merged', () => {
  const [plan] = plansOf([FAST, claim()], [FAST]);
  expect(actsOf(plan)).toEqual([
    '# Before the change is merged, make sure that the volume and its data outlive the claim.',
    ...keep('volume', 'data'),
    'echo "the data is on the volume $volume"',
    `# To use the data again: kubectl patch persistentvolume/VOLUME --type=merge --patch '{"spec":{"claimRef":{"namespace":"shop","name":"CLAIM","uid":null,"resourceVersion":null}}}', and create the claim.`,
  ]);
});

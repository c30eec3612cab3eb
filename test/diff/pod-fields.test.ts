/** Fields of pods that Kubernetes 1.36 refuses, by the names that it gives them. */
import { diffObjects } from '../../src/diff';

const pod = (spec: object) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'one', namespace: 'shop' },
  spec: { containers: [{ name: 'web', image: 'nginx:1' }], ...spec },
});
const volume = (sources: object | null) => pod({ volumes: [sources && { name: 'a', ...sources }] });
const file = (fields: object) => volume({ downwardAPI: { items: [{ path: 'a', ...fields }] } });
const projected = (...sources: object[]) => volume({ projected: { sources } });
const tolerating = (toleration: object) => pod({ tolerations: [toleration] });
const set = (template: object | null) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'one', namespace: 'shop' },
  spec: {
    selector: { matchLabels: { app: 'a' } },
    template: {
      metadata: { labels: { app: 'a' } },
      spec: { containers: [{ name: 'web', image: 'nginx:1' }] },
    },
    volumeClaimTemplates: [template],
  },
});
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

/** The fields that are refused; otherwise the verdict. */
function answerTo(next: object): unknown {
  const [{ verdict, errors = [] }] = diffObjects([], [next]).objects;
  return verdict === 'refused' ? [...new Set(errors.map(({ field }) => field))].sort() : verdict;
}

const VOLUME = 'spec.volumes[0]';

test.each<[string, object]>([
  [
    'a kernel setting without a value',
    pod({ securityContext: { sysctls: [{ name: 'kernel.shm_rmid_forced' }] } }),
  ],
  [
    'a header without a value',
    pod({
      containers: [
        {
          name: 'web',
          image: 'nginx:1',
          livenessProbe: { httpGet: { port: 80, httpHeaders: [{ name: 'a' }] } },
        },
      ],
    }),
  ],
  ['a pull secret without a name', pod({ imagePullSecrets: [{}] })],
  ['certificates that are not served', projected({ podCertificate: {} })],
  ['trust bundles that are not served', projected({ clusterTrustBundle: { name: 'a' } })],
])('%s is taken', (_about, next) => {
  expect(answerTo(next)).toBe('created');
});

test.each<[string, object, readonly string[]]>([
  [
    'empty names on Windows',
    pod({
      securityContext: { windowsOptions: { gmsaCredentialSpec: '' } },
      containers: [
        {
          name: 'web',
          image: 'nginx:1',
          securityContext: { windowsOptions: { runAsUserName: '' } },
        },
      ],
    }),
    [
      'spec.containers[0].securityContext.windowsOptions.runAsUserName',
      'spec.securityContext.windowsOptions.gmsaCredentialSpec',
    ],
  ],
  [
    'a source beside another one, in the order of the server',
    volume({ csi: { driver: 'a' }, secret: {} }),
    [`${VOLUME}.csi`, `${VOLUME}.secret.secretName`],
  ],
  [
    'files of the pod beside files of a disk',
    volume({ downwardAPI: {}, cinder: { volumeID: 'a' } }),
    [`${VOLUME}.downwarAPI`],
  ],
  ['a volume that is null', volume(null), [`${VOLUME}.name`]],
  [
    'a token outside',
    projected({ serviceAccountToken: { path: '/a' } }),
    [`${VOLUME}.projected.path`],
  ],
  [
    'two files at one path',
    projected(
      { secret: { name: 'a', items: [{ key: 'a', path: 'a' }] } },
      { configMap: { name: 'a', items: [{ key: 'a', path: 'a' }] } },
    ),
    [`${VOLUME}.projected`],
  ],
  [
    'a projection of two, of which one is wrong',
    projected({
      secret: { name: 'a' },
      configMap: { name: 'a', items: [{ key: 'a', path: '/' }] },
    }),
    [`${VOLUME}.projected.sources[0]`, `${VOLUME}.projected.sources[0].configMap.items[0].path`],
  ],
  [
    'a file outside',
    file({ path: '../a', fieldRef: { fieldPath: 'metadata.name' } }),
    [`${VOLUME}.downwardAPI.path`],
  ],
  ['a file of nothing', file({}), [`${VOLUME}.downwardAPI`]],
  [
    'a file of a resource that there is not',
    file({ resourceFieldRef: { containerName: 'web', resource: 'a' } }),
    [`${VOLUME}.downwardAPI.resourceFieldRef.resource`],
  ],
  [
    'a file of a field of another version',
    file({ fieldRef: { apiVersion: 'v2', fieldPath: 'metadata.name' } }),
    [`${VOLUME}.downwardAPI.fieldRef.fieldPath`],
  ],
  [
    'a secret of a driver that is no name',
    volume({ csi: { driver: 'a', nodePublishSecretRef: { name: 'A' } } }),
    [`${VOLUME}.csi.name`],
  ],
  ['a priority of no class', pod({ priority: 1 }), ['']],
  ['a policy of no class', pod({ preemptionPolicy: 'Never' }), ['']],
  ['a toleration of nothing', tolerating({}), ['spec.tolerations[0].operator']],
  [
    'a toleration of a value that exists',
    tolerating({ key: 'a', operator: 'Exists', value: 'b' }),
    ['spec.tolerations[0].operator'],
  ],
  [
    'a time for another effect',
    tolerating({ key: 'a', operator: 'Exists', tolerationSeconds: 5 }),
    ['spec.tolerations[0].effect'],
  ],
  [
    'a template of a name that is no label',
    set({ metadata: { name: 'A' }, spec: claim }),
    ['spec.template.spec.volumes[0].name'],
  ],
  [
    'a template without a name',
    set({ spec: claim }),
    [
      'spec.template.spec.volumes[0].name',
      'spec.template.spec.volumes[0].persistentVolumeClaim.claimName',
    ],
  ],
])('%s is refused', (_, next, fields) => {
  expect(answerTo(next)).toEqual(fields);
});

test.each<[string, object]>([
  ['the priority of no class', pod({ priority: 0, preemptionPolicy: 'PreemptLowerPriority' })],
  [
    'the priority of a class of every cluster',
    pod({ priority: 2_000_000_000, priorityClassName: 'system-cluster-critical' }),
  ],
])('%s is taken', (_, next) => {
  expect(answerTo(next)).toBe('created');
});

test.each(['', 'a_b', '2026-01-01'])('a template that was made at %j cannot be read', (time) => {
  const { spec, ...rest } = set({ metadata: { name: 'a' }, spec: claim });
  const metadata = { ...spec.template.metadata, creationTimestamp: time };
  const next = { ...rest, spec: { ...spec, template: { ...spec.template, metadata } } };
  expect(answerTo(next)).toEqual(['']);
});

test.each([null, '2026-01-01T00:00:00Z'])('a template that was made at %j is taken', (time) => {
  const { spec, ...rest } = set({ metadata: { name: 'a' }, spec: claim });
  const metadata = { ...spec.template.metadata, creationTimestamp: time };
  const next = { ...rest, spec: { ...spec, template: { ...spec.template, metadata } } };
  expect(answerTo(next)).toBe('created');
});

test.each(['secretRef', 'configMapRef'])(
  'the name in a %s is the beginning of a name to the server',
  (source) => {
    const withVariables = (name: string) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', namespace: 'shop' },
      spec: { containers: [{ name: 'web', image: 'web:1', envFrom: [{ [source]: { name } }] }] },
    });
    const verdictOf = (name: string) => diffObjects([], [withVariables(name)]).objects[0].verdict;
    expect(['a-', 'ab-', 'A_B', '-', 'a_-b'].map(verdictOf)).toEqual([
      'created',
      'created',
      'refused',
      'refused',
      'refused',
    ]);
  },
);

/** Objects that are plainly right: the long way says nothing of them. */
import { hasDuplicates } from '../../src/diff/apply/duplicates';
import { targetFacts } from '../../src/facts';
import { JudgedObject, readWorld } from '../../src/judge';
import { isClusterScoped, workloadKinds } from '../../src/kube';
import { Type, typeOf, typeOfKind, walk } from '../../src/model';
import { knownKinds } from '../../src/model/kinds';
import { checkPodSpec } from '../../src/pod';
import { isWrittenOver, newObject, readManifests } from '../../src/validation';
import { findingsOf, isOfDefinition } from '../../src/validation/judge';
import { isPlainlyRight } from '../../src/validation/plain';
import { isPlainPod } from '../../src/validation/plain/pods';
import * as fc from '../support/fast-check';
import { sized } from '../support/size';

const KINDS = { isCluster: isClusterScoped, workloads: workloadKinds() };
const MODE = 'ReadWriteOnce';
const claimSpec = {
  accessModes: [MODE],
  storageClassName: 'fast',
  volumeMode: 'Filesystem',
  resources: { requests: { storage: '10Gi' } },
};
const metadata = {
  name: 'web',
  namespace: 'shop',
  labels: { app: 'web', 'example.com/tier': '' },
  annotations: { 'example.com/Note': 'any text' },
};
const probe = {
  httpGet: { path: '/ready', port: 'http', scheme: 'HTTP' },
  initialDelaySeconds: 0,
  periodSeconds: 5,
  timeoutSeconds: 1,
  failureThreshold: 3,
  successThreshold: 1,
};
const pod = {
  serviceAccountName: 'web',
  priorityClassName: 'high',
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  nodeSelector: { 'kubernetes.io/os': 'linux' },
  imagePullSecrets: [{ name: 'registry' }],
  tolerations: [{ key: 'example.com/spot', operator: 'Exists', effect: 'NoSchedule' }],
  securityContext: {
    runAsUser: 1000,
    runAsGroup: 0,
    runAsNonRoot: true,
    fsGroup: 2000,
    fsGroupChangePolicy: 'OnRootMismatch',
    seccompProfile: { type: 'RuntimeDefault' },
  },
  initContainers: [
    {
      name: 'init',
      image: 'localhost:5000/init',
      volumeMounts: [{ name: 'data', mountPath: '/d' }],
      resources: { limits: { cpu: '1' } },
    },
  ],
  containers: [
    {
      name: 'app',
      image: 'registry.example.com/team/app:1.2.3',
      imagePullPolicy: 'IfNotPresent',
      command: ['/bin/app'],
      args: ['--port=80'],
      workingDir: '/srv',
      ports: [
        { name: 'http', containerPort: 80, protocol: 'TCP' },
        { name: 'dns', containerPort: 53, protocol: 'UDP' },
      ],
      env: [
        { name: 'A', value: '$(B)' },
        { name: 'B', valueFrom: { secretKeyRef: { name: 'keys', key: 'b.txt', optional: true } } },
        { name: 'C', valueFrom: { configMapKeyRef: { name: 'settings', key: 'c' } } },
        { name: 'D', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
      ],
      envFrom: [{ configMapRef: { name: 'settings' } }, { secretRef: { name: 'keys' } }],
      resources: {
        requests: { cpu: '100m', memory: '64Mi', 'ephemeral-storage': '1Gi' },
        limits: { cpu: '1', memory: '64Mi', 'ephemeral-storage': '2G' },
      },
      volumeMounts: [
        { name: 'data', mountPath: '/data', subPath: 'a/b' },
        { name: 'conf', mountPath: '/etc/app', readOnly: true },
      ],
      livenessProbe: probe,
      readinessProbe: { tcpSocket: { port: 80 } },
      startupProbe: { exec: { command: ['true'] } },
      securityContext: {
        allowPrivilegeEscalation: false,
        privileged: false,
        readOnlyRootFilesystem: true,
        runAsUser: 1001,
        capabilities: { drop: ['ALL'], add: ['NET_ADMIN'] },
      },
    },
    { name: 'side', image: `side@sha256:${'0'.repeat(64)}` },
  ],
  volumes: [
    { name: 'data', persistentVolumeClaim: { claimName: 'web.data', readOnly: false } },
    {
      name: 'conf',
      configMap: { name: 'settings', defaultMode: 420, items: [{ key: 'c', path: 'x/c' }] },
    },
    { name: 'keys', secret: { secretName: 'keys', optional: true } },
    { name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: '1Gi' } },
  ],
};
const driverPod = {
  serviceAccountName: 'disk-node',
  priorityClassName: 'system-node-critical',
  hostNetwork: true,
  securityContext: { runAsUser: 0, runAsGroup: 0, runAsNonRoot: false, fsGroup: 0 },
  tolerations: [{ operator: 'Exists' }, { key: 'example.com/spot', operator: 'Exists' }],
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [
          {
            matchExpressions: [
              { key: 'example.com/type', operator: 'NotIn', values: ['fargate', 'hybrid'] },
              { key: 'example.com/disk', operator: 'Exists' },
            ],
          },
          { matchExpressions: [{ key: 'example.com/type', operator: 'In', values: [''] }] },
        ],
      },
    },
  },
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'kubernetes.io/hostname',
      whenUnsatisfiable: 'ScheduleAnyway',
      labelSelector: { matchLabels: { app: 'web' } },
      matchLabelKeys: ['pod-template-hash'],
    },
    {
      maxSkew: 2,
      topologyKey: 'topology.kubernetes.io/zone',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { tier: '' } },
    },
  ],
  containers: [
    {
      name: 'plugin',
      image: 'registry.example.com/disk:1',
      env: [
        {
          name: 'LIMIT',
          valueFrom: {
            resourceFieldRef: { containerName: 'plugin', resource: 'limits.memory', divisor: '0' },
          },
        },
        { name: 'CPU', valueFrom: { resourceFieldRef: { resource: 'requests.cpu' } } },
      ],
      ports: [{ name: 'healthz', containerPort: 9809 }],
      securityContext: { privileged: true },
      volumeMounts: [
        { name: 'kubelet', mountPath: '/var/lib/kubelet', mountPropagation: 'Bidirectional' },
        { name: 'socket', mountPath: '/csi/', readOnly: true },
      ],
    },
    {
      name: 'side',
      image: 'side',
      ports: [{ containerPort: 9810 }],
      securityContext: { allowPrivilegeEscalation: false, runAsUser: 1, runAsNonRoot: false },
      volumeMounts: [
        { name: 'socket', mountPath: '/csi', mountPropagation: 'HostToContainer' },
        { name: 'kubelet', mountPath: '/kubelet/', mountPropagation: 'None' },
      ],
    },
  ],
  volumes: [
    { name: 'kubelet', hostPath: { path: '/var/lib/kubelet', type: 'Directory' } },
    { name: 'socket', hostPath: { path: '/var/lib/kubelet/disk/', type: 'DirectoryOrCreate' } },
    { name: 'any', hostPath: { path: '/any' } },
  ],
};
const small = {
  containers: [{ name: 'app', image: 'app', volumeMounts: [{ name: 'one', mountPath: '/one' }] }],
};
const workload = (kind: string, spec: object, rest: object) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata,
  spec: {
    selector: { matchLabels: { app: 'web' } },
    revisionHistoryLimit: 3,
    template: { metadata: { labels: { app: 'web', tier: 'a' }, annotations: {} }, spec },
    ...rest,
  },
});
const core = (kind: string, rest: object) => ({ apiVersion: 'v1', kind, metadata, ...rest });

const JOB = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata,
  spec: {
    parallelism: 2,
    completions: 4,
    backoffLimit: 0,
    ttlSecondsAfterFinished: 60,
    template: {
      metadata: { labels: { app: 'web' }, annotations: { a: 'b' } },
      spec: {
        ...pod,
        restartPolicy: 'Never',
        initContainers: [
          {
            name: 'side-car',
            image: 'car',
            restartPolicy: 'Always',
            ports: [{ containerPort: 9000, protocol: 'TCP' }],
          },
        ],
      },
    },
  },
};

const WRITTEN: readonly object[] = [
  workload('Deployment', pod, { replicas: 2, strategy: { type: 'Recreate' } }),
  workload(
    'DaemonSet',
    { ...small, volumes: [{ name: 'one', emptyDir: {} }] },
    { updateStrategy: { type: 'OnDelete' } },
  ),
  workload('DaemonSet', driverPod, {}),
  workload('StatefulSet', small, {
    replicas: 3,
    serviceName: 'web',
    podManagementPolicy: 'Parallel',
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } },
    persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Delete' },
    volumeClaimTemplates: [
      { metadata: { name: 'one' }, spec: claimSpec },
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'two', labels: { app: 'web' } },
        spec: { ...claimSpec, accessModes: ['ReadWriteOncePod'] },
      },
    ],
  }),
  workload(
    'Deployment',
    {
      ...small,
      volumes: [{ name: 'one', emptyDir: {} }],
      dnsPolicy: 'ClusterFirst',
      schedulerName: 'default-scheduler',
      securityContext: {},
      containers: [
        {
          ...small.containers[0],
          resources: {},
          terminationMessagePath: '/dev/termination-log',
          terminationMessagePolicy: 'File',
        },
      ],
    },
    {
      progressDeadlineSeconds: 600,
      strategy: {
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' },
      },
    },
  ),
  core('ConfigMap', { data: { 'app.conf': 'listen 80\n', _a: '' }, immutable: true }),
  core('Secret', { type: 'Opaque', data: { a: 'YWJj' }, stringData: { b: 'text' } }),
  core('ServiceAccount', { automountServiceAccountToken: false }),
  core('Service', {
    spec: {
      type: 'ClusterIP',
      clusterIP: 'None',
      selector: { app: 'web' },
      sessionAffinity: 'None',
      publishNotReadyAddresses: true,
      internalTrafficPolicy: 'Cluster',
      ports: [
        { name: 'http', port: 80, targetPort: 'http', protocol: 'TCP' },
        { name: 'dns', port: 53, targetPort: 5353, protocol: 'UDP' },
      ],
    },
  }),
  core('PersistentVolumeClaim', { spec: { ...claimSpec, volumeName: 'web-data' } }),
  core('PersistentVolume', {
    spec: {
      capacity: { storage: '10Gi' },
      accessModes: [MODE],
      storageClassName: '',
      persistentVolumeReclaimPolicy: 'Retain',
      volumeMode: 'Block',
      mountOptions: ['ro'],
      claimRef: {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        name: 'web-data',
        namespace: 'shop',
      },
      csi: {
        driver: 'disk.example.com',
        volumeHandle: 'vol-1',
        fsType: 'ext4',
        readOnly: false,
        volumeAttributes: { a: 'b' },
      },
    },
  }),
  core('PersistentVolume', {
    spec: {
      capacity: { storage: '10Gi' },
      accessModes: ['ReadWriteMany'],
      nfs: { server: 'files.example.com', path: '/data', readOnly: true },
    },
  }),
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { ...metadata, namespace: undefined },
    provisioner: 'disk.example.com',
    parameters: { type: 'ssd' },
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'WaitForFirstConsumer',
    allowVolumeExpansion: true,
    mountOptions: ['discard'],
  },
].map((one) => JSON.parse(JSON.stringify(one)) as object);

/** As somebody writes them, and as the server stores them, which gives a Job labels of its own. */
const RIGHT: readonly object[] = [
  JOB,
  ...WRITTEN,
  ...WRITTEN.map((one) => newObject(readManifests([one], 'default', KINDS)[0])),
];

/** What may be put in the place of anything. */
const OTHERS: readonly unknown[] = [
  ...['', ' ', 'a', 'A_b', 'a.b', '-a', 'a-', 'a'.repeat(63), 'a'.repeat(64), 'a'.repeat(254)],
  ...[
    'None',
    'Always',
    'ClusterIP',
    'RollingUpdate',
    'Recreate',
    'CAP_SYS_ADMIN',
    'ReadWriteOncePod',
    '$(A)',
  ],
  ...[
    '80',
    '1Gi',
    '0',
    '1e3',
    '-1',
    '100m',
    '0.5',
    '1000m',
    '1024Mi',
    '2Ti',
    '67108864',
    '1073741824',
    '0Gi',
    '1M',
    '99%',
  ],
  ...['Bidirectional', '/csi', '/csi/', '/csi/x/', 9809, 9810],
  ...['/', '/data', '/data/', '/data/x', '/data/../x', '/a:b', 'x/../y', '..', '../x', '//a', '.'],
  ...['Q', 'YWI', 'http--s', 'https-alternative', '5', 'a/b', 'a/b/c', '/b', 'a/', 'ä', '\u0000'],
  ...['0'.repeat(64), 'a:b:c', 'a@b', 'A/b', 'a/b:', 'ko://a', 'system-node-critical'],
  ...[0, 1, -1, 80, 65535, 65536, 0.5, 511, 512, 2 ** 31, -(2 ** 31) - 1, NaN, 10n, 1e21],
  ...[true, false, null, undefined, {}, [], [null], [''], [{}], { a: 'b' }, { type: 'Localhost' }],
];

type Place = readonly string[];

/** All places within a value, as the fields and indexes that lead there. */
function placesIn(value: unknown, place: Place = []): Place[] {
  return typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, one]) => [
        [...place, key],
        ...placesIn(one, [...place, key]),
      ]);
}

const valueAt = (object: object, place: Place) =>
  place.reduce<any>((one, key) => one?.[key], object);

/** A copy with another value at a place; without any, for `undefined`. */
function withValue(object: any, [field, ...below]: Place, value: unknown): any {
  const copy = Array.isArray(object) ? [...(object as unknown[])] : { ...object };
  if (below.length > 0) copy[field] = withValue(object[field], below, value);
  else if (value !== undefined) copy[field] = value;
  else if (Array.isArray(copy)) copy.splice(Number(field), 1);
  else delete copy[field];
  return copy;
}

/** An object with what is elsewhere at a place, and with that as a field more. */
function mixed(object: object, place: Place, from: Place): readonly object[] {
  const value = valueAt(object, from);
  return [
    withValue(object, place, value),
    withValue(object, [...place.slice(0, -1), from[from.length - 1]], value),
  ];
}

/** An object with another value at a place, with that as a field or an item more, and without. */
function altered(object: object, place: Place, value: unknown): readonly object[] {
  const within = place.slice(0, -1);
  const list: unknown = valueAt(object, within);
  const more = Array.isArray(list) ? String(list.length) : String(value);
  return [
    withValue(object, place, value),
    withValue(object, [...within, more], valueAt(object, place)),
    withValue(object, place, undefined),
  ];
}

/**
 * What is found of so many indexes, until there is enough of it: not one after the other, but all
 * over, and the same each time.
 */
function someOf<T>(count: number, enough: number, found: (index: number) => readonly T[]): T[] {
  const all: T[] = [];
  // A prime, so that no index comes twice.
  const step = 1_000_003;
  for (let at = 0; at < count && all.length < enough; at += 1) {
    all.push(...found((at * step) % count));
  }
  return all;
}

/** Whether all of a value is in another one; nobody stores nothing, nor a map that is empty. */
function isWithin(value: unknown, other: unknown): boolean {
  if (other === undefined && Object.keys(value ?? {}).length === 0) return true;
  if (typeof value !== 'object' || value === null) return value === other;
  return (
    typeof other === 'object' &&
    other !== null &&
    Object.entries(value).every(([key, one]) => isWithin(one, (other as any)[key]))
  );
}

/** An object with each field of an item of a list, or all of it, as another item has it. */
function twiceAt(object: object, place: Place): readonly object[] {
  const list: unknown = valueAt(object, place);
  if (!Array.isArray(list)) return [];
  const [first, second = first] = list as readonly unknown[];
  if (typeof first !== 'object') return [];
  const merged = Object.keys(first as object).flatMap((field) => {
    const own = (first as any)[field] as unknown;
    const one = { ...(second as object), [field]: own };
    const { name: _name, ...nameless } = one as any;
    return [one, nameless, { [field]: own }];
  });
  return [first, ...merged].map((one) => withValue(object, place, [first, one]));
}

function read(manifest: object) {
  const world = readWorld([{ key: '0', manifest: manifest as any }], targetFacts(), {
    namespace: 'default',
  });
  return { world, object: world.objects.at(0) };
}

const WORKLOADS = ['Deployment', 'DaemonSet', 'StatefulSet', 'Job'];

/** Without a world, which takes long to read for each of so many. */
function isRight(manifest: any): boolean {
  const { apiVersion, kind } = manifest;
  const made = WORKLOADS.includes(kind as string) ? {} : undefined;
  return isPlainlyRight({ apiVersion, kind, manifest, workload: made } as JudgedObject);
}

/** Values of a type with nothing in them but a field of a feature, down to some depth. */
function featuresIn(type: Type, depth: number): unknown[] {
  if (type.form === 'list') return featuresIn(type.element, depth).map((one) => [one]);
  return [...type.fields.values()].flatMap(({ name, type: inner, gate }) => {
    const values = gate === undefined ? [] : [1, 'SIGTERM', true, '10%', { name: 'a' }];
    const below = depth === 0 ? [] : featuresIn(inner, depth - 1);
    return [...values, ...below].map((value) => ({ [name]: value }));
  });
}

/** The object with each field of a feature that it can have, put where it has none. */
function withFeatures(object: any): object[] {
  const found: object[] = [];
  walk(object, typeOf(typeOfKind(object.apiVersion as string, object.kind as string)!), {
    enter: (value, type, { steps }) => {
      if (type.form !== 'struct') return true;
      const place = steps.map(({ step }) => String(step));
      for (const one of featuresIn(type, 2)) {
        const merged = { ...value, ...(one as object) };
        found.push(place.length === 0 ? merged : withValue(object, place, merged));
      }
      return true;
    },
  });
  return found;
}

function isDefined(manifest: object): boolean {
  const { object } = read(manifest);
  return object !== undefined && isOfDefinition(object);
}

function saidOf(manifest: object) {
  const { object, world } = read(manifest);
  return findingsOf(object!, world);
}

test.each(RIGHT)('what most objects have is plainly right: %#, $kind', (manifest) => {
  expect(isPlainlyRight(read(manifest).object!)).toBe(true);
});

test('nothing with a field of a feature is plainly right, whatever the version is', () => {
  const tried = RIGHT.flatMap(withFeatures);
  expect(tried.length).toBeGreaterThan(100);
  expect(tried.filter(isRight)).toEqual([]);
});

test.each(RIGHT)('whatever is changed and plainly right, nothing is said of: %#, $kind', (base) => {
  const places = placesIn(base);
  const changes = places.length * (places.length + OTHERS.length);
  const right = someOf(changes, sized(4000, 400), (index) => {
    const place = places[index % places.length];
    const other = Math.floor(index / places.length);
    const changed =
      other < places.length
        ? mixed(base, place, places[other])
        : altered(base, place, OTHERS[other - places.length]);
    return changed.filter(isRight);
  });
  expect(right.flatMap((one) => saidOf(one).map((finding) => ({ ...finding, one })))).toEqual([]);
});

test.each([pod, driverPod])(
  'whatever is changed in a plain pod, it has no findings: %#',
  (base) => {
    const places = placesIn(base);
    const right = someOf(places.length * OTHERS.length, sized(Infinity, 1500), (index) =>
      altered(
        base,
        places[index % places.length],
        OTHERS[Math.floor(index / places.length)],
      ).filter(isPlainPod),
    );
    expect(right.length).toBeGreaterThan(1000);
    const options = { path: 'pod', restartPolicies: ['Always'] };
    expect(right.flatMap((one) => checkPodSpec(one, options))).toEqual([]);
  },
);

test.each(RIGHT)('a new object is stored as it says, or known not to be: %#, $kind', (base) => {
  const counted = {
    'deployment.kubernetes.io/revision': '3',
    'deprecated.daemonset.template.generation': '3',
  };
  const all = [
    base,
    withValue(base, ['metadata', 'annotations'], counted),
    { ...base, data: { a: 'MQ==' }, stringData: { b: '2' } },
    { ...base, data: { a: 'MQ==' }, stringData: { a: '2' } },
  ];
  for (const sent of readManifests(all.filter(isRight), 'default', KINDS)) {
    const { stringData: _written, ...said } = sent.manifest;
    expect([sent.given, isWrittenOver(sent)]).toEqual([
      sent.given,
      !isWithin(said, newObject(sent)),
    ]);
  }
});

test.each(RIGHT)('what is plainly right has no item of a list twice: %#, $kind', (base) => {
  const { apiVersion, kind } = base as any;
  const right = [base, ...placesIn(base).flatMap((place) => twiceAt(base, place))].filter(isRight);
  const type = typeOfKind(String(apiVersion), String(kind))!;
  expect(right.filter((one) => hasDuplicates(type, one))).toEqual([]);
});

test('whatever is changed step by step and plainly right, nothing is said of', () => {
  const change = fc.tuple(fc.nat(3), fc.nat(10_000), fc.nat(10_000));
  fc.assert(
    fc.property(
      fc.constantFrom(...RIGHT),
      fc.array(change, { minLength: 40, maxLength: 40 }),
      (base, changes) => {
        const last = changes.reduce((one, [kind, at, other]) => {
          const places = placesIn(one);
          const place = places[at % places.length];
          const next = [
            ...mixed(one, place, places[other % places.length]),
            ...altered(one, place, OTHERS[other % OTHERS.length]),
          ];
          return next.filter(isRight).at(kind) ?? one;
        }, base);
        expect(saidOf(last)).toEqual([]);
      },
    ),
    { numRuns: 600 },
  );
});

test('no kind of Kubernetes is taken for a custom kind', () => {
  const taken = knownKinds().filter(({ apiVersion, kind }) =>
    isDefined({ apiVersion, kind, metadata }),
  );
  expect(taken).toEqual([]);
});

test.each(RIGHT)(
  'an object of a custom kind has no findings, whatever is in it: %#, $kind',
  (one) => {
    const base = { ...one, apiVersion: 'example.com/v1' };
    const all = placesIn(base)
      .slice(1)
      .flatMap((place) => OTHERS.flatMap((value) => altered(base, place, value)));
    const every = Math.ceil(all.length / 200);
    const some = all.filter((other, index) => index % every === 0 && isDefined(other));
    expect(some.length).toBeGreaterThan(20);
    expect(some.filter((other) => saidOf(other).length > 0)).toEqual([]);
  },
);

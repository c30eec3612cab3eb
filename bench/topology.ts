/**
 * The cost of a topology, which knows who mounts what: a topology of 2,000 and of 20,000 objects,
 * and every question asked of every object.
 *
 * Prints the medians of five runs each, taken in turn in one process, and their ratio; the exit
 * status is 1 if 20,000 take two seconds or more, or if the ratio is above 11. Run it with `npx tsx
 * bench/topology.ts`.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readTopology, TopologySource } from '../src/topology';

const RUNS = 5;
/** The time for 20,000 objects is below this. */
const MOST_MILLISECONDS = 2000;
/** At most so many times the time for ten times the input. */
const MOST_GROWTH = 11;

type Fields = { readonly [field: string]: unknown };

const NAMESPACES = ['shop', 'data', 'ml', undefined];

function podTemplate(
  app: string,
  claims: readonly string[],
  mounts: readonly string[] = [],
): Fields {
  return {
    metadata: {
      labels: { 'app.kubernetes.io/name': app, 'app.kubernetes.io/part-of': 'platform' },
    },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.example.com/app:1.2.3',
          env: [{ name: 'LEVEL', value: 'info' }],
          volumeMounts: [...claims.map((_, index) => `v${index}`), ...mounts].map((name) => ({
            name,
            mountPath: `/mnt/${name}`,
          })),
        },
      ],
      initContainers: [
        { name: 'prepare', image: 'registry.example.com/prepare:1', volumeMounts: [] },
      ],
      volumes: [
        ...claims.map((claimName, index) => ({
          name: `v${index}`,
          persistentVolumeClaim: { claimName },
        })),
        { name: 'settings', configMap: { name: `${app}-settings` } },
      ],
    },
  };
}

const claimSpec = (storageClassName?: string) => ({
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '10Gi' } },
  ...(storageClassName === undefined ? {} : { storageClassName }),
});

/**
 * Twenty objects that belong together. Every tenth group has the files of an earlier one, and
 * leaves its own alone.
 */
function group(index: number): Fields[] {
  const namespace = NAMESPACES[index % NAMESPACES.length];
  const meta = (name: string) => ({
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  });
  const app = `app-${index}`;
  const files = `files-${index % 10 === 9 ? index - NAMESPACES.length : index}`;
  const selector = { matchLabels: { 'app.kubernetes.io/name': app } };
  const service = (name: string) => ({
    apiVersion: 'v1',
    kind: 'Service',
    ...meta(name),
    spec: {
      selector: { 'app.kubernetes.io/part-of': 'platform', 'app.kubernetes.io/name': name },
      ports: [{ port: 80 }],
    },
  });
  const claim = (name: string, className?: string, volumeName?: string) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    ...meta(name),
    spec: { ...claimSpec(className), ...(volumeName === undefined ? {} : { volumeName }) },
  });
  const volume = (name: string, claimName: string) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      accessModes: ['ReadWriteMany'],
      csi: { driver: 'efs.csi.aws.com', volumeHandle: name },
      claimRef: { name: claimName, namespace },
    },
  });
  const set = (name: string, replicas: number) => ({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    ...meta(name),
    spec: {
      replicas,
      selector,
      template: podTemplate(name, [files], ['data', 'wal']),
      volumeClaimTemplates: ['data', 'wal'].map((one) => ({
        metadata: { name: one },
        spec: claimSpec(),
      })),
    },
  });
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      ...meta(app),
      spec: { replicas: 2, selector, template: podTemplate(app, [files, `cache-${index}`]) },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      ...meta(`${app}-web`),
      spec: { selector, template: podTemplate(`${app}-web`, [`data-${app}-db-1`]) },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      ...meta(`${app}-agent`),
      spec: { selector, template: podTemplate(`${app}-agent`, []) },
    },
    set(`${app}-db`, 3),
    set(`${app}-queue`, 1),
    {
      apiVersion: 'batch/v1',
      kind: 'Job',
      ...meta(`${app}-load`),
      spec: { template: podTemplate(`${app}-load`, [files]) },
    },
    {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      ...meta(`${app}-backup`),
      spec: { jobTemplate: { spec: { template: podTemplate(app, [`lost-${index}`]) } } },
    },
    claim(`files-${index}`, 'efs', `pv-${index}`),
    claim(`cache-${index}`),
    claim(`unused-${index}`, 'fast'),
    claim(`data-${app}-queue-0`, 'fast'),
    volume(`pv-${index}`, `files-${index}`),
    volume(`pv-${index}-data`, `data-${app}-db-0`),
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: index === 0 ? 'efs' : `class-${index}` },
      provisioner: 'efs.csi.aws.com',
    },
    service(app),
    service(`${app}-db`),
    service(`${app}-web`),
    ...['settings', 'rules', 'scripts'].map((what) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      ...meta(`${app}-${what}`),
      data: { text: what },
    })),
  ];
}

function sources(count: number): TopologySource[] {
  return Array.from({ length: count / 20 }, (_, index) => group(index))
    .flat()
    .map((manifest, index) => ({ key: `object-${index}`, manifest }));
}

/** Every question about every object; the sum of what is found, to see that something is. */
function askAll(objects: readonly TopologySource[]): number {
  const topology = readTopology(objects);
  let found =
    topology.unmountedClaims().length +
    topology.undeclaredClaims().length +
    topology.csiDrivers.length;
  const ask = (namespace: string | undefined, name: string) => {
    const isKnown = [
      topology.claim(namespace, name),
      topology.accessModesOf(namespace, name),
      topology.volumeOf(namespace, name),
      topology.classOf(namespace, name),
      topology.driverOf(namespace, name),
    ].filter((one) => one !== undefined);
    found += topology.consumersOf(namespace, name).length + isKnown.length;
  };
  for (const { namespace, name } of topology.claims) ask(namespace, name);
  for (const workload of topology.workloads) {
    const {
      apiVersion,
      kind,
      key,
      namespace,
      name,
      podLabels,
      claims,
      replicas = 1,
      firstOrdinal,
    } = workload;
    if (topology.workload(apiVersion, kind, namespace, name) === topology.workloadAt(key)) found++;
    found += topology.servicesSelecting(namespace, podLabels).length;
    for (const { origin, claimName, volume } of claims) {
      if (origin === 'declared') {
        ask(namespace, claimName!);
      } else {
        for (let ordinal = 0; ordinal < replicas; ordinal++) {
          ask(namespace, `${volume}-${name}-${firstOrdinal + ordinal}`);
        }
      }
    }
  }
  return found;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function measure(objects: readonly TopologySource[]): number {
  collectGarbage();
  const start = process.hrtime.bigint();
  askAll(objects);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

const few = sources(2000);
const many = sources(20000);
for (let run = 0; run < 3; run++) {
  askAll(few);
  askAll(many);
}

const times = { few: [] as number[], many: [] as number[] };
for (let run = 0; run < RUNS; run++) {
  times.few.push(measure(few));
  times.many.push(measure(many));
}
const [small, large] = [median(times.few), median(times.many)];
console.log(`2,000 objects   ${small.toFixed(1).padStart(7)} ms, ${askAll(few)} answers`);
console.log(
  `20,000 objects  ${large.toFixed(1).padStart(7)} ms, ${askAll(many)} answers (below ${MOST_MILLISECONDS} ms)`,
);
console.log(`20,000 / 2,000  ${(large / small).toFixed(1).padStart(7)} (at most ${MOST_GROWTH})`);
process.exitCode = large >= MOST_MILLISECONDS || large / small > MOST_GROWTH ? 1 : 0;

/**
 * What `cdk8s-volumes check` costs: whole processes, against kubeconform and kube-linter on the same files.
 *
 * 50,000 objects in realistic shares, in files of a thousand: Deployments with claims, StatefulSets, volumes, Services, ConfigMaps. The
 * others are run where they are on the PATH, or in the folder that BENCH_TOOLS names; kubeconform gets the schemas of the tests, since its
 * own are not at hand. Prints the medians of five runs; then 200,000 objects, and three shapes in which work could grow faster than the
 * input. The exit status is 1 if a goal is missed. Compile first.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { isInstalled, median, once, PROGRAM } from './processes';

const RUNS = 5;
/** At most so many times the time for four times the input. */
const MOST_GROWTH = 4.5;
/** Each shape takes at most so many seconds. */
const MOST_SECONDS = 5;

if (process.env.BENCH_TOOLS) process.env.PATH = `${process.env.BENCH_TOOLS}${delimiter}${process.env.PATH}`;

const meta = (kind: string, name: string, namespace?: string, apiVersion = 'v1') => `apiVersion: ${apiVersion}
kind: ${kind}
metadata:
  name: ${name}
${namespace === undefined ? '' : `  namespace: ${namespace}\n`}  labels:
    app.kubernetes.io/name: ${name}
`;

const template = (name: string, claimName: string, indent = '  ') => [
  'template:', '  metadata:', '    labels:', `      app.kubernetes.io/name: ${name}`, '  spec:', '    containers:', '    - name: app',
  '      image: registry.example.com/app:1.2.3', '      ports:', '      - containerPort: 8080', '      volumeMounts:', '      - name: data',
  '        mountPath: /data', ...claimName === '' ? [] : ['    volumes:', '    - name: data', '      persistentVolumeClaim:', `        claimName: ${claimName}`],
].map((line) => `${indent}${line}\n`).join('');

function deployment(name: string, namespace: string, claimName: string): string {
  return `${meta('Deployment', name, namespace, 'apps/v1')}spec:
  replicas: 1
  strategy:
    type: Recreate
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
${template(name, claimName)}`;
}

function statefulSet(name: string, namespace: string): string {
  return `${meta('StatefulSet', name, namespace, 'apps/v1')}spec:
  serviceName: ${name}
  replicas: 3
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
${template(name, '')}  volumeClaimTemplates:
  - metadata:
      name: data
    spec:
      accessModes:
      - ReadWriteOnce
      storageClassName: fast
      resources:
        requests:
          storage: 10Gi
`;
}

function claim(name: string, namespace: string, named?: string): string {
  return `${meta('PersistentVolumeClaim', name, namespace)}spec:
  accessModes:
  - ReadWriteOnce
  storageClassName: ${named === undefined ? 'fast' : '""'}
${named === undefined ? '' : `  volumeName: ${named}\n`}  resources:
    requests:
      storage: 10Gi
`;
}

function volume(name: string, claimName: string, namespace: string): string {
  return `${meta('PersistentVolume', name)}spec:
  accessModes:
  - ReadWriteOnce
  capacity:
    storage: 10Gi
  claimRef:
    name: ${claimName}
    namespace: ${namespace}
  csi:
    driver: disk.example.com
    volumeHandle: ${name}
`;
}

const service = (name: string, namespace: string) => `${meta('Service', name, namespace)}spec:
  selector:
    app.kubernetes.io/name: ${name}
  ports:
  - port: 80
    targetPort: 8080
`;
const configMap = (name: string, namespace: string) => `${meta('ConfigMap', name, namespace)}data:
  app.conf: |
    listen 8080
    data /data
`;
const storageClass = `${meta('StorageClass', 'fast', undefined, 'storage.k8s.io/v1')}provisioner: disk.example.com
volumeBindingMode: WaitForFirstConsumer
`;

/** Ten objects for each application: three Deployments with their Services and claims, one of them on a volume made by hand. */
function application(index: number): string[] {
  const [namespace, name] = [`team-${index % 50}`, `app-${index}`];
  return [
    deployment(`${name}-a`, namespace, `${name}-a`), claim(`${name}-a`, namespace), service(`${name}-a`, namespace),
    deployment(`${name}-b`, namespace, `${name}-b`), claim(`${name}-b`, namespace, `${name}-b`), volume(`${name}-b`, `${name}-b`, namespace), service(`${name}-b`, namespace),
    statefulSet(name, namespace), service(name, namespace), configMap(name, namespace),
  ];
}

function write(folder: string, objects: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < objects.length; at += 1000) writeFileSync(join(folder, `part-${at / 1000}.yaml`), objects.slice(at, at + 1000).join('---\n'));
  return folder;
}

const many = (count: number) => [storageClass, ...Array.from({ length: count / 10 }, (_, index) => application(index)).flat()];

/** A pod with very many claims. */
function pod(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `c-${index}`);
  return `${meta('Pod', 'wide', 'one')}spec:
  containers:
  - name: app
    image: registry.example.com/app:1.2.3
    volumeMounts:
${names.map((name) => `    - name: ${name}\n      mountPath: /${name}\n`).join('')}  volumes:
${names.map((name) => `  - name: ${name}\n    persistentVolumeClaim:\n      claimName: ${name}\n`).join('')}`;
}

/** Shapes in which everything meets in one place. */
const SHAPES: { readonly [name: string]: () => readonly string[] } = {
  '10,000 Deployments on one claim': () => [claim('data', 'one'), ...Array.from({ length: 10_000 }, (_, index) => deployment(`d-${index}`, 'one', 'data'))],
  'one Service of 10,000 Deployments': () => [
    service('d', 'one'), ...Array.from({ length: 10_000 }, (_, index) => deployment('d', 'one', `c-${index}`).replace('  name: d\n', `  name: d-${index}\n`)),
  ],
  '10,000 claims in one Pod': () => [pod(10_000), ...Array.from({ length: 10_000 }, (_, index) => claim(`c-${index}`, 'one'))],
};

/** The schemas of these kinds as kubeconform reads them: those of the tests, but for patterns, which Go does not all know. */
function schemas(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const text = readFileSync(join(__dirname, '..', 'test', 'support', 'schemas', 'kubernetes-1.36.json'), 'utf8');
  const { kinds, definitions } = JSON.parse(text, (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    return key === 'pattern' ? undefined : key === '$ref' ? `#/definitions/${value}` : value;
  }) as { kinds: { [kind: string]: string }; definitions: object };
  for (const kind of ['apps/v1/Deployment', 'apps/v1/StatefulSet', 'v1/PersistentVolumeClaim', 'v1/PersistentVolume', 'v1/Service', 'v1/ConfigMap', 'storage.k8s.io/v1/StorageClass']) {
    const name = kind.slice(kind.lastIndexOf('/') + 1).toLowerCase();
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ $ref: `#/definitions/${kinds[kind]}`, definitions }));
  }
  return join(folder, '{{ .ResourceKind }}.json');
}

function main(): number {
  const root = mkdtempSync(join(tmpdir(), 'cdk8s-volumes-bench-'));
  try {
    return compare(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

function compare(root: string): number {
  const [small, large] = [write(join(root, 'small'), many(50_000)), write(join(root, 'large'), many(200_000))];
  const check = (folder: string) => [process.execPath, PROGRAM, 'check', folder, '-o', 'json'];
  once(check(small), [0, 1]);
  const own = median('cdk8s-volumes check, 50,000 objects', check(small), RUNS, [0, 1]);
  console.log(`findings                                  ${String((JSON.parse(own.output) as unknown[]).length).padStart(8)}`);
  const rivals: readonly (readonly [string, readonly string[], readonly string[], readonly number[]])[] = [
    ['kubeconform', ['kubeconform', '-v'], ['kubeconform', '-schema-location', schemas(join(root, 'schemas')), small], [0]],
    ['kube-linter', ['kube-linter', 'version'], ['kube-linter', 'lint', small], [0, 1]],
  ];
  let missed = 0;
  for (const [name, probe, command, statuses] of rivals) {
    if (!isInstalled(probe)) {
      console.log(`${name.padEnd(42)}not installed`);
      continue;
    }
    const rival = median(`${name}, the same objects`, command, RUNS, statuses);
    console.log(`${`${name} / check`.padEnd(42)}${(rival.seconds / own.seconds).toFixed(2).padStart(8)} (more than 1)`);
    missed += rival.seconds > own.seconds ? 0 : 1;
  }
  const growth = median('cdk8s-volumes check, 200,000 objects', check(large), 3, [0, 1]).seconds / own.seconds;
  console.log(`200,000 / 50,000                          ${growth.toFixed(2).padStart(8)} (at most ${MOST_GROWTH})`);
  missed += growth > MOST_GROWTH ? 1 : 0;
  for (const [name, make] of Object.entries(SHAPES)) {
    const { seconds } = median(name, check(write(join(root, name.replace(/\W+/g, '-')), make())), 1, [0, 1]);
    missed += seconds > MOST_SECONDS ? 1 : 0;
  }
  return missed > 0 ? 1 : 0;
}

process.exitCode = main();

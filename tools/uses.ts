/**
 * Uses of the program and the library, as they mostly are: what the same uses need stands together,
 * and is loaded at once.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One run: arguments of the program and its input, or a script beside the library. */
export interface Use {
  readonly args?: readonly string[];
  readonly input?: string;
  readonly script?: string;
}

const named = (
  apiVersion: string,
  kind: string,
  name: string,
  spec: string,
  namespace = 'one',
) => `apiVersion: ${apiVersion}
kind: ${kind}
metadata:
  name: ${name}
${namespace === '' ? '' : `  namespace: ${namespace}\n`}${spec}`;
const SETTINGS = named('v1', 'ConfigMap', 'settings', 'data:\n  app.conf: |\n    listen 8080');
const CLAIM = named(
  'v1',
  'PersistentVolumeClaim',
  'data',
  `spec:
  accessModes:
  - ReadWriteOnce
  storageClassName: fast
  resources:
    requests:
      storage: 1Gi`,
);
const CLASS = named(
  'storage.k8s.io/v1',
  'StorageClass',
  'fast',
  'provisioner: ebs.csi.aws.com',
  '',
);
const PERSISTENT_VOLUME = named(
  'v1',
  'PersistentVolume',
  'data',
  `spec:
  capacity:
    storage: 1Gi
  accessModes:
  - ReadWriteOnce
  storageClassName: fast
  csi:
    driver: ebs.csi.aws.com
    volumeHandle: vol-1`,
  '',
);
/** What makes pods, with more in its spec. */
const workload = (kind: string, name: string, more: string) =>
  named(
    'apps/v1',
    kind,
    name,
    `spec:
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
      containers:
      - name: main
        image: registry.example.com/app:1
        ports:
        - containerPort: 8080
        volumeMounts:
        - name: data
          mountPath: /data
${more}`,
  );
const DEPLOYMENT = workload(
  'Deployment',
  'data',
  `      volumes:
      - name: data
        persistentVolumeClaim:
          claimName: data`,
);
const STATEFUL_SET = workload(
  'StatefulSet',
  'set',
  `  serviceName: set
  volumeClaimTemplates:
  - metadata:
      name: data
    spec:
      accessModes:
      - ReadWriteOnce
      resources:
        requests:
          storage: 1Gi`,
);
const SERVICE = named(
  'v1',
  'Service',
  'set',
  'spec:\n  selector:\n    app: set\n  ports:\n  - port: 80\n    targetPort: 8080',
);
const CLUSTER = [CLAIM, CLASS, PERSISTENT_VOLUME, DEPLOYMENT, STATEFUL_SET, SERVICE, SETTINGS].join(
  '\n---\n',
);
/** What only the whole language has. */
const FLOW = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: one }
spec: { accessModes: [ReadWriteOnce], storageClassName: fast, resources: { requests: { storage: 1Gi } } }`;
const VOLUME = named(
  'aws-efs.managed.openshift.io/v1alpha1',
  'SharedVolume',
  'data',
  'spec:\n  fileSystemID: fs-0123456789abcdef0\n  accessPointID: fsap-0123456789abcdef0',
);
const LOCUST = named(
  'locust.io/v2',
  'LocustTest',
  'data',
  `spec:
  image: locustio/locust:2.31.8
  master:
    command: "--locustfile /lotest/src/test.py"
  worker:
    command: "--locustfile /lotest/src/test.py"
    replicas: 1`,
);
const viewer = (spec: string) =>
  named('kubeflow.org/v1alpha1', 'PVCViewer', 'data', `spec:\n  pvc: data\n${spec}`);
const VIEWER = viewer(`  podSpec:
    containers:
    - name: main
      image: filebrowser/filebrowser:v2.27.0
      volumeMounts:
      - name: data
        mountPath: /data
    volumes:
    - name: data
      persistentVolumeClaim:
        claimName: data`);
const ROUTED_VIEWER = viewer(
  '  networking:\n    targetPort: 8080\n    basePrefix: /pvcviewer\n    rewrite: /',
);

/** A run of the library, which takes the constructs that it names, in an app of one chart. */
const app = (names: string, script: string): Use => ({
  script: `const { App, Chart, Size } = require('cdk8s'); const { ${names} } = require('../index.js');
const app = new App(); const chart = new Chart(app, 'chart', { namespace: 'one' });
${script}
app.synthYaml();`,
});

/** Of the program: what is right, of each kind of input. */
export const USES_OF_PROGRAM: readonly Use[] = [
  { args: ['--version'] },
  { args: ['--help'] },
  { args: ['check', '--help'] },
  ...[SETTINGS, CLAIM, CLASS, PERSISTENT_VOLUME, DEPLOYMENT, CLUSTER, FLOW].map((input) => ({
    args: ['check'],
    input,
  })),
  { args: ['check'], input: VOLUME },
  ...[VOLUME, LOCUST, VIEWER, ROUTED_VIEWER, CLUSTER].map((input) => ({
    args: ['render'],
    input,
  })),
  { args: ['diff'], input: CLUSTER },
  { args: ['map'], input: CLUSTER },
];

/** Of the library: each system. */
export const USES_OF_LIBRARY: readonly Use[] = [
  app('Severity', ''),
  app(
    'EfsSharedVolume',
    "new EfsSharedVolume(chart, 'a', { fileSystemId: 'fs-0123456789abcdef0' });",
  ),
  app(
    'CsiDriverStack, EfsCsiDriver, Platform',
    "new CsiDriverStack(chart, 'a', { driver: new EfsCsiDriver(), platform: Platform.EKS });",
  ),
  app(
    'LocalVolume',
    "new LocalVolume(chart, 'a', { storage: Size.gibibytes(1), storageClassName: 'local' });",
  ),
  app(
    'LocustTest',
    "new LocustTest(chart, 'a', { image: 'docker.io/locustio/locust:2.43.1', master: { command: '' }, worker: { command: '', replicas: 1 } });",
  ),
  app(
    'Claim, PVCViewer',
    "new PVCViewer(chart, 'a', { claim: Claim.fromClaimName(chart, 'claim', 'data') });",
  ),
  app(
    'Platform, Target, VolumeChecks',
    'Target.enable(app, { platform: Platform.EKS }); VolumeChecks.enable(app);',
  ),
];

/** Does uses in turn. */
const IN_TURN = join(__dirname, 'in-turn.js');

/**
 * By the file of a part, the uses that load it, by their numbers. The parts are those of a package
 * in a folder, as small as they can be.
 */
export function usersOf(
  uses: readonly Use[],
  folder: string,
  parts: string,
): ReadonlyMap<string, ReadonlySet<number>> {
  const users = new Map<string, Set<number>>();
  inFolder(folder, (own) => {
    const given = join(own, 'given.json');
    const told = join(own, 'told.json');
    const commands = uses.map((use, index) => commandOf(use, own, index));
    writeFileSync(given, JSON.stringify({ commands, folder, told }));
    run([IN_TURN, given], own);
    const loaded = JSON.parse(readFileSync(told, 'utf8')) as string[][];
    loaded.forEach((files, index) => {
      for (const file of files) {
        const [, name] = file.split(join(folder, parts, '/'));
        if (name !== undefined) users.set(name, (users.get(name) ?? new Set()).add(index));
      }
    });
  });
  return users;
}

/** What Node.js writes of the functions that a process has, with how often each was called. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
}

/** The names of the functions that are called as the parts of a package are loaded. */
export function calledToLoad(folder: string, parts: string): ReadonlySet<string> {
  const called = new Set<string>();
  inFolder(folder, (own) => {
    const coverage = join(own, 'coverage');
    const script = `for (const name of require('node:fs').readdirSync('../${parts}')) require('../${parts}/' + name);`;
    run(['-e', script], own, { NODE_V8_COVERAGE: coverage });
    for (const file of readdirSync(coverage)) {
      const { result } = JSON.parse(readFileSync(join(coverage, file), 'utf8')) as Coverage;
      for (const { functionName, ranges } of result.flatMap(({ functions }) => functions)) {
        if (ranges[0].count > 0) called.add(functionName);
      }
    }
  });
  return called;
}

/** Gives a folder below another one, for a while. */
function inFolder(folder: string, action: (own: string) => void): void {
  const own = mkdtempSync(join(folder, 'uses-'));
  try {
    action(own);
  } finally {
    rmSync(own, { recursive: true });
  }
}

/** Writes what a use needs into a folder below that of the package: its script and arguments. */
function commandOf(
  { args, input = '', script = '' }: Use,
  folder: string,
  index: number,
): string[] {
  const path = (name: string) => join(folder, `${index}-${name}`);
  if (!args) {
    writeFileSync(path('script.js'), script);
    return [path('script.js')];
  }
  const file = path('input.yaml');
  writeFileSync(file, input);
  writeFileSync(path('enter.js'), `require('../door.js').enter();`);
  const files = input === '' ? [] : args[0] === 'diff' ? [file, file] : [file];
  return [path('enter.js'), ...args, ...files];
}

/** Runs scripts in a folder. Throws if that fails. */
function run(command: readonly string[], folder: string, env: NodeJS.ProcessEnv = {}): void {
  const { status, stderr } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    // As most programs run another one.
    stdio: ['pipe', 'ignore', 'pipe'],
    cwd: folder,
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1', ...env },
  });
  if (status !== 0) {
    throw new Error(`a use of the package failed: ${command.join(' ')}\n${stderr}`);
  }
}

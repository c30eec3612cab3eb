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

const metadata = 'metadata: { name: data, namespace: one }';
const CLAIM = `
---
apiVersion: v1
kind: PersistentVolumeClaim
${metadata}
spec: { accessModes: [ReadWriteOnce], storageClassName: fast, resources: { requests: { storage: 1Gi } } }`;
const CLUSTER = `${CLAIM}
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: fast }
provisioner: ebs.csi.aws.com
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: data }
spec: { capacity: { storage: 1Gi }, accessModes: [ReadWriteOnce], csi: { driver: ebs.csi.aws.com, volumeHandle: vol-1 } }
---
apiVersion: apps/v1
kind: Deployment
${metadata}
spec:
  selector: { matchLabels: { app: one } }
  template:
    metadata: { labels: { app: one } }
    spec:
      containers: [{ name: main, image: 'registry.example.com/app:1', volumeMounts: [{ name: data, mountPath: /data }] }]
      volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: set
  namespace: one
spec:
  serviceName: set
  selector:
    matchLabels:
      app: set
  template:
    metadata:
      labels:
        app: set
    spec:
      containers:
      - name: main
        image: registry.example.com/app:1
        ports:
        - containerPort: 8080
        volumeMounts:
        - name: data
          mountPath: /data
  volumeClaimTemplates:
  - metadata:
      name: data
    spec:
      accessModes:
      - ReadWriteOnce
      resources:
        requests:
          storage: 1Gi
---
apiVersion: v1
kind: Service
metadata:
  name: set
  namespace: one
spec:
  selector:
    app: set
  ports:
  - port: 80
    targetPort: 8080
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: one
data:
  app.conf: |
    listen 8080`;
const VOLUME = `
apiVersion: aws-efs.managed.openshift.io/v1alpha1
kind: SharedVolume
${metadata}
spec: { fileSystemID: fs-0123456789abcdef0, accessPointID: fsap-0123456789abcdef0 }`;
const LOCUST = `
apiVersion: locust.io/v2
kind: LocustTest
${metadata}
spec: { image: 'locustio/locust:2.31.8', master: { command: --locustfile /lotest/src/test.py }, worker: { command: --locustfile /lotest/src/test.py, replicas: 1 } }`;
const VIEWER = `
apiVersion: kubeflow.org/v1alpha1
kind: PVCViewer
${metadata}
spec: { pvc: data, podSpec: { containers: [{ name: main, image: 'filebrowser/filebrowser:v2.27.0', volumeMounts: [{ name: data, mountPath: /data }] }], volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }] } }`;

const ROUTED_VIEWER = `
apiVersion: kubeflow.org/v1alpha1
kind: PVCViewer
${metadata}
spec: { pvc: data, networking: { targetPort: 8080, basePrefix: /pvcviewer, rewrite: / } }`;

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
  { args: ['check'], input: CLAIM },
  { args: ['check'], input: CLUSTER },
  { args: ['check'], input: VOLUME },
  { args: ['render'], input: VOLUME },
  { args: ['render'], input: LOCUST },
  { args: ['render'], input: VIEWER },
  { args: ['render'], input: ROUTED_VIEWER },
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
    const tell = join(own, 'tell.js');
    const told = join(own, 'loaded');
    writeFileSync(
      tell,
      `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(told)}, Object.keys(require.cache).join('\\n')));`,
    );
    uses.forEach((use, index) => {
      run(use, own, ['-r', tell]);
      for (const one of readFileSync(told, 'utf8').split('\n')) {
        const [, name] = one.split(join(folder, parts, '/'));
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
    run({ script }, own, [], { NODE_V8_COVERAGE: coverage });
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

/** Runs one use in a folder below that of the package. Throws if it fails. */
function run(
  { args = [], input = '', script = '' }: Use,
  folder: string,
  options: readonly string[],
  env: NodeJS.ProcessEnv = {},
): void {
  const path = (name: string) => join(folder, name);
  const file = path('input.yaml');
  writeFileSync(file, input);
  writeFileSync(path('script.js'), script);
  writeFileSync(path('enter.js'), `require('../door.js').enter();`);
  const files = input === '' ? [] : args[0] === 'diff' ? [file, file] : [file];
  const command = args.length > 0 ? [path('enter.js'), ...args, ...files] : [path('script.js')];
  const { status, stderr } = spawnSync(process.execPath, [...options, ...command], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1', ...env },
  });
  if (status !== 0 && status !== 1) {
    throw new Error(`a use of the package failed: ${command.join(' ')}\n${stderr}`);
  }
}

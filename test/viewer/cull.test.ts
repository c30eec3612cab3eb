/** Culling, which switches viewers off: its objects, and its two scripts, which are run. */
import { ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, IncomingMessage, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildViewer, objectsInOrder } from '../../src/viewer/build';
import { cullName } from '../../src/viewer/cull/names';
import { ViewerSpec } from '../../src/viewer/spec';
import { freePort } from '../support/free-port';
import { find } from '../support/manifests';
import { expectValid } from '../support/validate';

const BASE: ViewerSpec = { name: 'data', namespace: 'ada', pvc: 'data', routing: { kind: 'none' } };
const DAILY = { dailyAt: '20:05' };
const AFTER_IDLE = { afterIdle: 1800 };

function build(change: Partial<ViewerSpec>) {
  const objects = objectsInOrder(buildViewer({ ...BASE, ...change }));
  expectValid(objects);
  return objects;
}

const cronJobOf = (change: Partial<ViewerSpec>) => find(build(change), 'CronJob');
const jobPodOf = (change: Partial<ViewerSpec>) => cronJobOf(change).spec.jobTemplate.spec.template;
const podOf = (change: Partial<ViewerSpec>) => find(build(change), 'Deployment').spec.template;
const envOf = (container: any): { [name: string]: string } =>
  Object.fromEntries(container.env.map(({ name, value }: any) => [name, value]));
const watcherOf = (change: Partial<ViewerSpec> = {}) =>
  podOf({ cull: AFTER_IDLE, ...change }).spec.containers.at(-1);

describe('the objects', () => {
  test('the Role is for the scale of this Deployment, and for nothing else', () => {
    const objects = build({ cull: DAILY });
    expect(find(objects, 'Role').rules).toEqual([
      {
        apiGroups: ['apps'],
        resources: ['deployments/scale'],
        resourceNames: ['pvcviewer-data'],
        verbs: ['get', 'patch'],
      },
    ]);
    expect(find(objects, 'RoleBinding')).toMatchObject({
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'pvcviewer-data-cull' },
      subjects: [{ kind: 'ServiceAccount', name: 'pvcviewer-data-cull', namespace: 'ada' }],
    });
  });

  test('the token is in the Job alone', () => {
    const objects = build({ cull: AFTER_IDLE });
    expect(find(objects, 'ServiceAccount').automountServiceAccountToken).toBe(false);
    expect(find(objects, 'Deployment').spec.template.spec.automountServiceAccountToken).toBe(false);
    expect(jobPodOf({ cull: AFTER_IDLE }).spec).toMatchObject({
      automountServiceAccountToken: true,
      serviceAccountName: 'pvcviewer-data-cull',
      enableServiceLinks: false,
    });
  });

  test.each([
    ['20:05', '5 20 * * *'],
    ['00:00', '0 0 * * *'],
    ['09:30', '30 9 * * *'],
  ])('a viewer that is culled at %s has the schedule %s', (dailyAt, schedule) => {
    expect(cronJobOf({ cull: { dailyAt, timeZone: 'Europe/Berlin' } }).spec).toMatchObject({
      schedule,
      timeZone: 'Europe/Berlin',
      startingDeadlineSeconds: 3600,
    });
  });

  test('idleness is looked at every five minutes, and never by two Jobs at once', () => {
    const { jobTemplate, ...spec } = cronJobOf({ cull: AFTER_IDLE }).spec;
    expect(spec).toEqual({
      schedule: '*/5 * * * *',
      concurrencyPolicy: 'Forbid',
      startingDeadlineSeconds: 200,
      successfulJobsHistoryLimit: 1,
    });
    expect(jobTemplate.spec).toMatchObject({
      backoffLimit: 2,
      activeDeadlineSeconds: 280,
      template: { spec: { restartPolicy: 'Never' } },
    });
  });

  test('the pods of the Job have no sidecar, whatever labels are asked for', () => {
    expect(
      jobPodOf({ cull: DAILY, labels: { team: 'a', 'sidecar.istio.io/inject': 'true' } }).metadata
        .labels,
    ).toEqual({
      'app.kubernetes.io/name': 'pvcviewer-cull',
      'app.kubernetes.io/instance': 'pvcviewer-data-cull',
      'app.kubernetes.io/part-of': 'pvc-viewer',
      team: 'a',
      'sidecar.istio.io/inject': 'false',
    });
  });

  test('a name of a secret that is null is none', () => {
    const imagePullSecrets = [{ name: null }, { name: 'registry' }] as any;
    expect(jobPodOf({ cull: DAILY, imagePullSecrets }).spec.imagePullSecrets).toEqual([
      {},
      { name: 'registry' },
    ]);
  });

  test('a name that is too long for a CronJob is cut and told apart', () => {
    const names = ['a', 'b'].map((last) => cullName(`${'x'.repeat(52)}${last}`));
    expect(names.map(({ length }) => length)).toEqual([52, 52]);
    expect(new Set(names).size).toBe(2);
  });

  test('the Deployment says nothing of its replicas, so that nobody switches it on again', () => {
    expect(Object.keys(find(build({ cull: DAILY }), 'Deployment').spec)).toEqual([
      'selector',
      'strategy',
      'template',
    ]);
  });

  test('a daily time needs nobody who watches', () => {
    expect(podOf({ cull: DAILY }).spec.containers).toHaveLength(1);
  });

  test('who watches has the port of the viewer in hexadecimal, and is asked by the Service', () => {
    const objects = build({ cull: AFTER_IDLE });
    expect(envOf(watcherOf())).toEqual({
      ROOT: '/activity',
      ACTIVITY_PORT: '8999',
      HEX_PORT: '1388',
    });
    expect(find(objects, 'Service').spec.ports[1]).toEqual({
      name: 'activity',
      port: 8999,
      targetPort: 'activity',
    });
    expect(envOf(jobPodOf({ cull: AFTER_IDLE }).spec.containers[0])).toEqual({
      NAMESPACE: 'ada',
      DEPLOYMENT: 'pvcviewer-data',
      IDLE_SECONDS: '1800',
      ACTIVITY: 'http://pvcviewer-data:8999/idle',
    });
  });

  test('who watches keeps out of the way of ports that are taken', () => {
    const podSpec = {
      containers: [
        {
          name: 'a',
          image: 'a:1',
          ports: [{ name: 'web', containerPort: 80 }, { containerPort: 8999 }],
          volumeMounts: [{ name: 'v', mountPath: '/srv' }],
        },
      ],
      volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
    };
    expect(envOf(watcherOf({ podSpec, networking: { targetPort: 'web' } }))).toMatchObject({
      ACTIVITY_PORT: '8998',
      HEX_PORT: '0050',
    });
    const taken = {
      ...podSpec,
      containers: [
        {
          ...podSpec.containers[0],
          ports: [...podSpec.containers[0].ports, { containerPort: 8997 }],
        },
      ],
    };
    expect(envOf(watcherOf({ podSpec: taken, networking: { targetPort: 8998 } }))).toMatchObject({
      ACTIVITY_PORT: '8996',
      HEX_PORT: '2326',
    });
    expect(podOf({ podSpec, cull: AFTER_IDLE }).spec.containers[0]).toEqual(podSpec.containers[0]);
  });

  test('Istio leaves the port of who watches alone, besides those that it leaves alone already', () => {
    const key = 'traffic.sidecar.istio.io/excludeInboundPorts';
    expect(podOf({ cull: AFTER_IDLE }).metadata.annotations).toEqual({ [key]: '8999' });
    expect(
      podOf({ cull: AFTER_IDLE, podAnnotations: { [key]: '9000' } }).metadata.annotations,
    ).toEqual({ [key]: '9000,8999' });
  });

  test('images are the ones asked for', () => {
    const cull = { ...AFTER_IDLE, image: 'curl:1', activityImage: 'busybox:1' };
    expect([jobPodOf({ cull }).spec.containers[0].image, watcherOf({ cull }).image]).toEqual([
      'curl:1',
      'busybox:1',
    ]);
  });
});

const scripts = {
  'who watches': watcherOf(),
  'the Job': jobPodOf({ cull: AFTER_IDLE }).spec.containers[0],
};

test.each(Object.entries(scripts))(
  'the script of %s has nothing that Flux or Kubernetes would take for theirs',
  (_who, { command: [shell, flag, script], env }) => {
    expect([shell, flag]).toEqual(['sh', '-c']);
    expect(script).not.toMatch(/\$\{|\$\$/);
    const names = env.map(({ name }: { name: string }) => name);
    expect(
      Array.from(script.matchAll(/\$\(([^)]*)\)/g), ([, inside]) => inside).filter((inside) =>
        names.includes(inside),
      ),
    ).toEqual([]);
  },
);

/** A folder of the test, and what runs in it. */
let folder: string;
let running: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'viewer-cull-'));
});
afterEach(() => {
  // With all that it started, as when a container ends.
  try {
    if (running) process.kill(-running.pid!, 'SIGKILL');
  } catch {
    /* nothing is left of it */
  }
  running = undefined;
  rmSync(folder, { recursive: true });
});

interface Run {
  readonly child: ChildProcess;
  /** Waits for its end. */
  result(): Promise<{ readonly code: number | null; readonly stderr: string }>;
}

/** Runs the script of a container as the container does, with other variables besides its own. */
function run(
  container: any,
  env: { [name: string]: string },
  [shell, ...words]: readonly string[] = ['sh'],
): Run {
  const errors = join(folder, 'stderr');
  const out = openSync(errors, 'w');
  const child = spawn(shell, [...words, ...container.command.slice(1)], {
    env: { PATH: process.env.PATH, ...envOf(container), ...env },
    stdio: ['ignore', 'ignore', out],
    detached: true,
  });
  closeSync(out);
  running = child;
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    child,
    result: async () => ({ code: await exit, stderr: readFileSync(errors, 'utf8') }),
  };
}

describe('who watches, run', () => {
  const OPEN =
    '   0: 0100007F:1388 0200007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 1';
  const OPEN_6 =
    '   0: 0000000000000000FFFF00000100007F:1388 0000000000000000FFFF00000200007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 1';

  /** A stand-in for the HTTP server, which not every machine has. */
  function start(
    env: { [name: string]: string } = {},
    shell?: readonly string[],
    server = `echo "$@" > ${folder}/httpd\nPATH=$OLD_PATH exec sleep 3600`,
  ) {
    const proc = join(folder, 'proc');
    const root = join(folder, 'activity');
    const bin = join(folder, 'bin');
    [join(proc, 'net'), root, bin].forEach((path) => mkdirSync(path, { recursive: true }));
    if (!shell) {
      writeFileSync(join(bin, 'httpd'), `#!/bin/sh\n${server}\n`);
      chmodSync(join(bin, 'httpd'), 0o755);
    }
    // Counts the turns of the script, which ends each of them with it.
    const turns = join(folder, 'turns');
    writeFileSync(turns, '');
    const sleep = join(bin, 'sleep');
    writeFileSync(sleep, `#!/bin/sh\necho >> ${turns}\nPATH=$OLD_PATH exec sleep "$@"\n`);
    chmodSync(sleep, 0o755);
    // Whole or not at all, as the kernel's own files are.
    const show = (path: string, text: string) => {
      writeFileSync(join(folder, 'written'), text);
      renameSync(join(folder, 'written'), join(proc, path));
    };
    const head = '  sl  local_address rem_address   st';
    const write = (seconds: number, tcp: string, tcp6: string) => {
      show('net/tcp', `${head}\n${tcp}\n`);
      show('net/tcp6', `${head}\n${tcp6}\n`);
      show('uptime', `${seconds}.55 1.00\n`);
    };
    /** Sets the time and the connections, and waits until a whole turn has seen them. */
    const at = async (seconds: number, tcp: string = '', tcp6: string = '') => {
      write(seconds, tcp, tcp6);
      const before = statSync(turns).size;
      await until(() => statSync(turns).size >= before + 2);
    };
    write(1000, '', '');
    const { child, result } = run(
      watcherOf(),
      {
        PROC: proc,
        ROOT: root,
        PAUSE: '0.05',
        PATH: `${bin}:${process.env.PATH}`,
        OLD_PATH: process.env.PATH!,
        ...env,
      },
      shell,
    );
    const idle = () => {
      try {
        return readFileSync(join(root, 'idle'), 'utf8').trim();
      } catch {
        return '';
      }
    };
    return { at, write, idle, result, proc, child };
  }

  async function until(holds: () => boolean): Promise<void> {
    for (let left = 8000; !holds(); left -= 1) {
      if (left === 0) throw new Error('it did not come to pass');
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  test('the clock begins with the pod, runs while nobody is connected and begins anew with a connection', async () => {
    const { at, idle } = start();
    await until(() => idle() === '0');
    await at(1060);
    expect(idle()).toBe('60');
    await at(1090, OPEN);
    expect(idle()).toBe('0');
    await at(1100);
    expect(idle()).toBe('10');
    await at(1110, '', OPEN_6);
    expect(idle()).toBe('0');
  });

  test.each([
    ['to another port', OPEN.replace('1388', '1389')],
    ['from a port of that number', OPEN.replace('1388', 'C351').replace('C350', '1388')],
    ['that is over', OPEN.replace(' 01 ', ' 06 ')],
    ['that nobody has made yet', OPEN.replace(' 01 ', ' 0A ')],
  ])('a connection %s does not count', async (_what, line) => {
    const { at, idle } = start();
    await until(() => idle() === '0');
    await at(1030, line);
    expect(idle()).toBe('30');
  });

  test('it serves its folder at its port', async () => {
    const { idle } = start();
    await until(() => idle() === '0');
    await until(
      () =>
        existsSync(join(folder, 'httpd')) &&
        readFileSync(join(folder, 'httpd'), 'utf8').includes('-f -p 8999'),
    );
  });

  test('it ends when it cannot see any more, so that its clock begins anew', async () => {
    const { idle, result, proc } = start();
    await until(() => idle() === '0');
    rmSync(join(proc, 'net', 'tcp'));
    expect((await result()).code).toBe(1);
  });

  test('it ends when it cannot serve any more', async () => {
    const { result } = start({}, undefined, 'exit 1');
    expect((await result()).code).toBe(1);
  });

  test('it ends at once when it is told to', async () => {
    const { idle, result, child } = start({ PAUSE: '30' });
    await until(() => idle() === '0');
    child.kill('SIGTERM');
    expect((await result()).code).toBe(0);
  });

  const { BUSYBOX } = process.env;
  const reason = BUSYBOX ? `run by ${BUSYBOX}` : 'skipped: BUSYBOX names no executable';
  (BUSYBOX ? test : test.skip)(
    `busybox itself serves what the Job asks for (${reason})`,
    async () => {
      const port = await freePort();
      const { write, idle } = start({ ACTIVITY_PORT: String(port) }, [BUSYBOX!, 'sh']);
      await until(() => idle() === '0');
      write(1042, '', '');
      await until(() => idle() === '42');
      const response = await fetch(`http://127.0.0.1:${port}/idle`);
      expect((await response.text()).trim()).toBe('42');
    },
  );
});

describe('the Job, run', () => {
  /** What the API server and the viewer are asked. */
  let asked: string[];
  let server: Server;
  let answers: { scale: [status: number, body: string]; idle: [status: number, body: string] };

  const SCALE = '/apis/apps/v1/namespaces/ada/deployments/pvcviewer-data/scale';
  const scale = (spec: object) =>
    JSON.stringify({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: { name: 'pvcviewer-data' },
      spec,
      status: { replicas: 1 },
    });

  beforeEach(async () => {
    asked = [];
    answers = { scale: [200, scale({ replicas: 1 })], idle: [200, '1800\n'] };
    server = createServer((request, response) => {
      void bodyOf(request).then((body) => {
        const { method, url, headers } = request;
        asked.push(
          [method, url, headers.authorization, headers['content-type'], body]
            .filter((part) => part)
            .join(' '),
        );
        const [status, text] = url === '/idle' ? answers.idle : answers.scale;
        response.writeHead(status).end(text);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    writeFileSync(join(folder, 'token'), 'secret');
    writeFileSync(join(folder, 'ca.crt'), '');
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  async function bodyOf(request: IncomingMessage): Promise<string> {
    let body = '';
    for await (const part of request) body += String(part);
    return body;
  }

  function runJob(cull: ViewerSpec['cull'], env: { [name: string]: string } = {}) {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const idle: { [name: string]: string } =
      cull?.afterIdle === undefined ? {} : { ACTIVITY: `${url}/idle` };
    return run(jobPodOf({ cull }).spec.containers[0], {
      API: url,
      CREDENTIALS: folder,
      RETRIES: '0',
      ...idle,
      ...env,
    }).result();
  }

  const GET = `GET ${SCALE} Bearer secret`;
  const PATCH = `PATCH ${SCALE} Bearer secret application/merge-patch+json {"spec":{"replicas":0}}`;

  test('it switches the viewer off at its time', async () => {
    expect(await runJob(DAILY)).toEqual({ code: 0, stderr: '' });
    expect(asked).toEqual([GET, PATCH]);
  });

  test.each([
    ['without a number', scale({})],
    ['with zero', scale({ replicas: 0 })],
    ['on many lines', JSON.stringify(JSON.parse(scale({ replicas: 0 })), null, 2)],
  ])('it leaves a viewer that is off as it is: %s', async (_how, body) => {
    answers.scale = [200, body];
    expect((await runJob(AFTER_IDLE)).code).toBe(0);
    expect(asked).toEqual([GET]);
  });

  test('it reads what the API server writes on many lines for curl', async () => {
    answers.scale = [200, JSON.stringify(JSON.parse(scale({ replicas: 1 })), null, 2)];
    expect((await runJob(DAILY)).code).toBe(0);
    expect(asked).toEqual([GET, PATCH]);
  });

  test('it switches a viewer off that has been idle for long enough', async () => {
    expect((await runJob(AFTER_IDLE)).code).toBe(0);
    expect(asked).toEqual([GET, 'GET /idle', PATCH]);
  });

  test('it leaves a viewer alone that was used since', async () => {
    answers.idle = [200, '1799\n'];
    expect((await runJob(AFTER_IDLE)).code).toBe(0);
    expect(asked).toEqual([GET, 'GET /idle']);
  });

  test.each<[string, () => void]>([
    [
      'the viewer does not answer',
      () => {
        answers.idle = [404, 'no'];
      },
    ],
    [
      'the viewer answers with nothing',
      () => {
        answers.idle = [200, ''];
      },
    ],
    [
      'the viewer answers with what is not a number',
      () => {
        answers.idle = [200, '<html>'];
      },
    ],
    [
      'the viewer answers with a negative number',
      () => {
        answers.idle = [200, '-1'];
      },
    ],
    [
      'the API server refuses',
      () => {
        answers.scale = [403, '{}'];
      },
    ],
    [
      'the API server answers with something else',
      () => {
        answers.scale = [200, '{"kind":"Status"}'];
      },
    ],
  ])('it fails, and switches nothing off, when %s', async (_what, prepare) => {
    prepare();
    const { code, stderr } = await runJob(AFTER_IDLE);
    expect(code).not.toBe(0);
    expect(stderr).not.toBe('');
    expect(asked.filter((one) => one.startsWith('PATCH'))).toEqual([]);
  });

  test('it fails when nobody listens at the viewer', async () => {
    const { code, stderr } = await runJob(AFTER_IDLE, { ACTIVITY: 'http://127.0.0.1:1/idle' });
    expect(code).toBe(1);
    expect(stderr).toContain('cannot read when pvcviewer-data was used last');
  });

  test.each([
    ['10.0.0.1', 'https://10.0.0.1:443'],
    ['fd00::1', 'https://[fd00::1]:443'],
  ])('it finds the API server at %s by the variables of the pod', async (host, url) => {
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin', 'curl'), `#!/bin/sh\necho "$@" >> ${folder}/curl\nexit 22\n`);
    chmodSync(join(folder, 'bin', 'curl'), 0o755);
    await runJob(DAILY, {
      API: '',
      KUBERNETES_SERVICE_HOST: host,
      KUBERNETES_SERVICE_PORT: '443',
      PATH: `${folder}/bin:${process.env.PATH}`,
    });
    expect(readFileSync(join(folder, 'curl'), 'utf8')).toBe(
      `-fsS --max-time 20 --cacert ${folder}/ca.crt -H Authorization: Bearer secret -H Accept: application/json ${url}${SCALE}\n`,
    );
  });
});

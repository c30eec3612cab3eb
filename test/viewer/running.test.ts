/**
 * Apps that run: started as the built Deployment starts them, and asked what the built routes send
 * them.
 *
 * Each needs an executable that a variable of the environment names: DUFS (such as `cargo install
 * dufs` makes), FILEBROWSER, and CLOUDCMD (`bin/cloudcmd.mjs` of the npm package).
 */
import { ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLOUDCMD, DUFS, FILEBROWSER } from '../../src/viewer/apps';
import { buildViewer } from '../../src/viewer/build';
import { RoutingSpec, ViewerApp, ViewerSpec } from '../../src/viewer/spec';
import { freePort } from '../support/free-port';

const ISTIO: RoutingSpec = { kind: 'virtualService', gateway: 'kubeflow/kubeflow-gateway' };
const GATEWAY: RoutingSpec = { kind: 'httpRoute', parentRefs: [{ name: 'public' }] };
const PUBLIC = '/pvcviewer/ada/data/';

/**
 * The path that reaches the app for a public one, as Envoy does it; undefined where the route does
 * not match.
 */
function routed(route: any, path: string): string | undefined {
  if (route.kind === 'VirtualService') {
    const {
      match: [
        {
          uri: { prefix },
        },
      ],
      rewrite,
    } = route.spec.http[0];
    return path.startsWith(prefix) ? `${rewrite.uri}${path.slice(prefix.length)}` : undefined;
  }
  const {
    matches: [
      {
        path: { value },
      },
    ],
    filters = [],
  } = route.spec.rules[0];
  if (path !== value && !path.startsWith(`${value}/`)) return undefined;
  const replacement = filters[0]?.urlRewrite.path.replacePrefixMatch ?? value;
  return `${replacement.replace(/\/$/, '')}${path.slice(value.length)}` || '/';
}

/** An app that runs. */
class Running {
  /**
   * Starts the app of the Deployment, with folders and a port of this machine in place of the
   * pod's.
   */
  public static async start(
    executable: readonly string[],
    app: ViewerApp,
    change: Partial<ViewerSpec> = {},
  ): Promise<Running> {
    const { deployment, route } = buildViewer({
      name: 'data',
      namespace: 'ada',
      pvc: 'data',
      routing: ISTIO,
      app,
      ...change,
    }) as any;
    const [container] = deployment.spec.template.spec.containers;
    const folder = mkdtempSync(join(tmpdir(), 'viewer-running-'));
    const port = await freePort();
    const places = container.volumeMounts.map(
      ({ mountPath }: { mountPath: string }, index: number) => [
        mountPath,
        join(folder, String(index)),
      ],
    );
    for (const [, place] of places) mkdirSync(place);
    const here = (text: string): string => {
      const [from, to] = places.find(
        ([path]: string[]) => text === path || text.startsWith(`${path}/`),
      ) ?? ['', ''];
      return text === String(app.port) ? String(port) : to + text.slice(from.length);
    };
    const env = Object.fromEntries(
      container.env.map(({ name, value }: { name: string; value: string }) => [name, here(value)]),
    );
    writeFileSync(join(folder, '0', 'hello.txt'), 'hi\n');
    const [program, ...args] = [...executable, ...(container.args ?? []).map(here)];
    const child = spawn(program, args, {
      env: { PATH: process.env.PATH!, ...env, ...portOf(app, port) },
      stdio: 'ignore',
      cwd: join(folder, '0'),
    });
    const running = new Running(child, folder, port, route, container);
    await running.ready();
    return running;
  }

  private constructor(
    private readonly child: ChildProcess,
    public readonly folder: string,
    private readonly port: number,
    private readonly route: any,
    private readonly container: any,
  ) {}

  /** Asks the app what the route makes of a public path. */
  public ask(url: string, init?: RequestInit): Promise<Response> {
    const [path, query] = url.split('?');
    const inside = routed(this.route, path);
    if (inside === undefined) throw new Error(`${path} is not routed`);
    return this.askInside(query === undefined ? inside : `${inside}?${query}`, init);
  }

  /** Asks the app as kubelet does. */
  public probe(name: string): Promise<Response> {
    return this.askInside(this.container[name].httpGet.path);
  }

  public async stop(): Promise<void> {
    const exit = new Promise((resolve) => this.child.once('exit', resolve));
    if (this.child.kill('SIGKILL')) await exit;
    rmSync(this.folder, { recursive: true });
  }

  private askInside(path: string, init?: RequestInit): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port}${path}`, init);
  }

  private async ready(): Promise<void> {
    for (let left = 500; left > 0; left -= 1) {
      const isReady = await this.probe('readinessProbe').then(
        ({ status }) => status === 200,
        () => false,
      );
      if (isReady) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await this.stop();
    throw new Error('the app did not become ready');
  }
}

/** cloudcmd has no variable for its port: in a pod it is always its own. */
function portOf({ name }: ViewerApp, port: number): { readonly [name: string]: string } {
  return name === CLOUDCMD.name ? { PORT: String(port) } : {};
}

/** The tests of an app whose executable is there; they are skipped, and say why, if it is not. */
function withExecutable(
  variable: string,
  app: ViewerApp,
  tests: (executable: string) => void,
): void {
  const path = process.env[variable];
  const isThere = path !== undefined && existsSync(path);
  const why = isThere ? `run by ${path}` : `skipped: ${variable} names no executable`;
  (isThere ? describe : describe.skip)(`${app.name} (${why})`, () => tests(path!));
}

let app: Running | undefined;
afterEach(async () => {
  await app?.stop();
  app = undefined;
});

withExecutable('DUFS', DUFS, (executable) => {
  test.each([
    ['VirtualService', ISTIO, PUBLIC],
    ['HTTPRoute', GATEWAY, PUBLIC],
    ['HTTPRoute', GATEWAY, PUBLIC.slice(0, -1)],
  ])('the path of the %s shows the files: %#', async (_kind, routing, path) => {
    app = await Running.start([executable], DUFS, { routing });
    const response = await app.ask(`${path}?noscript`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('hello.txt');
    const file = await app.ask(`${PUBLIC}hello.txt`);
    expect(await file.text()).toBe('hi\n');
  });

  test('links lead to paths that are routed', async () => {
    app = await Running.start([executable], DUFS);
    const { uri_prefix: prefix, paths } = (await (await app.ask(`${PUBLIC}?json`)).json()) as any;
    expect(prefix).toBe(PUBLIC);
    expect(paths.map(({ name }: { name: string }) => name)).toEqual(['hello.txt']);
  });

  test('files can be written, and deleted', async () => {
    app = await Running.start([executable], DUFS);
    expect((await app.ask(`${PUBLIC}new.txt`, { method: 'PUT', body: 'new' })).status).toBe(201);
    expect(readFileSync(join(app.folder, '0', 'new.txt'), 'utf8')).toBe('new');
    expect((await app.ask(`${PUBLIC}new.txt`, { method: 'DELETE' })).status).toBe(204);
    expect(existsSync(join(app.folder, '0', 'new.txt'))).toBe(false);
  });

  test('nothing can be written or deleted where the viewer is read-only', async () => {
    app = await Running.start([executable], DUFS, { readOnly: true });
    expect((await app.ask(`${PUBLIC}new.txt`, { method: 'PUT', body: 'new' })).status).toBe(403);
    expect((await app.ask(`${PUBLIC}hello.txt`, { method: 'DELETE' })).status).toBe(403);
    expect(readFileSync(join(app.folder, '0', 'hello.txt'), 'utf8')).toBe('hi\n');
  });

  test.each(['startupProbe', 'readinessProbe', 'livenessProbe'])(
    'the %s is answered',
    async (probe) => {
      app = await Running.start([executable], DUFS);
      expect((await app.probe(probe)).status).toBe(200);
    },
  );

  test('a prefix with parentheses, which is refused, would be another one in its links', async () => {
    app = await Running.start([executable], DUFS, { networking: { basePrefix: '/x(y)' } });
    expect(await (await app.ask('/x(y)/ada/data/')).text()).toContain('"/x%28y%29/ada/data/__dufs');
  });

  test('a rewrite to /, which is refused, would show nothing', async () => {
    app = await Running.start([executable], DUFS, { networking: { rewrite: '/' } });
    expect((await app.ask(PUBLIC)).status).toBe(400);
  });
});

withExecutable('FILEBROWSER', FILEBROWSER, (executable) => {
  test.each([
    ['as it is', undefined],
    ['without the prefix', '/'],
  ])('the path shows the files: %s', async (_how, rewrite) => {
    app = await Running.start([executable], FILEBROWSER, { networking: { rewrite } });
    const token = await (
      await app.ask(`${PUBLIC}api/login`, { method: 'POST', body: '{}' })
    ).text();
    const { items } = (await (
      await app.ask(`${PUBLIC}api/resources/`, { headers: { 'X-Auth': token } })
    ).json()) as any;
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['hello.txt']);
  });
});

withExecutable('CLOUDCMD', CLOUDCMD, (executable) => {
  test('the path shows the files, and its websockets answer under it', async () => {
    app = await Running.start([process.execPath, executable], CLOUDCMD);
    expect(await (await app.ask(PUBLIC)).text()).toContain('hello.txt');
    expect((await app.ask(`${PUBLIC}socket.io/?EIO=4&transport=polling`)).status).toBe(200);
  });

  test('its settings cannot be changed, and there is no console', async () => {
    app = await Running.start([process.execPath, executable], CLOUDCMD);
    expect(
      (await app.ask(`${PUBLIC}api/v1/config`, { method: 'PATCH', body: '{"console":true}' }))
        .status,
    ).toBe(404);
    expect(((await (await app.ask(`${PUBLIC}api/v1/config`)).json()) as any).console).toBe(false);
  });
});

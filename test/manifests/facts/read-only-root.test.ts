/** Read-only roots of images that are known to write to theirs. */
import { deployment, judged } from './judged';

const pod = (image: string, more = '', volumes = '') =>
  deployment(
    `{ containers: [{ name: app, image: "${image}", securityContext: { readOnlyRootFilesystem: true }${more} }], volumes: [${volumes}] }`,
  );
const mounts = (...places: string[]) =>
  `, volumeMounts: [${places.map((place) => (place.startsWith('{') ? place : `{ name: scratch, mountPath: ${place} }`)).join(', ')}]`;
const SCRATCH = '{ name: scratch, emptyDir: {} }';

test('an image that writes to its root needs volumes where it does', () => {
  expect(judged(pod('nginx:1.27'))).toEqual([
    'warning: Deployment/app: spec.template.spec.containers[0].securityContext.readOnlyRootFilesystem: the root file system of the container "app" is read-only, but "nginx" in the image "nginx:1.27" writes to /var/cache/nginx and /var/run, where it has no writable volume: it fails when it starts; mount an emptyDir at /var/cache/nginx and /var/run (manifest/read-only-root)',
  ]);
});

test('only what is missing is told, and init containers are containers', () => {
  expect(
    judged(
      deployment(
        `{ initContainers: [{ name: db, image: mariadb, restartPolicy: Always, securityContext: { readOnlyRootFilesystem: true }${mounts('/tmp')} }], volumes: [${SCRATCH}] }`,
      ),
    ),
  ).toEqual([
    'warning: Deployment/app: spec.template.spec.initContainers[0].securityContext.readOnlyRootFilesystem: the root file system of the container "db" is read-only, but "mariadbd" in the image "mariadb" writes to /run/mysqld, where it has no writable volume: it fails when it starts; mount an emptyDir at /run/mysqld (manifest/read-only-root)',
  ]);
});

test.each([
  'docker.io/library/nginx@sha256:0123456789012345678901234567890123456789012345678901234567890123',
  'index.docker.io/nginx:1',
  'public.ecr.aws/docker/library/nginx:1',
  'nginxinc/nginx-unprivileged:1.27',
  'postgres:17-alpine',
  'docker.io/httpd',
  'mariadb:11',
])('%s is known', (image) => {
  expect(judged(pod(image))).toHaveLength(1);
});

test.each([
  'registry.example.com/nginx:1',
  'registry.example.com/library/nginx:1',
  'bitnami/nginx',
  'redis:7',
  'traefik/whoami:v1',
  'NGINX',
  '',
])('nothing is known of %s', (image) => {
  expect(judged(pod(image))).toEqual([]);
});

test.each([
  ['volumes where it writes', mounts('/var/cache/nginx', '/var/run')],
  ['volumes around them', mounts('/var/cache/', '/run')],
  [
    'volumes inside, which may be all it needs',
    mounts('/var/cache/nginx/client_temp', '/run/nginx'),
  ],
  ['a configuration that may move them', mounts('/etc/nginx')],
  [
    'the file of that configuration',
    mounts('{ name: conf, mountPath: /etc/nginx/nginx.conf, subPath: nginx.conf }'),
  ],
  ['another command', ', command: [nginx, -t]'],
  ['another program', ', args: [sh, -c, "nginx -v"]'],
  ['an option that may move them', ', args: [nginx, -g, "daemon off; pid /tmp/pid;"]'],
])('fine: %s', (_, more) => {
  expect(
    judged(pod('nginx', more, `${SCRATCH}, { name: conf, configMap: { name: conf } }`)),
  ).toEqual([]);
});

test.each([
  [
    'a read-only mount',
    ['/var/cache/nginx', '{ name: scratch, mountPath: /var/run, readOnly: true }'],
    '/var/run',
  ],
  [
    'a volume that is read-only',
    ['/var/cache/nginx', '{ name: claim, mountPath: /var/run }'],
    '/var/run',
  ],
  ['a ConfigMap', ['/var/run', '{ name: conf, mountPath: /var/cache/nginx }'], '/var/cache/nginx'],
  [
    'a read-only volume inside a writable one',
    ['/run', '/var', '{ name: conf, mountPath: /var/cache/nginx }'],
    '/var/cache/nginx',
  ],
  ['a folder of a similar name', ['/var/run', '/var/cache/nginx-2'], '/var/cache/nginx'],
])('%s is no place to write to', (_, places, missing) => {
  const volumes = `${SCRATCH}, { name: conf, configMap: { name: conf } }, { name: claim, persistentVolumeClaim: { claimName: c, readOnly: true } }`;
  expect(
    judged(pod('nginx', mounts(...places), volumes)).map(
      (line) => /writes to (.*), where/.exec(line)?.[1],
    ),
  ).toEqual([missing]);
});

test('a volume of a claim template is one to write to', () => {
  const set = `{ apiVersion: apps/v1, kind: StatefulSet, metadata: { name: db }, spec: { volumeClaimTemplates: [{ metadata: { name: run } }], template: { spec: {
    containers: [{ name: db, image: postgres, securityContext: { readOnlyRootFilesystem: true }, volumeMounts: [{ name: run, mountPath: /var/run/postgresql }] }] } } } }`;
  expect(judged(set)).toEqual([]);
});

test('a root that can be written to needs nothing', () => {
  expect(
    judged(
      deployment(
        '{ containers: [{ name: a, image: nginx }, { name: b, image: nginx, securityContext: { readOnlyRootFilesystem: false } }] }',
      ),
    ),
  ).toEqual([]);
});

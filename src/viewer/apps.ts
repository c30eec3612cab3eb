/**
 * Web applications that show the files of a volume, each with all that depends on which one it is.
 */
import { ViewerApp } from './spec';

/**
 * dufs: one static program that writes nowhere but to the volume, and serves a read-only volume as
 * one.
 *
 * https://github.com/sigoden/dufs
 */
export const DUFS: ViewerApp = {
  name: 'dufs',
  image: 'docker.io/sigoden/dufs:v0.46.0',
  port: 5000,
  mountPath: '/data',
  env: {
    DUFS_SERVE_PATH: '/data',
    DUFS_BIND: '0.0.0.0',
    DUFS_PORT: '5000',
    DUFS_PATH_PREFIX: '{prefix}',
    DUFS_ALLOW_SEARCH: 'true',
    DUFS_ALLOW_ARCHIVE: 'true',
  },
  writableEnv: { DUFS_ALLOW_UPLOAD: 'true', DUFS_ALLOW_DELETE: 'true' },
  healthPath: '{prefix}/__dufs__/health',
  prefix: 'kept',
  user: 1000,
};

/**
 * File Browser, which Kubeflow's own viewers are. Everybody who reaches it is its administrator.
 *
 * https://github.com/filebrowser/filebrowser
 */
export const FILEBROWSER: ViewerApp = {
  name: 'filebrowser',
  image: 'docker.io/filebrowser/filebrowser:v2.63.23',
  port: 8080,
  // The image's own settings file says /srv as well.
  mountPath: '/srv',
  // Variables only: what arguments do differs from release to release.
  env: {
    FB_ADDRESS: '0.0.0.0',
    FB_PORT: '8080',
    FB_ROOT: '/srv',
    // Without an account of its own it needs a new database at each start.
    FB_DATABASE: '/tmp/filebrowser.db',
    FB_NOAUTH: 'true',
    // Releases before 2.48 know the first, later ones the second.
    FB_BASEURL: '{prefix}',
    FB_BASE_URL: '{prefix}',
    FB_DISABLE_EXEC: 'true',
  },
  writablePaths: ['/tmp', '/config', '/database'],
  healthPath: '/health',
  prefix: 'either',
  user: 1000,
  endOfLife: 'the project was archived on 2026-09-01 and no longer fixes security issues',
};

/**
 * Cloud Commander: two panels. Its console, its terminal and its dialog for settings are switched
 * off.
 *
 * https://github.com/coderaiser/cloudcmd
 */
export const CLOUDCMD: ViewerApp = {
  name: 'cloudcmd',
  image: 'docker.io/coderaiser/cloudcmd:19.21.0-alpine',
  port: 8000,
  mountPath: '/data',
  // There is no variable for the prefix of its websockets.
  args: ['--prefix-socket', '{prefix}'],
  env: {
    // It reads and writes ~/.cloudcmd.json.
    HOME: '/home/viewer',
    CLOUDCMD_ROOT: '/data',
    CLOUDCMD_PREFIX: '{prefix}',
    CLOUDCMD_AUTH: 'false',
    CLOUDCMD_OPEN: 'false',
    CLOUDCMD_CONSOLE: 'false',
    CLOUDCMD_TERMINAL: 'false',
    CLOUDCMD_CONFIG_DIALOG: 'false',
  },
  writablePaths: ['/home/viewer', '/tmp'],
  // The path of the prefix itself would read a folder each time.
  healthPath: '{prefix}/robots.txt',
  prefix: 'kept',
  user: 1000,
};

/**
 * The app of viewers that name none: it is maintained, writes nothing of its own and can be
 * read-only.
 */
export const DEFAULT_APP = DUFS;

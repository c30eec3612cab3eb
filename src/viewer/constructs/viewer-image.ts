/** The web applications that a viewer can run, as values. */
import { Finding } from '../../findings';
import { integer, listOf, oneOf, Read, readShape, string, strings, struct } from '../../shape';
import { CLOUDCMD, DUFS, FILEBROWSER } from '../apps';
import { ViewerApp } from '../spec';

/** Whether an application expects the prefix in the paths of requests. */
export enum ViewerPrefix {
  /** The path includes the prefix, and links of the application start with it. */
  KEPT = 'kept',
  /** The prefix is removed from the path. */
  STRIPPED = 'stripped',
  /** The application accepts both. */
  EITHER = 'either',
}

/** Options of a predefined application. */
export interface ViewerImageOptions {
  /**
   * The image, for another version or registry of the same application.
   * @default - a version that this library chooses
   */
  readonly image?: string;

  /**
   * Environment variables in addition to those that the viewer needs, or replacing them.
   * @default - none
   */
  readonly env?: { [name: string]: string };
}

/**
 * A settings file of an application. It becomes a ConfigMap whose name changes with the content, so
 * that the pod is replaced.
 */
export interface ViewerConfigFile {
  /**
   * The absolute path at which the application looks for the file. Other files of the image in the
   * same folder remain visible.
   */
  readonly path: string;

  /**
   * The content of the file. Everyone who can read ConfigMaps can read it, so it must not contain
   * secrets.
   */
  readonly content: string;
}

/**
 * A custom application. In `command`, `args`, the values of `env`, `healthPath` and the content of
 * `configFile`, `{prefix}` stands for the public path of the viewer without the trailing slash,
 * such as `/pvcviewer/team/data`.
 */
export interface ViewerImageProps {
  /** The container image. */
  readonly image: string;

  /** The port that the application listens on, above 1023 because it does not run as root. */
  readonly port: number;

  /** The absolute path at which the application expects the volume. */
  readonly mountPath: string;

  /**
   * Whether the application expects the prefix in the paths of requests.
   * @default ViewerPrefix.KEPT
   */
  readonly prefix?: ViewerPrefix;

  /**
   * The command, which replaces the image's entrypoint.
   * @default - the image's
   */
  readonly command?: string[];

  /**
   * The arguments of the command.
   * @default - the image's
   */
  readonly args?: string[];

  /**
   * The environment variables.
   * @default - none
   */
  readonly env?: { [name: string]: string };

  /**
   * Environment variables that are set only if the volume is writable.
   * @default - none
   */
  readonly writableEnv?: { [name: string]: string };

  /**
   * Absolute paths, besides the volume, that the application writes to. Each becomes an emptyDir;
   * everything else is read-only.
   * @default - none
   */
  readonly writablePaths?: string[];

  /**
   * The file that the application reads its settings from, mounted read-only.
   * @default - none
   */
  readonly configFile?: ViewerConfigFile;

  /**
   * The path of the health check, as the application sees it.
   * @default - the probes only open a connection to the port
   */
  readonly healthPath?: string;

  /**
   * The ID of the user that the application runs as. It must not be root.
   * @default 1000
   */
  readonly user?: number;
}

const OPTIONS = struct<ViewerImageOptions>({ image: string, env: strings });

const PROPS = struct<Read<ViewerImageProps>>(
  {
    image: string,
    port: integer,
    mountPath: string,
    prefix: oneOf(Object.values(ViewerPrefix)),
    command: listOf(string),
    args: listOf(string),
    env: strings,
    writableEnv: strings,
    writablePaths: listOf(string),
    configFile: struct<ViewerConfigFile>({ path: string, content: string }, ['path', 'content']),
    healthPath: string,
    user: integer,
  },
  ['image', 'port', 'mountPath'],
);

/**
 * A web application that shows the files of a volume: its image, port, command line, environment
 * variables and paths.
 *
 * @example
 * new PVCViewer(chart, 'uploads', {
 *   claim: Claim.fromClaimName(chart, 'claim', 'uploads'),
 *   image: ViewerImage.cloudcmd(),
 * });
 */
export class ViewerImage {
  /**
   * Returns dufs (github.com/sigoden/dufs): a single static binary, maintained, with a read-only
   * mode. It needs no writable path except the volume. It listens on IPv4; an IPv6-only cluster
   * needs `env: { DUFS_BIND: '::' }`.
   * @param options the image and environment variables
   * @returns the application
   */
  public static dufs(options: ViewerImageOptions = {}): ViewerImage {
    return ViewerImage.ofCatalogue(DUFS, options);
  }

  /**
   * Returns File Browser (github.com/filebrowser/filebrowser), which Kubeflow uses. It has reached
   * its end of life: the project was archived on 2026-09-01 and has had no fixes since. Using it
   * causes a warning.
   * @param options the image and environment variables
   * @returns the application
   */
  public static filebrowser(options: ViewerImageOptions = {}): ViewerImage {
    return ViewerImage.ofCatalogue(FILEBROWSER, options);
  }

  /**
   * Returns Cloud Commander (github.com/coderaiser/cloudcmd), a two-panel file manager. Its
   * console, terminal and settings are disabled.
   * @param options the image and environment variables
   * @returns the application
   */
  public static cloudcmd(options: ViewerImageOptions = {}): ViewerImage {
    return ViewerImage.ofCatalogue(CLOUDCMD, options);
  }

  /**
   * The application of the catalogue, with options.
   */
  private static ofCatalogue(app: ViewerApp, options: ViewerImageOptions): ViewerImage {
    const { value = {}, findings } = readShape<ViewerImageOptions>(options, OPTIONS, 'image');
    const { image, port, mountPath } = app;
    const made = new ViewerImage({ image, port, mountPath });
    made._app = withOptions(app, value);
    made._findings = findings;
    return made;
  }

  /**
   * The application. Undefined if what it needs was not given.
   * @internal
   */
  public _app: ViewerApp | undefined;

  /**
   * What is wrong with the options that it was made of.
   * @internal
   */
  public _findings: readonly Finding[];

  /**
   * @param props what the viewer needs to know about the application
   */
  constructor(props: ViewerImageProps) {
    const { value, findings } = readShape<Read<ViewerImageProps>>(props, PROPS, 'image');
    this._findings = findings;
    if (value === undefined) return;
    const { prefix = ViewerPrefix.KEPT, user = 1000, ...others } = value;
    this._app = { name: 'image', ...others, isOwnImage: true, prefix, user };
  }
}

function withOptions(app: ViewerApp, { image, env = {} }: ViewerImageOptions): ViewerApp {
  const own = image === undefined ? {} : { image, isOwnImage: true };
  return {
    ...app,
    ...own,
    env: { ...app.env, ...env },
    ...(app.writableEnv ? { writableEnv: { ...app.writableEnv, ...env } } : {}),
  };
}

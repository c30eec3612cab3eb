/** The web applications that a viewer can run, as values. */
import { Finding } from '../../findings';
import { integer, listOf, oneOf, Read, readShape, string, strings, struct } from '../../shape';
import { CLOUDCMD, DUFS, FILEBROWSER } from '../apps';
import { ViewerApp } from '../spec';

/** What the path of a request looks like for an application. */
export enum ViewerPrefix {
  /** It has the prefix: links of the application begin with it. */
  KEPT = 'kept',
  /** The prefix is taken off. */
  STRIPPED = 'stripped',
  /** The application takes both. */
  EITHER = 'either',
}

/** Options of an image of the catalogue. */
export interface ViewerImageOptions {
  /**
   * The image, for another version or a registry of one's own. It is the same application.
   * @default - a version of this library's choice
   */
  readonly image?: string;

  /**
   * Variables on top of those that the viewer needs, or in place of them.
   * @default - none
   */
  readonly env?: { [name: string]: string };
}

/** A file with the settings of an application. It becomes a ConfigMap, whose name changes with the content: the pod is replaced then. */
export interface ViewerConfigFile {
  /** Where the application looks for it: an absolute path. What lies beside it in the image stays. */
  readonly path: string;

  /** The text of the file. Anybody who may read ConfigMaps can read it: it is not a place for secrets. */
  readonly content: string;
}

/**
 * An application of one's own. In `command`, `args`, the values of `env`, `healthPath` and the content of `configFile`,
 * `{prefix}` stands for the public path of the viewer without the slash at its end: `/pvcviewer/team/data`.
 */
export interface ViewerImageProps {
  /** The image. */
  readonly image: string;

  /** The port that it listens at, above 1023 since it is not root. */
  readonly port: number;

  /** Where it wants the volume: an absolute path. */
  readonly mountPath: string;

  /**
   * What the path of a request looks like for it.
   * @default ViewerPrefix.KEPT
   */
  readonly prefix?: ViewerPrefix;

  /**
   * The command, in place of the image's.
   * @default - the image's
   */
  readonly command?: string[];

  /**
   * Its arguments.
   * @default - the image's
   */
  readonly args?: string[];

  /**
   * Its variables.
   * @default - none
   */
  readonly env?: { [name: string]: string };

  /**
   * Variables that it gets only where the volume can be written to.
   * @default - none
   */
  readonly writableEnv?: { [name: string]: string };

  /**
   * Absolute paths that it writes to besides the volume: each is an empty directory. All else is read-only.
   * @default - none
   */
  readonly writablePaths?: string[];

  /**
   * A file that it reads its settings from, read-only.
   * @default - none
   */
  readonly configFile?: ViewerConfigFile;

  /**
   * The path that answers while it is well, as the application sees it.
   * @default - the port is looked at
   */
  readonly healthPath?: string;

  /**
   * The number of the user that it runs as. Not root.
   * @default 1000
   */
  readonly user?: number;
}

const OPTIONS = struct<ViewerImageOptions>({ image: string, env: strings });

const PROPS = struct<Read<ViewerImageProps>>({
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
}, ['image', 'port', 'mountPath']);

/**
 * A web application that shows the files of a volume: its image, port, command line, variables and paths.
 *
 * @example
 * new PVCViewer(chart, 'uploads', {
 *   claim: PersistentVolumeClaim.fromClaimName(chart, 'claim', 'uploads'),
 *   image: ViewerImage.cloudcmd(),
 *   readOnly: true,
 *   rwoScheduling: false,
 * });
 */
export class ViewerImage {
  /**
   * dufs (github.com/sigoden/dufs): one static program, maintained, with a read-only mode of its own. It needs no
   * writable path but the volume. It listens on IPv4; a cluster of IPv6 alone needs `env: { DUFS_BIND: '::' }`.
   * @param options the image
   * @returns the application
   */
  public static dufs(options: ViewerImageOptions = {}): ViewerImage {
    return ViewerImage.ofCatalogue(DUFS, options);
  }

  /**
   * File Browser (github.com/filebrowser/filebrowser), which Kubeflow uses. It is at its end of life: archived on
   * 2026-09-01, without fixes since. Using it is a warning.
   * @param options the image
   * @returns the application
   */
  public static filebrowser(options: ViewerImageOptions = {}): ViewerImage {
    return ViewerImage.ofCatalogue(FILEBROWSER, options);
  }

  /**
   * Cloud Commander (github.com/coderaiser/cloudcmd): two panels; its console, terminal and settings are switched off.
   * @param options the image
   * @returns the application
   */
  public static cloudcmd(options: ViewerImageOptions = {}): ViewerImage {
    return ViewerImage.ofCatalogue(CLOUDCMD, options);
  }

  /**
   * Any other application.
   * @param props what the viewer has to know of it
   * @returns the application
   */
  public static of(props: ViewerImageProps): ViewerImage {
    const { value, findings } = readShape<Read<ViewerImageProps>>(props, PROPS, 'image');
    if (value === undefined) return new ViewerImage(undefined, findings);
    const { prefix = ViewerPrefix.KEPT, user = 1000, ...others } = value;
    return new ViewerImage({ name: 'image', ...others, isOwnImage: true, prefix, user }, findings);
  }

  /**
   * The application of the catalogue, with options.
   */
  private static ofCatalogue(app: ViewerApp, options: ViewerImageOptions): ViewerImage {
    const { value = {}, findings } = readShape<ViewerImageOptions>(options, OPTIONS, 'image');
    return new ViewerImage(withOptions(app, value), findings);
  }

  /**
   * The application. Undefined if what it needs was not given.
   * @internal
   */
  public readonly _app: ViewerApp | undefined;

  /**
   * What is wrong with the options that it was made of.
   * @internal
   */
  public readonly _findings: readonly Finding[];

  private constructor(app: ViewerApp | undefined, findings: readonly Finding[]) {
    this._app = app;
    this._findings = findings;
  }
}

function withOptions(app: ViewerApp, { image, env = {} }: ViewerImageOptions): ViewerApp {
  const own = image === undefined ? {} : { image, isOwnImage: true };
  return { ...app, ...own, env: { ...app.env, ...env }, ...app.writableEnv ? { writableEnv: { ...app.writableEnv, ...env } } : {} };
}

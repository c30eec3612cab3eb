/** The plug-in by which Argo CD synthesizes an app of cdk8s itself. */
import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { plainProps } from './argo-reading';
import { throwIfErrors } from '../../findings';
import { unwrap } from '../../kube';
import { checkShaped } from '../../shape';
import { checkPlugin, PLUGIN_SHAPE, pluginFiles, PluginSpec } from '../plugin';

/** Props of an `ArgoSynthPlugin`. */
export interface ArgoSynthPluginProps {
  /**
   * The name of the plugin and of its container.
   * @default 'cdk8s'
   */
  readonly name?: string;

  /**
   * The version of the plugin. Applications append it to the name with a dash, such as
   * `cdk8s-v1.0`.
   * @default 'v1.0'
   */
  readonly version?: string;

  /**
   * The image that is built from the plugin's `Containerfile`, such as
   * `registry.example.com/argocd-cdk8s:1.0.0`, or with a digest.
   */
  readonly image: string;

  /**
   * The base image of the plugin's image. It needs Node.js, npm and a shell. Pin it with a digest,
   * such as `docker.io/library/node:22-bookworm-slim@sha256:…`.
   * @default 'docker.io/library/node:22-bookworm-slim'
   */
  readonly baseImage?: string;

  /**
   * The timeout of a single command (`ARGOCD_EXEC_TIMEOUT`). Above 60 seconds,
   * `server.repo.server.timeout.seconds` and `controller.repo.server.timeout.seconds` in
   * `argocd-cmd-params-cm` must be raised as well.
   * @default - not set; Argo CD defaults to 90 seconds
   */
  readonly timeout?: Duration;

  /**
   * The resource requests and limits of the plugin's container, which synthesizes all repositories.
   * @default - requests of 100m and 256Mi, limits of 2 CPUs and 2Gi
   */
  readonly resources?: kplus.k8s.ResourceRequirements;
}

/**
 * A config management plugin for Argo CD 3.5 that synthesizes the app of a repository whose
 * manifests are not committed.
 *
 * Anyone who can push to a repository that it synthesizes can run code in its container: grant the
 * plugin only to repositories that trust each other.
 *
 * It is a value, not a construct: its files belong in the repository that Argo CD is installed
 * from. Prefer committing the manifests, because they can then be reviewed and compared.
 *
 * @example
 * const plugin = new ArgoSynthPlugin({ image: 'registry.example.com/argocd-cdk8s:1.0.0' });
 * const files = plugin.files();
 */
export class ArgoSynthPlugin {
  /** The name of the plugin for the option `pluginName` of Applications. */
  public readonly pluginName: string;

  private readonly spec: PluginSpec;

  /**
   * @param props the name and version of the plugin, and its image
   * @throws an error that lists all findings if a value is not valid
   */
  constructor(props: ArgoSynthPluginProps) {
    const { plain, findings } = plainProps(props, ['timeout'], []);
    const spec = unwrap({
      ...plain,
      name: props?.name ?? 'cdk8s',
      version: props?.version ?? 'v1.0',
      baseImage: props?.baseImage ?? 'docker.io/library/node:22-bookworm-slim',
    }) as unknown as PluginSpec;
    throwIfErrors([...findings, ...checkShaped<PluginSpec>(spec, PLUGIN_SHAPE, checkPlugin)]);
    this.spec = spec;
    this.pluginName = `${spec.name}-${spec.version}`;
  }

  /**
   * Returns the files of the plugin, keyed by their names: `plugin.yaml`, `Containerfile`,
   * `repo-server-patch.yaml`, and a `kustomization.yaml` that applies the patch.
   * @returns the contents of the files
   */
  public files(): { [file: string]: string } {
    return { ...pluginFiles(this.spec) };
  }
}

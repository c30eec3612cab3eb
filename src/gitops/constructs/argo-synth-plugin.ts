/** The plug-in by which Argo CD synthesizes an app of cdk8s itself. */
import { Duration } from 'cdk8s';
import { plainProps } from './argo-reading';
import { throwIfErrors } from '../../findings';
import { unwrap } from '../../kube';
import { checkShaped } from '../../shape';
import { checkPlugin, PLUGIN_SHAPE, pluginFiles, PluginSpec } from '../plugin';

/** Props of an `ArgoSynthPlugin`. */
export interface ArgoSynthPluginProps {
  /**
   * The name of the plug-in, and of its container.
   * @default 'cdk8s'
   */
  readonly name?: string;

  /**
   * Its version. Applications name it with a dash behind the name: `cdk8s-v1.0`.
   * @default 'v1.0'
   */
  readonly version?: string;

  /** The image that is made of its `Containerfile`: `registry.example.com/argocd-cdk8s:1.0.0`. */
  readonly image: string;

  /**
   * The image that its own is made from: with Node, npm and a shell.
   * @default 'docker.io/library/node:22-bookworm-slim'
   */
  readonly baseImage?: string;

  /**
   * How long one command may take (`ARGOCD_EXEC_TIMEOUT`). Beyond 60 seconds `server.repo.server.timeout.seconds` and
   * `controller.repo.server.timeout.seconds` of `argocd-cmd-params-cm` have to be raised as well.
   * @default - not written; Argo CD takes 90 seconds
   */
  readonly timeout?: Duration;
}

/**
 * A config-management plug-in for Argo CD 3.5 that synthesizes the app of a repository where its manifests are not committed.
 *
 * It is a value, not a construct: its files are written into the repository that Argo CD is installed from. What is committed can be
 * reviewed and compared, so this is the second choice.
 *
 * @example
 * const plugin = new ArgoSynthPlugin({ image: 'registry.example.com/argocd-cdk8s:1.0.0' });
 * const files = plugin.files();
 */
export class ArgoSynthPlugin {
  /** The name by which Applications ask for it: the option `pluginName`. */
  public readonly pluginName: string;

  private readonly spec: PluginSpec;

  /**
   * @param props what it is called, and what it runs in
   * @throws an error that lists all findings if a value is not a valid one
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
   * Its files, by their names: `plugin.yaml`, `Containerfile`, `repo-server-patch.yaml`, and a `kustomization.yaml` that applies the
   * patch.
   * @returns the texts
   */
  public files(): { [file: string]: string } {
    return { ...pluginFiles(this.spec) };
  }
}

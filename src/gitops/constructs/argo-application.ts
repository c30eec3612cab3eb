/** An Application of Argo CD. */
import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { addDelivery, readDelivery } from './argo-delivery';
import { enter } from './argo-membership';
import { ArgoDeliveryOptions } from './argo-options';
import { constructsOf, manifestsBelow } from './argo-reading';
import { Finding } from '../../findings';
import { findingsOfTrial } from '../../tree';
import { APPLICATION_SHAPE, buildApplication } from '../applications';
import { checkApplication } from '../applications-check';

/** Props of an `ArgoApplication`. */
export interface ArgoApplicationProps extends ArgoDeliveryOptions {
  /** The folder in the repository, such as `dist/manifests/eks`. */
  readonly path: string;

  /**
   * A glob for the files of the folder to include, such as `web.k8s.yaml` or `{web,shop}*.yaml`.
   * @default - all `*.yaml`, `*.yml` and `*.json`
   */
  readonly include?: string;

  /**
   * A glob for the files of the folder to exclude.
   * @default - none
   */
  readonly exclude?: string;

  /**
   * The charts, or a whole app, whose objects the Application contains. What they need from its
   * project, and which differences to ignore, is derived from them at synthesis. They may belong to
   * another app.
   * @default - unknown, except for `folders`
   */
  readonly charts?: IConstruct[];
}

/**
 * An Application of Argo CD 3.5, which keeps a folder of a repository applied.
 *
 * By default, it does not prune, and deleting it keeps what it has applied. It never forces. Order,
 * guards and hooks are annotations of the objects themselves: see `GitOps.enableArgoCd`.
 *
 * @example
 * new ArgoApplication(chart, 'shop', {
 *   repoUrl: 'https://git.example.com/shop/deploy.git',
 *   path: 'dist/shop',
 *   destinationNamespace: 'shop',
 *   prune: true,
 * });
 */
export class ArgoApplication extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: ArgoApplicationProps): Finding[] {
    return findingsOfTrial(scope, id, () => new ArgoApplication(scope, id, props));
  }

  /** The Application object. */
  public readonly apiObject: ApiObject;

  /** The name of the Application. */
  public readonly applicationName: string;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the Application unless `name` is set
   * @param props the source, the destination, and how to sync
   * @throws an error that lists all findings if Argo CD (3.5) would reject the Application or
   * ignore an option, or if everything in it would be forced
   */
  constructor(scope: Construct, id: string, props: ArgoApplicationProps) {
    super(scope, id);
    const charts = constructsOf(props?.charts, 'charts');
    const { spec, project, inFolders } = readDelivery(this, id, props, {
      shape: APPLICATION_SHAPE,
      check: checkApplication,
      constructs: ['charts'],
      made: { plain: {}, findings: charts.findings },
    });
    const manifests = () => [...manifestsBelow(charts.plain), ...inFolders];
    this.applicationName = spec.name;
    this.apiObject = addDelivery(this, spec, buildApplication, manifests);
    if (!project) return;
    const isKnown = charts.plain.length > 0 || inFolders.length > 0;
    enter(project, {
      application: this,
      isKnown,
      members: () => [{ ...spec, manifests: manifests() }],
    });
  }
}

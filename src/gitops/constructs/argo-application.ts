/** An Application of Argo CD. */
import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { enter } from './argo-membership';
import { ArgoDeletion, ArgoDeliveryOptions } from './argo-options';
import { projectOf } from './argo-project-of';
import { constructsOf, manifestsBelow, manifestsInFolders, plainProps, readsOthers } from './argo-reading';
import { Finding } from '../../findings';
import { addLateManifest, findingsOfTrial, namespaceOf, readInput, registerIdentity } from '../../tree';
import { APPLICATION_SHAPE, ApplicationSpec, buildApplication } from '../applications';
import { checkApplication } from '../applications-check';
import { neededDifferences } from '../applications-differences';

/** Props of an `ArgoApplication`. */
export interface ArgoApplicationProps extends ArgoDeliveryOptions {
  /** The folder in the repository: `dist/manifests/eks`. */
  readonly path: string;

  /**
   * Which files of the folder count, as a glob: `web.k8s.yaml`, `{web,shop}*.yaml`.
   * @default - all `*.yaml`, `*.yml` and `*.json`
   */
  readonly include?: string;

  /**
   * Which files of the folder do not count, as a glob.
   * @default - none
   */
  readonly exclude?: string;

  /**
   * The charts, or a whole app, whose objects the Application holds: what they need of its project, and which differences do not
   * count, is read from them at synthesis. They may belong to another app.
   * @default - nothing is known but `folders`
   */
  readonly charts?: IConstruct[];
}

/**
 * An Application of Argo CD 3.5: a folder of a repository that is kept applied.
 *
 * It neither prunes nor forces unless that is asked for, and deleting it leaves what it has applied. Order, guards and hooks stand on
 * the objects themselves: see `GitOps.argoCd`.
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
   * Checks the props without creating anything. Use it in tests, and in languages where an exception carries only
   * text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: ArgoApplicationProps): Finding[] {
    return findingsOfTrial(scope, id, () => new ArgoApplication(scope, id, props));
  }

  /** The object of the Application. */
  public readonly apiObject: ApiObject;

  /** Its name. */
  public readonly applicationName: string;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the Application unless `name` is set
   * @param props the source, the destination, and how to sync
   * @throws an error that lists all findings if Argo CD (3.5) would refuse the Application or pass over an option, or
   * when everything in it would be forced
   */
  constructor(scope: Construct, id: string, props: ArgoApplicationProps) {
    super(scope, id);
    const { plain, findings } = plainProps(props, ['retryBackoff', 'retryMaxBackoff'], ['charts', 'project']);
    const charts = constructsOf(props?.charts, 'charts');
    const { projectName, project, findings: ofProject } = projectOf(props);
    const given = {
      ...plain,
      name: props?.name ?? id,
      namespace: namespaceOf(this, props?.namespace) ?? 'argocd',
      projectName,
      automated: props?.automated ?? true,
      deletion: props?.deletion ?? ArgoDeletion.ORPHAN,
    } as ApplicationSpec;
    const check = (input: ApplicationSpec) =>
      [...findings, ...charts.findings, ...ofProject, ...manifestsInFolders(input.folders ?? [], 'folders').findings, ...checkApplication(input)];
    const spec = readInput<ApplicationSpec>(this, given, { shape: APPLICATION_SHAPE, check }).read();
    const inFolders = manifestsInFolders(spec.folders ?? [], 'folders').plain;
    const manifests = () => [...manifestsBelow(charts.plain), ...inFolders];
    const { apiVersion, kind, metadata } = buildApplication(spec);
    this.applicationName = spec.name;
    this.apiObject = addLateManifest(this, 'Resource', { apiVersion, kind, metadata },
      () => buildApplication(spec, neededDifferences(manifests(), spec.serverSideApply === true)));
    registerIdentity(this, this.apiObject);
    readsOthers(this.apiObject);
    if (!project) return;
    const isKnown = charts.plain.length > 0 || inFolders.length > 0;
    enter(project, { application: this, isKnown, members: () => [{ ...spec, manifests: manifests() }] });
  }
}

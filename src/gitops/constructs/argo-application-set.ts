/** A set of Applications of Argo CD. */
import { ApiObject, App, Names, YamlOutputType } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { enter } from './argo-membership';
import { ArgoDeletion, ArgoDeliveryOptions } from './argo-options';
import { projectOf } from './argo-project-of';
import { constructsOf, manifestsBelow, manifestsInFolders, Plain, plainProps, readsOthers } from './argo-reading';
import { Finding } from '../../findings';
import { append, Fields, isFields } from '../../kube';
import { addLateManifest, findingsOfTrial, namespaceOf, readInput, registerIdentity } from '../../tree';
import { APPLICATION_SET_SHAPE, ApplicationSetSpec, buildApplicationSet, ElementSpec } from '../applications';
import { checkApplicationSet } from '../applications-check';
import { neededDifferences } from '../applications-differences';
import { Member } from '../projects';

/** One Application of a set. */
export interface ArgoApplicationElement {
  /** Its name: a DNS name that no other Application has. */
  readonly name: string;

  /** The folder in the repository. */
  readonly path: string;

  /**
   * Which files of the folder count, as a glob.
   * @default - all
   */
  readonly include?: string;

  /**
   * The cluster, by the name under which Argo CD knows it.
   * @default - that of the set
   */
  readonly cluster?: string;

  /**
   * The address of the cluster's API server.
   * @default - that of the set
   */
  readonly server?: string;

  /**
   * The namespace of objects that name none.
   * @default - that of the set
   */
  readonly destinationNamespace?: string;

  /**
   * The charts, or a whole app, whose objects it holds.
   * @default - nothing is known but the `folders` of the set
   */
  readonly charts?: IConstruct[];
}

/** Props of an `ArgoApplicationSet`: `elements` or `directories`. */
export interface ArgoApplicationSetProps extends ArgoDeliveryOptions {
  /**
   * The Applications, one by one. See `ArgoApplicationSet.perChart`.
   * @default - those of `directories`
   */
  readonly elements?: ArgoApplicationElement[];

  /**
   * Folders of the repository with an Application each, as globs: `dist/manifests/*`. Their names are that of the set, a dash, and
   * the folder's.
   * @default - those of `elements`
   */
  readonly directories?: string[];
}

/**
 * A set of Applications of Argo CD 3.5: of a list, or one for each folder of the repository that fits.
 *
 * Applications that leave the set stay, with all that they have applied, and so they do when the set is deleted, unless `deletion`
 * says otherwise: then both go.
 *
 * @example
 * new ArgoApplicationSet(chart, 'stages', {
 *   repoUrl: 'https://git.example.com/shop/deploy.git',
 *   destinationNamespace: 'shop',
 *   elements: [{ name: 'shop-dev', path: 'dist/dev' }, { name: 'shop-prod', path: 'dist/prod' }],
 * });
 */
export class ArgoApplicationSet extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an exception carries only
   * text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: ArgoApplicationSetProps): Finding[] {
    return findingsOfTrial(scope, id, () => new ArgoApplicationSet(scope, id, props));
  }

  /**
   * The elements for an app that is written one file or one folder a chart: an Application for each of its charts. Call it when all
   * charts are there.
   * @param app the app that is synthesized into the folder
   * @param path the folder in the repository
   * @returns an element for each chart, named like it
   */
  public static perChart(app: App, path: string): ArgoApplicationElement[] {
    const isFolders = app.yamlOutputType === YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE;
    return app.charts.map((chart) => {
      const name = Names.toDnsLabel(chart);
      // Where charts depend on each other, cdk8s puts their order before their names.
      const file = `${name}${app.outputFileExtension}`;
      return isFolders ? { name, path: `${path}/${name}`, charts: [chart] }
        : { name, path, include: `{${file},[0-9][0-9][0-9][0-9]-${file}}`, charts: [chart] };
    });
  }

  /** The object of the set. */
  public readonly apiObject: ApiObject;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the set unless `name` is set
   * @param props the source, the destination, and how to sync
   * @throws an error that lists all findings if Argo CD (3.5) would refuse the set or pass over an option, or when
   * everything in its Applications would be forced
   */
  constructor(scope: Construct, id: string, props: ArgoApplicationSetProps) {
    super(scope, id);
    const { plain, findings } = plainProps(props, ['retryBackoff', 'retryMaxBackoff'], ['project']);
    const elements = plainElements(props?.elements);
    const { projectName, project, findings: ofProject } = projectOf(props);
    const given = {
      ...plain,
      ...elements.plain === undefined ? {} : { elements: elements.plain },
      name: props?.name ?? id,
      namespace: namespaceOf(this, props?.namespace) ?? 'argocd',
      projectName,
      automated: props?.automated ?? true,
      deletion: props?.deletion ?? ArgoDeletion.ORPHAN,
    } as ApplicationSetSpec;
    const check = (input: ApplicationSetSpec) =>
      [...findings, ...elements.findings, ...ofProject, ...manifestsInFolders(input.folders ?? [], 'folders').findings, ...checkApplicationSet(input)];
    const spec = readInput<ApplicationSetSpec>(this, given, { shape: APPLICATION_SET_SHAPE, check }).read();
    const inFolders = manifestsInFolders(spec.folders ?? [], 'folders').plain;
    const charts = (props.elements ?? []).map((one) => one.charts ?? []);
    const { apiVersion, kind, metadata } = buildApplicationSet(spec);
    this.apiObject = addLateManifest(this, 'Resource', { apiVersion, kind, metadata },
      () => buildApplicationSet(spec, neededDifferences([...manifestsBelow(charts.flat()), ...inFolders], spec.serverSideApply === true)));
    registerIdentity(this, this.apiObject);
    readsOthers(this.apiObject);
    if (!project) return;
    enter(project, {
      application: this,
      isKnown: inFolders.length > 0 || charts.length > 0 && charts.every((one) => one.length > 0),
      members: () => (spec.elements ?? [{}]).map((one, index) => memberOf(spec, one, [...manifestsBelow(charts[index] ?? []), ...inFolders])),
    });
  }
}

function memberOf(spec: ApplicationSetSpec, one: Partial<ElementSpec>, manifests: readonly Fields[]): Member {
  const isOwn = one.cluster !== undefined || one.server !== undefined;
  const { cluster, server } = isOwn ? one : spec;
  const { repoUrl, createNamespace } = spec;
  return { repoUrl, cluster, server, createNamespace, destinationNamespace: one.destinationNamespace ?? spec.destinationNamespace, manifests };
}

/** The elements without their charts. */
function plainElements(elements: unknown): Plain<unknown> {
  if (!Array.isArray(elements)) return { plain: elements, findings: [] };
  const findings: Finding[] = [];
  const plain = elements.map((one: unknown, index) => {
    if (!isFields(one)) return one;
    const { charts, ...rest } = one;
    append(findings, constructsOf(charts, `elements[${index}].charts`).findings);
    return rest;
  });
  return { plain, findings };
}

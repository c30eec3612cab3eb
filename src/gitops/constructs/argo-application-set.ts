/** A set of Applications of Argo CD. */
import { ApiObject, App, Names, YamlOutputType } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { addDelivery, readDelivery } from './argo-delivery';
import { enter } from './argo-membership';
import { ArgoDeliveryOptions } from './argo-options';
import { constructsOf, manifestsBelow, Plain } from './argo-reading';
import { Finding } from '../../findings';
import { append, Fields, isFields, plainClass } from '../../kube';
import { findingsOfTrial } from '../../tree';
import {
  APPLICATION_SET_SHAPE,
  ApplicationSetSpec,
  buildApplicationSet,
  ElementSpec,
} from '../applications';
import { checkApplicationSet } from '../applications-check';
import { Member } from '../projects';

/**
 * What an element and its props have alike.
 *
 * @internal
 */
class ElementFields {
  /** The name of the Application: a DNS name that no other Application has. */
  public readonly name!: string;

  /** The folder in the repository. */
  public readonly path!: string;

  /**
   * A glob for the files of the folder to include.
   * @default - all files
   */
  public readonly include?: string;

  /**
   * The name of the destination cluster in Argo CD.
   * @default - that of the set
   */
  public readonly cluster?: string;

  /**
   * The URL of the destination cluster's API server.
   * @default - that of the set
   */
  public readonly server?: string;

  /**
   * The namespace of objects that do not specify one.
   * @default - that of the set
   */
  public readonly destinationNamespace?: string;

  /**
   * The charts, or a whole app, whose objects the Application contains.
   * @default - unknown, except for the `folders` of the set
   */
  public readonly charts?: IConstruct[];
}

/** Props of an `ArgoApplicationElement`. */
export interface ArgoApplicationElementProps extends ElementFields {}

/**
 * One Application of a set. In TypeScript, an object with the same fields will do.
 *
 * @example
 * new ArgoApplicationSet(chart, 'stages', {
 *   repoUrl: 'https://git.example.com/shop/deploy.git',
 *   elements: [
 *     new ArgoApplicationElement({
 *       name: 'shop-dev',
 *       path: 'dist/dev',
 *       destinationNamespace: 'shop',
 *     }),
 *   ],
 * });
 */
export class ArgoApplicationElement extends ElementFields {
  /**
   * @param props the fields
   */
  public constructor(props: ArgoApplicationElementProps) {
    super();
    Object.assign(this, props);
  }
}
plainClass(ArgoApplicationElement);

/** Props of an `ArgoApplicationSet`. Either `elements` or `directories` must be set. */
export interface ArgoApplicationSetProps extends ArgoDeliveryOptions {
  /**
   * The list of Applications. See `ArgoApplicationSet.perChart`.
   * @default - those of `directories`
   */
  readonly elements?: ArgoApplicationElement[];

  /**
   * Globs for folders of the repository, each of which becomes an Application, such as
   * `dist/manifests/*`. The Applications are named `<set>-<folder>`.
   * @default - those of `elements`
   */
  readonly directories?: string[];
}

/**
 * An ApplicationSet of Argo CD 3.5: it creates Applications from a list, or one for each matching
 * folder of the repository.
 *
 * Applications that leave the set are kept, together with everything that they have applied, and so
 * are all of them when the set is deleted. With another `deletion`, both are deleted.
 *
 * @example
 * new ArgoApplicationSet(chart, 'stages', {
 *   repoUrl: 'https://git.example.com/shop/deploy.git',
 *   destinationNamespace: 'shop',
 *   elements: [
 *     new ArgoApplicationElement({ name: 'shop-dev', path: 'dist/dev' }),
 *     new ArgoApplicationElement({ name: 'shop-prod', path: 'dist/prod' }),
 *   ],
 * });
 */
export class ArgoApplicationSet extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: ArgoApplicationSetProps): Finding[] {
    return findingsOfTrial(scope, id, () => new ArgoApplicationSet(scope, id, props));
  }

  /**
   * Returns the elements for an app that writes one file or one folder per chart: an Application
   * for each of its charts. Call it after all charts have been created.
   * @param app the app that is synthesized into the folder
   * @param path the folder in the repository
   * @returns an element for each chart, named after the chart
   */
  public static perChart(app: App, path: string): ArgoApplicationElement[] {
    const isFolders = app.yamlOutputType === YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE;
    return app.charts.map((chart) => {
      const name = Names.toDnsLabel(chart);
      // Where charts depend on each other, cdk8s puts their order before their names.
      const file = `${name}${app.outputFileExtension}`;
      return new ArgoApplicationElement(
        isFolders
          ? { name, path: `${path}/${name}`, charts: [chart] }
          : { name, path, include: `{${file},[0-9][0-9][0-9][0-9]-${file}}`, charts: [chart] },
      );
    });
  }

  /** The ApplicationSet object. */
  public readonly apiObject: ApiObject;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the set unless `name` is set
   * @param props the source, the destination, and how to sync
   * @throws an error that lists all findings if Argo CD (3.5) would reject the set or ignore an
   * option, or if everything in its Applications would be forced
   */
  constructor(scope: Construct, id: string, props: ArgoApplicationSetProps) {
    super(scope, id);
    const elements = plainElements(props?.elements);
    const { spec, project, inFolders } = readDelivery(this, id, props, {
      shape: APPLICATION_SET_SHAPE,
      check: checkApplicationSet,
      constructs: [],
      made: {
        plain: elements.plain === undefined ? {} : { elements: elements.plain },
        findings: elements.findings,
      },
    });
    const charts = (props.elements ?? []).map((one) => one.charts ?? []);
    this.apiObject = addDelivery(this, spec, buildApplicationSet, () => [
      ...manifestsBelow(charts.flat()),
      ...inFolders,
    ]);
    if (!project) return;
    enter(project, {
      application: this,
      isKnown: inFolders.length > 0 || (charts.length > 0 && charts.every((one) => one.length > 0)),
      members: () =>
        (spec.elements ?? [{}]).map((one, index) =>
          memberOf(spec, one, [...manifestsBelow(charts[index] ?? []), ...inFolders]),
        ),
    });
  }
}

function memberOf(
  spec: ApplicationSetSpec,
  one: Partial<ElementSpec>,
  manifests: readonly Fields[],
): Member {
  const isOwn = one.cluster !== undefined || one.server !== undefined;
  const { cluster, server } = isOwn ? one : spec;
  const { repoUrl, createNamespace } = spec;
  return {
    repoUrl,
    cluster,
    server,
    createNamespace,
    destinationNamespace: one.destinationNamespace ?? spec.destinationNamespace,
    manifests,
  };
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

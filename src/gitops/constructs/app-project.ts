/** A project of Argo CD. */
import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { membershipsOf } from './argo-membership';
import { readsOthers } from './argo-reading';
import { Finding, violation } from '../../findings';
import {
  addLateManifest,
  findingsOfTrial,
  namespaceOf,
  readInput,
  registerForSynth,
  registerIdentity,
  SynthCheck,
} from '../../tree';
import { DELIVERY_RULES as RULES } from '../delivery-rules';
import { buildProject, checkProject, PROJECT_SHAPE, ProjectSpec } from '../projects';

/** A kind of objects, in any version. */
export interface AppProjectKind {
  /**
   * The API group.
   * @default - the core group
   */
  readonly group?: string;

  /** The kind, such as `PriorityClass`. */
  readonly kind: string;
}

/** Props of an `AppProject`. */
export interface AppProjectProps {
  /**
   * The name of the project.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * The namespace of Argo CD.
   * @default - that of the chart, or else `argocd`
   */
  readonly namespace?: string;

  /**
   * The description of the project, with at most 255 characters.
   * @default - none
   */
  readonly description?: string;

  /**
   * Additional namespaces to permit, in every cluster of the project's Applications.
   * @default - only those that its Applications need
   */
  readonly namespaces?: string[];

  /**
   * Additional cluster-scoped kinds to permit.
   * @default - only those that its Applications need
   */
  readonly clusterKinds?: AppProjectKind[];

  /**
   * Additional namespaced kinds to permit.
   * @default - only those that its Applications need
   */
  readonly namespacedKinds?: AppProjectKind[];
}

const MEMBERS: SynthCheck<Construct> = {
  id: 'gitops/project-members',
  late: true,
  check: (registered) =>
    registered.flatMap(({ construct, value }) => {
      const members = membershipsOf(value);
      return [
        ...(members.length > 0
          ? []
          : [
              {
                ...violation(
                  RULES.projectApplications,
                  '',
                  'the project has no Applications, so it permits nothing',
                  'pass it to an ArgoApplication as project, or remove it',
                ),
                construct,
              },
            ]),
        ...members
          .filter(({ isKnown }) => !isKnown)
          .map((one) => ({
            ...violation(
              RULES.projectContent,
              'project',
              'the contents of the Application are unknown, but its project permits nothing else',
              'set charts or folders',
            ),
            construct: one.application.node.path,
          })),
      ];
    }),
};

/**
 * An Argo CD project that permits exactly what its Applications need: their repositories, clusters
 * and namespaces, and the kinds of their objects. Anything else in a folder, such as a ClusterRole
 * or an object in another namespace, is rejected at the sync.
 *
 * Applications join it by their option `project`. Their objects are read at synthesis (Argo CD 3.5,
 * `IsResourcePermitted`).
 *
 * @example
 * const project = new AppProject(chart, 'project', { name: 'shop' });
 * new ArgoApplication(chart, 'shop', {
 *   project,
 *   repoUrl: 'https://git.example.com/shop/deploy.git',
 *   path: 'dist/shop',
 *   destinationNamespace: 'shop',
 *   charts: [chart],
 * });
 */
export class AppProject extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: AppProjectProps = {}): Finding[] {
    // Applications come after their project.
    return findingsOfTrial(scope, id, () => new AppProject(scope, id, props)).filter(
      ({ rule }) => rule !== RULES.projectApplications.id,
    );
  }

  /** The AppProject object. */
  public readonly apiObject: ApiObject;

  /** The name of the project, by which Applications refer to it. */
  public readonly projectName: string;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the project unless `name` is set
   * @param props the name of the project, and what it permits in addition
   * @throws an error that lists all findings if a value is not valid
   */
  constructor(scope: Construct, id: string, props: AppProjectProps = {}) {
    super(scope, id);
    const given = {
      ...props,
      name: props?.name ?? id,
      namespace: namespaceOf(this, props?.namespace) ?? 'argocd',
    };
    const spec = readInput<ProjectSpec>(this, given, {
      shape: PROJECT_SHAPE,
      check: checkProject,
    }).read();
    const { name, namespace } = spec;
    const identity = {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'AppProject',
      metadata: { name, namespace },
    };
    this.apiObject = addLateManifest(this, 'Resource', identity, () =>
      buildProject(
        spec,
        membershipsOf(this).flatMap((one) => one.members()),
      ),
    );
    this.projectName = name;
    registerIdentity(this, this.apiObject);
    readsOthers(this.apiObject);
    registerForSynth<Construct>(this, MEMBERS, this);
  }
}

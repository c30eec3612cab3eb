/**
 * A viewer of a claim: what a PVCViewer of Kubeflow becomes, without the controller, on the node
 * where the volume is.
 */
import { Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import { networkPeersOf } from './network-peers';
import { PVCViewerProps } from './pvc-viewer-props';
import { ViewerImage } from './viewer-image';
import { ViewerRouting } from './viewer-routing';
import { asWarnings, Finding, Severity, show, throwIfErrors, violation } from '../../findings';
import { fieldsOf, isFields, Manifest } from '../../kube';
import { groupGivenTo } from '../../ownership/constructs/app';
import { GivenGroup } from '../../ownership/core';
import {
  requestCoLocation,
  requestedAffinity,
  TreeRequest,
} from '../../placement/constructs/requests';
import { claimElsewhere, CoLocationMode, mergeAffinity, nodeAffinity } from '../../placement/core';
import { dataPaths, InputOf, SHAPE_RULES } from '../../shape';
import { GIVE_A_CLAIM, KnownClaim, knownClaim } from '../../storage/constructs/known-claim';
import { STORAGE_RULES } from '../../storage/core';
import { Data, Topology } from '../../topology';
import {
  addManifest,
  ConfigMapHandle,
  findingsOfTrial,
  goDurationOf,
  isDuration,
  judgeWithout,
  namespaceOf,
  plainly,
  readInput,
  registerForSynth,
  registerIdentity,
  ResourceHandle,
  ServiceHandle,
  SynthCheck,
  targetOf,
  topologyOf,
  WorkloadHandle,
} from '../../tree';
import { buildViewer, podLabelsOf } from '../build';
import {
  atProps,
  checkInput,
  checkOperatorOptions,
  knownViewer,
  requestOf,
  viewerOf,
  ViewerParts,
} from '../input';
import { OPERATOR_INPUT, VIEWER_INPUT, ViewerInput } from '../input-shape';
import { objectName, viewerLabels } from '../names';
import { admitInput, buildAsOperator, nearObjects, operatorAffinity, optionsOf } from '../operator';
import { prefixOf } from '../prefix';
import { ViewerObjects, ViewerSpec } from '../spec';
import { checkSurroundings } from '../surroundings/check';
import { Guards, isGuard } from '../surroundings/guards';
import { besideOwners } from '../surroundings/ownership';
import { checkUnknown } from '../surroundings/unknown';

/** Props that become plain input; the others are objects that say more. */
type PlainProps = Omit<PVCViewerProps, 'image' | 'routing'>;

/** Where the props have structs of cdk8s-plus. */
const STRUCTS = dataPaths(VIEWER_INPUT);

const SURROUNDINGS: SynthCheck<PVCViewer> = {
  id: 'viewer/surroundings',
  check: (registered, { objects, topology }) => {
    const guards = objects
      .filter(({ apiVersion, kind }) => isGuard(apiVersion, kind))
      .map(({ manifest }) => manifest as Manifest);
    return registered.flatMap(({ construct, value }) =>
      value._checkSurroundings(topology, guards).map((finding) => ({ ...finding, construct })),
    );
  },
};

/**
 * A viewer of a claim: a web application that shows its files, with a Service, and with a route and
 * further objects on request. It is read-only unless `readOnly` is false.
 *
 * It creates what Kubeflow's controller creates for a PVCViewer, without the controller. If the
 * claim is ReadWriteOnce, the viewer follows the workloads of the app that use it to their node, by
 * an affinity that is determined at synthesis.
 *
 * @example
 * const uploads = Claim.fromClaimName(chart, 'claim', 'uploads');
 * new PVCViewer(chart, 'uploads', {
 *   claim: uploads,
 *   routing: ViewerRouting.ingress({ host: 'files.example.com' }),
 * });
 */
export class PVCViewer extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: PVCViewerProps): Finding[] {
    return findingsOfTrial(scope, id, () => new PVCViewer(scope, id, props));
  }

  /** The name of the viewer. Its objects are named `pvcviewer-<name>`. */
  public readonly viewerName: string;

  /**
   * The URL path of the viewer, `<basePrefix>/<namespace>/<name>/`. Undefined without a route and a
   * `basePrefix`.
   */
  public readonly url?: string;

  /** The Deployment of the viewer. */
  public readonly deployment: WorkloadHandle;

  /**
   * The Service of the viewer. Undefined if there is no port to route to, and in operator mode
   * without `networking`.
   */
  public readonly service?: ServiceHandle;

  /** The VirtualService, HTTPRoute or Ingress. Undefined if nothing routes to the viewer. */
  public readonly route?: ResourceHandle;

  /** The NetworkPolicy, if one is requested. */
  public readonly networkPolicy?: ResourceHandle;

  /** The AuthorizationPolicy, if one is requested. */
  public readonly authorizationPolicy?: ResourceHandle;

  /** The ConfigMap with the settings file of the application, if it has one. */
  public readonly configMap?: ConfigMapHandle;

  /** The CronJob that scales the viewer down to zero, if `cull` is set. */
  public readonly cullCronJob?: WorkloadHandle;

  private readonly input: ViewerInput;
  private readonly parts: ViewerParts;
  /** The viewer that the props mean; in operator mode, none. */
  private readonly spec?: ViewerSpec;
  private readonly podLabels: { readonly [key: string]: string };

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct
   * @param props the claim, and how to show it
   * @throws an error that lists all findings if the API server, Istio or the
   * Gateway API would reject an object, if the viewer could not work, or, in operator mode, if a
   * webhook of the PVCViewer controller would reject it
   */
  constructor(scope: Construct, id: string, props: PVCViewerProps) {
    super(scope, id);
    const { image, routing, cull, claim, ...own } = props ?? {};
    const known = knownClaim(claim);
    this.refuseForeign(claim, image, routing, cull);
    const { networkPolicy, peers, findings: ofPeers } = networkPeersOf(own.networkPolicy);
    this.refuse(ofPeers);
    const parts = (this.parts = {
      app: image?._app,
      routing: routing?._routing,
      buildRouting: routing?._build,
      peers,
      target: targetOf(this),
      accessModes: known?.accessModes,
      findings: [...(image?._findings ?? []), ...(routing?._findings ?? [])],
    });
    const namespace = own.namespace ?? namespaceOf(this, known?.namespace);
    const read = {
      ...withGoDuration(own.networking),
      ...(networkPolicy === undefined ? {} : { networkPolicy }),
      claim: known?.name,
      cull: inSeconds(cull),
      namespace,
    };
    const asGiven = { ...own, ...read } as unknown as InputOf<PlainProps, ViewerInput>;
    const { input, spec } = readInput<ViewerInput, Meant>(this, asGiven, {
      shape: own.operatorMode === true ? OPERATOR_INPUT : VIEWER_INPUT,
      make: (checked) => meaningOf(checked, parts),
      check: (checked, meant) => [...checkProps(meant, parts), ...checkNamespaces(checked, known)],
    }).made();
    this.input = input;
    this.spec = spec;
    const { objects, name, url, podLabels, ownership } = spec
      ? ownViewer(input, parts, spec)
      : operatorViewer(input);
    this.viewerName = name;
    this.url = url;
    this.podLabels = podLabels;
    this.configMap = this.add('ConfigMap', objects.configMap) as ConfigMapHandle | undefined;
    this.networkPolicy = this.add('NetworkPolicy', objects.networkPolicy);
    this.authorizationPolicy = this.add('AuthorizationPolicy', objects.authorizationPolicy);
    const given: GivenGroup = (workload) => groupGivenTo(this, workload, this.input.claim);
    this.deployment = this.add(
      'Deployment',
      completed(objects.deployment, this.affinity(), (context) =>
        ownership(context, topologyOf(this), given),
      ),
    ) as WorkloadHandle;
    this.service = this.add('Service', objects.service) as ServiceHandle | undefined;
    this.route = this.add('Route', objects.route);
    const cullObjects = (objects.cull ?? []).map((manifest) =>
      this.add(`Cull${manifest.kind}`, manifest),
    );
    this.cullCronJob = cullObjects.find(({ kind }) => kind === 'CronJob') as
      | WorkloadHandle
      | undefined;
    this.node.defaultChild = this.deployment;
    registerForSynth(this, SURROUNDINGS, this);
    // Who says the claim's access modes says that it is here, too.
    if (parts.accessModes !== undefined) judgeWithout(this, STORAGE_RULES.claimElsewhere.id);
  }

  /**
   * What is wrong between the viewer and what stands around it.
   * @internal
   */
  public _checkSurroundings(topology: Topology, guards: Guards): Finding[] {
    const { claim } = this.input;
    const { accessModes } = this.parts;
    const { readOnly } = this.spec ?? this.input;
    const viewer = {
      namespace: this.input.namespace!,
      pvc: claim,
      readOnly,
      podLabels: this.podLabels,
      accessModes,
    };
    // A Service of the same name that another viewer has is told of as one object that appears
    // twice.
    const findings = checkSurroundings(
      viewer,
      topology,
      ({ name }) => name === objectName(this.viewerName),
    );
    const all = this.spec
      ? [
          ...findings,
          ...checkUnknown(knownViewer(this.input, this.parts, this.spec), topology, guards),
        ]
      : asWarnings(findings);
    return atProps(all, this.input, this.parts);
  }

  /** The affinity that is added to the pod's own, asked for when the object is written. */
  private affinity(): () => Data | undefined {
    if (this.input.operatorMode) return () => operatorAffinityOf(this.input, topologyOf(this));
    const { nodeName, coLocation } = this.input;
    const request: TreeRequest = {
      scope: this,
      isLast: true,
      read: () => requestOf(this.input, this.parts, this.deployment.node.path),
      tell: (findings) =>
        findings.map((finding) => (finding.path === '' ? { ...finding, path: 'claim' } : finding)),
    };
    requestCoLocation(request);
    const onNode =
      nodeName === undefined
        ? undefined
        : nodeAffinity(nodeName, coLocation === CoLocationMode.REQUIRED);
    return () => mergeAffinity(onNode, requestedAffinity(request));
  }

  private add<T extends Manifest | undefined>(
    id: string,
    manifest: T,
  ): T extends Manifest ? ResourceHandle : ResourceHandle | undefined {
    if (manifest === undefined) return undefined as any;
    const object = addManifest(this, id, manifest);
    registerIdentity(this, object);
    return object as any;
  }

  /** What is typed here can be anything elsewhere. */
  private refuseForeign(claim: unknown, image: unknown, routing: unknown, cull: unknown): void {
    const { afterIdle } = fieldsOf(cull);
    const given = [
      ['claim', claim, knownClaim(claim) !== undefined, 'a claim', GIVE_A_CLAIM],
      [
        'image',
        image,
        image instanceof ViewerImage,
        'a ViewerImage',
        'call one of its functions, such as ViewerImage.dufs()',
      ],
      [
        'routing',
        routing,
        routing instanceof ViewerRouting,
        'a ViewerRouting',
        'call one of its functions, such as ViewerRouting.none()',
      ],
      [
        'cull.afterIdle',
        afterIdle,
        isDuration(afterIdle),
        'a Duration',
        'call one of its functions, such as Duration.minutes(30)',
      ],
    ] as const;
    this.refuse(
      given
        .filter(([, value, isOne]) => value !== undefined && !isOne)
        .map(([path, value, , type, remedy]) =>
          violation(SHAPE_RULES.type, path, `${show(value)} is not ${type}`, remedy),
        ),
    );
  }

  private refuse(findings: readonly Finding[]): void {
    throwIfErrors(findings.map((finding) => ({ ...finding, construct: this.node.path })));
  }
}

/** A viewer, ready to be added to the tree. */
interface Built {
  readonly objects: ViewerObjects;
  readonly name: string;
  readonly url?: string;
  readonly podLabels: { readonly [key: string]: string };
  /** The pod's security context beside those who have the claim. */
  ownership(context: Data | undefined, topology: Topology, given: GivenGroup): Data | undefined;
}

/** The props as plain data, and the viewer that they mean unless the operator says that. */
interface Meant {
  readonly input: ViewerInput;
  readonly spec?: ViewerSpec;
}

function meaningOf(given: ViewerInput, parts: ViewerParts): Meant {
  const input = plain(given);
  return input.operatorMode === true ? { input } : { input, spec: viewerOf(input, parts) };
}

function ownViewer(input: ViewerInput, parts: ViewerParts, spec: ViewerSpec): Built {
  return {
    objects: buildViewer(spec),
    name: spec.name,
    url: prefixOf(spec),
    podLabels: podLabelsOf(spec),
    ownership: (context, topology, given) =>
      besideOwners(context, spec, knownViewer(input, parts, spec), topology, given),
  };
}

function operatorViewer(input: ViewerInput): Built {
  const { resource } = admitInput(input);
  const { deployment, service, virtualService, url } = buildAsOperator(
    resource,
    optionsOf(input).operatorEnv,
    [],
  );
  const { name } = resource.metadata;
  return {
    objects: { deployment, service, route: virtualService },
    name,
    url,
    podLabels: viewerLabels(name),
    ownership: (context) => context,
  };
}

function operatorAffinityOf(input: ViewerInput, topology: Topology): Data | undefined {
  const { resource } = admitInput(input);
  return operatorAffinity(
    resource,
    nearObjects(topology, resource.metadata.namespace, input.claim),
  );
}

function checkProps({ input, spec }: Meant, parts: ViewerParts): Finding[] {
  if (spec) return checkInput(input, parts, spec);
  return [...checkOperatorOptions(input, parts), ...admitInput(input).findings];
}

/** A claim that is known to be in another namespace is none that the viewer's pod can have. */
function checkNamespaces({ namespace }: ViewerInput, claim: KnownClaim | undefined): Finding[] {
  if (claim?.namespace === undefined || namespace === undefined || claim.namespace === namespace) {
    return [];
  }
  return [
    {
      ...claimElsewhere(claim.name, 'claim', [claim.namespace]),
      severity: Severity.ERROR,
      remedy: 'put both into the same namespace',
    },
  ];
}

function plain(input: ViewerInput): ViewerInput {
  return plainly<ViewerInput>(input, STRUCTS);
}

/** How it is reached, with the time as Go spells it. */
function withGoDuration(networking: unknown): object {
  return isFields(networking) && networking.timeout !== undefined
    ? { networking: { ...networking, timeout: goDurationOf(networking.timeout) } }
    : {};
}

/** Culling with a number in place of the duration. */
function inSeconds(cull: PVCViewerProps['cull']): unknown {
  return cull?.afterIdle === undefined ? cull : { ...cull, afterIdle: cull.afterIdle.toSeconds() };
}

/** With what is known when all is there: where the pod is to run, and whose the files are. */
function completed(
  deployment: Manifest,
  affinity: () => Data | undefined,
  ownership: (context: Data | undefined) => Data | undefined,
): Manifest {
  const spec = deployment.spec as {
    template: { spec: { affinity?: Data; securityContext?: Data } };
  };
  const own = spec.template.spec;
  const late = {
    affinity: Lazy.any({ produce: () => mergeAffinity(own.affinity, affinity()) }),
    ...(own.securityContext === undefined
      ? {}
      : { securityContext: Lazy.any({ produce: () => ownership(own.securityContext) }) }),
  };
  return {
    ...deployment,
    spec: { ...spec, template: { ...spec.template, spec: { ...own, ...late } } },
  };
}

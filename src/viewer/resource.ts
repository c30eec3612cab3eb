/** PVCViewer resources as YAML files have them: the objects that one of them stands for. */
import {
  asWarnings,
  atOrigins,
  atResource,
  Finding,
  hasErrors,
  originsOf,
  originsThrough,
  Severity,
} from '../findings';
import { PlacedObject, Surroundings } from '../judge';
import { fieldsOf, lazily, Manifest, withoutUndefined } from '../kube';
import { buildViewer, objectsInOrder, podLabelsOf } from './build';
import { checkViewer } from './check';
import { podSpecOf } from './pod';
import { CoLocationMode, decideCoLocation, mergeAffinity, podAffinity } from '../placement/core';
import {
  Input,
  NAME_A_NAMESPACE,
  Neighbour,
  Rendered,
  RenderOptions,
  ResourceKind,
} from '../resource';
import { objectName, viewerLabels } from './names';
import {
  checkOperatorOptions,
  mutate,
  nearObjects,
  renderAsOperator,
  VIEWER_OPERATOR_RULES,
  VIEWER_OPERATOR_VARIABLES,
} from './operator';
import { specOf, writtenSpec } from './resource-spec';
import { VIEWER_RULES } from './rules';
import { pvcViewerSchemas } from './schema';
import {
  KubeValue,
  PVCViewerResource,
  VIEWER_DEFAULTS,
  VIEWER_GROUP,
  VIEWER_KIND,
  VIEWER_VERSION,
  ViewerObjects,
} from './spec';
import { checkSurroundings, checkViewersTogether } from './surroundings/check';
import { Guards, isGuard } from './surroundings/guards';
import { besideOwners } from './surroundings/ownership';
import { VIEWER_SURROUNDINGS_RULES } from './surroundings/rules';
import { checkUnknown, KnownViewer } from './surroundings/unknown';

/** What a resource can do about what nobody knows: it has fewer fields than the construct. */
const remedies = lazily((): { readonly [rule: string]: string } => ({
  [VIEWER_SURROUNDINGS_RULES.ownerUnknown.id]:
    'render it together with the claim or with the workloads that use the claim, or set a podSpec with a securityContext',
  [VIEWER_SURROUNDINGS_RULES.nobodyToFollow.id]:
    'render it together with the workloads that use the claim, or set rwoScheduling: false if any node is suitable',
  [VIEWER_RULES.openAccess.id]:
    'render it together with a NetworkPolicy for its pods, or set a podSpec that mounts the claim read-only',
}));
/** The kind, for whoever reads custom resources. */
export const PVC_VIEWER: ResourceKind = {
  group: VIEWER_GROUP,
  kind: VIEWER_KIND,
  versions: { [VIEWER_VERSION]: () => pvcViewerSchemas()[VIEWER_VERSION] },
  mutate: (resource, options) =>
    options.operatorMode ? mutate(resource, options) : { object: resource },
  isPlacedByOthers: true,
  defaults: VIEWER_DEFAULTS,
  operatorVariables: VIEWER_OPERATOR_VARIABLES,
  render: (resource, options, surroundings) =>
    options.operatorMode
      ? renderOperators(resource as PVCViewerResource, options, surroundings)
      : renderBetter(resource as PVCViewerResource, options, surroundings),
  checkTogether: checkTogether,
};

/**
 * The controller leaves a viewer without a pod when it cannot read its file; outside of operator
 * mode another pod would take its place.
 */
function checkOptions(options: RenderOptions): Finding[] {
  return checkOperatorOptions(options).map((finding) =>
    options.operatorMode || finding.rule !== VIEWER_OPERATOR_RULES.operatorFile.id
      ? finding
      : { ...finding, severity: Severity.ERROR },
  );
}

/**
 * The claim and the pods around a viewer; objects that name no namespace are where the viewer is
 * that names none.
 */
function near(
  viewer: PVCViewerResource,
  { namespace: fallback = 'default' }: RenderOptions,
  { topology }: Surroundings,
): Manifest[] {
  const {
    metadata: { namespace },
    spec,
  } = viewer;
  const namespaces =
    namespace === undefined || namespace === fallback ? [fallback, undefined] : [namespace];
  return [...new Set(namespaces.flatMap((one) => nearObjects(topology, one, spec?.pvc ?? '')))];
}

/**
 * What the controller makes of a viewer. What stands around it is no matter to the controller, but
 * a warning.
 */
function renderOperators(
  resource: PVCViewerResource,
  options: RenderOptions,
  surroundings: Surroundings,
): Rendered {
  const { manifests, findings } = renderAsOperator(
    resource,
    options,
    near(resource, options, surroundings),
  );
  if (manifests.length === 0) return { manifests, findings };
  const {
    metadata: { name, namespace = options.namespace ?? 'default' },
    spec,
  } = resource;
  const viewer = { namespace, pvc: spec?.pvc ?? '', podLabels: viewerLabels(name) };
  const around = checkSurroundings(
    viewer,
    surroundings.topology,
    (service) => service.name === objectName(name),
  );
  return {
    manifests,
    findings: [...findings, ...asWarnings(inResource(around, resource, options))],
  };
}

/** Viewers stand around each other, too. */
function checkTogether(resources: readonly Neighbour[], { topology, options }: Input): Finding[] {
  const viewers = resources.map(({ key, resource }) => ({
    construct: key,
    name: resource.metadata.name,
    namespace: resource.metadata.namespace ?? options.namespace,
    pvc: (resource as PVCViewerResource).spec?.pvc ?? '',
  }));
  const findings = atOrigins(checkViewersTogether(viewers, topology), (from) => ({
    pvc: from('spec.pvc', undefined),
  }));
  return [...checkOptions(options), ...(options.operatorMode ? asWarnings(findings) : findings)];
}

/**
 * A hardened viewer that follows its volume. Like the operator it makes a Service and a route only
 * if there is `networking`.
 */
function renderBetter(
  resource: PVCViewerResource,
  options: RenderOptions,
  { objects: around, topology }: Surroundings,
): Rendered {
  const { spec, findings: own } = specOf(resource, options);
  const { namespace, pvc, name } = spec;
  const mode = resource.spec?.rwoScheduling ? CoLocationMode.AUTO : CoLocationMode.NONE;
  const decision = decideCoLocation(
    { key: '', namespace, claim: { name: pvc, path: 'pvc' }, mode, podSpec: podSpecOf(spec) },
    topology,
  );
  const known: KnownViewer = { spec, follows: mode === CoLocationMode.NONE ? 'nobody' : 'asked' };
  const findings = [
    ...own,
    ...checkViewer(spec),
    // What is about another workload is told by the rules on its own document.
    ...decision.findings.filter(({ construct }) => construct === undefined),
    ...checkSurroundings(
      { namespace, pvc, readOnly: spec.readOnly, podLabels: podLabelsOf(spec) },
      topology,
      (service) => service.name === objectName(name),
    ),
    ...checkUnknown(known, topology, guardsOf(around, options)),
  ];
  // What names no namespace can be told one; a namespace that is none has to be another.
  const told = inResource(findings, resource, options).map((finding) =>
    namespace === '' && finding.path === 'metadata.namespace'
      ? { ...finding, remedy: NAME_A_NAMESPACE }
      : finding,
  );
  if (hasErrors(findings)) return { manifests: [], findings: told };
  const objects = buildViewer(spec);
  const deployment = placed(objects.deployment, podAffinity(decision.terms), (context) =>
    besideOwners(context, spec, known, topology),
  );
  const isReached = spec.routing.kind !== 'none';
  const inOrder = ({ service, ...others }: ViewerObjects) =>
    objectsInOrder({ ...others, ...(isReached ? { service } : {}) });
  return {
    manifests: inOrder({ ...objects, deployment }),
    findings: told,
    origins: originsThrough(
      originsOf((from) => inOrder(buildViewer(spec, from))),
      originsOf((from) => writtenSpec(resource, options, from)),
    ),
  };
}

const guardsOfInputs = new WeakMap<readonly PlacedObject[], Guards>();

/**
 * The policies around viewers, found once for all viewers of an input. Those that name no namespace
 * are where `--namespace` says.
 */
function guardsOf(objects: readonly PlacedObject[], { namespace }: RenderOptions): Guards {
  let guards = guardsOfInputs.get(objects);
  if (!guards) {
    guards = objects.flatMap(({ manifest }) =>
      isGuard(manifest.apiVersion, manifest.kind)
        ? [
            {
              ...manifest,
              metadata: { namespace, ...fieldsOf(manifest.metadata) },
            } as unknown as Manifest,
          ]
        : [],
    );
    guardsOfInputs.set(objects, guards);
  }
  return guards;
}

function placed(
  deployment: Manifest,
  added: KubeValue | undefined,
  ownership: (context: KubeValue | undefined) => KubeValue | undefined,
): Manifest {
  const spec = deployment.spec as {
    template: { spec: { affinity?: KubeValue; securityContext?: KubeValue } };
  };
  const own = spec.template.spec;
  const pod = {
    ...own,
    ...withoutUndefined({
      affinity: mergeAffinity(own.affinity, added),
      securityContext: ownership(own.securityContext),
    }),
  };
  return { ...deployment, spec: { ...spec, template: { ...spec.template, spec: pod } } };
}

/** The same findings, at the fields of the resource, with what can be done about them there. */
function inResource(
  findings: readonly Finding[],
  resource: PVCViewerResource,
  options: RenderOptions,
): Finding[] {
  const origin = originsOf((from) => ({
    ...writtenSpec(resource, options, from),
    coLocation: from('spec.rwoScheduling', undefined),
  }));
  return atResource(findings, origin, remedies);
}

/**
 * SharedVolume resources as YAML files have them: the volume and the claim that one of them stands
 * for.
 */
import {
  asWarnings,
  atResource,
  Finding,
  From,
  hasErrors,
  originsOf,
  originsThrough,
  unmarked,
  violation,
} from '../findings';
import { Identity } from '../judge';
import { append, lazily, Manifest } from '../kube';
import {
  MEND_RESOURCE,
  operatorVerdict,
  SHARED_VOLUME_GROUP,
  SHARED_VOLUME_VERSION,
} from './operator';
import { sharedVolumeSchemas } from './schema';
import {
  Input,
  NAME_A_NAMESPACE,
  Neighbour,
  NeighbourFinding,
  Rendered,
  RenderOptions,
  ResourceKind,
  withoutBookkeeping,
} from '../resource';
import { buildSharedVolume } from './shared-volume/build';
import { checkSharedVolume } from './shared-volume/check';
import { checkSharedVolumes } from './shared-volume/check-tree';
import { SHARED_VOLUME_RULES as RULES } from './shared-volume/rules';
import { DEFAULT_CLASS, SharedVolumeSpec } from './shared-volume/spec';

/** The namespace of a resource that names none, if nobody says another: kubectl's own default. */
const DEFAULT_NAMESPACE = 'default';

/** What mends a resource, where a construct has options that a resource has not. */
const remedies = lazily((): { readonly [rule: string]: string } => ({
  [RULES.namespaceUnknown.id]: NAME_A_NAMESPACE,
  [RULES.derivedName.id]: 'use a shorter name of lower-case letters, digits, dashes and dots',
  [RULES.volumeNameTaken.id]: 'rename one of the two',
  [RULES.claimNameTaken.id]: 'rename one of the two',
}));

/** The kind, for whoever reads custom resources. */
export const SHARED_VOLUME: ResourceKind = {
  group: SHARED_VOLUME_GROUP,
  kind: 'SharedVolume',
  versions: { [SHARED_VOLUME_VERSION]: () => sharedVolumeSchemas()[SHARED_VOLUME_VERSION] },
  render: (resource, options) =>
    options.operatorMode ? renderAsOperator(resource, options) : renderBetter(resource, options),
  checkTogether: checkTogether,
};

/**
 * The pair, bound in both directions. Unlike the operator it copies the resource's labels and
 * annotations to both objects: these are what is left in Git, and what selectors, sync waves and
 * prune guards were written for.
 */
function renderBetter(resource: Manifest, options: RenderOptions): Rendered {
  const spec = specOf(resource, options);
  const findings = inResource(checkSharedVolume(spec), resource, options);
  return {
    manifests: hasErrors(findings) ? [] : buildSharedVolume(spec),
    findings,
    origins: originsThrough(
      originsOf((from) => buildSharedVolume(spec, from)),
      originsOf((from) => specOf(resource, options, from)),
    ),
  };
}

function renderAsOperator(resource: Manifest, options: RenderOptions): Rendered {
  const namespace = resource.metadata.namespace ?? options.namespace;
  const spec = specOf(resource, { ...options, namespace: namespace ?? DEFAULT_NAMESPACE });
  const verdict = operatorVerdict({
    ...resource,
    metadata: { ...resource.metadata, namespace: namespace ?? DEFAULT_NAMESPACE },
  });
  const text = verdict.refused?.message ?? verdict.error;
  const findings =
    namespace !== undefined
      ? []
      : asWarnings([
          violation(
            RULES.namespaceUnknown,
            'metadata.namespace',
            `the SharedVolume has no namespace, and is assumed to be in ${JSON.stringify(DEFAULT_NAMESPACE)}`,
            NAME_A_NAMESPACE,
          ),
        ]);
  if (text !== undefined) {
    return {
      manifests: [],
      findings: [...findings, violation(RULES.operatorVerdict, '', text, MEND_RESOURCE)],
    };
  }
  append(findings, asWarnings(inResource(checkSharedVolume(spec), resource, options)));
  return { manifests: verdict.creates ?? [], findings };
}

function specOf(
  resource: Manifest,
  { namespace }: Pick<RenderOptions, 'namespace'>,
  from: From = unmarked,
): SharedVolumeSpec {
  const { name, labels, annotations } = resource.metadata;
  const spec = (resource.spec ?? {}) as { fileSystemID: string; accessPointID?: string };
  return {
    name: from('metadata.name', name),
    namespace: from('metadata.namespace', resource.metadata.namespace ?? namespace),
    fileSystemId: from('spec.fileSystemID', spec.fileSystemID),
    // Without a spec there is none: an empty one is told of as missing.
    accessPointId: from('spec.accessPointID', spec.accessPointID ?? ''),
    labels: from('metadata.labels', withoutBookkeeping(labels)),
    annotations: from('metadata.annotations', withoutBookkeeping(annotations)),
    // Both are made of its name.
    volumeName: from('metadata.name', undefined),
    claimName: from('metadata.name', undefined),
  };
}

function checkTogether(
  resources: readonly Neighbour[],
  { objects, options: { operatorMode } }: Input,
): NeighbourFinding[] {
  const entries = resources
    .filter(({ rendered }) => rendered.manifests.length > 0)
    .map(({ key, resource, rendered }) => ({
      construct: key,
      namespace: rendered.manifests[1].metadata.namespace!,
      name: resource.metadata.name,
      volumeName: rendered.manifests[0].metadata.name,
      claimName: rendered.manifests[1].metadata.name,
      storageClassName: DEFAULT_CLASS,
      operatorMode,
    }));
  const others = objects.map(({ key, apiVersion, kind, name, namespace }): Identity => ({
    key: `at ${key}`,
    apiVersion,
    kind,
    name,
    namespace,
  }));
  const found = checkSharedVolumes(entries, others);
  // All of them have the same fields.
  const findings = found.length === 0 ? [] : inResource(found, resources[0].resource, {});
  return operatorMode ? asWarnings(findings) : findings;
}

/** The same findings, at the fields of the resource, with what mends these. */
function inResource<T extends Finding>(
  findings: readonly T[],
  resource: Manifest,
  options: Pick<RenderOptions, 'namespace'>,
): T[] {
  return atResource(
    findings,
    originsOf((from) => specOf(resource, options, from)),
    remedies,
  );
}

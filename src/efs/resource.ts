/**
 * SharedVolume resources as YAML files have them: the volume and the claim that one of them stands
 * for.
 */
import { Finding, hasErrors, Severity, violation } from '../findings';
import { append, Manifest } from '../kube';
import {
  MEND_RESOURCE,
  operatorVerdict,
  SHARED_VOLUME_GROUP,
  SHARED_VOLUME_VERSION,
} from './operator';
import { sharedVolumeSchemas } from './schema';
import {
  NAME_A_NAMESPACE,
  Neighbour,
  NeighbourFinding,
  Rendered,
  RenderOptions,
  ResourceKind,
  Surroundings,
  withoutBookkeeping,
} from '../resource';
import { buildSharedVolume } from './shared-volume/build';
import { checkSharedVolume } from './shared-volume/check';
import { checkSharedVolumes } from './shared-volume/check-tree';
import { SHARED_VOLUME_RULES as RULES } from './shared-volume/rules';
import { DEFAULT_CLASS, SharedVolumeSpec } from './shared-volume/spec';

/** The namespace of a resource that names none, if nobody says another: kubectl's own default. */
const DEFAULT_NAMESPACE = 'default';

/** Where the fields of a shared volume are in the resource. */
const FIELDS: { readonly [field: string]: string } = {
  accessPointId: 'spec.accessPointID',
  fileSystemId: 'spec.fileSystemID',
  name: 'metadata.name',
  namespace: 'metadata.namespace',
  labels: 'metadata.labels',
  annotations: 'metadata.annotations',
  volumeName: 'metadata.name',
  claimName: 'metadata.name',
};

/** What mends a resource, where a construct has options that a resource has not. */
const REMEDIES: { readonly [rule: string]: string } = {
  [RULES.namespaceUnknown.id]: NAME_A_NAMESPACE,
  [RULES.derivedName.id]: 'give it a shorter name of lower-case letters, digits, dashes and dots',
  [RULES.volumeNameTaken.id]: 'give one of the two another name',
  [RULES.claimNameTaken.id]: 'give one of the two another name',
};

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
  const findings = checkSharedVolume(spec).map(inResource);
  return { manifests: hasErrors(findings) ? [] : buildSharedVolume(spec), findings };
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
      : [
          asWarning(
            inResource(
              violation(
                RULES.namespaceUnknown,
                'namespace',
                `the SharedVolume has no namespace, and is assumed to be in ${JSON.stringify(DEFAULT_NAMESPACE)}`,
                '',
              ),
            ),
          ),
        ];
  if (text !== undefined) {
    return {
      manifests: [],
      findings: [...findings, violation(RULES.operatorVerdict, '', text, MEND_RESOURCE)],
    };
  }
  append(findings, checkSharedVolume(spec).map(inResource).map(asWarning));
  return { manifests: verdict.creates ?? [], findings };
}

function specOf(resource: Manifest, { namespace }: RenderOptions): SharedVolumeSpec {
  const { name, labels, annotations } = resource.metadata;
  const spec = (resource.spec ?? {}) as { fileSystemID: string; accessPointID?: string };
  return {
    name,
    namespace: resource.metadata.namespace ?? namespace,
    fileSystemId: spec.fileSystemID,
    // Without a spec there is none: an empty one is told of as missing.
    accessPointId: spec.accessPointID ?? '',
    labels: withoutBookkeeping(labels),
    annotations: withoutBookkeeping(annotations),
  };
}

function checkTogether(
  resources: readonly Neighbour[],
  { objects }: Surroundings,
  { operatorMode }: RenderOptions,
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
  const others = objects
    .filter(({ manifest }) => typeof manifest.metadata?.name === 'string')
    .map(({ key, manifest }) => ({
      construct: `at ${key}`,
      apiVersion: manifest.apiVersion,
      kind: manifest.kind,
      name: manifest.metadata.name,
      namespace: manifest.metadata.namespace,
    }));
  const findings = checkSharedVolumes(entries, others).map(inResource);
  return operatorMode ? findings.map(asWarning) : findings;
}

/** The same finding, in the words of the resource. */
function inResource<T extends Finding>(finding: T): T {
  const [field] = finding.path.split(/[.[]/, 1);
  return {
    ...finding,
    path: FIELDS[field] === undefined ? '' : `${FIELDS[field]}${finding.path.slice(field.length)}`,
    remedy: REMEDIES[finding.rule] ?? finding.remedy,
  };
}

function asWarning<T extends Finding>(finding: T): T {
  return { ...finding, severity: Severity.WARNING };
}

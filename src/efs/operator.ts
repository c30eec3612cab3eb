/**
 * The answers of the API server and of aws-efs-operator to a SharedVolume resource: refusals and
 * objects, word for word.
 *
 * Facts: openshift/aws-efs-operator 036c30e behind kube-apiserver.
 */
import { ServerAnswer } from '../findings';
import { append, labelValueProblems, Manifest, subdomainProblems, textOf } from '../kube';
import { admit, lineOf } from '../resource';
import { formatVolumeHandle } from './driver-rules';
import { sharedVolumeSchemas } from './schema';
import { EFS_DRIVER_NAME } from '../facts';
import { buildClaim, buildCsiPersistentVolume } from '../storage/core';

/** The group of the operator's resource. */
export const SHARED_VOLUME_GROUP = 'aws-efs.managed.openshift.io';
/** The one version of the operator's resource. */
export const SHARED_VOLUME_VERSION = 'v1alpha1';

const OWNED = 'openshift.io/aws-efs-operator-owned';
const OWNER_NAME = 'openshift.io/aws-efs-operator-shared-volume-owner-name';
const OWNER_NAMESPACE = 'openshift.io/aws-efs-operator-shared-volume-owner-namespace';

/** A SharedVolume resource that the schema accepts. */
interface OperatorSharedVolume {
  readonly name: string;
  readonly namespace: string;
  readonly fileSystemID: string;
  readonly accessPointID: string;
}

/** What becomes of a SharedVolume resource. */
interface SharedVolumeOutcome {
  /** The answer of the API server, if it does not take the resource. */
  readonly refused?: ServerAnswer;
  /** The operator takes it but cannot do its work, now or ever: the text of its status or log. */
  readonly error?: string;
  /** The object that the operator fails to create, if it gets that far. */
  readonly failsAt?: Manifest;
  /** What the operator creates: the persistent volume, then the claim. */
  readonly creates?: readonly [Manifest, Manifest];
}

/** How to mend a resource that the schema or the operator refuses, in their own words. */
export const MEND_RESOURCE =
  'use fs- and lower-case hexadecimal digits as fileSystemID, fsap- and such digits as accessPointID, ' +
  'and a name of at most 63 lower-case letters, digits, dashes and dots';

/** The names of the objects that the operator makes of a SharedVolume. */
export function operatorNames(
  namespace: string,
  name: string,
): { volumeName: string; claimName: string } {
  return { volumeName: `pv-${namespace}-${name}`, claimName: `pvc-${name}` };
}

/** The two objects that the operator creates. */
export function buildAsOperator(resource: OperatorSharedVolume): [Manifest, Manifest] {
  const { volumeName, claimName } = operatorNames(resource.namespace, resource.name);
  const common = {
    labels: { [OWNED]: 'true', [OWNER_NAME]: resource.name, [OWNER_NAMESPACE]: resource.namespace },
    accessModes: ['ReadWriteMany'],
    storageClassName: 'efs-sc',
    volumeMode: 'Filesystem',
  };
  const handle = {
    fileSystemId: resource.fileSystemID,
    accessPointId: resource.accessPointID,
    style: 'plain',
  } as const;
  return [
    buildCsiPersistentVolume({
      ...common,
      name: volumeName,
      driver: EFS_DRIVER_NAME,
      volumeHandle: formatVolumeHandle(handle),
      storage: '1Gi',
      reclaimPolicy: 'Retain',
    }),
    buildClaim({
      ...common,
      name: claimName,
      namespace: resource.namespace,
      storage: '1Gi',
      volumeName,
    }),
  ];
}

/**
 * What the API server and the operator make of a resource, as far as it depends on the resource
 * alone.
 */
export function operatorVerdict(resource: unknown): SharedVolumeOutcome {
  const object = asRecord(resource) ?? {};
  const metadata = asRecord(object.metadata) ?? {};
  const name = textOf(metadata.name);
  const namespace = typeof metadata.namespace === 'string' ? metadata.namespace : 'default';
  const expected = `${SHARED_VOLUME_GROUP}/${SHARED_VOLUME_VERSION}`;
  if (object.apiVersion !== expected) {
    return {
      refused: {
        field: '',
        code: 400,
        message: `the API version in the data (${String(object.apiVersion)}) does not match the expected API version (${expected})`,
      },
    };
  }
  const problems = [...nameProblems(name), ...specProblems(object.spec)];
  if (problems.length > 0) {
    return { refused: { field: '', code: 422, message: invalid(name, problems) } };
  }
  const spec = asRecord(object.spec);
  if (!spec) {
    // The schema does not ask for a spec, but the operator writes the whole resource back, with
    // empty IDs.
    return { error: invalid(name, specProblems({ accessPointID: '', fileSystemID: '' })) };
  }
  const creates = buildAsOperator({
    name,
    namespace,
    fileSystemID: String(spec.fileSystemID),
    accessPointID: String(spec.accessPointID),
  });
  const failure = creates
    .map((manifest) => ({ manifest, error: refusedLater(manifest, name) }))
    .find(({ error }) => error !== undefined);
  return failure ? { error: failure.error, failsAt: failure.manifest } : { creates };
}

/**
 * Why the API server would refuse what the operator creates: its names and labels are longer than
 * what was given.
 */
function refusedLater(manifest: Manifest, name: string): string | undefined {
  const problems = subdomainProblems(manifest.metadata.name).map(
    (problem) =>
      `metadata.name: Invalid value: ${JSON.stringify(manifest.metadata.name)}: ${problem}`,
  );
  append(
    problems,
    labelValueProblems(name).map(
      (problem) => `metadata.labels: Invalid value: ${JSON.stringify(name)}: ${problem}`,
    ),
  );
  return problems.length === 0
    ? undefined
    : `${manifest.kind} ${JSON.stringify(manifest.metadata.name)} is invalid: ${listed(problems)}`;
}

function nameProblems(name: string): string[] {
  if (name === '') return ['metadata.name: Required value: name or generateName is required'];
  return subdomainProblems(name).map(
    (problem) => `metadata.name: Invalid value: ${JSON.stringify(name)}: ${problem}`,
  );
}

function specProblems(spec: unknown): string[] {
  return admit({ spec }, sharedVolumeSchemas()[SHARED_VOLUME_VERSION]).errors.map(lineOf);
}

function invalid(name: string, problems: readonly string[]): string {
  return `SharedVolume.${SHARED_VOLUME_GROUP} ${JSON.stringify(name)} is invalid: ${listed(problems)}`;
}

function listed(problems: readonly string[]): string {
  return problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`;
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

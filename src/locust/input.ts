/**
 * A load test as a construct gets it: its props, its files and volumes, and the resource that they
 * make together.
 */
import { From, unmarked } from '../findings';
import { fieldsOf, withoutUndefined } from '../kube';
import { stored } from '../resource';
import { withClaimTemplateMetadata } from './claim-template';
import { ConfigMapContent } from './files';
import { groupOfResults, ResultsSpec, volumesOf, withResults, withSharedGroup } from './results';
import { locustTestSchemas } from './schema';
import { LocustTestInput } from './shape';
import {
  LOCUST_GROUP,
  LOCUST_KIND,
  LocustTestResource,
  LocustTestSpec,
  Role,
  ROLES,
  SPEC,
  TargetedVolumeMount,
  VolumeSpec,
} from './spec';

/** Files of a test or of its library. */
interface Files {
  readonly configMapName?: string;
  readonly mountPath?: string;
  readonly content?: ConfigMapContent;
  /** There are none, but a library. */
  readonly onlyLib?: boolean;
}

/** What a test has besides its props. */
export interface LocustTestParts {
  readonly volumes: readonly VolumeSpec[];
  readonly volumeMounts: readonly TargetedVolumeMount[];
  readonly results?: ResultsSpec;
  readonly files?: Files;
  readonly lib?: Files;
  /** Whether the library has a library. */
  readonly nestedLib: boolean;
}

/** The props that the resource has as they are; volumes and mounts are added to. */
const { volumes: _volumes, volumeMounts: _mounts, ...SAME } = SPEC;
const SAME_FIELDS = Object.keys(SAME) as (keyof typeof SAME)[];
/** A name that only stands for one. */
export const MEASURED_NAME = 'x';

/** The name of the test: with the run id, and with the hash. */
export function nameOf({ name, runId }: LocustTestInput, hash?: string): string {
  return [name, runId, hash].filter((part) => part !== undefined).join('-');
}

export function isHashed({ rerun, runId, operatorMode }: LocustTestInput): boolean {
  return rerun === undefined ? runId === undefined && !operatorMode : rerun === 'onChange';
}

/**
 * Whether the operator makes the pods, or they are to be as if it did: both roles have one security
 * context then.
 */
export function isForOperator({ operatorMode, customResource }: LocustTestInput): boolean {
  return operatorMode === true || customResource === true;
}

/** The resource as it is given, without defaults. */
export function givenResource(
  input: LocustTestInput,
  parts: LocustTestParts,
  name: string,
  forOperator: boolean = isForOperator(input),
  from: From = unmarked,
): LocustTestResource {
  const { files, lib } = parts;
  const results = resultsOf(input, parts);
  const testFiles =
    files &&
    from(
      'testFiles',
      withoutUndefined({
        configMapRef: from(
          'testFiles',
          files.onlyLib ? undefined : (files.configMapName ?? `${name}-files`),
        ),
        srcMountPath: from('testFiles.mountPath', files.mountPath),
        libConfigMapRef: from('testFiles.lib', lib && (lib.configMapName ?? `${name}-lib`)),
        libMountPath: from('testFiles.lib.mountPath', lib?.mountPath),
      }),
    );
  const spec: LocustTestSpec = withoutUndefined({
    ...Object.fromEntries(SAME_FIELDS.map((field) => [field, input[field]])),
    testFiles,
    volumes: joined(input.volumes, parts.volumes),
    volumeMounts: joined(input.volumeMounts, parts.volumeMounts),
  });
  return {
    apiVersion: `${LOCUST_GROUP}/v2`,
    kind: LOCUST_KIND,
    metadata: from('', metadataOf(input, name)),
    spec: from(
      '',
      results === undefined
        ? spec
        : forOperator
          ? withSharedGroup(withResults(spec, results, name), results)
          : withResults(spec, results, name),
    ),
  };
}

export function metadataOf(
  { namespace, labels, annotations }: LocustTestInput,
  name: string,
): LocustTestResource['metadata'] {
  return withoutUndefined({ name, namespace, labels, annotations });
}

/**
 * Whether the name of the test appears in its spec: in those of its config maps, or in the results.
 */
function isNameInSpec({ files, results }: LocustTestParts): boolean {
  return files !== undefined || results !== undefined;
}

/** The same resource under another name. */
export function renamed(
  test: LocustTestResource,
  input: LocustTestInput,
  parts: LocustTestParts,
  name: string,
): LocustTestResource {
  return isNameInSpec(parts)
    ? resourceOf(input, parts, name)
    : { ...test, metadata: metadataOf(input, name) };
}

/**
 * The results that are kept; where the platform chooses users it chooses groups as well, and
 * refuses others.
 */
export function resultsOf(
  { userFromPlatform }: LocustTestInput,
  { results }: LocustTestParts,
): ResultsSpec | undefined {
  return results && userFromPlatform === true
    ? { ...results, fsGroup: results.fsGroup ?? 'none' }
    : results;
}

/**
 * The group of the master's volumes, where the pods are this library's own and the results need
 * one.
 */
export function masterGroupOf(
  input: LocustTestInput,
  parts: LocustTestParts,
  { spec = {} }: LocustTestResource,
): number | undefined {
  const results = resultsOf(input, parts);
  return results && !isForOperator(input)
    ? groupOfResults(results, volumesOf(spec, ['master']))
    : undefined;
}

/** The roles whose pods get the group of the results. */
export function rolesOfGroup(input: LocustTestInput): readonly Role[] {
  return isForOperator(input) ? ROLES : ['master'];
}

/** The group that the test itself gives to the files of its volumes. */
export function groupOfInput({ security }: LocustTestInput): unknown {
  return fieldsOf(security?.podSecurityContext).fsGroup;
}

/** What is not a list is left to the schema to refuse. */
function joined<T>(given: readonly T[] | undefined, added: readonly T[]): readonly T[] | undefined {
  return added.length === 0
    ? given
    : Array.isArray(given) || given === undefined
      ? [...(given ?? []), ...added]
      : given;
}

/** What a cluster with the operator stores has lost what its schema does not know. */
export function schemaFor(input: LocustTestInput | undefined) {
  const { v2 } = locustTestSchemas();
  return input && isForOperator(input) ? v2 : withClaimTemplateMetadata(v2);
}

/** The resource as the API server would store it: with the defaults of its schema. */
export function resourceOf(
  input: LocustTestInput,
  parts: LocustTestParts,
  name: string,
): LocustTestResource {
  const given = givenResource(input, parts, name);
  return storedResource(input, given, stored(given, schemaFor(input)) as LocustTestResource);
}

/** The resource as it is given, with what the API server would store of it. */
export function storedResource(
  input: LocustTestInput,
  given: LocustTestResource,
  { spec }: LocustTestResource,
): LocustTestResource {
  // Volumes of a newer Kubernetes pass: the schema prunes what it does not know.
  return {
    ...given,
    spec: isForOperator(input) ? spec : { ...spec, ...unknownVolumes(given.spec!, spec) },
  };
}

function unknownVolumes(
  given: LocustTestSpec,
  admitted: LocustTestSpec | undefined,
): Partial<LocustTestSpec> {
  if (!given.volumes || !admitted?.volumes) return {};
  return {
    volumes: admitted.volumes.map((volume, index) => ({ ...given.volumes![index], ...volume })),
  };
}

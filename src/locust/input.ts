/**
 * A load test as a construct gets it: its props, its files and volumes, and the resource that they
 * make together.
 */
import {
  atOrigins,
  Build,
  Finding,
  From,
  meantOr,
  originsOf,
  Severity,
  show,
  unmarked,
  violation,
} from '../findings';
import {
  append,
  fieldsOf,
  label1035Problems,
  labelProblems,
  subdomainProblems,
  withoutUndefined,
} from '../kube';
import { checkPodAnnotations, checkPodLabels } from '../pod';
import {
  admit,
  Admission,
  API_RULES,
  lineOf,
  NO_FIELD,
  PrunedField,
  remedyFor,
  Schema,
  stored,
} from '../resource';
import { checkLocustTest, checkStart, checkUndecidedGroup, checkVolumeSet } from './check';
import { withClaimTemplateMetadata } from './claim-template';
import { ConfigMapContent } from './files';
import { MAX_TEST_NAME, nodeName } from './names';
import { BuildOptions } from './pod';
import { groupOfResults, ResultsSpec, volumesOf, withResults, withSharedGroup } from './results';
import { LOCUST_RULES as RULES } from './rules';
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
/** Why the API server refuses a value that is of the right type, where it names its field. */
const BOUNDS: readonly string[] = [API_RULES.invalid, API_RULES.unsupported, API_RULES.tooLong].map(
  ({ id }) => id,
);
/** As long as any hash, for checks before there is one. */
const SOME_HASH = '00000000';
/** A name that only stands for one. */
export const MEASURED_NAME = 'x';

/** The name of the test: with the run id, and with the hash. */
export function nameOf({ name, runId }: LocustTestInput, hash?: string): string {
  return [name, runId, hash].filter((part) => part !== undefined).join('-');
}

/** Whether a hash is part of the name. */
export function isHashed({ rerun, runId, operatorMode }: LocustTestInput): boolean {
  return rerun === undefined ? runId === undefined && !operatorMode : rerun === 'onChange';
}

/**
 * Whether the operator makes the pods, or they are to be as if it did: both roles have one security
 * context then.
 */
function isForOperator({ operatorMode, customResource }: LocustTestInput): boolean {
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

/** The metadata of the resource. */
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

function groupFindings(
  input: LocustTestInput,
  parts: LocustTestParts,
  { spec = {} }: LocustTestResource,
): Finding[] {
  const results = resultsOf(input, parts);
  return results
    ? checkUndecidedGroup(results, volumesOf(spec, rolesOfGroup(input)), groupOfInput(input))
    : [];
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
function schemaFor(input: LocustTestInput | undefined) {
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

function storedResource(
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

/** What is found in a test. */
export interface CheckedTest {
  /** All findings. Paths are those of the props. */
  readonly findings: Finding[];
  /** The resource with its defaults, under a name that has some hash; none of what is refused. */
  readonly resource?: LocustTestResource;
}

/** Checks a test, for which the resource is made. */
export function checkTestInput(
  input: LocustTestInput,
  parts: LocustTestParts,
  options: BuildOptions,
): CheckedTest {
  const own = [...checkOwnOptions(input, parts), ...checkStart(options.settings)];
  // What has another type is not here any more.
  if ((input.name as string | undefined) === undefined) return { findings: own };
  const name = nameOf(input, isHashed(input) ? SOME_HASH : undefined);
  const build = buildOf(input, parts, name);
  const given = givenResource(input, parts, name);
  const admission = admit(given, schemaFor(input));
  const { errors, pruned } = admission;
  const schema = atOrigins(
    [...schemaFindings(admission, schemaFor(input)), ...unknownFieldFindings(pruned, input)],
    build,
  );
  // What has another shape cannot be looked at further, and the operator would not: it is refused
  // before its turn.
  if (
    errors.some(({ rule, server }) => !BOUNDS.includes(rule) || server?.field === NO_FIELD) ||
    (errors.length > 0 && input.operatorMode)
  ) {
    return { findings: [...own, ...schema] };
  }
  const test = storedResource(input, given, admission.object as unknown as LocustTestResource);
  const found = [
    ...checkLocustTest(test, {
      ...options,
      forOperator: isForOperator(input),
      nameOf: namesBy(build),
    }),
    ...groupFindings(input, parts, test),
  ]
    .filter(({ path }) => errors.every((error) => error.path !== path))
    .map((finding) => withRoomLeft(finding, input, name));
  return { findings: [...own, ...schema, ...atOrigins(found, build)], resource: test };
}

/** What the schema objects to, in the API server's words. */
function schemaFindings({ object, errors }: Admission, schema: Schema): Finding[] {
  return errors.map((error) =>
    violation(RULES.schema, error.path, lineOf(error), remedyFor(error, object, schema)),
  );
}

/** Findings on volumes that belong to no test. */
export function checkVolumesInput(
  volumes: readonly VolumeSpec[],
  volumeMounts: readonly TargetedVolumeMount[],
): Finding[] {
  const spec = {
    image: MEASURED_NAME,
    master: { command: '' },
    worker: { command: '', replicas: 1 },
    volumes,
    volumeMounts,
  };
  const test = {
    apiVersion: `${LOCUST_GROUP}/v2`,
    kind: LOCUST_KIND,
    metadata: { name: MEASURED_NAME },
    spec,
  };
  const admission = admit(test, schemaFor(undefined));
  const { errors, pruned } = admission;
  const build: Build = (from) => ({ spec: from('', spec) });
  const schema = [
    ...schemaFindings(admission, schemaFor(undefined)),
    ...unknownFieldFindings(pruned, {}),
  ];
  const others = errors.length > 0 ? [] : checkVolumeSet(volumes, volumeMounts, namesBy(build));
  return atOrigins([...schema, ...others], build);
}

/**
 * Unknown sources of volumes may be those of a newer Kubernetes, and the operator loses what is
 * unknown; otherwise it is misspelled.
 */
function unknownFieldFindings(
  pruned: readonly PrunedField[],
  { operatorMode, customResource }: Partial<LocustTestInput>,
): Finding[] {
  return pruned.map(({ path, field, nearest }) => {
    const finding = violation(
      RULES.schema,
      path,
      `unknown field ${show(field)}`,
      meantOr(nearest, 'remove it'),
    );
    const source = !customResource && /^spec\.volumes\[\d+\]\.[^.[]+$/.test(path);
    return operatorMode || source ? { ...finding, severity: Severity.WARNING } : finding;
  });
}

/** The operator counts the whole name, of which the user gives only a part. */
function withRoomLeft(finding: Finding, { name }: LocustTestInput, whole: string): Finding {
  if (finding.rule !== RULES.nameTooLong.id || whole === name) return finding;
  const left = MAX_TEST_NAME - (whole.length - name.length);
  return {
    ...finding,
    remedy:
      left > 0
        ? `use a name of at most ${left} characters: the run id and the hash are added to it`
        : 'use a shorter runId',
  };
}

function checkOwnOptions(input: LocustTestInput, parts: LocustTestParts): Finding[] {
  const { namespace, runId, rerun, operatorMode, customResource } = input;
  const name = input.name as string | undefined;
  const findings: Finding[] = [];
  if (name === '') {
    findings.push(
      violation(
        RULES.testName,
        'name',
        'the name is empty',
        'use a name that begins with a letter',
      ),
    );
  } else if (name !== undefined) {
    append(findings, nameFindings(name));
  }
  if (namespace !== undefined) {
    append(
      findings,
      labelProblems(namespace).map((problem) =>
        violation(
          RULES.testName,
          'namespace',
          `${show(namespace)}: ${problem}`,
          'use the name of a namespace',
        ),
      ),
    );
  }
  if (runId !== undefined && !/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(runId)) {
    findings.push(
      violation(
        RULES.runId,
        'runId',
        `${show(runId)} cannot be part of a name`,
        'use lower-case letters, digits and dashes',
      ),
    );
  }
  append(findings, [
    ...checkPodLabels(input.labels, 'labels'),
    ...checkPodAnnotations(input.annotations, 'annotations'),
  ]);
  if (operatorMode) {
    for (const field of ['runId', 'labels', 'annotations'] as const) {
      if (input[field] !== undefined && !customResource) {
        findings.push(
          violation(
            RULES.operatorOption,
            field,
            `${show(input[field])} is not an option of the operator`,
            `remove ${field} or operatorMode`,
          ),
        );
      }
    }
    if (rerun === 'onChange') {
      findings.push(
        violation(
          RULES.operatorOption,
          'rerun',
          'the operator does not put a hash into its names',
          'remove rerun or operatorMode',
        ),
      );
    }
  }
  if (isForOperator(input)) append(findings, checkMountableByOperator(parts));
  if (parts.nestedLib) {
    findings.push(
      violation(
        RULES.testFiles,
        'testFiles',
        'the library has its own testFiles',
        'use a library of files only',
      ),
    );
  }
  return findings;
}

/**
 * Findings on test files that a config map as it is cannot hold: the operator's resource has no
 * place for their paths.
 */
export function checkMountableByOperator({
  files,
  lib,
}: Pick<LocustTestParts, 'files' | 'lib'>): Finding[] {
  return [files, lib].flatMap((one) => {
    const odd =
      one?.content?.items?.filter(({ key, path }) => key !== path).map(({ path }) => path) ?? [];
    return odd.length === 0
      ? []
      : [
          violation(
            RULES.subFolders,
            'testFiles',
            `the operator cannot mount ${odd.map(show).join(', ')}`,
            'use files without folders, or pass the folder as lib',
          ),
        ];
  });
}

/**
 * Dots become dashes in the names that the operator makes, but config maps, claims and the resource
 * itself have the name as it is.
 */
function nameFindings(name: string): Finding[] {
  if (label1035Problems(nodeName(name, 'master')).length > 0) return [];
  return subdomainProblems(name).map((problem) =>
    violation(
      RULES.testName,
      'name',
      `${show(name)}: ${problem}`,
      'use lower-case letters, digits and dashes',
    ),
  );
}

/** Findings on the resource of a test, each at the prop that its field comes from. */
export function atProps(
  findings: readonly Finding[],
  input: LocustTestInput,
  parts: LocustTestParts,
): Finding[] {
  return atOrigins(findings, buildOf(input, parts, MEASURED_NAME));
}

function buildOf(input: LocustTestInput, parts: LocustTestParts, name: string): Build {
  // A remedy may name the option that would move files that there are not yet.
  const withFiles = { ...parts, files: parts.files ?? {} };
  return (from) => givenResource(input, withFiles, name, isForOperator(input), from);
}

/** The fields of what is built as messages name them: by the props that they come from. */
function namesBy(build: Build): (field: string) => string {
  const origin = originsOf(build);
  // Remedies name fields of the spec without saying so.
  return (field) => origin(field) ?? origin(`spec.${field}`) ?? field;
}

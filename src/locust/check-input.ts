/**
 * Checks of a load test as a construct gets it: of its props, its files, and the resource that
 * they make together.
 */
import {
  atOrigins,
  Build,
  Finding,
  meantOr,
  originsOf,
  Severity,
  show,
  violation,
} from '../findings';
import { append, label1035Problems, labelProblems, subdomainProblems } from '../kube';
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
} from '../resource';
import { checkLocustTest, checkStart, checkUndecidedGroup, checkVolumeSet } from './check';
import {
  givenResource,
  groupOfInput,
  isForOperator,
  isHashed,
  LocustTestParts,
  MEASURED_NAME,
  nameOf,
  resultsOf,
  rolesOfGroup,
  schemaFor,
  storedResource,
} from './input';
import { MAX_TEST_NAME, nodeName } from './names';
import { BuildOptions } from './pod';
import { volumesOf } from './results';
import { LOCUST_RULES as RULES } from './rules';
import { LocustTestInput } from './shape';
import {
  LOCUST_GROUP,
  LOCUST_KIND,
  LocustTestResource,
  TargetedVolumeMount,
  VolumeSpec,
} from './spec';

/** Why the API server refuses a value that is of the right type, where it names its field. */
const BOUNDS: readonly string[] = [API_RULES.invalid, API_RULES.unsupported, API_RULES.tooLong].map(
  ({ id }) => id,
);
/** As long as any hash, for checks before there is one. */
const SOME_HASH = '00000000';
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

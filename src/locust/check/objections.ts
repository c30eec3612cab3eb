/**
 * The objections of the operator's validating webhook, word for word (release 2.3.0), with a rule
 * of ours and a remedy.
 */
import { Finding, nearestIn, Severity, show, someOf, violation } from '../../findings';
import { quote } from '../../kube';
import { LIB_VOLUME, MAX_TEST_NAME, nodeName, reservedPaths, SECRET_VOLUME_PREFIX } from '../names';
import { LOCUST_RULES as RULES } from '../rules';
import { NameOf } from './identity';
import { LocustTestResource, LocustTestSpec, TestFilesSpec } from '../spec';

/**
 * All objections in the operator's order. In operator mode only the first one is an error: it tells
 * no other.
 */
export function checkAsOperator(
  { metadata: { name }, spec = {} }: LocustTestResource,
  operatorMode: boolean,
  nameOf: NameOf,
): Finding[] {
  const findings = [
    ...checkName(name),
    ...checkSecretMounts(spec, nameOf),
    ...checkVolumes(name, spec),
    ...checkMounts(spec, nameOf),
    ...checkTelemetry(spec),
  ];
  return operatorMode
    ? findings.map((one, index) => (index > 0 ? { ...one, severity: Severity.WARNING } : one))
    : findings;
}

function checkName(name: string): Finding[] {
  if (Buffer.byteLength(name) <= MAX_TEST_NAME) return [];
  return [
    violation(
      RULES.nameTooLong,
      'metadata.name',
      `name ${quote(name)} is too long: generated Job names would exceed 63 characters (max CR name length is ${MAX_TEST_NAME})`,
      `use a name of at most ${MAX_TEST_NAME} characters`,
    ),
  ];
}

function checkSecretMounts(spec: LocustTestSpec, nameOf: NameOf): Finding[] {
  return (spec.env?.secretMounts ?? []).flatMap(({ mountPath = '' }, index) =>
    conflicts(mountPath, spec).map((reserved) =>
      violation(
        RULES.secretMountPathReserved,
        `spec.env.secretMounts[${index}].mountPath`,
        `secretMount path ${quote(mountPath)} conflicts with reserved path ${quote(reserved)}; operator uses this path for test files`,
        elsewhere(spec, nameOf),
      ),
    ),
  );
}

function checkVolumes(test: string, spec: LocustTestSpec): Finding[] {
  const generated = [nodeName(test, 'master'), nodeName(test, 'worker')];
  return (spec.volumes ?? []).flatMap(({ name = '' }, index) => {
    const reason = name.startsWith(SECRET_VOLUME_PREFIX)
      ? `uses reserved prefix ${quote(SECRET_VOLUME_PREFIX)}`
      : name === LIB_VOLUME
        ? 'is reserved by the operator'
        : generated.includes(name)
          ? 'conflicts with operator-generated name'
          : undefined;
    if (reason === undefined) return [];
    const message = `volume name ${quote(name)} ${reason}`;
    return [
      violation(
        RULES.volumeNameReserved,
        `spec.volumes[${index}].name`,
        message,
        'rename the volume',
      ),
    ];
  });
}

function checkMounts(spec: LocustTestSpec, nameOf: NameOf): Finding[] {
  const mounts = spec.volumeMounts ?? [];
  const names = (spec.volumes ?? []).map(({ name = '' }) => name);
  const defined = new Set(names);
  const near = nearestIn(names);
  return [
    ...mounts.flatMap(({ mountPath = '' }, index) =>
      conflicts(mountPath, spec).map((reserved) =>
        violation(
          RULES.mountPathReserved,
          `spec.volumeMounts[${index}].mountPath`,
          `volumeMount path ${quote(mountPath)} conflicts with reserved path ${quote(reserved)}`,
          elsewhere(spec, nameOf),
        ),
      ),
    ),
    ...mounts.flatMap(({ name = '' }, index) =>
      defined.has(name)
        ? []
        : [
            violation(
              RULES.mountUndefined,
              `spec.volumeMounts[${index}].name`,
              `volumeMount ${quote(name)} references undefined volume`,
              volumeRemedy(names, near(name)),
            ),
          ],
    ),
  ];
}

function checkTelemetry(spec: LocustTestSpec): Finding[] {
  const telemetry = spec.observability?.openTelemetry;
  if (telemetry?.enabled !== true || telemetry.endpoint) return [];
  return [
    violation(
      RULES.telemetryEndpoint,
      'spec.observability.openTelemetry.endpoint',
      'observability.openTelemetry.endpoint is required when OpenTelemetry is enabled',
      'set the endpoint, such as http://collector:4317, or disable telemetry',
    ),
  ];
}

function elsewhere({ testFiles }: LocustTestSpec, nameOf: NameOf): string {
  return `mount it elsewhere than ${reservedPaths(testFiles).join(' and ')}, or move the test files with ${pathFields(testFiles).map(nameOf).join(' and ')}`;
}

/** The fields that the reserved paths are given in, in the same order. */
function pathFields(files: TestFilesSpec = {}): string[] {
  const fields = [
    ...(files.configMapRef ? ['testFiles.srcMountPath'] : []),
    ...(files.libConfigMapRef ? ['testFiles.libMountPath'] : []),
  ];
  return fields.length > 0 ? fields : ['testFiles.srcMountPath', 'testFiles.libMountPath'];
}

function volumeRemedy(names: readonly string[], meant: string | undefined): string {
  if (names.length === 0) return 'add the volume to volumes';
  return meant === undefined
    ? `add it to volumes, or mount one of ${someOf(names)}`
    : `perhaps you meant ${show(meant)}; otherwise add it to volumes`;
}

function conflicts(path: string, spec: LocustTestSpec): readonly string[] {
  return reservedPaths(spec.testFiles).filter((reserved) => pathsConflict(path, reserved));
}

/**
 * Whether one path is the other or below it, by their texts alone; one slash at the end does not
 * count.
 */
export function pathsConflict(a: string, b: string): boolean {
  const [one, other] = [a, b].map((path) => (path.endsWith('/') ? path.slice(0, -1) : path));
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/**
 * The verdict of the operator's validating webhook: its first objection, word for word (release
 * 2.3.0).
 */
import { quote } from '../kube';
import { LIB_VOLUME, MAX_TEST_NAME, nodeName, reservedPaths, SECRET_VOLUME_PREFIX } from './names';
import { LocustTestResource, LocustTestSpec } from './spec';

/** An objection, and the field that it is about. */
export interface Objection {
  /** Which rule of the operator it is. */
  readonly about:
    | 'testName'
    | 'secretMountPath'
    | 'volumeName'
    | 'mountPath'
    | 'mountedVolume'
    | 'telemetryEndpoint';
  readonly path: string;
  readonly message: string;
}

/** The operator's answer: its first objection, or none. */
export function operatorObjection(test: LocustTestResource): Objection | undefined {
  return operatorObjections(test)[0];
}

/** All that the operator's rules object to, in its order: it would tell the first only. */
export function operatorObjections({
  metadata: { name },
  spec = {},
}: LocustTestResource): Objection[] {
  return [
    ...nameObjections(name),
    ...secretMountObjections(spec),
    ...volumeObjections(name, spec),
    ...mountObjections(spec),
    ...telemetryObjections(spec),
  ];
}

function nameObjections(name: string): Objection[] {
  if (Buffer.byteLength(name) <= MAX_TEST_NAME) return [];
  return [
    {
      about: 'testName',
      path: 'metadata.name',
      message: `name ${quote(name)} is too long: generated Job names would exceed 63 characters (max CR name length is ${MAX_TEST_NAME})`,
    },
  ];
}

function secretMountObjections(spec: LocustTestSpec): Objection[] {
  return (spec.env?.secretMounts ?? []).flatMap(({ mountPath = '' }, index) =>
    conflicts(mountPath, spec).map(
      (reserved) =>
        ({
          about: 'secretMountPath',
          path: `spec.env.secretMounts[${index}].mountPath`,
          message: `secretMount path ${quote(mountPath)} conflicts with reserved path ${quote(reserved)}; operator uses this path for test files`,
        }) as const,
    ),
  );
}

function volumeObjections(test: string, spec: LocustTestSpec): Objection[] {
  const generated = [nodeName(test, 'master'), nodeName(test, 'worker')];
  return (spec.volumes ?? []).flatMap(({ name = '' }, index) => {
    const reason = name.startsWith(SECRET_VOLUME_PREFIX)
      ? `uses reserved prefix ${quote(SECRET_VOLUME_PREFIX)}`
      : name === LIB_VOLUME
        ? 'is reserved by the operator'
        : generated.includes(name)
          ? 'conflicts with operator-generated name'
          : undefined;
    return reason === undefined
      ? []
      : [
          {
            about: 'volumeName',
            path: `spec.volumes[${index}].name`,
            message: `volume name ${quote(name)} ${reason}`,
          } as const,
        ];
  });
}

function mountObjections(spec: LocustTestSpec): Objection[] {
  const mounts = spec.volumeMounts ?? [];
  const defined = new Set((spec.volumes ?? []).map((volume) => volume.name ?? ''));
  return [
    ...mounts.flatMap(({ mountPath = '' }, index) =>
      conflicts(mountPath, spec).map(
        (reserved) =>
          ({
            about: 'mountPath',
            path: `spec.volumeMounts[${index}].mountPath`,
            message: `volumeMount path ${quote(mountPath)} conflicts with reserved path ${quote(reserved)}`,
          }) as const,
      ),
    ),
    ...mounts.flatMap(({ name = '' }, index) =>
      defined.has(name)
        ? []
        : [
            {
              about: 'mountedVolume',
              path: `spec.volumeMounts[${index}].name`,
              message: `volumeMount ${quote(name)} references undefined volume`,
            } as const,
          ],
    ),
  ];
}

function telemetryObjections(spec: LocustTestSpec): Objection[] {
  const telemetry = spec.observability?.openTelemetry;
  if (telemetry?.enabled !== true || telemetry.endpoint) return [];
  return [
    {
      about: 'telemetryEndpoint',
      path: 'spec.observability.openTelemetry.endpoint',
      message: 'observability.openTelemetry.endpoint is required when OpenTelemetry is enabled',
    },
  ];
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

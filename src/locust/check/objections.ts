/** The operator's own objections as findings: its text, a rule of ours, and a remedy. */
import {
  Finding,
  Nearest,
  nearestIn,
  Rule,
  Severity,
  show,
  someOf,
  violation,
} from '../../findings';
import { MAX_TEST_NAME, reservedPaths } from '../names';
import { Objection, operatorObjections } from '../operator-check';
import { LOCUST_RULES as RULES } from '../rules';
import { NameOf } from './identity';
import { LocustTestResource, TestFilesSpec } from '../spec';

const RULE_OF: { readonly [about in Objection['about']]: Rule } = {
  testName: RULES.nameTooLong,
  secretMountPath: RULES.secretMountPathReserved,
  volumeName: RULES.volumeNameReserved,
  mountPath: RULES.mountPathReserved,
  mountedVolume: RULES.mountUndefined,
  telemetryEndpoint: RULES.telemetryEndpoint,
};

/**
 * All objections in the operator's order. In operator mode only the first one is an error: it tells
 * no other.
 */
export function checkAsOperator(
  test: LocustTestResource,
  operatorMode: boolean,
  nameOf: NameOf,
): Finding[] {
  const names = (test.spec?.volumes ?? []).map(({ name = '' }) => name);
  const near = nearestIn(names);
  return operatorObjections(test).map((objection, index) => {
    const remedy =
      objection.about === 'mountedVolume'
        ? volumeRemedy(test, objection, names, near)
        : remedyOf(objection, test, nameOf);
    const finding = violation(RULE_OF[objection.about], objection.path, objection.message, remedy);
    return operatorMode && index > 0 ? { ...finding, severity: Severity.WARNING } : finding;
  });
}

function remedyOf({ about }: Objection, test: LocustTestResource, nameOf: NameOf): string {
  switch (about) {
    case 'testName':
      return `use a name of at most ${MAX_TEST_NAME} characters`;
    case 'volumeName':
      return 'rename the volume';
    case 'telemetryEndpoint':
      return 'set the endpoint, such as http://collector:4317, or disable telemetry';
    default:
      return `mount it elsewhere than ${reservedPaths(test.spec?.testFiles).join(' and ')}, or move the test files with ${pathFields(test.spec?.testFiles).map(nameOf).join(' and ')}`;
  }
}

/** The fields that the reserved paths are given in, in the same order. */
function pathFields(files: TestFilesSpec = {}): string[] {
  const fields = [
    ...(files.configMapRef ? ['testFiles.srcMountPath'] : []),
    ...(files.libConfigMapRef ? ['testFiles.libMountPath'] : []),
  ];
  return fields.length > 0 ? fields : ['testFiles.srcMountPath', 'testFiles.libMountPath'];
}

function volumeRemedy(
  { spec }: LocustTestResource,
  { path }: Objection,
  names: readonly string[],
  near: Nearest,
): string {
  if (names.length === 0) return 'add the volume to volumes';
  const index = Number(/\[(\d+)\]/.exec(path)?.[1]);
  const meant = near(spec?.volumeMounts?.[index]?.name ?? '');
  return meant === undefined
    ? `add it to volumes, or mount one of ${someOf(names)}`
    : `perhaps you meant ${show(meant)}; otherwise add it to volumes`;
}

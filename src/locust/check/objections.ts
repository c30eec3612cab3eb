/** The operator's own objections as findings: its text, a rule of ours, and a remedy. */
import { Finding, Rule, Severity, violation } from '../../findings';
import { MAX_TEST_NAME, reservedPaths } from '../names';
import { Objection, operatorObjections } from '../operator-check';
import { LOCUST_RULES as RULES } from '../rules';
import { LocustTestResource } from '../spec';

const RULE_OF: { readonly [about in Objection['about']]: Rule } = {
  testName: RULES.nameTooLong,
  secretMountPath: RULES.secretMountPathReserved,
  volumeName: RULES.volumeNameReserved,
  mountPath: RULES.mountPathReserved,
  mountedVolume: RULES.mountUndefined,
  telemetryEndpoint: RULES.telemetryEndpoint,
};

/** All objections in the operator's order. In operator mode only the first one is an error: it tells no other. */
export function checkAsOperator(test: LocustTestResource, operatorMode: boolean): Finding[] {
  return operatorObjections(test).map((objection, index) => {
    const finding = violation(RULE_OF[objection.about], objection.path, objection.message, remedyOf(objection, test));
    return operatorMode && index > 0 ? { ...finding, severity: Severity.WARNING } : finding;
  });
}

function remedyOf({ about }: Objection, test: LocustTestResource): string {
  switch (about) {
    case 'testName': return `give a name of at most ${MAX_TEST_NAME} characters`;
    case 'volumeName': return 'give the volume another name';
    case 'mountedVolume': return volumesOf(test);
    case 'telemetryEndpoint': return 'give the endpoint, such as http://collector:4317, or switch telemetry off';
    default: return `mount it elsewhere than ${reservedPaths(test.spec?.testFiles).join(' and ')}, or move the test files with testFiles.srcMountPath`;
  }
}

function volumesOf({ spec }: LocustTestResource): string {
  const names = (spec?.volumes ?? []).map((volume) => volume.name);
  return names.length === 0 ? 'add the volume to volumes' : `add it to volumes, or mount one of ${names.join(', ')}`;
}

/**
 * The cases of the PVCViewer controller that props can say, through the construct in operator mode.
 */
import { ApiObject, App, Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { FindingsError, PVCViewer } from '../../../src';
import { Case, FRESH, olderWords, withoutOwner } from '../cases';

const PATH = 'DEFAULT_POD_SPEC_PATH';
const FIELDS = ['pvc', 'podSpec', 'networking', 'rwoScheduling'];

/**
 * A spec that is one, a claim with a name, labels that it is not refused for, and a file that there
 * is.
 */
const isSayable = ({
  input: {
    viewer: { metadata, spec },
  },
  refusedBy,
  controllerEnv,
  controllerFiles = {},
}: Case) =>
  typeof spec === 'object' &&
  spec !== null &&
  !Array.isArray(spec) &&
  Object.keys(spec).every((field) => FIELDS.includes(field)) &&
  typeof spec.pvc === 'string' &&
  (refusedBy === '' || metadata.labels === undefined) &&
  (!controllerEnv[PATH] || Object.hasOwn(controllerFiles, controllerEnv[PATH]));

/** The viewer of a case, among everything that was there when it came. */
function make({
  input: {
    viewer: { metadata, spec },
    objects,
  },
  controllerEnv,
  controllerFiles = {},
}: Case): Chart {
  const around = new Chart(new App(), 'around');
  objects.forEach((object: any, index) => new ApiObject(around, `object-${index}`, object));
  const chart = new Chart(around.node.root as App, 'test');
  const { pvc, ...others } = spec;
  new PVCViewer(chart, 'viewer', {
    ...others,
    claim: kplus.PersistentVolumeClaim.fromClaimName(chart, 'claim', pvc),
    name: metadata.name,
    namespace: metadata.namespace,
    operatorMode: true,
    settings: {
      gateway: controllerEnv.ISTIO_GATEWAY,
      defaultPodSpec: controllerEnv[PATH] ? controllerFiles[controllerEnv[PATH]] : undefined,
    },
  });
  return chart;
}
const cases = (wanted: (one: Case) => boolean) =>
  FRESH.filter((one) => isSayable(one) && wanted(one)).map((one) => [one.id, one] as const);

test('most cases can be said', () => {
  expect(cases(() => true).length).toBeGreaterThan(FRESH.length * 0.9);
});

test.each(cases(({ refusedBy }) => refusedBy === ''))(
  'writes what the controller makes of %s',
  (_id, one) => {
    const children = [one.deployment, one.service, one.virtualService]
      .map(withoutOwner)
      .filter((child) => child !== undefined);
    expect(Testing.synth(make(one))).toEqual(children);
  },
);

test.each(cases(({ refusedBy }) => refusedBy !== ''))(
  'refuses %s in the same words',
  (_id, one) => {
    let told: string[] = [];
    try {
      make(one);
    } catch (error) {
      told = (error as FindingsError).findings
        .filter(({ severity }) => severity === 'error')
        .map(({ message }) => message);
    }
    expect(olderWords(told).sort()).toEqual(
      (one.refusedBy === 'schema' ? [...one.schemaErrors] : [one.webhookError]).sort(),
    );
  },
);

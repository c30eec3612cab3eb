import { App, Chart, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Claim, ClaimTemplates, Target } from '../../src';
import { Findings } from '../../src/tree';

const options = {
  storage: Size.gibibytes(1),
  dataSourceRef: {
    apiGroup: 'snapshot.storage.k8s.io',
    kind: 'VolumeSnapshot',
    name: 'nightly',
    namespace: 'backups',
  },
};

/** The rules that speak of a claim and a template of claims in an app, and where. */
function findingsOf(featureGates?: string[]): [rule: string, construct?: string][] {
  const app = new App();
  if (featureGates) Target.enable(app, { kubernetes: '1.34', featureGates });
  const chart = new Chart(app, 'test', { namespace: 'test' });
  new Claim(chart, 'claim', options);
  const db = new kplus.StatefulSet(chart, 'db', {
    service: new kplus.Service(chart, 'service', { ports: [{ port: 5432 }] }),
    containers: [{ image: 'registry.example.com/db:1.0.0' }],
  });
  const data = ClaimTemplates.of(db).add('data', options);
  db.containers[0].mount('/var/lib/db', data);
  return Findings.of(app).all.map(({ rule, construct }) => [rule, construct]);
}

const TOLD = [
  ['storage/data-source-namespace', 'test/claim'],
  ['storage/data-source-namespace', 'test/db/Resource'],
];

test.each([
  ['with the gate', ['CrossNamespaceVolumeDataSource'], []],
  ['without the gate', [], TOLD],
  ['without a target', undefined, TOLD],
])('a source in another namespace is told once, %s', (_what, featureGates, expected) => {
  const found = findingsOf(featureGates).filter(([rule]) => rule.endsWith('-namespace'));
  expect(found).toEqual(expected);
});

/** Claim templates of this library beside each cdk8s-plus, of which some have their own. */
import type { Volume } from 'cdk8s-plus-28';
import { Manifest } from '../../src/kube';
import { beside, TRIED, WITH_TEMPLATES } from '../support/plus';

const IMAGE = 'registry.example.com/db:1.0.0';

/** A StatefulSet with a template, and a claim and files beside it. */
function database(minor: string) {
  const { cdk8s, kplus: plus, volumes } = beside(minor);
  const app = new cdk8s.App();
  const chart = new cdk8s.Chart(app, 'shop', {
    namespace: 'shop',
    disableResourceNameHashes: true,
  });
  const service = new plus.Service(chart, 'service', { ports: [{ port: 5432 }] });
  const db = new plus.StatefulSet(chart, 'db', { service, containers: [{ image: IMAGE }] });
  const archive = volumes.Claim.fromClaimName(chart, 'archive', 'archive');
  db.containers[0].mount('/archive', archive);
  db.containers[0].mount(
    '/data',
    volumes.ClaimTemplates.of(db).add('data', { storage: cdk8s.Size.gibibytes(1) }),
  );
  return { app, db, chart, plus, cdk8s, volumes };
}

test.each(TRIED)('cdk8s-plus-%s: the template and the other volumes are written', (minor) => {
  const { app, db, cdk8s } = database(minor);
  app.synthYaml();
  const {
    volumeClaimTemplates,
    template: { spec },
  } = cdk8s.ApiObject.of(db).toJson().spec;
  expect(volumeClaimTemplates.map((one: Manifest) => one.metadata.name)).toEqual(['data']);
  expect(spec.volumes).toEqual([
    { name: 'archive', persistentVolumeClaim: { claimName: 'archive', readOnly: false } },
  ]);
  expect(spec.containers[0].volumeMounts.map(({ name }: { name: string }) => name)).toEqual([
    'archive',
    'data',
  ]);
});

test.each(WITH_TEMPLATES)(
  'cdk8s-plus-%s: a template of its own stays, and one of the same name is an error',
  (minor) => {
    const { app, db, chart, plus, cdk8s, volumes } = database(minor);
    const set = db as unknown as { addVolumeClaimTemplate(template: object): void };
    // The Size of the lowest cdk8s lacks the method that it is asked for.
    const own = { accessModes: ['ReadWriteOnce'], storage: { asString: () => '1Gi' } };
    set.addVolumeClaimTemplate({ name: 'logs', ...own });
    db.containers[0].mount(
      '/logs',
      (plus.Volume as unknown as { fromName(...args: unknown[]): Volume }).fromName(
        chart,
        'logs',
        'logs',
      ),
    );
    expect(volumes.Findings.of(app).all).toEqual([]);
    expect(
      cdk8s.ApiObject.of(db)
        .toJson()
        .spec.volumeClaimTemplates.map((one: Manifest) => one.metadata.name),
    ).toEqual(['logs', 'data']);
    volumes.ClaimTemplates.of(db).add('logs', { storage: cdk8s.Size.gibibytes(1) });
    expect(
      volumes.Findings.of(app).all.map(({ construct, message }) => `${construct}: ${message}`),
    ).toEqual(['shop/db/Resource/logs: the StatefulSet already has a claim template "logs"']);
  },
);

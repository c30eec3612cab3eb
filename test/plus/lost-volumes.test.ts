/** Volumes that a StatefulSet of some cdk8s-plus mounts and is written without. */
import type { Volume } from 'cdk8s-plus-28';
import { beside, TRIED, WITH_TEMPLATES } from '../support/plus';

const IMAGE = 'registry.example.com/db:1.0.0';

/** A StatefulSet that mounts a claim, beside some cdk8s-plus. */
function database(minor: string) {
  const {
    cdk8s,
    kplus: plus,
    volumes: { Claim: OwnClaim },
  } = beside(minor);
  const app = new cdk8s.App();
  const chart = new cdk8s.Chart(app, 'shop', {
    namespace: 'shop',
    disableResourceNameHashes: true,
  });
  const claim = new OwnClaim(chart, 'orders', {
    storage: cdk8s.Size.gibibytes(1),
    accessModes: ['ReadWriteOnce' as never],
    storageClassName: 'fast',
  });
  const service = new plus.Service(chart, 'service', { ports: [{ port: 5432 }] });
  const set = new plus.StatefulSet(chart, 'db', {
    service,
    replicas: 1,
    containers: [{ image: IMAGE }],
  });
  set.containers[0].mount('/data', claim);
  return { app, set, plus, chart, cdk8s };
}

/** Whether a cdk8s-plus has the bug: it depends on the version that is installed. */
function losesVolumes(minor: string): boolean {
  const { set } = database(minor);
  return (
    (set as unknown as { _toPodSpec(): { volumes?: unknown } })._toPodSpec().volumes === undefined
  );
}

test.each(TRIED)(
  'beside cdk8s-plus-%s, a StatefulSet has the volumes that it mounts, or is not written',
  (minor) => {
    const { app } = database(minor);
    if (!losesVolumes(minor)) {
      expect(app.synthYaml()).toContain('claimName: orders');
      return;
    }
    expect(WITH_TEMPLATES).toContain(minor);
    expect(() => app.synthYaml()).toThrow(
      'shop/db/Resource: spec.template.spec.volumes: StatefulSet "shop-db" mounts "orders", but is written without that volume: ' +
        'cdk8s-plus-32 before 2.5.105, cdk8s-plus-33 before 2.5.61 and cdk8s-plus-34 before 2.0.64 leave out all volumes of a StatefulSet that has no volumeClaimTemplates; ' +
        'update cdk8s-plus, or set its volumeClaimTemplates to an empty list (statefulSet.volumeClaimTemplates = []) (input/volume-lost)',
    );
  },
);

test.each(WITH_TEMPLATES)(
  'beside a cdk8s-plus-%s without the bug, it is a patch that removed them',
  async (minor) => {
    const { set, cdk8s, app } = database(minor);
    // As the versions do that are mended.
    Object.assign(set, { _filterPodSpecVolumes: ({ volumes: all }: { volumes?: unknown }) => all });
    expect(app.synthYaml()).toContain('claimName: orders');
    // What was found is remembered until then.
    await Promise.resolve();
    cdk8s.ApiObject.of(set).addJsonPatch(cdk8s.JsonPatch.remove('/spec/template/spec/volumes'));
    expect(() => app.synthYaml()).toThrow(
      'mounts "orders", but is written without that volume: something removed it, such as a patch; keep it there, or remove the mounts as well',
    );
  },
);

test.each(TRIED)(
  'beside cdk8s-plus-%s, a StatefulSet with an empty list of claim templates has the volumes that it mounts',
  (minor) => {
    const { app, set } = database(minor);
    (set as { volumeClaimTemplates?: unknown[] }).volumeClaimTemplates = [];
    expect(app.synthYaml()).toContain('claimName: orders');
  },
);

test.each(WITH_TEMPLATES)(
  'beside cdk8s-plus-%s, what a claim template of its own is mounted from is not lost',
  (minor) => {
    const { app, set, plus, chart } = database(minor);
    const { Volume } = plus as unknown as { Volume: { fromName(...args: unknown[]): Volume } };
    (set as unknown as { addVolumeClaimTemplate(template: object): void }).addVolumeClaimTemplate({
      // The Size of the lowest cdk8s lacks the method that it is asked for.
      name: 'data',
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'fast',
      storage: { asString: () => '1Gi' },
    });
    set.containers[0].mount('/more', Volume.fromName(chart, 'data', 'data'));
    expect(app.synthYaml()).toContain('claimName: orders');
  },
);

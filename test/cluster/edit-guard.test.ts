import { App, Chart } from 'cdk8s';
import { existing, testUnless } from './support/cluster';
import { asList, eventually, kubectl, mustKubectl } from './support/kubectl';
import { EfsEditGuard, EfsFileSystem } from '../../src';

const NAMESPACE = 'edit-guard-test';
const VOLUME = `pv-${NAMESPACE}-data`;
const KEY = 'cdk8s-volumes.io/edit-guard';

const chart = new Chart(new App(), 'guarded', { namespace: NAMESPACE });
const files = new EfsFileSystem('fs-0123456789abcdef0');
const volume = (id: string) =>
  files.sharedVolume(chart, id, { accessPointId: 'fsap-0123456789abcdef0', path: `/${id}` });
new EfsEditGuard(chart, 'edit-guard-test').protect(volume('data'));

/**
 * Guards whose names, keys and values mean something in an expression, or did; each has a volume of
 * its own.
 */
const HOSTILE = ['object-store', 'oldobject', 'not-object', 'variables.bound'].map(
  (name, index) => {
    const labelKey = ['object.example.com/oldObject', 'oldObject', 'true', KEY][index];
    const guard = new EfsEditGuard(chart, `edit-guard-test-${name}`, {
      labelKey,
      labelValue: name,
      exemptUsernames: [
        '"] || true || "" in ["',
        'a\\',
        '\\"',
        "it's\n\t\u2028\u007f\u0000",
        '${HOME}',
        '💾',
        'oidc:object@example.com',
      ],
    });
    guard.protect(volume(`hostile-${index}`));
    return {
      name,
      labelKey,
      guard: `edit-guard-test-${name}`,
      volume: `pv-${NAMESPACE}-hostile-${index}`,
    };
  },
);
const manifests: any[] = chart.toJson();

const patch = async (change: object, name: string = VOLUME, ...options: string[]) =>
  kubectl(['patch', 'pv', name, '--type', 'merge', '-p', JSON.stringify(change), ...options]);
const phase = async (name: string = VOLUME) =>
  mustKubectl(['get', 'pv', name, '-o', 'jsonpath={.status.phase}']);
const becomes = async (wanted: string, name?: string) =>
  eventually(Date.now() + 240_000, async () => {
    const now = await phase(name);
    return now === wanted ? undefined : `the volume is ${now}, not ${wanted}`;
  });

const obstacle = existing(manifests).length > 0 ? 'the cluster has its objects already' : undefined;

describe('the edit guard', () => {
  beforeAll(async () => {
    if (!process.env.KUBECONFIG || obstacle) return;
    await mustKubectl(['create', 'namespace', NAMESPACE]);
    await mustKubectl(['apply', '--validate=strict', '-f', '-'], asList(manifests));
    for (const name of [VOLUME, ...HOSTILE.map((one) => one.volume)]) await becomes('Bound', name);
    // A new policy acts about a second after it was made: what it will forbid is asked for, but not
    // done, until then.
    for (const name of [VOLUME, ...HOSTILE.map((one) => one.volume)]) {
      const acts = async () =>
        (
          await patch(
            { spec: { persistentVolumeReclaimPolicy: 'Delete' } },
            name,
            '--dry-run=server',
          )
        ).code !== 0;
      await eventually(Date.now() + 240_000, async () =>
        (await acts()) ? undefined : `the policy of ${name} does not act yet`,
      );
    }
  });

  afterAll(async () => {
    if (!process.env.KUBECONFIG || obstacle) return;
    await mustKubectl(['delete', 'namespace', NAMESPACE, '--ignore-not-found']);
    const guards = ['edit-guard-test', ...HOSTILE.map(({ guard }) => guard)];
    await mustKubectl([
      'delete',
      '--ignore-not-found',
      'validatingadmissionpolicybinding,validatingadmissionpolicy',
      ...guards,
    ]);
    await mustKubectl([
      'delete',
      '--ignore-not-found',
      'pv',
      VOLUME,
      ...HOSTILE.map((one) => one.volume),
    ]);
  });

  testUnless(obstacle, 'is understood by the API server in every expression', async () => {
    for (const guard of ['edit-guard-test', ...HOSTILE.map((one) => one.guard)]) {
      expect(
        await mustKubectl([
          'get',
          'validatingadmissionpolicy',
          guard,
          '-o',
          'jsonpath={.status.typeChecking}',
        ]),
      ).toBe('{}');
    }
  });

  testUnless(obstacle, 'forbids another reclaim policy', async () => {
    expect((await patch({ spec: { persistentVolumeReclaimPolicy: 'Delete' } })).stderr).toContain(
      'the reclaim policy of this EFS volume must not change',
    );
  });

  testUnless(obstacle, 'forbids another claim', async () => {
    expect((await patch({ spec: { claimRef: { name: 'other' } } })).stderr).toContain(
      'the claim of this EFS volume must not change',
    );
  });

  testUnless(obstacle, 'forbids to forget the claim while the volume is bound', async () => {
    expect((await patch({ spec: { claimRef: { uid: null } } })).stderr).toContain(
      'this EFS volume is bound; delete its claim before it is given to another one',
    );
  });

  testUnless(obstacle, 'forbids to take the label off', async () => {
    expect((await patch({ metadata: { labels: { [KEY]: null } } })).stderr).toContain(
      'guards this EFS volume and must stay',
    );
  });

  testUnless(obstacle, 'forbids to take the label off by way of the status', async () => {
    expect(
      (await patch({ metadata: { labels: { [KEY]: null } } }, VOLUME, '--subresource=status'))
        .stderr,
    ).toContain('guards this EFS volume and must stay');
  });

  describe.each(HOSTILE)(
    'by the name $name and the key $labelKey',
    ({ name, labelKey, volume: guarded }) => {
      testUnless(
        obstacle,
        'forbids to take the label off, to change it, and to delete the volume',
        async () => {
          expect(
            (await patch({ metadata: { labels: { [labelKey]: null } } }, guarded)).stderr,
          ).toContain(`the label ${labelKey} guards this EFS volume and must stay`);
          expect(
            (await patch({ metadata: { labels: { [labelKey]: `${name}x` } } }, guarded)).stderr,
          ).toContain('guards this EFS volume and must stay');
          expect((await kubectl(['delete', 'pv', guarded, '--wait=false'])).stderr).toContain(
            'this EFS volume is bound; delete its claim first',
          );
        },
      );

      testUnless(obstacle, 'lets everything else be edited', async () => {
        expect((await patch({ metadata: { labels: { other: 'label' } } }, guarded)).code).toBe(0);
      });

      testUnless(obstacle, 'lets who is exempt do it', async () => {
        const asUser = [
          '--as',
          'oidc:object@example.com',
          '--as-group',
          'system:masters',
          '--dry-run=server',
        ];
        expect(
          await patch({ metadata: { labels: { [labelKey]: null } } }, guarded, ...asUser),
        ).toMatchObject({ code: 0, stderr: '' });
      });
    },
  );

  testUnless(obstacle, 'forbids to delete the volume while it is bound', async () => {
    expect((await kubectl(['delete', 'pv', VOLUME, '--wait=false'])).stderr).toContain(
      'this EFS volume is bound; delete its claim first',
    );
  });

  testUnless(
    obstacle,
    'forbids to say that the volume is released, after which it could be deleted',
    async () => {
      for (const wanted of ['Released', 'Available', 'Failed', null]) {
        expect(
          (await patch({ status: { phase: wanted } }, VOLUME, '--subresource=status')).stderr,
        ).toContain('the phase of this EFS volume follows its claim');
      }
      expect((await kubectl(['delete', 'pv', VOLUME, '--wait=false'])).stderr).toContain(
        'this EFS volume is bound; delete its claim first',
      );
      expect(await phase()).toBe('Bound');
    },
  );

  testUnless(
    obstacle,
    'forbids mount options that lead to other files, and lets others be edited',
    async () => {
      for (const option of [
        'accesspoint=fsap-ffffffffffffffff0',
        'tls,AccessPoint=fsap-ffffffffffffffff0',
        'mounttargetip=10.0.0.9',
        'region=eu-west-1',
      ]) {
        expect((await patch({ spec: { mountOptions: ['iam', option] } })).stderr).toContain(
          'the source of this EFS volume must not change',
        );
      }
      expect(await patch({ spec: { mountOptions: ['iam', 'tls'] } })).toMatchObject({
        code: 0,
        stderr: '',
      });
    },
  );

  testUnless(obstacle, 'lets everything else be edited', async () => {
    expect((await patch({ metadata: { labels: { other: 'label' } } })).code).toBe(0);
  });

  testUnless(
    obstacle,
    'lets the volume be given to a new claim of the same name once the old one is gone',
    async () => {
      await mustKubectl(['delete', 'pvc', 'pvc-data', '--namespace', NAMESPACE]);
      await becomes('Released');
      expect(
        await patch({ spec: { claimRef: { uid: null, resourceVersion: null } } }),
      ).toMatchObject({ code: 0, stderr: '' });
      await mustKubectl(['apply', '-f', '-'], asList(manifests));
      await becomes('Bound');
    },
  );
});

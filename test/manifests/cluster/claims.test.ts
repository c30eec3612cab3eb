/** Claims in a cluster. */
import { bound, claim, pod, rulesOf, saidOf, storageClass, volume, warning } from './said';
import { live, liveIn } from '../../support/read-outs';

const PENDING = { phase: 'Pending' };
const USER = pod('web', ['data'], { status: { phase: 'Pending' } });
const WAITS = '; Pod/shop/web waits for it';

function pending(message: string, remedy: string): string[] {
  return [
    `PersistentVolumeClaim/shop/data warning cluster/claim-pending status.phase: the claim is Pending: ${message}; ${remedy}`,
  ];
}

test('a claim that is bound and mounted is fine', () => {
  expect(saidOf(storageClass(), bound('data'), volume('data'), pod('web', ['data']))).toEqual([]);
});

describe('a claim is Pending', () => {
  test('since its class does not exist', () => {
    expect(saidOf(claim('data', {}, PENDING), USER)).toEqual(
      pending(
        `its class "fast" does not exist${WAITS}`,
        'create the class, or create the claim again with one that exists',
      ),
    );
  });

  test('since it names no class and there is no default', () => {
    expect(
      saidOf(claim('data', { storageClassName: undefined }, PENDING), storageClass(), USER),
    ).toEqual(
      pending(
        `it names no class, and the cluster has no default class${WAITS}`,
        'mark a class as the default one, or create the claim again with a class',
      ),
    );
  });

  test('since no volume without a class matches', () => {
    const free = volume(
      'other',
      { storageClassName: '', claimRef: undefined },
      { phase: 'Available' },
    );
    const own = claim('data', { storageClassName: '' }, PENDING);
    expect(saidOf(own, USER)).toEqual(
      pending(
        `it requests a volume without a class, and no such volume is free and matches${WAITS}`,
        'create a matching volume, or create the claim again with a class',
      ),
    );
    expect(saidOf(own, USER, free)).toEqual(
      pending(
        `the read-out does not show why${WAITS}`,
        'read its events with kubectl describe pvc',
      ),
    );
  });

  test('since nothing provisions volumes of its class', () => {
    expect(
      saidOf(
        storageClass({ provisioner: 'kubernetes.io/no-provisioner' }),
        claim('data', {}, PENDING),
        USER,
      ),
    ).toEqual(
      pending(
        `no volume of its class "fast" is free and matches, and nothing provisions one${WAITS}`,
        'create a matching volume',
      ),
    );
  });

  test('since its driver says so, in the words of the last event', () => {
    const own = claim('data', {}, PENDING);
    expect(
      saidOf(
        storageClass(),
        own,
        USER,
        warning(own, 'failed to provision volume:\n  no quota left', '2026-11-20T10:00:00Z'),
        warning(own, 'waiting', '2026-11-19T10:00:00Z'),
      ),
    ).toEqual(
      pending(
        `failed to provision volume: no quota left${WAITS}`,
        'read its events with kubectl describe pvc',
      ),
    );
  });

  test('since its driver says nothing', () => {
    expect(saidOf(storageClass(), claim('data', {}, PENDING), USER)).toEqual(
      pending(
        `"csi.example.com" has not provisioned a volume${WAITS}`,
        'check that the driver runs, and read the log of its provisioner',
      ),
    );
  });

  test('since the volume that it names is not there', () => {
    expect(saidOf(claim('data', { volumeName: 'pv-data' }, PENDING), USER)).toEqual(
      pending(
        `its volume "pv-data" does not exist${WAITS}`,
        'create the volume, or create the claim again and name a volume that is free, or none',
      ),
    );
  });

  test('since the volume that it names is for another claim', () => {
    expect(
      saidOf(
        claim('data', { volumeName: 'pv-other' }, PENDING),
        volume('other'),
        bound('other'),
        pod('shop', ['other']),
        USER,
      ),
    ).toEqual(
      pending(
        `its volume "pv-other" is reserved for shop/other${WAITS}`,
        'create the claim again and name a volume that is free, or none',
      ),
    );
  });

  test('since the volume that it names is for a claim of its name that is gone', () => {
    const old = { namespace: 'shop', name: 'data', uid: 'an older one' };
    expect(
      saidOf(
        claim('data', { volumeName: 'pv-data' }, PENDING),
        USER,
        volume('data', { claimRef: old }),
      )[0],
    ).toBe(
      pending(
        `its volume "pv-data" is reserved for a claim of the same name that is gone${WAITS}`,
        'run kubectl patch pv pv-data --type json -p \'[{"op":"remove","path":"/spec/claimRef/uid"},{"op":"remove","path":"/spec/claimRef/resourceVersion"}]\'',
      )[0],
    );
  });

  test('since the volume that it names does not match', () => {
    expect(
      saidOf(
        claim('data', { volumeName: 'pv-data' }, PENDING),
        USER,
        volume('data', { claimRef: undefined }, { phase: 'Available' }),
      ),
    ).toEqual(
      pending(
        `its volume "pv-data" does not match it${WAITS}`,
        'compare class, size, access modes and volume mode of both',
      ),
    );
  });

  test('as it should be, until its first pod comes', () => {
    const waiting = storageClass({ volumeBindingMode: 'WaitForFirstConsumer' });
    const deployment = liveIn('shop', 'apps/v1', 'Deployment', 'web', {
      spec: {
        replicas: 0,
        template: {
          spec: {
            containers: [],
            volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
          },
        },
      },
    });
    expect(rulesOf(waiting, claim('data', {}, PENDING), deployment)).toEqual([]);
    expect(rulesOf(waiting, claim('data', {}, PENDING), USER)).toEqual(['cluster/claim-pending']);
  });
});

test('a claim is Lost when its volume is gone', () => {
  expect(saidOf(claim('data', { volumeName: 'pv-data' }, { phase: 'Lost' }))).toEqual([
    'PersistentVolumeClaim/shop/data error cluster/claim-lost status.phase: the claim is Lost: its volume "pv-data" no longer exists; if the storage still exists, create the volume "pv-data" again with a claimRef to shop/data and its uid; otherwise restore the data into a new claim',
  ]);
});

describe('a claim that was deleted', () => {
  const going = bound(
    'data',
    {},
    {
      deletionTimestamp: '2026-11-20T10:00:00Z',
      finalizers: ['kubernetes.io/pvc-protection'],
    },
  );

  test('goes with its pod, and its data', () => {
    expect(saidOf(going, volume('data'), pod('web', ['data']))).toEqual([
      'PersistentVolumeClaim/shop/data warning cluster/claim-terminating metadata.deletionTimestamp: the claim was deleted, which cannot be undone: it disappears as soon as Pod/shop/web is gone, with its data; to keep the data, run kubectl patch pv pv-data -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\' before that',
    ]);
  });

  test('leaves its data if the policy is Retain', () => {
    const retained = volume('data', { persistentVolumeReclaimPolicy: 'Retain' });
    expect(saidOf(going, retained, pod('web', ['data']))).toEqual([
      'PersistentVolumeClaim/shop/data warning cluster/claim-terminating metadata.deletionTimestamp: the claim was deleted, which cannot be undone: it disappears as soon as Pod/shop/web is gone, and its volume stays, Released; create a claim with another name for the pods',
    ]);
  });

  test('waits for other finalizers', () => {
    const held = bound(
      'data',
      {},
      {
        deletionTimestamp: '2026-11-20T10:00:00Z',
        finalizers: ['example.com/backup'],
      },
    );
    expect(saidOf(held, volume('data'))[0]).toContain(
      'it disappears as soon as "example.com/backup" is removed from its finalizers, with its data',
    );
  });
});

describe('an expansion', () => {
  const grown = (status: object) =>
    claim(
      'data',
      { volumeName: 'pv-data', resources: { requests: { storage: '10Gi' } } },
      { phase: 'Bound', capacity: { storage: '5Gi' }, ...status },
    );

  test('that fails is told in the words of the driver', () => {
    const failed = grown({
      conditions: [{ type: 'ControllerResizeError', status: 'True', message: 'no space' }],
    });
    expect(saidOf(failed, volume('data'), pod('web', ['data']))).toEqual([
      'PersistentVolumeClaim/shop/data warning cluster/claim-resize spec.resources.requests.storage: the expansion to 10Gi fails: no space; request a size that the driver can provide; from Kubernetes 1.34 on the request can be reduced again, down to the capacity',
    ]);
    const infeasible = grown({
      allocatedResourceStatuses: { storage: 'ControllerResizeInfeasible' },
    });
    expect(rulesOf(infeasible, volume('data'), pod('web', ['data']))).toEqual([
      'cluster/claim-resize',
    ]);
  });

  test('that goes on is fine', () => {
    const going = grown({ allocatedResourceStatuses: { storage: 'ControllerResizeInProgress' } });
    expect(rulesOf(going, volume('data'), pod('web', ['data']))).toEqual([]);
  });
});

describe('a claim that nobody mounts', () => {
  const CREATED = '2026-11-01T10:00:00Z';
  const readAt = (time: string) =>
    live('v1', 'Node', 'a', { metadata: { creationTimestamp: time } });
  const LATER = readAt('2026-11-02T10:00:00Z');
  const UNUSED = ['cluster/claim-unused'];
  const mounts = {
    containers: [],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
  };

  test('is told with its size', () => {
    expect(saidOf(bound('data'), volume('data'), LATER)).toEqual([
      'PersistentVolumeClaim/shop/data warning cluster/claim-unused : no pod and no workload mounts the claim, which holds 5Gi; delete it if its data is no longer needed, or mount it',
    ]);
  });

  test('may still get its pods within a day', () => {
    expect(rulesOf(bound('data'), volume('data'))).toEqual([]);
    expect(rulesOf(bound('data'), volume('data'), readAt('2026-11-02T09:59:59Z'))).toEqual([]);
  });

  test('is told if nothing tells its age', () => {
    const { metadata, ...claimed } = bound('data');
    const { creationTimestamp, ...rest } = metadata;
    expect(creationTimestamp).toBe(CREATED);
    expect(rulesOf({ ...claimed, metadata: rest as typeof metadata }, volume('data'))).toEqual(
      UNUSED,
    );
  });

  test('has no storage while it waits for its first pod', () => {
    const waiting = storageClass({ volumeBindingMode: 'WaitForFirstConsumer' });
    expect(rulesOf(waiting, claim('data', {}, PENDING), LATER)).toEqual([]);
  });

  test('may be that of a pod which a StatefulSet does not have now', () => {
    const set = liveIn('shop', 'apps/v1', 'StatefulSet', 'db', {
      spec: {
        replicas: 1,
        serviceName: 'db',
        template: { spec: { containers: [] } },
        volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: {} }],
      },
      status: { replicas: 1 },
    });
    expect(rulesOf(set, bound('data-db-4'), volume('data-db-4'), LATER)).toEqual([]);
    expect(rulesOf(set, bound('data-old-4'), volume('data-old-4'), LATER)).toEqual(UNUSED);
  });

  test('of a workload that is scaled to nothing is mounted', () => {
    const stopped = liveIn('shop', 'apps/v1', 'Deployment', 'web', {
      spec: { replicas: 0, template: { spec: mounts } },
    });
    expect(rulesOf(stopped, bound('data'), volume('data'), LATER)).toEqual([]);
  });

  test('of a CronJob between its runs is mounted', () => {
    const nightly = liveIn('shop', 'batch/v1', 'CronJob', 'nightly', {
      spec: { schedule: '0 4 * * *', jobTemplate: { spec: { template: { spec: mounts } } } },
    });
    expect(rulesOf(nightly, bound('data'), volume('data'), LATER)).toEqual([]);
  });

  test('has had its last pod', () => {
    const ended = pod('job', ['data'], { status: { phase: 'Succeeded' } });
    expect(rulesOf(bound('data'), volume('data'), ended, LATER)).toEqual([]);
  });
});

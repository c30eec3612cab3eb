/**
 * Ways around the policies on local disks, and what they must never stand in the way of: each is
 * tried on the control plane.
 */
import { App, Chart, Size } from 'cdk8s';
import { existing, serves, testUnless } from './support/cluster';
import { asList, eventually, kubectl, mustKubectl } from './support/kubectl';
import {
  EphemeralOnlyPolicy,
  HyperconvergedPolicy,
  LocalFailoverMode,
  LocalPersistentVolume,
  LocalStorageClass,
  Target,
} from '../../src';

const NAMESPACE = 'local-policies-test';
const LISTS = `${NAMESPACE}-lists`;
const DRIVER = 'localdisk.csi.acstor.io';
const ACCEPT = `${DRIVER}/accept-ephemeral-storage`;
const SELECTED = `${DRIVER}/selected-node`;
const KEY = `topology.${DRIVER}/node`;
const REFUSAL = `only generic ephemeral volumes are allowed for ${DRIVER} provisioner`;
const ANNOTATION_STAYS = `a claim on local disks must keep the annotation ${ACCEPT}: "true"`;
const OWNER_STAYS = 'the claim of an ephemeral volume must keep the pod that controls it';
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

const chart = new Chart(new App(), 'policies', { namespace: NAMESPACE });
Target.enable(chart, { kubernetes: '1.36' });
const { storageClassName } = new LocalStorageClass(chart, NAMESPACE);
/**
 * Made once: API servers up to 1.36 keep to the ConfigMaps that they had when the last policy with
 * one was deleted.
 */
new EphemeralOnlyPolicy(chart, `${NAMESPACE}-listed`, {
  storageClassConfigMap: { name: 'classes', namespace: LISTS },
  pods: true,
  persistentVolumes: true,
});
new HyperconvergedPolicy(chart, `${NAMESPACE}-steer`, {
  labelKey: 'example.com/steer',
  labelValue: NAMESPACE,
});
const local = (name: string, nodeName: string, failoverMode: LocalFailoverMode) => {
  const props = {
    name: `${NAMESPACE}-${name}`,
    nodeName,
    storage: Size.gibibytes(1),
    storageClassName,
    hyperconverged: true,
    failoverMode,
  };
  return {
    volume: props.name,
    claim: new LocalPersistentVolume(chart, name, props).reserve().claimName,
  };
};
const DURABLE = local('durable', 'node-3', LocalFailoverMode.DURABILITY);
const AVAILABLE = local('available', 'node-3', LocalFailoverMode.AVAILABILITY);
const all: any[] = chart.toJson();
/**
 * What the simulated driver makes of a claim has none of the real driver's handles: its volumes
 * pass only while this is not there.
 */
const onVolumes = all.filter(({ metadata }) => metadata.name === `${NAMESPACE}-listed-volumes`);
const manifests = all.filter((manifest) => !onVolumes.includes(manifest));
const policies = all.filter(({ apiVersion }) => apiVersion.startsWith('admissionregistration'));

const list = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'classes', namespace: LISTS },
  data: { 'not-there-yet': '' },
};
const claim = (name: string, className: string = storageClassName, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: NAMESPACE, ...metadata },
  spec: {
    storageClassName: className,
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
  },
});
const accepted = { annotations: { [ACCEPT]: 'true' } };
const pod = (name: string, claims: readonly string[], labels: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: NAMESPACE, labels },
  spec: {
    terminationGracePeriodSeconds: 1,
    containers: [{ name: 'main', image: 'docker.io/library/busybox:1.36.1' }],
    volumes: claims.map((claimName, index): object => ({
      name: `v${index}`,
      persistentVolumeClaim: { claimName },
    })),
  },
});
const steered = (name: string, claimName: string) =>
  pod(name, [claimName], { 'example.com/steer': NAMESPACE });
const ephemeralPod = (name: string) => {
  const made = pod(name, []);
  return {
    ...made,
    spec: {
      ...made.spec,
      volumes: [{ name: 'cache', ephemeral: { volumeClaimTemplate: { spec: claim('x').spec } } }],
    },
  };
};

const obstacle = () => {
  const policy = manifests.find(({ kind }) => kind === 'MutatingAdmissionPolicy');
  if (process.env.KUBECONFIG && !serves(policy)) {
    return `the cluster has no ${policy.kind} in ${policy.apiVersion}`;
  }
  return existing(all).length > 0 ? 'the cluster has its objects already' : undefined;
};
const reason = obstacle();

const soon = async (missing: () => Promise<string | undefined>) =>
  eventually(Date.now() + 480_000, missing);
const create = async (object: object, ...options: string[]) =>
  kubectl(
    ['create', '--validate=strict', '-f', '-', '-o', 'json', ...options],
    JSON.stringify(object),
  );
const created = async (object: object, ...options: string[]): Promise<any> =>
  JSON.parse(
    await mustKubectl(
      ['create', '--validate=strict', '-f', '-', '-o', 'json', ...options],
      JSON.stringify(object),
    ),
  );
const apply = async (objects: readonly object[]) =>
  mustKubectl(['apply', '--validate=strict', '-f', '-'], asList(objects));
const inNamespace = ['--namespace', NAMESPACE];
const patch = async (what: string, change: object, ...options: string[]) =>
  kubectl([
    'patch',
    ...what.split('/'),
    ...inNamespace,
    '--type',
    'merge',
    '-p',
    JSON.stringify(change),
    ...options,
  ]);
const field = async (what: string, path: string) =>
  mustKubectl([
    'get',
    ...what.split('/'),
    ...inNamespace,
    '--ignore-not-found',
    '-o',
    `jsonpath={${path}}`,
  ]);
const becomes = async (what: string, path: string, wanted: string) =>
  soon(async () => {
    const now = await field(what, path);
    return now === wanted ? undefined : `${path} of ${what} is "${now}", not "${wanted}"`;
  });
/** Deletes, and waits until it is gone. */
const ends = async (what: string, ...options: string[]) =>
  kubectl(['delete', ...what.split('/'), ...inNamespace, '--timeout=60s', ...options]);
const END = { code: 0, stderr: '' };

describe('policies on local disks', () => {
  const driver = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    metadata: { name: DRIVER },
    spec: { attachRequired: false },
  };
  let isDriverOurs = false;

  beforeAll(async () => {
    if (!process.env.KUBECONFIG || reason) return;
    await mustKubectl(['create', 'namespace', NAMESPACE]);
    await mustKubectl(['create', 'namespace', LISTS]);
    isDriverOurs = existing([driver]).length === 0;
    if (isDriverOurs) await apply([driver]);
    await apply(manifests);
    await soon(async () =>
      (await create(claim('try'), '--dry-run=server')).code !== 0
        ? undefined
        : 'the policy on claims does not act yet',
    );
    await soon(async () =>
      (await created(steered('try', DURABLE.claim), '--dry-run=server')).spec.affinity
        ? undefined
        : 'the policy on pods does not act yet',
    );
  });

  afterAll(async () => {
    if (!process.env.KUBECONFIG || reason) return;
    await mustKubectl(['delete', '--ignore-not-found', '-f', '-'], asList(policies));
    await mustKubectl(['delete', '--ignore-not-found', 'namespace', NAMESPACE, LISTS]);
    const others = manifests.filter(({ kind }) =>
      ['PersistentVolume', 'StorageClass'].includes(kind),
    );
    await mustKubectl(
      ['delete', '--ignore-not-found', '-f', '-'],
      asList([...others, ...(isDriverOurs ? [driver] : [])]),
    );
    await mustKubectl([
      'delete',
      '--ignore-not-found',
      'storageclass',
      ...['wait', 'now'].map((mode) => `${NAMESPACE}-${mode}`),
    ]);
  });

  testUnless(reason, 'every expression is understood by the API server', async () => {
    await apply(onVolumes);
    const names = policies
      .filter(({ kind }) => kind === 'ValidatingAdmissionPolicy')
      .map(({ metadata }) => metadata.name as string);
    for (const name of names) {
      await becomes(`validatingadmissionpolicy/${name}`, '.status.typeChecking', '{}');
    }
    await mustKubectl(['delete', '-f', '-'], asList(onVolumes));
  });

  testUnless(
    reason,
    'the classes of a ConfigMap count, whether the cluster has them or not',
    async () => {
      await apply([list]);
      await soon(async () =>
        (await create(claim('x', 'not-there-yet'), '--dry-run=server')).code !== 0
          ? undefined
          : 'the policy with a ConfigMap does not act',
      );
      expect((await create(claim('x', 'not-there-yet'), '--dry-run=server')).stderr).toContain(
        REFUSAL,
      );
      await created(claim('x', 'not-there-yet', accepted), '--dry-run=server');
      await created(claim('x', 'elsewhere'), '--dry-run=server');
    },
  );

  describe('without the ConfigMap of the classes', () => {
    const unrelated = {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `${NAMESPACE}-unrelated` },
    };
    const set = (name: string, templates: readonly object[]) => ({
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name, namespace: NAMESPACE },
      spec: {
        replicas: 0,
        serviceName: name,
        selector: { matchLabels: { app: name } },
        template: {
          metadata: { labels: { app: name } },
          spec: { containers: pod('x', []).spec.containers },
        },
        volumeClaimTemplates: templates,
      },
    });

    beforeAll(async () => {
      if (!process.env.KUBECONFIG || reason) return;
      const held = { ...claim('held', 'elsewhere'), metadata: { name: 'held', namespace: LISTS } };
      await apply([held, claim('old', 'elsewhere')]);
      await mustKubectl(['delete', '--ignore-not-found', 'configmap', 'classes', '-n', LISTS]);
      await soon(async () =>
        (await create(claim('x', 'not-there-yet'), '--dry-run=server')).stderr.includes(REFUSAL)
          ? 'the ConfigMap still counts'
          : undefined,
      );
    });

    afterAll(async () => {
      if (!process.env.KUBECONFIG || reason) return;
      await kubectl(['delete', 'pv', unrelated.metadata.name]);
    });

    testUnless(reason, 'claims of other classes are made, bound and deleted', async () => {
      await apply([
        {
          ...unrelated,
          spec: {
            accessModes: ['ReadWriteOnce'],
            capacity: { storage: '1Gi' },
            storageClassName: 'elsewhere',
            persistentVolumeReclaimPolicy: 'Retain',
            // The other claims of the class wait for a volume, too.
            claimRef: { namespace: NAMESPACE, name: 'new' },
            nfs: { server: 'nfs.example.com', path: '/' },
          },
        },
      ]);
      await created({
        ...claim('new', 'elsewhere'),
        spec: { ...claim('new', 'elsewhere').spec, volumeName: unrelated.metadata.name },
      });
      await becomes('pvc/new', '.status.phase', 'Bound');
      expect(await ends('pvc/new')).toMatchObject(END);
      expect(await ends('pvc/old')).toMatchObject(END);
    });

    testUnless(
      reason,
      'StatefulSets and pods that have nothing to do with local disks are made',
      async () => {
        await created(set('plain', []), '--dry-run=server');
        await created(set('other', [claim('data', 'elsewhere')]), '--dry-run=server');
        await created(pod('plain', []), '--dry-run=server');
      },
    );

    testUnless(
      reason,
      'claims, templates and pods of the classes of the driver are still refused',
      async () => {
        expect((await create(claim('x'), '--dry-run=server')).stderr).toContain(REFUSAL);
        expect(
          (
            await create(
              set('x', [{ metadata: { name: 'data' }, spec: claim('x').spec }]),
              '--dry-run=server',
            )
          ).stderr,
        ).toContain(REFUSAL);
        const onNode = {
          ...ephemeralPod('x'),
          spec: { ...ephemeralPod('x').spec, nodeName: 'node-1' },
        };
        expect((await create(onNode, '--dry-run=server')).stderr).toContain(
          'the local volumes of a pod with nodeName are never created',
        );
      },
    );

    testUnless(reason, "claims of the driver's classes are deleted", async () => {
      await created(claim('going', storageClassName, accepted));
      expect(await ends('pvc/going')).toMatchObject(END);
    });

    testUnless(reason, 'the namespace of the ConfigMap ends, with the claim in it', async () => {
      expect(await kubectl(['delete', 'namespace', LISTS, '--timeout=60s'])).toMatchObject(END);
    });
  });

  describe('a claim that was admitted', () => {
    testUnless(
      reason,
      'keeps the annotation that admitted it, whichever way it is taken off',
      async () => {
        await created(claim('kept', storageClassName, accepted));
        for (const value of [null, 'false', '']) {
          expect(
            (await patch('pvc/kept', { metadata: { annotations: { [ACCEPT]: value } } })).stderr,
          ).toContain(ANNOTATION_STAYS);
        }
        expect(
          (
            await patch(
              'pvc/kept',
              { metadata: { annotations: { [ACCEPT]: null } } },
              '--subresource=status',
            )
          ).stderr,
        ).toContain(ANNOTATION_STAYS);
        expect(
          (await kubectl(['replace', '-f', '-'], JSON.stringify(claim('kept')))).stderr,
        ).toContain(ANNOTATION_STAYS);
        expect(
          await patch('pvc/kept', { metadata: { annotations: { other: 'x' } } }),
        ).toMatchObject(END);
      },
    );

    testUnless(
      reason,
      'is let go by whatever holds it, with or without its annotation',
      async () => {
        expect(
          await patch('pvc/kept', { metadata: { finalizers: ['example.com/hold'] } }),
        ).toMatchObject(END);
        await mustKubectl(['delete', 'pvc', 'kept', ...inNamespace, '--wait=false']);
        expect(
          await patch('pvc/kept', { metadata: { annotations: { [ACCEPT]: null } } }),
        ).toMatchObject(END);
        expect(await patch('pvc/kept', { metadata: { finalizers: null } })).toMatchObject(END);
        await becomes('pvc/kept', '.metadata.name', '');
      },
    );

    testUnless(
      reason,
      'keeps the pod that controls it, but for a pod that ends and leaves it behind',
      async () => {
        await created(ephemeralPod('owner'));
        await becomes('pod/owner', '.status.phase', 'Running');
        const [owner] = JSON.parse(await field('pvc/owner-cache', '.metadata.ownerReferences'));
        for (const ownerReferences of [null, [], [{ ...owner, controller: false }]]) {
          expect(
            (await patch('pvc/owner-cache', { metadata: { ownerReferences } })).stderr,
          ).toContain(OWNER_STAYS);
          expect(
            (
              await patch(
                'pvc/owner-cache',
                { metadata: { ownerReferences } },
                '--subresource=status',
              )
            ).stderr,
          ).toContain(OWNER_STAYS);
        }
        expect(await ends('pod/owner', '--cascade=orphan')).toMatchObject(END);
        expect(await field('pvc/owner-cache', '.metadata.ownerReferences')).toBe('');
        expect(await ends('pvc/owner-cache')).toMatchObject(END);
      },
    );

    testUnless(
      reason,
      'may come to accept the loss instead, and goes with its pod otherwise',
      async () => {
        await created(ephemeralPod('accepting'));
        await becomes('pod/accepting', '.status.phase', 'Running');
        const { annotations } = accepted;
        expect(
          await patch(
            'pvc/accepting-cache',
            { metadata: { annotations, ownerReferences: null } },
            '--dry-run=server',
          ),
        ).toMatchObject(END);
        expect(await ends('pod/accepting')).toMatchObject(END);
        await becomes('pvc/accepting-cache', '.metadata.name', '');
      },
    );
  });

  describe('a claim that came before its class', () => {
    const className = (mode: string) => `${NAMESPACE}-${mode}`;
    const late = (mode: string, volumeBindingMode: string) => ({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: className(mode) },
      provisioner: DRIVER,
      volumeBindingMode,
    });

    testUnless(
      reason,
      'gets no node, and its pod waits and says why, until it accepts the loss',
      async () => {
        await created(claim('early', className('wait')));
        await apply([late('wait', 'WaitForFirstConsumer')]);
        await created(pod('early', ['early']));
        await soon(async () => {
          const events = await mustKubectl([
            'get',
            'events',
            ...inNamespace,
            '--field-selector',
            'involvedObject.name=early',
            '-o',
            'jsonpath={.items[*].message}',
          ]);
          return events.includes(REFUSAL) ? undefined : `nothing says why the pod waits: ${events}`;
        });
        expect(await field('pvc/early', '.status.phase')).toBe('Pending');
        expect(await patch('pvc/early', { metadata: accepted })).toMatchObject(END);
        await becomes('pod/early', '.status.phase', 'Running');
        await ends('pod/early');
        expect(await ends('pvc/early')).toMatchObject(END);
      },
    );

    testUnless(
      reason,
      'is not provisioned by a class that binds at once, and is deleted',
      async () => {
        await created(claim('sudden', className('now')));
        await apply([late('now', 'Immediate')]);
        await new Promise((resolve) => setTimeout(resolve, 5_000));
        expect(await field('pvc/sudden', '.spec.volumeName')).toBe('');
        expect(await field('pvc/sudden', '.metadata.annotations')).toBe('');
        expect(
          (
            await kubectl([
              'annotate',
              'pvc',
              'sudden',
              ...inNamespace,
              `volume.kubernetes.io/storage-provisioner=${DRIVER}`,
            ])
          ).stderr,
        ).toContain(REFUSAL);
        expect(await ends('pvc/sudden')).toMatchObject(END);
      },
    );
  });

  describe('the node of a volume', () => {
    const byHand = {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `${NAMESPACE}-by-hand`, annotations: { [SELECTED]: 'node-2' } },
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '1Gi' },
        storageClassName: 'elsewhere',
        csi: {
          driver: DRIVER,
          volumeHandle: `containerstorage#${NAMESPACE}-by-hand`,
          volumeAttributes: { [`${DRIVER}/selected-initial-node`]: 'node-1' },
        },
      },
    };
    const select = async (value: string | null, ...options: string[]) =>
      patch(
        `pv/${byHand.metadata.name}`,
        { metadata: { annotations: { [SELECTED]: value } } },
        ...options,
      );

    afterAll(async () => {
      if (!process.env.KUBECONFIG || reason) return;
      await mustKubectl(['delete', '--ignore-not-found', '-f', '-'], asList(onVolumes));
      await mustKubectl(['delete', '--ignore-not-found', 'pv', byHand.metadata.name]);
    });

    testUnless(
      reason,
      'is neither emptied nor taken off, by way of the status either, and may be another one',
      async () => {
        await apply([byHand, ...onVolumes]);
        await soon(async () =>
          (await select('', '--dry-run=server')).code !== 0
            ? undefined
            : 'the policy on volumes does not act yet',
        );
        expect((await select('')).stderr).toContain(
          `${SELECTED} must not be empty: every node would remove the data`,
        );
        expect((await select('', '--subresource=status')).stderr).toContain(
          `${SELECTED} must not be empty`,
        );
        expect((await select(null)).stderr).toContain(`${SELECTED} must stay`);
        expect((await select(null, '--subresource=status')).stderr).toContain(
          `${SELECTED} must stay`,
        );
        expect(await select('node-3')).toMatchObject(END);
        expect(
          await patch(`pv/${byHand.metadata.name}`, { metadata: { annotations: { other: 'x' } } }),
        ).toMatchObject(END);
      },
    );

    testUnless(reason, 'holds no volume that ends', async () => {
      expect(
        await patch(`pv/${byHand.metadata.name}`, {
          metadata: { finalizers: ['example.com/hold'] },
        }),
      ).toMatchObject(END);
      await mustKubectl(['delete', 'pv', byHand.metadata.name, '--wait=false']);
      expect(await select(null)).toMatchObject(END);
      expect(
        await patch(`pv/${byHand.metadata.name}`, { metadata: { finalizers: null } }),
      ).toMatchObject(END);
      await becomes(`pv/${byHand.metadata.name}`, '.metadata.name', '');
    });
  });

  describe('a claim that is made anew', () => {
    const anew = (name: string, nodeName: string, mode: string, claimName: string) => ({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `${NAMESPACE}-${name}` },
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '1Gi' },
        storageClassName,
        claimRef: {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          namespace: NAMESPACE,
          name: claimName,
        },
        csi: {
          driver: DRIVER,
          volumeHandle: `containerstorage#${NAMESPACE}-${name}`,
          volumeAttributes: {
            [`${DRIVER}/selected-initial-node`]: nodeName,
            [`${DRIVER}/failover-mode`]: mode,
          },
        },
      },
    });
    const node = (name: string) => ({ key: KEY, operator: 'In', values: [name] });

    // What cannot be recycled has failed.
    for (const [{ volume, claim: claimName }, mode, phase, policy] of [
      [DURABLE, 'durability', 'Released', 'Retain'],
      [AVAILABLE, 'availability', 'Failed', 'Recycle'],
    ] as const) {
      testUnless(
        reason,
        `leads its pods to its new volume only, with ${mode}, where the old one is ${phase}`,
        async () => {
          const again = anew(`anew-${mode}`, 'node-1', mode, claimName);
          await becomes(`pvc/${claimName}`, '.status.phase', 'Bound');
          expect(
            await patch(`pv/${volume}`, { spec: { persistentVolumeReclaimPolicy: policy } }),
          ).toMatchObject({ code: 0 });
          expect(await ends(`pvc/${claimName}`)).toMatchObject(END);
          await becomes(`pv/${volume}`, '.status.phase', phase);
          await apply([
            again,
            ...manifests
              .filter(
                ({ kind, metadata }) =>
                  kind === 'PersistentVolumeClaim' && metadata.name === claimName,
              )
              .map((one) => ({ ...one, spec: { ...one.spec, volumeName: undefined } })),
          ]);
          await becomes(`pvc/${claimName}`, '.spec.volumeName', again.metadata.name);
          await becomes(`pv/${again.metadata.name}`, '.status.phase', 'Bound');
          const affinity = async () =>
            (await created(steered('try', claimName), '--dry-run=server')).spec.affinity;
          await soon(async () =>
            JSON.stringify(await affinity())?.includes('node-1')
              ? undefined
              : 'the policy does not see the new volume yet',
          );
          const term = { matchExpressions: [node('node-1')] };
          const nodeAffinity =
            mode === 'durability'
              ? { [REQUIRED]: { nodeSelectorTerms: [term] } }
              : { [PREFERRED]: [{ weight: 100, preference: term }] };
          expect(await affinity()).toEqual({ nodeAffinity });
          await created(steered(`anew-${mode}`, claimName));
          await becomes(`pod/anew-${mode}`, '.spec.nodeName', 'node-1');
          await ends(`pod/anew-${mode}`);
          await ends(`pvc/${claimName}`);
          await mustKubectl(['delete', 'pv', again.metadata.name, volume]);
        },
      );
    }
  });
});

/** Claim templates of StatefulSets that others made. */
import { ApiObject, App, Chart, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  ClaimTemplate,
  ClaimOptions,
  ClaimTemplates,
  EphemeralVolume,
  Findings,
  FindingsError,
  Claim,
  Target,
  VolumeChecks,
  VolumeOwnership,
  VolumesApp,
  VolumeTopology,
} from '../../src';
import { diffObjects } from '../../src/diff';
import { Manifest } from '../../src/kube';
import { checkClaimTemplate, ClaimTemplateSpec, withClaimTemplates } from '../../src/storage/core';
import * as fc from '../support/fast-check';
import { holdsFor } from '../support/properties';
import { problemsOf } from '../support/validate';

const IMAGE = 'registry.example.com/db:1.0.0';
const TEN: ClaimOptions = { storage: Size.gibibytes(10), storageClassName: 'fast' };

function shop(app: App = new App()) {
  const chart = new Chart(app, 'shop', { namespace: 'shop', disableResourceNameHashes: true });
  const service = new kplus.Service(chart, 'service', { ports: [{ port: 5432 }] });
  const db = new kplus.StatefulSet(chart, 'db', {
    service,
    replicas: 2,
    containers: [{ image: IMAGE }],
  });
  return { app, chart, db };
}

/** A StatefulSet as a plain object, with more in its spec and its pod. */
function plain(chart: Chart, spec: object = {}, pod: object = {}): ApiObject {
  return new ApiObject(chart, 'plain', {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'plain' },
    spec: {
      selector: { matchLabels: { app: 'plain' } },
      serviceName: 'plain',
      template: {
        metadata: { labels: { app: 'plain' } },
        spec: {
          containers: [{ name: 'main', image: IMAGE }],
          initContainers: [{ name: 'init', image: IMAGE }],
          ...pod,
        },
      },
      ...spec,
    },
  } as never);
}

const specOf = (object: ApiObject) => object.toJson().spec;
const told = (app: App) =>
  Findings.of(app).all.map(
    ({ severity, construct, path, message, remedy, rule }) =>
      `${severity} ${construct}: ${path === '' ? '' : `${path}: `}${message}; ${remedy} (${rule})`,
  );
const thrown = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (error instanceof FindingsError) {
      return error.findings.map(
        ({ path, message, remedy, rule }) => `${path}: ${message}; ${remedy} (${rule})`,
      );
    }
    throw error;
  }
  return [];
};

describe('what is written', () => {
  test('a template, and what the StatefulSet keeps of its claims', () => {
    const { app, db } = shop();
    const claims = ClaimTemplates.of(db).useRetentionPolicy({
      whenScaled: kplus.PersistentVolumeReclaimPolicy.DELETE,
    });
    db.containers[0].mount('/var/lib/db', claims.add('data', TEN), {
      subPath: 'db',
      readOnly: true,
    });
    claims.useRetentionPolicy({ whenDeleted: kplus.PersistentVolumeReclaimPolicy.RETAIN });
    expect(told(app)).toEqual([]);
    const { volumeClaimTemplates, persistentVolumeClaimRetentionPolicy, template } = specOf(
      ApiObject.of(db),
    );
    expect(volumeClaimTemplates).toEqual([
      {
        metadata: { name: 'data' },
        spec: {
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: '10Gi' } },
          storageClassName: 'fast',
        },
      },
    ]);
    expect(persistentVolumeClaimRetentionPolicy).toEqual({
      whenDeleted: 'Retain',
      whenScaled: 'Delete',
    });
    expect(template.spec.containers[0].volumeMounts).toEqual([
      { name: 'data', mountPath: '/var/lib/db', subPath: 'db', readOnly: true },
    ]);
    expect(template.spec).not.toHaveProperty('volumes');
    expect(problemsOf(ApiObject.of(db).toJson())).toEqual([]);
  });

  test('everything that a claim can ask for', () => {
    const { chart } = shop();
    const set = plain(chart);
    ClaimTemplates.of(set)
      .add('data', {
        storage: Size.mebibytes(1536),
        accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE_POD],
        storageClassName: '',
        volumeMode: kplus.PersistentVolumeMode.BLOCK,
        dataSource: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'monday' },
        volumeAttributesClassName: 'gold',
        labels: { team: 'shop' },
        annotations: { 'example.com/owner': 'shop' },
        additionalFields: { selector: { matchLabels: { tier: 'gold' } } },
      })
      .mountInto('main', '/dev/xvda');
    const { volumeClaimTemplates, template } = specOf(set);
    expect(volumeClaimTemplates).toEqual([
      {
        metadata: {
          name: 'data',
          labels: { team: 'shop' },
          annotations: { 'example.com/owner': 'shop' },
        },
        spec: {
          accessModes: ['ReadWriteOncePod'],
          dataSource: {
            apiGroup: 'snapshot.storage.k8s.io',
            kind: 'VolumeSnapshot',
            name: 'monday',
          },
          resources: { requests: { storage: '1536Mi' } },
          selector: { matchLabels: { tier: 'gold' } },
          storageClassName: '',
          volumeAttributesClassName: 'gold',
          volumeMode: 'Block',
        },
      },
    ]);
    expect(template.spec.containers[0].volumeDevices).toEqual([
      { name: 'data', devicePath: '/dev/xvda' },
    ]);
  });

  test('mounts by the name of a container, for a StatefulSet that is not of cdk8s-plus', () => {
    const { app, chart } = shop();
    const set = plain(chart, {}, { volumes: [{ name: 'scratch', emptyDir: {} }] });
    ClaimTemplates.of(set)
      .add('data', TEN)
      .mountInto('main', '/data', {
        subPath: 'a',
        readOnly: true,
        propagation: kplus.MountPropagation.HOST_TO_CONTAINER,
      })
      .mountInto('init', '/data');
    const { containers, initContainers, volumes } = specOf(set).template.spec;
    expect(told(app)).toEqual([]);
    expect(containers[0].volumeMounts).toEqual([
      {
        name: 'data',
        mountPath: '/data',
        subPath: 'a',
        readOnly: true,
        mountPropagation: 'HostToContainer',
      },
    ]);
    expect(initContainers[0].volumeMounts).toEqual([{ name: 'data', mountPath: '/data' }]);
    expect(volumes).toEqual([{ name: 'scratch', emptyDir: {} }]);
  });

  test('templates that are there already come first', () => {
    const { chart } = shop();
    const set = plain(chart, {
      volumeClaimTemplates: [{ metadata: { name: 'logs' }, spec: {} }],
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
    });
    ClaimTemplates.of(set)
      .useRetentionPolicy({ whenScaled: kplus.PersistentVolumeReclaimPolicy.DELETE })
      .add('data', TEN);
    ClaimTemplates.of(set).add('more', TEN);
    expect(specOf(set).volumeClaimTemplates.map((one: Manifest) => one.metadata.name)).toEqual([
      'logs',
      'data',
      'more',
    ]);
    expect(specOf(set).persistentVolumeClaimRetentionPolicy).toEqual({
      whenDeleted: 'Delete',
      whenScaled: 'Delete',
    });
  });

  test('the same bytes in App and VolumesApp', () => {
    const [usual, fast] = [new App(), new VolumesApp()].map((app) => {
      const { db } = shop(app);
      db.containers[0].mount('/data', ClaimTemplates.of(db).add('data', TEN));
      return app.synthYaml();
    });
    expect(fast).toBe(usual);
  });

  test('the name of a claim is that of the template, the StatefulSet and the ordinal', () => {
    const { db } = shop();
    const data = ClaimTemplates.of(db).add('data', TEN);
    expect(data.claimName(2)).toBe('data-shop-db-2');
    for (const ordinal of [-1, 0.5]) {
      expect(thrown(() => data.claimName(ordinal))).toEqual([
        `ordinal: ${ordinal} is not the ordinal of a pod; use a whole number such as 0 (storage/template-workload)`,
      ]);
    }
  });
});

describe('what others see', () => {
  test('the topology has the claims, and their group can be given', () => {
    const { app, chart } = shop();
    const db = new kplus.StatefulSet(chart, 'one', {
      replicas: 1,
      service: new kplus.Service(chart, 'other', { ports: [{ port: 1 }] }),
      containers: [{ image: IMAGE }],
    });
    const ownership = VolumeOwnership.of(db);
    const data = ClaimTemplates.of(db).add('data', TEN);
    db.containers[0].mount('/data', data);
    ownership.setGroup(2000, { hints: { data: { driver: 'ebs.csi.aws.com', fsType: 'ext4' } } });
    expect(
      VolumeTopology.of(chart).consumersOf(Claim.fromClaimName(chart, 'first', data.claimName(0))),
    ).toHaveLength(1);
    expect(ownership.explain()).toEqual([expect.stringContaining('data')]);
    expect(specOf(ApiObject.of(db)).template.spec.securityContext.fsGroup).toBe(2000);
    expect(Findings.of(app).all.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('the rules on claims judge the templates, without being asked', () => {
    const { app, db } = shop();
    Target.enable(app, { kubernetes: '1.22' });
    db.containers[0].mount(
      '/data',
      ClaimTemplates.of(db)
        .useRetentionPolicy({ whenDeleted: kplus.PersistentVolumeReclaimPolicy.DELETE })
        .add('data', { ...TEN, additionalFields: { storageClasName: 'x' } }),
    );
    expect(told(app)).toEqual([
      expect.stringContaining(
        'shop/db/Resource/data: additionalFields.storageClasName: unknown field "storageClasName"',
      ),
      expect.stringContaining(
        'shop/db/Resource: spec.volumeClaimTemplates[0].spec.storageClasName: unknown field "storageClasName"',
      ),
      expect.stringContaining(
        'Kubernetes 1.22 does not support persistentVolumeClaimRetentionPolicy',
      ),
    ]);
  });
});

describe('what is refused', () => {
  test('a workload that is not a StatefulSet', () => {
    const { chart } = shop();
    const web = new kplus.Deployment(chart, 'web', { containers: [{ image: IMAGE }] });
    const notebook = new ApiObject(chart, 'notebook', {
      apiVersion: 'kubeflow.org/v1',
      kind: 'Notebook',
    });
    const other =
      'is not a StatefulSet, so it has no claim templates; pass a StatefulSet; for other workloads, mount a claim or an EphemeralVolume (storage/template-workload)';
    expect(thrown(() => ClaimTemplates.of(web))).toEqual([`: shop/web ${other}`]);
    expect(thrown(() => ClaimTemplates.of(notebook))).toEqual([`: shop/notebook ${other}`]);
    expect(thrown(() => ClaimTemplates.of(undefined as never))).toEqual([`: undefined ${other}`]);
  });

  test.each<[string, string, Partial<ClaimOptions>, string[]]>([
    [
      'a name that is no label',
      'my.data',
      {},
      [
        'name: "my.data": must not contain dots; use at most 63 lower-case letters, digits and dashes (storage/template-name)',
      ],
    ],
    [
      'no size',
      'data',
      { storage: undefined },
      ['storage: there is no size; use a size such as 10Gi or 500M (storage/quantity)'],
    ],
    [
      'a class that cannot be',
      'data',
      { storageClassName: 'No Class' },
      [expect.stringContaining('storageClassName: "No Class"') as never],
    ],
    [
      'an access mode that there is not',
      'data',
      { accessModes: ['ReadWriteTwice' as never] },
      [
        'accessModes[0]: "ReadWriteTwice" is not a valid access mode; must be one of ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod (storage/access-mode)',
      ],
    ],
    [
      'an option that there is not',
      'data',
      { size: '1Gi' } as never,
      [expect.stringContaining('"size"') as never],
    ],
  ])('%s, and nothing is left of it', (_, name, options, messages) => {
    const { chart, db } = shop();
    const given = { ...TEN, ...options } as ClaimOptions;
    const checked = ClaimTemplates.check(db, name, given).map(
      ({ path, message, remedy, rule }) => `${path}: ${message}; ${remedy} (${rule})`,
    );
    expect(checked).toEqual(messages);
    expect(thrown(() => ClaimTemplates.of(db).add(name, given))).toEqual(messages);
    expect(specOf(ApiObject.of(db))).not.toHaveProperty('volumeClaimTemplates');
    expect(chart.node.findAll().filter((one) => one instanceof ClaimTemplate)).toEqual([]);
  });

  test('a second template of one name', () => {
    const { db } = shop();
    ClaimTemplates.of(db).add('data', TEN);
    const twice =
      'name: the StatefulSet already has a claim template "data"; use another name (storage/template-twice)';
    expect(thrown(() => ClaimTemplates.of(db).add('data', TEN))).toEqual([twice]);
    expect(ClaimTemplates.check(db, 'data', TEN).map(({ rule }) => rule)).toEqual([
      'storage/template-twice',
    ]);
    expect(specOf(ApiObject.of(db)).volumeClaimTemplates).toHaveLength(1);
  });

  test('a template whose name a volume of the pods has', () => {
    const { app, db } = shop();
    const cache = new EphemeralVolume(db, 'cache', { storage: Size.gibibytes(1) });
    db.containers[0].mount('/cache', cache);
    ClaimTemplates.of(db).add('cache', TEN);
    expect(told(app)).toEqual([
      'error shop/db/Resource/cache: name: the pods have a volume "cache" already, which the claim would silently replace; use another name (storage/template-twice)',
    ]);
  });

  test('a retention that there is not', () => {
    const { db } = shop();
    expect(
      thrown(() =>
        ClaimTemplates.of(db).useRetentionPolicy({
          whenDeleted: 'Recycle' as kplus.PersistentVolumeReclaimPolicy,
        }),
      ),
    ).toEqual([
      'whenDeleted: "Recycle" is not a valid value; must be one of Delete, Retain (input/type)',
    ]);
  });

  test('an option of a mount that there is not', () => {
    const { chart } = shop();
    const data = ClaimTemplates.of(plain(chart)).add('data', TEN);
    expect(thrown(() => data.mountInto('main', '/data', { readOnly: 'yes' as never }))).toEqual([
      'readOnly: "yes" is neither true nor false; use true or false (input/type)',
    ]);
    expect(
      specOf(ApiObject.of(chart.node.findChild('plain'))).template.spec.containers[0],
    ).not.toHaveProperty('volumeMounts');
  });

  test('a mount in a container that there is not', () => {
    const { app, chart } = shop();
    ClaimTemplates.of(plain(chart)).add('data', TEN).mountInto('mian', '/data');
    expect(told(app)).toEqual([
      'error shop/plain/data: containerName: the StatefulSet has no container "mian"; perhaps you meant "main" (storage/template-mount)',
      'warning shop/plain: spec.volumeClaimTemplates[0]: no container mounts the claim template "data": nothing that the pod writes gets there; add it to the volumeMounts of a container, or remove it (files/unmounted-claim)',
    ]);
  });

  test('a template that no container mounts is a warning', () => {
    const { app, db } = shop();
    ClaimTemplates.of(db).add('data', TEN);
    expect(told(app)).toEqual([
      'warning shop/db/Resource: no container mounts the claim template "data", so each pod gets a volume that nothing uses; mount it into a container, or remove it (storage/template-unused)',
    ]);
  });

  test('a volume of that name in other pods is their own', () => {
    const { app, chart, db } = shop();
    db.containers[0].mount('/data', ClaimTemplates.of(db).add('data', TEN));
    const own = {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    };
    const containers = [
      { name: 'main', image: IMAGE, volumeMounts: [{ name: 'data', mountPath: '/data' }] },
    ];
    plain(chart, { volumeClaimTemplates: [own] }, { containers, volumes: [{ name: 'data' }] });
    new ApiObject(chart, 'scratch', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'scratch' },
      spec: { containers, volumes: [{ name: 'data' }] },
    } as never);
    expect(told(app).filter((line) => line.includes('template-workload'))).toEqual([]);
  });

  test('a template in the pods of another workload', () => {
    const { app, chart, db } = shop();
    const data = ClaimTemplates.of(db).add('data', TEN);
    db.containers[0].mount('/data', data);
    const web = new kplus.Deployment(chart, 'web', { containers: [{ image: IMAGE }] });
    web.containers[0].mount('/data', data);
    expect(told(app)).toEqual([
      'error shop/web/Resource: spec.template.spec.volumes: Deployment "shop-web" mounts the claim template "data" of shop/db/Resource, ' +
        'which here would be an empty directory; mount it in the containers of its StatefulSet; elsewhere, mount a claim (storage/template-workload)',
    ]);
  });
});

describe('a check', () => {
  test('leaves the StatefulSet as it was', () => {
    const { app, db } = shop();
    const before = app.synthYaml();
    expect(
      ClaimTemplates.check(db, 'data', TEN).filter(({ severity }) => severity === 'error'),
    ).toEqual([]);
    expect(app.synthYaml()).toBe(before);
  });

  test('of something else finds what `of` throws', () => {
    const { chart } = shop();
    expect(ClaimTemplates.check(chart, 'data', TEN).map(({ rule }) => rule)).toEqual([
      'storage/template-workload',
    ]);
  });
});

describe('growth', () => {
  /** What is written for a size, in a cluster whose class lets claims grow or not. */
  function manifests(
    storage: Size,
    allowVolumeExpansion = true,
    whenScaled = kplus.PersistentVolumeReclaimPolicy.RETAIN,
  ): Manifest[] {
    const { app, db } = shop();
    ClaimTemplates.of(db).useRetentionPolicy({ whenScaled });
    VolumeChecks.enable(app);
    db.containers[0].mount(
      '/data',
      ClaimTemplates.of(db).add('data', { storage, storageClassName: 'fast' }),
    );
    const fast = {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'fast' },
      provisioner: 'fake.csi.test',
      allowVolumeExpansion,
    };
    return [fast, ...app.charts.flatMap((chart) => chart.toJson() as Manifest[])];
  }

  test('diff has the plan: claims stay, the StatefulSet adopts them, and they grow', () => {
    const { plans } = diffObjects(manifests(Size.gibibytes(10)), manifests(Size.gibibytes(20)), {
      isPlanned: true,
    });
    expect(plans).toHaveLength(1);
    const [remove, create, ...grow] = plans![0].steps;
    expect(remove.commands).toEqual([
      'kubectl delete statefulset.apps/shop-db --namespace shop --cascade=orphan',
    ]);
    expect(create.manifests).toEqual([manifests(Size.gibibytes(20)).at(-1)]);
    expect(
      grow.flatMap(({ commands = [] }) => commands).filter((line) => line.includes(' patch ')),
    ).toEqual(
      [0, 1].map(
        (ordinal) =>
          `kubectl patch persistentvolumeclaim/data-shop-db-${ordinal} --namespace shop --type=merge --patch '{"spec":{"resources":{"requests":{"storage":"20Gi"}}}}'`,
      ),
    );
  });

  test('before, claims are kept that would go with their pods, and the class lets them grow', () => {
    const of = (storage: Size) =>
      manifests(storage, false, kplus.PersistentVolumeReclaimPolicy.DELETE);
    const { plans } = diffObjects(of(Size.gibibytes(10)), of(Size.gibibytes(20)), {
      isPlanned: true,
    });
    expect(
      plans![0].steps
        .flatMap(({ commands = [], manifests: made = [] }) => [
          ...commands,
          ...made.map(({ kind }) => String(kind)),
        ])
        .map((line) => line.split(' ').slice(0, 3).join(' ')),
    ).toEqual([
      'kubectl patch statefulset.apps/shop-db',
      'kubectl delete statefulset.apps/shop-db',
      'StatefulSet',
      'kubectl patch storageclass.storage.k8s.io/fast',
      'kubectl patch persistentvolumeclaim/data-shop-db-0',
      'kubectl patch persistentvolumeclaim/data-shop-db-1',
    ]);
  });

  test('a size that shrinks is copied', () => {
    const { plans } = diffObjects(manifests(Size.gibibytes(20)), manifests(Size.gibibytes(10)), {
      isPlanned: true,
    });
    expect(
      plans![0].steps.flatMap(({ manifests: made = [] }) => made.map(({ kind }) => kind)),
    ).toContain('Job');
  });
});

holdsFor<ClaimTemplateSpec>('a claim template', {
  check: checkClaimTemplate,
  build: (template) => [
    withClaimTemplates(bare(), {
      templates: [{ template, mounts: [{ containerName: 'main', path: '/data' }] }],
      retention: { whenScaled: 'Delete' },
    }),
  ],
  fine: fc.record(
    {
      name: fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,30}[a-z0-9])?$/),
      labels: fc.dictionary(fc.constantFrom('a', 'example.com/b'), fc.constantFrom('', 'x')),
      annotations: fc.dictionary(
        fc.constantFrom('a', 'example.com/b'),
        fc.string({ maxLength: 9 }),
      ),
      storage: fc.constantFrom('1', '1Gi', '0.5Ti'),
      accessModes: fc.constantFrom(
        ['ReadWriteMany'],
        ['ReadWriteOnce', 'ReadOnlyMany'],
        ['ReadWriteOncePod'],
      ),
      storageClassName: fc.constantFrom('', 'fast'),
      volumeMode: fc.constantFrom('Filesystem', 'Block'),
      volumeAttributesClassName: fc.constant('gold'),
      dataSource: fc.constantFrom({ kind: 'PersistentVolumeClaim', name: 'old' }),
      dataSourceRef: fc.constantFrom({ kind: 'PersistentVolumeClaim', name: 'old' }),
    },
    { requiredKeys: ['name', 'storage', 'accessModes'] },
  ),
  fields: [
    'name',
    'labels',
    'annotations',
    'storage',
    'accessModes',
    'storageClassName',
    'volumeMode',
    'volumeAttributesClassName',
    'dataSource',
    'dataSourceRef',
  ],
});

function bare(volumes: readonly object[] = []): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db' },
    spec: {
      selector: { matchLabels: { app: 'db' } },
      serviceName: 'db',
      template: {
        metadata: { labels: { app: 'db' } },
        spec: { containers: [{ name: 'main', image: IMAGE }], volumes },
      },
    },
  } as unknown as Manifest;
}

test('what was extended once stays as it is', () => {
  const added = {
    templates: [
      {
        template: { name: 'data', storage: '1Gi', accessModes: ['ReadWriteOnce'] },
        mounts: [{ containerName: 'main', path: '/data' }],
      },
    ],
  };
  const once = withClaimTemplates(
    bare([{ name: 'data' }, { name: 'scratch', emptyDir: {} }]),
    added,
  );
  expect((once as any).spec.template.spec.volumes).toEqual([{ name: 'scratch', emptyDir: {} }]);
  expect(withClaimTemplates(once, added)).toEqual(once);
});

describe('what others wrote into the StatefulSet stays', () => {
  const template = { name: 'data', storage: '1Gi', accessModes: ['ReadWriteOnce'] };
  const podOf = (manifest: Manifest) => (manifest as any).spec.template.spec;

  test('volumes that stand for templates of others, and lists of containers that there are not', () => {
    const pod = podOf(
      withClaimTemplates(bare([{ name: 'logs' }, { name: 'data' }]), { templates: [{ template }] }),
    );
    expect(pod).toEqual({
      containers: [{ name: 'main', image: IMAGE }],
      volumes: [{ name: 'logs' }],
    });
    const mounts = [{ containerName: 'main', path: '/data' }];
    expect(
      Object.keys(podOf(withClaimTemplates(bare(), { templates: [{ template, mounts }] }))),
    ).toEqual(['containers']);
  });

  test.each([
    ['Filesystem', 'volumeMounts', 'mountPath'],
    ['Block', 'volumeDevices', 'devicePath'],
  ])('mounts of a %s, but for the same one', (volumeMode, field, path) => {
    const given = [
      { name: 'logs', [path]: '/data' },
      { name: 'data', [path]: '/other' },
      { name: 'data', [path]: '/data' },
    ];
    const manifest = bare() as any;
    manifest.spec.template.spec.containers[0][field] = given;
    const added = withClaimTemplates(manifest, {
      templates: [
        {
          template: { ...template, volumeMode },
          mounts: [{ containerName: 'main', path: '/data' }],
        },
      ],
    });
    expect(podOf(added).containers[0][field]).toEqual(given);
  });
});

test('a template of the same name that somebody else wrote is an error', () => {
  const { app, chart } = shop();
  const set = plain(chart, {
    volumeClaimTemplates: [
      {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    ],
  });
  ClaimTemplates.of(set).add('data', TEN).mountInto('main', '/data');
  expect(told(app)).toEqual([
    'error shop/plain/data: name: the StatefulSet already has a claim template "data"; use another name (storage/template-twice)',
  ]);
});

test.each(['My_Data', '', 'a'.repeat(64)])('a wrong name, %j, is one finding', (name) => {
  const found = checkClaimTemplate({ name, storage: '1Gi', accessModes: ['ReadWriteOnce'] });
  expect(new Set(found.map(({ path, rule }) => `${path} ${rule}`))).toEqual(
    new Set(['name storage/template-name']),
  );
});

test('a name that is no text is told by its type', () => {
  expect(
    checkClaimTemplate({ name: 5 as never, storage: '1Gi', accessModes: ['ReadWriteOnce'] }).map(
      ({ rule }) => rule,
    ),
  ).toEqual(['input/type']);
});

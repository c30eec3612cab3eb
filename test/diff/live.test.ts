/** Changes of live objects: who owns which field, what is missing, and what drifted. */
import { diffObjects, DiffOptions, ObjectDiff } from '../../src/diff';
import { bare, live as liveObject, liveIn, readOutOf } from '../support/read-outs';

const TIME = '2026-11-01T10:00:00Z';

function entry(
  manager: string,
  operation: 'Apply' | 'Update',
  fields: object,
  apiVersion = 'v1',
): object {
  return { manager, operation, apiVersion, time: TIME, fieldsType: 'FieldsV1', fieldsV1: fields };
}

function readOut(...objects: readonly unknown[]): DiffOptions['cluster'] {
  return readOutOf([...bare('shop'), ...objects]);
}

const CONFIG = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'web', namespace: 'shop' },
};

function config(data: object, ...managedFields: readonly object[]): unknown {
  return liveIn('shop', 'v1', 'ConfigMap', 'web', { metadata: { managedFields }, data });
}

function one(next: unknown, options: DiffOptions): ObjectDiff {
  return diffObjects([], [next], options).objects[0];
}

describe('by server-side apply', () => {
  const cluster = readOut(
    config(
      { a: '1', b: '2', c: '3' },
      entry('kubectl', 'Apply', { 'f:data': { 'f:a': {}, 'f:b': {} } }),
      entry('kubectl-edit', 'Update', { 'f:data': { 'f:b': {}, 'f:c': {} } }),
    ),
  );

  test('a field goes that only the manager owns', () => {
    expect(one({ ...CONFIG, data: { b: '2' } }, { cluster })).toMatchObject({
      verdict: 'changed',
      changes: ['data.a'],
    });
  });

  test('a field stays that somebody else owns as well', () => {
    expect(one({ ...CONFIG, data: { a: '1' } }, { cluster })).toMatchObject({
      verdict: 'unchanged',
    });
  });

  test('a field of somebody else is a conflict without force', () => {
    const next = { ...CONFIG, data: { a: '1', c: 'other' } };
    expect(one(next, { cluster, engine: 'kubectl' })).toMatchObject({
      verdict: 'refused',
      code: 409,
      errors: [{ field: '.data.c', message: 'conflict with "kubectl-edit" using v1' }],
      remedy:
        'leave the field out, so that kubectl-edit keeps it; or take it over with --force-conflicts',
    });
    expect(one(next, { cluster, engine: 'kubectl', force: true })).toMatchObject({
      verdict: 'changed',
      changes: ['data.c'],
    });
  });

  test('Flux takes over what kubectl has written, unless its manager alone is named', () => {
    const next = { ...CONFIG, data: { a: '1' } };
    const flux = { cluster, engine: 'flux' } as const;
    expect(one(next, flux)).toMatchObject({ verdict: 'changed', changes: ['data.b', 'data.c'] });
    expect(one(next, { ...flux, manager: 'kustomize-controller' })).toMatchObject({
      verdict: 'unchanged',
    });
  });

  test('nobody can tell what goes from a read-out without managed fields', () => {
    const bareOne = readOut(liveIn('shop', 'v1', 'ConfigMap', 'web', { data: { a: '1' } }));
    const { verdict, dependsOn } = one({ ...CONFIG, data: { a: '1' } }, { cluster: bareOne });
    expect(verdict).toBe('depends');
    expect(dependsOn).toEqual([
      'which fields the manager owns that are no longer in the manifest: add --show-managed-fields to the kubectl get of the read-out',
    ]);
  });
});

test.each([
  ['argo', 'argocd-controller', 'Update', ['data.b']],
  ['argo', 'argocd-controller', 'Apply', undefined],
  ['kubectl', 'kubectl', 'Update', ['data.b']],
  ['kubectl', 'kubectl', 'Apply', undefined],
] as const)(
  'the way in which %s applied, as %s by %s, is the way in which it applies',
  (engine, manager, operation, changes) => {
    const applied =
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"web"},"data":{"a":"1","b":"1"}}';
    const cluster = readOut(
      liveIn('shop', 'v1', 'ConfigMap', 'web', {
        metadata: {
          annotations: { 'kubectl.kubernetes.io/last-applied-configuration': applied },
          managedFields: [
            entry(manager, operation, { 'f:data': { 'f:a': {} } }),
            entry('someone', 'Update', { 'f:data': { 'f:b': {} } }),
          ],
        },
        data: { a: '1', b: '1' },
      }),
    );
    expect(one({ ...CONFIG, data: { a: '1' } }, { cluster, engine }).changes).toEqual(changes);
  },
);

describe('what is not in the read-out', () => {
  const claim = (className: string) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'shop' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: className,
      resources: { requests: { storage: '2Gi' } },
    },
  });
  const live = liveIn('shop', 'v1', 'PersistentVolumeClaim', 'data', {
    metadata: { managedFields: [] },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
      storageClassName: 'fast',
      volumeMode: 'Filesystem',
      volumeName: 'pv-1',
    },
    status: { phase: 'Bound', capacity: { storage: '1Gi' } },
  });

  test('does not exist, if its kind is covered', () => {
    expect(one(claim('fast'), { cluster: readOut(live), force: true })).toMatchObject({
      verdict: 'refused',
      code: 403,
    });
  });

  test('decides otherwise, and the answer says how to have it', () => {
    const { verdict, dependsOn } = one(claim('fast'), { cluster: readOutOf([live]) });
    expect(verdict).toBe('depends');
    expect(dependsOn).toEqual([
      'whether the class "fast" is in the cluster and has allowVolumeExpansion: true: add what `kubectl get storageclasses.storage.k8s.io --show-managed-fields -o json` prints to the read-out',
    ]);
  });

  test('nothing can be made in a namespace that does not exist', () => {
    const next = { ...CONFIG, metadata: { name: 'web', namespace: 'absent' } };
    expect(one(next, { cluster: readOut() })).toMatchObject({
      verdict: 'refused',
      code: 404,
      errors: [{ field: '', message: 'namespaces "absent" not found' }],
    });
  });
});

describe('drift', () => {
  const BINDER = {
    'f:metadata': { 'f:annotations': { 'f:pv.kubernetes.io/bound-by-controller': {} } },
    'f:spec': { 'f:volumeName': {} },
  };

  test.each([
    ['k3s', { 'f:spec': { 'f:volumeName': {} } }, []],
    ['kubelite', { 'f:spec': { 'f:volumeName': {} } }, []],
    ['control-plane-of-a-vendor', BINDER, []],
    ['kubectl-edit', { 'f:spec': { 'f:volumeName': {} } }, ['spec.volumeName']],
  ])('what the binder writes as %s is none, what a person writes is', (manager, owned, fields) => {
    const spec = {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
      storageClassName: '',
    };
    const cluster = readOut(
      liveIn('shop', 'v1', 'PersistentVolumeClaim', 'data', {
        metadata: {
          annotations: { 'pv.kubernetes.io/bound-by-controller': 'yes' },
          managedFields: [entry(manager, 'Update', owned)],
        },
        spec: { ...spec, volumeName: 'pv-1' },
        status: { phase: 'Bound' },
      }),
    );
    const metadata = { name: 'data', namespace: 'shop' };
    const next = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec };
    const { drift = [] } = diffObjects([], [next], { cluster, isDriftTold: true });
    expect(drift.flatMap((object) => object.fields.map(({ field }) => field))).toEqual(fields);
  });

  const applied =
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"web"},"data":{"a":"1"}}';
  const edited = readOut(
    liveIn('shop', 'v1', 'ConfigMap', 'web', {
      metadata: {
        annotations: { 'kubectl.kubernetes.io/last-applied-configuration': applied },
        managedFields: [
          entry('kubectl-client-side-apply', 'Update', { 'f:data': { '.': {} } }),
          entry('kubectl-edit', 'Update', { 'f:data': { 'f:a': {}, 'f:b': {} } }),
        ],
      },
      data: { a: 'edited', b: 'by hand' },
    }),
  );

  test('is reverted where the manifest has the field, and kept where it has not', () => {
    const { drift } = diffObjects([], [{ ...CONFIG, data: { a: '1' } }], {
      cluster: edited,
      isDriftTold: true,
    });
    expect(drift).toEqual([
      {
        object: 'ConfigMap/shop/web',
        fields: [
          { field: 'data.a', by: 'kubectl-edit', at: TIME, fate: 'reverted' },
          { field: 'data.b', by: 'kubectl-edit', at: TIME, fate: 'kept' },
        ],
      },
    ]);
  });

  test.each([
    ['flux', 'kustomize-controller', 'reverted'],
    ['argo', 'argocd-controller', 'kept'],
  ] as const)(
    'a restart by kubectl is told, and what %s does about it',
    (engine, manager, fate) => {
      const annotation = 'kubectl.kubernetes.io/restartedAt';
      const labels = { app: 'web' };
      const spec = (annotations?: object) => ({
        selector: { matchLabels: labels },
        template: {
          metadata: { labels, ...(annotations ? { annotations } : {}) },
          spec: { containers: [{ name: 'web', image: 'web:1' }] },
        },
      });
      const field = { [`f:${annotation}`]: {} };
      const restart = { 'f:spec': { 'f:template': { 'f:metadata': { 'f:annotations': field } } } };
      const cluster = readOut(
        liveIn('shop', 'apps/v1', 'Deployment', 'web', {
          metadata: {
            managedFields: [
              entry(manager, 'Apply', { 'f:spec': { 'f:selector': {} } }, 'apps/v1'),
              entry('kubectl-rollout', 'Update', restart, 'apps/v1'),
            ],
          },
          spec: spec({ [annotation]: TIME }),
        }),
      );
      const metadata = { name: 'web', namespace: 'shop' };
      const next = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: spec() };
      expect(diffObjects([], [next], { cluster, engine, isDriftTold: true }).drift).toEqual([
        {
          object: 'Deployment/shop/web',
          fields: [
            {
              field: `spec.template.metadata.annotations[${annotation}]`,
              by: 'kubectl-rollout',
              at: TIME,
              fate,
            },
          ],
        },
      ]);
    },
  );

  test('is none where the manifest says the same by now', () => {
    const next = { ...CONFIG, data: { a: 'edited', b: 'by hand' } };
    expect(diffObjects([], [next], { cluster: edited, isDriftTold: true }).drift).toEqual([]);
  });

  test('is refused with the object, which says why', () => {
    const frozen = liveIn('shop', 'v1', 'ConfigMap', 'web', {
      metadata: {
        managedFields: [
          entry('kubectl', 'Apply', { 'f:data': { 'f:a': {} } }),
          entry('kubectl-edit', 'Update', { 'f:data': { 'f:a': {} }, 'f:immutable': {} }),
        ],
      },
      data: { a: 'edited' },
      immutable: true,
    });
    const { drift } = diffObjects([], [{ ...CONFIG, data: { a: '1' } }], {
      cluster: readOut(frozen),
      force: true,
      isDriftTold: true,
    });
    expect(drift).toEqual([
      {
        object: 'ConfigMap/shop/web',
        fields: [
          { field: 'data.a', by: 'kubectl-edit', at: TIME, fate: 'refused' },
          { field: 'immutable', by: 'kubectl-edit', at: TIME, fate: 'refused' },
        ],
        because: 'data: Forbidden: field is immutable when `immutable` is set',
      },
    ]);
  });

  const DEPLOYMENT_OF = (containers: readonly object[], more: object = {}) => ({
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers, ...more } },
    },
  });
  const WEB = { name: 'web', image: 'web:1' };
  const SIDECAR = { name: 'sidecar', image: 'sidecar:1' };
  const PORT = { containerPort: 80, protocol: 'TCP' };
  const inPod = (fields: object) => ({ 'f:spec': { 'f:template': { 'f:spec': fields } } });
  const inContainer = (name: string, fields: object) =>
    inPod({ 'f:containers': { [`k:{"name":"${name}"}`]: fields } });

  test.each<[string, object, object, object, readonly unknown[]]>([
    [
      'a container that somebody adds is one, as a whole',
      DEPLOYMENT_OF([WEB, SIDECAR]),
      inContainer('sidecar', { '.': {}, 'f:image': {}, 'f:name': {} }),
      DEPLOYMENT_OF([WEB]),
      [['spec.template.spec.containers[sidecar]', 'kept']],
    ],
    [
      'a container that both have is one where it differs',
      DEPLOYMENT_OF([{ ...WEB, image: 'web:2', workingDir: '/tmp' }]),
      inContainer('web', { '.': {}, 'f:image': {}, 'f:name': {}, 'f:workingDir': {} }),
      DEPLOYMENT_OF([WEB]),
      [
        ['spec.template.spec.containers[web].image', 'reverted'],
        ['spec.template.spec.containers[web].workingDir', 'kept'],
      ],
    ],
    [
      'an item without a name goes by its list',
      DEPLOYMENT_OF([{ ...WEB, ports: [PORT] }]),
      inContainer('web', {
        'f:ports': {
          'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} },
        },
      }),
      DEPLOYMENT_OF([WEB]),
      [['spec.template.spec.containers[web].ports', 'kept']],
    ],
    [
      'a list without keys goes as a whole',
      DEPLOYMENT_OF([{ ...WEB, args: ['-v'] }]),
      inContainer('web', { 'f:args': {} }),
      DEPLOYMENT_OF([WEB]),
      [['spec.template.spec.containers[web].args', 'kept']],
    ],
    [
      'what is no longer there is none',
      DEPLOYMENT_OF([WEB]),
      inContainer('web', { 'f:args': {} }),
      DEPLOYMENT_OF([WEB]),
      [],
    ],
    [
      'an object of which somebody owns nothing but that it is there is none',
      DEPLOYMENT_OF([WEB], { securityContext: { fsGroup: 1 } }),
      inPod({ 'f:securityContext': { '.': {} } }),
      DEPLOYMENT_OF([WEB]),
      [],
    ],
  ])('of a Deployment: %s', (_what, there, owned, wanted, fields) => {
    const { metadata, spec } = there as { metadata: object; spec: object };
    const managedFields = [
      entry('kubectl', 'Apply', { 'f:spec': { 'f:selector': {} } }, 'apps/v1'),
      entry('kubectl-edit', 'Update', owned, 'apps/v1'),
    ];
    const cluster = readOut(
      liveIn('shop', 'apps/v1', 'Deployment', 'web', {
        metadata: { ...metadata, managedFields },
        spec,
      }),
    );
    const next = { apiVersion: 'apps/v1', kind: 'Deployment', ...wanted };
    const options = { cluster, engine: 'kubectl', force: true, isDriftTold: true } as const;
    const { drift = [] } = diffObjects([], [next], options);
    expect(drift.flatMap((of) => of.fields.map(({ field, fate }) => [field, fate]))).toEqual(
      fields,
    );
  });

  const MARKED = {
    finalizers: ['example.com/hold'],
    ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'of', uid: '1' }],
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', team: 'a' },
  };

  test.each<[string, string, object, readonly string[]]>([
    ['a finalizer', 'mender', { 'f:finalizers': { 'v:"example.com/hold"': {} } }, []],
    ['an owner', 'mender', { 'f:ownerReferences': { 'k:{"uid":"1"}': {} } }, []],
    [
      'the annotation of kubectl apply',
      'kubectl-edit',
      { 'f:annotations': { 'f:kubectl.kubernetes.io/last-applied-configuration': {} } },
      [],
    ],
    [
      'an annotation',
      'kubectl-edit',
      { 'f:annotations': { '.': {}, 'f:team': {} } },
      ['metadata.annotations.team'],
    ],
    ...[
      'kube-controller-manager',
      'kube-scheduler',
      'kubelet',
      'cloud-controller-manager',
      'csi-resizer',
      'external-provisioner',
    ].map((manager): [string, string, object, readonly string[]] => [
      `an annotation by ${manager}`,
      manager,
      { 'f:annotations': { 'f:team': {} } },
      [],
    ]),
    ...['my-kubelet', 'kubelet-of-mine', 'csi-', 'external-dns'].map(
      (manager): [string, string, object, readonly string[]] => [
        `an annotation by ${manager}, which is no part of Kubernetes,`,
        manager,
        { 'f:annotations': { 'f:team': {} } },
        ['metadata.annotations.team'],
      ],
    ),
  ])('of metadata: %s', (_what, manager, owned, fields) => {
    const managedFields = [entry(manager, 'Update', { 'f:metadata': owned })];
    const cluster = readOut(
      liveIn('shop', 'v1', 'ConfigMap', 'web', { metadata: { ...MARKED, managedFields } }),
    );
    const { drift = [] } = diffObjects([], [CONFIG], { cluster, isDriftTold: true });
    expect(drift.flatMap((of) => of.fields.map(({ field }) => field))).toEqual(fields);
  });

  test('of a Secret is never told of values, which may be those that are there', () => {
    const owned = { 'f:data': { 'f:a': {}, 'f:b': {} } };
    const cluster = readOut(
      liveIn('shop', 'v1', 'Secret', 'web', {
        metadata: { managedFields: [entry('kubectl-edit', 'Update', owned)] },
        data: { a: 'YQ==', b: 'Yg==' },
      }),
    );
    const next = { ...CONFIG, kind: 'Secret', data: { a: 'Yg==' } };
    const { objects, drift } = diffObjects([], [next], { cluster, isDriftTold: true });
    const object = 'Secret/shop/web';
    expect(objects).toEqual([
      {
        object,
        verdict: 'depends',
        dependsOn: ['whether the cluster has other values of "a": a read-out has none'],
      },
    ]);
    expect(drift).toEqual([
      {
        object,
        fields: [{ field: 'data.b', by: 'kubectl-edit', at: TIME, fate: 'kept' }],
      },
    ]);
  });

  test('is told once of a field that several people have written', () => {
    const cluster = readOut(
      config(
        { b: '2', a: '1' },
        entry('kubectl-patch', 'Update', { 'f:data': { 'f:b': {} } }),
        entry('kubectl-edit', 'Update', { 'f:data': { 'f:a': {}, 'f:b': {} } }),
      ),
    );
    const { drift } = diffObjects([], [CONFIG, CONFIG], { cluster, isDriftTold: true });
    expect(drift).toEqual([
      {
        object: 'ConfigMap/shop/web',
        fields: [
          { field: 'data.a', by: 'kubectl-edit', at: TIME, fate: 'kept' },
          { field: 'data.b', by: 'kubectl-patch', at: TIME, fate: 'kept' },
        ],
      },
    ]);
  });

  test.each<[string, object, object, object, readonly unknown[]]>([
    ['other than what was applied', { a: '1' }, { a: '9' }, { a: '1' }, [['data.a', 'reverted']]],
    ['other than both', { a: '1' }, { a: '9' }, { a: '2' }, [['data.a', 'reverted']]],
    ['what was applied', { a: '1' }, { a: '1' }, { a: '2' }, []],
    ['what is applied now', { a: '1' }, { a: '9' }, { a: '9' }, []],
    ['gone', { a: '1', b: '2' }, { a: '1' }, { a: '1', b: '2' }, [['data.b', 'reverted']]],
    [
      'another one, with a name that begins alike',
      { a: '1', ab: '1' },
      { a: '1', ab: '9' },
      { a: '1', ab: '1' },
      [['data.ab', 'reverted']],
    ],
  ])('shows beside the files as they were where a value is %s', (_what, old, there, next, told) => {
    const cluster = readOut(
      config(there, entry('kubectl', 'Apply', { 'f:data': { 'f:a': {}, 'f:b': {}, 'f:ab': {} } })),
    );
    const { drift = [] } = diffObjects([{ ...CONFIG, data: old }], [{ ...CONFIG, data: next }], {
      cluster,
      isDriftTold: true,
    });
    expect(drift.flatMap(({ fields }) => fields.map(({ field, fate }) => [field, fate]))).toEqual(
      told,
    );
  });

  test('beside the files as they were is none where a controller has written it', () => {
    const owned = { 'f:data': { 'f:a': {} } };
    const fatesBy = (manager: string, operation: 'Apply' | 'Update') =>
      diffObjects([{ ...CONFIG, data: { a: '1' } }], [{ ...CONFIG, data: { a: '2' } }], {
        cluster: readOut(config({ a: '9' }, entry(manager, operation, owned))),
        force: true,
        isDriftTold: true,
      }).drift?.flatMap(({ fields }) => fields.map(({ field, fate }) => [field, fate]));
    expect(fatesBy('kubectl', 'Apply')).toEqual([['data.a', 'reverted']]);
    expect(fatesBy('kube-controller-manager', 'Update')).toEqual([]);
  });

  test('beside the files as they were is refused with the object', () => {
    const frozen = liveIn('shop', 'v1', 'ConfigMap', 'web', {
      metadata: { managedFields: [entry('kubectl', 'Apply', { 'f:data': { 'f:a': {} } })] },
      data: { a: '9' },
      immutable: true,
    });
    const { drift } = diffObjects(
      [{ ...CONFIG, data: { a: '1' } }],
      [{ ...CONFIG, data: { a: '2' } }],
      {
        cluster: readOut(frozen),
        isDriftTold: true,
      },
    );
    expect(drift).toEqual([
      {
        object: 'ConfigMap/shop/web',
        fields: [{ field: 'data.a', fate: 'refused' }],
        because: 'data: Forbidden: field is immutable when `immutable` is set',
      },
    ]);
  });

  test('by kubectl apply is told against what its annotation has', () => {
    const { drift } = diffObjects([], [{ ...CONFIG, data: { a: '1' } }], {
      cluster: edited,
      way: 'clientSide',
      isDriftTold: true,
    });
    expect(drift).toEqual([
      {
        object: 'ConfigMap/shop/web',
        fields: [
          { field: 'data.a', by: 'kubectl-edit', at: TIME, fate: 'reverted' },
          { field: 'data.b', by: 'kubectl-edit', at: TIME, fate: 'kept' },
        ],
      },
    ]);
  });

  test('is an object that somebody deleted', () => {
    const gone = { ...CONFIG, metadata: { name: 'gone', namespace: 'shop' } };
    expect(diffObjects([gone], [gone], { cluster: readOut(), isDriftTold: true }).drift).toEqual([
      { object: 'ConfigMap/shop/gone', isDeleted: true, fields: [] },
    ]);
  });
});

describe('an autoscaler in its older version', () => {
  const spec = { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } };
  const scaler = (more: object) => ({
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { ...spec, minReplicas: 1, maxReplicas: 5, ...more },
  });
  const owned = {
    'f:spec': {
      'f:maxReplicas': {},
      'f:minReplicas': {},
      'f:scaleTargetRef': {},
      'f:targetCPUUtilizationPercentage': {},
    },
  };
  const metric = {
    type: 'Resource',
    resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
  };
  const printedAs = (apiVersion: string, goal: object, manager = 'kubectl') =>
    readOut(
      liveIn('shop', apiVersion, 'HorizontalPodAutoscaler', 'web', {
        metadata: { managedFields: [entry(manager, 'Apply', owned, 'autoscaling/v1')] },
        spec: { ...spec, minReplicas: 1, maxReplicas: 5, ...goal },
      }),
    );
  const NEW = printedAs('autoscaling/v2', { metrics: [metric] });
  const OLD = printedAs('autoscaling/v1', { targetCPUUtilizationPercentage: 50 });

  test.each([
    ['newer', NEW],
    ['older', OLD],
  ])('is the same as a live one that is printed in the %s version', (_, cluster) => {
    const same = scaler({ targetCPUUtilizationPercentage: 50 });
    expect(one(same, { cluster })).toMatchObject({ verdict: 'unchanged' });
  });

  test.each([
    ['newer', NEW],
    ['older', OLD],
  ])('loses the goal that it alone owns, printed in the %s version', (_, cluster) => {
    expect(one(scaler({}), { cluster })).toMatchObject({
      verdict: 'changed',
      changes: [expect.stringContaining('spec.metrics')],
    });
  });

  test('is in conflict with who has set the goal', () => {
    const cluster = printedAs('autoscaling/v2', { metrics: [metric] }, 'tuner');
    const next = { ...scaler({ targetCPUUtilizationPercentage: 70 }) };
    expect(one(next, { cluster, engine: 'kubectl' })).toMatchObject({
      verdict: 'refused',
      code: 409,
    });
  });
});

describe('a list of a custom resource', () => {
  const items = (type: object) => ({
    type: 'array',
    items: {
      type: 'object',
      properties: { name: { type: 'string' }, url: { type: 'string' } },
      required: ['name'],
    },
    ...type,
  });
  const defined = (type: object) =>
    liveObject('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'mirrors.example.com', {
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { kind: 'Mirror', plural: 'mirrors' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  spec: {
                    type: 'object',
                    properties: {
                      sources: items(type),
                      tags: {
                        type: 'array',
                        items: { type: 'string' },
                        'x-kubernetes-list-type': 'set',
                      },
                    },
                  },
                },
              },
            },
          },
        ],
      },
    });
  const BY_NAME = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };
  const key = (name: string) => `k:{"name":"${name}"}`;
  const ofItems = (...names: string[]) => ({
    'f:spec': {
      'f:sources': Object.fromEntries(
        names.map((name) => [key(name), { '.': {}, 'f:name': {}, 'f:url': {} }]),
      ),
    },
  });
  const mirror = (spec: object) => ({
    apiVersion: 'example.com/v1',
    kind: 'Mirror',
    metadata: { name: 'web', namespace: 'shop' },
    spec,
  });
  const source = (name: string, url = name) => ({ name, url });
  const cluster = (type: object, spec: object, ...managedFields: readonly object[]) =>
    readOut(
      defined(type),
      liveIn('shop', 'example.com/v1', 'Mirror', 'web', { metadata: { managedFields }, spec }),
    );
  const apply = (names: readonly string[]) =>
    entry('kubectl', 'Apply', ofItems(...names), 'example.com/v1');
  const byHand = entry('kubectl-edit', 'Update', ofItems('hand'), 'example.com/v1');
  const both = { sources: [source('git'), source('hand')] };

  test('keeps the items of others if its definition names their keys', () => {
    expect(
      one(mirror({ sources: [source('git')] }), {
        cluster: cluster(BY_NAME, both, apply(['git']), byHand),
      }),
    ).toMatchObject({ verdict: 'unchanged' });
  });

  test('loses the items that its manager alone has set', () => {
    const spec = { sources: [source('git'), source('old')] };
    expect(
      one(mirror({ sources: [source('git')] }), {
        cluster: cluster(BY_NAME, spec, apply(['git', 'old'])),
      }),
    ).toMatchObject({ verdict: 'changed', changes: ['spec.sources[old]'] });
  });

  test('is replaced if its definition names no keys', () => {
    const whole = entry('kubectl', 'Apply', { 'f:spec': { 'f:sources': {} } }, 'example.com/v1');
    expect(
      one(mirror({ sources: [source('git')] }), { cluster: cluster({}, both, whole) }),
    ).toMatchObject({ verdict: 'changed', changes: ['spec.sources[hand]'] });
  });

  test('is replaced by kubectl apply whatever its definition says', () => {
    expect(
      one(mirror({ sources: [source('git')] }), {
        cluster: cluster(BY_NAME, both, apply(['git']), byHand),
        way: 'clientSide',
      }),
    ).toMatchObject({ verdict: 'changed' });
  });

  test('has drifted in the items of others alone', () => {
    const options = { cluster: cluster(BY_NAME, both, apply(['git']), byHand), isDriftTold: true };
    const [old, next] = ['git', 'other'].map((url) => mirror({ sources: [source('git', url)] }));
    expect(diffObjects([old], [next], options).drift).toEqual([
      {
        object: 'Mirror/shop/web',
        fields: [{ field: 'spec.sources[hand]', by: 'kubectl-edit', at: TIME, fate: 'kept' }],
      },
    ]);
  });

  test('that is a set keeps the values of others', () => {
    const tags = (manager: string, operation: 'Apply' | 'Update', tag: string) =>
      entry(
        manager,
        operation,
        { 'f:spec': { 'f:tags': { [`v:"${tag}"`]: {} } } },
        'example.com/v1',
      );
    const live = { tags: ['git', 'hand'] };
    const managers = [tags('kubectl', 'Apply', 'git'), tags('kubectl-edit', 'Update', 'hand')];
    expect(
      one(mirror({ tags: ['git'] }), { cluster: cluster(BY_NAME, live, ...managers) }),
    ).toMatchObject({ verdict: 'unchanged' });
  });
});

describe('some of the files of an Application', () => {
  const marked = (name: string) =>
    liveIn('shop', 'v1', 'ConfigMap', name, {
      metadata: {
        annotations: { 'argocd.argoproj.io/tracking-id': `shop:/ConfigMap:shop/${name}` },
      },
    });
  const cluster = readOut(marked('web'), marked('db'), marked('mail'));
  const file = (name: string) => ({ ...CONFIG, metadata: { name, namespace: 'shop' } });
  const notes = (names: readonly string[], options: DiffOptions = {}) =>
    diffObjects([], names.map(file), { cluster, ...options }).notes.filter(
      ({ id }) => id === 'part-of-application',
    );

  test('say so where the others count as pruned, and how to leave them alone', () => {
    expect(notes(['web'])).toEqual([
      {
        object: 'ConfigMap/shop/db',
        id: 'part-of-application',
        isError: false,
        message:
          '2 of the 3 live objects of the Application shop are not in the files, and count as pruned',
        remedy: 'pass all its files, or add --no-prune if these are only some of them',
      },
    ]);
  });

  test('are taken for all of them if they are most', () => {
    expect(notes(['web', 'db'])).toEqual([]);
  });

  test('are no question without pruning, or with the old files', () => {
    expect(notes(['web'], { prunes: false })).toEqual([]);
    const { notes: told } = diffObjects([file('mail')], [file('web')], { cluster });
    expect(told.filter(({ id }) => id === 'part-of-application')).toEqual([]);
  });
});

test('a namespace whose claims were read without their volumes may take their data along', () => {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
  const disk = liveIn('shop', 'v1', 'PersistentVolumeClaim', 'disk', {
    spec: { volumeName: 'pv-1', storageClassName: 'fast' },
    status: { phase: 'Bound' },
  });
  const cluster = readOutOf([liveObject('v1', 'Namespace', 'shop'), disk]);
  const { objects } = diffObjects([namespace], [], { cluster });
  expect(objects.find(({ object }) => object === 'Namespace/shop')).toMatchObject({
    data: 'may be lost',
    because: 'its claims are deleted with it: disk',
    dependsOn: ['the reclaim policy of the volume "pv-1", which was not read'],
  });
});

test('a namespace whose claims have access points takes their data along with a flag', () => {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
  const disk = liveIn('shop', 'v1', 'PersistentVolumeClaim', 'disk', {
    spec: { volumeName: 'pv-1', storageClassName: 'efs' },
    status: { phase: 'Bound' },
  });
  const volume = liveObject('v1', 'PersistentVolume', 'pv-1', {
    metadata: { annotations: { 'pv.kubernetes.io/provisioned-by': 'efs.csi.aws.com' } },
    spec: {
      persistentVolumeReclaimPolicy: 'Delete',
      claimRef: { namespace: 'shop', name: 'disk' },
      csi: { driver: 'efs.csi.aws.com', volumeHandle: 'fs-1::fsap-1' },
    },
  });
  const cluster = readOutOf([liveObject('v1', 'Namespace', 'shop'), disk, volume]);
  const { objects } = diffObjects([namespace], [], { cluster });
  expect(objects.find(({ object }) => object === 'Namespace/shop')).toMatchObject({
    data: 'may be lost',
    because: 'its claims are deleted with it: disk',
    dependsOn: [
      'whether the controller of efs.csi.aws.com runs with --delete-access-point-root-dir; without it, the folder stays on the file system',
    ],
  });
});

describe('workloads whose files are as they were', () => {
  const labels = { app: 'web' };
  const metadata = { name: 'web', namespace: 'shop' };
  const containers = [{ name: 'web', image: 'web:1' }];
  const specOf = (kind: string) =>
    kind === 'Pod'
      ? { containers }
      : {
          ...(kind === 'DaemonSet' ? {} : { replicas: 2 }),
          ...(kind === 'StatefulSet' ? { serviceName: 'web' } : {}),
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers } },
        };
  const READY = { type: 'Ready', status: 'True' };

  test.each<[string, string, object, boolean]>([
    ['all of its pods', 'Deployment', { readyReplicas: 2 }, true],
    ['more pods than it wants', 'Deployment', { readyReplicas: 3 }, true],
    ['some of its pods', 'Deployment', { readyReplicas: 1 }, false],
    ['no pods', 'StatefulSet', {}, false],
    ['all of its pods', 'StatefulSet', { readyReplicas: 2 }, true],
    ['all of its pods', 'ReplicaSet', { readyReplicas: 2 }, true],
    ['some of its pods', 'ReplicaSet', { readyReplicas: 1 }, false],
    ['a pod on each node', 'DaemonSet', { numberReady: 3, desiredNumberScheduled: 3 }, true],
    ['a node without a pod', 'DaemonSet', { numberReady: 2, desiredNumberScheduled: 3 }, false],
    ['a status of what it was before', 'Deployment', { observedGeneration: 1 }, true],
    ['a status of what it is', 'Deployment', { observedGeneration: 2 }, false],
    ['readiness', 'Pod', { conditions: [READY] }, true],
    ['no readiness', 'Pod', { conditions: [{ ...READY, status: 'False' }] }, false],
    [
      'an end',
      'Pod',
      { conditions: [{ ...READY, status: 'False', reason: 'PodCompleted' }] },
      true,
    ],
    ['no conditions', 'Pod', {}, false],
  ])('are ready as their status says: %s of a %s', (_what, kind, status, isReady) => {
    const apiVersion = kind === 'Pod' ? 'v1' : 'apps/v1';
    const cluster = readOut(
      liveIn('shop', apiVersion, kind, 'web', {
        metadata: { generation: 2, managedFields: [] },
        spec: specOf(kind),
        status,
      }),
    );
    const next = { apiVersion, kind, metadata, spec: specOf(kind) };
    expect(one(next, { cluster, force: true }).ready).toBe(isReady ? undefined : false);
  });
});

test.each<[string, string, object]>([
  ['less, and more than the volume has', '2Gi', { verdict: 'changed' }],
  [
    'as little as the volume has',
    '1Gi',
    {
      verdict: 'refused',
      errors: [
        expect.objectContaining({
          message: 'Forbidden: field can not be less than status.capacity',
        }),
      ],
    },
  ],
])('a claim that has not grown yet may request %s', (_about, storage, answer) => {
  const spec = (asked: string) => ({
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'fast',
    volumeName: 'pv-1',
    resources: { requests: { storage: asked } },
  });
  const cluster = readOut(
    liveObject('storage.k8s.io/v1', 'StorageClass', 'fast', {
      provisioner: 'ebs.csi.aws.com',
      allowVolumeExpansion: true,
    }),
    liveIn('shop', 'v1', 'PersistentVolumeClaim', 'data', {
      metadata: { managedFields: [] },
      spec: spec('3Gi'),
      status: { phase: 'Bound', capacity: { storage: '1Gi' } },
    }),
  );
  const metadata = { name: 'data', namespace: 'shop' };
  const next = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec: spec(storage) };
  expect(one(next, { cluster, force: true })).toMatchObject(answer);
});

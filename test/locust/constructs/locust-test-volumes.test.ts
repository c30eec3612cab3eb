import { ApiObject, App, Chart, JsonPatch, Lazy, Size, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct, IConstruct } from 'constructs';
import {
  ClaimTemplates,
  CsiPersistentVolume,
  EfsSharedVolume,
  Findings,
  FindingsError,
  LocustResults,
  LocustRerun,
  LocustTarget,
  LocustTest,
  LocustTestFiles,
  LocustTestVolumes,
  LocustTestVolumesProps,
  Claim,
  VolumeOwnership,
} from '../../../src';
import { find } from '../../support/manifests';
import { expectValid } from '../../support/validate';

const PROPS = {
  image: 'locustio/locust:2.43.1',
  master: { command: '' },
  worker: { command: '', replicas: 2 },
  rerun: LocustRerun.NEVER,
};
const { READ_WRITE_ONCE, READ_WRITE_MANY } = kplus.PersistentVolumeAccessMode;
const MEMORY = { medium: kplus.EmptyDirMedium.MEMORY };

beforeAll(() => {
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterAll(() => jest.restoreAllMocks());

const chart = (namespace: string | undefined = 'load') =>
  new Chart(new App(), 'test', { namespace, disableResourceNameHashes: true });
const emptyDir = (scope: Construct, name: string) =>
  kplus.Volume.fromEmptyDir(scope, name, name, MEMORY);

const templateIn = (scope: Chart) =>
  ClaimTemplates.of(
    new kplus.StatefulSet(scope, 'db', {
      service: new kplus.Service(scope, 'service', { ports: [{ port: 5432 }] }),
      containers: [{ image: 'registry.example.com/db:1.0.0' }],
    }),
  ).add('data', { storage: Size.gibibytes(1) });

function synthesize(scope: IConstruct): any[] {
  const manifests = Testing.synth(Chart.of(scope));
  expectValid(manifests);
  return manifests;
}

/** What the pods of a test mount: volumes, and mounts of the container. */
function podsOf(test: LocustTest) {
  const [master, worker] = synthesize(test)
    .filter(({ kind }) => kind === 'Job')
    .map(({ spec }) => spec.template.spec);
  return { master, worker };
}

/** What mounting something in the workers makes of it. */
function mounted(what: (scope: Chart) => kplus.IStorage, options: object = {}) {
  const scope = chart();
  const test = new LocustTest(scope, 'checkout', PROPS);
  test.volumes.mount('/data', what(scope), { target: LocustTarget.WORKER, ...options });
  const { worker } = podsOf(test);
  return { volumes: worker.volumes, mounts: worker.containers[0].volumeMounts };
}

describe('everything that can be mounted is', () => {
  test.each<[string, (scope: Chart) => kplus.IStorage, object]>([
    [
      'an emptyDir',
      (scope) => emptyDir(scope, 'cache'),
      { name: 'cache', emptyDir: { medium: 'Memory' } },
    ],
    [
      'a config map',
      (scope) =>
        kplus.Volume.fromConfigMap(
          scope,
          'v',
          new kplus.ConfigMap(scope, 'cm', { data: { a: 'b' } }),
        ),
      { name: 'configmap-test-cm', configMap: { name: 'test-cm' } },
    ],
    [
      'some entries of a config map',
      (scope) =>
        kplus.Volume.fromConfigMap(
          scope,
          'v',
          kplus.ConfigMap.fromConfigMapName(scope, 'cm', 'code'),
          { items: { a: { path: 'b', mode: 0o400 } } },
        ),
      {
        name: 'configmap-code',
        configMap: { name: 'code', items: [{ key: 'a', path: 'b', mode: 256 }] },
      },
    ],
    [
      "a secret, under a name that is not the operator's",
      (scope) =>
        kplus.Volume.fromSecret(scope, 'v', kplus.Secret.fromSecretName(scope, 's', 'tls')),
      { name: 'mounted-secret-tls', secret: { secretName: 'tls' } },
    ],
    [
      'a claim of cdk8s-plus',
      (scope) =>
        kplus.Volume.fromPersistentVolumeClaim(
          scope,
          'v',
          kplus.PersistentVolumeClaim.fromClaimName(scope, 'c', 'data'),
        ),
      { name: 'pvc-data', persistentVolumeClaim: { claimName: 'data', readOnly: false } },
    ],
    [
      'a claim whose name is not a label',
      (scope) =>
        kplus.Volume.fromPersistentVolumeClaim(
          scope,
          'v',
          kplus.PersistentVolumeClaim.fromClaimName(scope, 'c', 'team.data'),
        ),
      {
        name: expect.stringMatching(/^pvc-team-data-[0-9a-f]{8}$/),
        persistentVolumeClaim: { claimName: 'team.data', readOnly: false },
      },
    ],
    [
      'a claim of this library',
      (scope) =>
        new Claim(scope, 'data', { accessModes: [READ_WRITE_MANY], storage: Size.gibibytes(1) }),
      { name: 'data', persistentVolumeClaim: { claimName: 'data', readOnly: false } },
    ],
    [
      'a persistent volume of this library',
      (scope) =>
        new CsiPersistentVolume(scope, 'pv', {
          driver: 'efs.csi.aws.com',
          volumeHandle: 'fs-0123456789abcdef0',
          storage: Size.gibibytes(1),
          accessModes: [READ_WRITE_MANY],
        }),
      { name: 'pvc-pv', persistentVolumeClaim: { claimName: 'pvc-pv', readOnly: false } },
    ],
    [
      'a shared volume of EFS',
      (scope) =>
        new EfsSharedVolume(scope, 'data', {
          fileSystemId: 'fs-0123456789abcdef0',
          accessPointId: 'fsap-0123456789abcdef0',
        }),
      { name: 'pvc-data', persistentVolumeClaim: { claimName: 'pvc-data', readOnly: false } },
    ],
    [
      'a path of the node',
      (scope) => kplus.Volume.fromHostPath(scope, 'v', 'host', { path: '/var/data' }),
      { name: 'host', hostPath: { path: '/var/data', type: '' } },
    ],
  ])('%s', (_what, storage, volume) => {
    const { volumes, mounts } = mounted(storage);
    expect(volumes).toEqual([volume]);
    expect(mounts).toEqual([{ name: volumes[0].name, mountPath: '/data' }]);
  });

  test.each<[string, kplus.k8s.Volume, object]>([
    [
      'downwardApi',
      {
        name: 'a',
        downwardApi: {
          items: [
            {
              path: 'cpu',
              resourceFieldRef: {
                containerName: 'x',
                resource: 'limits.cpu',
                divisor: kplus.k8s.Quantity.fromString('1m'),
              },
            },
          ],
        },
      },
      {
        downwardAPI: {
          items: [
            {
              path: 'cpu',
              resourceFieldRef: { containerName: 'x', resource: 'limits.cpu', divisor: '1m' },
            },
          ],
        },
      },
    ],
    [
      'diskUri',
      {
        name: 'a',
        azureDisk: { diskName: 'd', diskUri: 'https://x', fsType: 'ext4', readOnly: false },
      },
      { azureDisk: { diskName: 'd', diskURI: 'https://x', fsType: 'ext4', readOnly: false } },
    ],
    [
      'targetWwNs',
      { name: 'a', fc: { lun: 0, targetWwNs: ['50060e801049cfd1'] } },
      { fc: { lun: 0, targetWWNs: ['50060e801049cfd1'] } },
    ],
    [
      'volumeId',
      { name: 'a', awsElasticBlockStore: { volumeId: 'vol-1' } },
      { awsElasticBlockStore: { volumeID: 'vol-1' } },
    ],
    [
      'quantities',
      { name: 'a', emptyDir: { sizeLimit: kplus.k8s.Quantity.fromString('10M') } },
      { emptyDir: { sizeLimit: '10M' } },
    ],
    [
      'parts of several',
      {
        name: 'a',
        projected: {
          sources: [
            {
              downwardApi: { items: [{ path: 'name', fieldRef: { fieldPath: 'metadata.name' } }] },
            },
            { secret: { name: 's' } },
          ],
        },
      },
      {
        projected: {
          sources: [
            {
              downwardAPI: { items: [{ path: 'name', fieldRef: { fieldPath: 'metadata.name' } }] },
            },
            { secret: { name: 's' } },
          ],
        },
      },
    ],
  ])('a struct with %s, as Kubernetes spells it', (_what, volume, source) => {
    const test = new LocustTest(chart(), 'checkout', PROPS);
    test.volumes.addVolume(volume);
    test.volumes.addMount({ name: 'a', mountPath: '/a' });
    const expected = [{ name: 'a', ...source }];
    expect([podsOf(test).master.volumes, podsOf(test).worker.volumes]).toEqual([
      expected,
      expected,
    ]);
  });

  test('no struct with scaleIo, which Kubernetes no longer has', () => {
    const test = new LocustTest(chart(), 'checkout', PROPS);
    const scaleIo = { gateway: 'g', system: 's', secretRef: { name: 'x' } };
    test.volumes.addVolume({ name: 'a', scaleIo });
    test.volumes.addMount({ name: 'a', mountPath: '/a' });
    expect(() => synthesize(test)).toThrow(
      'test/checkout/MasterJob: spec.template.spec.volumes[0].scaleIO: the volume "a" uses the plugin scaleIO, which Kubernetes no longer has (since 1.22): the pods never start; use a volume of a CSI driver',
    );
  });

  test('a claim that is computed late', () => {
    const test = new LocustTest(chart(), 'checkout', PROPS);
    let claimName = '';
    test.volumes.addVolume({
      name: 'a',
      persistentVolumeClaim: { claimName: Lazy.any({ produce: () => claimName }) },
    });
    test.volumes.addMount({ name: 'a', mountPath: '/a' });
    claimName = 'late';
    expect(podsOf(test).worker.volumes[0].persistentVolumeClaim.claimName).toBe('late');
  });
});

describe('a mount', () => {
  test('has its options', () => {
    expect(
      mounted((scope) => emptyDir(scope, 'a'), { readOnly: true, subPath: 'x/y' }).mounts,
    ).toEqual([{ name: 'a', mountPath: '/data', readOnly: true, subPath: 'x/y' }]);
  });

  test('as a struct has all options of Kubernetes, and none of the target', () => {
    const scope = chart();
    const test = new LocustTest(scope, 'checkout', PROPS);
    test.volumes.addVolume({ name: 'a', emptyDir: { medium: 'Memory' } });
    test.volumes.addMount({
      name: 'a',
      mountPath: '/a',
      mountPropagation: 'HostToContainer',
      subPathExpr: '$(A_SERVICE_HOST)',
      target: LocustTarget.MASTER,
    });
    expect(podsOf(test).master.containers[0].volumeMounts).toEqual([
      {
        name: 'a',
        mountPath: '/a',
        mountPropagation: 'HostToContainer',
        subPathExpr: '$(A_SERVICE_HOST)',
      },
    ]);
    expect(podsOf(test).worker.volumes).toBeUndefined();
  });

  const { BOTH, MASTER, WORKER } = LocustTarget;
  test.each([
    [undefined, [true, true]],
    [BOTH, [true, true]],
    [MASTER, [true, false]],
    [WORKER, [false, true]],
  ])('for the target %s is where it belongs', (target, expected) => {
    const scope = chart();
    const test = new LocustTest(scope, 'checkout', PROPS);
    test.volumes.mount('/data', emptyDir(scope, 'a'), { target });
    const { master, worker } = podsOf(test);
    expect(
      [master, worker].map(({ volumes, containers }) => [!!volumes, !!containers[0].volumeMounts]),
    ).toEqual(expected.map((is) => [is, is]));
    expect(master.initContainers[0].volumeMounts).toBeUndefined();
  });

  test('of a volume that is already mounted adds no volume', () => {
    const scope = chart();
    const test = new LocustTest(scope, 'checkout', PROPS);
    const volume = emptyDir(scope, 'a');
    test.volumes.mount('/one', volume);
    test.volumes.mount('/two', volume, { target: LocustTarget.WORKER });
    const { master, worker } = podsOf(test);
    expect([master.volumes.length, worker.volumes.length]).toEqual([1, 1]);
    expect(worker.containers[0].volumeMounts).toEqual([
      { name: 'a', mountPath: '/one' },
      { name: 'a', mountPath: '/two' },
    ]);
  });

  test('of a persistent volume of cdk8s-plus, which can be asked for its claim only once, may come twice', () => {
    const scope = chart();
    const test = new LocustTest(scope, 'checkout', PROPS);
    const storage = new kplus.AwsElasticBlockStorePersistentVolume(scope, 'pv', {
      volumeId: 'vol-1',
      storage: Size.gibibytes(1),
      accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE],
    });
    test.volumes.mount('/one', storage);
    test.volumes.mount('/two', storage);
    // The claim that cdk8s-plus makes has neither access modes nor a size, which no API server
    // takes. Quantities are still wrapped there.
    const claim = scope.node
      .findAll()
      .filter(ApiObject.isApiObject)
      .find(({ kind }) => kind === 'PersistentVolumeClaim')!;
    claim.addJsonPatch(
      JsonPatch.add('/spec/accessModes', ['ReadWriteOnce']),
      JsonPatch.add('/spec/resources', { requests: { storage: { value: '1Gi' } } }),
    );
    const pod = find(Testing.synth(scope), 'Job', 'checkout-worker').spec.template.spec;
    expect(pod.volumes).toEqual([
      {
        name: 'pvc-pvc-test-pv',
        persistentVolumeClaim: { claimName: 'pvc-test-pv', readOnly: false },
      },
    ]);
    expect(pod.containers[0].volumeMounts.map(({ mountPath }: any) => mountPath)).toEqual([
      '/one',
      '/two',
    ]);
  });

  test('may be at one path in the master and at another in the workers', () => {
    const scope = chart();
    const test = new LocustTest(scope, 'checkout', PROPS);
    const volume = emptyDir(scope, 'a');
    test.volumes.mount('/one', volume, { target: LocustTarget.MASTER });
    test.volumes.mount('/two', volume, { target: LocustTarget.WORKER });
    const { master, worker } = podsOf(test);
    expect(
      [master, worker].map(({ volumes, containers }) => [
        volumes.length,
        containers[0].volumeMounts,
      ]),
    ).toEqual([
      [1, [{ name: 'a', mountPath: '/one' }]],
      [1, [{ name: 'a', mountPath: '/two' }]],
    ]);
  });

  test('comes after those of the props, in the order of the calls', () => {
    const scope = chart();
    const test = new LocustTest(scope, 'checkout', {
      ...PROPS,
      volumes: [{ name: 'z', emptyDir: MEMORY }],
      volumeMounts: [{ name: 'z', mountPath: '/z' }],
    });
    test.volumes.mount('/b', emptyDir(scope, 'b'));
    test.volumes.mount('/a', emptyDir(scope, 'a'));
    expect(podsOf(test).master.containers[0].volumeMounts.map(({ name }: any) => name)).toEqual([
      'z',
      'b',
      'a',
    ]);
  });

  test('is answered together with those of the props, and kept apart from the test files', () => {
    const scope = chart();
    const volumes = [
      { name: 'y', emptyDir: MEMORY },
      { name: 'z', emptyDir: MEMORY },
    ];
    const volumeMounts = [
      { name: 'z', mountPath: '/z', target: MASTER },
      { name: 'y', mountPath: '/y' },
    ];
    const test = new LocustTest(scope, 'checkout', {
      ...PROPS,
      testFiles: LocustTestFiles.fromConfigMapName('code'),
      volumes,
      volumeMounts,
    });
    test.volumes.mount('/b', emptyDir(scope, 'b'));
    const { master, worker } = test.volumes;
    expect(
      [master, worker].map((pod) => [
        pod.volumes.map(({ name }) => name),
        pod.volumeMounts.map(({ mountPath }) => mountPath),
      ]),
    ).toEqual([
      [
        ['y', 'z', 'b'],
        ['/z', '/y', '/b'],
      ],
      [
        ['y', 'b'],
        ['/y', '/b'],
      ],
    ]);
  });

  test('over the test files is refused, wherever it comes from', () => {
    const scope = chart();
    const test = new LocustTest(scope, 'checkout', PROPS);
    test.volumes.mount('/lotest//src', emptyDir(scope, 'a'));
    expect(() => Testing.synth(scope)).toThrow(
      'test/checkout: volumeMounts[0].mountPath: "/lotest//src" is "/lotest/src", which conflicts with the test files at "/lotest/src"',
    );
  });

  test('of two volumes with one name is refused', () => {
    const scope = chart();
    const test = new LocustTest(scope, 'checkout', PROPS);
    for (const id of ['one', 'two']) {
      test.volumes.mount(`/${id}`, kplus.Volume.fromEmptyDir(scope, id, 'same', MEMORY));
    }
    expect(() => Testing.synth(scope)).toThrow(
      'test/checkout: volumes[1].name: the volume "same" is already taken by volumes[0]; rename it (pod/volume-twice)',
    );
  });
});

describe('results', () => {
  const keep = (options: LocustResults, props: object = {}) => {
    const test = new LocustTest(chart(), 'checkout', { ...PROPS, ...props });
    test.volumes.keepResults(options);
    return test;
  };
  const args = (test: LocustTest) => podsOf(test).master.containers[0].args.slice(-4);

  test('are kept in a claim that is made', () => {
    const claim = find(
      synthesize(keep({ storage: Size.gibibytes(5), storageClassName: 'fast' })),
      'PersistentVolumeClaim',
    );
    expect(claim).toEqual({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'checkout-results', namespace: 'load' },
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '5Gi' } },
        storageClassName: 'fast',
      },
    });
  });

  const RESTRICTED = {
    runAsNonRoot: true,
    runAsUser: 1000,
    seccompProfile: { type: 'RuntimeDefault' },
  };

  test('are for the master alone, with a group that may write, and that the workers do not get', () => {
    const { master, worker } = podsOf(keep({ storage: Size.gibibytes(1) }));
    expect([master.securityContext, worker.securityContext, worker.volumes]).toEqual([
      { fsGroup: 1000, ...RESTRICTED },
      RESTRICTED,
      undefined,
    ]);
    expect(master.volumes).toEqual([
      { name: 'locust-results', persistentVolumeClaim: { claimName: 'checkout-results' } },
    ]);
  });

  test('leave the group of the test alone, and all else that it says', () => {
    const podSecurityContext = { fsGroup: 2000, runAsUser: 2000 };
    expect(
      podsOf(keep({ storage: Size.gibibytes(1) }, { security: { podSecurityContext } })).master
        .securityContext,
    ).toEqual(podSecurityContext);
    const asUser = keep(
      { storage: Size.gibibytes(1) },
      { security: { podSecurityContext: { runAsUser: 5 } } },
    );
    expect(podsOf(asUser).master.securityContext).toEqual({ fsGroup: 1000, runAsUser: 5 });
  });

  test('have the group that is asked for', () => {
    expect(
      podsOf(keep({ storage: Size.gibibytes(1), fsGroup: 0 })).master.securityContext.fsGroup,
    ).toBe(0);
    expect(
      podsOf(keep({ storage: Size.gibibytes(1), setFsGroup: false })).master.securityContext,
    ).toEqual(RESTRICTED);
  });

  describe('in a claim that others may have', () => {
    type Claim = (scope: Chart) => kplus.IPersistentVolumeClaim;
    const declared: Claim = (scope) =>
      new Claim(scope, 'shared', { accessModes: [READ_WRITE_MANY], storage: Size.gibibytes(1) });
    const elsewhere: Claim = (scope) =>
      kplus.PersistentVolumeClaim.fromClaimName(scope, 'shared', 'shared');
    const kept = (claim: Claim, options: Partial<LocustResults> = {}, props: object = {}) => {
      const scope = chart();
      const test = new LocustTest(scope, 'checkout', { ...PROPS, ...props });
      test.volumes.keepResults({ claim: claim(scope), ...options });
      return test;
    };
    const groupOf = (test: LocustTest) =>
      find(Chart.of(test).toJson(), 'Job', 'checkout-master').spec.template.spec.securityContext
        .fsGroup;
    const said = (test: LocustTest) =>
      Findings.of(test).all.map(
        ({ severity, path, message, remedy, rule }) =>
          `${severity} ${path}: ${message}; ${remedy} (${rule})`,
      );
    const REMEDY =
      "set fsGroup: 1000 if the group may own all files of the pod's claims, or setFsGroup: false if locust can write without it (locust/results-group)";
    const UNKNOWN =
      'warning keepResults: no group is set for the files of the results, so locust may not be able to write: ' +
      `the claim "shared" is not declared here, and its files may belong to something else; ${REMEDY}`;
    const TOO = `warning keepResults: no group is set for the files of the results, so locust may not be able to write: it would also change the group of the files of the claim "data"; ${REMEDY}`;
    const other = (mount: object = {}) => ({
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
      volumeMounts: [{ name: 'data', mountPath: '/data', ...mount }],
    });
    const owner = (test: LocustTest, pod: object = {}, mount: object = {}, labels: object = {}) =>
      new ApiObject(Chart.of(test), 'db', {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'db', labels: labels as any },
        spec: {
          ...pod,
          containers: [
            { name: 'db', image: 'db', volumeMounts: [{ name: 'v', mountPath: '/v', ...mount }] },
          ],
          volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'shared' } }],
        },
      } as any);

    test('take the group where the app declares it and nobody else has it', () => {
      const test = kept(declared);
      expect([groupOf(test), said(test)]).toEqual([1000, []]);
    });

    test('take no group where it is not known who else has it, and say how to decide', () => {
      const test = kept(elsewhere);
      expect([groupOf(test), said(test)]).toEqual([undefined, [UNKNOWN]]);
    });

    test.each<[string, Partial<LocustResults>, object, number | undefined]>([
      ['a group', { fsGroup: 5 }, {}, 5],
      ['no group', { setFsGroup: false }, {}, undefined],
      ['the group of the test', {}, { security: { podSecurityContext: { fsGroup: 7 } } }, 7],
    ])('take what is decided: %s', (_what, options, props, group) => {
      const test = kept(elsewhere, options, props);
      expect([groupOf(test), said(test)]).toEqual([group, []]);
    });

    test('take no group where the master has another claim, whose files it would be given as well', () => {
      const test = keep({ storage: Size.gibibytes(1) }, other());
      expect([groupOf(test), said(test)]).toEqual([undefined, [TOO]]);
    });

    test.each<[string, object]>([
      ['the workers alone have', other({ target: 'worker' })],
      [
        'can only be read',
        {
          ...other(),
          volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data', readOnly: true } }],
        },
      ],
    ])('take the group beside another claim that %s', (_what, props) => {
      const test = keep({ storage: Size.gibibytes(1) }, props);
      expect([groupOf(test), said(test)]).toEqual([1000, []]);
    });

    test('do not take files from others of the app unless they are told to', () => {
      const test = kept(declared);
      owner(test);
      expect(said(test)).toEqual([
        'error keepResults: the group 1000 would get all files of the claim "shared", which Pod/load/db uses as well; ' +
          'set fsGroup: 1000 if the group may own them, or setFsGroup: false (locust/results-shared)',
      ]);
      for (const options of [{ fsGroup: 1000 }, { setFsGroup: false }]) {
        const decided = kept(declared, options);
        owner(decided);
        expect(said(decided)).toEqual([]);
      }
    });

    test.each<[string, (test: LocustTest) => void]>([
      ['have the same group', (test) => owner(test, { securityContext: { fsGroup: 1000 } })],
      [
        'are given the same group',
        (test) =>
          VolumeOwnership.of(owner(test)).setGroup(1000, { hints: { v: { assumeFsGroup: true } } }),
      ],
      ['only read', (test) => owner(test, {}, { readOnly: true })],
      ['only look', (test) => owner(test, {}, {}, { 'app.kubernetes.io/part-of': 'pvc-viewer' })],
    ])('are no concern of others who %s', (_what, add) => {
      const test = kept(declared);
      add(test);
      expect(said(test).filter((line) => line.includes('locust/results'))).toEqual([]);
    });

    test('share the group with the workers where the operator makes the pods, unless these have a claim', () => {
      const mode = { operatorMode: true };
      const both = podsOf(keep({ storage: Size.gibibytes(1) }, mode));
      const context = { fsGroup: 1000, seccompProfile: { type: 'RuntimeDefault' } };
      expect([both.master.securityContext, both.worker.securityContext]).toEqual([
        context,
        context,
      ]);
      const test = keep(
        { storage: Size.gibibytes(1) },
        { ...mode, ...other({ target: 'worker' }) },
      );
      expect([groupOf(test), said(test)]).toEqual([undefined, [TOO]]);
      expect(keep({ storage: Size.gibibytes(1) }).toCustomResource().spec.security).toEqual({
        podSecurityContext: context,
      });
      expect(
        keep({ storage: Size.gibibytes(1) }, other({ target: 'worker' })).toCustomResource().spec
          .security,
      ).toBeUndefined();
    });
  });

  test.each<[string, Partial<LocustResults>, string[]]>([
    ['report and figures', {}, ['--html', '/results/checkout.html', '--csv', '/results/checkout']],
    [
      'the report',
      { csv: false },
      ['--enable-rebalancing', '--only-summary', '--html', '/results/checkout.html'],
    ],
    [
      'the figures',
      { html: false, mountPath: '/out/' },
      ['--enable-rebalancing', '--only-summary', '--csv', '/out/checkout'],
    ],
    [
      'what the test itself writes',
      { html: false, csv: false },
      ['--autoquit', '60', '--enable-rebalancing', '--only-summary'],
    ],
  ])('are %s', (_what, options, expected) => {
    expect(args(keep({ storage: Size.gibibytes(1), ...options }))).toEqual(expected);
  });

  test('come after the arguments of the user', () => {
    expect(
      podsOf(
        keep(
          { storage: Size.gibibytes(1) },
          { master: { command: '', extraArgs: ['--tags', 'a b'] } },
        ),
      ).master.containers[0].args.slice(-6, -3),
    ).toEqual(['--tags', 'a b', '--html']);
  });

  test('of different runs lie side by side in one claim', () => {
    const runs = ['1', '2'].map((runId) =>
      synthesize(keep({ storage: Size.gibibytes(1) }, { rerun: undefined, runId })),
    );
    expect(
      runs.map((manifests) =>
        manifests.find(({ kind }) => kind === 'Job').spec.template.spec.containers[0].args.at(-1),
      ),
    ).toEqual(['/results/checkout-1', '/results/checkout-2']);
    expect(runs.map((manifests) => find(manifests, 'PersistentVolumeClaim').metadata.name)).toEqual(
      ['checkout-results', 'checkout-results'],
    );
  });

  test('of a changed test do so as well', () => {
    const made = ['a', 'b'].map((image) =>
      synthesize(keep({ storage: Size.gibibytes(1) }, { image, rerun: undefined })),
    );
    const files = made.map((manifests) =>
      manifests.find(({ kind }) => kind === 'Job').spec.template.spec.containers[0].args.at(-1),
    );
    expect(files[0]).toMatch(/^\/results\/checkout-[0-9a-f]{8}$/);
    expect(files[1]).not.toBe(files[0]);
    expect(made.map((manifests) => find(manifests, 'PersistentVolumeClaim').metadata.name)).toEqual(
      ['checkout-results', 'checkout-results'],
    );
  });

  test('may lie in a claim that is mounted elsewhere, too', () => {
    const scope = chart();
    const claim = new Claim(scope, 'results', {
      accessModes: [READ_WRITE_MANY],
      storage: Size.gibibytes(1),
    });
    const test = new LocustTest(scope, 'checkout', PROPS);
    test.volumes.mount('/shared', claim);
    test.volumes.keepResults({ claim });
    expect(podsOf(test).master.volumes.map(({ name }: any) => name)).toEqual([
      'results',
      'locust-results',
    ]);
  });

  test('may lie in a shared volume of EFS', () => {
    const scope = chart();
    const test = new LocustTest(scope, 'checkout', PROPS);
    test.volumes.keepResults({
      claim: new EfsSharedVolume(scope, 'data', {
        fileSystemId: 'fs-0123456789abcdef0',
        accessPointId: 'fsap-0123456789abcdef0',
      }),
    });
    expect(podsOf(test).master.volumes[0].persistentVolumeClaim.claimName).toBe('pvc-data');
  });

  test('of two tests of one name want one claim, which is refused', () => {
    const app = new App();
    for (const [id, image] of [
      ['one', 'a'],
      ['two', 'b'],
    ]) {
      new LocustTest(new Chart(app, id, { namespace: 'load' }), 'checkout', {
        ...PROPS,
        image,
        rerun: undefined,
      }).volumes.keepResults({ storage: Size.gibibytes(1) });
    }
    expect(() => app.synthYaml()).toThrow(
      'is also the PersistentVolumeClaim "checkout-results" in namespace "load"',
    );
  });

  const RESULTS = (message: string) =>
    `test/checkout/Volumes: keepResults${message} (locust/results)`;
  const TYPE = (message: string) => `test/checkout/Volumes: keepResults${message} (input/type)`;
  test.each<[string, object | undefined, string]>([
    ['nothing', undefined, RESULTS(': neither a claim nor a size is set; set one of them')],
    [
      'neither a claim nor a size',
      {},
      RESULTS(': neither a claim nor a size is set; set one of them'),
    ],
    [
      'the name of a claim',
      { claim: 'results' },
      RESULTS(
        '.claim: "results" is not a claim; pass a claim of this library or of cdk8s-plus, such as Claim.fromClaimName(…)',
      ),
    ],
    [
      'a path that is none',
      { storage: Size.gibibytes(1), mountPath: 5 },
      TYPE('.mountPath: 5 is not a string; write it in quotes: "5"'),
    ],
    [
      'a group that is not set',
      { storage: Size.gibibytes(1), fsGroup: 5, setFsGroup: false },
      RESULTS('.fsGroup: the group 5 is not set; remove fsGroup or setFsGroup'),
    ],
    [
      'a group that is none',
      { storage: Size.gibibytes(1), fsGroup: '1000' },
      TYPE('.fsGroup: "1000" is not a whole number; write it without quotes: 1000'),
    ],
    [
      'a group below 0',
      { storage: Size.gibibytes(1), fsGroup: -1 },
      RESULTS('.fsGroup: -1 is not a valid group; use a number from 0 to 2147483647'),
    ],
    [
      'a group beyond what Linux has',
      { storage: Size.gibibytes(1), fsGroup: 2 ** 31 },
      RESULTS('.fsGroup: 2147483648 is not a valid group; use a number from 0 to 2147483647'),
    ],
    [
      'a word for a choice',
      { storage: Size.gibibytes(1), html: 'yes' },
      TYPE('.html: "yes" is neither true nor false; use true or false'),
    ],
    [
      'a misspelled option',
      { storage: Size.gibibytes(1), storageClass: 'fast' },
      'test/checkout/Volumes: keepResults.storageClass: there is no option "storageClass", so "fast" would have no effect; perhaps you meant "storageClassName" (input/unknown-field)',
    ],
    ['a size that is none', { storage: '1GiB' }, '"1GiB" is not a valid quantity'],
  ])('with %s are refused', (_what, options, message) => {
    expect(() => keep(options as any)).toThrow(message);
  });

  test('with both a claim and a size are refused', () => {
    const scope = chart();
    const claim = new Claim(scope, 'results', {
      accessModes: [READ_WRITE_ONCE],
      storage: Size.gibibytes(1),
    });
    const test = new LocustTest(scope, 'checkout', PROPS);
    expect(() =>
      test.volumes.keepResults({ claim, storage: Size.gibibytes(1), storageClassName: 'fast' }),
    ).toThrow(`2 errors
  error: test/checkout/Volumes: keepResults: both a claim and a size are set; set one of them (locust/results)
  error: test/checkout/Volumes: keepResults.storageClassName: the class "fast" is only for a claim that is created; remove it, or set a size (locust/results)`);
  });

  test('are kept once', () => {
    expect(() =>
      keep({ storage: Size.gibibytes(1) }).volumes.keepResults({ storage: Size.gibibytes(1) }),
    ).toThrow('results are already kept; call it once (locust/results)');
  });

  test('at the place of something else are refused', () => {
    expect(() =>
      synthesize(keep({ storage: Size.gibibytes(1), mountPath: '/lotest/src' })),
    ).toThrow('volumeMount path "/lotest/src" conflicts with reserved path "/lotest/src"');
    expect(() => synthesize(keep({ storage: Size.gibibytes(1), mountPath: 'out' }))).toThrow(
      '"out" is relative',
    );
  });
});

const BOTH: LocustTestVolumesProps = {
  volumes: [
    { name: 'results', persistentVolumeClaim: { claimName: 'results' } },
    { name: 'data', emptyDir: { sizeLimit: kplus.k8s.Quantity.fromString('1Gi') } },
    { name: 'unused', emptyDir: {} },
  ],
  volumeMounts: [
    { name: 'results', mountPath: '/results', target: LocustTarget.MASTER },
    { name: 'data', mountPath: '/data', readOnly: true },
    { name: 'data', mountPath: '/more', target: LocustTarget.WORKER },
  ],
};

describe('volumes that stand alone', () => {
  test('answer what the master and what a worker gets', () => {
    const { master, worker } = new LocustTestVolumes(chart(), 'volumes', BOTH);
    const data = { name: 'data', emptyDir: { sizeLimit: kplus.k8s.Quantity.fromString('1Gi') } };
    expect(master).toEqual({
      volumes: [{ name: 'results', persistentVolumeClaim: { claimName: 'results' } }, data],
      volumeMounts: [
        { name: 'results', mountPath: '/results' },
        { name: 'data', mountPath: '/data', readOnly: true },
      ],
    });
    expect(worker).toEqual({
      volumes: [data],
      volumeMounts: [
        { name: 'data', mountPath: '/data', readOnly: true },
        { name: 'data', mountPath: '/more' },
      ],
    });
  });

  test('answer in the structs of cdk8s-plus', () => {
    const scope = chart();
    const { worker } = new LocustTestVolumes(scope, 'volumes', {
      volumes: [
        {
          name: 'a',
          downwardApi: { items: [{ path: 'x', fieldRef: { fieldPath: 'metadata.name' } }] },
        },
      ],
      volumeMounts: [{ name: 'a', mountPath: '/a' }],
    });
    new kplus.k8s.KubeJob(scope, 'job', {
      metadata: { name: 'worker' },
      spec: {
        template: {
          spec: {
            restartPolicy: 'Never',
            volumes: worker.volumes,
            containers: [{ name: 'locust', image: 'locust', volumeMounts: worker.volumeMounts }],
          },
        },
      },
    });
    expect(
      find(synthesize(scope), 'Job').spec.template.spec.volumes[0].downwardAPI.items[0].path,
    ).toBe('x');
  });

  test('answer nothing where there is nothing', () => {
    const { master, worker } = new LocustTestVolumes(chart(), 'volumes');
    expect([master, worker]).toEqual([
      { volumes: [], volumeMounts: [] },
      { volumes: [], volumeMounts: [] },
    ]);
  });

  test('reserve no paths and no names', () => {
    const volumes = new LocustTestVolumes(chart(), 'volumes', {
      volumes: [{ name: 'locust-lib', emptyDir: {} }],
      volumeMounts: [{ name: 'locust-lib', mountPath: '/lotest/src' }],
    });
    expect(Findings.of(volumes).all).toEqual([]);
  });

  const findings = (props: object) =>
    Findings.of(new LocustTestVolumes(chart(), 'volumes', props)).all.map(
      ({ severity, path, message }) => `${severity} ${path}: ${message}`,
    );
  test.each<[string, object, string[]]>([
    [
      'a mount of nothing',
      { volumeMounts: [{ name: 'a', mountPath: '/a' }] },
      ['error volumeMounts[0].name: volumeMount "a" references undefined volume'],
    ],
    [
      'a volume that nothing mounts',
      { volumes: [{ name: 'a', emptyDir: {} }] },
      ['warning volumes[0]: nothing mounts the volume "a", so it is left out'],
    ],
    [
      'two mounts at one path',
      {
        volumes: [{ name: 'a', emptyDir: {} }],
        volumeMounts: [
          { name: 'a', mountPath: '/a' },
          { name: 'a', mountPath: '/a/' },
        ],
      },
      ['error volumeMounts[1].mountPath: "/a/" is already mounted, by volumeMounts[0]'],
    ],
    [
      'a number for a name',
      { volumes: [{ name: 5, emptyDir: {} }] },
      [
        'error volumes[0].name: spec.volumes[0].name: Invalid value: "integer": spec.volumes[0].name in body must be of type string: "integer"',
      ],
    ],
    [
      'a mount without a path',
      { volumes: [{ name: 'a', emptyDir: {} }], volumeMounts: [{ name: 'a' }] },
      ['error volumeMounts[0].mountPath: spec.volumeMounts[0].mountPath: Required value'],
    ],
    [
      'a misspelled option',
      {
        volumes: [{ name: 'a', emptyDir: { sizLimit: '1Gi' } }],
        volumeMounts: [{ name: 'a', mountPath: '/a' }],
      },
      ['error volumes[0].emptyDir.sizLimit: unknown field "sizLimit"'],
    ],
  ])('find %s', (_what, props, expected) => {
    expect(findings(props)).toEqual(expected);
  });

  test('find results at the place of something else', () => {
    const volumes = new LocustTestVolumes(chart(), 'volumes', BOTH);
    volumes.keepResults({ storage: Size.gibibytes(1) });
    expect(
      Findings.of(volumes)
        .all.filter(({ severity }) => severity === 'error')
        .map(({ message }) => message),
    ).toEqual(['"/results" is already mounted, by volumeMounts[0]']);
  });

  test.each<[string, (scope: Chart) => void, string]>([
    [
      'a text for a list',
      (scope) => new LocustTestVolumes(scope, 'v', { volumes: 'x' as any }),
      'test/v: volumes: "x" is not a list; use a list (input/type)',
    ],
    [
      'a misspelled list',
      (scope) => new LocustTestVolumes(scope, 'v', { mounts: [] } as any),
      'test/v: mounts: there is no option "mounts"',
    ],
    [
      'a target that is none',
      (scope) =>
        new LocustTestVolumes(scope, 'v', {
          volumeMounts: [{ name: 'a', mountPath: '/a', target: 'all' as any }],
        }),
      'test/v: volumeMounts[0].target: "all" is not a valid value; must be one of master, worker, both (input/type)',
    ],
    [
      'nothing for a volume',
      (scope) => new LocustTestVolumes(scope, 'v').addVolume(undefined as any),
      'test/v: volumes: undefined is not an object; pass an object with its fields (input/type)',
    ],
    [
      'a construct for a volume',
      (scope) => new LocustTestVolumes(scope, 'v').addVolume(emptyDir(scope, 'a') as any),
      'test/v: volumes: an object of "Volume" is not plain data; use mount for volumes of cdk8s-plus (input/plain-data)',
    ],
    [
      'a word for a mount',
      (scope) => new LocustTestVolumes(scope, 'v').addMount('x' as any),
      'test/v: volumeMounts: "x" is not an object; pass an object with its fields (input/type)',
    ],
    [
      'nothing to be mounted',
      (scope) => new LocustTestVolumes(scope, 'v').mount('/x', undefined as any),
      'test/v: mount: undefined cannot be mounted; pass a volume, or a claim of this library (pod/volume-source)',
    ],
    [
      'a config map that is not a volume',
      (scope) =>
        new LocustTestVolumes(scope, 'v').mount('/x', new kplus.ConfigMap(scope, 'cm') as any),
      'test/v: mount: an object of "ConfigMap" cannot be mounted',
    ],
    [
      'a claim template, which pods of a Job do not have',
      (scope) => new LocustTestVolumes(scope, 'v').mount('/x', templateIn(scope)),
      'test/v: mount: the volume "data" has no source: only in the pods of a StatefulSet, it stands for a claim template; mount a claim (storage/template-workload)',
    ],
    [
      'a misspelled option of a mount',
      (scope) =>
        new LocustTestVolumes(scope, 'v').mount('/x', emptyDir(scope, 'a'), {
          readonly: true,
        } as any),
      'test/v: mount.readonly: there is no option "readonly", so true would have no effect; perhaps you meant "readOnly" (input/unknown-field)',
    ],
  ])('refuse %s', (_what, make, message) => {
    expect(() => make(chart())).toThrow(message);
    expect(() => make(chart())).toThrow(FindingsError);
  });

  test('take null for no options, as other languages give it', () => {
    const scope = chart();
    const volumes = new LocustTestVolumes(scope, 'v', null as any);
    volumes.mount('/x', emptyDir(scope, 'a'), null as any);
    expect(volumes.master.volumeMounts).toEqual([{ name: 'a', mountPath: '/x' }]);
  });

  test('keep results in a claim that is called after their place in the tree', () => {
    const scope = chart();
    new LocustTestVolumes(new Construct(scope, 'shop'), 'volumes').keepResults({
      storage: Size.gibibytes(1),
    });
    expect(find(synthesize(scope), 'PersistentVolumeClaim').metadata.name).toBe(
      'shop-volumes-results',
    );
  });
});

describe('volumes that are applied to workloads', () => {
  const container = (name: string) => ({ name, image: 'locust', args: ['-f', '/a.py'] });
  const job = (scope: Construct, name: string, ...containers: object[]) =>
    new ApiObject(scope, name, {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name },
      spec: { template: { spec: { restartPolicy: 'Never', containers } } },
    } as any);
  const twoJobs = (scope: Construct, ...names: string[]) =>
    ['master', 'worker'].map((role) => job(scope, role, ...names.map(container))) as [
      ApiObject,
      ApiObject,
    ];
  const podOf = (manifests: any[], name: string) => find(manifests, 'Job', name).spec.template.spec;

  test('written by hand are in them', () => {
    const scope = chart();
    const [master, worker] = twoJobs(scope, 'locust');
    new LocustTestVolumes(scope, 'volumes', BOTH).applyTo(master, worker);
    const manifests = synthesize(scope);
    expect(podOf(manifests, 'master')).toEqual({
      restartPolicy: 'Never',
      containers: [
        {
          ...container('locust'),
          volumeMounts: [
            { name: 'results', mountPath: '/results' },
            { name: 'data', mountPath: '/data', readOnly: true },
          ],
        },
      ],
      volumes: [
        { name: 'results', persistentVolumeClaim: { claimName: 'results' } },
        { name: 'data', emptyDir: { sizeLimit: '1Gi' } },
      ],
    });
    expect(podOf(manifests, 'worker').containers[0].volumeMounts).toEqual([
      { name: 'data', mountPath: '/data', readOnly: true },
      { name: 'data', mountPath: '/more' },
    ]);
    expect(Findings.of(scope).all.map(({ message }) => message)).toEqual([
      'nothing mounts the volume "unused", so it is left out',
    ]);
  });

  test('of cdk8s-plus are in them, beside what they have', () => {
    const scope = chart();
    const jobs = ['master', 'worker'].map((id) => {
      const own = new kplus.Job(scope, id, {
        containers: [{ image: 'locust', securityContext: { readOnlyRootFilesystem: false } }],
      });
      own.containers[0].mount('/tmp', emptyDir(own, 'tmp'));
      return own;
    });
    new LocustTestVolumes(scope, 'volumes', BOTH).applyTo(jobs[0], jobs[1]);
    const pod = podOf(synthesize(scope), 'test-worker');
    expect(pod.volumes.map(({ name }: any) => name)).toEqual(['tmp', 'data']);
    expect(pod.containers[0].volumeMounts.map(({ mountPath }: any) => mountPath)).toEqual([
      '/tmp',
      '/data',
      '/more',
    ]);
  });

  test.each<[string, (scope: Chart) => IConstruct, (manifest: any) => any]>([
    [
      'CronJob',
      (scope) =>
        new kplus.CronJob(scope, 'w', {
          schedule: { expressionString: '0 3 * * *' } as any,
          containers: [{ image: 'locust' }],
        }),
      ({ spec }) => spec.jobTemplate.spec.template.spec,
    ],
    [
      'Pod',
      (scope) => new kplus.Pod(scope, 'w', { containers: [{ image: 'locust' }] }),
      ({ spec }) => spec,
    ],
    [
      'Deployment',
      (scope) => new kplus.Deployment(scope, 'w', { containers: [{ image: 'locust' }] }),
      ({ spec }) => spec.template.spec,
    ],
  ])('that are a %s are in it', (kind, make, pod) => {
    const scope = chart();
    new LocustTestVolumes(scope, 'volumes', BOTH).applyTo(
      job(scope, 'master', container('locust')),
      make(scope),
    );
    expect(pod(find(synthesize(scope), kind)).volumes.map(({ name }: any) => name)).toEqual([
      'data',
    ]);
  });

  test('with several containers are in the first one, or the one that is named', () => {
    const mountsOf = (name?: string) => {
      const scope = chart();
      const [master, worker] = twoJobs(scope, 'proxy', 'locust');
      new LocustTestVolumes(scope, 'volumes', BOTH).applyTo(master, worker, name);
      return podOf(synthesize(scope), 'worker').containers.map(
        ({ volumeMounts = [] }: any) => volumeMounts.length,
      );
    };
    expect([mountsOf(), mountsOf('locust')]).toEqual([
      [2, 0],
      [0, 2],
    ]);
  });

  test('are in them though they are mounted later, and though containers are added later', () => {
    const scope = chart();
    const [master, worker] = [new kplus.Job(scope, 'master'), new kplus.Job(scope, 'worker')];
    const volumes = new LocustTestVolumes(scope, 'volumes');
    volumes.applyTo(master, worker);
    volumes.mount('/late', emptyDir(scope, 'late'), { target: LocustTarget.WORKER });
    for (const one of [master, worker]) one.addContainer({ image: 'locust' });
    const manifests = synthesize(scope);
    expect([
      podOf(manifests, 'test-master').volumes,
      podOf(manifests, 'test-worker').volumes.map(({ name }: any) => name),
    ]).toEqual([undefined, ['late']]);
  });

  test('come after patches of the user', () => {
    const scope = chart();
    const [master, worker] = twoJobs(scope, 'locust');
    new LocustTestVolumes(scope, 'volumes', BOTH).applyTo(master, worker);
    worker.addJsonPatch(
      JsonPatch.add('/spec/template/spec/volumes', [{ name: 'patched', emptyDir: {} }]),
    );
    expect(podOf(synthesize(scope), 'worker').volumes.map(({ name }: any) => name)).toEqual([
      'patched',
      'data',
    ]);
  });

  test('give them results, with arguments named after the Job and the group', () => {
    const scope = chart();
    const [master, worker] = twoJobs(scope, 'locust');
    worker.addJsonPatch(
      JsonPatch.add('/spec/template/spec/securityContext', { fsGroup: 5, runAsUser: 5 }),
    );
    const volumes = new LocustTestVolumes(scope, 'volumes');
    volumes.applyTo(master, worker);
    volumes.keepResults({ storage: Size.gibibytes(1) });
    const manifests = synthesize(scope);
    expect(podOf(manifests, 'master').containers[0].args).toEqual([
      '-f',
      '/a.py',
      '--html',
      '/results/master.html',
      '--csv',
      '/results/master',
    ]);
    expect(podOf(manifests, 'worker').containers[0].args).toEqual(['-f', '/a.py']);
    expect([
      podOf(manifests, 'master').securityContext,
      podOf(manifests, 'worker').securityContext,
    ]).toEqual([{ fsGroup: 1000 }, { fsGroup: 5, runAsUser: 5 }]);
    worker.addJsonPatch(JsonPatch.remove('/spec/template/spec/securityContext'));
    expect(podOf(synthesize(scope), 'worker').securityContext).toBeUndefined();
    expect(podOf(manifests, 'master').volumes).toEqual([
      { name: 'locust-results', persistentVolumeClaim: { claimName: 'volumes-results' } },
    ]);
  });

  const groupAndFindings = (scope: Chart, claim: kplus.IPersistentVolumeClaim, pod: object) => {
    const [master, worker] = twoJobs(scope, 'locust');
    for (const [path, value] of Object.entries(pod)) {
      master.addJsonPatch(JsonPatch.add(`/spec/template/spec/${path}`, value));
    }
    const volumes = new LocustTestVolumes(scope, 'volumes');
    volumes.applyTo(master, worker);
    volumes.keepResults({ claim });
    return [
      master.toJson().spec.template.spec.securityContext,
      Findings.of(scope).all.map(
        ({ severity, construct, message }) => `${severity} ${construct}: ${message}`,
      ),
    ];
  };
  const NO_GROUP =
    'no group is set for the files of the results, so locust may not be able to write';

  test('give no group where it is not known who has the claim, or the pod has others', () => {
    const scope = chart();
    expect(
      groupAndFindings(scope, kplus.PersistentVolumeClaim.fromClaimName(scope, 'c', 'shared'), {}),
    ).toEqual([
      undefined,
      [
        `warning test/master: ${NO_GROUP}: the claim "shared" is not declared here, and its files may belong to something else`,
      ],
    ]);
    const two = chart();
    const claim = new Claim(two, 'shared', {
      accessModes: [READ_WRITE_MANY],
      storage: Size.gibibytes(1),
    });
    expect(
      groupAndFindings(two, claim, {
        volumes: [{ name: 'db', persistentVolumeClaim: { claimName: 'db' } }],
      }),
    ).toEqual([
      undefined,
      [
        `warning test/master: ${NO_GROUP}: it would also change the group of the files of the claim "db"`,
        'warning test/master: no container mounts the claim "db" (the volume "db"): nothing that the pod writes gets there',
      ],
    ]);
  });

  test('take no files from others of the app, nor from the group that the pod has', () => {
    const scope = chart();
    const claim = new Claim(scope, 'shared', {
      accessModes: [READ_WRITE_MANY],
      storage: Size.gibibytes(1),
    });
    new ApiObject(scope, 'db', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'db' },
      spec: {
        containers: [],
        volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'shared' } }],
      },
    });
    expect(groupAndFindings(scope, claim, {})[1]).toEqual([
      'error test/master: the group 1000 would get all files of the claim "shared", which Pod/load/db uses as well',
    ]);
    const two = chart();
    expect(
      groupAndFindings(two, kplus.PersistentVolumeClaim.fromClaimName(two, 'c', 'shared'), {
        securityContext: { fsGroup: 5 },
      }),
    ).toEqual([{ fsGroup: 5 }, []]);
  });

  test('give the same bytes at every synthesis', () => {
    const app = new App();
    const scope = new Chart(app, 'test');
    const [master, worker] = twoJobs(scope, 'locust');
    new LocustTestVolumes(scope, 'volumes', BOTH).applyTo(master, worker);
    expect(app.synthYaml()).toBe(app.synthYaml());
  });

  test('that are there already are errors', () => {
    const scope = chart();
    const [master, worker] = twoJobs(scope, 'locust');
    for (const object of [master, worker]) {
      object.addJsonPatch(
        JsonPatch.add('/spec/template/spec/volumes', [{ name: 'data', emptyDir: {} }]),
      );
      object.addJsonPatch(
        JsonPatch.add('/spec/template/spec/containers/0/volumeMounts', [
          { name: 'data', mountPath: '/data' },
        ]),
      );
    }
    const volumes = new LocustTestVolumes(scope, 'volumes', BOTH);
    volumes.applyTo(master, worker);
    expect(
      Findings.of(scope)
        .all.filter(({ severity }) => severity === 'error')
        .map(({ construct, path, message }) => `${construct}: ${path}: ${message}`),
    ).toEqual([
      'test/master: volumes: the volume "data" already exists',
      'test/master: volumeMounts: a mount at "/data" already exists',
      'test/worker: volumes: the volume "data" already exists',
      'test/worker: volumeMounts: a mount at "/data" already exists',
    ]);
  });

  test('twice are errors', () => {
    const scope = chart();
    const [master, worker] = twoJobs(scope, 'locust');
    const volumes = new LocustTestVolumes(scope, 'volumes', {
      volumes: [{ name: 'a', emptyDir: {} }],
      volumeMounts: [{ name: 'a', mountPath: '/a' }],
    });
    volumes.applyTo(master, worker);
    volumes.applyTo(master, worker);
    expect(() => Testing.synth(scope)).toThrow(
      'test/master: volumes: the volume "a" already exists; use another name (locust/applied-twice)',
    );
  });

  test('that have no pods are refused, both at once', () => {
    const scope = chart();
    const service = new ApiObject(scope, 'service', { apiVersion: 'v1', kind: 'Service' });
    expect(() => new LocustTestVolumes(scope, 'volumes').applyTo(service, scope)).toThrow(`2 errors
  error: test/service: a Service has no pod; pass a Job, or another workload (locust/applied-to)
  error: test: an object of "Chart" is not a Kubernetes object; pass a Job (locust/applied-to)`);
  });

  test('that are nothing at all are refused', () => {
    expect(() =>
      new LocustTestVolumes(chart(), 'volumes').applyTo(undefined as any, 5 as any),
    ).toThrow(
      /^2 errors\n.*undefined is not a Kubernetes object.*\n.*5 is not a Kubernetes object.*$/,
    );
  });

  test.each<[string, object[], string | undefined, string]>([
    [
      'no container',
      [],
      undefined,
      'test/master: the pod has no container; add a container (locust/applied-to)',
    ],
    [
      'other containers',
      [container('a'), container('b')],
      'locust',
      'test/master: the pod has no container "locust"; use one of a, b (locust/applied-to)',
    ],
  ])('with %s are errors', (_what, containers, name, message) => {
    const scope = chart();
    new LocustTestVolumes(scope, 'volumes', BOTH).applyTo(
      job(scope, 'master', ...containers),
      job(scope, 'worker', ...containers),
      name,
    );
    expect(() => Testing.synth(scope)).toThrow(message);
  });

  test('without a template are errors', () => {
    const scope = chart();
    const empty = new ApiObject(scope, 'empty', {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'empty' },
    });
    new LocustTestVolumes(scope, 'volumes').applyTo(empty, job(scope, 'worker', container('a')));
    expect(() => Testing.synth(scope)).toThrow(
      'test/empty: the Job has no pod; pass a workload with a pod (locust/applied-to)',
    );
  });
});

/** The classes of claims that name no volume. */
import { BINDING_JUDGES } from '../../../src/manifests/binding';
import { claimOf, classOf, volumeOf } from '../../storage/object-cases';
import { judged, podOf, setOf, templateOfClaims } from '../../support/judged';

const NO_CLASS = { storageClassName: '' };
const named = (name: string, fields: object = {}) => classOf({ metadata: { name }, ...fields });
const DEFAULT = classOf({
  metadata: {
    name: 'standard',
    annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
  },
});
const said = (...manifests: object[]) => judged(BINDING_JUDGES, manifests);

describe('a class that nobody declares', () => {
  const misspelt = (name: string, guess: string, path: string = 'spec.storageClassName') => [
    `PersistentVolumeClaim/data warning binding/class-name ${path}: the claim "data" has the class "${name}", which is not declared here; perhaps you meant "${guess}"`,
  ];

  test.each(['fast-sdd', 'fas-ssd', 'fats-ssd', 'fast-sssd', 'fastssd'])(
    'is probably another one: %s',
    (name) => {
      expect(said(claimOf({ storageClassName: name }), named('fast-ssd'))).toEqual(
        misspelt(name, 'fast-ssd'),
      );
    },
  );

  test.each([
    ['hcloud-volumes', 'fast-ssd'],
    ['gp2', 'gp3'],
    ['disk-2', 'disk-1'],
    ['premium-rwx', 'premium-rwo'],
    ['ebs-sc', 'efs-sc'],
    ['ssd', 'ssdd'],
    ['fast-ssd', 'fast-ssd'],
    ['slow-ssd', 'fast-ssd'],
  ])('is another one: %s beside %s', (name, declared) => {
    expect(said(claimOf({ storageClassName: name }), named(declared))).toEqual([]);
  });

  test('may be no more than a name, which a volume has, too', () => {
    expect(
      said(
        claimOf({ storageClassName: 'manuel' }),
        volumeOf({ storageClassName: 'manuel', claimRef: { name: 'x', namespace: 'x' } }),
        named('manual'),
      ),
    ).toEqual([]);
  });

  test('is told where it is said: in the older annotation', () => {
    const annotations = { 'volume.beta.kubernetes.io/storage-class': 'fast-sdd' };
    expect(said(claimOf({}, { annotations }), named('fast-ssd'))).toEqual(
      misspelt(
        'fast-sdd',
        'fast-ssd',
        'metadata.annotations["volume.beta.kubernetes.io/storage-class"]',
      ),
    );
  });

  test('is an error in the older annotation if no class can be called so; in the field, the API server says so', () => {
    const annotations = { 'volume.beta.kubernetes.io/storage-class': 'Fast_SSD' };
    const [line, ...others] = said(claimOf({}, { annotations }), named('fast-ssd'));
    expect(others).toEqual([]);
    expect(line).toMatch(
      /^PersistentVolumeClaim\/data error storage\/name metadata\.annotations\["volume\.beta\.kubernetes\.io\/storage-class"\]: "Fast_SSD": a lowercase RFC 1123 subdomain must/,
    );
    expect(said(claimOf({ storageClassName: 'Fast_SSD' }), named('fast-ssd'))).toEqual([]);
  });

  test('is told of templates and of ephemeral volumes', () => {
    const template = templateOfClaims('data', { storageClassName: 'fast-sdd' });
    const set = setOf(
      {
        volumes: [
          { name: 'x', emptyDir: {} },
          { name: 'cache', ephemeral: { volumeClaimTemplate: template } },
        ],
      },
      [templateOfClaims('log', { storageClassName: 'fast-ssd' }), template],
    );
    expect(said(set, named('fast-ssd'))).toEqual([
      'StatefulSet/db warning binding/class-name spec.volumeClaimTemplates[1].spec.storageClassName: the claim template "data" has the class "fast-sdd", which is not declared here; perhaps you meant "fast-ssd"',
      'StatefulSet/db warning binding/class-name spec.template.spec.volumes[1].ephemeral.volumeClaimTemplate.spec.storageClassName: the ephemeral volume "cache" has the class "fast-sdd", which is not declared ' +
        'here; perhaps you meant "fast-ssd"',
    ]);
  });
});

describe('a class in a cluster whose classes are known', () => {
  const inCluster = (target: object, ...manifests: object[]) =>
    judged(BINDING_JUDGES, manifests, target);
  const missing = (name: string, remedy: string = 'declare it, or add it to storageClassNames') => [
    `PersistentVolumeClaim/data warning binding/class-name spec.storageClassName: the claim "data" has the class "${name}", which is neither declared here ` +
      `nor among the storageClassNames of the target; ${remedy}`,
  ];

  test.each<readonly [string, object, object[], string[]]>([
    ['is one of them', { storageClassNames: ['gp3', 'fast'] }, [], []],
    ['is none of them', { storageClassNames: ['gp3'] }, [], missing('fast')],
    ['is none of none', { storageClassNames: [] }, [], missing('fast')],
    [
      'is nearly one of them',
      { storageClassNames: ['fasts'] },
      [],
      missing('fast', 'perhaps you meant "fasts"'),
    ],
    [
      'is nearly a declared one',
      { storageClassNames: ['gp3'] },
      [named('fasst')],
      missing('fast', 'perhaps you meant "fasst"'),
    ],
    ['is declared', { storageClassNames: ['gp3'] }, [named('fast')], []],
    [
      'is one of them, and nearly a declared one',
      { storageClassNames: ['fast'] },
      [named('fasst')],
      [],
    ],
    ['is the default', { storageClassNames: ['gp3'], defaultStorageClassName: 'fast' }, [], []],
    [
      'is that of a volume',
      { storageClassNames: ['gp3'] },
      [volumeOf({ storageClassName: 'fast' })],
      [],
    ],
  ])('%s', (_title, target, others, lines) => {
    expect(inCluster(target, claimOf({ storageClassName: 'fast' }), ...others)).toEqual(lines);
  });

  test('is reported nowhere for the default class of the cluster', () => {
    expect(inCluster({ storageClassNames: [] }, claimOf({}))).toEqual([]);
  });
});

describe('the empty class', () => {
  const missing = (
    remedy: string = 'remove storageClassName to get the default class of the cluster, or declare a matching volume',
  ) => [
    'PersistentVolumeClaim/data warning binding/no-volume spec.storageClassName: the claim "data" requests a volume without a class, but none of those declared here is free and matches: nothing provisions one, ' +
      `so it stays Pending; ${remedy}`,
  ];

  test.each<readonly [string, object, object, boolean]>([
    ['fits', {}, {}, true],
    ['is larger', {}, { capacity: { storage: '9Gi' } }, true],
    ['is as large, in other units', { resources: { requests: { storage: '1024Mi' } } }, {}, true],
    ['is a byte smaller', {}, { capacity: { storage: '1073741823' } }, false],
    ['has more access modes', {}, { accessModes: ['ReadWriteMany', 'ReadWriteOnce'] }, true],
    ['has another access mode', {}, { accessModes: ['ReadWriteMany'] }, false],
    ['is a device', {}, { volumeMode: 'Block' }, false],
    ['is a device, as the claim', { volumeMode: 'Block' }, { volumeMode: 'Block' }, true],
    ['has a class', {}, { storageClassName: 'fast' }, false],
    ['has a class of attributes', {}, { volumeAttributesClassName: 'gold' }, false],
    [
      'is reserved for another claim',
      {},
      { claimRef: { name: 'other', namespace: 'default' } },
      false,
    ],
    ['is reserved for the claim', {}, { claimRef: { name: 'data', namespace: 'default' } }, true],
    ['does not have the labels', { selector: { matchLabels: { app: 'b' } } }, {}, false],
  ])('beside a volume that %s', (_title, claim, volume, fits) => {
    expect(said(claimOf({ ...NO_CLASS, ...claim }), volumeOf(volume))).toEqual(
      fits ? [] : missing(),
    );
  });

  test.each<readonly [object, boolean]>([
    [{ matchLabels: { app: 'a' } }, true],
    [{ matchLabels: { app: 'a', tier: 'gold' } }, false],
    [{ matchExpressions: [{ key: 'app', operator: 'In', values: ['b', 'a'] }] }, true],
    [{ matchExpressions: [{ key: 'app', operator: 'In', values: ['b'] }] }, false],
    [{ matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['a'] }] }, false],
    [{ matchExpressions: [{ key: 'tier', operator: 'NotIn', values: ['a'] }] }, true],
    [{ matchExpressions: [{ key: 'app', operator: 'Exists' }] }, true],
    [{ matchExpressions: [{ key: 'tier', operator: 'Exists' }] }, false],
    [{ matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] }, true],
    [{ matchExpressions: [{ key: 'app', operator: 'DoesNotExist' }] }, false],
    [{}, true],
  ])('with the selector %j', (selector, fits) => {
    const volume = { ...volumeOf({}), metadata: { name: 'data', labels: { app: 'a' } } };
    expect(said(claimOf({ ...NO_CLASS, selector }), volume)).toEqual(fits ? [] : missing());
  });

  test('beside a default class says which one', () => {
    expect(said(claimOf(NO_CLASS), DEFAULT)).toEqual(
      missing(
        'remove storageClassName to get the default class "standard", or declare a matching volume',
      ),
    );
  });

  test('beside a volume that another claim names', () => {
    expect(
      said(
        claimOf(NO_CLASS),
        claimOf({ ...NO_CLASS, volumeName: 'data' }, { name: 'other' }),
        volumeOf({}),
      ),
    ).toEqual(missing());
  });

  test('of a claim that names its volume, wherever that is', () => {
    expect(said(claimOf({ ...NO_CLASS, volumeName: 'elsewhere' }))).toEqual([]);
  });

  test('of a template, one of whose claims has a volume', () => {
    const set = setOf({ containers: [] }, [templateOfClaims('data', NO_CLASS)], { replicas: 2 });
    expect(said(set, volumeOf({ claimRef: { name: 'data-db-1', namespace: 'default' } }))).toEqual(
      [],
    );
    expect(said(set)).toEqual([
      'StatefulSet/db warning binding/no-volume spec.volumeClaimTemplates[0].spec.storageClassName: the claim template "data" requests a volume without a class, but none of those declared here is free ' +
        'and matches: nothing provisions one, so it stays Pending; remove storageClassName to get the default class of the cluster, or declare a matching volume',
    ]);
  });

  test('with a request that cannot be read says nothing', () => {
    expect(
      said(claimOf({ ...NO_CLASS, resources: { requests: { storage: 'much' } } }), volumeOf({})),
    ).toEqual([]);
  });

  test('with a selector that is for hundreds of volumes is not looked at', () => {
    const volumes = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...volumeOf({}),
        metadata: { name: `v${index}`, labels: { app: 'a' } },
      }));
    const claim = claimOf({
      ...NO_CLASS,
      selector: { matchLabels: { app: 'a' } },
      resources: { requests: { storage: '2Gi' } },
    });
    expect(said(claim, ...volumes(500))).toEqual(missing());
    expect(said(claim, ...volumes(501))).toEqual([]);
  });
});

describe('no class', () => {
  const open = (which: string) => [
    `PersistentVolumeClaim/data warning storage/static-claim-class spec.storageClassName: the claim "data" does not name a class, so it gets ${which} and a new volume, not "data", which has no class and matches; ` +
      'set storageClassName: "" on the claim to use that volume, or the name of a class otherwise',
  ];

  test('beside a volume without one that fits', () => {
    expect(said(claimOf({}), volumeOf({}))).toEqual(
      open('the default class of the cluster, if there is one'),
    );
    expect(said(claimOf({}), volumeOf({}), DEFAULT)).toEqual(open('the default class "standard"'));
  });

  test.each<readonly [string, object]>([
    ['does not fit', volumeOf({ capacity: { storage: '1Mi' } })],
    ['has a class', volumeOf({ storageClassName: 'manual' })],
    ['is reserved for the claim', volumeOf({ claimRef: { name: 'data', namespace: 'default' } })],
    [
      'is reserved for another one',
      volumeOf({ claimRef: { name: 'other', namespace: 'default' } }),
    ],
  ])('beside a volume that %s', (_title, volume) => {
    expect(said(claimOf({}), volume)).toEqual([]);
    expect(said(claimOf({}), volume, DEFAULT)).toEqual([]);
  });

  test('beside a volume that a claim of the empty class gets', () => {
    expect(said(claimOf({}), claimOf(NO_CLASS, { name: 'static' }), volumeOf({}))).toEqual([]);
  });

  test('beside as many volumes as there are claims of the empty class, and one more', () => {
    const volumes = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...volumeOf({}),
        metadata: { name: index === 0 ? 'data' : `v${index}` },
      }));
    const claims = ['a', 'b', 'c'].map((name) => claimOf(NO_CLASS, { name }));
    expect(said(claimOf({}), ...claims, ...volumes(3))).toEqual([]);
    expect(said(claimOf({}), ...claims, ...volumes(4))).toEqual(
      open('the default class of the cluster, if there is one').map((line) =>
        line.replace('not "data"', 'not "v3"'),
      ),
    );
  });

  test('of a template', () => {
    expect(said(setOf({ containers: [] }, [templateOfClaims('data')]), volumeOf({}))).toEqual([
      'StatefulSet/db warning storage/static-claim-class spec.volumeClaimTemplates[0].spec.storageClassName: the claim template "data" does not name a class, so it gets the default class of the cluster, if there is ' +
        'one and a new volume, not "data", which has no class and matches; set storageClassName: "" on the claim to use that volume, or the name of a class otherwise',
    ]);
  });
});

describe('a selector', () => {
  const claim = claimOf({ storageClassName: 'gp3', selector: { matchLabels: { app: 'a' } } });
  const gp3 = (provisioner: string) => named('gp3', { provisioner });

  test('is nothing that a driver makes volumes for', () => {
    expect(said(claim, gp3('ebs.csi.aws.com'))).toEqual([
      'PersistentVolumeClaim/data warning binding/selected-volume spec.selector: the claim "data" selects among existing volumes, none of which matches here, and "ebs.csi.aws.com" does not provision volumes for a claim with ' +
        'a selector; remove the selector, or declare a matching volume',
    ]);
  });

  test('may select a volume that is there', () => {
    const volume = {
      ...volumeOf({ storageClassName: 'gp3' }),
      metadata: { name: 'data', labels: { app: 'a' } },
    };
    expect(said(claim, gp3('ebs.csi.aws.com'), volume)).toEqual([]);
  });

  test.each(['disks.example.org', 'kubernetes.io/no-provisioner'])(
    'may be something to %s',
    (provisioner) => {
      expect(said(claim, gp3(provisioner))).toEqual([]);
    },
  );
});

test('ephemeral volumes of pods have classes, too', () => {
  const pod = podOf({
    volumes: [
      {
        name: 'cache',
        ephemeral: {
          volumeClaimTemplate: {
            spec: {
              accessModes: ['ReadWriteOnce'],
              resources: { requests: { storage: '1Gi' } },
              storageClassName: '',
            },
          },
        },
      },
    ],
  });
  expect(said(pod)).toEqual([
    'Pod/tool warning binding/no-volume spec.volumes[0].ephemeral.volumeClaimTemplate.spec.storageClassName: the ephemeral volume "cache" requests a volume without a class, but none of those declared ' +
      'here is free and matches: nothing provisions one, so it stays Pending; remove storageClassName to get the default class of the cluster, or declare a matching volume',
  ]);
});

describe('two classes that are the default', () => {
  const standard = (
    name: string,
    annotation: string = 'storageclass.kubernetes.io/is-default-class',
    value: string = 'true',
  ) => classOf({ metadata: { name, annotations: { [annotation]: value } } });
  const BETA = 'storageclass.beta.kubernetes.io/is-default-class';
  const told = (annotation: string) => [
    `StorageClass/b warning storage/default-class metadata.annotations["${annotation}"]: the classes "a" and "b" are both the default; make only one of them the default`,
  ];

  test('are told at the second one', () => {
    expect(said(standard('a'), standard('b'))).toEqual(
      told('storageclass.kubernetes.io/is-default-class'),
    );
    expect(said(standard('a'), standard('b', BETA))).toEqual(told(BETA));
  });

  test('are one if it appears twice, or if one of them is not the default', () => {
    expect(said(standard('a'), standard('a'))).toEqual([]);
    expect(said(standard('a'), standard('b', BETA, 'false'))).toEqual([]);
  });
});

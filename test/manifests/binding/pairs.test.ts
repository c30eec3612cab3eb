/** Claims and volumes that name each other. */
import { BINDING_JUDGES } from '../../../src/manifests/binding';
import { claimOf, classOf, volumeOf } from '../../storage/object-cases';
import { judged, podOf, setOf, templateOfClaims } from '../../support/judged';

const RESERVED = { claimRef: { name: 'data', namespace: 'default' } };
const NO_CLASS = { storageClassName: '' };
const DEFAULT = classOf({
  metadata: {
    name: 'fast',
    annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
  },
});
const said = (...manifests: object[]) => judged(BINDING_JUDGES, manifests);
const never = (path: string, why: string, remedy: string) => [
  `PersistentVolumeClaim/data error storage/volume-mismatch spec.${path}: the claim "data" never gets the volume "data": it ${why}; ${remedy}`,
];

describe('a claim that names its volume', () => {
  const named = (claim: object, volume: object, ...others: object[]) =>
    said(claimOf({ ...NO_CLASS, volumeName: 'data', ...claim }), volumeOf(volume), ...others);
  const SIZE = 'request no more than the volume has';
  const MODES = 'use the same access modes for both';

  test.each<readonly [string, object, object, readonly string[]]>([
    ['fits', {}, {}, []],
    ['requests as much as there is', { resources: { requests: { storage: '1024Mi' } } }, {}, []],
    [
      'requests a byte more',
      { resources: { requests: { storage: '1073741825' } } },
      {},
      never('resources.requests.storage', 'has 1Gi, but the claim requests 1073741825', SIZE),
    ],
    [
      'requests more in other units',
      { resources: { requests: { storage: '1Gi' } } },
      { capacity: { storage: '1G' } },
      never('resources.requests.storage', 'has 1G, but the claim requests 1Gi', SIZE),
    ],
    [
      'asks for an access mode that the volume has among others',
      {},
      { accessModes: ['ReadOnlyMany', 'ReadWriteOnce'] },
      [],
    ],
    [
      'asks for another access mode',
      { accessModes: ['ReadWriteOnce', 'ReadWriteMany'] },
      {},
      never('accessModes', 'is ReadWriteOnce, but the claim requests ReadWriteMany', MODES),
    ],
    [
      'asks for a device',
      { volumeMode: 'Block' },
      {},
      never(
        'volumeMode',
        'has the mode Filesystem, but the claim requests Block',
        'use the same volumeMode for both',
      ),
    ],
    ['says the default mode', { volumeMode: 'Filesystem' }, {}, []],
    [
      'asks for another class',
      { storageClassName: 'fast' },
      {},
      never(
        'storageClassName',
        'has the class "", but the claim requests "fast"',
        'set storageClassName: "" on the claim',
      ),
    ],
    [
      'asks for the class of the volume, which is not declared',
      { storageClassName: 'manual' },
      { storageClassName: 'manual' },
      [],
    ],
    [
      'asks for a class of attributes',
      { volumeAttributesClassName: 'gold' },
      {},
      never(
        'volumeAttributesClassName',
        'has the volumeAttributesClassName "", but the claim requests "gold"',
        'use the same volumeAttributesClassName for both',
      ),
    ],
    [
      'is meant by the volume too, whatever they are like',
      { storageClassName: 'fast', resources: { requests: { storage: '2Gi' } } },
      RESERVED,
      [],
    ],
    [
      'has a selector, which does not count',
      { selector: { matchLabels: { app: 'other' } } },
      {},
      [],
    ],
    [
      'leaves its class open',
      { storageClassName: undefined },
      {},
      [
        'PersistentVolumeClaim/data warning storage/static-claim-class spec.storageClassName: the claim "data" does not name a class, so it gets the default class of the cluster, if there is one, but its volume ' +
          '"data" has the class ""; set storageClassName: "" on the claim',
      ],
    ],
    [
      'leaves its class open, but is meant by the volume',
      { storageClassName: undefined },
      RESERVED,
      [],
    ],
  ])('%s', (_title, claim, volume, lines) => {
    expect(named(claim, volume)).toEqual(lines);
  });

  test('gets the default class of the objects', () => {
    expect(named({ storageClassName: undefined }, {}, DEFAULT)).toEqual(
      never(
        'storageClassName',
        'has the class "", but the claim gets the default class "fast"',
        'set storageClassName: "" on the claim',
      ),
    );
  });

  test('gets the default class of the target', () => {
    expect(
      judged(BINDING_JUDGES, [claimOf({ volumeName: 'data' }), volumeOf({})], {
        defaultStorageClassName: 'gp3',
      }),
    ).toEqual(
      never(
        'storageClassName',
        'has the class "", but the claim gets the default class "gp3"',
        'set storageClassName: "" on the claim',
      ),
    );
  });

  test('gets the default class, which the volume has', () => {
    expect(named({ storageClassName: undefined }, { storageClassName: 'fast' }, DEFAULT)).toEqual(
      [],
    );
  });

  test('may be of the class of the volume by the older annotation', () => {
    const claim = claimOf(
      { volumeName: 'data' },
      { annotations: { 'volume.beta.kubernetes.io/storage-class': 'manual' } },
    );
    expect(said(claim, volumeOf({ storageClassName: 'manual' }))).toEqual([]);
    expect(said(claim, volumeOf({}))).toEqual(
      never('x', '', '').map(
        () =>
          'PersistentVolumeClaim/data error storage/volume-mismatch metadata.annotations["volume.beta.kubernetes.io/storage-class"]: the claim "data" never gets the volume "data": ' +
          'it has the class "", but the claim requests "manual"; set storageClassName: "" on the claim',
      ),
    );
  });

  test('that is elsewhere is only asked for its class', () => {
    expect(
      said(
        claimOf({
          volumeName: 'other',
          storageClassName: 'fast',
          resources: { requests: { storage: '2Gi' } },
        }),
        volumeOf({}),
      ),
    ).toEqual([]);
    expect(said(claimOf({ volumeName: 'other' }))).toEqual([
      'PersistentVolumeClaim/data warning storage/static-claim-class spec.storageClassName: the claim "data" does not name a class, so it gets the default class of the cluster, if there is one, and its volume ' +
        '"other" only if that has the same class; set the storageClassName of the volume on the claim: "" if it has none',
    ]);
  });

  test('fits one of two volumes of that name', () => {
    expect(
      said(
        claimOf({ ...NO_CLASS, volumeName: 'data', resources: { requests: { storage: '2Gi' } } }),
        volumeOf({}),
        volumeOf({ capacity: { storage: '2Gi' } }),
      ),
    ).toEqual([]);
  });

  test('is the second one to name it', () => {
    const claims = [
      claimOf({ ...NO_CLASS, volumeName: 'data' }),
      claimOf({ ...NO_CLASS, volumeName: 'data' }, { name: 'other' }),
    ];
    expect(said(...claims, volumeOf({}))).toEqual([
      'PersistentVolumeClaim/other error binding/volume-named-twice spec.volumeName: the claim "other" names the volume "data", and so does the claim "data" in the namespace "default", but a volume can be bound to only one ' +
        'claim; name another volume',
    ]);
  });

  test('appears twice', () => {
    const claim = claimOf({ ...NO_CLASS, volumeName: 'data' });
    expect(said(claim, claim, volumeOf({}))).toEqual([]);
  });
});

describe('claims of templates that name a volume', () => {
  const set = (replicas: number, spec: object = {}) =>
    setOf(
      { containers: [] },
      [templateOfClaims('data', { ...NO_CLASS, volumeName: 'data', ...spec })],
      { replicas },
    );

  test('of one pod may have it', () => {
    expect(said(set(1), volumeOf({}))).toEqual([]);
  });

  test('never get one that is too small', () => {
    expect(said(set(1, { resources: { requests: { storage: '2Gi' } } }), volumeOf({}))).toEqual([
      'StatefulSet/db error storage/volume-mismatch spec.volumeClaimTemplates[0].spec.resources.requests.storage: the claim template "data" never gets the volume "data": it has 1Gi, but the claim requests 2Gi; ' +
        'request no more than the volume has',
    ]);
  });

  test('of two pods cannot share it', () => {
    expect(said(set(2), volumeOf({}))).toEqual([
      'StatefulSet/db error binding/volume-named-twice spec.volumeClaimTemplates[0].spec.volumeName: every pod has a claim from the claim template "data", and all of them name the volume "data", but a volume ' +
        'can be bound to only one claim; remove volumeName, and reserve a volume for each claim by its claimRef',
    ]);
  });
});

describe('a claim that a volume is reserved for', () => {
  test.each<readonly [string, object, readonly string[]]>([
    ['fits', {}, []],
    ['may be of another class', { storageClassName: 'fast' }, []],
    ['may leave its class open', {}, []],
    ['may select other volumes', { selector: { matchLabels: { app: 'other' } } }, []],
    [
      'requests more',
      { resources: { requests: { storage: '2Gi' } } },
      never(
        'resources.requests.storage',
        'has 1Gi, but the claim requests 2Gi',
        'request no more than the volume has',
      ),
    ],
    [
      'asks for another access mode',
      { accessModes: ['ReadWriteMany'] },
      never(
        'accessModes',
        'is ReadWriteOnce, but the claim requests ReadWriteMany',
        'use the same access modes for both',
      ),
    ],
    [
      'asks for a device',
      { volumeMode: 'Block' },
      never(
        'volumeMode',
        'has the mode Filesystem, but the claim requests Block',
        'use the same volumeMode for both',
      ),
    ],
    [
      'asks for a class of attributes',
      { volumeAttributesClassName: 'gold' },
      never(
        'volumeAttributesClassName',
        'has the volumeAttributesClassName "", but the claim requests "gold"',
        'use the same volumeAttributesClassName for both',
      ),
    ],
  ])('%s', (_title, claim, lines) => {
    expect(said(claimOf(claim), volumeOf(RESERVED))).toEqual(lines);
  });

  test('may be one of a template, and is told by its name', () => {
    const set = setOf(
      { containers: [] },
      [
        templateOfClaims('log'),
        templateOfClaims('data', { resources: { requests: { storage: '2Gi' } } }),
      ],
      { replicas: 3 },
    );
    const volumes = [0, 1].map((ordinal) =>
      volumeOf({
        claimRef: { name: `data-db-${ordinal}`, namespace: 'default' },
        capacity: { storage: ordinal === 0 ? '2Gi' : '1Gi' },
      }),
    );
    expect(said(set, ...volumes)).toEqual([
      'StatefulSet/db error storage/volume-mismatch spec.volumeClaimTemplates[1].spec.resources.requests.storage: the claim "data-db-1" never gets the volume "data": it has 1Gi, but the claim requests 2Gi; ' +
        'request no more than the volume has',
    ]);
  });

  test('may be that of an ephemeral volume', () => {
    const pod = podOf({
      volumes: [
        {
          name: 'cache',
          ephemeral: {
            volumeClaimTemplate: templateOfClaims('', { accessModes: ['ReadWriteMany'] }),
          },
        },
      ],
    });
    expect(said(pod, volumeOf({ claimRef: { name: 'tool-cache', namespace: 'default' } }))).toEqual(
      [
        'Pod/tool error storage/volume-mismatch spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: the claim "tool-cache" never gets the volume "data": it is ReadWriteOnce, but the claim ' +
          'requests ReadWriteMany; use the same access modes for both',
      ],
    );
  });
});

describe('a volume that is reserved', () => {
  const reserved = (claimRef: object, name: string = 'data') => ({
    ...volumeOf({ claimRef }),
    metadata: { name },
  });
  const REMEDY =
    'set the name and namespace of that claim in claimRef, or name another volume in the claim';

  test.each<readonly [string, object, readonly string[]]>([
    ['for the claim that names it', { name: 'data', namespace: 'default' }, []],
    [
      'for another claim than the one that names it',
      { name: 'other', namespace: 'default' },
      [
        'PersistentVolume/data error storage/volume-mismatch spec.claimRef.name: the volume "data" is reserved for the claim "other" in the namespace "default", so the claim "data" in the namespace "default", ' +
          `which names it, never gets it; ${REMEDY}`,
      ],
    ],
    [
      'for the claim of another namespace',
      { name: 'data', namespace: 'other' },
      [
        'PersistentVolume/data error storage/volume-mismatch spec.claimRef.namespace: the volume "data" is reserved for the claim "data" in the namespace "other", so the claim "data" in the namespace "default", ' +
          `which names it, never gets it; ${REMEDY}`,
      ],
    ],
    ['for no namespace, which is told of the volume alone', { name: 'data' }, []],
  ])('%s', (_title, claimRef, lines) => {
    expect(said(claimOf({ ...NO_CLASS, volumeName: 'data' }), reserved(claimRef))).toEqual(lines);
  });

  test('for the claims of a template which name it', () => {
    const set = (name: string) => [
      setOf({ containers: [] }, [templateOfClaims('data', { ...NO_CLASS, volumeName: 'data' })], {
        replicas: 1,
      }),
      reserved({ name, namespace: 'default' }),
    ];
    expect(said(...set('data-db-0'))).toEqual([]);
    expect(said(...set('data-db'))).toEqual([
      'PersistentVolume/data error storage/volume-mismatch spec.claimRef.name: the volume "data" is reserved for the claim "data-db" in the namespace "default", so the claim template "data" in the namespace ' +
        `"default", which names it, never gets it; ${REMEDY}`,
    ]);
  });

  test('twice, for the claims of two environments', () => {
    const claims = ['blue', 'green'].map((namespace) =>
      claimOf({ ...NO_CLASS, volumeName: 'data' }, { namespace }),
    );
    const volumes = ['blue', 'green'].map((namespace) => reserved({ name: 'data', namespace }));
    expect(said(...claims, ...volumes)).toEqual([]);
  });

  test.each<readonly [string, string, string, number]>([
    ['names that cross, but agree', 'b', 'a', 0],
    ['names that cross, and do not agree', 'a', 'b', 2],
  ])('%s', (_title, ofA, ofB, count) => {
    const claims = [
      claimOf({ ...NO_CLASS, volumeName: ofA }, { name: 'a' }),
      claimOf({ ...NO_CLASS, volumeName: ofB }, { name: 'b' }),
    ];
    const volumes = [
      reserved({ name: 'b', namespace: 'default' }, 'a'),
      reserved({ name: 'a', namespace: 'default' }, 'b'),
    ];
    expect(said(...claims, ...volumes)).toHaveLength(count);
  });

  test('for a claim that names another one', () => {
    const claim = claimOf({ ...NO_CLASS, volumeName: 'new' });
    expect(
      said(claim, reserved({ name: 'data', namespace: 'default' }), {
        ...volumeOf({}),
        metadata: { name: 'new' },
      }),
    ).toEqual([
      'PersistentVolume/data warning binding/reserved-in-vain spec.claimRef: the volume "data" is reserved for the claim "data" in the namespace "default", which names the volume "new", so no claim gets it; ' +
        'set volumeName: "data" on the claim, or reserve the volume for another claim',
    ]);
  });
});

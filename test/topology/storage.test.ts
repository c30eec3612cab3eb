import { topologyOf } from './support';

const claim = (spec: string, metadata = '', name = 'c') => `---
{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: ${name}, namespace: ns, ${metadata}}, spec: ${spec}}
`;
const volume = (name: string, spec: string, metadata = '') => `---
{apiVersion: v1, kind: PersistentVolume, metadata: {name: ${name}, ${metadata}}, spec: ${spec}}
`;
const storageClass = (name: string, more = '', metadata = '') => `---
{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: ${name}, ${metadata}}, provisioner: ${name}.example.com, ${more}}
`;
const DEFAULT = 'annotations: {storageclass.kubernetes.io/is-default-class: "true"}';

test('a claim is read as it is written', () => {
  expect(
    topologyOf(
      claim(
        '{accessModes: [ReadWriteMany], volumeName: pv}',
        'labels: {a: b}, annotations: {c: d}',
      ),
    ).claims,
  ).toEqual([
    {
      name: 'c',
      namespace: 'ns',
      origin: 'declared',
      key: '#0',
      spec: { accessModes: ['ReadWriteMany'], volumeName: 'pv' },
      labels: { a: 'b' },
      annotations: { c: 'd' },
      accessModes: ['ReadWriteMany'],
      volumeMode: 'Filesystem',
      volumeName: 'pv',
    },
  ]);
});

test('a persistent volume is read as it is written', () => {
  expect(
    topologyOf(
      volume(
        'pv',
        '{accessModes: [ReadWriteMany], storageClassName: x, csi: {driver: d}, claimRef: {name: c, namespace: ns}}',
      ),
    ).persistentVolumes,
  ).toMatchObject([
    {
      key: '#0',
      name: 'pv',
      accessModes: ['ReadWriteMany'],
      storageClassName: 'x',
      driver: 'd',
      claimRef: { name: 'c', namespace: 'ns' },
    },
  ]);
});

test('the annotation of a persistent volume wins over its class', () => {
  const yaml = volume(
    'pv',
    '{storageClassName: x}',
    'annotations: {volume.beta.kubernetes.io/storage-class: y}',
  );
  expect(topologyOf(yaml).persistentVolumes[0].storageClassName).toBe('y');
});

test.each([
  ['', false],
  [DEFAULT, true],
  ['annotations: {storageclass.beta.kubernetes.io/is-default-class: "true"}', true],
  ['annotations: {storageclass.kubernetes.io/is-default-class: true}', false],
  ['annotations: {storageclass.kubernetes.io/is-default-class: "yes"}', false],
])('a class with %j is a default: %s', (metadata, expected) => {
  expect(topologyOf(storageClass('a', '', metadata)).storageClasses[0].isDefault).toBe(expected);
});

test('a class binds at once unless it says otherwise', () => {
  expect(
    topologyOf(
      storageClass('a') + storageClass('b', 'volumeBindingMode: WaitForFirstConsumer'),
    ).storageClasses.map(({ volumeBindingMode }) => volumeBindingMode),
  ).toEqual(['Immediate', 'WaitForFirstConsumer']);
});

test('CSI drivers are listed', () => {
  expect(
    topologyOf(
      '{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: efs.csi.aws.com}}',
    ).csiDrivers,
  ).toMatchObject([{ key: '#0', name: 'efs.csi.aws.com' }]);
});

const classOf = (yaml: string) => {
  const found = topologyOf(yaml).classOf('ns', 'c');
  return found && [found.name, found.from, found.storageClass?.name];
};

test('the class of a claim is the one that it names', () => {
  expect(classOf(claim('{storageClassName: a}') + storageClass('a'))).toEqual(['a', 'spec', 'a']);
});

test('a class that is not among the objects is named all the same', () => {
  expect(classOf(claim('{storageClassName: a}'))).toEqual(['a', 'spec', undefined]);
});

test('the annotation of a claim wins over the class that it names', () => {
  expect(
    classOf(
      claim('{storageClassName: a}', 'annotations: {volume.beta.kubernetes.io/storage-class: b}') +
        storageClass('b'),
    ),
  ).toEqual(['b', 'annotation', 'b']);
});

test('an empty annotation is not a class', () => {
  expect(
    classOf(
      claim('{storageClassName: a}', 'annotations: {volume.beta.kubernetes.io/storage-class: ""}'),
    ),
  ).toEqual(['', 'annotation', undefined]);
});

test('an empty name is not a class, whatever the default is', () => {
  expect(classOf(claim('{storageClassName: ""}') + storageClass('a', '', DEFAULT))).toEqual([
    '',
    'spec',
    undefined,
  ]);
});

test.each(['{}', '{storageClassName: null}'])('a claim with %s has the default class', (spec) => {
  expect(classOf(claim(spec) + storageClass('a') + storageClass('b', '', DEFAULT))).toEqual([
    'b',
    'default',
    'b',
  ]);
});

test('a claim has a default class that nobody knows if there is none among the objects', () => {
  expect(classOf(claim('{}') + storageClass('a'))).toEqual([undefined, 'default', undefined]);
});

test('of several default classes the one whose name comes first counts', () => {
  expect(
    classOf(
      claim('{}') +
        storageClass('b', '', DEFAULT) +
        storageClass('a', '', DEFAULT) +
        storageClass('c', '', DEFAULT),
    ),
  ).toEqual(['a', 'default', 'a']);
});

test('of several default classes with an age the newest counts', () => {
  const aged = (name: string, year: number) =>
    storageClass(name, '', `${DEFAULT}, creationTimestamp: "${year}-01-01T00:00:00Z"`);
  expect(
    classOf(
      claim('{}') +
        aged('a', 2020) +
        aged('c', 2024) +
        aged('b', 2024) +
        storageClass('0', '', DEFAULT),
    ),
  ).toEqual(['b', 'default', 'b']);
});

test('the class of a claim that nobody knows is not known', () => {
  expect(classOf(storageClass('a', '', DEFAULT))).toBeUndefined();
});

const SET = (metadata: string, spec: string) => `---
{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db, namespace: ns}, spec: {volumeClaimTemplates: [{metadata: ${metadata}, spec: ${spec}}]}}
`;

test('a claim of a template has the class of the template', () => {
  const topology = topologyOf(
    SET(
      '{name: data, annotations: {volume.beta.kubernetes.io/storage-class: b}}',
      '{storageClassName: a}',
    ) + storageClass('b'),
  );
  expect(topology.classOf('ns', 'data-db-0')).toMatchObject({ name: 'b', from: 'annotation' });
  expect(topology.driverOf('ns', 'data-db-0')).toBe('b.example.com');
});

const volumeOf = (yaml: string, namespace: string | undefined = 'ns') =>
  topologyOf(yaml).volumeOf(namespace, 'c')?.name;

test('the volume of a claim is the one that it names', () => {
  expect(volumeOf(claim('{volumeName: pv}') + volume('pv', '{}'))).toBe('pv');
});

test('the volume of a claim is the one that is reserved for it', () => {
  const yaml =
    claim('{}') + volume('other', '{}') + volume('pv', '{claimRef: {name: c, namespace: ns}}');
  expect(volumeOf(yaml)).toBe('pv');
  expect(topologyOf(yaml).claims[0].volumeName).toBe('pv');
});

test.each(['Released', 'Failed'])(
  'a volume that is %s still names a claim that is gone, and is that of no claim',
  (phase) => {
    const left = volume('left', '{claimRef: {name: c, namespace: ns}}').replace(
      /}\n$/,
      `, status: {phase: ${phase}}}\n`,
    );
    const own = volume('own', '{claimRef: {name: c, namespace: ns}}').replace(
      /}\n$/,
      ', status: {phase: Bound}}\n',
    );
    expect(volumeOf(claim('{}') + left)).toBeUndefined();
    expect(volumeOf(claim('{}') + left + own)).toBe('own');
  },
);

test('a volume that is reserved for another claim is not that of the claim that names it', () => {
  expect(
    volumeOf(claim('{volumeName: pv}') + volume('pv', '{claimRef: {name: d, namespace: ns}}')),
  ).toBeUndefined();
  expect(
    volumeOf(claim('{volumeName: pv}') + volume('pv', '{claimRef: {name: c, namespace: else}}')),
  ).toBeUndefined();
});

test('a claim that names another volume does not get the one that is reserved for it', () => {
  expect(
    volumeOf(claim('{volumeName: gone}') + volume('pv', '{claimRef: {name: c, namespace: ns}}')),
  ).toBeUndefined();
});

test('a reservation without a namespace is for no claim that has one', () => {
  expect(volumeOf(claim('{}') + volume('pv', '{claimRef: {name: c}}'))).toBeUndefined();
  expect(
    volumeOf(claim('{volumeName: pv}') + volume('pv', '{claimRef: {name: c}}')),
  ).toBeUndefined();
});

test('a claim whose namespace nobody knows may be the one that a volume is reserved for, if it names it', () => {
  const bare = (spec: string) =>
    `---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: c}, spec: ${spec}}\n`;
  const pv = volume('pv', '{claimRef: {name: c, namespace: ns}}');
  expect(topologyOf(bare('{volumeName: pv}') + pv).volumeOf(undefined, 'c')?.name).toBe('pv');
  expect(topologyOf(bare('{}') + pv).volumeOf(undefined, 'c')).toBeUndefined();
});

test('a volume that is reserved for a claim of a template is its volume', () => {
  const topology = topologyOf(
    SET('{name: data}', '{}') + volume('pv', '{claimRef: {name: data-db-0, namespace: ns}}'),
  );
  expect(topology.volumeOf('ns', 'data-db-0')?.name).toBe('pv');
  expect(topology.claim('ns', 'data-db-0')?.volumeName).toBe('pv');
});

test('a volume that is reserved for a claim that nobody declares is its volume', () => {
  expect(volumeOf(volume('pv', '{claimRef: {name: c, namespace: ns}}'))).toBe('pv');
});

test('the driver of a claim is that of its volume', () => {
  expect(
    topologyOf(
      claim('{volumeName: pv, storageClassName: a}') +
        volume('pv', '{csi: {driver: d}}') +
        storageClass('a'),
    ).driverOf('ns', 'c'),
  ).toBe('d');
});

test('a claim whose volume is of another kind has no driver', () => {
  expect(
    topologyOf(
      claim('{volumeName: pv, storageClassName: a}') +
        volume('pv', '{nfs: {}}') +
        storageClass('a'),
    ).driverOf('ns', 'c'),
  ).toBeUndefined();
});

test('the driver of a claim without a volume is the provisioner of its class', () => {
  expect(topologyOf(claim('{storageClassName: a}') + storageClass('a')).driverOf('ns', 'c')).toBe(
    'a.example.com',
  );
  expect(topologyOf(claim('{}') + storageClass('a', '', DEFAULT)).driverOf('ns', 'c')).toBe(
    'a.example.com',
  );
  expect(
    topologyOf(claim('{storageClassName: ""}') + storageClass('a', '', DEFAULT)).driverOf(
      'ns',
      'c',
    ),
  ).toBeUndefined();
});

test.each([
  ['kubernetes.io/no-provisioner', undefined],
  ['kubernetes.io/aws-ebs', 'kubernetes.io/aws-ebs'],
])('the provisioner %s is the driver %s', (provisioner, expected) => {
  const yaml = `${claim('{storageClassName: a}')}---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: a}, provisioner: ${provisioner}}`;
  expect(topologyOf(yaml).driverOf('ns', 'c')).toBe(expected);
});

const modes = (yaml: string) => topologyOf(yaml).accessModesOf('ns', 'c');

test('the access modes of a claim are its own', () => {
  expect(
    modes(
      claim('{accessModes: [ReadWriteOnce], volumeName: pv}') +
        volume('pv', '{accessModes: [ReadWriteMany]}'),
    ),
  ).toEqual(['ReadWriteOnce']);
});

test('a claim that says no access modes has those of its volume', () => {
  expect(modes(claim('{volumeName: pv}') + volume('pv', '{accessModes: [ReadWriteMany]}'))).toEqual(
    ['ReadWriteMany'],
  );
});

test('the access modes of a claim that nobody declares are those of the volume that is reserved for it', () => {
  expect(
    modes(volume('pv', '{accessModes: [ReadWriteMany], claimRef: {name: c, namespace: ns}}')),
  ).toEqual(['ReadWriteMany']);
});

test('nothing is known of the access modes of other claims', () => {
  expect(modes(claim('{}'))).toBeUndefined();
  expect(modes('')).toBeUndefined();
});

test('the access modes of templates count', () => {
  expect(
    topologyOf(SET('{name: data}', '{accessModes: [ReadWriteOncePod]}')).accessModesOf(
      'ns',
      'data-db-0',
    ),
  ).toEqual(['ReadWriteOncePod']);
});

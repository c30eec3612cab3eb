import { ApiObject, App, Chart, JsonPatch, Lazy, Size, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { describeFinding } from '../../src/findings';
import {
  CsiPersistentVolume,
  CsiPersistentVolumeProps,
  Claim,
  StorageClass,
  VolumeBindingMode,
} from '../../src/storage';
import { Findings } from '../../src/tree';
import { find } from '../support/manifests';
import { expectValid } from '../support/validate';

const chart = (namespace?: string) => new Chart(new App(), 'test', { namespace });
const RWX = kplus.PersistentVolumeAccessMode.READ_WRITE_MANY;
const VOLUME: CsiPersistentVolumeProps = {
  driver: 'fake.csi.test',
  volumeHandle: 'h',
  storage: Size.gibibytes(1),
  accessModes: [RWX],
};

function synthesize(scope: Chart): any[] {
  const manifests = Testing.synth(scope);
  expectValid(manifests);
  return manifests;
}

describe('StorageClass', () => {
  test('has only what was asked for, and no namespace', () => {
    const scope = chart('team');
    new StorageClass(scope, 'fast', { provisioner: 'fake.csi.test' });
    expect(synthesize(scope)).toEqual([
      {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name: 'fast' },
        provisioner: 'fake.csi.test',
      },
    ]);
  });

  test('has all that was asked for', () => {
    const scope = chart();
    new StorageClass(scope, 'fast', {
      name: 'faster',
      labels: { a: 'b' },
      provisioner: 'fake.csi.test',
      parameters: { type: 'ssd' },
      reclaimPolicy: kplus.PersistentVolumeReclaimPolicy.RETAIN,
      volumeBindingMode: VolumeBindingMode.WAIT_FOR_FIRST_CONSUMER,
      allowVolumeExpansion: true,
      mountOptions: ['ro'],
      allowedTopologies: [
        { matchLabelExpressions: [{ key: 'topology.kubernetes.io/zone', values: ['a'] }] },
      ],
      isDefault: true,
    });
    expect(synthesize(scope)).toEqual([
      {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: {
          name: 'faster',
          labels: { a: 'b' },
          annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
        },
        provisioner: 'fake.csi.test',
        parameters: { type: 'ssd' },
        reclaimPolicy: 'Retain',
        volumeBindingMode: 'WaitForFirstConsumer',
        allowVolumeExpansion: true,
        mountOptions: ['ro'],
        allowedTopologies: [
          { matchLabelExpressions: [{ key: 'topology.kubernetes.io/zone', values: ['a'] }] },
        ],
      },
    ]);
  });

  test('is refused with all findings at once', () => {
    expect(
      () =>
        new StorageClass(chart(), 'Fast', {
          provisioner: ' ',
          reclaimPolicy: 'Keep' as kplus.PersistentVolumeReclaimPolicy,
        }),
    ).toThrow(
      /^3 errors\n.*test\/Fast: name: "Fast": a lowercase RFC 1123.*\n.*test\/Fast: provisioner: " " is empty.*\n.*test\/Fast: reclaimPolicy: "Keep" is not a valid value; must be one of Delete, Retain \(input\/type\)$/,
    );
  });

  test('two default classes in an app are a warning, told at the second', () => {
    const scope = chart();
    new StorageClass(scope, 'a', { provisioner: 'x', isDefault: true });
    new StorageClass(scope, 'b', { provisioner: 'x', isDefault: true });
    expect(Findings.of(scope).all.map(describeFinding)).toEqual([
      'test/b: isDefault: the classes "a" and "b" are both the default; make only one of them the default (storage/default-class)',
    ]);
  });
});

describe('more about StorageClass', () => {
  test.each([
    [
      { provisioner: 'My Driver!' },
      'provisioner: "My Driver!": name part must consist of alphanumeric characters',
    ],
    [
      { allowVolumeExpansion: 'yes' },
      'allowVolumeExpansion: "yes" is neither true nor false; use true or false (input/type)',
    ],
    [
      { isDefault: 'no' },
      'isDefault: "no" is neither true nor false; use true or false (input/type)',
    ],
    [
      { reclaimPolcy: 'Retain' },
      'reclaimPolcy: there is no option "reclaimPolcy", so "Retain" would have no effect; perhaps you meant "reclaimPolicy" (input/unknown-field)',
    ],
    [
      { metadata: { name: 'b' } },
      'metadata: there is no option "metadata"; use name, labels and annotations (input/unknown-field)',
    ],
    [
      { namespace: 'team' },
      'namespace: there is no option "namespace", so "team" would have no effect; remove it; the options are name, labels, annotations, ' +
        'additionalFields, provisioner, parameters, reclaimPolicy, volumeBindingMode, allowVolumeExpansion, mountOptions, allowedTopologies, isDefault (input/unknown-field)',
    ],
    [
      { parameters: Lazy.any({ produce: () => ({}) }) },
      'parameters: parameters is known only at synthesis; pass a plain value (input/known-late)',
    ],
  ])('%j is refused', (wrong, message) => {
    expect(() => new StorageClass(chart(), 'x', { provisioner: 'a', ...wrong } as any)).toThrow(
      `test/x: ${message}`,
    );
  });

  test('further metadata is added to the object', () => {
    const scope = chart();
    new StorageClass(scope, 'a', { name: 'fast', provisioner: 'x' }).metadata.addFinalizers(
      'example.com/keep',
    );
    expect(Testing.synth(scope)[0].metadata).toEqual({
      name: 'fast',
      finalizers: ['example.com/keep'],
    });
  });

  test('a default class by annotation counts, whoever made it', () => {
    const scope = chart();
    new StorageClass(scope, 'a', { provisioner: 'x', isDefault: true });
    new ApiObject(scope, 'b', {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: {
        name: 'b',
        annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
      },
    });
    expect(Findings.of(scope).all.map(describeFinding)).toEqual([
      'test/b: isDefault: the classes "a" and "b" are both the default; make only one of them the default (storage/default-class)',
    ]);
  });

  test('two classes of one name are refused', () => {
    const scope = chart();
    new StorageClass(scope, 'a', { provisioner: 'x' });
    new StorageClass(scope, 'b', { name: 'a', provisioner: 'x' });
    expect(() => Testing.synth(scope)).toThrow(
      'test/b: name: test/a/Resource is also the StorageClass "a"; rename one of them (input/object-twice)',
    );
  });
});

describe('PersistentVolumeClaim', () => {
  test('a selector beside the name of the volume is a warning', () => {
    const scope = chart('team');
    new Claim(scope, 'data', {
      accessModes: [RWX],
      storage: Size.gibibytes(1),
      storageClassName: '',
      volumeName: 'pv',
      selector: { matchLabels: { a: 'b' } },
    });
    expect(Findings.of(scope).all.map(describeFinding)).toEqual([
      'test/data: selector: the claim names its volume "pv", so its selector has no effect; remove volumeName or selector (storage/bound-and-selected)',
    ]);
  });

  test('late values are written at synthesis', () => {
    const scope = chart('team');
    let storage = '1Gi';
    new Claim(scope, 'data', { accessModes: [RWX], storage: Lazy.any({ produce: () => storage }) });
    storage = '7Gi';
    expect(synthesize(scope)[0].spec.resources).toEqual({ requests: { storage: '7Gi' } });
  });

  test('keeps sizes as they are given, and has selectors, data sources and fields of its own', () => {
    const scope = chart('team');
    new Claim(scope, 'data', {
      accessModes: [RWX],
      storage: Size.mebibytes(1536),
      storageClassName: '',
      selector: { matchLabels: { tier: 'gold' } },
      dataSource: { kind: 'PersistentVolumeClaim', name: 'old' },
      additionalFields: { volumeAttributesClassName: 'gold' },
    });
    expect(synthesize(scope)).toEqual([
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'data', namespace: 'team' },
        spec: {
          accessModes: ['ReadWriteMany'],
          dataSource: { kind: 'PersistentVolumeClaim', name: 'old' },
          resources: { requests: { storage: '1536Mi' } },
          selector: { matchLabels: { tier: 'gold' } },
          storageClassName: '',
          volumeAttributesClassName: 'gold',
        },
      },
    ]);
  });

  test('is ReadWriteOnce unless other access modes are given, as is a volume and the claim that it is reserved for', () => {
    const scope = chart();
    new Claim(scope, 'data', { storage: Size.gibibytes(1) });
    new Claim(scope, 'other', { storage: Size.gibibytes(1), accessModes: undefined });
    const { accessModes: _, ...props } = VOLUME;
    new CsiPersistentVolume(scope, 'volume', props).reserve('team');
    expect(Testing.synth(scope).map(({ kind, spec }) => [kind, spec.accessModes])).toEqual([
      ['PersistentVolumeClaim', ['ReadWriteOnce']],
      ['PersistentVolumeClaim', ['ReadWriteOnce']],
      ['PersistentVolume', ['ReadWriteOnce']],
      ['PersistentVolumeClaim', ['ReadWriteOnce']],
    ]);
  });

  test('is mounted by cdk8s-plus as it is, and twice as one volume', () => {
    const scope = chart('team');
    const claim = new Claim(scope, 'data.v1', { accessModes: [RWX], storage: Size.gibibytes(1) });
    const pod = new kplus.Deployment(scope, 'app', { containers: [{ image: 'app' }] });
    pod.containers[0].mount('/data', claim);
    pod.containers[0].mount('/more', claim, { subPath: 'more' });
    const spec = find(synthesize(scope), 'Deployment').spec.template.spec;
    expect(spec.volumes).toEqual([
      {
        name: expect.stringMatching(/^data-v1-[0-9a-f]{8}$/),
        persistentVolumeClaim: { claimName: 'data.v1', readOnly: false },
      },
    ]);
    expect(spec.containers[0].volumeMounts.map((mount: any) => mount.name)).toEqual([
      spec.volumes[0].name,
      spec.volumes[0].name,
    ]);
  });

  test('can be given to Volume.fromPersistentVolumeClaim', () => {
    const scope = chart('team');
    const claim = new Claim(scope, 'data', { accessModes: [RWX], storage: Size.gibibytes(1) });
    expect(kplus.Volume.fromPersistentVolumeClaim(scope, 'v', claim).name).toBe('pvc-data');
  });

  test('patches reach the YAML, with fields that no type knows', () => {
    const scope = chart('team');
    const claim = new Claim(scope, 'data', { accessModes: [RWX], storage: Size.gibibytes(1) });
    ApiObject.of(claim).addJsonPatch(
      JsonPatch.add('/spec/brandNew', { storage: '1Gi' }),
      JsonPatch.replace('/spec/resources/requests/storage', '2Gi'),
    );
    expect(Testing.synth(scope)[0].spec).toEqual({
      accessModes: ['ReadWriteMany'],
      brandNew: { storage: '1Gi' },
      resources: { requests: { storage: '2Gi' } },
    });
  });

  test.each([
    [
      { storage: '10GiB' },
      'storage: "10GiB" is not a valid quantity; use one such as 500m or 10Gi (storage/quantity)',
    ],
    [
      { storage: '0' },
      'storage: "0" is not greater than zero; use a size such as 10Gi (storage/quantity)',
    ],
    [
      { accessModes: [] },
      'accessModes: [] has no access mode; use one or more of ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod (storage/access-mode)',
    ],
    [
      { accessModes: ['RWX'] },
      'accessModes[0]: "RWX" is not a valid access mode; must be one of ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod (storage/access-mode)',
    ],
    [
      { accessModes: ['ReadWriteOncePod', 'ReadWriteMany'] },
      'accessModes: ReadWriteOncePod cannot be combined with other access modes; use only ReadWriteOncePod (storage/access-mode)',
    ],
    [
      { volumeMode: 'File' },
      'volumeMode: "File" is not a valid value; must be one of Filesystem, Block (input/type)',
    ],
    [
      { metadata: 'data' },
      'metadata: there is no option "metadata"; use name, namespace, labels and annotations (input/unknown-field)',
    ],
    [
      { labels: { 'my team': 'a' } },
      'labels.my team: the key "my team": name part must consist of alphanumeric characters',
    ],
    [
      { labels: { team: 'a b' } },
      'labels.team: the value "a b": a valid label must be an empty string or consist of',
    ],
    [
      { annotations: { team: 1 as any } },
      'annotations.team: 1 is not a string; write it in quotes: "1" (input/type)',
    ],
    [{ namespace: 'a.b' }, 'namespace: "a.b": must not contain dots'],
    [
      {
        dataSource: { kind: 'PersistentVolumeClaim', name: 'b' },
        dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'c' },
      },
      'dataSource: dataSource and dataSourceRef name different objects; set only dataSourceRef (storage/data-source)',
    ],
  ])('%j is refused', (wrong, message) => {
    const make = () =>
      new Claim(chart(), 'data', {
        accessModes: [RWX],
        storage: Size.gibibytes(1),
        ...(wrong as object),
      });
    expect(make).toThrow(`test/data: ${message}`);
  });
});

test('a claim that requests more than its limit is a warning, since nothing enforces the limit', () => {
  const findings = Claim.check(chart(), 'data', {
    accessModes: [RWX],
    storage: Size.gibibytes(1),
    limit: Size.mebibytes(1),
  });
  expect(
    findings.map(({ severity, ...finding }) => [severity, describeFinding(finding as any)]),
  ).toEqual([
    [
      'warning',
      'test/data: limit: the claim requests 1Gi but is limited to 1Mi; request less or raise the limit (storage/claim-limit)',
    ],
  ]);
});

describe('fields that Kubernetes does not know', () => {
  const claim = (props: object) => {
    const scope = chart('team');
    new Claim(scope, 'data', { accessModes: [RWX], storage: Size.gibibytes(1), ...props });
    return Findings.of(scope).all.map(describeFinding);
  };

  test('are refused within an option', () => {
    expect(() => claim({ selector: { matchLabel: { a: 'b' } } })).toThrow(
      'test/data: selector.matchLabel: unknown field "matchLabel"; perhaps you meant "matchLabels" (storage/unknown-field)',
    );
  });

  test('are told among the additional fields, which may be newer', () => {
    expect(claim({ additionalFields: { brandNew: 1 } })).toEqual([
      'test/data: additionalFields.brandNew: unknown field "brandNew"; remove it (storage/unknown-field)',
    ]);
  });

  test('of other types are refused there all the same', () => {
    expect(() => claim({ additionalFields: { volumeMode: 'File' } })).toThrow(
      'test/data: additionalFields.volumeMode: "File" is not a valid value; must be one of Filesystem, Block (storage/choice)',
    );
  });
});

describe('CsiPersistentVolume', () => {
  test('has a claimRef with a namespace and none of its own', () => {
    const scope = chart('team');
    new CsiPersistentVolume(scope, 'pv', {
      ...VOLUME,
      claim: Claim.fromClaimName(scope, 'kept', 'data'),
      mountOptions: ['ro'],
      volumeAttributes: { a: 'b' },
      csi: { nodePublishSecretRef: { name: 's', namespace: 'n' } },
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] },
          ],
        },
      },
      reclaimPolicy: kplus.PersistentVolumeReclaimPolicy.RETAIN,
    });
    expect(synthesize(scope)).toEqual([
      {
        apiVersion: 'v1',
        kind: 'PersistentVolume',
        metadata: { name: 'pv' },
        spec: {
          accessModes: ['ReadWriteMany'],
          capacity: { storage: '1Gi' },
          claimRef: {
            apiVersion: 'v1',
            kind: 'PersistentVolumeClaim',
            name: 'data',
            namespace: 'team',
          },
          csi: {
            driver: 'fake.csi.test',
            volumeHandle: 'h',
            volumeAttributes: { a: 'b' },
            nodePublishSecretRef: { name: 's', namespace: 'n' },
          },
          mountOptions: ['ro'],
          nodeAffinity: {
            required: {
              nodeSelectorTerms: [
                { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] },
              ],
            },
          },
          persistentVolumeReclaimPolicy: 'Retain',
        },
      },
    ]);
  });

  test('is reserved in both directions when it is mounted', () => {
    const scope = chart('team');
    const volume = new CsiPersistentVolume(scope, 'pv', VOLUME);
    new kplus.Pod(scope, 'app', { containers: [{ image: 'app' }] }).containers[0].mount(
      '/data',
      volume,
    );
    const manifests = synthesize(scope);
    expect(find(manifests, 'PersistentVolume').spec.claimRef).toEqual({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      name: 'pvc-pv',
      namespace: 'team',
    });
    expect(find(manifests, 'PersistentVolumeClaim')).toEqual({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'pvc-pv', namespace: 'team' },
      spec: {
        accessModes: ['ReadWriteMany'],
        resources: { requests: { storage: '1Gi' } },
        storageClassName: '',
        volumeName: 'pv',
      },
    });
  });

  test('can be the volume of a cdk8s-plus claim', () => {
    const scope = chart('team');
    const volume = new CsiPersistentVolume(scope, 'pv', VOLUME);
    new kplus.PersistentVolumeClaim(scope, 'claim', {
      volume,
      storage: Size.gibibytes(1),
      accessModes: [RWX],
    });
    expect(find(synthesize(scope), 'PersistentVolumeClaim').spec.volumeName).toBe('pv');
  });

  test('is reserved for one namespace', () => {
    const volume = new CsiPersistentVolume(chart(), 'pv', VOLUME);
    expect([volume.reserve('one').name, volume.reserve()]).toEqual([
      'pvc-pv',
      volume.reserve('one'),
    ]);
    expect(() => volume.reserve('two')).toThrow(
      'test/pv: namespace: the volume is reserved for the claim "pvc-pv" in namespace "one", not in "two"; mount that claim, or create another volume (storage/kept-for-another)',
    );
  });

  test('is mounted by way of the claim that it is kept for, and reserved for no other', () => {
    const scope = chart('team');
    const claim = Claim.fromClaimName(scope, 'kept', 'data', { namespace: 'team' });
    const volume = new CsiPersistentVolume(scope, 'pv', { ...VOLUME, claim });
    new kplus.Pod(scope, 'app', { containers: [{ image: 'app' }] }).containers[0].mount(
      '/data',
      volume,
    );
    const manifests = synthesize(scope);
    expect(manifests.map(({ kind }) => kind)).toEqual(['PersistentVolume', 'Pod']);
    expect(find(manifests, 'Pod').spec.volumes).toEqual([
      { name: 'data', persistentVolumeClaim: { claimName: 'data', readOnly: false } },
    ]);
    expect(() => volume.reserve()).toThrow(
      'test/pv: the volume is reserved for the claim "data" in namespace "team", not for "pvc-pv"; mount that claim, or create another volume (storage/kept-for-another)',
    );
  });

  test.each<[object, string]>([
    [{ csi: { readOnly: 'no' } }, 'csi.readOnly: "no" is not a boolean; use true or false'],
    [
      { readOnly: true, csi: { readOnly: 'no' } },
      'csi.readOnly: "no" is not a boolean; use true or false',
    ],
    [{ csi: { nodePublishSecretRef: { nam: 's' } } }, 'csi.nodePublishSecretRef.nam: '],
    [{ readOnly: 'no' }, 'readOnly: "no" is neither true nor false; use true or false'],
  ])('%j is told where it is given', (wrong, line) => {
    const [{ path, message, remedy }] = CsiPersistentVolume.check(chart(), 'pv', {
      ...VOLUME,
      ...wrong,
    });
    expect(`${path}: ${message}; ${remedy}`).toContain(line);
  });

  test.each<[string, object, string]>([
    [
      'the name of a claim',
      { claim: 'data' },
      'test/pv: claim: "data" is not a claim; pass a claim of this library or of cdk8s-plus, such as Claim.fromClaimName(…) (input/type)',
    ],
    [
      'a reference as Kubernetes has it',
      { claimRef: { name: 'data', namespace: 'team' } },
      'test/pv: claimRef: there is no option "claimRef"; use claim (input/unknown-field)',
    ],
    [
      'a claim of which nobody knows the namespace',
      { claim: Claim.fromClaimName(chart(), 'kept', 'data') },
      'test/pv: claim: there is no namespace, so the volume is not reserved for a claim; set the namespace of the claim (storage/namespace)',
    ],
  ])('is not kept for %s', (_what, wrong, message) => {
    expect(() => new CsiPersistentVolume(chart(), 'pv', { ...VOLUME, ...wrong })).toThrow(message);
  });

  test('must not have the handle of another one with a claim in the same namespace', () => {
    const scope = chart('team');
    new CsiPersistentVolume(scope, 'a', VOLUME).reserve();
    new CsiPersistentVolume(scope, 'b', VOLUME).reserve();
    expect(() => Testing.synth(scope)).toThrow(
      'test/b: volumeHandle: the handle "h" is also that of test/a in namespace "team"; mount test/a instead, or use another volume (storage/same-handle)',
    );
  });

  test('has a driver with a name that the API server takes', () => {
    expect(
      () => new CsiPersistentVolume(chart(), 'pv', { ...VOLUME, driver: 'My Driver!' }),
    ).toThrow('test/pv: driver: "My Driver!": a lowercase RFC 1123 subdomain');
  });

  test('cannot be reserved where no namespace is known', () => {
    const volume = new CsiPersistentVolume(chart(), 'pv', VOLUME);
    expect(() => volume.reserve()).toThrow(
      'test/pv: namespace: the namespace is unknown; set namespace here or on the chart: other objects refer to it (storage/namespace)',
    );
  });
});

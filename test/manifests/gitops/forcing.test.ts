/**
 * Objects that are replaced, or deleted and recreated: by their own options, and by those of what
 * applies them.
 */
import { FORCING_JUDGES } from '../../../src/manifests/gitops/forcing';
import {
  claim,
  deployment,
  Fields,
  job,
  said,
  storageClass,
  told,
  volume,
  workload,
} from '../objects';

const CLAIM = 'PersistentVolumeClaim/data';
const OPTIONS = 'metadata.annotations["argocd.argoproj.io/sync-options"]';
const argo = (options: string) => ({ annotations: { 'argocd.argoproj.io/sync-options': options } });
const flux = (option: string, value: string) => ({
  annotations: { [`kustomize.toolkit.fluxcd.io/${option}`]: value },
});
const database = (metadata: Fields = {}) => ({
  apiVersion: 'postgresql.cnpg.io/v1',
  kind: 'Cluster',
  metadata: { name: 'db', ...metadata },
  spec: {},
});
const set = (
  whenDeleted: string,
  metadata: Fields = {},
  templates: readonly Fields[] = [claim()],
) => {
  const { annotations } = metadata;
  return workload(
    'StatefulSet',
    'db',
    {},
    { persistentVolumeClaimRetentionPolicy: { whenDeleted }, volumeClaimTemplates: templates },
    { annotations },
  );
};

type Row = readonly [title: string, objects: readonly Fields[], lines: readonly string[]];
const says = (rows: readonly Row[]) =>
  test.each<Row>(rows)('%s', (_title, objects, lines) => {
    expect(told(FORCING_JUDGES, objects)).toEqual(lines);
  });

describe('Argo CD', () => {
  const replaced = [`${CLAIM} error gitops/replaced-claim ${OPTIONS}`];
  const forced = (object: string) => [`${object} error gitops/forced-data ${OPTIONS}`];

  says([
    ['replaces a claim', [claim({}, argo('Replace=true'))], replaced],
    [
      'replaces a claim, among other options',
      [claim({}, argo('ServerSideApply=true, Replace=true'))],
      replaced,
    ],
    [
      'replaces a claim that names its volume',
      [claim({ volumeName: 'v' }, argo('Replace=true'))],
      [],
    ],
    ['replaces no claim', [claim({}, argo('Replace=false'))], []],
    ['replaces a Job', [job('load', {}, {}, argo('Replace=true'))], []],
    [
      'replaces a ConfigMap',
      [
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', ...argo('Replace=true') } },
        claim(),
      ],
      [],
    ],
    ['forces a claim', [claim({}, argo('Force=true,Replace=true'))], forced(CLAIM)],
    [
      'forces a claim that names its volume',
      [claim({ volumeName: 'v' }, argo('Force=true,Replace=true'))],
      forced(CLAIM),
    ],
    ['forces, but does not replace', [claim({}, argo('Force=true'))], []],
    ['forces a Job', [job('load', {}, {}, argo('Force=true,Replace=true')), claim()], []],
    ['forces a class', [storageClass({}, argo('Force=true,Replace=true')), claim()], []],
    [
      'forces a Deployment',
      [deployment('web', {}, {}, argo('Force=true,Replace=true')), claim()],
      [],
    ],
    [
      'forces a StatefulSet whose claims go',
      [set('Delete', argo('Force=true,Replace=true'))],
      forced('StatefulSet/db'),
    ],
    [
      'forces a StatefulSet whose claims stay',
      [set('Retain', argo('Force=true,Replace=true'))],
      [],
    ],
    [
      'forces a StatefulSet that has none',
      [set('Delete', argo('Force=true,Replace=true'), [])],
      [],
    ],
    [
      'forces a database, which its dry run refuses',
      [database(argo('Force=true,Replace=true'))],
      [],
    ],
  ]);
});

describe('volumes and snapshots', () => {
  const snapshot = (metadata: Fields) => ({
    apiVersion: 'snapshot.storage.k8s.io/v1',
    kind: 'VolumeSnapshot',
    metadata: { name: 's', ...metadata },
    spec: {},
  });

  test('are not forced', () => {
    expect(
      said(FORCING_JUDGES, [
        volume({}, argo('Force=true,Replace=true')),
        snapshot(argo('Replace=true,Force=true')),
        volume({}, flux('force', 'enabled')),
      ]),
    ).toEqual([
      `PersistentVolume/data error gitops/forced-volume ${OPTIONS}: Argo CD deletes PersistentVolume/data at each sync (Force=true, Replace=true): ` +
        'once it is bound, it stays Terminating, and the sync never ends; remove Force=true and Replace=true from argocd.argoproj.io/sync-options',
      `VolumeSnapshot/s error gitops/forced-volume ${OPTIONS}: Argo CD deletes VolumeSnapshot/shop/s at each sync (Force=true, Replace=true): ` +
        'together with its data; remove Force=true and Replace=true from argocd.argoproj.io/sync-options',
      'PersistentVolume/data error gitops/forced-volume metadata.annotations["kustomize.toolkit.fluxcd.io/force"]: Flux deletes PersistentVolume/data ' +
        'if a change to it is rejected (force: enabled): once it is bound, it stays Terminating, and the sync never ends; remove it',
    ]);
  });

  says([
    ['are replaced', [volume({}, argo('Replace=true'))], []],
    ['are forced, but not replaced', [snapshot(argo('Force=true'))], []],
  ]);
});

describe('Flux', () => {
  const forced = (object: string, part = 'annotations') => [
    `${object} warning gitops/forced-by-flux metadata.${part}["kustomize.toolkit.fluxcd.io/force"]`,
  ];

  says([
    ['forces a claim', [claim({}, flux('force', 'enabled'))], forced(CLAIM)],
    [
      'forces a claim by its label',
      [claim({}, { labels: flux('force', 'Enabled').annotations })],
      forced(CLAIM, 'labels'),
    ],
    ['forces a database', [database(flux('force', 'enabled'))], forced('Cluster/db')],
    [
      'forces a StatefulSet whose claims go',
      [set('Delete', flux('force', 'enabled'))],
      forced('StatefulSet/db'),
    ],
    ['forces a StatefulSet whose claims stay', [set('Retain', flux('force', 'enabled'))], []],
    ['forces no claim', [claim({}, flux('force', 'disabled'))], []],
    ['forces a Job', [job('load', {}, {}, flux('force', 'enabled')), claim()], []],
  ]);
});

describe('a Kustomization', () => {
  const kustomization = (spec: Fields) => ({
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'apps', namespace: 'flux-system' },
    spec: { force: true, targetNamespace: 'shop', ...spec },
  });
  const forces = ['Kustomization/apps warning gitops/forced-namespace spec.force'];

  says([
    ['forces a claim', [claim(), kustomization({})], forces],
    ['forces a database', [database(), kustomization({})], forces],
    ['forces a StatefulSet whose claims go', [set('Delete'), kustomization({})], forces],
    ['forces a StatefulSet whose claims stay', [set('Retain'), kustomization({})], []],
    [
      'forces Jobs and classes',
      [job('load', {}), storageClass(), deployment('web', {}), kustomization({})],
      [],
    ],
    ['forces nothing', [claim(), kustomization({ force: false })], []],
    ['says nothing of it', [claim(), kustomization({ force: undefined })], []],
    ['forces another namespace', [claim(), kustomization({ targetNamespace: 'other' })], []],
    ['forces nobody knows where', [claim(), kustomization({ targetNamespace: undefined })], []],
    ['is suspended', [claim(), kustomization({ suspend: true })], []],
    ['heeds no force: disabled', [claim({}, flux('force', 'disabled')), kustomization({})], forces],
    [
      'exempts the claim: reconcile',
      [claim({}, flux('reconcile', 'disabled')), kustomization({})],
      [],
    ],
    [
      'exempts the claim: made once',
      [claim({}, flux('ssa', 'IfNotPresent')), kustomization({})],
      [],
    ],
    ['exempts the claim: ignored', [claim({}, flux('ssa', 'Ignore')), kustomization({})], []],
    ['merges the claim', [claim({}, flux('ssa', 'Merge')), kustomization({})], forces],
    [
      'exempts one of two',
      [claim({}, flux('reconcile', 'disabled')), claim({}, { name: 'more' }), kustomization({})],
      forces,
    ],
    [
      'of plain Kustomize',
      [
        claim(),
        {
          apiVersion: 'kustomize.config.k8s.io/v1beta1',
          kind: 'Kustomization',
          metadata: { name: 'apps' },
          spec: { force: true, targetNamespace: 'shop' },
        },
      ],
      [],
    ],
  ]);
});

describe('an Application', () => {
  const spec = (syncOptions: unknown, namespace?: string) => ({
    destination: { namespace },
    syncPolicy: { syncOptions },
  });
  const application = (syncOptions: unknown, namespace: string | undefined = 'shop') => ({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'apps', namespace: 'argocd' },
    spec: spec(syncOptions, namespace),
  });
  const forces = ['Application/apps warning gitops/forced-namespace spec.syncPolicy.syncOptions'];
  const replaces = ['Application/apps warning gitops/replaced-claims spec.syncPolicy.syncOptions'];

  says([
    ['forces a claim', [claim(), application(['Force=true', 'Replace=true'])], forces],
    ['forces a database', [database(), application(['Replace=true', 'Force=true'])], forces],
    [
      'forces a claim that names its volume',
      [claim({ volumeName: 'v' }), application(['Force=true', 'Replace=true'])],
      forces,
    ],
    ['forces, but does not replace', [claim(), application(['Force=true'])], []],
    [
      'forces another namespace',
      [claim(), application(['Force=true', 'Replace=true'], 'other')],
      [],
    ],
    [
      'forces nobody knows where',
      [claim(), { ...application([]), spec: spec(['Force=true', 'Replace=true']) }],
      [],
    ],
    [
      'heeds no Replace=false of a claim',
      [claim({}, argo('Replace=false')), application(['Force=true', 'Replace=true'])],
      forces,
    ],
    [
      'heeds no Force=false of a claim',
      [claim({}, argo('Force=false')), application(['Force=true', 'Replace=true'])],
      forces,
    ],
    [
      'skips the claim',
      [
        claim({}, { annotations: { 'argocd.argoproj.io/hook': 'Skip' } }),
        application(['Force=true', 'Replace=true']),
      ],
      [],
    ],
    ['replaces a claim', [claim(), application(['Replace=true'])], replaces],
    [
      'replaces a claim that names its volume',
      [claim({ volumeName: 'v' }), application(['Replace=true'])],
      [],
    ],
    ['replaces a database', [database(), application(['Replace=true'])], []],
    ['says nothing of it', [claim(), application(undefined)], []],
    [
      'is one of a set',
      [
        claim(),
        {
          apiVersion: 'argoproj.io/v1alpha1',
          kind: 'ApplicationSet',
          metadata: { name: 'all' },
          spec: { template: { spec: spec(['Force=true', 'Replace=true'], 'shop') } },
        },
      ],
      [
        'ApplicationSet/all warning gitops/forced-namespace spec.template.spec.syncPolicy.syncOptions',
      ],
    ],
  ]);
});

test('the messages name what is lost and who does it', () => {
  const lines = (...objects: Fields[]) =>
    said(FORCING_JUDGES, objects).map((line) => line.slice(line.indexOf(': ') + 2));
  const kustomization = {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'apps' },
    spec: { force: true, targetNamespace: 'shop' },
  };
  const application = (syncOptions: readonly string[]) => ({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'apps' },
    spec: { destination: { namespace: 'shop' }, syncPolicy: { syncOptions } },
  });
  const many = ['a', 'b', 'c', 'd'].map((name) => claim({}, { name }));
  expect([
    ...lines(claim({}, argo('Replace=true'))),
    ...lines(claim({}, argo('Force=true,Replace=true'))),
    ...lines(set('Delete', argo('Force=true,Replace=true'))),
    ...lines(claim({}, flux('force', 'enabled'))),
    ...lines(claim(), database(), kustomization),
    ...lines(...many, kustomization),
    ...lines(claim(), application(['Force=true', 'Replace=true'])),
    ...lines(claim(), application(['Replace=true'])),
  ]).toEqual([
    'Argo CD replaces the claim "data" (Replace=true), which does not name its volume: once it is bound, every sync is rejected; ' +
      'remove Replace=true from argocd.argoproj.io/sync-options, or set volumeName on the claim',
    'Argo CD deletes PersistentVolumeClaim/shop/data at each sync, with its volume and the data, and recreates it (Force=true, Replace=true); ' +
      'remove Force=true and Replace=true from argocd.argoproj.io/sync-options',
    'Argo CD deletes StatefulSet/shop/db at each sync, and its claims with the data (whenDeleted: Delete), and recreates it (Force=true, Replace=true); ' +
      'remove Force=true and Replace=true from argocd.argoproj.io/sync-options',
    'Flux deletes PersistentVolumeClaim/shop/data if a change to it is rejected, with the data, and recreates it (force: enabled); remove it',
    'a change that is rejected deletes PersistentVolumeClaim/data, Cluster/db in the namespace "shop", with the data (force: true); ' +
      'set force: false, and add the annotation kustomize.toolkit.fluxcd.io/force: enabled to the objects that need it',
    'a change that is rejected deletes PersistentVolumeClaim/a, PersistentVolumeClaim/b, PersistentVolumeClaim/c and 1 more in the namespace "shop", with the data (force: true); ' +
      'set force: false, and add the annotation kustomize.toolkit.fluxcd.io/force: enabled to the objects that need it',
    'each sync deletes changed objects among PersistentVolumeClaim/data in the namespace "shop", with the data (Force=true, Replace=true); ' +
      'remove both, and add the annotation argocd.argoproj.io/sync-options: Force=true,Replace=true to the objects that need it',
    'PersistentVolumeClaim/data in the namespace "shop" would be replaced (Replace=true) without the name of the volume: once bound, every sync is rejected; ' +
      'remove it, and add the annotation argocd.argoproj.io/sync-options: Replace=true to the objects that need it',
  ]);
});

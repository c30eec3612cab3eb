/** The objects that are left when an engine is told to force, and a change is refused. */
import { answersOf, claim, db, fast, handMade, namespace, object, told, web } from './objects';

const DATA = 'PersistentVolumeClaim/shop/data';
const BY_ARGO = 'Force and Replace delete and recreate it';
const BY_FLUX = 'force deletes and recreates an object whose change is rejected';

test.each([
  ['argocd', BY_ARGO],
  ['flux', BY_FLUX],
])('a claim in use goes with the last of its pods: %s', (by, why) => {
  expect(told('force', [fast(), claim('data'), web('data')], by)).toEqual({
    [DATA]: `stuck lost: ${why}`,
  });
});

test('a claim that no pod names is recreated, empty', () => {
  expect(told('force', [fast(), claim('data')], 'flux')).toEqual({
    [DATA]: `replaced lost: ${BY_FLUX}`,
  });
});

test('no option of Argo CD exempts a claim from a sync that forces all', () => {
  const option = {
    'argocd.argoproj.io/sync-options': 'Force=false,Replace=false,Prune=false,Delete=false',
  };
  expect(told('force', [fast(), claim('data', option)], 'argocd')).toEqual({
    [DATA]: `replaced lost: ${BY_ARGO}`,
  });
});

test.each([
  [
    'kustomize.toolkit.fluxcd.io/ssa',
    'IfNotPresent',
    'kept kept: kustomize.toolkit.fluxcd.io/ssa: IfNotPresent',
  ],
  [
    'kustomize.toolkit.fluxcd.io/ssa',
    'Ignore',
    'kept kept: kustomize.toolkit.fluxcd.io/ssa: Ignore',
  ],
  [
    'kustomize.toolkit.fluxcd.io/reconcile',
    'disabled',
    'kept kept: kustomize.toolkit.fluxcd.io/reconcile: disabled',
  ],
  ['kustomize.toolkit.fluxcd.io/force', 'disabled', `replaced lost: ${BY_FLUX}`],
  ['kustomize.toolkit.fluxcd.io/prune', 'disabled', `replaced lost: ${BY_FLUX}`],
])('Flux heeds some options, and others not: %s: %s', (option, value, answer) => {
  expect(told('force', [fast(), claim('data', { [option]: value })], 'flux')).toEqual({
    [DATA]: answer,
  });
});

test('the remedy is not to force all', () => {
  expect(answersOf('force', [fast(), claim('data')], 'argocd').map(({ remedy }) => remedy)).toEqual(
    [
      'never sync it with Force and Replace: add argocd.argoproj.io/sync-options: Force=true,Replace=true only to the objects that need it',
    ],
  );
});

test('a bound volume hangs, and a claim of it is Released', () => {
  const annotations = { 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' };
  const [volume] = handMade();
  const [, kept] = handMade(annotations);
  expect(told('force', [volume, kept], 'flux')['PersistentVolume/files']).toBe(
    `stuck kept: ${BY_FLUX}`,
  );
  expect(told('force', handMade(), 'flux')).toEqual({
    'PersistentVolume/files': 'kept left behind: its claim is forced',
    'PersistentVolumeClaim/shop/files': `replaced left behind: ${BY_FLUX}`,
  });
});

test('claims of a StatefulSet stay, unless they go with it', () => {
  expect(told('force', [fast(), db()], 'flux')).toEqual({
    'PersistentVolumeClaim/shop/data-db-0':
      'kept kept: force does not affect claims of a StatefulSet',
  });
  expect(told('force', [fast(), db({ whenDeleted: 'Delete' })], 'flux')).toEqual({
    'PersistentVolumeClaim/shop/data-db-0':
      'replaced lost: its StatefulSet is recreated, and deletes it as well (whenDeleted: Delete)',
  });
});

test('Argo CD never replaces a namespace; Flux deletes it, with all that is in it', () => {
  expect(told('force', [namespace()], 'argocd')).toEqual({
    'Namespace/shop': 'kept -: Argo CD updates namespaces and definitions, and never replaces them',
  });
  expect(told('force', [namespace()], 'flux')).toEqual({
    'Namespace/shop': `replaced may be lost: ${BY_FLUX}`,
  });
});

test('Argo CD cannot force custom resources; Flux can', () => {
  const database = object('postgresql.cnpg.io/v1', 'Cluster', 'pg', {}, { namespace: 'shop' });
  expect(told('force', [database], 'argocd')).toEqual({
    'Cluster/shop/pg':
      'kept -: Argo CD cannot force kinds that are not built in: the sync fails before anything is done',
  });
  expect(told('force', [database], 'flux')).toEqual({
    'Cluster/shop/pg': `replaced may be lost: ${BY_FLUX}`,
  });
});

/** Changed Jobs: each of the ways through. */
import { targetFacts } from '../../src/facts';
import { GitOpsSpec, planGitOps } from '../../src/gitops/core';
import { readWorld } from '../../src/judge';
import { Fields, job } from '../manifests/objects';

const OPTIONS = 'argocd.argoproj.io/sync-options';
const HOOK = 'argocd.argoproj.io/hook';
const POLICY = 'argocd.argoproj.io/hook-delete-policy';
const FORCE = 'kustomize.toolkit.fluxcd.io/force';

/** The metadata of the first object as it is written. */
function written(spec: GitOpsSpec, ...objects: readonly Fields[]): Fields {
  const world = readWorld(
    objects.map((manifest, index) => ({ key: String(index), manifest })),
    targetFacts(),
    { namespace: 'shop' },
  );
  const [first] = world.objects;
  return (planGitOps(world, () => spec).get(first)?.(first.manifest) ?? first.manifest)
    .metadata as Fields;
}

const load = (image = 'a', spec: Fields = {}, metadata: Fields = {}) =>
  job('load', { containers: [{ name: 'c', image }] }, spec, metadata);
const hashed: GitOpsSpec = { engine: 'argocd', jobs: 'hashedName' };

describe('a hash in the name', () => {
  const name = written(hashed, load()).name;

  test('comes after the name, and is what is written where nothing else is asked for', () => {
    expect(name).toMatch(/^load-[0-9a-f]{8}$/);
    expect(written({ engine: 'argocd' }, load())).toEqual({ name });
    expect(written({ engine: 'flux' }, load())).toEqual({ name });
  });

  test.each<[title: string, one: Fields]>([
    ['image', load('b')],
    ['number of completions', load('a', { completions: 2 })],
    ['mode of completion', load('a', { completionMode: 'Indexed' })],
  ])('changes with the %s', (_title, one) => {
    expect(written(hashed, one).name).not.toBe(name);
  });

  test.each<[title: string, one: Fields]>([
    ['parallelism', load('a', { parallelism: 5 })],
    ['suspension', load('a', { suspend: true })],
    ['time to live', load('a', { ttlSecondsAfterFinished: 5 })],
    ['number of retries', load('a', { backoffLimit: 5 })],
    ['deadline', load('a', { activeDeadlineSeconds: 5 })],
    ['labels', load('a', {}, { labels: { a: 'b' } })],
    [
      'order of fields',
      {
        ...load(),
        spec: {
          template: { spec: { containers: [{ image: 'a', name: 'c' }], restartPolicy: 'Never' } },
        },
      },
    ],
    ['fields that are null', load('a', { selector: null })],
  ])('stays with the %s', (_title, one) => {
    expect(written(hashed, one).name).toBe(name);
  });

  test('leaves room for itself in a name that is a label', () => {
    expect(written(hashed, load('a', {}, { name: 'a'.repeat(54) })).name).toMatch(
      /^a{54}-[0-9a-f]{8}$/,
    );
    expect(written(hashed, load('a', {}, { name: 'a'.repeat(55) })).name).toMatch(
      /^a{54}-[0-9a-f]{8}$/,
    );
    expect(written(hashed, load('a', {}, { name: `${'a'.repeat(53)}-b` })).name).toMatch(
      /^a{53}-[0-9a-f]{8}$/,
    );
  });

  test('tells names apart that are the same once they are cut off', () => {
    const names = ['b', 'c'].map(
      (end) => written(hashed, load('a', {}, { name: `${'a'.repeat(60)}${end}` })).name,
    );
    expect(names[0]).not.toBe(names[1]);
  });

  test('is not for Jobs whose pods others find: these are replaced', () => {
    const labelled = job(
      'load',
      {},
      { template: { metadata: { labels: { app: 'load' } }, spec: {} } },
    );
    const service = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 's' },
      spec: { selector: { app: 'load' } },
    };
    const test = job(
      'load',
      {},
      { template: { metadata: { labels: { 'performance-test-name': 'load' } }, spec: {} } },
    );
    expect(written(hashed, labelled, service)).toEqual({
      name: 'load',
      annotations: { [OPTIONS]: 'Force=true,Replace=true' },
    });
    expect(written(hashed, test)).toEqual({
      name: 'load',
      annotations: { [OPTIONS]: 'Force=true,Replace=true' },
    });
    expect(written({ engine: 'flux' }, test)).toEqual({
      name: 'load',
      annotations: { [FORCE]: 'enabled' },
    });
  });
});

describe('replaced', () => {
  test('are Jobs, by Argo CD with both options, by Flux with force', () => {
    expect(written({ engine: 'argocd', jobs: 'replace' }, load())).toEqual({
      name: 'load',
      annotations: { [OPTIONS]: 'Force=true,Replace=true' },
    });
    expect(written({ engine: 'flux', jobs: 'replace' }, load())).toEqual({
      name: 'load',
      annotations: { [FORCE]: 'enabled' },
    });
  });

  test('are Jobs as they say themselves', () => {
    expect(
      written(
        { engine: 'argocd', jobs: 'replace' },
        load('a', {}, { annotations: { [OPTIONS]: 'Replace=false' } }),
      ).annotations,
    ).toEqual({ [OPTIONS]: 'Replace=false,Force=true' });
    expect(
      written(
        { engine: 'flux', jobs: 'replace' },
        load('a', {}, { annotations: { [FORCE]: 'disabled' } }),
      ).annotations,
    ).toEqual({ [FORCE]: 'disabled' });
  });
});

describe('hooks', () => {
  test('are Jobs of the phase Sync that are deleted before they are recreated', () => {
    expect(written({ engine: 'argocd', jobs: 'hook' }, load())).toEqual({
      name: 'load',
      annotations: { [HOOK]: 'Sync', [POLICY]: 'BeforeHookCreation' },
    });
    expect(
      written(
        { engine: 'argocd', jobs: 'hook' },
        load('a', {}, { annotations: { [POLICY]: 'HookSucceeded' } }),
      ).annotations,
    ).toEqual({ [HOOK]: 'Sync', [POLICY]: 'HookSucceeded' });
  });
});

describe('left alone', () => {
  test.each<[title: string, metadata: Fields]>([
    ['hooks of Argo CD', { annotations: { [HOOK]: 'PostSync' } }],
    ['hooks of Helm', { annotations: { 'helm.sh/hook': 'pre-install' } }],
    ['Jobs whose name the server makes', { name: undefined, generateName: 'load-' }],
  ])('are %s', (_title, metadata) => {
    for (const jobs of ['hashedName', 'replace', 'hook'] as const) {
      const { name, ...rest } = load('a', {}, metadata).metadata;
      expect(written({ engine: 'argocd', jobs }, load('a', {}, metadata))).toEqual(
        name === undefined ? rest : { name, ...rest },
      );
    }
  });

  test('are Jobs where nothing is asked for, and what is no Job', () => {
    expect(written({ engine: 'argocd', jobs: 'none' }, load())).toEqual({ name: 'load' });
    expect(
      written(
        { engine: 'argocd', jobs: 'hook' },
        { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'dump' }, spec: {} },
      ),
    ).toEqual({ name: 'dump' });
  });
});

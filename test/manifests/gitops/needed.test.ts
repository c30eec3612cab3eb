/**
 * Objects that are applied too late: those that pods cannot start without, and the pods that a
 * claim waits for.
 */
import { NEEDED_JUDGES } from '../../../src/manifests/gitops/needed';
import {
  claim,
  cronJob,
  deployment,
  Fields,
  job,
  podSpec,
  said,
  storageClass,
  told,
  workload,
} from '../objects';

const WAVE = 'metadata.annotations["argocd.argoproj.io/sync-wave"]';
const HOOK = 'metadata.annotations["argocd.argoproj.io/hook"]';
const wave = (text: string) => ({ annotations: { 'argocd.argoproj.io/sync-wave': text } });
const hook = (text: string) => ({ annotations: { 'argocd.argoproj.io/hook': text } });
const named = (kind: string, metadata: Fields = {}) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name: 'conf', ...metadata },
});
const withConfig = podSpec({
  volumes: [],
  containers: [{ name: 'c', envFrom: [{ configMapRef: { name: 'conf' } }] }],
});
const pre = (pod: Fields = withConfig) => job('pre', pod, {}, hook('PreSync'));
const late = (object: string, path = HOOK) => [`${object} error gitops/needed-later ${path}`];
const says = (rows: readonly (readonly [string, readonly Fields[], readonly string[]])[]) =>
  test.each(rows)('%s', (_title, objects, lines) => {
    expect(told(NEEDED_JUDGES, objects)).toEqual(lines);
  });

describe('a hook before the sync', () => {
  says([
    ['needs a ConfigMap of the sync', [named('ConfigMap'), pre()], late('Job/pre')],
    [
      'needs a Secret of the sync as a volume',
      [
        named('Secret'),
        pre({ containers: [], volumes: [{ name: 'v', secret: { secretName: 'conf' } }] }),
      ],
      late('Job/pre'),
    ],
    [
      'needs an account of the sync',
      [named('ServiceAccount'), pre({ containers: [], serviceAccountName: 'conf' })],
      late('Job/pre'),
    ],
    ['needs a ConfigMap that is a hook, too', [named('ConfigMap', hook('PreSync')), pre()], []],
    [
      'needs a ConfigMap that is a hook as well, in a later wave',
      [
        named('ConfigMap', {
          annotations: { ...hook('PreSync').annotations, ...wave('1').annotations },
        }),
        pre(),
      ],
      late('Job/pre', 'metadata'),
    ],
    [
      'needs a ConfigMap that appears twice, once in time',
      [named('ConfigMap'), named('ConfigMap', hook('PreSync')), pre()],
      [],
    ],
    ['needs a ConfigMap that nobody shows', [pre()], []],
    [
      'needs a ConfigMap of another namespace',
      [named('ConfigMap', { namespace: 'other' }), pre()],
      [],
    ],
    [
      'may have a ConfigMap of the sync',
      [
        named('ConfigMap'),
        pre({ containers: [{ envFrom: [{ configMapRef: { name: 'conf', optional: true } }] }] }),
      ],
      [],
    ],
    [
      'pulls its image with a Secret of the sync',
      [named('Secret'), pre({ containers: [], imagePullSecrets: [{ name: 'conf' }] })],
      [],
    ],
    [
      'is of Helm',
      [
        named('ConfigMap'),
        job('pre', withConfig, {}, { annotations: { 'helm.sh/hook': 'pre-install' } }),
      ],
      ['Job/pre warning gitops/needed-later metadata.annotations["helm.sh/hook"]'],
    ],
    [
      'is of a test of Helm',
      [named('ConfigMap'), job('pre', withConfig, {}, { annotations: { 'helm.sh/hook': 'test' } })],
      [],
    ],
  ]);

  const ofHelm = (text: string) => ({ annotations: { 'helm.sh/hook': text } });
  const preInstall = job('pre', withConfig, {}, ofHelm('pre-install'));

  test('is known to Argo CD as one of Helm, too', () => {
    const target = { gitops: 'argocd' } as const;
    expect(told(NEEDED_JUDGES, [named('ConfigMap'), preInstall], target)).toEqual(
      late('Job/pre', 'metadata.annotations["helm.sh/hook"]'),
    );
  });

  test.each([
    ['is nothing to Flux', [named('ConfigMap'), pre()], { gitops: 'flux' } as const],
    [
      'is none that Helm waits for if it is no hook',
      [named('ConfigMap', ofHelm('post-install')), deployment('web', withConfig)],
      {},
    ],
  ])('%s', (_title, objects, target) => {
    expect(told(NEEDED_JUDGES, objects, target)).toEqual([]);
  });

  test('says what is wrong for Helm', () => {
    expect(said(NEEDED_JUDGES, [named('ConfigMap'), preInstall])).toEqual([
      'Job/pre warning gitops/needed-later metadata.annotations["helm.sh/hook"]: Job/shop/pre cannot start without the ConfigMap "conf", which Helm applies when the hook has finished; make the ConfigMap a hook, too, with a smaller weight',
    ]);
  });

  test('says what is wrong', () => {
    expect(said(NEEDED_JUDGES, [named('ConfigMap'), pre()])).toEqual([
      `Job/pre error gitops/needed-later ${HOOK}: Job/shop/pre (PreSync) cannot start without the ConfigMap "conf", which is applied after it (Sync): each waits for the other; put both into the same phase and wave`,
    ]);
  });
});

describe('a workload of an earlier wave', () => {
  says([
    [
      'needs a ConfigMap',
      [named('ConfigMap', wave('1')), deployment('web', withConfig)],
      late('Deployment/web', 'metadata'),
    ],
    [
      'needs a ConfigMap, and says its wave',
      [named('ConfigMap'), deployment('web', withConfig, {}, wave('-1'))],
      late('Deployment/web', WAVE),
    ],
    [
      'needs a ConfigMap, and has no pods',
      [named('ConfigMap', wave('1')), deployment('web', withConfig, { replicas: 0 })],
      [],
    ],
    [
      'is a CronJob, which nobody waits for',
      [named('ConfigMap', wave('1')), cronJob('dump', withConfig)],
      [],
    ],
    [
      'needs a ConfigMap of its wave',
      [named('ConfigMap', wave('1')), workload('StatefulSet', 'db', withConfig, {}, wave('1'))],
      [],
    ],
    [
      'needs a ConfigMap of an earlier one',
      [named('ConfigMap', wave('-1')), deployment('web', withConfig)],
      [],
    ],
  ]);
});

describe('a claim that waits, and that nobody mounts', () => {
  const waits = ['PersistentVolumeClaim/data warning gitops/unused-claim-waits metadata'];
  const other = (metadata: Fields) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'c', ...metadata },
  });
  const post = job('post', { containers: [] }, {}, hook('PostSync'));

  says([
    ['is before a PostSync hook', [claim(), storageClass(), post], waits],
    ['is before a later wave', [claim(), storageClass(), other(wave('1'))], waits],
    [
      'says its wave',
      [claim({}, wave('0')), storageClass(), other(wave('1'))],
      [`PersistentVolumeClaim/data warning gitops/unused-claim-waits ${WAVE}`],
    ],
    [
      'is mounted by a suspended CronJob only',
      [claim(), storageClass(), cronJob('dump', podSpec(), { suspend: true }), post],
      waits,
    ],
    [
      'is mounted by a Deployment without pods only',
      [claim(), storageClass(), deployment('web', podSpec(), { replicas: 0 }), post],
      waits,
    ],
    ['is mounted after all', [claim(), storageClass(), deployment('web'), post], []],
    ['is in the last wave', [claim({}, wave('1')), storageClass(), other(wave('1'))], []],
    ['is alone', [claim(), storageClass(), other({})], []],
    [
      'is before a hook of another namespace',
      [claim(), storageClass(), { ...post, metadata: { ...post.metadata, namespace: 'other' } }],
      [],
    ],
    ['is bound at once', [claim(), storageClass({ volumeBindingMode: 'Immediate' }), post], []],
    ['is of a class that nobody shows', [claim(), post], []],
  ]);

  test('is told of in words', () => {
    expect(said(NEEDED_JUDGES, [claim(), storageClass(), post])).toEqual([
      `${waits[0]}: nothing here mounts the claim "data", which waits for its first consumer, but Argo CD waits for the claim before it applies Job/shop/post (PostSync); ` +
        'remove the claim until something mounts it, or move it to the last wave; before a PostSync hook, no wave helps',
    ]);
  });
});

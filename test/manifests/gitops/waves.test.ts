/** Claims and their consumers in phases and waves: which syncs end. */
import { TargetSpec } from '../../../src/facts';
import { WAVE_JUDGE } from '../../../src/manifests/gitops/waves';
import {
  autoscaler,
  claim,
  cronJob,
  deployment,
  Fields,
  job,
  podSpec,
  said,
  storageClass,
  told,
  volume,
  workload,
} from '../objects';

const WAVE = 'metadata.annotations["argocd.argoproj.io/sync-wave"]';
const HOOK = 'metadata.annotations["argocd.argoproj.io/hook"]';
const HELM_HOOK = 'metadata.annotations["helm.sh/hook"]';
const wave = (text: unknown, more: Fields = {}) => ({
  annotations: { 'argocd.argoproj.io/sync-wave': text, ...more },
});
const hook = (text: string, more: Fields = {}) => ({
  annotations: { 'argocd.argoproj.io/hook': text, ...more },
});
const helm = (text: string) => ({ annotations: { 'helm.sh/hook': text } });
const web = (metadata?: Fields, spec?: Fields) => deployment('web', podSpec(), spec, metadata);
const waits = storageClass();
const atOnce = storageClass({ volumeBindingMode: 'Immediate' });

const early = (object: string, path = WAVE) => [
  `${object} error gitops/claim-before-consumer ${path}`,
];
const mayWait = (object: string, path = WAVE) => [
  `${object} warning gitops/claim-may-wait ${path}`,
];
const late = (object: string, path = WAVE) => [
  `${object} error gitops/claim-after-consumer ${path}`,
];
const CLAIM = 'PersistentVolumeClaim/data';
const ARGO: TargetSpec = { gitops: 'argocd' };

type Row = readonly [
  title: string,
  objects: readonly Fields[],
  lines: readonly string[],
  target?: TargetSpec,
];
const whole = ([title, objects, lines, target = {}]: Row) =>
  [title, objects, lines, target] as const;
const says = (rows: readonly Row[]) =>
  test.each(rows.map(whole))('%s', (_title, objects, lines, target) => {
    expect(told([WAVE_JUDGE], objects, target)).toEqual(lines);
  });

describe('a claim in an earlier wave than its consumer', () => {
  says([
    ['waits for it', [claim({}, wave('0')), waits, web(wave('1'))], early(CLAIM)],
    [
      'waits for it, and only the claim has a wave',
      [claim({}, wave('-1')), waits, web()],
      early(CLAIM),
    ],
    [
      'waits for it, and only the consumer has a wave',
      [claim(), waits, web(wave('1'))],
      early('Deployment/web'),
    ],
    [
      'waits for it, and ten is later than nine',
      [claim({}, wave('9')), waits, web(wave('10'))],
      early(CLAIM),
    ],
    ['is bound at once', [claim({}, wave('0')), atOnce, web(wave('1'))], []],
    [
      'is bound at once by default',
      [claim({}, wave('0')), storageClass({ volumeBindingMode: undefined }), web(wave('1'))],
      [],
    ],
    [
      'may wait, since nobody shows its class',
      [claim({}, wave('0')), web(wave('1'))],
      mayWait(CLAIM),
    ],
    [
      'may wait, since nobody shows the default class',
      [claim({ storageClassName: undefined }, wave('0')), web(wave('1'))],
      mayWait(CLAIM),
    ],
    [
      'waits, since the default class does',
      [
        claim({ storageClassName: undefined }, wave('0')),
        storageClass(
          {},
          { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
        ),
        web(wave('1')),
      ],
      early(CLAIM),
    ],
    [
      'waits for a volume of a class without provisioner',
      [
        claim({}, wave('0')),
        storageClass({ provisioner: 'kubernetes.io/no-provisioner' }),
        web(wave('1')),
      ],
      early(CLAIM),
    ],
    ['names its volume', [claim({ volumeName: 'v' }, wave('0')), waits, web(wave('1'))], []],
    [
      'is named by its volume',
      [claim({}, wave('0')), waits, volume({ nfs: { server: 's', path: '/' } }), web(wave('1'))],
      [],
    ],
    ['has the empty class', [claim({ storageClassName: '' }, wave('0')), web(wave('1'))], []],
    [
      'has another consumer in its wave',
      [claim({}, wave('0')), waits, web(wave('1')), deployment('db', podSpec(), {}, wave('0'))],
      [],
    ],
    [
      'has another consumer later still',
      [claim({}, wave('0')), waits, web(wave('2')), deployment('db', podSpec(), {}, wave('1'))],
      early(CLAIM),
    ],
    [
      'has another consumer without pods in its wave',
      [
        claim({}, wave('0')),
        waits,
        web(wave('1')),
        deployment('db', podSpec(), { replicas: 0 }, wave('0')),
      ],
      early(CLAIM),
    ],
    [
      'waits for a CronJob',
      [claim({}, wave('0')), waits, cronJob('dump', podSpec(), {}, wave('1'))],
      early(CLAIM),
    ],
    [
      'has a wave on the pods only',
      [
        claim(),
        waits,
        { ...web(), spec: { ...web().spec, template: { metadata: wave('1'), spec: podSpec() } } },
      ],
      [],
    ],
    ['has a wave that is not a number', [claim({}, wave('first')), waits, web(wave('0'))], []],
    [
      'is of a template',
      [
        waits,
        workload(
          'StatefulSet',
          'db',
          podSpec({ volumes: [] }),
          { volumeClaimTemplates: [claim({}, wave('0'))] },
          wave('1'),
        ),
      ],
      [],
    ],
    ['is not mounted', [claim({}, wave('0')), waits, deployment('web', {}, {}, wave('1'))], []],
    [
      'is in another namespace',
      [claim({}, { namespace: 'other', ...wave('0') }), waits, web(wave('1'))],
      [],
    ],
  ]);
});

describe('a claim in the wave of its consumer', () => {
  says([
    ['waits for it', [claim({}, wave('1')), waits, web(wave('1'))], []],
    ['waits for it, and nobody has a wave', [claim(), waits, web()], []],
    ['waits for it, and the one has wave 0', [claim({}, wave('0')), waits, web()], []],
  ]);
});

describe('a claim in a later wave than its consumer', () => {
  says([
    ['is waited for', [claim({}, wave('2')), waits, web(wave('1'))], late(CLAIM)],
    ['is waited for, whatever its class', [claim({}, wave('1')), atOnce, web()], late(CLAIM)],
    [
      'is waited for, though it names a volume',
      [claim({ volumeName: 'v' }, wave('1')), web()],
      late(CLAIM),
    ],
    [
      'is waited for by one of two',
      [claim({}, wave('1')), atOnce, web(wave('2')), deployment('db', podSpec(), {}, wave('0'))],
      late(CLAIM),
    ],
    [
      'is waited for by a StatefulSet',
      [claim({}, wave('1')), workload('StatefulSet', 'db')],
      late(CLAIM),
    ],
    [
      'is waited for by a DaemonSet',
      [claim({}, wave('1')), workload('DaemonSet', 'log')],
      late(CLAIM),
    ],
    ['is waited for by a Job', [claim({}, wave('1')), job('load')], late(CLAIM)],
    [
      'is waited for by a Pod',
      [
        claim(),
        { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', ...wave('-1') }, spec: podSpec() },
      ],
      late('Pod/p'),
    ],
    ['is not waited for by a CronJob', [claim({}, wave('1')), cronJob('dump')], []],
    ['is not waited for by what has no pods', [claim({}, wave('1')), web({}, { replicas: 0 })], []],
    [
      'is waited for by what an autoscaler keeps',
      [
        claim({}, wave('1')),
        web({}, { replicas: undefined }),
        autoscaler('Deployment', 'web', { maxReplicas: 2 }),
      ],
      late(CLAIM),
    ],
  ]);
});

describe('a claim and hooks of Argo CD', () => {
  says([
    [
      'that come before it',
      [claim(), atOnce, job('load', podSpec(), {}, hook('PreSync'))],
      late('Job/load', HOOK),
    ],
    [
      'that come before it, and the workload after',
      [
        claim({}, wave('-5')),
        atOnce,
        web(),
        job('load', podSpec(), {}, hook('PreSync', wave('9').annotations)),
      ],
      late('Job/load', HOOK),
    ],
    ['that come with it', [claim(), waits, job('load', podSpec(), {}, hook('Sync'))], []],
    [
      'that come after it, and it waits',
      [claim(), waits, job('load', podSpec(), {}, hook('PostSync'))],
      early('Job/load', HOOK),
    ],
    [
      'that come after it, and may wait',
      [claim(), job('load', podSpec(), {}, hook('PostSync'))],
      mayWait('Job/load', HOOK),
    ],
    [
      'that come after it, and it is bound at once',
      [claim(), atOnce, job('load', podSpec(), {}, hook('PostSync'))],
      [],
    ],
    [
      'that come after it, and so does its workload',
      [claim(), waits, web(), job('load', podSpec(), {}, hook('PostSync'))],
      [],
    ],
    [
      'that come before and after it',
      [claim(), atOnce, job('load', podSpec(), {}, hook('PostSync,PreSync'))],
      late('Job/load', HOOK),
    ],
    [
      'that come if the sync fails',
      [claim(), waits, job('load', podSpec(), {}, hook('SyncFail'))],
      [],
    ],
    ['that are skipped', [claim(), waits, job('load', podSpec(), {}, hook('Skip'))], []],
    [
      'that come before it, and are CronJobs',
      [claim(), atOnce, cronJob('dump', podSpec(), {}, hook('PreSync'))],
      [],
    ],
    [
      'of which it is one',
      [claim({}, hook('PreSync')), atOnce, job('load', podSpec(), {}, hook('PreSync'))],
      [],
    ],
    [
      'of which it is one that waits',
      [claim({}, hook('PreSync')), waits, web()],
      early(CLAIM, HOOK),
    ],
    [
      'of which it is one that comes after',
      [claim({}, hook('PostSync')), atOnce, web()],
      late(CLAIM, HOOK),
    ],
  ]);
});

describe('a claim and hooks of Helm', () => {
  says([
    [
      'before the installation',
      [claim(), atOnce, job('load', podSpec(), {}, helm('pre-install'))],
      late('Job/load', HELM_HOOK),
    ],
    ['before an upgrade', [claim(), atOnce, job('load', podSpec(), {}, helm('pre-upgrade'))], []],
    [
      'before an upgrade, by Argo CD',
      [claim(), atOnce, job('load', podSpec(), {}, helm('pre-upgrade'))],
      late('Job/load', HELM_HOOK),
      ARGO,
    ],
    [
      'after the installation, and it waits',
      [claim(), waits, job('load', podSpec(), {}, helm('post-install'))],
      [`Job/load warning gitops/claim-before-consumer ${HELM_HOOK}`],
    ],
    [
      'after the installation, by Argo CD, and it waits',
      [claim(), waits, job('load', podSpec(), {}, helm('post-install'))],
      early('Job/load', HELM_HOOK),
      ARGO,
    ],
    ['after an upgrade', [claim(), waits, job('load', podSpec(), {}, helm('post-upgrade'))], []],
    ['that test', [claim(), waits, job('load', podSpec(), {}, helm('test'))], []],
    ['of which it is one', [claim({}, helm('pre-install')), waits, web()], []],
    [
      'of which it is one, by Argo CD',
      [claim({}, helm('pre-install')), waits, web()],
      early(CLAIM, HELM_HOOK),
      ARGO,
    ],
    [
      'that have weights, by Argo CD',
      [claim({}, { annotations: { 'helm.sh/hook-weight': '-1' } }), waits, web()],
      early(CLAIM, 'metadata.annotations["helm.sh/hook-weight"]'),
      ARGO,
    ],
  ]);
});

test('the messages name the claim, its consumer and when each is applied', () => {
  const lines = (...objects: Fields[]) =>
    said([WAVE_JUDGE], objects).map((line) => line.slice(line.indexOf(': ') + 2));
  const REMEDY = 'put both into the same phase and wave';
  expect([
    ...lines(claim({}, wave('0')), waits, web(wave('1'))),
    ...lines(claim({}, wave('0')), web(wave('1'))),
    ...lines(claim({}, wave('2')), web(wave('1'))),
    ...lines(claim(), job('load', podSpec(), {}, hook('PreSync'))),
    ...lines(claim(), waits, job('load', podSpec(), {}, hook('PostSync'))),
    ...lines(claim(), waits, job('load', podSpec(), {}, helm('post-install'))),
  ]).toEqual([
    `the claim "data" (wave 0) waits for its first consumer, Deployment/shop/web (wave 1), but Argo CD waits for the claim before it applies that; ${REMEDY}`,
    'the claim "data" (wave 0) may wait for its first consumer, Deployment/shop/web (wave 1), depending on its class, which is not among the objects, ' +
      `but Argo CD waits for the claim before it applies that; ${REMEDY}`,
    `Deployment/shop/web (wave 1) mounts the claim "data", which is applied after it (wave 2): each waits for the other; ${REMEDY}`,
    `Job/shop/load (PreSync) mounts the claim "data", which is applied after it (Sync): each waits for the other; ${REMEDY}`,
    `the claim "data" (Sync) waits for its first consumer, Job/shop/load (PostSync), but Argo CD waits for the claim before it applies that; ${REMEDY}`,
    `the claim "data" (Sync) waits for its first consumer, Job/shop/load (PostSync), but Helm with --wait waits for the claim before it applies that; ${REMEDY}`,
  ]);
});

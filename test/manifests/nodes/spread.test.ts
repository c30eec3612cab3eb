/**
 * Several pods with one claim: what the scheduler and the attach/detach controller make of them.
 */
import { SPREAD_JUDGE } from '../../../src/manifests/nodes/spread';
import {
  autoscaler,
  beside,
  claim,
  cronJob,
  deployment,
  Fields,
  job,
  onNodes,
  podSpec,
  said,
  storageClass,
  told,
  volume,
  workload,
} from '../objects';

const VOLUME = 'spec.template.spec.volumes[0].persistentVolumeClaim.claimName';
const CRON_VOLUME = `spec.jobTemplate.${VOLUME}`;
const shared = (object: string, path = VOLUME) => `${object} warning nodes/shared-claim ${path}`;
const besideIt = (object: string, path = VOLUME) =>
  `${object} warning nodes/job-beside-workload ${path}`;
const never = (object: string, path = VOLUME) => `${object} error nodes/never-together ${path}`;
const onePod = (object: string, path = VOLUME) => `${object} error nodes/claim-of-one-pod ${path}`;
const ofOnePod = claim({ accessModes: ['ReadWriteOncePod'] });
const localPath = storageClass({ provisioner: 'rancher.io/local-path' });
const HOSTNAME = 'kubernetes.io/hostname';
const withPort = (fields: Fields = {}) =>
  podSpec({
    containers: [
      { ...podSpec().containers[0], ports: [{ containerPort: 80, hostPort: 80, ...fields }] },
    ],
  });
const group = (name: string, more: Fields = {}) =>
  deployment(name, podSpec({ affinity: beside({ group: 'g' }) }), more, { labels: { group: 'g' } });

type Row = readonly [title: string, objects: readonly Fields[], lines: readonly string[]];
const says = (rows: readonly Row[]) =>
  test.each<Row>(rows)('%s', (_title, objects, lines) => {
    expect(told([SPREAD_JUDGE], objects)).toEqual(lines);
  });

describe('the pods of one workload', () => {
  says([
    ['are one', [claim(), deployment('web')], []],
    [
      'are two',
      [claim(), deployment('web', podSpec(), { replicas: 2 })],
      [shared('Deployment/web')],
    ],
    ['are none', [claim(), deployment('web', podSpec(), { replicas: 0 })], []],
    [
      'are two of a claim for many nodes',
      [claim({ accessModes: ['ReadWriteMany'] }), deployment('web', podSpec(), { replicas: 2 })],
      [],
    ],
    [
      'are two of a claim of which nothing is known',
      [deployment('web', podSpec(), { replicas: 2 })],
      [],
    ],
    [
      'are two of NFS',
      [
        claim(),
        storageClass({ provisioner: 'nfs.csi.k8s.io' }),
        deployment('web', podSpec(), { replicas: 2 }),
      ],
      [],
    ],
    [
      'are two of local-path',
      [claim(), localPath, deployment('web', podSpec(), { replicas: 2 })],
      [],
    ],
    [
      'are two that no container lets see the claim',
      [claim(), deployment('web', podSpec({ containers: [] }), { replicas: 2 })],
      [],
    ],
    [
      'are two that only read',
      [
        claim(),
        deployment(
          'web',
          podSpec({
            volumes: [
              { name: 'data', persistentVolumeClaim: { claimName: 'data', readOnly: true } },
            ],
          }),
          { replicas: 2 },
        ),
      ],
      [shared('Deployment/web')],
    ],
    [
      'are two of a StatefulSet',
      [claim(), workload('StatefulSet', 'db', podSpec(), { replicas: 2 })],
      [shared('StatefulSet/db')],
    ],
    [
      'are two of a StatefulSet with a template',
      [
        workload('StatefulSet', 'db', podSpec({ volumes: [] }), {
          replicas: 2,
          volumeClaimTemplates: [claim()],
        }),
      ],
      [],
    ],
    [
      'are two with ephemeral claims',
      [
        deployment(
          'web',
          podSpec({
            volumes: [{ name: 'data', ephemeral: { volumeClaimTemplate: { spec: claim().spec } } }],
          }),
          { replicas: 2 },
        ),
      ],
      [],
    ],
    ['are on every node', [claim(), workload('DaemonSet', 'log')], [shared('DaemonSet/log')]],
    [
      'are on every node of that name',
      [claim(), workload('DaemonSet', 'log', podSpec({ nodeSelector: { [HOSTNAME]: 'n1' } }))],
      [],
    ],
    [
      'are on every node of a pool',
      [claim(), workload('DaemonSet', 'log', podSpec({ nodeSelector: { pool: 'a' } }))],
      [shared('DaemonSet/log')],
    ],
    [
      'run beside each other',
      [claim(), job('load', podSpec(), { parallelism: 2 })],
      [shared('Job/load')],
    ],
    ['run one after the other', [claim(), job('load', podSpec(), { completions: 5 })], []],
    ['are those of a CronJob alone', [claim(), cronJob('dump')], []],
    [
      'are those of a CronJob that forbids others',
      [claim(), cronJob('dump', podSpec(), { concurrencyPolicy: 'Forbid' })],
      [],
    ],
    [
      'are those of a CronJob that asks for others',
      [claim(), cronJob('dump', podSpec(), { concurrencyPolicy: 'Allow' })],
      [shared('CronJob/dump', CRON_VOLUME)],
    ],
    [
      'are two of a controller that makes them for another',
      [
        claim(),
        deployment('web'),
        workload(
          'ReplicaSet',
          'web-1',
          podSpec(),
          { replicas: 2 },
          {
            ownerReferences: [
              {
                apiVersion: 'apps/v1',
                kind: 'Deployment',
                name: 'web',
                uid: 'u',
                controller: true,
              },
            ],
          },
        ),
      ],
      [],
    ],
  ]);
});

describe('an autoscaler', () => {
  const web = deployment('web', podSpec(), { replicas: undefined });
  const keda = (spec: Fields) => ({
    apiVersion: 'keda.sh/v1alpha1',
    kind: 'ScaledObject',
    metadata: { name: 'web' },
    spec: { scaleTargetRef: { name: 'web' }, ...spec },
  });

  says([
    [
      'makes more',
      [claim(), web, autoscaler('Deployment', 'web', { maxReplicas: 2 })],
      [shared('Deployment/web')],
    ],
    ['makes one at most', [claim(), web, autoscaler('Deployment', 'web', { maxReplicas: 1 })], []],
    [
      'is for another kind',
      [claim(), web, autoscaler('StatefulSet', 'web', { maxReplicas: 2 })],
      [],
    ],
    ['is for another name', [claim(), web, autoscaler('Deployment', 'db', { maxReplicas: 2 })], []],
    [
      'is in another namespace',
      [claim(), web, autoscaler('Deployment', 'web', { maxReplicas: 2 }, { namespace: 'other' })],
      [],
    ],
    [
      'leaves none alone',
      [
        claim(),
        deployment('web', podSpec(), { replicas: 0 }),
        autoscaler('Deployment', 'web', { maxReplicas: 2 }),
      ],
      [],
    ],
    [
      'of KEDA makes more',
      [claim(), web, keda({ maxReplicaCount: 2 })],
      [shared('Deployment/web')],
    ],
    [
      'of KEDA makes more of none',
      [claim(), deployment('web', podSpec(), { replicas: 0 }), keda({ maxReplicaCount: 2 })],
      [shared('Deployment/web')],
    ],
    ['of KEDA makes one at most', [claim(), web, keda({ maxReplicaCount: 1 })], []],
    [
      'of KEDA makes a hundred if it does not say it',
      [claim(), web, keda({})],
      [shared('Deployment/web')],
    ],
  ]);
});

describe('replicas on one node', () => {
  const two = (pod: Fields, labels: Fields = {}) =>
    deployment('web', podSpec(pod), { replicas: 2 }, { labels });

  says([
    ['by its name', [claim(), two({ nodeName: 'n1' })], []],
    ['by its label', [claim(), two({ nodeSelector: { [HOSTNAME]: 'n1' } })], []],
    ['by affinity', [claim(), two({ affinity: onNodes({ key: HOSTNAME, values: ['n1'] }) })], []],
    [
      'by affinity to its name',
      [
        claim(),
        two({
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [
                  { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }] },
                ],
              },
            },
          },
        }),
      ],
      [],
    ],
    [
      'or on another',
      [
        claim(),
        two({
          affinity: onNodes({ key: HOSTNAME, values: ['n1'] }, { key: HOSTNAME, values: ['n2'] }),
        }),
      ],
      [shared('Deployment/web')],
    ],
    [
      'by another claim that is tied to it',
      [
        claim(),
        claim({ storageClassName: 'local' }, { name: 'cache' }),
        storageClass({ provisioner: 'rancher.io/local-path' }, { name: 'local' }),
        two({
          volumes: [
            ...podSpec().volumes,
            { name: 'cache', persistentVolumeClaim: { claimName: 'cache' } },
          ],
        }),
      ],
      [],
    ],
    ['by affinity to each other', [claim(), two({ affinity: beside({ app: 'web' }) })], []],
    [
      'of whatever they are, by affinity to all',
      [
        claim(),
        two({
          affinity: {
            podAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: [
                { labelSelector: {}, topologyKey: HOSTNAME },
              ],
            },
          },
        }),
      ],
      [],
    ],
    [
      'by a selector that is for nothing',
      [
        claim(),
        two({
          affinity: {
            podAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: HOSTNAME }],
            },
          },
        }),
      ],
      [],
    ],
    [
      'by affinity to each other and to somebody else',
      [
        claim(),
        two({ affinity: beside({ tier: 'a' }) }, { tier: 'a' }),
        deployment('db', {}, {}, { labels: { tier: 'a' } }),
      ],
      [shared('Deployment/web')],
    ],
    [
      'by affinity in a zone',
      [
        claim(),
        two({ affinity: beside({ app: 'web' }, { topologyKey: 'topology.kubernetes.io/zone' }) }),
      ],
      [shared('Deployment/web')],
    ],
    [
      'never, for their affinity',
      [claim(), two({ affinity: beside({ app: 'web' }, {}, 'podAntiAffinity') })],
      [never('Deployment/web')],
    ],
    [
      'never, for their affinity within a version',
      [
        claim(),
        two({
          affinity: beside(
            { app: 'web' },
            { matchLabelKeys: ['pod-template-hash'] },
            'podAntiAffinity',
          ),
        }),
      ],
      [never('Deployment/web')],
    ],
    [
      'unless they keep from others of another label',
      [
        claim(),
        two({
          affinity: beside({ app: 'web' }, { mismatchLabelKeys: ['app'] }, 'podAntiAffinity'),
        }),
      ],
      [shared('Deployment/web')],
    ],
    [
      'never, for their port',
      [claim(), deployment('web', withPort(), { replicas: 2 })],
      [never('Deployment/web')],
    ],
    [
      'never, and the volume is tied to one',
      [claim(), localPath, deployment('web', withPort(), { replicas: 2 })],
      [never('Deployment/web')],
    ],
  ]);
});

describe('several workloads', () => {
  says([
    ['share a claim', [claim(), deployment('web'), deployment('db')], [shared('Deployment/db')]],
    [
      'share a claim with several pods each',
      [
        claim(),
        deployment('web', podSpec(), { replicas: 2 }),
        deployment('db', podSpec(), { replicas: 2 }),
      ],
      [shared('Deployment/web'), shared('Deployment/db'), shared('Deployment/db')],
    ],
    [
      'have claims of one name in two namespaces',
      [
        claim(),
        claim({}, { namespace: 'other' }),
        deployment('web'),
        deployment('web', podSpec(), {}, { namespace: 'other' }),
      ],
      [],
    ],
    [
      'share a claim, one of them without pods',
      [claim(), deployment('web'), deployment('db', podSpec(), { replicas: 0 })],
      [],
    ],
    ['are one that appears twice', [claim(), deployment('web'), deployment('web')], []],
    ['share a local volume', [claim(), localPath, deployment('web'), deployment('db')], []],
    [
      'share a claim that many can read',
      [claim({ accessModes: ['ReadOnlyMany'] }), deployment('web'), deployment('db')],
      [],
    ],
    [
      'are Pods',
      [
        claim(),
        { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: podSpec() },
        { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'b' }, spec: podSpec() },
      ],
      [shared('Pod/b', 'spec.volumes[0].persistentVolumeClaim.claimName')],
    ],
    [
      'share the claim of a pod of a StatefulSet',
      [
        workload('StatefulSet', 'db', podSpec({ volumes: [] }), {
          replicas: 3,
          volumeClaimTemplates: [claim()],
        }),
        deployment(
          'web',
          podSpec({
            volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data-db-1' } }],
          }),
        ),
      ],
      [shared('Deployment/web')],
    ],
  ]);

  describe('on one node', () => {
    const pinned = (name: string, node: string) =>
      deployment(name, podSpec({ nodeSelector: { [HOSTNAME]: node } }));

    says([
      ['by a label of all', [claim(), group('web'), group('db')], []],
      [
        'by a label of all, several pods each',
        [claim(), group('web', { replicas: 3 }), group('db', { replicas: 2 })],
        [],
      ],
      ['by a label of three', [claim(), group('web'), group('db'), group('queue')], []],
      [
        'by a label of all, but one does not ask for it',
        [claim(), group('web'), deployment('db', podSpec(), {}, { labels: { group: 'g' } })],
        [shared('Deployment/db')],
      ],
      [
        'by a label that others have who are not asked',
        [claim(), group('web'), group('db'), deployment('ui', {}, {}, { labels: { group: 'g' } })],
        [shared('Deployment/db')],
      ],
      [
        'by a label that others have who are brought there as well',
        [
          claim(),
          group('web'),
          group('db'),
          deployment('ui', { affinity: beside({ group: 'g' }) }, {}, { labels: { group: 'g' } }),
        ],
        [],
      ],
      [
        'by a label of pods that the objects do not show',
        [
          claim(),
          ...['web', 'db'].map((name) =>
            deployment(name, podSpec({ affinity: beside({ app: 'operated' }) })),
          ),
        ],
        [],
      ],
      [
        'by one pod that has no claim',
        [
          claim(),
          deployment('queue', {}),
          ...['web', 'db'].map((name) =>
            deployment(name, podSpec({ affinity: beside({ app: 'queue' }) })),
          ),
        ],
        [],
      ],
      [
        'by one of two pods that have no claim',
        [
          claim(),
          deployment('queue', {}, { replicas: 2 }),
          ...['web', 'db'].map((name) =>
            deployment(name, podSpec({ affinity: beside({ app: 'queue' }) })),
          ),
        ],
        [shared('Deployment/db')],
      ],
      [
        'by one that follows the other, which may go elsewhere',
        [
          claim(),
          deployment('web'),
          deployment('db', podSpec({ affinity: beside({ app: 'web' }) })),
        ],
        [shared('Deployment/web')],
      ],
      [
        'in pairs only',
        [
          claim(),
          ...['a', 'b'].flatMap((tier) =>
            ['1', '2'].map((n) =>
              deployment(
                `${tier}${n}`,
                podSpec({ affinity: beside({ tier }) }),
                {},
                { labels: { tier } },
              ),
            ),
          ),
        ],
        [shared('Deployment/b1'), shared('Deployment/b2')],
      ],
      [
        'by a preference',
        [
          claim(),
          ...['web', 'db'].map((name) =>
            deployment(
              name,
              podSpec({
                affinity: {
                  podAffinity: {
                    preferredDuringSchedulingIgnoredDuringExecution: [
                      {
                        weight: 100,
                        podAffinityTerm: {
                          labelSelector: { matchLabels: { group: 'g' } },
                          topologyKey: HOSTNAME,
                        },
                      },
                    ],
                  },
                },
              }),
              {},
              { labels: { group: 'g' } },
            ),
          ),
        ],
        [shared('Deployment/db')],
      ],
      ['by its name', [claim(), pinned('web', 'n1'), pinned('db', 'n1')], []],
      [
        'by its name, of which there are two',
        [claim(), pinned('web', 'n1'), pinned('db', 'n2')],
        [never('Deployment/db')],
      ],
      [
        'by the name of one of them',
        [claim(), pinned('web', 'n1'), deployment('db')],
        [shared('Deployment/db')],
      ],
      [
        'by the name of one of them and a label of all',
        [
          claim(),
          deployment(
            'web',
            podSpec({ nodeName: 'n1', affinity: beside({ group: 'g' }) }),
            {},
            { labels: { group: 'g' } },
          ),
          group('db'),
        ],
        [],
      ],
      [
        'by affinity to namespaces',
        [
          claim(),
          ...['web', 'db'].map((name) =>
            deployment(
              name,
              podSpec({ affinity: beside({ group: 'g' }, { namespaces: ['shop'] }) }),
              {},
              { labels: { group: 'g' } },
            ),
          ),
        ],
        [],
      ],
      [
        'by affinity to another namespace',
        [
          claim(),
          deployment('x', {}, {}, { namespace: 'other', labels: { group: 'g' } }),
          deployment('y', {}, {}, { namespace: 'other', labels: { group: 'g' } }),
          ...['web', 'db'].map((name) =>
            deployment(
              name,
              podSpec({ affinity: beside({ group: 'g' }, { namespaces: ['other'] }) }),
            ),
          ),
        ],
        [shared('Deployment/db')],
      ],
      [
        'by affinity to namespaces with a label',
        [
          claim(),
          {
            apiVersion: 'v1',
            kind: 'Namespace',
            metadata: { name: 'shop', labels: { team: 'a' } },
          },
          ...['web', 'db'].map((name) =>
            deployment(
              name,
              podSpec({
                affinity: beside(
                  { group: 'g' },
                  { namespaceSelector: { matchLabels: { team: 'a' } } },
                ),
              }),
              {},
              { labels: { group: 'g' } },
            ),
          ),
        ],
        [],
      ],
      [
        'by affinity to all namespaces',
        [
          claim(),
          ...['web', 'db'].map((name) =>
            deployment(
              name,
              podSpec({ affinity: beside({ group: 'g' }, { namespaceSelector: {} }) }),
              {},
              { labels: { group: 'g' } },
            ),
          ),
        ],
        [],
      ],
      [
        'by expressions',
        [
          claim(),
          ...['web', 'db'].map((name) =>
            deployment(
              name,
              podSpec({
                affinity: {
                  podAffinity: {
                    requiredDuringSchedulingIgnoredDuringExecution: [
                      {
                        labelSelector: {
                          matchExpressions: [{ key: 'app', operator: 'In', values: ['web', 'db'] }],
                        },
                        topologyKey: HOSTNAME,
                      },
                    ],
                  },
                },
              }),
            ),
          ),
        ],
        [],
      ],
    ]);
  });

  describe('on nodes that no two of them can have', () => {
    const both = (one: Fields, other: Fields) => [
      claim(),
      deployment('web', podSpec(one)),
      deployment('db', podSpec(other)),
    ];
    const anti = (matchLabels: Fields, more?: Fields) => ({
      affinity: beside(matchLabels, more, 'podAntiAffinity'),
    });

    says([
      [
        'by their labels',
        both({ nodeSelector: { pool: 'a' } }, { nodeSelector: { pool: 'b' } }),
        [never('Deployment/db')],
      ],
      [
        'by one label of several',
        both({ nodeSelector: { pool: 'a', disk: 'ssd' } }, { nodeSelector: { disk: 'hdd' } }),
        [never('Deployment/db')],
      ],
      [
        'by what the first excludes',
        both(
          { affinity: onNodes({ key: 'pool', operator: 'NotIn', values: ['a'] }) },
          { nodeSelector: { pool: 'a' } },
        ),
        [never('Deployment/db')],
      ],
      [
        'or by labels that go together',
        both({ nodeSelector: { pool: 'a' } }, { nodeSelector: { disk: 'ssd' } }),
        [shared('Deployment/db')],
      ],
      [
        'by affinity',
        both(
          { affinity: onNodes({ key: 'pool', values: ['a', 'b'] }) },
          { affinity: onNodes({ key: 'pool', values: ['c'] }) },
        ),
        [never('Deployment/db')],
      ],
      [
        'or by affinity that both can meet',
        both(
          { affinity: onNodes({ key: 'pool', values: ['a', 'b'] }) },
          { affinity: onNodes({ key: 'pool', values: ['b', 'c'] }) },
        ),
        [shared('Deployment/db')],
      ],
      [
        'by affinity of several terms',
        both(
          { affinity: onNodes({ key: 'pool', values: ['a'] }, { key: 'pool', values: ['b'] }) },
          { nodeSelector: { pool: 'c' } },
        ),
        [never('Deployment/db')],
      ],
      [
        'or by terms for different labels',
        both(
          { affinity: onNodes({ key: 'pool', values: ['a'] }, { key: 'disk', values: ['ssd'] }) },
          { nodeSelector: { pool: 'c' } },
        ),
        [shared('Deployment/db')],
      ],
      [
        'by what one excludes',
        both(
          { nodeSelector: { pool: 'a' } },
          { affinity: onNodes({ key: 'pool', operator: 'NotIn', values: ['a'] }) },
        ),
        [never('Deployment/db')],
      ],
      [
        'or by what neither has',
        both(
          { nodeSelector: { pool: 'b' } },
          { affinity: onNodes({ key: 'pool', operator: 'NotIn', values: ['a'] }) },
        ),
        [shared('Deployment/db')],
      ],
      [
        'by a label that one must not have',
        both(
          { nodeSelector: { pool: 'a' } },
          { affinity: onNodes({ key: 'pool', operator: 'DoesNotExist' }) },
        ),
        [never('Deployment/db')],
      ],
      [
        'by a label that one must have',
        both(
          { affinity: onNodes({ key: 'pool', operator: 'DoesNotExist' }) },
          { affinity: onNodes({ key: 'pool', operator: 'Exists' }) },
        ),
        [never('Deployment/db')],
      ],
      [
        'by zones under two names',
        both(
          { nodeSelector: { 'topology.kubernetes.io/zone': 'a' } },
          { nodeSelector: { 'failure-domain.beta.kubernetes.io/zone': 'b' } },
        ),
        [never('Deployment/db')],
      ],
      ['by nodes', both({ nodeName: 'n1' }, { nodeName: 'n2' }), [never('Deployment/db')]],
      [
        'by what a port is for',
        [claim(), deployment('web', withPort()), deployment('db', withPort({ containerPort: 81 }))],
        [never('Deployment/db')],
      ],
      [
        'or by ports of two protocols',
        [claim(), deployment('web', withPort()), deployment('db', withPort({ protocol: 'UDP' }))],
        [shared('Deployment/db')],
      ],
      [
        'or by ports of two addresses',
        [
          claim(),
          deployment('web', withPort({ hostIP: '10.0.0.1' })),
          deployment('db', withPort({ hostIP: '10.0.0.2' })),
        ],
        [shared('Deployment/db')],
      ],
      [
        'by ports of one address and of all',
        [
          claim(),
          deployment('web', withPort({ hostIP: '10.0.0.1' })),
          deployment('db', withPort({ hostIP: '0.0.0.0' })),
        ],
        [never('Deployment/db')],
      ],
      [
        'by ports of all addresses and of one',
        [
          claim(),
          deployment('web', withPort()),
          deployment('db', withPort({ hostIP: '10.0.0.1' })),
        ],
        [never('Deployment/db')],
      ],
      ['by what one keeps from', both({}, anti({ app: 'web' })), [never('Deployment/db')]],
      ['by what the first keeps from', both(anti({ app: 'db' }), {}), [never('Deployment/db')]],
      [
        'or by what one keeps from elsewhere',
        both({}, anti({ app: 'web' }, { namespaces: ['other'] })),
        [shared('Deployment/db')],
      ],
    ]);
  });
});

describe('Jobs and viewers', () => {
  const follower = (matchLabels: Fields) => podSpec({ affinity: beside(matchLabels) });
  const viewer = (pod: Fields = podSpec()) =>
    deployment('look', pod, {}, { labels: { 'app.kubernetes.io/part-of': 'pvc-viewer' } });

  says([
    [
      'have the claim of a workload: a CronJob',
      [claim(), deployment('web'), cronJob('dump')],
      [besideIt('CronJob/dump', CRON_VOLUME)],
    ],
    [
      'have the claim of a workload: a Job',
      [claim(), deployment('web'), job('load')],
      [besideIt('Job/load')],
    ],
    [
      'have the claim of a workload: a viewer',
      [claim(), deployment('web'), viewer()],
      [besideIt('Deployment/look')],
    ],
    [
      'have the claim of a workload: a Pod that ends',
      [
        claim(),
        deployment('web'),
        {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name: 'debug' },
          spec: podSpec({ restartPolicy: 'Never' }),
        },
      ],
      [
        'Pod/debug warning nodes/job-beside-workload spec.volumes[0].persistentVolumeClaim.claimName',
      ],
    ],
    [
      'come before the workload in the file',
      [cronJob('dump'), claim(), deployment('web')],
      [besideIt('CronJob/dump', CRON_VOLUME)],
    ],
    [
      'have the claim of a pod of a StatefulSet',
      [
        workload('StatefulSet', 'db', podSpec({ volumes: [] }), {
          volumeClaimTemplates: [claim()],
        }),
        cronJob(
          'dump',
          podSpec({
            volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data-db-0' } }],
          }),
        ),
      ],
      [besideIt('CronJob/dump', CRON_VOLUME)],
    ],
    [
      'have a claim of that name elsewhere',
      [
        claim(),
        claim({}, { namespace: 'other' }),
        deployment('web'),
        cronJob('dump', podSpec(), {}, { namespace: 'other' }),
      ],
      [],
    ],
    [
      'have a claim for many nodes',
      [claim({ accessModes: ['ReadWriteMany'] }), deployment('web'), cronJob('dump')],
      [],
    ],
    [
      'are beside the workload',
      [claim(), deployment('web'), cronJob('dump', follower({ app: 'web' }))],
      [],
    ],
    [
      'are beside the workload: a viewer',
      [claim(), deployment('web'), viewer(follower({ app: 'web' }))],
      [],
    ],
    [
      'are beside somebody else',
      [claim(), deployment('web'), deployment('db', {}), cronJob('dump', follower({ app: 'db' }))],
      [besideIt('CronJob/dump', CRON_VOLUME)],
    ],
    [
      'are beside the workload or somebody else',
      [
        claim(),
        deployment('web', podSpec(), {}, { labels: { tier: 'a' } }),
        deployment('db', {}, {}, { labels: { tier: 'a' } }),
        cronJob('dump', follower({ tier: 'a' })),
      ],
      [besideIt('CronJob/dump', CRON_VOLUME)],
    ],
    [
      'are beside those that are brought together',
      [claim(), group('web'), group('db'), cronJob('dump', follower({ group: 'g' }))],
      [],
    ],
    [
      'are on the one node of both',
      [
        claim(),
        deployment('web', podSpec({ nodeName: 'n1' })),
        cronJob('dump', podSpec({ nodeName: 'n1' })),
      ],
      [],
    ],
    [
      'are in another pool',
      [
        claim(),
        deployment('web', podSpec({ nodeSelector: { pool: 'a' } })),
        cronJob('dump', podSpec({ nodeSelector: { pool: 'b' } })),
      ],
      [never('CronJob/dump', CRON_VOLUME)],
    ],
    [
      'are suspended: a CronJob',
      [claim(), deployment('web'), cronJob('dump', podSpec(), { suspend: true })],
      [],
    ],
    [
      'are suspended: a Job',
      [claim(), deployment('web'), job('load', podSpec(), { suspend: true })],
      [],
    ],
    [
      'are all that has the claim',
      [claim(), job('load'), cronJob('dump')],
      [shared('CronJob/dump', CRON_VOLUME)],
    ],
    [
      'are all that has the claim, in two pools, one after the other',
      [
        claim(),
        job('load', podSpec({ nodeSelector: { pool: 'a' } })),
        cronJob('dump', podSpec({ nodeSelector: { pool: 'b' } })),
      ],
      [shared('CronJob/dump', CRON_VOLUME)],
    ],
    ['have a local volume', [claim(), localPath, deployment('web'), cronJob('dump')], []],
    [
      'have a volume of NFS',
      [
        claim({ storageClassName: '' }),
        volume({ nfs: { server: 's', path: '/' } }),
        deployment('web'),
        cronJob('dump'),
      ],
      [],
    ],
  ]);
});

describe('a claim for one pod', () => {
  says([
    ['has one', [ofOnePod, deployment('web')], []],
    [
      'has two replicas',
      [ofOnePod, deployment('web', podSpec(), { replicas: 2 })],
      [onePod('Deployment/web')],
    ],
    [
      'has two replicas on one node',
      [ofOnePod, deployment('web', podSpec({ nodeName: 'n1' }), { replicas: 2 })],
      [onePod('Deployment/web')],
    ],
    [
      'may have more',
      [ofOnePod, deployment('web'), autoscaler('Deployment', 'web', { maxReplicas: 2 })],
      [onePod('Deployment/web')],
    ],
    ['is that of a DaemonSet', [ofOnePod, workload('DaemonSet', 'log')], [onePod('DaemonSet/log')]],
    [
      'is that of a DaemonSet of one node',
      [ofOnePod, workload('DaemonSet', 'log', podSpec({ nodeName: 'n1' }))],
      [],
    ],
    [
      'has two workloads',
      [ofOnePod, deployment('web'), deployment('db')],
      [onePod('Deployment/db')],
    ],
    [
      'has a workload and a CronJob',
      [ofOnePod, deployment('web'), cronJob('dump')],
      [onePod('CronJob/dump', CRON_VOLUME)],
    ],
    [
      'has a workload and a CronJob beside it',
      [ofOnePod, deployment('web'), cronJob('dump', podSpec({ affinity: beside({ app: 'web' }) }))],
      [onePod('CronJob/dump', CRON_VOLUME)],
    ],
    ['has Jobs, which make room for each other', [ofOnePod, job('load'), cronJob('dump')], []],
    [
      'is of local-path',
      [ofOnePod, localPath, deployment('web', podSpec(), { replicas: 2 })],
      [onePod('Deployment/web')],
    ],
    [
      "is each pod's own",
      [
        workload('StatefulSet', 'db', podSpec({ volumes: [] }), {
          replicas: 2,
          volumeClaimTemplates: [ofOnePod],
        }),
      ],
      [],
    ],
  ]);
});

test('the messages name who has the claim, what it is for and what helps', () => {
  const lines = (...objects: Fields[]) =>
    said([SPREAD_JUDGE], [claim(), ...objects]).map((line) => line.slice(line.indexOf(': ') + 2));
  const LABEL =
    'required podAffinity to a label that all of them have, with the topologyKey kubernetes.io/hostname';
  expect([
    ...lines(deployment('web', podSpec(), { replicas: 2 })),
    ...lines(deployment('web'), autoscaler('Deployment', 'web', { maxReplicas: 5 })),
    ...lines(workload('DaemonSet', 'log')),
    ...lines(cronJob('dump', podSpec(), { concurrencyPolicy: 'Allow' })),
    ...lines(deployment('web'), deployment('db')),
    ...lines(deployment('web'), cronJob('dump')),
    ...lines(deployment('web', withPort(), { replicas: 2 })),
    ...lines(
      deployment('web', podSpec({ nodeSelector: { pool: 'a' } })),
      deployment('db', podSpec({ affinity: onNodes({ key: 'pool', values: ['b', 'c'] }) })),
    ),
    ...lines(
      deployment('web', podSpec({ nodeSelector: { pool: 'a' } })),
      deployment('db', podSpec({ affinity: onNodes({ key: 'pool', operator: 'DoesNotExist' }) })),
    ),
    ...lines(
      deployment('web', podSpec({ nodeName: 'n1' })),
      deployment('db', podSpec({ nodeName: 'n2' })),
    ),
    ...lines(deployment('web', withPort()), deployment('db', withPort())),
    ...lines(
      deployment('web'),
      deployment('db', podSpec({ affinity: beside({ app: 'web' }, {}, 'podAntiAffinity') })),
    ),
    ...said(
      [SPREAD_JUDGE],
      [ofOnePod, deployment('web', podSpec(), { replicas: 2 }), cronJob('dump')],
    ).map((line) => line.slice(line.indexOf(': ') + 2)),
  ]).toEqual([
    `Deployment/shop/web has 2 pods, but its claim "data" is for one node (ReadWriteOnce): pods on another node never start; claim ReadWriteMany, run one pod, or add ${LABEL}`,
    'Deployment/shop/web has up to 5 pods (HorizontalPodAutoscaler/shop/web), but its claim "data" is for one node (ReadWriteOnce): pods on another node never start; ' +
      `claim ReadWriteMany, run one pod, or add ${LABEL}`,
    `DaemonSet/shop/log has a pod on every node, but its claim "data" is for one node (ReadWriteOnce): pods on another node never start; claim ReadWriteMany, run one pod, or add ${LABEL}`,
    'CronJob/shop/dump has runs that may overlap (concurrencyPolicy: Allow), but its claim "data" is for one node (ReadWriteOnce): pods on another node never start; ' +
      `claim ReadWriteMany, run one pod, or add ${LABEL}`,
    `Deployment/shop/db and Deployment/shop/web share the claim "data", which is for one node (ReadWriteOnce): pods on another node never start; claim ReadWriteMany, or add ${LABEL}`,
    'CronJob/shop/dump uses the claim "data" of Deployment/shop/web, which is for one node (ReadWriteOnce): on another node its pods do not start while that runs; ' +
      'add required podAffinity to its pods, to those of Deployment/shop/web, with the topologyKey kubernetes.io/hostname',
    'Deployment/shop/web has 2 pods, its claim "data" is for one node (ReadWriteOnce), and no node can run two of them: each uses the port 80 of its node; ' +
      'claim ReadWriteMany, or make it a StatefulSet with a claim for each pod',
    'Deployment/shop/db and Deployment/shop/web share the claim "data", which is for one node (ReadWriteOnce), and no node can run both: one requires pool "b" or "c", the other pool "a"; ' +
      'let both run on the same nodes, or claim ReadWriteMany',
    'Deployment/shop/db and Deployment/shop/web share the claim "data", which is for one node (ReadWriteOnce), and no node can run both: one requires no pool, the other pool "a"; ' +
      'let both run on the same nodes, or claim ReadWriteMany',
    'Deployment/shop/db and Deployment/shop/web share the claim "data", which is for one node (ReadWriteOnce), and no node can run both: one requires the node "n2", the other the node "n1"; ' +
      'let both run on the same nodes, or claim ReadWriteMany',
    'Deployment/shop/db and Deployment/shop/web share the claim "data", which is for one node (ReadWriteOnce), and no node can run both: both use the port 80 of their node; ' +
      'let both run on the same nodes, or claim ReadWriteMany',
    'Deployment/shop/db and Deployment/shop/web share the claim "data", which is for one node (ReadWriteOnce), and no node can run both: ' +
      "the podAntiAffinity of Deployment/shop/db keeps them away from each other's node; let both run on the same nodes, or claim ReadWriteMany",
    'the claim "data" is for one pod (ReadWriteOncePod), but Deployment/shop/web has 2 pods; mount it in one pod, or claim ReadWriteMany',
    'the claim "data" is for one pod (ReadWriteOncePod), but CronJob/shop/dump uses it together with Deployment/shop/web: the second pod stays pending; mount it in one pod, or claim ReadWriteMany',
  ]);
});

test('a Job may also run before the workload whose claim it uses', () => {
  expect(
    said([SPREAD_JUDGE], [claim(), deployment('web'), job('fetch')]).map((line) =>
      line.slice(line.indexOf(': ') + 2),
    ),
  ).toEqual([
    'Job/shop/fetch uses the claim "data" of Deployment/shop/web, which is for one node (ReadWriteOnce): on another node its pods do not start while that runs; ' +
      'add required podAffinity to its pods, to those of Deployment/shop/web, with the topologyKey kubernetes.io/hostname, or apply that after the Job has finished',
  ]);
});

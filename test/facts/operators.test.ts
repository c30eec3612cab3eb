/**
 * The facts about operators: well-formed, each kind with a source, and what they say of small
 * custom resources.
 */
import { isDatabaseKind, knownOperators, operatorDataOf, shrinksData } from '../../src/facts';
import { Fields } from '../../src/kube';
import * as fc from '../support/fast-check';

const OPERATORS = knownOperators();
const FATES = OPERATORS.flatMap((one) =>
  [one, ...(one.claims ?? []), ...(one.shrinks ?? [])].flatMap((part) =>
    ['does' in part ? [part] : [], part.cases ?? []].flat(),
  ),
);
const KINDS = OPERATORS.flatMap(({ kinds }) => kinds);
const CNPG = 'postgresql.cnpg.io/Cluster';
const ELASTICSEARCH = 'elasticsearch.k8s.elastic.co/Elasticsearch';
const POOL = 'kafka.strimzi.io/KafkaNodePool';
const VM = 'kubevirt.io/VirtualMachine';

function told(kindKey: string, manifest: Fields): string {
  const known = operatorDataOf(kindKey, manifest);
  if (!known) return 'unknown';
  const { does, because, dependsOn, classNames, usesDefaultClass, hasData, ignoresReclaimPolicy } =
    known;
  const classes = [...classNames, ...(usesDefaultClass ? ['the default class'] : [])].join(' and ');
  return [
    `${does}: ${because}`,
    ...(dependsOn === undefined ? [] : [`depends on ${dependsOn}`]),
    ...(classes === '' ? [] : [classes]),
    ...(ignoresReclaimPolicy ? ['whatever the reclaim policy'] : []),
    ...(hasData ? [] : ['no data']),
  ].join('; ');
}

test('entries are sorted by their first kinds, and none appears twice', () => {
  const firsts = OPERATORS.map(({ kinds }) => kinds[0]);
  expect(firsts).toEqual([...firsts].sort());
  expect(OPERATORS.map(({ kinds }) => kinds)).toEqual(
    OPERATORS.map(({ kinds }) => [...kinds].sort()),
  );
  expect(new Set(KINDS).size).toBe(KINDS.length);
});

test('every entry has a source that can be opened, and kinds with their groups', () => {
  expect(
    OPERATORS.filter(
      ({ kinds, source }) =>
        !/^https:\/\/\S+/.test(source) ||
        kinds.some((kind) => !/^[a-z\d.-]+\/[A-Za-z\d]+$/.test(kind)),
    ),
  ).toEqual([]);
});

test('entries have the fields that are read, and no others', () => {
  const fate = ['does', 'because', 'dependsOn'];
  const unknown = (value: object, ...fields: string[]) =>
    Object.keys(value).filter((field) => !fields.includes(field));
  const ofCases = (cases: readonly object[] = []) =>
    cases.flatMap((one) => unknown(one, ...fate, 'where'));
  expect(
    OPERATORS.flatMap((one) => [
      ...unknown(
        one,
        ...fate,
        'kinds',
        'isDatabase',
        'ignoresReclaimPolicy',
        'cases',
        'claims',
        'isEphemeral',
        'shrinks',
        'source',
      ),
      ...ofCases(one.cases),
      ...(one.claims ?? []).flatMap((claim) => [
        ...unknown(claim, 'at', 'isDefault', 'where', 'unless', 'class', 'cases'),
        ...ofCases(claim.cases),
      ]),
      ...(one.shrinks ?? []).flatMap((shrink) => [
        ...unknown(shrink, ...fate, 'each', 'key', 'count', 'defaultCount', 'cases'),
        ...ofCases(shrink.cases),
      ]),
    ]),
  ).toEqual([]);
});

test('what depends says on what, and nothing else does', () => {
  expect(
    FATES.filter(
      ({ does, dependsOn }) =>
        !['deletes', 'keeps', 'depends'].includes(does) ||
        (does === 'depends') !== (dependsOn !== undefined),
    ),
  ).toEqual([]);
});

test('reasons continue a sentence: they begin with a small letter and end without a stop', () => {
  const reasons = FATES.flatMap(({ because, dependsOn = because }) => [because, dependsOn]);
  expect(reasons.filter((reason) => !/^[a-z].*[^.\s]$/.test(reason))).toEqual([]);
});

test('a database that is not known to be ephemeral holds data', () => {
  const empty = KINDS.filter(
    (kind) => isDatabaseKind(kind) && operatorDataOf(kind, {})?.hasData !== true,
  );
  // These have no claims unless their spec asks for storage.
  expect(empty).toEqual([
    'clickhouse.altinity.com/ClickHouseInstallation',
    'couchbase.com/CouchbaseCluster',
    'databases.spotahome.com/RedisFailover',
    ELASTICSEARCH,
    'kafka.strimzi.io/Kafka',
    POOL,
    'redis.redis.opstreelabs.in/Redis',
    'redis.redis.opstreelabs.in/RedisCluster',
    'redis.redis.opstreelabs.in/RedisReplication',
  ]);
});

test.each([
  [
    CNPG,
    { storage: { storageClass: 'fast' } },
    'deletes: its operator owns the claims, which are deleted with it; fast',
  ],
  [
    CNPG,
    { storage: { pvcTemplate: { storageClassName: 'fast' } }, walStorage: { size: '1Gi' } },
    'deletes: its operator owns the claims, which are deleted with it; fast and the default class',
  ],
  [CNPG, {}, 'deletes: its operator owns the claims, which are deleted with it; the default class'],
  [
    'acid.zalan.do/postgresql',
    { volume: { storageClass: 'fast' } },
    'depends: its operator deletes the claims with it unless it is configured otherwise; depends on enable_persistent_volume_claim_deletion of its operator, which is true by default; fast',
  ],
  [
    'postgres-operator.crunchydata.com/PostgresCluster',
    {
      instances: [{ dataVolumeClaimSpec: { storageClassName: 'a' } }],
      backups: {
        pgbackrest: { repos: [{ volume: { volumeClaimSpec: { storageClassName: 'b' } } }] },
      },
    },
    'deletes: its operator owns the claims, which are deleted with it; a and b',
  ],
  [
    'pxc.percona.com/PerconaXtraDBCluster',
    { pxc: { volumeSpec: { persistentVolumeClaim: { storageClassName: 'a' } } } },
    'keeps: its operator keeps the claims: it has no finalizer percona.com/delete-pxc-pvc; a',
  ],
  [
    'pxc.percona.com/PerconaXtraDBCluster',
    { pxc: { volumeSpec: { emptyDir: {} } } },
    'keeps: it has no claims of its own; no data',
  ],
  [
    ELASTICSEARCH,
    {
      nodeSets: [
        { name: 'a', volumeClaimTemplates: [{ spec: { storageClassName: 'fast' } }] },
        { name: 'b' },
      ],
    },
    'deletes: its operator deletes the claims with it (spec.volumeClaimDeletePolicy); fast and the default class',
  ],
  [
    ELASTICSEARCH,
    { volumeClaimDeletePolicy: 'DeleteOnScaledownOnly', nodeSets: [{ name: 'a' }] },
    'keeps: its operator keeps the claims (spec.volumeClaimDeletePolicy: DeleteOnScaledownOnly); the default class',
  ],
  [
    ELASTICSEARCH,
    {
      nodeSets: [
        {
          name: 'a',
          podTemplate: { spec: { volumes: [{ name: 'elasticsearch-data', emptyDir: {} }] } },
        },
      ],
    },
    'keeps: it has no claims of its own; no data',
  ],
  [
    POOL,
    { storage: { type: 'persistent-claim', class: 'fast', deleteClaim: true } },
    'deletes: its operator deletes the claims with it (deleteClaim: true); fast',
  ],
  [
    POOL,
    { storage: { type: 'persistent-claim', class: 'fast' } },
    'keeps: its operator keeps the claims (deleteClaim); fast',
  ],
  [POOL, { storage: { type: 'ephemeral' } }, 'keeps: it has no claims of its own; no data'],
  [
    POOL,
    {
      storage: {
        type: 'jbod',
        volumes: [
          { id: 0, type: 'persistent-claim', class: 'a' },
          { id: 1, type: 'persistent-claim', class: 'b', deleteClaim: true },
        ],
      },
    },
    'deletes: its operator deletes the claims with it (deleteClaim: true); b',
  ],
  [
    'kafka.strimzi.io/Kafka',
    { kafka: {} },
    'depends: its KafkaNodePools have the claims; depends on deleteClaim of its KafkaNodePools; the default class',
  ],
  [
    'clickhouse.altinity.com/ClickHouseInstallation',
    {
      templates: {
        volumeClaimTemplates: [{ reclaimPolicy: 'Retain', spec: { storageClassName: 'a' } }],
      },
    },
    'keeps: its operator keeps the claims (reclaimPolicy: Retain of its volumeClaimTemplates); a',
  ],
  [
    'solr.apache.org/SolrCloud',
    { dataStorage: { persistent: { reclaimPolicy: 'Delete' } } },
    'deletes: its operator deletes the claims with it (spec.dataStorage.persistent.reclaimPolicy: Delete); the default class',
  ],
  [
    'solr.apache.org/SolrCloud',
    { dataStorage: { ephemeral: {} } },
    'keeps: it has no claims of its own; no data',
  ],
  [
    'zookeeper.pravega.io/ZookeeperCluster',
    { storageType: 'ephemeral' },
    'keeps: its storage is ephemeral; no data',
  ],
  [
    'k8s.mariadb.com/MariaDB',
    { storage: { ephemeral: true } },
    'keeps: its storage is ephemeral; no data',
  ],
  [
    'monitoring.coreos.com/Prometheus',
    {
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
      storage: { volumeClaimTemplate: { spec: { storageClassName: 'a' } } },
    },
    'deletes: its claims are deleted with it (spec.persistentVolumeClaimRetentionPolicy.whenDeleted: Delete); a',
  ],
  [
    'operator.victoriametrics.com/VMSingle',
    { storage: { storageClassName: 'a' } },
    'keeps: its operator keeps the claims (spec.removePvcAfterDelete); a',
  ],
  [
    'ceph.rook.io/CephFilesystem',
    {},
    'deletes: its operator deletes the filesystem with it (spec.preserveFilesystemOnDelete); whatever the reclaim policy',
  ],
  [
    'ceph.rook.io/CephFilesystem',
    { preserveFilesystemOnDelete: true },
    'keeps: its operator keeps the filesystem (spec.preserveFilesystemOnDelete: true); whatever the reclaim policy',
  ],
  [
    'minio.min.io/Tenant',
    {
      pools: [
        { reclaimStorage: true, volumeClaimTemplate: { spec: { storageClassName: 'a' } } },
        { volumeClaimTemplate: { spec: { storageClassName: 'b' } } },
      ],
    },
    'deletes: its operator deletes the claims with it (reclaimStorage: true of its pools); a',
  ],
  [
    'apps.kubeblocks.io/Cluster',
    { terminationPolicy: 'Halt' },
    'keeps: its operator keeps the claims (spec.terminationPolicy: Halt); the default class',
  ],
  [
    VM,
    {
      dataVolumeTemplates: [
        { spec: { storage: { storageClassName: 'a' } } },
        { spec: { pvc: { storageClassName: 'b' } } },
      ],
    },
    'deletes: its dataVolumeTemplates are deleted with it; a and b',
  ],
  [
    VM,
    { template: { spec: { volumes: [{ persistentVolumeClaim: { claimName: 'data' } }] } } },
    'keeps: it has no claims of its own; no data',
  ],
  [
    'argoproj.io/Workflow',
    { volumeClaimTemplates: [{ spec: {} }] },
    'deletes: it owns the claims of its volumeClaimTemplates, which are deleted with it; the default class',
  ],
  ['argoproj.io/Rollout', {}, 'keeps: it only mounts claims, which stay; no data'],
  [
    'aws-efs.managed.openshift.io/SharedVolume',
    {},
    'keeps: its claim and PersistentVolume are deleted with it, and Retain keeps the data on the file system; the default class',
  ],
  [
    'helm.cattle.io/HelmChart',
    {},
    'depends: its chart is uninstalled with it; depends on the claims of its chart, and whether they have helm.sh/resource-policy: keep; the default class',
  ],
  ['example.com/Database', {}, 'unknown'],
  [
    'rds.aws.upbound.io/Instance',
    {},
    'deletes: it is deleted at its provider as well (spec.deletionPolicy); whatever the reclaim policy',
  ],
  [
    'rds.aws.upbound.io/Instance',
    { deletionPolicy: 'Orphan', managementPolicies: ['*'] },
    'keeps: it stays at its provider (spec.deletionPolicy: Orphan); whatever the reclaim policy',
  ],
  [
    'rds.aws.upbound.io/Instance',
    { managementPolicies: ['Create', 'Delete'] },
    'deletes: it is deleted at its provider as well (spec.managementPolicies); whatever the reclaim policy',
  ],
  [
    'rds.aws.upbound.io/Instance',
    { deletionPolicy: 'Orphan', managementPolicies: ['Observe', 'Delete'] },
    'deletes: it is deleted at its provider as well (spec.managementPolicies); whatever the reclaim policy',
  ],
  [
    'rds.aws.upbound.io/Instance',
    { managementPolicies: ['Create', 'Observe'] },
    'keeps: it stays at its provider (spec.managementPolicies); whatever the reclaim policy',
  ],
  [
    'longhorn.io/Volume',
    {},
    'deletes: its replicas are deleted with it; whatever the reclaim policy',
  ],
  [
    'postgresql.cnpg.io/Database',
    {},
    'keeps: the database stays in its cluster (spec.databaseReclaimPolicy); whatever the reclaim policy',
  ],
  [
    'postgresql.cnpg.io/Database',
    { databaseReclaimPolicy: 'delete' },
    'deletes: its operator drops the database (spec.databaseReclaimPolicy: delete); whatever the reclaim policy',
  ],
])('%s with the spec %j', (kindKey, spec, sentence) => {
  expect(told(kindKey, { spec })).toBe(sentence);
});

test.each(['delete-pvc', 'percona.com/delete-pvc', 'finalizers.percona.com/delete-pvc'])(
  'the finalizer %s deletes claims',
  (finalizer) => {
    expect(
      operatorDataOf('pgv2.percona.com/PerconaPGCluster', {
        metadata: { finalizers: ['percona.com/delete-ssl', finalizer] },
      })?.does,
    ).toBe('deletes');
  },
);

test.each([
  [
    'kafka.strimzi.io/KafkaTopic',
    'strimzi.io/managed',
    { false: 'keeps', true: 'deletes', none: 'deletes' },
  ],
  [
    'rds.services.k8s.aws/DBInstance',
    'services.k8s.aws/deletion-policy',
    { retain: 'keeps', delete: 'deletes', none: 'depends' },
  ],
  [
    'sql.cnrm.cloud.google.com/SQLInstance',
    'cnrm.cloud.google.com/deletion-policy',
    { abandon: 'keeps', none: 'deletes' },
  ],
])('%s goes by its annotation %s', (kindKey, annotation, outcomes) => {
  for (const [value, does] of Object.entries(outcomes)) {
    const metadata = { annotations: value === 'none' ? {} : { [annotation]: value } };
    expect([value, operatorDataOf(kindKey, { metadata, spec: {} })?.does]).toEqual([value, does]);
  }
});

test('an annotation whose name has dots keeps claims', () => {
  const kept = { metadata: { annotations: { 'cassandra.datastax.com/delete-pvc': 'false' } } };
  expect(
    [{}, kept].map(
      (manifest) => operatorDataOf('cassandra.datastax.com/CassandraDatacenter', manifest)?.does,
    ),
  ).toEqual(['deletes', 'keeps']);
});

const REMOVED = 'its operator deletes the claims of what it removes';
const SCALED = 'monitoring.coreos.com/Prometheus';
const KEPT_POOL = { type: 'persistent-claim' };
const LOST_POOL = { type: 'persistent-claim', deleteClaim: true };
const VOLUME = { volumeClaimTemplate: { spec: {} } };

test.each<[what: string, kindKey: string, before: Fields, after: Fields, told: string | undefined]>(
  [
    [
      'fewer instances',
      CNPG,
      { instances: 3 },
      { instances: 2 },
      `spec.instances goes from 3 to 2, and ${REMOVED}`,
    ],
    ['as many instances', CNPG, { instances: 3 }, { instances: 3 }, undefined],
    ['more instances', CNPG, { instances: 3 }, { instances: 4 }, undefined],
    [
      'the default number of instances',
      CNPG,
      { instances: 2 },
      {},
      `spec.instances goes from 2 to 1, and ${REMOVED}`,
    ],
    [
      'fewer nodes of a set',
      ELASTICSEARCH,
      { nodeSets: [{ name: 'hot', count: 3 }] },
      { nodeSets: [{ name: 'hot', count: 2 }] },
      `spec.nodeSets[hot].count goes from 3 to 2, and ${REMOVED}`,
    ],
    [
      'a removed set',
      ELASTICSEARCH,
      {
        volumeClaimDeletePolicy: 'DeleteOnScaledownOnly',
        nodeSets: [{ name: 'hot' }, { name: 'cold' }],
      },
      { nodeSets: [{ name: 'hot' }] },
      `spec.nodeSets[cold] is removed, and ${REMOVED}`,
    ],
    [
      'sets in another order',
      ELASTICSEARCH,
      { nodeSets: [{ name: 'hot' }, { name: 'cold' }] },
      { nodeSets: [{ name: 'cold' }, { name: 'hot' }] },
      undefined,
    ],
    [
      'a set of an ephemeral cluster',
      'zookeeper.pravega.io/ZookeeperCluster',
      { storageType: 'ephemeral', replicas: 3 },
      { storageType: 'ephemeral', replicas: 1 },
      undefined,
    ],
    [
      'fewer brokers with deleteClaim',
      POOL,
      { replicas: 3, storage: LOST_POOL },
      { replicas: 2, storage: LOST_POOL },
      'spec.replicas goes from 3 to 2, and its operator deletes the claims of what it removes (deleteClaim: true)',
    ],
    [
      'fewer brokers without it',
      POOL,
      { replicas: 3, storage: KEPT_POOL },
      { replicas: 2, storage: KEPT_POOL },
      undefined,
    ],
    [
      'a removed disk',
      POOL,
      {
        replicas: 1,
        storage: {
          type: 'jbod',
          volumes: [
            { id: 0, ...KEPT_POOL },
            { id: 1, ...LOST_POOL },
          ],
        },
      },
      { replicas: 1, storage: { type: 'jbod', volumes: [{ id: 0, ...KEPT_POOL }] } },
      'spec.storage.volumes[1] is removed, and its operator deletes its claims (deleteClaim: true)',
    ],
    [
      'fewer members of a rack',
      'scylla.scylladb.com/ScyllaCluster',
      { datacenter: { racks: [{ name: 'a', members: 3, storage: {} }] } },
      { datacenter: { racks: [{ name: 'a', members: 2, storage: {} }] } },
      `spec.datacenter.racks[a].members goes from 3 to 2, and ${REMOVED}`,
    ],
    [
      'fewer nodes of a datacenter',
      'cassandra.datastax.com/CassandraDatacenter',
      { size: 3 },
      { size: 2 },
      'spec.size goes from 3 to 2, and its operator deletes the claims of nodes that it decommissions',
    ],
    [
      'fewer replicas that retain',
      SCALED,
      { replicas: 2, storage: VOLUME },
      { replicas: 1, storage: VOLUME },
      undefined,
    ],
    [
      'fewer replicas that do not',
      SCALED,
      {
        replicas: 2,
        storage: VOLUME,
        persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' },
      },
      { replicas: 1, storage: VOLUME },
      'spec.replicas goes from 2 to 1, and its claims are deleted (spec.persistentVolumeClaimRetentionPolicy.whenScaled: Delete)',
    ],
    [
      'what its operator decides',
      'acid.zalan.do/postgresql',
      { numberOfInstances: 2 },
      { numberOfInstances: 1 },
      'spec.numberOfInstances goes from 2 to 1, and its operator decides what becomes of the claims of instances that it removes; depends on persistent_volume_claim_retention_policy of its operator, which retains by default',
    ],
    ['an unknown kind', 'example.com/Database', { replicas: 2 }, { replicas: 1 }, undefined],
  ],
)('%s: %s', (_, kindKey, before, after, sentence) => {
  const shrunk = shrinksData(kindKey, { spec: before }, { spec: after });
  expect(
    shrunk &&
      [
        shrunk.because,
        ...(shrunk.dependsOn === undefined ? [] : [`depends on ${shrunk.dependsOn}`]),
      ].join('; '),
  ).toBe(sentence);
});

test('what a change surely deletes is told before what it may delete', () => {
  const before = {
    spec: { keyspaces: [{ name: 'a' }, { name: 'b', turndownPolicy: 'Immediate' }] },
  };
  expect(shrinksData('planetscale.com/VitessCluster', before, { spec: {} })).toEqual({
    does: 'deletes',
    because: `spec.keyspaces[b] is removed, and ${REMOVED} (turndownPolicy: Immediate)`,
  });
});

/**
 * Values of any type where the facts look for something, so that their paths are walked as far as
 * they go.
 */
const FIELDS = [...new Set(JSON.stringify(OPERATORS).match(/[A-Za-z]+(?=[.["[])/g))];
const anything = fc.letrec<{ value: unknown; fields: Fields }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(undefined, null, '', 'x', true, 0, -1, Number.NaN, 2),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('fields'),
  ),
  fields: fc.dictionary(
    fc.constantFrom(...FIELDS, 'spec', 'storage', 'metadata', '__proto__', 'constructor'),
    tie('value'),
    { maxKeys: 4 },
  ) as fc.Arbitrary<Fields>,
})).fields;

test('no value makes it throw, and what has no data says so of a change as well', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...KINDS, 'constructor', '__proto__', ''),
      anything,
      anything,
      (kindKey, before, after) => {
        const known = operatorDataOf(kindKey, { spec: before });
        const shrunk = shrinksData(kindKey, { spec: before }, { spec: after });
        expect(known === undefined).toBe(!KINDS.includes(kindKey));
        if (known?.hasData !== true) expect(shrunk).toBeUndefined();
      },
    ),
  );
});

test('nothing shrinks that stays as it is', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), anything, (kindKey, spec) => {
      expect(shrinksData(kindKey, { spec }, { spec })).toBeUndefined();
    }),
  );
});

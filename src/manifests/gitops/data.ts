/** What holds data: claims, StatefulSets whose claims go with them, and databases that operators run. */
import { JudgedObject, World } from '../../judge';
import { fieldsOf, listOf, textOf } from '../../object';
import { ClassOfClaim, Labels, Topology } from '../../topology';

/** Kinds of databases, message queues and stores whose operators delete their claims with them, or may. */
const DATABASES: { readonly [group: string]: readonly string[] } = {
  'acid.zalan.do': ['postgresql'],
  'apps.kubeblocks.io': ['Cluster'],
  'arangodb.com': ['ArangoDeployment'],
  'database.arangodb.com': ['ArangoDeployment'],
  'cassandra.datastax.com': ['CassandraDatacenter'],
  'ceph.rook.io': ['CephCluster', 'CephFilesystem', 'CephObjectStore', 'CephBlockPool'],
  'clickhouse.altinity.com': ['ClickHouseInstallation'],
  'couchbase.com': ['CouchbaseCluster'],
  'crdb.cockroachlabs.com': ['CrdbCluster'],
  'databases.spotahome.com': ['RedisFailover'],
  'elasticsearch.k8s.elastic.co': ['Elasticsearch'],
  'k8s.mariadb.com': ['MariaDB'],
  'k8ssandra.io': ['K8ssandraCluster'],
  'kafka.strimzi.io': ['Kafka', 'KafkaNodePool'],
  'mariadb.mmontes.io': ['MariaDB'],
  'minio.min.io': ['Tenant'],
  'mongodb.com': ['MongoDB'],
  'mongodbcommunity.mongodb.com': ['MongoDBCommunity'],
  'mysql.oracle.com': ['InnoDBCluster'],
  'opensearch.opster.io': ['OpenSearchCluster'],
  'pgv2.percona.com': ['PerconaPGCluster'],
  'pingcap.com': ['TidbCluster'],
  'planetscale.com': ['VitessCluster'],
  'postgres-operator.crunchydata.com': ['PostgresCluster'],
  'postgresql.cnpg.io': ['Cluster'],
  'ps.percona.com': ['PerconaServerMySQL'],
  'psmdb.percona.com': ['PerconaServerMongoDB'],
  'pxc.percona.com': ['PerconaXtraDBCluster'],
  'rabbitmq.com': ['RabbitmqCluster'],
  'redis.redis.opstreelabs.in': ['Redis', 'RedisCluster', 'RedisReplication'],
  'scylla.scylladb.com': ['ScyllaCluster'],
  'yugabyte.com': ['YBCluster'],
};

/** Whether the object is a database that an operator runs. */
export function isDatabase({ kindKey, kind }: JudgedObject): boolean {
  const group = kindKey.slice(0, kindKey.indexOf('/'));
  return Object.hasOwn(DATABASES, group) && DATABASES[group].includes(kind);
}

/** Whether the claims of a StatefulSet go when it is deleted. */
export function losesClaims({ kindKey, manifest }: JudgedObject): boolean {
  const { persistentVolumeClaimRetentionPolicy: policy, volumeClaimTemplates } = fieldsOf(manifest.spec);
  return kindKey === 'apps/StatefulSet' && fieldsOf(policy).whenDeleted === 'Delete' && listOf(volumeClaimTemplates).length > 0;
}

/** What holds data, by namespace. */
export function dataByNamespace(world: World): ReadonlyMap<string, readonly JudgedObject[]> {
  const found = new Map<string, JudgedObject[]>();
  for (const object of world.objects) {
    if (object.kindKey !== '/PersistentVolumeClaim' && !isDatabase(object) && !losesClaims(object)) continue;
    const list = found.get(object.namespace ?? '');
    if (list) list.push(object);
    else found.set(object.namespace ?? '', [object]);
  }
  return found;
}

/** Whether the volume of a claim is deleted with it; undefined if nothing shows it. */
export function isDeletedWithClaim(claim: JudgedObject, { topology }: World): boolean | undefined {
  const volume = topology.volumeOf(claim.namespace, claim.name);
  // Of a volume that somebody made by hand, the policy is Retain unless it says otherwise.
  if (volume) return fieldsOf(volume.manifest.spec).persistentVolumeReclaimPolicy === 'Delete';
  const spec = fieldsOf(claim.manifest.spec);
  if (typeof spec.volumeName === 'string' && spec.volumeName !== '') return undefined;
  const { storageClass } = classOf(claim, topology);
  if (!storageClass || storageClass.provisioner === 'kubernetes.io/no-provisioner') return undefined;
  return (storageClass.manifest.reclaimPolicy ?? 'Delete') === 'Delete';
}

/** The class of a claim, or of those of a template, as it is written. */
export function classOf({ manifest, annotations }: Pick<JudgedObject, 'manifest' | 'annotations'>, topology: Topology): ClassOfClaim {
  return topology.classFor({ spec: fieldsOf(manifest.spec), annotations: annotations as Labels });
}

/** Whether the claim is bound only when a pod has it; undefined if its class is not known. */
export function waitsForConsumer(claim: JudgedObject, { topology }: World): boolean | undefined {
  const spec = fieldsOf(claim.manifest.spec);
  if (textOf(spec.volumeName) !== '' || topology.volumeOf(claim.namespace, claim.name)) return false;
  const known = classOf(claim, topology);
  if (known.name === '') return false;
  return known.storageClass && known.storageClass.volumeBindingMode === 'WaitForFirstConsumer';
}

/** Names of options in findings, as Python, Go and Java write them. */
import { Finding, Severity } from '../../src/findings';
import { Assembly, hostOf } from '../../src/tree';

const ref = (fqn: string) => ({ fqn });
const ASSEMBLY: Assembly = {
  types: {
    'x.Volume': {
      methods: [
        { name: 'fromClaimName', parameters: [{ name: 'claimName', type: {} }] },
        { name: 'mountCsi', parameters: [] },
      ],
    },
    'x.VolumeProps': {
      datatype: true,
      properties: [
        { name: 'fileSystemId', type: {} },
        { name: 'image', type: {} },
        { name: 'podSpec', type: ref('cdk8s-plus-28.k8s.PodSpec') },
        { name: 'worker', type: ref('x.Worker') },
        { name: 'parameters', type: { collection: { kind: 'map', elementtype: {} } } },
        {
          name: 'volumeMounts',
          type: { collection: { kind: 'array', elementtype: ref('x.Mount') } },
        },
        { name: 'byName', type: { collection: { kind: 'map', elementtype: ref('x.Mount') } } },
      ],
    },
    'x.Worker': {
      datatype: true,
      properties: [
        {
          name: 'volumeMounts',
          type: { collection: { kind: 'array', elementtype: ref('x.Mount') } },
        },
      ],
    },
    'x.Mount': {
      datatype: true,
      properties: [
        { name: 'mountPath', type: {} },
        { name: 's3FilesUtilsConfig', type: {} },
      ],
    },
  },
};

const finding = (path: string, message = 'it is wrong', remedy = 'use another'): Finding => ({
  rule: 'efs/file-system-id',
  severity: Severity.ERROR,
  path,
  message,
  remedy,
});
const spell = (agent: string, given: Finding) => hostOf(agent, () => ASSEMBLY).spell(given);
const [PYTHON, GO, JAVA] = ['Python/3.11.7', 'go1.26.8/linux/amd64', 'Java/17.0.15'];

test.each([
  ['fileSystemId', 'file_system_id', 'FileSystemId'],
  ['image', 'image', 'Image'],
  ['claimName', 'claim_name', 'ClaimName'],
  [
    'worker.volumeMounts[1].mountPath',
    'worker.volume_mounts[1].mount_path',
    'Worker.VolumeMounts[1].MountPath',
  ],
  [
    'volumeMounts[0].s3FilesUtilsConfig',
    'volume_mounts[0].s3_files_utils_config',
    'VolumeMounts[0].S3FilesUtilsConfig',
  ],
])('the path %s is %s in Python and %s in Go', (path, python, go) => {
  expect([PYTHON, GO, JAVA].map((agent) => spell(agent, finding(path)).path)).toEqual([
    python,
    go,
    path,
  ]);
});

test.each([
  ['podSpec.securityContext.fsGroup', 'pod_spec.securityContext.fsGroup'],
  ['parameters.fileSystemId', 'parameters.fileSystemId'],
  ['byName.fileSystemId.mountPath', 'by_name.fileSystemId.mount_path'],
])('in %s, keys and fields of Kubernetes keep their names', (path, python) => {
  expect(spell(PYTHON, finding(path)).path).toBe(python);
});

test('a message and a remedy name options and methods as the language does', () => {
  const given = finding(
    'fileSystemId',
    'fileSystemId is not a list',
    'use worker.volumeMounts, or call mountCsi() or Volume.fromClaimName()',
  );
  expect(spell(PYTHON, given)).toMatchObject({
    message: 'file_system_id is not a list',
    remedy: 'use worker.volume_mounts, or call mount_csi() or Volume.from_claim_name()',
  });
  expect(spell(GO, given)).toMatchObject({
    message: 'FileSystemId is not a list',
    remedy: 'use Worker.VolumeMounts, or call MountCsi() or Volume_FromClaimName()',
  });
  expect(spell(JAVA, given)).toEqual(given);
});

test('what is quoted, what is a field of Kubernetes and what is an English word is left as it is', () => {
  const text =
    'the image "fileSystemId: \\"fileSystemId\\"" has no spec.podSpec, in otherName/podSpec of a worker';
  expect(spell(GO, finding('', text)).message).toBe(text);
});

test('a finding on a field of Kubernetes is left as it is', () => {
  const given = finding('spec.fileSystemId', 'fileSystemId is not a list', 'remove fileSystemId');
  expect(spell(PYTHON, given)).toEqual(given);
});

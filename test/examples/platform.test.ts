/**
 * The example platform: what is committed is what its code makes, and every cluster would take it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLibrary } from '../support/built';
import { find, readManifests } from '../support/manifests';
import { expectValid } from '../support/validate';

const ROOT = join(__dirname, '..', '..');
const COMMITTED = join(ROOT, 'dist', 'manifests');

const filesOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.yaml'))
      .sort()
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );

let fresh: string;
beforeAll(() => {
  fresh = mkdtempSync(join(tmpdir(), 'manifests-'));
  // As `cdk8s synth` does, with the library as one script.
  const main = join(ROOT, 'examples', 'platform', 'main.ts');
  const args = ['--import', require.resolve('tsx'), main];
  const env = { ...withLibrary(), CDK8S_OUTDIR: fresh };
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
afterAll(() => rmSync(fresh, { recursive: true, force: true }));

test('dist/manifests is what the code makes; npm run synth writes it anew', () => {
  expect(filesOf(COMMITTED)).toEqual(filesOf(fresh));
});

test('it is made of two clusters and the applications for them', () => {
  expect(readdirSync(fresh).sort()).toEqual(['argocd', 'eks', 'openshift']);
});

const manifestsOf = (folder: string) =>
  readManifests(join(COMMITTED, folder)).map(({ manifest }) => manifest);

test.each(['argocd', 'eks', 'openshift'])('every object of %s is valid', (folder) => {
  expectValid(manifestsOf(folder));
});

test('only OpenShift has security context constraints: one for each plugin', () => {
  expect(
    manifestsOf('openshift')
      .filter(({ kind }) => kind === 'SecurityContextConstraints')
      .map(({ metadata }) => metadata.name),
  ).toEqual(['efs-csi-scc', 'efs-csi-controller-scc']);
  expect(manifestsOf('eks').filter(({ kind }) => kind === 'SecurityContextConstraints')).toEqual(
    [],
  );
});

test('the tenants are the same on both clusters, but for the users of their pods', () => {
  const IDS = ['runAsUser', 'runAsGroup', 'fsGroup', 'fsGroupChangePolicy'];
  // Who runs a load test is part of its hash.
  const HASH = /load-[0-9a-f]{8}/g;
  const tenants = (folder: string) =>
    manifestsOf(folder).filter(
      ({ metadata }) => metadata.namespace === 'web' || metadata.namespace === 'analytics',
    );
  const withoutIds = (manifests: unknown) =>
    JSON.parse(
      JSON.stringify(manifests, (key, value) => (IDS.includes(key) ? undefined : value)).replace(
        HASH,
        'load',
      ),
    );
  expect(withoutIds(tenants('eks'))).toEqual(withoutIds(tenants('openshift')));
  expect(tenants('eks')).toHaveLength(24);
});

test('the viewer of the wiki goes to the node of the one pod that has its pages', () => {
  const { affinity } = find(manifestsOf('eks'), 'Deployment', 'pvcviewer-wiki').spec.template.spec;
  expect(
    affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector
      .matchLabels,
  ).toEqual({ 'statefulset.kubernetes.io/pod-name': 'wiki-0' });
});

test('the viewer of the reports reads a volume of many nodes, and goes anywhere', () => {
  const { affinity, volumes } = find(manifestsOf('eks'), 'Deployment', 'pvcviewer-reports').spec
    .template.spec;
  expect([affinity, volumes]).toEqual([
    undefined,
    [
      {
        name: 'viewer-volume',
        persistentVolumeClaim: { claimName: 'pvc-reports', readOnly: true },
      },
    ],
  ]);
});

test("both viewers are behind the company's gateway", () => {
  const routes: any[] = manifestsOf('openshift').filter(({ kind }) => kind === 'HTTPRoute');
  expect(
    routes.map(({ spec }) => [spec.parentRefs[0].name, spec.rules[0].matches[0].path.value]),
  ).toEqual([
    ['internal', '/pvcviewer/analytics/reports'],
    ['internal', '/pvcviewer/web/wiki'],
  ]);
});

test('the tenants share one file system through two access points', () => {
  const handles = manifestsOf('eks')
    .filter(({ kind }) => kind === 'PersistentVolume')
    .map((volume: any) => volume.spec.csi.volumeHandle);
  expect(handles).toEqual([
    'fs-0a1b2c3d4e5f60718::fsap-0aaaabbbbccccdddd',
    'fs-0a1b2c3d4e5f60718::fsap-0eeeeffff00001111',
  ]);
});

test('no pod of a tenant asks for a user, which OpenShift chooses by itself', () => {
  const pods = manifestsOf('openshift')
    .filter(({ metadata }) => metadata.namespace === 'web' || metadata.namespace === 'analytics')
    .flatMap((manifest) => [...JSON.stringify(manifest).matchAll(/"runAs(User|Group)"/g)]);
  expect(pods).toEqual([]);
});

test('the index of the search engine is on local disks, where it accepts to be lost, and its pods are steered', () => {
  const {
    template,
    volumeClaimTemplates: [index],
  } = find(manifestsOf('eks'), 'StatefulSet', 'engine').spec;
  expect(index.metadata.annotations).toEqual({
    'localdisk.csi.acstor.io/accept-ephemeral-storage': 'true',
  });
  expect(template.metadata.labels).toEqual({
    app: 'engine',
    'cdk8s-volumes.io/local-disks': 'local-disks-steering',
  });
  expect(template.spec.volumes[0].ephemeral.volumeClaimTemplate.spec).toMatchObject({
    storageClassName: 'local',
    accessModes: ['ReadWriteOnce'],
  });
  expect(
    manifestsOf('openshift')
      .filter(({ kind }) => kind.includes('AdmissionPolicy'))
      .map(({ metadata }) => metadata.name),
  ).toEqual(['shared-volumes', 'shared-volumes']);
});

test('the archive of films is given to its group by an init container, and the scratch volume by kubelet', () => {
  const { securityContext, initContainers } = find(
    manifestsOf('eks'),
    'Deployment',
    'media-converter',
  ).spec.template.spec;
  expect(securityContext).toEqual({ runAsNonRoot: true, fsGroup: 2000 });
  expect(
    initContainers.map(({ name, args, volumeMounts }: any) => ({
      name,
      args,
      volumes: volumeMounts.map((mount: any) => mount.name),
    })),
  ).toEqual([
    {
      name: 'volume-ownership',
      args: ['/volumes/0', '2000', 'rw', 'OnRootMismatch', '-'],
      volumes: ['archive'],
    },
  ]);
});

test('each application takes the folder of its cluster', () => {
  const application = find(manifestsOf('argocd'), 'Application', 'storage-eks');
  expect([application.spec.source.path, application.spec.destination.name]).toEqual([
    'dist/manifests/eks',
    'eks',
  ]);
});

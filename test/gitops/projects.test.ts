/** Projects of Argo CD: exactly what their Applications need. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, Chart, Size, Testing } from 'cdk8s';
import { PersistentVolumeAccessMode } from 'cdk8s-plus-28';
import { LABEL, objectsOf, problemsOf } from './delivery';
import { AppProject, ArgoApplication, ArgoApplicationSet, Claim, StorageClass } from '../../src';

const REPOSITORY = 'https://git.example.com/team/app.git';
const FINE = { repoUrl: REPOSITORY, path: 'dist' };

/** A chart of a shop, in an app of its own. */
function shop(): Chart {
  const chart = new Chart(new App(), 'shop', { namespace: 'shop' });
  new StorageClass(chart, 'fast', { provisioner: 'disks.example.com' });
  new Claim(chart, 'data', {
    storage: Size.gibibytes(1),
    accessModes: [PersistentVolumeAccessMode.READ_WRITE_ONCE],
  });
  new ApiObject(chart, 'web', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
  });
  return chart;
}

const projectOf = (make: (chart: Chart, project: AppProject) => void, props = {}) =>
  objectsOf((chart) => make(chart, new AppProject(chart, 'storage', props))).find(
    ({ kind }) => kind === 'AppProject',
  );

test('a project permits the repository, the cluster, the namespaces and the kinds, and nothing else', () => {
  expect(
    projectOf(
      (chart, project) =>
        new ArgoApplication(chart, 'shop', { ...FINE, project, cluster: 'eks', charts: [shop()] }),
    ),
  ).toEqual({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AppProject',
    metadata: { name: 'storage', namespace: 'argocd' },
    spec: {
      sourceRepos: [REPOSITORY],
      destinations: [
        { name: 'eks', namespace: '' },
        { name: 'eks', namespace: 'shop' },
      ],
      clusterResourceWhitelist: [{ group: 'storage.k8s.io', kind: 'StorageClass' }],
      namespaceResourceWhitelist: [
        { group: '', kind: 'PersistentVolumeClaim' },
        { group: 'apps', kind: 'Deployment' },
      ],
    },
  });
});

test('Applications are in the project that they are given', () => {
  const chart = new Chart(new App(), 'delivery');
  const project = new AppProject(chart, 'storage');
  const application = new ArgoApplication(chart, 'shop', { ...FINE, project, charts: [shop()] });
  expect(application.apiObject.toJson().spec.project).toBe('storage');
});

test('what comes into a chart later counts as well', () => {
  const late = shop();
  const permitted = projectOf((chart, project) => {
    new ArgoApplication(chart, 'shop', { ...FINE, project, charts: [late] });
    new ApiObject(late, 'role', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'late' },
    });
  });
  expect(permitted.spec.clusterResourceWhitelist).toEqual([
    { group: 'rbac.authorization.k8s.io', kind: 'ClusterRole' },
    { group: 'storage.k8s.io', kind: 'StorageClass' },
  ]);
});

test('folders count as charts do, with lists and definitions of kinds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'project-'));
  try {
    writeFileSync(
      join(folder, 'list.yaml'),
      `apiVersion: v1
kind: List
items:
  - { apiVersion: v1, kind: Secret, metadata: { name: a, namespace: team } }
  - { apiVersion: example.com/v1, kind: Pool, metadata: { name: b } }
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: pools.example.com }
spec: { group: example.com, scope: Cluster, names: { kind: Pool, plural: pools }, versions: [] }
`,
    );
    writeFileSync(join(folder, 'README.md'), 'no manifest');
    const { spec } = projectOf(
      (chart, project) =>
        new ArgoApplication(chart, 'shop', {
          ...FINE,
          project,
          folders: [folder],
          destinationNamespace: 'web',
        }),
    );
    expect(spec).toMatchObject({
      destinations: ['team', 'web'].map((namespace) => ({
        server: 'https://kubernetes.default.svc',
        namespace,
      })),
      clusterResourceWhitelist: [
        { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' },
        { group: 'example.com', kind: 'Pool' },
      ],
      namespaceResourceWhitelist: [{ group: '', kind: 'Secret' }],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('Applications may be among what an Application holds: an app of apps', () => {
  const { spec } = projectOf((chart, project) => {
    new ArgoApplication(chart, 'root', {
      ...FINE,
      project,
      charts: [chart],
      destinationNamespace: 'argocd',
    });
    new ArgoApplicationSet(chart, 'apps', {
      repoUrl: REPOSITORY,
      project,
      elements: [{ name: 'shop', path: 'a', charts: [chart], destinationNamespace: 'argocd' }],
    });
  });
  expect(spec).toMatchObject({
    destinations: [{ server: 'https://kubernetes.default.svc', namespace: 'argocd' }],
    clusterResourceWhitelist: [],
    namespaceResourceWhitelist: ['AppProject', 'Application', 'ApplicationSet'].map((kind) => ({
      group: 'argoproj.io',
      kind,
    })),
  });
});

test('a namespace that Argo CD makes is permitted', () => {
  const { spec } = projectOf(
    (chart, project) =>
      new ArgoApplication(chart, 'shop', {
        ...FINE,
        project,
        charts: [new Chart(new App(), 'empty')],
        createNamespace: true,
        destinationNamespace: 'shop',
      }),
  );
  expect(spec.clusterResourceWhitelist).toEqual([{ group: '', kind: 'Namespace' }]);
});

test('what is said besides is added', () => {
  const { spec } = projectOf(
    (chart, project) =>
      new ArgoApplication(chart, 'shop', {
        ...FINE,
        project,
        charts: [shop()],
        destinationNamespace: 'shop',
      }),
    {
      description: 'all storage',
      namespaces: ['backup'],
      clusterKinds: [{ kind: 'Namespace' }],
      namespacedKinds: [{ group: 'batch', kind: 'Job' }],
    },
  );
  expect(spec).toEqual({
    description: 'all storage',
    sourceRepos: [REPOSITORY],
    destinations: ['backup', 'shop'].map((namespace) => ({
      server: 'https://kubernetes.default.svc',
      namespace,
    })),
    clusterResourceWhitelist: [
      { group: '', kind: 'Namespace' },
      { group: 'storage.k8s.io', kind: 'StorageClass' },
    ],
    namespaceResourceWhitelist: [
      { group: '', kind: 'PersistentVolumeClaim' },
      { group: 'apps', kind: 'Deployment' },
      { group: 'batch', kind: 'Job' },
    ],
  });
});

test('a set brings each of its Applications', () => {
  const { spec } = projectOf(
    (chart, project) =>
      new ArgoApplicationSet(chart, 'apps', {
        repoUrl: REPOSITORY,
        cluster: 'eks',
        project,
        elements: [
          { name: 'shop', path: 'a', charts: [shop()] },
          {
            name: 'other',
            path: 'b',
            charts: [new Chart(new App(), 'empty')],
            server: 'https://other.example.com',
            destinationNamespace: 'other',
          },
        ],
      }),
  );
  expect(spec.destinations).toEqual([
    { name: 'eks', namespace: '' },
    { name: 'eks', namespace: 'shop' },
    { server: 'https://other.example.com', namespace: 'other' },
  ]);
});

describe('what is wrong is told', () => {
  const synth = (make: (chart: Chart) => void) => () => {
    const chart = new Chart(new App(), 'delivery');
    make(chart);
    Testing.synth(chart);
  };

  test('an Application of which nobody knows what it holds', () => {
    expect(
      synth(
        (chart) =>
          new ArgoApplication(chart, 'shop', {
            ...FINE,
            project: new AppProject(chart, 'storage'),
          }),
      ),
    ).toThrow(
      'delivery/shop: project: the contents of the Application are unknown, but its project permits nothing else; set charts or folders',
    );
  });

  test('a project without Applications', () => {
    const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    synth((chart) => new AppProject(chart, 'storage'))();
    expect(stderr.mock.calls.join('')).toContain(
      'delivery/storage: the project has no Applications, so it permits nothing; pass it to an ArgoApplication as project, or remove it',
    );
    stderr.mockRestore();
  });

  test('a project of another name beside the construct', () => {
    const project = new AppProject(new Chart(new App(), 'other'), 'storage');
    expect(problemsOf(ArgoApplication, { ...FINE, project, projectName: 'storage' })).toEqual([]);
    expect(problemsOf(ArgoApplication, { ...FINE, project, projectName: 'platform' })).toEqual([
      'projectName: "platform" has no effect beside project ("storage"); remove one of them',
    ]);
  });

  test.each([
    [{ description: 'x'.repeat(255) }, []],
    [
      { description: 'x'.repeat(256) },
      ['description: the description has 256 characters, but Argo CD allows only 255; shorten it'],
    ],
    [{ clusterKinds: [{ group: 'apps' }] }, ['clusterKinds[0].kind: kind is required; set kind']],
    [{ namespaces: ['*'] }, [`namespaces[0]: "*": ${LABEL}; use the name of a namespace`]],
  ])('%p', (props, problems) => {
    expect(problemsOf(AppProject, props)).toEqual(problems);
  });
});

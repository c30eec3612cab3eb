/** Applications of Argo CD, and sets of them. */
import { App, Chart, Duration, Testing, YamlOutputType } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { LABEL, objectsOf, problemsOf } from './delivery';
import { ArgoApplication, ArgoApplicationSet, ArgoDeletion } from '../../src';

const REPOSITORY = 'https://git.example.com/team/app.git';
const FINE = { repoUrl: REPOSITORY, path: 'dist/manifests' };
const SET = { repoUrl: REPOSITORY, elements: [{ name: 'web', path: 'dist/web' }] };

test('an Application neither prunes nor deletes unless that is asked for', () => {
  expect(objectsOf((chart) => new ArgoApplication(chart, 'storage', FINE))).toEqual([
    {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'storage', namespace: 'argocd' },
      spec: {
        project: 'default',
        source: { repoURL: REPOSITORY, path: 'dist/manifests', directory: { recurse: true } },
        destination: { server: 'https://kubernetes.default.svc' },
        syncPolicy: { automated: { prune: false, selfHeal: true } },
      },
    },
  ]);
});

test('every option has its field', () => {
  const [object] = objectsOf(
    (chart) =>
      new ArgoApplication(chart, 'id', {
        ...FINE,
        name: 'storage',
        namespace: 'gitops',
        projectName: 'platform',
        targetRevision: 'v1.2.0',
        recurse: false,
        include: '*.yaml',
        exclude: 'values.yaml',
        cluster: 'eks',
        destinationNamespace: 'shop',
        prune: true,
        selfHeal: false,
        serverSideApply: true,
        createNamespace: true,
        pruneLast: true,
        syncOptions: ['FailOnSharedResource=true'],
        retries: 5,
        retryBackoff: Duration.seconds(90),
        retryMaxBackoff: Duration.minutes(90),
        ignoreDifferences: [
          {
            group: 'apps',
            kind: 'Deployment',
            name: 'web',
            namespace: 'shop',
            jqPathExpressions: ['.spec.template.spec.containers[].image'],
            managedFieldsManagers: ['updater'],
          },
        ],
        ignoreClaimSizes: true,
        deletion: ArgoDeletion.FOREGROUND,
      }),
  );
  expect(object).toEqual({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: {
      name: 'storage',
      namespace: 'gitops',
      finalizers: ['resources-finalizer.argocd.argoproj.io'],
    },
    spec: {
      project: 'platform',
      source: {
        repoURL: REPOSITORY,
        targetRevision: 'v1.2.0',
        path: 'dist/manifests',
        directory: { include: '*.yaml', exclude: 'values.yaml' },
      },
      destination: { name: 'eks', namespace: 'shop' },
      syncPolicy: {
        automated: { prune: true, selfHeal: false },
        retry: { limit: 5, backoff: { duration: '1m30s', factor: 2, maxDuration: '1h30m' } },
        syncOptions: [
          'CreateNamespace=true',
          'ServerSideApply=true',
          'PruneLast=true',
          'RespectIgnoreDifferences=true',
          'FailOnSharedResource=true',
        ],
      },
      ignoreDifferences: [
        {
          group: 'apps',
          kind: 'Deployment',
          name: 'web',
          namespace: 'shop',
          jqPathExpressions: ['.spec.template.spec.containers[].image'],
          managedFieldsManagers: ['updater'],
        },
        { kind: 'PersistentVolumeClaim', jsonPointers: ['/spec/resources/requests/storage'] },
      ],
    },
  });
});

test('it is in the namespace of its chart', () => {
  const chart = new Chart(new App(), 'delivery', { namespace: 'gitops' });
  new ArgoApplication(chart, 'storage', {
    ...FINE,
    automated: false,
    recurse: false,
    server: 'https://eks.example.com',
  });
  expect(Testing.synth(chart)).toEqual([
    {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'storage', namespace: 'gitops' },
      spec: {
        project: 'default',
        source: { repoURL: REPOSITORY, path: 'dist/manifests' },
        destination: { server: 'https://eks.example.com' },
      },
    },
  ]);
});

test("a plug-in takes the place of the folder's options", () => {
  const [{ spec }] = objectsOf(
    (chart) =>
      new ArgoApplication(chart, 'storage', {
        ...FINE,
        pluginName: 'cdk8s-v1.0',
        pluginEnv: { STAGE: 'prod' },
        deletion: ArgoDeletion.BACKGROUND,
      }),
  );
  expect(spec.source).toEqual({
    repoURL: REPOSITORY,
    path: 'dist/manifests',
    plugin: { name: 'cdk8s-v1.0', env: [{ name: 'STAGE', value: 'prod' }] },
  });
});

describe('differences that the objects bring with them', () => {
  const claimTemplate = { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } };
  const shop = (replicas?: number) => {
    const chart = new Chart(new App(), 'shop', { namespace: 'shop' });
    const labels = { app: 'web' };
    new kplus.k8s.KubeDeployment(chart, 'web', {
      metadata: { name: 'web' },
      spec: { replicas, selector: { matchLabels: labels }, template: { metadata: { labels } } },
    });
    new kplus.k8s.KubeHorizontalPodAutoscalerV2(chart, 'scaler', {
      metadata: { name: 'web' },
      spec: {
        maxReplicas: 3,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      },
    });
    new kplus.k8s.KubeStatefulSet(chart, 'db', {
      metadata: { name: 'db' },
      spec: {
        serviceName: 'db',
        selector: {},
        template: {},
        volumeClaimTemplates: [claimTemplate],
      },
    });
    return chart;
  };
  const ignored = (options: object) =>
    objectsOf((chart) => new ArgoApplication(chart, 'shop', { ...FINE, ...options }))[0].spec;

  test('replicas that are written and that an autoscaler sets', () => {
    const { ignoreDifferences, syncPolicy } = ignored({ charts: [shop(2)] });
    expect(ignoreDifferences).toEqual([
      {
        group: 'apps',
        kind: 'Deployment',
        name: 'web',
        namespace: 'shop',
        jsonPointers: ['/spec/replicas'],
      },
    ]);
    expect(syncPolicy.syncOptions).toEqual(['RespectIgnoreDifferences=true']);
  });

  test('none where there is no need', () => {
    expect(ignored({ charts: [shop()] }).ignoreDifferences).toBeUndefined();
    expect(ignored({}).ignoreDifferences).toBeUndefined();
  });

  test('claim templates without their kind, where the API server applies them', () => {
    expect(ignored({ charts: [shop()], serverSideApply: true }).ignoreDifferences).toEqual([
      {
        group: 'apps',
        kind: 'StatefulSet',
        name: 'db',
        namespace: 'shop',
        jqPathExpressions: [
          '.spec.volumeClaimTemplates[]?.apiVersion',
          '.spec.volumeClaimTemplates[]?.kind',
        ],
      },
    ]);
  });
});

describe('what is wrong is told', () => {
  test.each([
    [
      { repoUrl: 'platform/storage' },
      'repoUrl: "platform/storage" is not the address of a repository; use one such as https://git.example.com/team/app.git, git@git.example.com:team/app.git or oci://registry.example.com/app',
    ],
    [
      { path: '/dist' },
      'path: "/dist" begins with a slash; use a path relative to the root of the repository, such as dist/manifests',
    ],
    [
      { path: 'dist/../..' },
      'path: "dist/../.." points outside its folder; use a path relative to the root of the repository, such as dist/manifests',
    ],
    [{ path: '' }, 'path: "" is empty; set a value, or remove it'],
    [
      { cluster: 'eks', server: 'https://eks.example.com' },
      'server: the cluster is specified twice: "eks" and "https://eks.example.com"; remove cluster or server',
    ],
    [
      { server: 'eks' },
      'server: "eks" is not the address of an API server; use one such as https://kubernetes.default.svc, or set cluster to its name',
    ],
    [
      { createNamespace: true },
      'createNamespace: true has no effect on an Application without destinationNamespace; set destinationNamespace, or remove it',
    ],
    [
      { automated: false, prune: true },
      'prune: true has no effect on an Application that is not synced automatically; remove it, or automated',
    ],
    [
      { automated: false, selfHeal: true },
      'selfHeal: true has no effect on an Application that is not synced automatically; remove it, or automated',
    ],
    [
      { syncOptions: ['ServerSideApply'] },
      'syncOptions[0]: "ServerSideApply" is not a sync option; use the form that Argo CD reads: ServerSideApply=true',
    ],
    [
      { syncOptions: ['ServerSideApply=true'] },
      'syncOptions[0]: ServerSideApply=true has a dedicated option; use serverSideApply: true',
    ],
    [
      { syncOptions: ['Replace=true'] },
      'syncOptions[0]: Replace=true counts for everything in the Application, claims too, which it refuses or deletes; remove it, and add the annotation argocd.argoproj.io/sync-options to the objects that need it',
    ],
    [
      { syncOptions: ['Force=true'] },
      'syncOptions[0]: Force=true works only on objects, not on an Application; remove it, and add the annotation argocd.argoproj.io/sync-options to the objects that need it',
    ],
    [
      { syncOptions: ['Validate=false', 'Validate=true'] },
      'syncOptions[1]: Validate appears twice: Validate=false and Validate=true; remove one',
    ],
    [{ retries: -1 }, 'retries: -1 is less than 0; use 0 or more'],
    [
      { retries: 1, retryBackoff: Duration.seconds(0) },
      'retryBackoff: the time is zero; use one such as Duration.seconds(10)',
    ],
    [
      { retries: 1, retryBackoff: Duration.minutes(2), retryMaxBackoff: Duration.minutes(1) },
      'retryMaxBackoff: 1m is less than retryBackoff (2m); set at least as much',
    ],
    [
      { retryBackoff: Duration.minutes(1) },
      'retryBackoff: 1m has no effect on an Application without retries; set retries, or remove it',
    ],
    [
      { retryBackoff: '1m' },
      'retryBackoff: "1m" is not a Duration; call one of its functions, such as Duration.minutes(5)',
    ],
    [
      { ignoreDifferences: [{ kind: 'Secret' }] },
      'ignoreDifferences[0]: nothing is ignored; set jsonPointers, jqPathExpressions or managedFieldsManagers',
    ],
    [
      { ignoreDifferences: [{ kind: 'Secret', jsonPointers: ['data'] }] },
      'ignoreDifferences[0].jsonPointers[0]: "data" is not a JSON pointer; begin it with a slash: "/data"',
    ],
    [
      { pluginName: 'cdk8s', include: '*.yaml' },
      'include: "*.yaml" has no effect on what a plugin generates; remove it, or pluginName',
    ],
    [
      { pluginName: 'cdk8s', recurse: true },
      'recurse: true has no effect on what a plugin generates; remove it, or pluginName',
    ],
    [
      { pluginEnv: { A: 'b' } },
      'pluginEnv: a variable has no effect on an Application without a plug-in; set pluginName, or remove it',
    ],
    [{ charts: 'shop' }, 'charts: "shop" is not a list; pass a list of charts'],
    [
      { charts: ['shop'] },
      'charts[0]: "shop" is not a construct; pass a chart, an app or another construct',
    ],
    [
      { project: 'storage' },
      'project: "storage" is not an AppProject; pass the construct, or set projectName to its name',
    ],
    [
      { folders: ['/no/such/folder'] },
      'folders[0]: there is nothing at "/no/such/folder"; pass a folder or a file with manifests',
    ],
    [
      { destinationNamespace: 'Shop' },
      `destinationNamespace: "Shop": ${LABEL}; use the name of a namespace`,
    ],
  ])('%p', (options, problem) => {
    expect(problemsOf(ArgoApplication, { ...FINE, ...options })).toEqual([problem]);
  });

  test('all of it at once', () => {
    expect(problemsOf(ArgoApplication, { repoUrl: 'x', path: '/y', retries: -1 })).toHaveLength(3);
    expect(problemsOf(ArgoApplication, undefined).map((line) => line.split(':')[0])).toEqual([
      'repoUrl',
      'path',
    ]);
  });
});

describe('a set', () => {
  test('leaves its Applications and what they hold when it is deleted', () => {
    expect(objectsOf((chart) => new ArgoApplicationSet(chart, 'apps', SET))).toEqual([
      {
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'ApplicationSet',
        metadata: { name: 'apps', namespace: 'argocd' },
        spec: {
          goTemplate: true,
          goTemplateOptions: ['missingkey=error'],
          generators: [{ list: { elements: [{ name: 'web', path: 'dist/web' }] } }],
          syncPolicy: { applicationsSync: 'create-update', preserveResourcesOnDeletion: true },
          template: {
            metadata: { name: '{{.name}}' },
            spec: {
              project: 'default',
              source: { repoURL: REPOSITORY, path: '{{.path}}', directory: { recurse: true } },
              destination: { server: 'https://kubernetes.default.svc' },
              syncPolicy: { automated: { prune: false, selfHeal: true } },
            },
          },
        },
      },
    ]);
  });

  test('every element has the fields that one of them has, with what the set says', () => {
    const [{ spec }] = objectsOf(
      (chart) =>
        new ArgoApplicationSet(chart, 'apps', {
          repoUrl: REPOSITORY,
          destinationNamespace: 'shared',
          deletion: ArgoDeletion.FOREGROUND,
          elements: [
            { name: 'web', path: 'a', cluster: 'eks', include: 'web.yaml' },
            {
              name: 'search',
              path: 'b',
              server: 'https://other.example.com',
              destinationNamespace: 'search',
            },
            { name: 'rest', path: 'c' },
          ],
        }),
    );
    expect(spec.generators[0].list.elements).toEqual([
      {
        name: 'web',
        path: 'a',
        include: 'web.yaml',
        cluster: 'eks',
        server: '',
        destinationNamespace: 'shared',
      },
      {
        name: 'search',
        path: 'b',
        include: '',
        cluster: '',
        server: 'https://other.example.com',
        destinationNamespace: 'search',
      },
      {
        name: 'rest',
        path: 'c',
        include: '',
        cluster: '',
        server: 'https://kubernetes.default.svc',
        destinationNamespace: 'shared',
      },
    ]);
    expect(spec.template).toMatchObject({
      metadata: { finalizers: ['resources-finalizer.argocd.argoproj.io'] },
      spec: {
        source: { directory: { include: '{{.include}}' } },
        destination: {
          name: '{{.cluster}}',
          server: '{{.server}}',
          namespace: '{{.destinationNamespace}}',
        },
      },
    });
    expect(spec.syncPolicy).toEqual({ applicationsSync: 'sync' });
  });

  test('where only servers are given, the cluster of the set is one of the elements', () => {
    const [{ spec }] = objectsOf(
      (chart) =>
        new ArgoApplicationSet(chart, 'apps', {
          repoUrl: REPOSITORY,
          cluster: 'eks',
          elements: [
            { name: 'a', path: 'a', server: 'https://other.example.com' },
            { name: 'b', path: 'b' },
          ],
        }),
    );
    expect(spec.generators[0].list.elements).toEqual([
      { name: 'a', path: 'a', cluster: '', server: 'https://other.example.com' },
      { name: 'b', path: 'b', cluster: 'eks', server: '' },
    ]);
    expect(spec.template.spec.destination).toEqual({ name: '{{.cluster}}', server: '{{.server}}' });
  });

  test('of folders has one for each', () => {
    const [{ spec }] = objectsOf(
      (chart) =>
        new ArgoApplicationSet(chart, 'apps', {
          repoUrl: REPOSITORY,
          directories: ['dist/*'],
          targetRevision: 'main',
          cluster: 'eks',
        }),
    );
    expect(spec.generators).toEqual([
      { git: { repoURL: REPOSITORY, revision: 'main', directories: [{ path: 'dist/*' }] } },
    ]);
    expect(spec.template).toMatchObject({
      metadata: { name: 'apps-{{.path.basenameNormalized}}' },
      spec: { source: { path: '{{.path.path}}' }, destination: { name: 'eks' } },
    });
  });

  test('where all name clusters, there are no servers', () => {
    const [{ spec }] = objectsOf(
      (chart) =>
        new ArgoApplicationSet(chart, 'apps', {
          repoUrl: REPOSITORY,
          elements: [
            { name: 'a', path: 'a', cluster: 'eks' },
            { name: 'b', path: 'b', cluster: 'openshift' },
          ],
        }),
    );
    expect(spec.template.spec.destination).toEqual({ name: '{{.cluster}}' });
  });

  test('of an app has one for each chart', () => {
    const app = new App();
    const web = new Chart(app, 'web');
    const other = new Chart(app, 'other');
    expect(ArgoApplicationSet.perChart(app, 'dist')).toEqual([
      {
        name: 'web',
        path: 'dist',
        include: '{web.k8s.yaml,[0-9][0-9][0-9][0-9]-web.k8s.yaml}',
        charts: [web],
      },
      {
        name: 'other',
        path: 'dist',
        include: '{other.k8s.yaml,[0-9][0-9][0-9][0-9]-other.k8s.yaml}',
        charts: [other],
      },
    ]);
    const folders = new App({ yamlOutputType: YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE });
    const chart = new Chart(folders, 'web');
    expect(ArgoApplicationSet.perChart(folders, 'dist')).toEqual([
      { name: 'web', path: 'dist/web', charts: [chart] },
    ]);
  });

  test.each([
    [
      { elements: undefined },
      'elements: the set has neither elements nor directories; set one of the two',
    ],
    [
      { directories: ['dist'] },
      'directories: the set has both elements and directories; set one of the two',
    ],
    [{ elements: [] }, 'elements: the list is empty; add at least one element'],
    [
      { elements: undefined, directories: [] },
      'directories: the list is empty; add at least one directory',
    ],
    [
      { elements: undefined, directories: ['/dist'] },
      'directories[0]: "/dist" begins with a slash; use a path relative to the root of the repository, such as dist/manifests',
    ],
    [
      {
        elements: [
          { name: 'a', path: 'a' },
          { name: 'a', path: 'b' },
        ],
      },
      'elements[1].name: "a" is already the name of elements[0]; use a different name for each',
    ],
    [
      { elements: [{ name: 'a', path: '../a' }] },
      'elements[0].path: "../a" points outside its folder; use a path relative to the root of the repository, such as dist/manifests',
    ],
    [
      { elements: [{ name: 'a', path: 'a', cluster: 'x', server: 'https://y' }] },
      'elements[0].server: the cluster is specified twice: "x" and "https://y"; remove cluster or server',
    ],
    [
      { elements: [{ name: 'a', path: 'a', charts: [1] }] },
      'elements[0].charts[0]: 1 is not a construct; pass a chart, an app or another construct',
    ],
  ])('%p', (options, problem) => {
    expect(problemsOf(ArgoApplicationSet, { ...SET, ...options })).toEqual([problem]);
  });
});

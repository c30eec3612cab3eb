/** The rules on what brings manifests into clusters: Applications, projects and Kustomizations. */
import { defineRules } from '../findings';

const ARGO = 'Argo CD 3.5, application controller';
const FLUX = 'Flux kustomize-controller 1.9';

export const DELIVERY_RULES = defineRules('gitops', {
  repository: {
    error: 'The address of a repository is not one that Git or a registry understands.',
    why: 'The Application is never compared: its repository cannot be read.',
    bad: "repoUrl: 'platform/storage'",
    good: "repoUrl: 'https://git.example.com/platform/storage.git'",
    source: ARGO,
  },
  sourcePath: {
    error: 'The path of a folder is not relative to the root of the repository.',
    why: 'Argo CD refuses absolute paths and paths outside the repository; Flux does not find the folder.',
    bad: "path: '/dist/manifests'",
    good: "path: 'dist/manifests'",
    source: `${ARGO}; ${FLUX}`,
  },
  destination: {
    error: 'A destination is not exactly one cluster, by its name or by its address.',
    why: 'Argo CD refuses an Application whose destination has both.',
    bad: "cluster: 'eks', server: 'https://eks.example.com'",
    good: "cluster: 'eks'",
    source: ARGO,
  },
  syncOption: {
    error: 'A sync option does not have the form that Argo CD reads, or appears twice.',
    why: 'Argo CD silently ignores unknown options.',
    bad: "syncOptions: ['ServerSideApply']",
    good: "syncOptions: ['ServerSideApply=true']",
    source: ARGO,
  },
  forceAll: {
    error: 'An Application forces or replaces everything that it contains.',
    why: 'Replace=true sends claims without their volumes, which is refused, and with Force=true on the claim deletes it, with the data. Force=true of an Application is not read.',
    bad: "syncOptions: ['Replace=true']",
    good: 'argocd.argoproj.io/sync-options: Force=true,Replace=true, on the Jobs that need it',
    source: `${ARGO}, gitops-engine`,
  },
  retry: {
    error: 'The number of retries is negative, or the time between them is not greater than zero.',
    why: 'Argo CD treats a negative limit as no limit, and fails the sync for an invalid duration.',
    bad: 'retries: -1',
    good: 'retries: 5, retryBackoff: Duration.seconds(10)',
    source: ARGO,
  },
  difference: {
    error: 'Ignored differences have no path or no kind.',
    why: 'Without a path nothing is ignored, and a pointer that does not begin with a slash matches nothing.',
    bad: "ignoreDifferences: [{ kind: 'PersistentVolumeClaim', jsonPointers: ['spec/resources'] }]",
    good: "ignoreDifferences: [{ kind: 'PersistentVolumeClaim', jsonPointers: ['/spec/resources/requests/storage'] }]",
    source: ARGO,
  },
  deliveryEffect: {
    error: 'An option of a delivery has no effect.',
    why: 'A reader would expect one.',
    bad: 'automated: false, selfHeal: true',
    good: 'automated: true, selfHeal: true',
    source: ARGO,
  },
  projectContent: {
    error: 'The contents of an Application of a project are unknown.',
    why: 'The project permits exactly the kinds that its contents need, so all others are rejected at the first sync.',
    bad: "new ArgoApplication(this, 'shop', { project, repoUrl, path })",
    good: "new ArgoApplication(this, 'shop', { project, repoUrl, path, charts: [shop] })",
    source: ARGO,
  },
  projectText: {
    error: 'The description of a project has more than 255 characters.',
    why: 'The custom resource definition does not allow more.',
    bad: 'description: a page of text',
    good: "description: 'storage of all clusters'",
    source: 'Argo CD 3.5, definition of AppProject',
  },
  projectApplications: {
    warning: 'A project has no Applications.',
    why: 'Without any, it permits nothing.',
    bad: "new AppProject(this, 'storage')",
    good: "new ArgoApplication(this, 'shop', { project: storage, … })",
    source: ARGO,
  },
  elements: {
    error:
      'The Applications of a set have names that are not unique, or come from neither a list nor the folders of the repository.',
    why: 'Argo CD rejects a set that creates two Applications with the same name, and creates none without a generator.',
    bad: "elements: [{ name: 'web', path: 'a' }, { name: 'web', path: 'b' }]",
    good: "elements: [{ name: 'web-a', path: 'a' }, { name: 'web-b', path: 'b' }]",
    source: 'Argo CD 3.5, ApplicationSet controller',
  },
  plugin: {
    error: 'A plugin has no name that is valid for a container, no version, or no image.',
    why: 'The server of the plugin does not start, and every Application that uses it fails.',
    bad: "name: 'CDK8s'",
    good: "name: 'cdk8s'",
    source: 'Argo CD 3.5, config management plugins',
  },
  interval: {
    error: 'An interval of Flux is not greater than zero.',
    why: 'An interval of zero makes the controller reconcile without a pause.',
    bad: 'interval: Duration.seconds(0)',
    good: 'interval: Duration.minutes(10)',
    source: FLUX,
  },
  dependency: {
    error: 'A Kustomization depends on itself.',
    why: 'Flux waits forever.',
    bad: "new FluxKustomization(this, 'apps', { dependsOnNames: ['apps'] })",
    good: "new FluxKustomization(this, 'apps', { dependsOnNames: ['storage'] })",
    source: FLUX,
  },
});

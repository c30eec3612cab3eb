/** The rules on what brings manifests into clusters: Applications, projects and Kustomizations. */
import { defineRules, Severity } from '../findings';

const ARGO = 'Argo CD 3.5, application controller';
const FLUX = 'Flux kustomize-controller 1.9';

export const DELIVERY_RULES = defineRules('gitops', {
  repository: {
    summary: 'A repository is an address that Git or a registry understands.',
    why: 'The Application is never compared: its repository cannot be read.',
    bad: 'repoUrl: \'platform/storage\'',
    good: 'repoUrl: \'https://git.example.com/platform/storage.git\'',
    source: ARGO,
  },
  sourcePath: {
    summary: 'A folder is named from the top of the repository.',
    why: 'Argo CD refuses absolute paths and those that lead out of the repository; Flux does not find the folder.',
    bad: 'path: \'/dist/manifests\'',
    good: 'path: \'dist/manifests\'',
    source: `${ARGO}; ${FLUX}`,
  },
  destination: {
    summary: 'A destination is one cluster: by its name, or by its address.',
    why: 'Argo CD refuses an Application whose destination has both.',
    bad: 'cluster: \'eks\', server: \'https://eks.example.com\'',
    good: 'cluster: \'eks\'',
    source: ARGO,
  },
  syncOption: {
    summary: 'An option of a sync is written as Argo CD reads it, and once.',
    why: 'Argo CD silently ignores options that it does not know.',
    bad: 'syncOptions: [\'ServerSideApply\']',
    good: 'syncOptions: [\'ServerSideApply=true\']',
    source: ARGO,
  },
  forceAll: {
    summary: 'No Application forces or replaces everything that it has.',
    why: 'Replace=true sends claims without their volumes, which is refused, and with Force=true on the claim deletes it, with the data. Force=true of an Application is not read.',
    bad: 'syncOptions: [\'Replace=true\']',
    good: 'argocd.argoproj.io/sync-options: Force=true,Replace=true, on the Jobs that need it',
    source: `${ARGO}, gitops-engine`,
  },
  retry: {
    summary: 'Attempts are counted from 0 on, and the time between them is more than zero.',
    why: 'Argo CD takes a limit below 0 for no limit at all, and a wrong duration for an error of the sync.',
    bad: 'retries: -1',
    good: 'retries: 5, retryBackoff: Duration.seconds(10)',
    source: ARGO,
  },
  difference: {
    summary: 'What is ignored is given as paths, for a kind.',
    why: 'Without a path nothing is ignored, and a pointer that does not begin with a slash finds nothing.',
    bad: 'ignoreDifferences: [{ kind: \'PersistentVolumeClaim\', jsonPointers: [\'spec/resources\'] }]',
    good: 'ignoreDifferences: [{ kind: \'PersistentVolumeClaim\', jsonPointers: [\'/spec/resources/requests/storage\'] }]',
    source: ARGO,
  },
  deliveryEffect: {
    summary: 'Every option of a delivery has an effect.',
    why: 'Readers would believe that it has one.',
    bad: 'automated: false, selfHeal: true',
    good: 'automated: true, selfHeal: true',
    source: ARGO,
  },
  projectContent: {
    summary: 'A project knows what its Applications hold.',
    why: 'It permits exactly the kinds that they need, so what it does not know is refused at the first sync.',
    bad: 'new ArgoApplication(this, \'shop\', { project, repoUrl, path })',
    good: 'new ArgoApplication(this, \'shop\', { project, repoUrl, path, charts: [shop] })',
    source: ARGO,
  },
  projectText: {
    summary: 'The description of a project has at most 255 characters.',
    why: 'The definition of the kind refuses more.',
    bad: 'description: a page of text',
    good: 'description: \'storage of all clusters\'',
    source: 'Argo CD 3.5, definition of AppProject',
  },
  projectApplications: {
    severity: Severity.WARNING,
    summary: 'A project has Applications.',
    why: 'Without one it permits nothing.',
    bad: 'new AppProject(this, \'storage\')',
    good: 'new ArgoApplication(this, \'shop\', { project: storage, … })',
    source: ARGO,
  },
  elements: {
    summary: 'The Applications of a set have names of their own, and come from a list or from the folders of the repository.',
    why: 'Argo CD refuses a set that makes two Applications of one name, and makes none without a generator.',
    bad: 'elements: [{ name: \'web\', path: \'a\' }, { name: \'web\', path: \'b\' }]',
    good: 'elements: [{ name: \'web-a\', path: \'a\' }, { name: \'web-b\', path: \'b\' }]',
    source: 'Argo CD 3.5, ApplicationSet controller',
  },
  plugin: {
    summary: 'A plug-in has a name that a container can have, a version, and an image.',
    why: 'The server of the plug-in does not start, and every Application that asks for it fails.',
    bad: 'name: \'CDK8s\'',
    good: 'name: \'cdk8s\'',
    source: 'Argo CD 3.5, config-management plug-ins',
  },
  interval: {
    summary: 'Flux looks again after a time that is more than zero.',
    why: 'An interval of zero makes the controller reconcile without a pause.',
    bad: 'interval: Duration.seconds(0)',
    good: 'interval: Duration.minutes(10)',
    source: FLUX,
  },
  dependency: {
    summary: 'A Kustomization waits for others, and not for itself.',
    why: 'Flux waits forever.',
    bad: 'new FluxKustomization(this, \'apps\', { dependsOnNames: [\'apps\'] })',
    good: 'new FluxKustomization(this, \'apps\', { dependsOnNames: [\'storage\'] })',
    source: FLUX,
  },
});

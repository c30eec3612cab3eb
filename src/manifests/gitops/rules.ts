/**
 * The rules on objects that are applied again and again: by Argo CD, Flux and Helm, and on those
 * that appear twice.
 */
import { defineRules, Severity } from '../../findings';

const API_SERVER = 'Kubernetes, validation of the API server';
const ARGO = 'Argo CD 3.5, gitops-engine';
const FLUX = 'Flux kustomize-controller 1.9';

export const GITOPS_RULES = defineRules('gitops', {
  releaseInTemplate: {
    severity: Severity.WARNING,
    summary: 'A claim template has labels or annotations that change with a release.',
    why: 'The volume claim templates of a StatefulSet cannot be changed, including their labels: the next release is rejected.',
    bad: 'volumeClaimTemplates: [{ metadata: { name: data, labels: { helm.sh/chart: valkey-3.0.9 } } }]',
    good: 'volumeClaimTemplates: [{ metadata: { name: data, labels: { app.kubernetes.io/name: valkey } } }]',
    source: `${API_SERVER}; wiremind/wiremind-helm-charts#527`,
  },
  templatesTwice: {
    summary: 'A StatefulSet appears twice with different claim templates.',
    why: 'The second one applied is rejected: updates to claim templates are forbidden.',
    bad: 'base/nats.yaml with a claim template of 10Gi, and overlays/production/nats.yaml with one of 50Gi',
    good: 'the StatefulSet once',
    source: API_SERVER,
  },
  claimTwice: {
    otherSeverity: Severity.WARNING,
    summary: 'A claim appears twice with different specs.',
    why: 'The second one applied is rejected: the spec of a claim cannot be changed, except that its size can grow.',
    bad: 'a claim of the class gp3 in one file, and of the class io2 in another',
    good: 'the claim once',
    source: API_SERVER,
  },
  immutableTwice: {
    summary: 'A class, volume or CSIDriver appears twice with different immutable fields.',
    why: 'They are cluster-scoped, and the second one applied is rejected.',
    bad: 'two charts that bring the class fast, one with type: io2 and one with type: gp3',
    good: 'the class once, or under two names',
    source: API_SERVER,
  },
  replacedClaim: {
    summary: 'Argo CD replaces a claim that does not name its volume.',
    why: 'A bound claim has the name of its volume; replacing it with a claim without one is rejected, at every sync after the first.',
    bad: 'argocd.argoproj.io/sync-options: Replace=true, on a claim',
    good: 'a claim without Replace=true',
    source: ARGO,
  },
  replacedClaims: {
    severity: Severity.WARNING,
    summary:
      'An Application that replaces its objects contains a claim that does not name its volume.',
    why: 'A bound claim has the name of its volume; replacing it with a claim without one is rejected, at every sync after the first.',
    bad: 'spec: { syncPolicy: { syncOptions: [Replace=true] }, destination: { namespace: shop } }, and a claim in the namespace shop',
    good: 'argocd.argoproj.io/sync-options: Replace=true, on the objects that need it',
    source: ARGO,
  },
  claimIsHook: {
    summary: 'A claim is a hook that is deleted and recreated.',
    why: 'At the next sync or upgrade the claim is deleted with its volume and data, and an empty one is created.',
    bad: 'argocd.argoproj.io/hook: PreSync, on a claim',
    good: 'argocd.argoproj.io/sync-wave: "-1", on the claim, if it has to exist first',
    source: `${ARGO}; Helm 3, hooks`,
  },
  claimOfRelease: {
    severity: Severity.WARNING,
    summary: 'Helm deletes a claim with its release, and the volume with it.',
    why: 'Uninstalling the release, or a version of the chart without the claim, deletes the claim, its volume and the data.',
    bad: 'a claim with the label app.kubernetes.io/managed-by: Helm, of a class with reclaimPolicy: Delete',
    good: 'helm.sh/resource-policy: keep',
    source: 'Helm 3; element-hq/ess-helm#384',
  },
  prunedClaim: {
    severity: Severity.WARNING,
    summary: 'Flux prunes a claim whose volume is deleted with it.',
    why: 'A claim that is removed from the folder, or renamed, is deleted with its volume and the data.',
    bad: 'a Kustomization with prune: true, and in its target namespace a claim of a class with reclaimPolicy: Delete',
    good: 'kustomize.toolkit.fluxcd.io/prune: disabled, on the claim',
    source: FLUX,
  },
  deletedWithApplication: {
    severity: Severity.WARNING,
    summary: 'A claim that Argo CD does not prune is deleted with its Application.',
    why: 'Prune=false does not apply when the Application is deleted: the claim is deleted with it.',
    bad: 'argocd.argoproj.io/sync-options: Prune=false',
    good: 'argocd.argoproj.io/sync-options: Prune=false,Delete=false',
    source: `${ARGO}; argoproj/argo-cd#9853`,
  },
  claimsScaledAway: {
    severity: Severity.WARNING,
    summary: 'An autoscaler scales down a StatefulSet that deletes the claims of the removed pods.',
    why: 'With whenScaled: Delete, claims and their data are deleted each time the load decreases.',
    bad: 'persistentVolumeClaimRetentionPolicy: { whenScaled: Delete }, and a HorizontalPodAutoscaler',
    good: 'persistentVolumeClaimRetentionPolicy: { whenScaled: Retain }',
    source: 'Kubernetes, StatefulSet controller',
  },
  forcedVolume: {
    summary: 'A persistent volume is deleted and recreated.',
    why: 'A bound volume is not deleted before its claim: it stays Terminating, and the sync never ends. A snapshot is deleted with its data.',
    bad: 'argocd.argoproj.io/sync-options: Force=true,Replace=true, on a PersistentVolume',
    good: 'no such options on the volume',
    source: `${ARGO}; ${FLUX}`,
  },
  forcedData: {
    summary: 'Argo CD deletes and recreates an object that holds data.',
    why: 'Force=true,Replace=true deletes the object at every sync, changed or not, with its volumes and data, and creates an empty one.',
    bad: 'argocd.argoproj.io/sync-options: Force=true,Replace=true, on a claim',
    good: 'no such options on the claim',
    source: ARGO,
  },
  forcedByFlux: {
    severity: Severity.WARNING,
    summary: 'Flux recreates an object that holds data.',
    why: 'A change that is rejected deletes the object with its volumes and data, and creates an empty one.',
    bad: 'kustomize.toolkit.fluxcd.io/force: enabled, on a claim',
    good: 'no such annotation on the claim',
    source: FLUX,
  },
  forcedNamespace: {
    severity: Severity.WARNING,
    summary: 'Changes are forced in a namespace with claims or databases that are not exempt.',
    why: 'A change that is rejected deletes the claim or the database with the data, and creates an empty one.',
    bad: 'a Kustomization with force: true, and a claim in its target namespace',
    good: 'force: false, and kustomize.toolkit.fluxcd.io/force: enabled on the Jobs that need it',
    source: `${FLUX}; ${ARGO}; devantler-tech/platform#2159`,
  },
  claimBeforeConsumer: {
    otherSeverity: Severity.WARNING,
    summary:
      'A claim that waits for its first consumer is applied in an earlier wave than that consumer.',
    why: 'Argo CD waits for the claim to be bound, the claim for the pod, and the pod for Argo CD: the sync never ends.',
    bad: 'a claim in wave 0 of a class with WaitForFirstConsumer, and its Deployment in wave 1',
    good: 'both in wave 1',
    source: `${ARGO}; argoproj/argo-cd#12840`,
  },
  claimMayWait: {
    severity: Severity.WARNING,
    otherSeverity: Severity.ERROR,
    summary:
      'A claim of a class that may wait for the first consumer is not in the wave of that consumer.',
    why: 'If the class waits, Argo CD waits for the claim to be bound, the claim for the pod, and the pod for Argo CD: the sync never ends.',
    bad: 'a claim in wave 0 of an undeclared class, and its Deployment in wave 1',
    good: 'both in wave 1',
    source: `${ARGO}; argoproj/argo-cd#12840`,
  },
  neededLater: {
    otherSeverity: Severity.WARNING,
    summary: 'An object that a hook or a workload needs to start is applied after it.',
    why: 'Argo CD waits for the pods before it applies what they wait for: the sync never ends, or fails when the hook gives up.',
    bad: 'a PreSync hook with envFrom a ConfigMap of the sync phase; a Deployment in wave 0, and its Secret in wave 1',
    good: 'the ConfigMap as a PreSync hook, too, or in an earlier wave; both in the same phase and wave',
    source: `${ARGO}; Helm 3, hooks`,
  },
  unusedClaimWaits: {
    severity: Severity.WARNING,
    summary:
      'A claim waits for a first consumer that it does not have, before another wave or a hook.',
    why: 'It is never bound, and Argo CD waits for that before the next wave, or before the hook: the sync never ends.',
    bad: 'a claim of a class with WaitForFirstConsumer that only a suspended CronJob mounts, and a PostSync hook',
    good: 'the claim with its workload; or a health check in argocd-cm by which claims that are Pending are healthy',
    source: `${ARGO}; argoproj/argo-cd#29201`,
  },
  jobRunsAgain: {
    severity: Severity.WARNING,
    summary: 'A Job that GitOps manages has ttlSecondsAfterFinished.',
    why: 'Once it is deleted, Flux recreates it at the next reconciliation, and Argo CD at the next sync, or immediately with self-heal: it runs again and again.',
    bad: 'ttlSecondsAfterFinished: 600, on a Job that Flux applies',
    good: 'a Job without ttlSecondsAfterFinished; of Argo CD, a hook',
    source: `${FLUX}; ${ARGO}`,
  },
  tooLongToApply: {
    severity: Severity.WARNING,
    summary: 'An object larger than 256 KiB is not applied server-side.',
    why: 'Argo CD keeps what it applied in an annotation of the object, which is then rejected: metadata.annotations: Too long.',
    bad: 'a ConfigMap of 300 KiB',
    good: 'argocd.argoproj.io/sync-options: ServerSideApply=true',
    source: `${ARGO}; ${API_SERVER}`,
  },
  substituted: {
    severity: Severity.WARNING,
    summary: 'Flux substitutes a string with ${ that is not exempt.',
    why: 'A Kustomization with postBuild treats ${HOME} in a script as its own variable, and replaces it with nothing unless it sets it.',
    bad: 'echo ${HOME}, in a script of a ConfigMap',
    good: 'echo $HOME; or kustomize.toolkit.fluxcd.io/substitute: disabled',
    source: FLUX,
  },
  claimAfterConsumer: {
    summary: 'A claim is applied after the pods that mount it.',
    why: 'The pod waits for the claim, and Argo CD waits for the pod before it applies the claim: the sync never ends.',
    bad: 'a PreSync hook that mounts a claim of the sync phase; a claim in wave 2, and its Deployment in wave 1',
    good: 'both in the same phase and wave',
    source: `${ARGO}; stackrox/stackrox#5191`,
  },
});

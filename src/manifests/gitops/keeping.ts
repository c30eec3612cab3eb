/** Claims that go, with their data, when somebody prunes, uninstalls, syncs or scales. */
import {
  annotationPath,
  ARGO_HOOK,
  argoHooksOf,
  argoPoliciesOf,
  FLUX,
  fluxOptionAt,
  hasSyncOption,
  HELM_HOOK,
  HELM_POLICY,
  helmHooksOf,
  helmPoliciesOf,
  isKeptByHelm,
  SYNC_OPTIONS,
} from './annotations';
import { classOf, isDeletedWithClaim } from './data';
import { KUSTOMIZATION, kustomizationsFor } from './engines';
import { ARGO_CD, FLUX_CD } from './sources';
import { defineRules, Finding, show, violation } from '../../findings';
import { Judge, JudgedObject, World } from '../../judge';
import { kindAndName } from '../../kube';
import { Fields, fieldsOf, listOf } from '../../object';
import { scaleOf } from '../scale';

const RULES = defineRules('gitops', {
  claimIsHook: {
    error: 'A claim is a hook that is deleted and recreated.',
    why: 'At the next sync or upgrade the claim is deleted with its volume and data, and an empty one is created.',
    bad: 'argocd.argoproj.io/hook: PreSync, on a claim',
    good: 'argocd.argoproj.io/sync-wave: "-1", on the claim, if it has to exist first',
    source: `${ARGO_CD}; Helm 3, hooks`,
  },
  claimOfRelease: {
    warning: 'Helm deletes a claim with its release, and the volume with it.',
    why: 'Uninstalling the release, or a version of the chart without the claim, deletes the claim, its volume and the data.',
    bad: 'a claim with the label app.kubernetes.io/managed-by: Helm, of a class with reclaimPolicy: Delete',
    good: 'helm.sh/resource-policy: keep',
    source: 'Helm 3; element-hq/ess-helm#384',
  },
  prunedClaim: {
    warning: 'Flux prunes a claim whose volume is deleted with it.',
    why: 'A claim that is removed from the folder, or renamed, is deleted with its volume and the data.',
    bad: 'a Kustomization with prune: true, and in its target namespace a claim of a class with reclaimPolicy: Delete',
    good: 'kustomize.toolkit.fluxcd.io/prune: disabled, on the claim',
    source: FLUX_CD,
  },
  deletedWithApplication: {
    warning: 'A claim that Argo CD does not prune is deleted with its Application.',
    why: 'Prune=false does not apply when the Application is deleted: the claim is deleted with it.',
    bad: 'argocd.argoproj.io/sync-options: Prune=false',
    good: 'argocd.argoproj.io/sync-options: Prune=false,Delete=false',
    source: `${ARGO_CD}; argoproj/argo-cd#9853`,
  },
  claimsScaledAway: {
    warning: 'An autoscaler scales down a StatefulSet that deletes the claims of the removed pods.',
    why: 'With whenScaled: Delete, claims and their data are deleted each time the load decreases.',
    bad: 'persistentVolumeClaimRetentionPolicy: { whenScaled: Delete }, and a HorizontalPodAutoscaler',
    good: 'persistentVolumeClaimRetentionPolicy: { whenScaled: Retain }',
    source: 'Kubernetes, StatefulSet controller',
  },
});

/** Claims, and StatefulSets that are made smaller. */
export const KEEPING_JUDGES: readonly Judge[] = [
  { rules: () => [RULES], kinds: ['/PersistentVolumeClaim'], check: checkClaim },
  { rules: () => [RULES], kinds: ['apps/StatefulSet'], check: checkScaling },
];

const MANAGED_BY = 'app.kubernetes.io/managed-by';
const RELEASE = 'meta.helm.sh/release-name';

function checkClaim(claim: JudgedObject, world: World): readonly Finding[] {
  if (!isAnybodys(claim, world)) return NONE;
  const ofHook = hookFinding(claim, world);
  if (ofHook) return [ofHook];
  const isDeleted = isDeletedWithClaim(claim, world);
  return [
    ...(isDeleted ? ofRelease(claim) : []),
    ...(isDeleted ? ofKustomization(claim, world) : []),
    ...(isDeleted === false ? [] : ofApplication(claim)),
  ];
}

const NONE: readonly Finding[] = [];

/** Whether anything is said of who applies and deletes it. */
function isAnybodys({ annotations, labels }: JudgedObject, world: World): boolean {
  return (
    Object.keys(annotations).length > 0 ||
    labels[MANAGED_BY] !== undefined ||
    world.ofKind(KUSTOMIZATION).length > 0
  );
}

/** A hook is recreated at each sync or upgrade, which deletes what was there. */
function hookFinding(claim: JudgedObject, { target }: World): Finding | undefined {
  const argo = argoHooksOf(claim).filter((one) => ['PreSync', 'Sync', 'PostSync'].includes(one));
  if (argo.length > 0) {
    const isDeleted = argoPoliciesOf(claim).some((policy) => policy !== 'HookFailed');
    return isDeleted
      ? hook(
          claim,
          ARGO_HOOK,
          `a hook of Argo CD (${argo.join(', ')}), which is deleted and recreated at each sync`,
          'remove the annotation; if the claim has to exist first, add argocd.argoproj.io/sync-wave: "-1" to it',
        )
      : undefined;
  }
  if (argoHooksOf(claim).length > 0) return undefined;
  const helm = helmHooksOf(claim);
  const remedy = `remove the annotation; ${HELM_POLICY}: keep keeps the claim when the release is uninstalled`;
  const ofHelm = (what: string) =>
    hook(claim, HELM_HOOK, `a hook of Helm (${helm.join(', ')})${what}`, remedy);
  if (helm.some((one) => /^(pre|post)-(upgrade|rollback)$/.test(one))) {
    return ofHelm(', which is deleted and recreated at each upgrade');
  }
  if (!helm.some((one) => /^(pre|post)-install$/.test(one))) return undefined;
  if (helmPoliciesOf(claim).includes('hook-succeeded')) {
    return ofHelm(' that is deleted as soon as it has been created (hook-succeeded)');
  }
  return target.gitops === 'argocd'
    ? ofHelm(', which Argo CD deletes and recreates at each sync')
    : undefined;
}

function hook(claim: JudgedObject, annotation: string, what: string, remedy: string): Finding {
  return violation(
    RULES.claimIsHook,
    annotationPath(annotation),
    `the claim ${show(claim.name)} is ${what}: its data is lost`,
    remedy,
  );
}

function ofRelease(claim: JudgedObject): Finding[] {
  const isOfHelm = claim.labels[MANAGED_BY] === 'Helm' || claim.annotations[RELEASE] !== undefined;
  const isKept =
    isKeptByHelm(claim) || (hasSyncOption(claim, 'Prune=false') && isKeptByArgo(claim));
  if (!isOfHelm || isKept || helmHooksOf(claim).length > 0) return [];
  return [
    violation(
      RULES.claimOfRelease,
      annotationPath(HELM_POLICY),
      `uninstalling the release deletes the claim ${show(claim.name)}, and its class deletes the volume with the data`,
      `add the annotation ${HELM_POLICY}: keep`,
    ),
  ];
}

function ofKustomization(claim: JudgedObject, world: World): Finding[] {
  const [kustomization] = kustomizationsFor(world, claim.namespace).filter(
    ({ manifest }) => fieldsOf(manifest.spec).prune === true,
  );
  const isKept =
    fluxOptionAt(claim, 'prune', 'disabled') ?? fluxOptionAt(claim, 'reconcile', 'disabled');
  if (!kustomization || isKept !== undefined) return [];
  return [
    violation(
      RULES.prunedClaim,
      annotationPath(`${FLUX}/prune`),
      `${kindAndName(kustomization)} prunes in the namespace ${show(claim.namespace)}: ` +
        `when the claim ${show(claim.name)} is removed from its folder, its volume is deleted with the data`,
      `add the annotation ${FLUX}/prune: disabled`,
    ),
  ];
}

function ofApplication(claim: JudgedObject): Finding[] {
  if (!hasSyncOption(claim, 'Prune=false') || isKeptByArgo(claim)) return [];
  return [
    violation(
      RULES.deletedWithApplication,
      annotationPath(SYNC_OPTIONS),
      `the claim ${show(claim.name)} is kept from pruning (Prune=false), but is deleted with its Application`,
      `add the annotation ${SYNC_OPTIONS}: Prune=false,Delete=false`,
    ),
  ];
}

function isKeptByArgo(claim: JudgedObject): boolean {
  return (
    hasSyncOption(claim, 'Delete=false') ||
    hasSyncOption(claim, 'Delete=confirm') ||
    isKeptByHelm(claim)
  );
}

function checkScaling({ manifest, workload }: JudgedObject, world: World): Finding[] {
  const { persistentVolumeClaimRetentionPolicy: policy, volumeClaimTemplates } = fieldsOf(
    manifest.spec,
  );
  const templates = listOf(volumeClaimTemplates);
  if (!workload || fieldsOf(policy).whenScaled !== 'Delete' || templates.length === 0) return [];
  const { autoscaler, least, most } = scaleOf(workload, world);
  if (!autoscaler || least === most || templates.every((template) => isRetained(template, world))) {
    return [];
  }
  return [
    violation(
      RULES.claimsScaledAway,
      'spec.persistentVolumeClaimRetentionPolicy.whenScaled',
      `${kindAndName(autoscaler)} may remove pods of the StatefulSet ${show(workload.name)}, and their claims are deleted with them (whenScaled: Delete)`,
      'set whenScaled: Retain',
    ),
  ];
}

function isRetained(template: Fields, { topology }: World): boolean {
  const annotations = fieldsOf(fieldsOf(template.metadata).annotations);
  return (
    classOf({ manifest: template, annotations }, topology).storageClass?.manifest.reclaimPolicy ===
    'Retain'
  );
}

/** The order in which Argo CD applies objects: by phase, wave, kind and name. */
import {
  ARGO_HOOK,
  argoHooksOf,
  HELM_HOOK,
  HELM_WEIGHT,
  helmHooksOf,
  SYNC_WAVE,
  waveOf,
} from './annotations';
import { JudgedObject, World } from '../../judge';

/** The phases of a sync, first to last. */
const PHASES = ['PreSync', 'Sync', 'PostSync'];

/**
 * The kinds as Argo CD applies them within a wave, whatever their groups are (gitops-engine,
 * `sync_tasks.go`); all others come after these.
 */
const KINDS = [
  'Namespace',
  'NetworkPolicy',
  'ResourceQuota',
  'LimitRange',
  'PodSecurityPolicy',
  'PodDisruptionBudget',
  'ServiceAccount',
  'Secret',
  'SecretList',
  'ConfigMap',
  'StorageClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'CustomResourceDefinition',
  'ClusterRole',
  'ClusterRoleList',
  'ClusterRoleBinding',
  'ClusterRoleBindingList',
  'Role',
  'RoleList',
  'RoleBinding',
  'RoleBindingList',
  'Service',
  'DaemonSet',
  'Pod',
  'ReplicationController',
  'ReplicaSet',
  'Deployment',
  'HorizontalPodAutoscaler',
  'StatefulSet',
  'Job',
  'CronJob',
  'IngressClass',
  'Ingress',
  'APIService',
];
const RANKS = new Map(KINDS.map((kind, index) => [kind, index]));

/** When an object is applied. */
export interface Turn {
  readonly object: JudgedObject;
  /** The place of its phase among `PHASES`. */
  readonly phase: number;
  readonly wave: number;
  /** Whether Helm would do otherwise than Argo CD. */
  readonly isOfHelm: boolean;
}

/** Whether an object says at all when it is applied. */
export function saysWhen(object: JudgedObject): boolean {
  const { annotations } = object;
  return (
    hasWave(object) || annotations[ARGO_HOOK] !== undefined || annotations[HELM_HOOK] !== undefined
  );
}

/** Whether any object says so: if none does, all have the same turn. */
export function isOrdered({ objects }: World): boolean {
  return objects.some(saysWhen);
}

/** When the object is first applied in a sync; undefined if it is not, or not in every one. */
export function turnOf(object: JudgedObject, { target }: Pick<World, 'target'>): Turn | undefined {
  if (!saysWhen(object)) return { object, phase: 1, wave: 0, isOfHelm: false };
  const wave = waveOf(object);
  const argo = argoHooksOf(object);
  if (argo.length > 0) {
    const phases = argo.map((hook) => PHASES.indexOf(hook)).filter((phase) => phase >= 0);
    return phases.length === 0
      ? undefined
      : {
          object,
          phase: phases.reduce((first, phase) => (phase < first ? phase : first)),
          wave,
          isOfHelm: false,
        };
  }
  const helm = helmHooksOf(object).filter((hook) => hook !== 'crd-install');
  if (helm.length === 0) return { object, phase: 1, wave, isOfHelm: false };
  const isArgo = target.gitops === 'argocd';
  if (helm.includes('pre-install') || (isArgo && helm.includes('pre-upgrade'))) {
    return { object, phase: 0, wave, isOfHelm: !isArgo };
  }
  if (helm.includes('post-install') || (isArgo && helm.includes('post-upgrade'))) {
    return { object, phase: 2, wave, isOfHelm: !isArgo };
  }
  // Helm runs these when the claim is there from the installation; others are not part of a sync.
  return undefined;
}

/** Which of two turns comes first, by phase and wave. */
export function compareTurns(a: Turn, b: Turn): number {
  return a.phase - b.phase || a.wave - b.wave;
}

/** A turn as it differs from another: by its wave, or by its phase. */
export function turnInWords({ phase, wave }: Turn, { phase: other }: Turn): string {
  return phase === other ? `wave ${wave}` : PHASES[phase];
}

/** Which of two objects Argo CD applies first within a wave. */
export function compareInWave(a: NamedKind, b: NamedKind): number {
  return rankOf(a) - rankOf(b) || (a.name < b.name ? -1 : Number(a.name > b.name));
}

/** What the order within a wave depends on. */
type NamedKind = Pick<JudgedObject, 'kind' | 'name'>;

/** Whether somebody gave the object a wave. */
export function hasWave({ annotations }: JudgedObject): boolean {
  return annotations[SYNC_WAVE] !== undefined || annotations[HELM_WEIGHT] !== undefined;
}

function rankOf({ kind }: NamedKind): number {
  return RANKS.get(kind) ?? KINDS.length;
}

/** Annotations and labels by which objects speak to Argo CD, Flux and Helm. */
import { JudgedObject } from '../../judge';
import { textOf } from '../../object';

/** The annotation with options of Argo CD. */
export const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options';
/** The annotation that makes an object a hook of Argo CD. */
export const ARGO_HOOK = 'argocd.argoproj.io/hook';
/** The annotation that says when Argo CD deletes a hook. */
export const ARGO_HOOK_POLICY = 'argocd.argoproj.io/hook-delete-policy';
export const SYNC_WAVE = 'argocd.argoproj.io/sync-wave';
export const HELM_HOOK = 'helm.sh/hook';
/** The annotation with the order of hooks of Helm, which Argo CD takes for a wave. */
export const HELM_WEIGHT = 'helm.sh/hook-weight';
const HELM_HOOK_POLICY = 'helm.sh/hook-delete-policy';
/** The annotation by which Helm keeps an object. */
export const HELM_POLICY = 'helm.sh/resource-policy';
/** What the options of Flux begin with. */
export const FLUX = 'kustomize.toolkit.fluxcd.io';

const ARGO_HOOKS = ['PreSync', 'Sync', 'PostSync', 'SyncFail', 'Skip', 'PreDelete', 'PostDelete'];
const ARGO_PHASES = ['PreSync', 'Sync', 'PostSync', 'SyncFail'];
const ARGO_POLICIES = ['HookSucceeded', 'HookFailed', 'BeforeHookCreation'];
const HELM_POLICIES: { readonly [policy: string]: string } = {
  'before-hook-creation': 'BeforeHookCreation',
  'hook-succeeded': 'HookSucceeded',
  'hook-failed': 'HookFailed',
};

const NONE: readonly string[] = [];

/** Whether the object has the option of Argo CD, such as `Prune=false`. */
export function hasSyncOption(object: Annotated, option: string): boolean {
  return words(object.annotations[SYNC_OPTIONS]).includes(option);
}

/** The value of an option of Argo CD, such as that of `Prune`: the first one counts. */
export function syncOptionOf(object: JudgedObject, option: string): string | undefined {
  return optionIn(words(object.annotations[SYNC_OPTIONS]), option);
}

/** The value of an option among several, such as those of an Application. */
export function optionIn(options: readonly string[], option: string): string | undefined {
  return options.find((one) => one.startsWith(`${option}=`))?.slice(option.length + 1);
}

export function argoHooksOf({ annotations }: Pick<JudgedObject, 'annotations'>): readonly string[] {
  return words(annotations[ARGO_HOOK]).filter((hook) => ARGO_HOOKS.includes(hook));
}

/** When Argo CD deletes the object, if it is a hook: what it says to Helm counts as well. */
export function argoPoliciesOf({ annotations }: Annotated): readonly string[] {
  const policies = [
    ...words(annotations[ARGO_HOOK_POLICY]).filter((policy) => ARGO_POLICIES.includes(policy)),
    ...words(annotations[HELM_HOOK_POLICY]).flatMap((policy) => HELM_POLICIES[policy] ?? []),
  ];
  return policies.length > 0 ? policies : ['BeforeHookCreation'];
}

/** The hooks of Helm that the object is, as Argo CD reads them. */
export function helmHooksOf({ annotations }: JudgedObject): readonly string[] {
  return words(annotations[HELM_HOOK]);
}

/**
 * The events of Helm that the object is a hook of, in whatever spelling: empty if Helm does not
 * know one of them, and skips the object; undefined if it is no hook.
 */
export function helmEventsOf({ annotations }: Annotated): readonly string[] | undefined {
  if (annotations[HELM_HOOK] === undefined) return undefined;
  const events = textOf(annotations[HELM_HOOK])
    .split(',')
    .map((one) => one.trim().toLowerCase());
  return events.every((one) => HELM_EVENTS.test(one)) ? events : NONE;
}

const HELM_EVENTS = /^(?:(?:pre|post)-(?:install|delete|upgrade|rollback)|test|test-success)$/;

/** When Helm deletes the object, if it is a hook, in whatever spelling. */
export function helmPoliciesOf({ annotations }: Annotated): readonly string[] {
  const policies = words(annotations[HELM_HOOK_POLICY]).map((one) => one.toLowerCase());
  return policies.length > 0 ? policies : ['before-hook-creation'];
}

/** Only the annotations of an object. */
export type Annotated = Pick<JudgedObject, 'annotations'>;

/**
 * Whether an object in the cluster is a hook for Argo CD, which it does not prune: the annotation
 * is enough, whatever it says.
 */
export function isArgoHook({ annotations }: Annotated): boolean {
  const helm = annotations[HELM_HOOK];
  return annotations[ARGO_HOOK] !== undefined || (helm !== undefined && helm !== 'crd-install');
}

/**
 * The phases in which Argo CD applies an object that is a hook, in the very spelling: empty of
 * unknown hooks, and of those of a deletion. Undefined if it is none, or is to be skipped.
 */
export function argoPhasesOf(object: Annotated): readonly string[] | undefined {
  if (!isArgoHook(object)) return undefined;
  const own = words(object.annotations[ARGO_HOOK]).filter(
    (hook) => hook === 'Skip' || ARGO_PHASES.includes(hook),
  );
  const hooks = own.length > 0 ? own : words(object.annotations[HELM_HOOK]).flatMap(asArgo);
  return hooks.length === 1 && hooks[0] === 'Skip'
    ? undefined
    : hooks.filter((hook) => hook !== 'Skip');
}

function asArgo(hook: string): readonly string[] {
  if (hook === 'pre-install' || hook === 'pre-upgrade') return ['PreSync'];
  return hook === 'post-install' || hook === 'post-upgrade' ? ['PostSync'] : NONE;
}

/** Whether Helm keeps the object when the release is uninstalled, in whatever spelling. */
export function isKeptByHelm({ annotations }: JudgedObject): boolean {
  return textOf(annotations[HELM_POLICY]).trim().toLowerCase() === 'keep';
}

/** Whether Helm keeps the object when it leaves the chart: an upgrade asks for the very word. */
export function isKeptByUpgrade({ annotations }: JudgedObject): boolean {
  return annotations[HELM_POLICY] === 'keep';
}

/** Whether Argo CD keeps the object when its Application is deleted: it asks for the very word. */
export function isKeptByArgoAsByHelm({ annotations }: JudgedObject): boolean {
  return words(annotations[HELM_POLICY]).includes('keep');
}

/** The options of Flux, as annotations or labels. */
export const FLUX_OPTIONS = {
  force: `${FLUX}/force`,
  prune: `${FLUX}/prune`,
  reconcile: `${FLUX}/reconcile`,
  ssa: `${FLUX}/ssa`,
  substitute: `${FLUX}/substitute`,
};

/**
 * Where the object has an option of Flux, such as `prune: disabled`: as an annotation or a label.
 */
export function fluxOptionAt(
  { annotations, labels }: Pick<JudgedObject, 'annotations' | 'labels'>,
  option: keyof typeof FLUX_OPTIONS,
  ...values: readonly string[]
): string | undefined {
  const key = FLUX_OPTIONS[option];
  const isOne = (value: unknown) => values.includes(textOf(value).toLowerCase());
  if (isOne(annotations[key])) return annotationPath(key);
  return isOne(labels[key]) ? `metadata.labels[${JSON.stringify(key)}]` : undefined;
}

/** The wave of an object, as Argo CD reads it. */
export function waveOf({ annotations }: JudgedObject): number {
  const wave = [annotations[SYNC_WAVE], annotations[HELM_WEIGHT]]
    .map(textOf)
    .find((text) => /^[+-]?\d{1,9}$/.test(text));
  return wave === undefined ? 0 : Number(wave);
}

export function annotationPath(key: string): string {
  return `metadata.annotations[${JSON.stringify(key)}]`;
}

function words(value: unknown): readonly string[] {
  if (value === undefined) return NONE;
  return textOf(value)
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

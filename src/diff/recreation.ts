/**
 * Marks by which engines delete an object that stays among the files, and create it anew: hooks,
 * and Force with Replace of Argo CD. What the API server answers plays no part here.
 */
import type { JudgedObject } from '../judge';
import { DEFINITION } from '../kube';
import {
  Annotated,
  argoPhasesOf,
  argoPoliciesOf,
  hasSyncOption,
  helmEventsOf,
  helmPoliciesOf,
} from '../manifests/gitops/annotations';
import { syncingOf } from '../manifests/gitops/engines';

/** The option of an object that Argo CD deletes if it cannot change it. */
export const FORCE = 'Force=true';
/** The option of an object, or of an Application, by which Argo CD replaces instead of patching. */
export const REPLACE = 'Replace=true';

/** Kinds that Argo CD never replaces. */
export const NEVER_REPLACED: readonly string[] = ['/Namespace', DEFINITION];

/** An object as the hook of an engine. */
interface Hook {
  /** Its phases or events: empty if the engine knows none of them. */
  readonly at: readonly string[];
  /** Whether each sync, or each upgrade, creates it. */
  readonly isCreated: boolean;
  /** When it is deleted: before it is created again, or once it has succeeded or failed. */
  readonly deleted?: 'before' | 'succeeded' | 'failed';
}

/** An object as a hook of Argo CD; undefined if it is none. */
export function argoHook(object: Annotated): Hook | undefined {
  const at = argoPhasesOf(object);
  return (
    at && {
      at,
      isCreated: at.some((phase) => phase !== 'SyncFail'),
      ...(at.length > 0 ? deletedBy(argoPoliciesOf(object)) : {}),
    }
  );
}

/** An object as a hook of Helm; undefined if it is none. */
export function helmHook(object: Annotated): Hook | undefined {
  const at = helmEventsOf(object);
  return (
    at && {
      at,
      isCreated: at.includes('pre-upgrade') || at.includes('post-upgrade'),
      ...deletedBy(helmPoliciesOf(object)),
    }
  );
}

function deletedBy(policies: readonly string[]): Pick<Hook, 'deleted'> {
  return {
    deleted: (['before', 'succeeded', 'failed'] as const).find((when) =>
      POLICIES[when].some((policy) => policies.includes(policy)),
    ),
  };
}

/** The policies of Argo CD and of Helm. */
const POLICIES = {
  before: ['BeforeHookCreation', 'before-hook-creation'],
  succeeded: ['HookSucceeded', 'hook-succeeded'],
  failed: ['HookFailed', 'hook-failed'],
};

/**
 * The options of a sync that an object has. What it says in the cluster counts as well, until the
 * sync has taken it away.
 */
export function syncOptions(
  object: Annotated,
  annotations: Annotated['annotations'],
): (option: string) => boolean {
  return (option) => hasSyncOption(object, option) || hasSyncOption({ annotations }, option);
}

/** What Force on an object makes of it, whatever the API server answers. */
interface Force {
  /** Whether it is replaced whatever deploys it. */
  readonly isReplaced: boolean;
  /** The Applications that would replace it, if they deploy it. */
  readonly replacing: readonly JudgedObject[];
}

/** What becomes of an object with Force, which counts on the object alone; undefined without. */
export function forceOn(
  object: Annotated & { readonly kindKey: string },
  had: Annotated['annotations'],
  applications: () => readonly JudgedObject[],
): Force | undefined {
  const says = syncOptions(object, had);
  if (!says(FORCE)) return undefined;
  if (NEVER_REPLACED.includes(object.kindKey)) return { isReplaced: false, replacing: [] };
  if (says(REPLACE)) return { isReplaced: true, replacing: [] };
  const all = applications();
  const replacing = all.filter((one) => syncingOf(one).options.includes(REPLACE));
  return { isReplaced: replacing.length > 0 && replacing.length === all.length, replacing };
}

/** The steps of a way out, and how they are written for a shell. */
import { Fields, fieldsOf } from '../../kube';
import type { AppliedManifest } from '../../validation';
import { PlanStep } from '../spec';

export function commands(what: string, ...lines: readonly string[]): PlanStep {
  return { what, commands: lines };
}

/** A step that applies objects. */
export function applying(what: string, ...manifests: readonly Fields[]): PlanStep {
  return { what, manifests };
}

/** What no command can do. */
export function byHand(what: string): PlanStep {
  return { what };
}

/** What tells an object from others. */
export type Named = Pick<AppliedManifest, 'kindKey' | 'name' | 'namespace'>;

/** `statefulset.apps/web --namespace shop`, as kubectl takes it. */
export function reference({ kindKey, name, namespace }: Named): string {
  const slash = kindKey.indexOf('/');
  const group = kindKey.slice(0, slash);
  const kind = kindKey.slice(slash + 1).toLowerCase();
  return `${word(`${kind}${group === '' ? '' : `.${group}`}/${name}`)}${inNamespace(namespace)}`;
}

/** The option that names a namespace. */
export function inNamespace(namespace: string | undefined): string {
  return namespace === undefined ? '' : ` --namespace ${word(namespace)}`;
}

/** A merge patch. */
export function patch(what: Named, change: Fields): string {
  return `kubectl patch ${reference(what)} --type=merge --patch ${word(JSON.stringify(change))}`;
}

/** One word of a shell, whatever is in it. */
export function word(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The manifest of the files, as it is applied: with its namespace, and under another name where
 * that is asked for.
 */
export function manifestOf(
  { given, namespace, name }: Pick<AppliedManifest, 'given' | 'namespace' | 'name'>,
  newName: string = name,
): Fields {
  const { status: _status, ...rest } = given;
  return {
    ...rest,
    metadata: {
      ...fieldsOf(given.metadata),
      name: newName,
      ...(namespace === undefined ? {} : { namespace }),
    },
  };
}

/** The cluster of KUBECONFIG: what it has, asked once, and how tests say what they need of it. */
import { asList, mustKubectlSync } from './kubectl';
import { kindAndName, Manifest } from '../../../src/kube';

/** Whether there is a cluster at all. Without one every test is skipped. */
export const connected = Boolean(process.env.KUBECONFIG);

/** A test that is run if there is no reason to skip it; else the reason is part of its name. */
export function testUnless(
  reason: string | undefined,
  name: string,
  body: () => Promise<void>,
): void {
  declare(test, reason, name, body);
}

/**
 * A test that touches nothing of the others of its file, so that it is run beside them: most of its
 * time it waits.
 */
export function testBesideUnless(
  reason: string | undefined,
  name: string,
  body: () => Promise<void>,
): void {
  declare(test.concurrent, reason, name, body);
}

function declare(
  way: typeof test.concurrent,
  reason: string | undefined,
  name: string,
  body: () => Promise<void>,
): void {
  if (reason === undefined && connected) way(name, body);
  else test.skip(`${name} (skipped: ${reason ?? 'KUBECONFIG names no cluster'})`, body);
}

let kinds: ReadonlySet<string> | undefined;

/** Whether the cluster has this kind; its own definitions are optional. */
export function serves({ apiVersion, kind }: { apiVersion: string; kind: string }): boolean {
  kinds ??= servedKinds();
  return kinds.has(`${apiVersion}/${kind}`);
}

/** Why objects of this kind cannot be tried here; undefined if they can. */
export function unserved(manifest: Manifest): string | undefined {
  return !connected || serves(manifest)
    ? undefined
    : `the cluster has no ${manifest.kind} in ${manifest.apiVersion}`;
}

/** Which of the objects the cluster has already, as `kind/name`. */
export function existing(manifests: readonly Manifest[]): string[] {
  if (!connected || manifests.length === 0) return [];
  return mustKubectlSync(['get', '-f', '-', '--ignore-not-found', '-o', 'name'], asList(manifests))
    .split('\n')
    .filter((line) => line);
}

function servedKinds(): ReadonlySet<string> {
  // NAME SHORTNAMES APIVERSION NAMESPACED KIND, of which SHORTNAMES may be empty.
  const rows = mustKubectlSync(['api-resources', '--no-headers'])
    .split('\n')
    .filter((line) => line)
    .map((line) => line.split(/\s+/));
  return new Set(rows.map((columns) => `${columns.at(-3)}/${columns.at(-1)}`));
}

/** An object as the names of tests have it. */
export function nameOf({ kind, metadata }: Manifest): string {
  return kindAndName({ kind, ...metadata });
}

/** Folders of deployers: the objects in each, and who deploys it. */
import type { Deployer } from './deployers';
import { addTo } from '../../kube';
import { folderOf, runsOf } from '../../manifests/gitops/folders';

/** The files that each object is in, by its identity: several deployers may have the same one. */
export type Files = ReadonlyMap<string, readonly string[]>;

/** The objects of each folder, by their identities. */
export function byFolder(files: Files): ReadonlyMap<string, readonly string[]> {
  const runs = new Map<string, readonly string[]>();
  const found = new Map<string, string[]>();
  for (const [id, all] of files) {
    for (const file of all) {
      const folder = file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf(':')) + 1);
      let own = runs.get(folder);
      if (!own) runs.set(folder, (own = runsOf(file)));
      for (const run of own) addTo(found, run, id);
    }
  }
  return found;
}

export function deployersByFolder(
  deployers: Iterable<Deployer>,
): ReadonlyMap<string, readonly Deployer[]> {
  const found = new Map<string, Deployer[]>();
  for (const one of deployers) for (const path of one.paths) addTo(found, folderOf(path), one);
  return found;
}

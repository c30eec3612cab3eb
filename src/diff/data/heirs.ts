/** Heirs: deployers of NEW that take over what another one deployed, as the same object. */
import type { Deployer } from './deployers';
import { deployersByFolder, Files } from './folders';
import { DEFINITION, fieldsOf } from '../../kube';
import { runsOf } from '../../manifests/gitops/folders';
import { Stored } from '../stored';

/** Deployers of NEW other than a given one, as far as they deploy the folder of an object. */
export interface Heirs {
  /** One that deploys it as the same object. */
  readonly heir?: Deployer;
  /** Whether there are others, and all of them make another object of it. */
  readonly isElsewhere: boolean;
}

const NOBODY: Heirs = { isElsewhere: false };

/** Finds the heirs of objects among the deployers of NEW. */
export function heirsAmong(
  deployers: Iterable<Deployer>,
  files: Files,
): (stored: Stored, deployer: Deployer) => Heirs {
  const byFolder = deployersByFolder(deployers);
  return (stored, deployer) => {
    const found = (files.get(stored.sent.id) ?? [])
      .flatMap(runsOf)
      .flatMap((folder) => byFolder.get(folder) ?? [])
      .filter(({ key, engine }) => key !== deployer.key && engine === deployer.engine);
    if (found.length === 0) return NOBODY;
    const heir = found.find((one) => isSameObject(stored, deployer, one));
    return heir ? { heir, isElsewhere: false } : { isElsewhere: true };
  };
}

/** Whether two deployers may make the same object of a manifest. */
function isSameObject(stored: Stored, one: Deployer, other: Deployer): boolean {
  return (
    maybeSame(clusterNamed(one), clusterNamed(other)) &&
    (maybeSame(one.naming, other.naming) || keepsName(stored)) &&
    maybeSame(namespaceBy(one, stored), namespaceBy(other, stored))
  );
}

/** Values of generators may be any. */
function maybeSame(one: string | undefined, other: string | undefined): boolean {
  return one === other || [one, other].some((value) => value?.includes('{{') || value === ANY);
}

/** A cluster that Argo CD knows by a name of its own may be any. */
const ANY = '';

function clusterNamed({ engine, target }: Deployer): string {
  return engine === 'argocd' ? (target.includes('://') ? target : ANY) : `of ${target}`;
}

/** Whether Kustomize leaves a name alone, since it is referred to everywhere. */
export function keepsName({ sent: { kindKey } }: Stored): boolean {
  return kindKey === '/Namespace' || kindKey === DEFINITION;
}

/** The namespace that a deployer gives an object; undefined of what has none. */
export function namespaceBy(
  { namespace, overridesNamespaces }: Deployer,
  { sent }: Stored,
): string | undefined {
  if (sent.namespace === undefined) return undefined;
  const { namespace: named } = fieldsOf(sent.given.metadata);
  return overridesNamespaces || named === undefined || named === ''
    ? (namespace ?? sent.namespace)
    : sent.namespace;
}

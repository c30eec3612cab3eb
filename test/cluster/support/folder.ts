/** A folder of synthesized manifests, put into a cluster and taken out again. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { existing, unserved } from './cluster';
import { asList, kubectl, mustKubectl, Result } from './kubectl';
import { apps as gitopsApps } from '../../../examples/gitops/main';
import { app as tenant } from '../../../examples/tenant/main';
import { groupOf, Manifest, podTemplatePath } from '../../../src/kube';
import { ManifestFile, readManifests } from '../../support/manifests';
import { get, list } from '../../support/reading';

const MANIFESTS = join(__dirname, '..', '..', '..', 'dist', 'manifests');

/**
 * What the example platform is synthesized into, one folder for each place that it is applied to.
 */
export function manifestFolders(): ManifestFolder[] {
  if (!existsSync(MANIFESTS)) return [];
  return readdirSync(MANIFESTS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => new ManifestFolder(entry.name, join(MANIFESTS, entry.name)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const namespaceOf = (name: string): Manifest => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name },
});

/**
 * What the other examples are synthesized into, with what somebody else has put into their clusters
 * before.
 */
export function exampleFolders(): ManifestFolder[] {
  const { dev, prod } = gitopsApps('dist');
  const provider = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'efs' },
    provisioner: 'fake.csi.test',
  };
  const driver = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    metadata: { name: 'efs.csi.aws.com' },
    spec: { attachRequired: false },
  };
  return Object.entries({
    tenant: { app: tenant, given: [namespaceOf('shop'), driver] },
    'gitops-dev': { app: dev, given: [provider] },
    'gitops-prod': { app: prod, given: [provider] },
  }).map(([name, { app, given }]) => {
    const folder = mkdtempSync(join(tmpdir(), `${name}-`));
    writeFileSync(join(folder, 'all.k8s.yaml'), app.synthYaml());
    return new ManifestFolder(name, folder, given);
  });
}

/**
 * One such folder. Objects of kinds that the cluster does not have are left out of all that is done
 * with it.
 */
export class ManifestFolder {
  /** Everything in the folder. */
  readonly files: readonly ManifestFile[];
  /** What the cluster can take. */
  readonly manifests: readonly Manifest[];
  /**
   * Objects of the folder that the cluster has before it is tried: they are not ours, and nothing
   * may be done to them.
   */
  readonly existing: readonly string[];
  private staged: string | undefined;
  private created: readonly string[] = [];

  constructor(
    readonly name: string,
    private readonly folder: string,
    private readonly given: readonly Manifest[] = [],
  ) {
    this.files = readManifests(folder);
    this.manifests = this.files
      .map(({ manifest }) => manifest)
      .filter((manifest) => unserved(manifest) === undefined);
    this.existing = existing([...this.manifests, ...given]);
  }

  /** Why the folder cannot be tried in this cluster. */
  get obstacle(): string | undefined {
    return this.existing.length > 0 ? `the cluster already has some of ${this.name}` : undefined;
  }

  /** Namespaces that the folder brings along. */
  get declaredNamespaces(): readonly string[] {
    return this.manifests
      .filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Namespace')
      .map(({ metadata }) => metadata.name);
  }

  /**
   * Namespaces of nothing but Argo CD's own resources and settings: installing Argo CD makes them,
   * as it makes the kinds.
   */
  get controllerNamespaces(): readonly string[] {
    const others = this.manifests.filter(
      ({ apiVersion, metadata }) =>
        groupOf(apiVersion) !== 'argoproj.io' &&
        metadata.labels?.['app.kubernetes.io/part-of'] !== 'argocd',
    );
    const taken = [...this.declaredNamespaces, ...others.map(({ metadata }) => metadata.namespace)];
    const candidates = this.manifests
      .map(({ metadata }) => metadata.namespace)
      .filter((namespace) => namespace !== undefined);
    return [...new Set(candidates)].filter((namespace) => !taken.includes(namespace));
  }

  /** The folder to apply: itself, or a copy without the kinds that the cluster does not have. */
  get path(): string {
    if (this.manifests.length === this.files.length) return this.folder;
    if (this.staged) return this.staged;
    this.staged = mkdtempSync(join(tmpdir(), `${this.name}-`));
    const byFile = new Map<string, string[]>();
    for (const { file, manifest } of this.files) {
      if (this.manifests.includes(manifest)) {
        byFile.set(file, [...(byFile.get(file) ?? []), stringify(manifest)]);
      }
    }
    for (const [file, documents] of byFile) {
      mkdirSync(dirname(join(this.staged, file)), { recursive: true });
      writeFileSync(join(this.staged, file), documents.join('---\n'));
    }
    return this.staged;
  }

  /** The objects of a kind. */
  ofKind(apiVersion: string, kind: string): readonly Manifest[] {
    return this.manifests.filter(
      (manifest) => manifest.apiVersion === apiVersion && manifest.kind === kind,
    );
  }

  /** Whether a pod mounts the claim once the folder is applied. Those of a CronJob come later. */
  hasConsumer(claim: Manifest): boolean {
    return this.manifests.some((workload) => {
      const template = podTemplatePath(workload.apiVersion, workload.kind);
      if (
        !template ||
        workload.kind === 'CronJob' ||
        workload.metadata.namespace !== claim.metadata.namespace
      ) {
        return false;
      }
      if (get(workload, 'spec', 'replicas') === 0 || get(workload, 'spec', 'suspend') === true) {
        return false;
      }
      return list(get(workload, ...template, 'spec', 'volumes')).some(
        (volume) => get(volume, 'persistentVolumeClaim', 'claimName') === claim.metadata.name,
      );
    });
  }

  /**
   * Makes what must be there before the folder is: what others give, and the namespaces of the
   * controllers that read it.
   */
  async prepare(): Promise<void> {
    if (this.given.length > 0) await mustKubectl(['create', '--filename', '-'], asList(this.given));
    this.created = await createNamespaces(this.controllerNamespaces);
  }

  /** Applies everything in one command, in the order of the files. */
  async apply(): Promise<Result> {
    return kubectl(['apply', '--recursive', '--filename', this.path]);
  }

  /** Takes everything out, and waits until it is gone. What was never applied is no problem. */
  async remove(): Promise<void> {
    const namespaces = [...this.declaredNamespaces, ...this.created];
    const contents = this.manifests.filter(
      ({ metadata, kind }) => !(kind === 'Namespace' && namespaces.includes(metadata.name)),
    );
    // Policies first: they may forbid the rest. They act for about a second longer.
    const bindings = this.ofKind(
      'admissionregistration.k8s.io/v1',
      'ValidatingAdmissionPolicyBinding',
    );
    if (bindings.length > 0) {
      await mustKubectl([...DELETE, '--filename', '-'], asList(bindings));
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
    // Then pods: a namespace that still has some takes 15 s longer.
    await mustKubectl(
      [...DELETE, '--cascade=foreground', '--filename', '-'],
      asList([...contents].reverse()),
    );
    await removeNamespaces(namespaces);
    await removeVolumesOf(namespaces);
    if (this.given.length > 0) {
      await mustKubectl([...DELETE, '--filename', '-'], asList(this.given));
    }
    if (this.staged) rmSync(this.staged, { recursive: true });
    this.staged = undefined;
  }
}

const DELETE = ['delete', '--ignore-not-found', '--wait', '--timeout=120s'];

/**
 * Creates those namespaces that are not there, and tells which these were: the others are not ours
 * to remove.
 */
export async function createNamespaces(names: readonly string[]): Promise<readonly string[]> {
  const namespaces = names.map((name) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  }));
  const there =
    namespaces.length > 0
      ? await mustKubectl(
          ['get', '--ignore-not-found', '-o', 'name', '--filename', '-'],
          asList(namespaces),
        )
      : '';
  const missing = namespaces.filter(
    ({ metadata }) => !there.split('\n').includes(`namespace/${metadata.name}`),
  );
  if (missing.length > 0) await mustKubectl(['create', '--filename', '-'], asList(missing));
  return missing.map(({ metadata }) => metadata.name);
}

/** Deletes namespaces together, and waits until they are gone. */
export async function removeNamespaces(names: readonly string[]): Promise<void> {
  if (names.length > 0) await mustKubectl([...DELETE, 'namespace', ...names]);
}

/** Dynamically provisioned volumes of a class that retains them outlive their claims. */
async function removeVolumesOf(namespaces: readonly string[]): Promise<void> {
  const { items } = JSON.parse(await mustKubectl(['get', 'persistentvolumes', '-o', 'json'])) as {
    items: Manifest[];
  };
  const left = items
    .filter((volume) => namespaces.includes(String(get(volume, 'spec', 'claimRef', 'namespace'))))
    .map(({ metadata }) => metadata.name);
  if (left.length > 0) await mustKubectl([...DELETE, 'persistentvolume', ...left]);
}

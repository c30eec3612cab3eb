/** Manifests as files: what a folder holds, and finding one object among many. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { Manifest } from '../../src/kube';

/** A manifest and the file that it is in. */
export interface ManifestFile {
  /** The file, relative to the folder that was read. */
  readonly file: string;
  readonly manifest: Manifest;
}

/**
 * All documents of the YAML files in and below a folder, in the order in which `kubectl apply -R
 * -f` takes them.
 */
export function readManifests(folder: string): ManifestFile[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ya?ml$/.test(file))
    .sort(byPathSegments);
  return files.flatMap((file) =>
    parseManifests(readFileSync(join(folder, file), 'utf8'), file).map((manifest) => ({
      file,
      manifest,
    })),
  );
}

/** The documents of a YAML text; empty ones are none. Throws where the text is no YAML. */
export function parseManifests(text: string, file: string = 'text'): Manifest[] {
  const documents = parseAllDocuments(text);
  if ('empty' in documents) return [];
  return documents.flatMap((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0].message}`);
    const manifest: unknown = document.toJS();
    return manifest === null || manifest === undefined ? [] : [manifest as Manifest];
  });
}

/**
 * The only object of this kind, name and namespace, as far as these are given. Throws if there is
 * none, or more than one.
 */
export function find(
  manifests: readonly Manifest[],
  kind: string,
  name?: string,
  namespace?: string,
): any {
  const found = manifests.filter(
    (manifest) =>
      manifest.kind === kind &&
      (name === undefined || manifest.metadata.name === name) &&
      (namespace === undefined || manifest.metadata.namespace === namespace),
  );
  if (found.length !== 1) {
    const wanted = [kind, namespace, name].filter((part) => part).join('/');
    throw new Error(
      `${found.length} objects are ${wanted}; there are ${manifests.map((one) => `${one.kind}/${one.metadata.name}`).join(', ') || 'none'}`,
    );
  }
  return found[0];
}

/**
 * Folder by folder, as kubectl walks: `a/x.yaml` before `a.yaml`, although whole paths sort the
 * other way.
 */
function byPathSegments(a: string, b: string): number {
  const as = a.split('/');
  const bs = b.split('/');
  const index = as.findIndex((segment, at) => segment !== bs[at]);
  return index < 0 ? 0 : (as[index] ?? '') < (bs[index] ?? '') ? -1 : 1;
}

/** Manifests that SOPS has encrypted, which Flux and others decrypt before they apply them. */
import { Fields, isFields } from './fields';

/** The field in which SOPS keeps what it needs to decrypt the others. */
const METADATA = 'sops';
const ENCRYPTED = /^ENC\[[A-Z0-9_]+,data:/;

/** The manifest as it is applied, as far as that shows: without what SOPS adds to it. */
export function withoutEncryption(manifest: Fields): Fields {
  const metadata = manifest[METADATA];
  if (metadata === undefined || !isFields(metadata)) return manifest;
  // Whatever its version and its keys are, it signs what it has encrypted.
  if (typeof metadata.mac !== 'string') return manifest;
  const { [METADATA]: _, ...others } = manifest;
  return others;
}

/** Whether SOPS has encrypted a value: nobody knows what it is. */
export function isEncrypted(value: unknown): boolean {
  return typeof value === 'string' && ENCRYPTED.test(value);
}

/** Short descriptions of objects on the map. */
import { fieldsOf, shortMode } from '../kube';
import { itemsOf, Mount } from '../topology';

/** As kubectl shortens them; what is none stays as it is. */
export function shortModes(modes: readonly string[]): string[] {
  return modes.map(shortMode);
}

/** Where the volume is in the containers: `/data`, `/data (read-only, sub path a)`. */
export function mountWords(mounts: readonly Mount[], isReadOnly: boolean): string[] {
  return mounts.map((mount) => {
    const part = mount.subPathExpr ?? mount.subPath ?? '';
    const words = [
      ...(isReadOnly || mount.isReadOnly ? ['read-only'] : []),
      ...(part === '' ? [] : [`sub path ${part}`]),
    ];
    return `${mount.path}${words.length === 0 ? '' : ` (${words.join(', ')})`}`;
  });
}

/** The storage that the spec of a claim requests, as it is written. */
export function requestOf(spec: unknown): string[] {
  const { storage } = fieldsOf(fieldsOf(fieldsOf(spec).resources).requests);
  return typeof storage === 'string' || typeof storage === 'number' ? [String(storage)] : [];
}

/** The storage of a claim: what it has in a cluster, and what it requests if that is other. */
export function sizeOf(spec: unknown, status: unknown): string[] {
  const request = requestOf(spec);
  const { storage } = fieldsOf(fieldsOf(status).capacity);
  if (typeof storage !== 'string' || storage === request[0]) return request;
  return request.length === 0 ? [storage] : [`${storage}, ${request[0]} requested`];
}

/** The phase that a controller wrote, such as `Bound`. */
export function phaseOf(status: unknown): string[] {
  const { phase } = fieldsOf(status);
  return typeof phase === 'string' && phase !== '' ? [phase] : [];
}

/**
 * The CSI drivers of the volumes that a pod spec has without a claim, with the names of the
 * volumes.
 */
export function inlineDrivers(
  podSpec: unknown,
): { readonly volume: string; readonly driver: string; readonly isReadOnly: boolean }[] {
  return itemsOf(fieldsOf(podSpec).volumes).flatMap((volume) => {
    const { driver, readOnly } = fieldsOf(volume.csi);
    return typeof driver === 'string' && driver !== '' && typeof volume.name === 'string'
      ? [{ volume: volume.name, driver, isReadOnly: readOnly === true }]
      : [];
  });
}

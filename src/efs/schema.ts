/** The schema of SharedVolume, by version: that of crds/, loaded when it is asked for. */
import { Schema } from '../resource';

/** The schema of each version that the API server would serve. */
export function sharedVolumeSchemas(): { readonly [version: string]: Schema } {
  const schemas: typeof import('./schema.json') = require('./schema.json');
  return schemas as unknown as { readonly [version: string]: Schema };
}

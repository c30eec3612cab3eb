/** The schemas of LocustTest, by version: those of crds/, loaded when they are asked for. */
import { Schema } from '../resource';

/** The schema of each version that the API server would serve. */
export function locustTestSchemas(): { readonly [version: string]: Schema } {
  const schemas: typeof import('./schema.json') = require('./schema.json');
  return schemas as unknown as { readonly [version: string]: Schema };
}

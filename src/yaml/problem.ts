/** Problems that keep a text from being read as data. */
import { show } from '../findings';
import { MAX_DEPTH } from '../kube';

export { MAX_DEPTH };

/** The first thing that is wrong with a document, which ends its reading. */
export class YamlProblem extends Error {
  constructor(
    /** Stable, in kebab case: `duplicate-key`. */
    public readonly code: string,
    /** Where it is: an offset in the text. */
    public readonly offset: number,
    message: string,
    public readonly remedy: string,
  ) {
    super(message);
  }
}

/** Ends the reading of a document at this place. */
export function fail(code: string, offset: number, message: string, remedy: string): never {
  throw new YamlProblem(code, offset, message, remedy);
}

export function failTooDeep(offset: number): never {
  return fail(
    'too-deep',
    offset,
    `lists and mappings lie more than ${MAX_DEPTH} deep in each other`,
    'close all brackets: nothing in Kubernetes is that deep',
  );
}

export function failDuplicateKey(key: string, offset: number): never {
  return fail(
    'duplicate-key',
    offset,
    `the key ${show(key)} appears twice in one mapping`,
    'remove one of the two: kubectl would drop the first silently',
  );
}

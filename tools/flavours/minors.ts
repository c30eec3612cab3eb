/** The minors of cdk8s-plus, as `.projenrc.ts` lists them. */
import { others, peer } from '../../.projen/minors.json';

/** A cdk8s-plus: its minor version of Kubernetes, and the lowest version that works. */
export interface Minor {
  readonly minor: number;
  readonly lowest: string;
}

/** The one that the package is built against. */
export const PEER: Minor = peer;

/** Those that it is tried with besides. */
export const OTHERS: readonly Minor[] = others;

/** Those that it has flavours for: packages of their own in Python, Java and Go. */
export const FLAVOURS: readonly Minor[] = others.filter(({ hasFlavour }) => hasFlavour);

/** The name of a cdk8s-plus on npm. */
export const plusOf = ({ minor }: Minor) => `cdk8s-plus-${minor}`;

/** The one of that number. Throws if there is none. */
export function minorOf(list: readonly Minor[], number: string): Minor {
  const found = list.find(({ minor }) => String(minor) === number);
  if (found) return found;
  const known = list.map(({ minor }) => minor).join(', ');
  const what = `${JSON.stringify(number)} is not a minor of cdk8s-plus that is listed`;
  throw new Error(`${what}: it must be one of ${known}`);
}

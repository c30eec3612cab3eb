/**
 * The library beside each cdk8s-plus that is in use: what it imports as cdk8s-plus-28 is another
 * minor of it.
 */
import { library } from './built';
import { sized } from './size';
import { OTHERS, PEER } from '../../tools/flavours/minors';

/** The minors that the library works with; the first is the one that it is built against. */
export const MINORS = [PEER, ...OTHERS].map(({ minor }) => String(minor));

/** Those that a run of tests tries: all of them, or the first and the two newest. */
export const TRIED = sized(1, 0) ? MINORS : [MINORS[0], ...MINORS.slice(-2)];

/**
 * The minors whose StatefulSet has claim templates of its own, and leaves out its volumes without
 * them.
 */
export const WITH_TEMPLATES: readonly string[] = TRIED.filter((minor) => Number(minor) >= 32);

/** Modules that know each other: cdk8s, cdk8s-plus and the library. */
export interface Beside {
  readonly cdk8s: typeof import('cdk8s');
  readonly kplus: typeof import('cdk8s-plus-28');
  readonly volumes: typeof import('../../src');
}

const known = new Map<string, Beside>();

/** The library beside a minor of cdk8s-plus, each loaded once for a file of tests. */
export function beside(minor: string): Beside {
  let modules = known.get(minor);
  if (!modules) {
    jest.isolateModules(() => {
      jest.doMock('cdk8s-plus-28', () => jest.requireActual<object>(`cdk8s-plus-${minor}`));
      /* eslint-disable @typescript-eslint/no-require-imports */
      modules = {
        cdk8s: require('cdk8s'),
        kplus: require('cdk8s-plus-28'),
        volumes: require(library()),
      };
      /* eslint-enable @typescript-eslint/no-require-imports */
    });
    known.set(minor, modules!);
  }
  return modules!;
}

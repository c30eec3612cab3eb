/**
 * The check of all load tests of an app together: their names, claims, files and results beside
 * those of others.
 */
import { Construct } from 'constructs';
import { Finding, hasErrors } from '../../findings';
import { SynthCheck, Tree } from '../../tree';
import { checkTests } from '../check';

/** A test, as far as others are concerned. */
export interface CheckedTest extends Construct {
  readonly _name: string;
  readonly _namespace?: string;
  _findings(): Finding[];
  _checkBeside(tree: Tree): Finding[];
}

export const TESTS: SynthCheck<CheckedTest> = {
  id: 'locust/tests',
  check: (registered, tree) => {
    const entries = registered.map(({ construct, value }) => ({
      construct,
      name: value._name,
      namespace: value._namespace,
    }));
    const own = registered.flatMap(({ construct, value }) =>
      value._findings().map((finding) => ({ ...finding, construct })),
    );
    if (hasErrors(own)) return own;
    return [
      ...own,
      ...checkTests(entries, tree.objects).map((finding) => ({ ...finding, path: 'name' })),
      ...registered.flatMap(({ construct, value }) =>
        value._checkBeside(tree).map((finding) => ({ ...finding, construct })),
      ),
    ];
  },
};

/**
 * What is looked at once all load tests of an app are there: their names, claims, files and results
 * beside those of others.
 */
import { Construct } from 'constructs';
import { asWarnings, Finding, hasErrors } from '../../findings';
import { groupGivenTo } from '../../ownership/constructs/app';
import { SynthCheck, Tree } from '../../tree';
import { checkClaims, checkTests, knownClaims, OthersOf, ownersBeside } from '../check';
import { LocustTestResource } from '../spec';

/** A test, as far as others are concerned. */
export interface CheckedTest extends Construct {
  readonly _name: string;
  readonly _namespace?: string;
  /** Whether the operator's verdict is what counts. */
  readonly _operatorMode: boolean;
  _findings(): Finding[];
  _resource(): LocustTestResource;
  _atProps(findings: readonly Finding[]): Finding[];
  _checkFiles(tree: Tree): Finding[];
  _checkResults(othersOf: OthersOf): Finding[];
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
      ...registered.flatMap(({ construct, value }) => {
        const isOwn = (key: string) => key.startsWith(`${construct}/`);
        const findings = [
          ...checkClaims(value._resource(), knownClaims(tree.topology, value._namespace, isOwn)),
          ...value._checkFiles(tree),
          ...value._checkResults((claim) =>
            ownersBeside(
              tree.topology
                .consumersOf(value._namespace, claim)
                .filter(({ workload }) => !isOwn(workload.key)),
              (workload) => groupGivenTo(value, workload, claim),
            ),
          ),
        ];
        return value
          ._atProps(value._operatorMode ? asWarnings(findings) : findings)
          .map((finding) => ({ ...finding, construct }));
      }),
    ];
  },
};

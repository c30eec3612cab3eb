/**
 * Checks of all tests of an app against each other, and against the objects that others put beside
 * them.
 */
import { Finding, show, violation } from '../../findings';
import { Identity } from '../../judge';
import { below, groupOf } from '../../kube';
import { nodeName } from '../names';
import { LOCUST_RULES as RULES } from '../rules';

/** A test as the others see it. */
interface TestEntry {
  /** What findings on it carry as their construct. */
  readonly construct: string;
  readonly name: string;
  readonly namespace?: string;
}

/** Findings on tests that make the same objects as another one, or as somebody else. */
export function checkTests(entries: readonly TestEntry[], objects: readonly Identity[]): Finding[] {
  const seen = new Map<string, TestEntry>();
  const findings: Finding[] = [];
  for (const entry of entries) {
    const key = keyOf(entry.namespace, nodeName(entry.name, 'master'));
    const first = seen.get(key);
    if (!first) {
      seen.set(key, entry);
    } else {
      findings.push(
        taken(
          entry,
          `the tests ${show(first.name)} (${first.construct}) and ${show(entry.name)} both create ${show(nodeName(entry.name, 'master'))} and ${show(nodeName(entry.name, 'worker'))}`,
        ),
      );
    }
  }
  const makers = new Map(
    entries.flatMap((entry) =>
      (['master', 'worker'] as const).map((role) => [
        keyOf(entry.namespace, nodeName(entry.name, role)),
        entry,
      ]),
    ),
  );
  const isOfOne = below(entries.map(({ construct }) => construct));
  for (const object of objects) {
    const maker = makers.get(keyOf(object.namespace, object.name));
    if (!maker || !isOfTest(object) || isOfOne(object.key)) continue;
    findings.push(
      taken(
        maker,
        `the test ${show(maker.name)} creates the ${object.kind} ${show(object.name)}, which ${object.key} creates as well`,
      ),
    );
  }
  return findings;
}

/** A test makes a Service of the master's name, and Jobs of both names. */
function isOfTest({ apiVersion, kind, name }: Identity): boolean {
  return (
    (groupOf(apiVersion) === 'batch' && kind === 'Job') ||
    (apiVersion === 'v1' && kind === 'Service' && name.endsWith('-master'))
  );
}

function keyOf(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}\n${name}`;
}

function taken({ construct }: TestEntry, message: string): Finding {
  return {
    ...violation(RULES.testNameTaken, 'metadata.name', message, 'rename one of them'),
    construct,
  };
}

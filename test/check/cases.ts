/**
 * The recorded cases of manifests with storage mistakes, and of manifests that only look like it;
 * their README says what counts.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkDocuments } from '../../src/check';
import { targetFacts } from '../../src/facts';
import { RenderFinding } from '../../src/render';
import { conformanceFolder } from '../support/conformance';

/** One fault of a case. */
export interface ExpectedFault {
  readonly object: string | readonly string[];
  readonly paths: readonly string[];
  readonly exactly?: readonly string[];
  readonly severity: 'error' | 'warning';
}

/** One case, as its `case.json` has it. */
export interface CheckCase {
  readonly id: string;
  readonly row: number | string;
  readonly about: string;
  readonly verdict: 'bad' | 'good';
  readonly facts?: { readonly kubernetes?: string; readonly platform?: any };
  readonly expect: readonly ExpectedFault[];
  readonly mayWarn?: readonly { readonly object: string | readonly string[] }[];
  readonly folder: string;
}

/** All cases, by their folders. */
export function checkCases(): CheckCase[] {
  const root = conformanceFolder('check');
  return readdirSync(root)
    .filter((name) => statSync(join(root, name)).isDirectory())
    .sort()
    .map((name) => {
      const folder = join(root, name);
      return { ...JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')), folder };
    });
}

/** What the check says of a case. */
export function findingsOf({ folder, facts = {} }: CheckCase): readonly RenderFinding[] {
  const sources = filesBelow(folder).map((name) => ({
    name,
    text: readFileSync(join(folder, name), 'utf8'),
  }));
  const render = { operatorMode: false, operatorPreset: 'chart', operatorEnv: {}, only: false };
  return checkDocuments(sources, { target: targetFacts(facts), render }).findings;
}

function filesBelow(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below))
    .sort()
    .flatMap((name) => {
      const path = join(below, name);
      if (statSync(join(folder, path)).isDirectory()) return filesBelow(folder, path);
      return name === 'case.json' || !/\.(ya?ml|json)$/.test(name) ? [] : [path];
    });
}

/** What is wrong with the findings on a case, in words; empty if nothing is. */
export function complaintsOf(
  { verdict, expect, mayWarn = [] }: CheckCase,
  findings: readonly RenderFinding[],
): string[] {
  const named = (object: string | readonly string[]) => ([] as string[]).concat(object);
  const told = ({ severity, object, path, message, rule }: RenderFinding) =>
    `${severity} ${object} ${path}: ${message} (${rule})`;
  if (verdict === 'good') {
    const allowed = mayWarn.flatMap(({ object }) => named(object));
    return findings
      .filter(({ severity, object }) => severity === 'error' || !allowed.includes(object ?? ''))
      .map((finding) => `false: ${told(finding)}`);
  }
  const isAt = (path: string, { paths, exactly = [] }: ExpectedFault) =>
    exactly.includes(path) ||
    paths.some(
      (field) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`),
    );
  const left = [...findings];
  const missed = expect.filter((fault) => {
    const at = left.findIndex(
      (finding) =>
        named(fault.object).includes(finding.object ?? '') &&
        isAt(finding.path, fault) &&
        (finding.severity === 'error' || fault.severity === 'warning'),
    );
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const faulty = expect.flatMap(({ object }) => named(object));
  return [
    ...missed.map(
      ({ object, paths, severity }) =>
        `missed: ${severity} ${named(object).join(' or ')} at ${paths.join(' or ')}`,
    ),
    ...findings
      .filter(({ severity, object }) => severity === 'error' && !faulty.includes(object ?? ''))
      .map((finding) => `false: ${told(finding)}`),
  ];
}

/** Findings as JUnit XML: a suite for each file, and a failed test for each error. */
import { addTo } from '../kube';
import { ReportOptions } from './options';
import { placeOf, wordsOf } from './place';
import { PROGRAM } from './program';
import { xmlText } from '../escape';
import { Severity } from '../findings';
import { RenderFinding } from '../render';

/**
 * One document. A warning is a test that passes and says something: whether it fails the build is
 * for the exit status. A file with nothing wrong is a test that passes.
 */
export function junitText(
  findings: readonly RenderFinding[],
  { sources = [] }: ReportOptions,
): string {
  const suites = new Map<string, RenderFinding[]>(sources.map(({ name }) => [name, []]));
  for (const finding of findings) {
    const name = finding.file ?? 'options';
    addTo(suites, name, finding);
  }
  const texts = [...suites].map(([name, own]) => suiteText(name, own));
  const tests = texts.reduce((sum, one) => sum + one.tests, 0);
  const failures = texts.reduce((sum, one) => sum + one.failures, 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${PROGRAM}" tests="${tests}" failures="${failures}" errors="0" skipped="0">`,
    ...texts.map(({ text }) => text),
    '</testsuites>',
    '',
  ].join('\n');
}

interface SuiteText {
  readonly text: string;
  readonly tests: number;
  readonly failures: number;
}

function suiteText(file: string, findings: readonly RenderFinding[]): SuiteText {
  const failures = findings.filter(({ severity }) => severity === Severity.ERROR).length;
  const tests = Math.max(findings.length, 1);
  const named = xmlText(file);
  const names = new Map<string, number>();
  const cases = findings.map((finding) => caseText(finding, named, uniqueName(finding, names)));
  const lines =
    findings.length === 0
      ? [`    <testcase name="no findings" classname="${named}" time="0"/>`]
      : cases;
  const text = [
    `  <testsuite name="${named}" tests="${tests}" failures="${failures}" errors="0" skipped="0" time="0">`,
    ...lines,
    '  </testsuite>',
  ].join('\n');
  return { text, tests, failures };
}

function caseText(finding: RenderFinding, file: string, name: string): string {
  const { severity, rule, message, line } = finding;
  const words = xmlText(`${placeOf(finding)}: ${wordsOf(finding)}`);
  const inner =
    severity === Severity.ERROR
      ? `<failure message="${xmlText(message)}" type="${xmlText(rule)}">${words}</failure>`
      : `<system-out>warning: ${words}</system-out>`;
  return `    <testcase name="${xmlText(name)}" classname="${file}" file="${file}"${line === undefined ? '' : ` line="${line}"`} time="0">${inner}</testcase>`;
}

/** Two tests of one name are one test to many readers. */
function uniqueName({ rule, object, path }: RenderFinding, names: Map<string, number>): string {
  const name = [rule, object, path].filter((part) => part !== undefined && part !== '').join(' ');
  const occurrence = (names.get(name) ?? 0) + 1;
  names.set(name, occurrence);
  return occurrence === 1 ? name : `${name} (${occurrence})`;
}

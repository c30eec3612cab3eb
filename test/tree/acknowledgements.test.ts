/**
 * The finding that an acknowledgement accepts: one warning, for one part of the tree, and never an
 * error.
 */
import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { defineRules, Finding, Severity, violation } from '../../src/findings';
import { Findings, keepFindings } from '../../src/tree';

const TEXT = {
  warning: 's',
  why: 'w',
  bad: 'b',
  good: 'g',
  source: 'x',
};
const RULES = defineRules('demo', { odd: TEXT, other: TEXT });
const WARNING: Finding = violation(RULES.odd, 'a', 'odd', 'look');
const OTHER: Finding = { ...WARNING, rule: 'demo/other' };

function scopeWith(findings: readonly Finding[]): Construct {
  const scope = new Construct(new Chart(new App(), 'c'), 'd');
  keepFindings(
    scope,
    findings.map((finding) => ({ ...finding, construct: 'c/d' })),
  );
  return scope;
}

const rulesAt = (scope: Construct) =>
  Findings.of(scope.node.root).all.map(({ rule, severity }) => `${severity} ${rule}`);

test('it accepts the warning that it names, and no other', () => {
  const scope = scopeWith([WARNING, OTHER]);
  Findings.of(scope).acknowledge('demo/odd', 'it is meant so');
  expect(rulesAt(scope)).toEqual(['warning demo/other']);
});

test('it leaves an error of the same rule', () => {
  const scope = scopeWith([WARNING, { ...WARNING, severity: Severity.ERROR }]);
  Findings.of(scope).acknowledge('demo/odd', 'it is meant so');
  expect(rulesAt(scope)).toEqual(['error demo/odd', 'warning input/acknowledged-error']);
});

test('it counts from above the construct, and not from beside it', () => {
  const scope = scopeWith([WARNING]);
  const beside = new Construct(scope.node.scope!, 'beside');
  Findings.of(beside).acknowledge('demo/odd', 'it is meant so');
  expect(rulesAt(scope)).toEqual(['warning demo/odd', 'warning input/acknowledged-nothing']);
  Findings.of(scope.node.root).acknowledge('demo/odd', 'it is meant so');
  expect(rulesAt(scope)).toEqual(['warning input/acknowledged-nothing']);
});

test('other metadata of a construct accepts nothing, whatever it holds', () => {
  const scope = scopeWith([WARNING]);
  scope.node.addMetadata('somebody:else', {
    rule: 'demo/odd',
    reason: 'it is about something else',
  });
  scope.node.addMetadata('aws:cdk:path', 'c/d');
  expect(rulesAt(scope)).toEqual(['warning demo/odd']);
});

test('findings of no construct are told for the app, and for no part of it', () => {
  const scope = new Construct(new Chart(new App(), 'c'), 'd');
  keepFindings(scope, [WARNING]);
  expect([Findings.of(scope.node.root).all.length, Findings.of(scope).all.length]).toEqual([1, 0]);
});

test('a part of the tree has its own findings and those below it', () => {
  const scope = scopeWith([WARNING]);
  expect([Findings.of(scope).all.length, Findings.of(scope.node.scope!).all.length]).toEqual([
    1, 1,
  ]);
});

test('a tree in which nothing was registered has no findings, and can be acknowledged in, which is in vain', () => {
  const app = new App();
  expect(Findings.of(app).all).toEqual([]);
  Findings.of(app).acknowledge('demo/odd', 'it is meant so');
  expect(rulesAt(new Chart(app, 'c'))).toEqual(['warning input/acknowledged-nothing']);
});

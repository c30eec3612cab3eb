/** Read-outs of a real control plane: what is wrong there is found, and nothing else. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkDocuments, CheckRequest } from '../../src/check';
import { targetFacts } from '../../src/facts';
import { Severity } from '../../src/findings';
import { readReadOut } from '../../src/read-out';
import { RenderFinding } from '../../src/render';
import { conformanceFolder, sayReplayed } from '../support/conformance';

interface Expected {
  readonly object: string | readonly string[];
  readonly severity: 'warning' | 'error';
}

interface LiveCase {
  readonly id: string;
  readonly about: string;
  readonly healthy?: boolean;
  readonly deserved?: readonly string[];
  readonly findings?: readonly Expected[];
  readonly text: string;
}

const FOLDER = conformanceFolder('live');
const CASES: readonly LiveCase[] = existsSync(FOLDER)
  ? readdirSync(FOLDER)
      .sort()
      .filter((id) => existsSync(join(FOLDER, id, 'case.json')))
      .map((id) => ({
        ...(JSON.parse(readFileSync(join(FOLDER, id, 'case.json'), 'utf8')) as LiveCase),
        text: readFileSync(join(FOLDER, id, 'live.json'), 'utf8'),
      }))
  : [];

const REQUEST: CheckRequest = {
  target: targetFacts(),
  render: { operatorMode: false, operatorPreset: 'chart', operatorEnv: {}, only: false },
};

/** As documents, as `kubectl get … | cdk8s-volumes check -` gives them, and by `--cluster`. */
const DOORS: readonly (readonly [string, (text: string) => readonly RenderFinding[]])[] = [
  ['as documents', (text) => checkDocuments([{ name: 'live.json', text }], REQUEST).findings],
  [
    'as a read-out',
    (text) => {
      const bytes = [new TextEncoder().encode(text)];
      const cluster = readReadOut([{ name: 'live.json', bytes }]);
      return checkDocuments([], { ...REQUEST, cluster }).findings;
    },
  ],
];

function isOf(finding: RenderFinding, { object, severity }: Expected): boolean {
  const names = [object].flat();
  const isNamed = names.some((name) =>
    name.endsWith('*')
      ? finding.object?.startsWith(name.slice(0, -1)) === true
      : finding.object === name,
  );
  return isNamed && (severity === 'warning' || finding.severity === Severity.ERROR);
}

function complaints(one: LiveCase, findings: readonly RenderFinding[]): string[] {
  const missing = (one.findings ?? []).filter(
    (expected) => !findings.some((finding) => isOf(finding, expected)),
  );
  const surplus =
    one.healthy === true
      ? findings.filter(
          ({ rule, severity }) =>
            !(one.deserved ?? []).includes(rule) &&
            (severity === Severity.ERROR || rule.endsWith('/unknown-field')),
        )
      : [];
  return [
    ...missing.map(({ object }) => `nothing is found on ${[object].flat().join(', ')}`),
    ...surplus.map(({ object, rule, message }) => `${object}: ${message} (${rule})`),
  ];
}

describe.each(DOORS)('a read-out, %s', (_name, findingsOf) => {
  if (CASES.length === 0) {
    test.todo('no cases are in this repository');
  } else {
    test.each(CASES.map((one) => [one.id, one.about, one] as const))(
      '%s: %s',
      (_id, _about, one) => {
        expect(complaints(one, findingsOf(one.text))).toEqual([]);
      },
    );
  }
});

afterAll(() => sayReplayed('live check', CASES.length));

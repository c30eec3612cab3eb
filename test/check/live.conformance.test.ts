/** Read-outs of a real control plane: what is wrong there is found, and nothing else. */
import { checkDocuments, CheckRequest } from '../../src/check';
import { targetFacts } from '../../src/facts';
import { Severity } from '../../src/findings';
import { RenderFinding } from '../../src/render';
import { sayReplayed } from '../support/conformance';
import { liveFiles, LiveFiles } from '../support/live-cases';

interface Expected {
  readonly object: string | readonly string[];
  readonly severity: 'warning' | 'error';
}

interface LiveCase {
  readonly healthy?: boolean;
  readonly deserved?: readonly string[];
  readonly findings?: readonly Expected[];
}

const CASES = liveFiles();

const REQUEST: CheckRequest = {
  target: targetFacts(),
  render: { operatorMode: false, operatorPreset: 'chart', operatorEnv: {}, only: false },
};

/** As documents, as `kubectl get … | cdk8s-volumes check -` gives them, and by `--cluster`. */
const DOORS: readonly (readonly [string, (one: LiveFiles) => readonly RenderFinding[]])[] = [
  [
    'as documents',
    (one) => checkDocuments([{ name: 'live.json', text: one.text() }], REQUEST).findings,
  ],
  ['as a read-out', (one) => checkDocuments([], { ...REQUEST, cluster: one.readOut() }).findings],
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
    one.healthy === true ? findings.filter(({ rule }) => !(one.deserved ?? []).includes(rule)) : [];
  return [
    ...missing.map(({ object }) => `nothing is found on ${[object].flat().join(', ')}`),
    ...surplus.map(({ object, rule, message }) => `${object}: ${message} (${rule})`),
  ];
}

describe.each(DOORS)('check of a read-out, %s', (_name, findingsOf) => {
  test.each(CASES.map((one) => [one.case.id, one.case.about, one] as const))(
    '%s: %s',
    (_id, _about, one) => {
      expect(complaints(one.case as LiveCase, findingsOf(one))).toEqual([]);
    },
  );
});

afterAll(() => sayReplayed('live check', CASES.length));

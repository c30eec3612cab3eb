/** Warnings that somebody has accepted: in the configuration, and by annotations. */
import { ACKNOWLEDGE, Acknowledgement, checkDocuments, withoutAcknowledged } from '../../src/check';
import { targetFacts } from '../../src/facts';
import { Severity } from '../../src/findings';
import { qualifiedKeyProblems } from '../../src/kube';
import { RenderFinding } from '../../src/render';
import { ALL_RULES } from '../../src/rules';

const RULE = 'manifest/read-only-root';
const warning = (more: Partial<RenderFinding> = {}): RenderFinding => ({
  rule: RULE,
  severity: Severity.WARNING,
  path: 'spec.template.spec.containers[0].image',
  message: 'm',
  remedy: 'r',
  object: 'Deployment/shop/web',
  file: 'deploy/web.yaml',
  ...more,
});
const error = (more: Partial<RenderFinding> = {}) => warning({ severity: Severity.ERROR, ...more });
const accept = (more: Partial<Acknowledgement> = {}): Acknowledgement => ({
  rule: RULE,
  reason: 'fine',
  place: { file: 'c.yaml', line: 3, column: 5 },
  ...more,
});
const told = (findings: readonly RenderFinding[]) =>
  findings.map(
    ({ severity, file, line, path, message, remedy, rule }) =>
      `${severity} ${file}:${line ?? ''} ${path}: ${message}; ${remedy} (${rule})`,
  );
const NOTHING = `warning c.yaml:3 : there is no warning of ${RULE} here to acknowledge; remove the acknowledgement (check/acknowledged-nothing)`;

describe('in the configuration', () => {
  test.each<[string, Partial<Acknowledgement>]>([
    ['everywhere', {}],
    ['of an object', { object: 'Deployment/shop/web' }],
    ['of a name', { object: 'w*' }],
    ['of a kind', { object: 'Deployment/**' }],
    ['of a namespace', { object: '*/shop/*' }],
    ['of a file', { file: 'web.yaml' }],
    ['of a folder', { file: 'deploy/**' }],
    ['of a field', { path: 'spec.template.spec.containers[0].image' }],
    ['of a field around it', { path: 'spec.template' }],
    ['of any item', { path: 'spec.template.spec.containers[*]' }],
    ['of any name', { path: 'spec.template.spec.*[0]' }],
    ['of all that', { object: 'Deployment/shop/web', file: '*.yaml', path: 'spec' }],
  ])('a warning is accepted: %s', (_, where) => {
    expect(withoutAcknowledged([warning()], [accept(where)])).toEqual([]);
  });

  test.each<[string, Partial<Acknowledgement>]>([
    ['another rule', { rule: 'manifest/access-mode' }],
    ['another object', { object: 'Deployment/shop/worker' }],
    ['another namespace', { object: '*/other/*' }],
    ['another file', { file: 'other/**' }],
    ['another field', { path: 'spec.temp' }],
    ['a field below it', { path: 'spec.template.spec.containers[0].image.tag' }],
    ['another item', { path: 'spec.template.spec.containers[1]' }],
    ['signs that are no patterns', { path: 'spec.template.spec.containers[0].imag.' }],
  ])('a warning stays, and it is told that nothing was accepted: %s', (_, where) => {
    const { rule = RULE } = where;
    expect(told(withoutAcknowledged([warning()], [accept(where)]))).toEqual([
      ...told([warning()]),
      NOTHING.replace(RULE, rule),
    ]);
  });

  test('an error stays, and it is told that it cannot be accepted', () => {
    expect(told(withoutAcknowledged([error()], [accept()]))).toEqual([
      ...told([error()]),
      `warning c.yaml:3 : ${RULE} is an error here, which cannot be acknowledged; fix what it reports (check/acknowledged-error)`,
    ]);
    expect(told(withoutAcknowledged([error(), warning()], [accept()]))).toEqual(told([error()]));
  });

  test('where there are errors, nothing is said of what nothing was accepted by', () => {
    const other = error({ rule: 'manifest/access-mode' });
    expect(withoutAcknowledged([other], [accept()])).toEqual([other]);
  });

  test('of several that accept one warning each is good for something', () => {
    expect(withoutAcknowledged([warning()], [accept(), accept({ object: 'web' })])).toEqual([]);
  });

  test('that nothing was accepted can be accepted, and in vain too', () => {
    const own = accept({
      rule: 'check/acknowledged-nothing',
      place: { file: 'c.yaml', line: 9, column: 1 },
    });
    expect(withoutAcknowledged([], [accept(), own])).toEqual([]);
    expect(told(withoutAcknowledged([warning()], [accept(), own]))).toEqual([
      NOTHING.replace(RULE, 'check/acknowledged-nothing').replace('c.yaml:3', 'c.yaml:9'),
    ]);
  });
});

describe('by annotations', () => {
  const web = (annotations: string) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations: ${annotations}
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: "docker.io/library/nginx:1.27.0", securityContext: { readOnlyRootFilesystem: true } }]
`;
  const check = (text: string, acknowledge?: readonly Acknowledgement[]) =>
    checkDocuments([{ name: 'web.yaml', text }], {
      target: targetFacts(),
      acknowledge,
      render: { operatorMode: false, operatorPreset: 'chart', operatorEnv: {}, only: false },
    }).findings.filter(({ rule }) => rule === RULE || rule.startsWith('check/'));
  const key = `${ACKNOWLEDGE}manifest.read-only-root`;

  test('a warning of the object is accepted', () => {
    expect(check(web('{}'))).toHaveLength(1);
    expect(check(web(`{ ${key}: our build writes nothing }`))).toEqual([]);
    expect(check(web('{}'), [accept({ object: 'Deployment/default/web' })])).toEqual([]);
  });

  test('a warning of another object is not', () => {
    const two = [web(`{ ${key}: fine }`), web('{}').replace('name: web', 'name: other')].join(
      '---\n',
    );
    expect(check(two).map(({ object }) => object)).toEqual(['Deployment/default/other']);
  });

  test.each([
    [
      'no reason',
      `{ ${key}: "" }`,
      `error web.yaml:5 metadata.annotations["${key}"]: the acknowledgement of ${RULE} has no reason; say why it is fine here (check/acknowledged-reason)`,
    ],
    [
      'a rule that there is not',
      `{ ${ACKNOWLEDGE}manifest.read-only-rot: fine }`,
      `error web.yaml:5 metadata.annotations["${ACKNOWLEDGE}manifest.read-only-rot"]: there is no rule "manifest/read-only-rot" to acknowledge; perhaps you meant "${RULE}" (check/acknowledged-unknown)`,
    ],
    [
      'nothing to accept',
      `{ ${key}: fine, ${ACKNOWLEDGE}manifest.field-of-version: fine }`,
      `warning web.yaml:5 metadata.annotations["${ACKNOWLEDGE}manifest.field-of-version"]: there is no warning of manifest/field-of-version here to acknowledge; remove the acknowledgement (check/acknowledged-nothing)`,
    ],
  ])('%s is told at the annotation', (_, annotations, line) => {
    expect(told(check(web(annotations)).filter(({ rule }) => rule !== RULE))).toEqual([line]);
  });
});

test('every rule has an annotation that the API server takes', () => {
  expect(
    ALL_RULES.filter(
      ({ id }) => qualifiedKeyProblems(`${ACKNOWLEDGE}${id.replace('/', '.')}`).length > 0,
    ),
  ).toEqual([]);
});

/** The plug-in of cdk8s-cli. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { VolumesValidation } from '../../src';
import { harmless } from '../../src/escape';
import { show } from '../../src/findings';
import { folderWith, removeFolders } from '../cli/session';
import { library } from '../support/built';
import { HOSTILE_NAMES } from '../support/hostile-names';
import { textsOf } from '../support/seen';

afterEach(removeFolders);

const CLAIM =
  'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data, namespace: team }\nspec: { accessModes: [RWX], resources: { requests: { storage: 1Gi } } }\n';
const FINE = CLAIM.replace('RWX', 'ReadWriteOnce');

async function validate(text: string, properties?: object): Promise<object> {
  const file = join(folderWith({ 'app.k8s.yaml': text }), 'app.k8s.yaml');
  const violations: any[] = [];
  const submitted: string[] = [];
  const report = {
    addViolation: (one: object) => violations.push(one),
    submit: (status: string) => submitted.push(status),
  };
  await new VolumesValidation(properties).validate({ manifests: [file], report });
  return { submitted, violations: JSON.parse(JSON.stringify(violations).replaceAll(file, 'FILE')) };
}

test('an error is a violation with its rule, its words, its remedy and its place, and fails', async () => {
  expect(await validate(CLAIM)).toEqual({
    submitted: ['failure'],
    violations: [
      {
        ruleName: 'storage/access-mode',
        recommendation: 'error: "RWX" is not a valid access mode',
        fix: 'must be one of ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod',
        violatingResources: [
          { resourceName: 'data', manifestPath: 'FILE:4', locations: ['spec.accessModes[0]'] },
        ],
      },
    ],
  });
});

test('hostile names are texts of one line that no terminal obeys', async () => {
  for (const name of Object.values(HOSTILE_NAMES).filter((one) => !one.includes('\ud800'))) {
    const claim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name, labels: { [name]: name } },
      spec: { accessModes: [name] },
    };
    const text = JSON.stringify(claim).replace(
      /[^ -~]/gu,
      (sign) => `\\U${sign.codePointAt(0)!.toString(16).padStart(8, '0')}`,
    );
    const told = textsOf(await validate(text));
    expect(told.filter((one) => one !== harmless(one))).toEqual([]);
    expect(told).toContain(harmless(`error: ${show(name)} is not a valid access mode`));
  }
});

test('what is fine succeeds', async () => {
  expect(await validate(FINE)).toEqual({ submitted: ['success'], violations: [] });
});

test('a document that is none at all is judged as the command line does', async () => {
  expect(await validate('a: "b')).toMatchObject({
    submitted: ['failure'],
    violations: [{ ruleName: 'render/syntax' }],
  });
});

test.each<[object, string]>([
  [
    { kubernetes: 'new' },
    'properties.kubernetes: "new" is not a version of Kubernetes; use one such as "1.34" (input/type)',
  ],
  [
    { kubernets: '1.34' },
    'properties.kubernets: there is no option "kubernets", so "1.34" would have no effect; perhaps you meant "kubernetes" (input/unknown-field)',
  ],
  [
    { strict: 'yes' },
    'properties.strict: "yes" is neither true nor false; use true or false (input/type)',
  ],
])('properties that are wrong are told: %p', (properties, message) => {
  expect(() => new VolumesValidation(properties)).toThrow(message);
});

test('cdk8s synth fails by it', () => {
  const root = join(__dirname, '..', '..');
  const folder = folderWith({
    'plugin/package.json': '{ "name": "plugin", "version": "1.0.0", "main": "index.js" }',
    // The package as it is in this repository, not as it was compiled once.
    'plugin/index.js': `module.exports = require(${JSON.stringify(library())});`,
    'main.js': `const { ApiObject, App, Chart } = require(${JSON.stringify(require.resolve('cdk8s'))});
const app = new App();
new ApiObject(new Chart(app, 'app'), 'claim', { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data' }, spec: { accessModes: ['RWX'] } });
app.synth();`,
    'cdk8s.yaml': `language: typescript
app: node main.js
validations:
  - package: ./plugin
    version: 1.0.0
    class: VolumesValidation
`,
  });
  const run = spawnSync(
    process.execPath,
    [join(root, 'node_modules', '.bin', 'cdk8s'), 'synth', '--check-upgrade=false'],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(run.stdout + run.stderr).toContain('storage/access-mode');
  expect(run.status).toBe(2);
});

/** The README, which somebody new reads first: it says what is here, and does not grow. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Construct } from 'constructs';
import * as volumes from '../../src';
import { folderWith, removeFolders, runWith } from '../cli/session';

const README = readFileSync(join(__dirname, '..', '..', 'README.md'), 'utf8');
const LINES = README.split('\n');

afterEach(removeFolders);

/** The line on which a text is first, from 1. */
const lineOf = (text: string) => LINES.findIndex((line) => line.includes(text)) + 1;

test('it has at most 200 lines', () => {
  expect(LINES.length - 1).toBeLessThanOrEqual(200);
});

test('what it is, and that it is not published, stand on top', () => {
  expect(lineOf('construct library that replaces storage operators')).toBeLessThanOrEqual(6);
  expect(lineOf('0.1.0 will be the first release')).toBeLessThan(lineOf('npx cdk8s-volumes check'));
});

test.each([
  ['render', 70],
  ['check', 110],
  ['diff', 120],
  ['map', 130],
])('%s is on the first screens', (command, most) => {
  const line = Math.min(
    ...[`npx cdk8s-volumes ${command}`, `\`${command}\``].map(lineOf).filter((one) => one > 0),
  );
  expect(line).toBeLessThanOrEqual(most);
});

test('a construct is before the commands, and its YAML is what render prints', async () => {
  const [, construct] = /^prints [^\n]*:\n\n```yaml\n([\s\S]*?)^```$/m.exec(README)!;
  const [, resource] = /^```yaml\n(# shared\.yaml\n[\s\S]*?)^```$/m.exec(README)!;
  const folder = folderWith({ 'shared.yaml': resource });
  const { status, stdout } = await runWith(['render', join(folder, 'shared.yaml')]);
  expect([status, stdout]).toEqual([0, construct]);
});

/** Parts of others, which users do not create by themselves. */
const PARTS = ['ClaimTemplate'];

test('every construct is named', () => {
  const constructs = Object.entries(volumes)
    .filter(([, value]) => typeof value === 'function' && value.prototype instanceof Construct)
    .map(([name]) => name)
    .filter((name) => !name.endsWith('Handle') && !PARTS.includes(name));
  expect(constructs.length).toBeGreaterThan(15);
  expect(constructs.filter((name) => !README.includes(`\`${name}\``))).toEqual([]);
});

test.each(['kube-linter', 'kubeconform', 'argocd-diff-preview', 'konflate', 'a real API server'])(
  'it is compared with %s, in both directions',
  (tool) => {
    const row = LINES.find(
      (line) => line.startsWith(`| [${tool}]`) || line.startsWith(`| ${tool}`),
    );
    expect(row!.split('|').filter((cell) => cell.trim().length > 10).length).toBeGreaterThanOrEqual(
      2,
    );
  },
);

test('there is a picture of each command', () => {
  for (const name of ['render', 'check', 'diff']) {
    const path = `docs/pictures/${name}.svg`;
    expect(README).toContain(path);
    expect(readFileSync(join(__dirname, '..', '..', path), 'utf8')).toContain(
      `$ cdk8s-volumes ${name}`,
    );
  }
  expect(README).toContain('docs/platform-map.svg');
});

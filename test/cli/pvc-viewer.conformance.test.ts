/**
 * Cases of the PVCViewer controller through the command line in operator mode: its verdict, its
 * words, its objects.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { folderWith, removeFolders, runWith } from './session';
import { sampleOf } from '../support/size';
import { Case, FRESH, olderWords, withoutOwner } from '../viewer/cases';

const PATH = 'DEFAULT_POD_SPEC_PATH';
const isFileMissing = ({ controllerEnv: { [PATH]: path }, controllerFiles = {} }: Case) =>
  Boolean(path) && !Object.hasOwn(controllerFiles, path);

afterEach(removeFolders);

async function render(input: string, { controllerEnv, controllerFiles = {} }: Case) {
  const folder = folderWith(controllerFiles);
  const findings = join(folder, 'findings.json');
  const here = (name: string, value: string) =>
    name === PATH && value !== '' ? join(folder, value) : value;
  const variables = Object.entries(controllerEnv).flatMap(([name, value]) => [
    '--operator-env',
    `${name}=${here(name, value)}`,
  ]);
  const { status, stdout, stderr } = await runWith(
    [
      'render',
      '-',
      '-o',
      'json',
      '--only',
      '--operator-mode',
      '--findings',
      findings,
      ...variables,
    ],
    { stdin: input },
  );
  const told: { severity: string; message: string; remedy: string }[] = existsSync(findings)
    ? JSON.parse(readFileSync(findings, 'utf8'))
    : [];
  rmSync(findings, { force: true });
  return { status, stdout, stderr, errors: told.filter(({ severity }) => severity === 'error') };
}

/**
 * What the API server and the webhooks say to a case: nothing, when the controller makes its
 * objects.
 */
function wordsOf({ refusedBy, schemaErrors, webhookError }: Case): string[] {
  return refusedBy === 'mutatingWebhook' || refusedBy === 'validatingWebhook'
    ? [webhookError]
    : schemaErrors;
}

/** As people write them, with everything that was there when the viewer came. */
const asYaml = (objects: unknown[]) =>
  objects.map((one) => stringify(one, { version: '1.1' })).join('---\n');
const asList = (objects: unknown[]) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...objects].reverse() });

describe.each([
  ['documents of YAML', asYaml],
  ['a list of JSON, the viewer at its end', asList],
])('as %s', (_format, print) => {
  test.each(
    sampleOf(
      FRESH.filter((one) => !isFileMissing(one)),
      8,
    ).map((one) => [one.id, one] as const),
  )('%s', async (_id, one) => {
    const { status, stdout, errors } = await render(
      print([one.input.viewer, ...one.input.objects]),
      one,
    );
    const words = wordsOf(one);
    const messages = olderWords(errors.map(({ message }) => message));
    // Metadata that cannot be decoded is told in the same words for all kinds, with its path.
    if (one.refusedBy === 'decoding') {
      expect(messages).toEqual([expect.stringMatching(/^metadata\..*must be of type/)]);
    } else {
      expect([...messages].sort()).toEqual([...words].sort());
    }
    expect(status).toBe(words.length === 0 ? 0 : 1);
    if (words.length > 0) {
      expect(stdout).toBe('');
      return;
    }
    const children = [one.deployment, one.service, one.virtualService]
      .map(withoutOwner)
      .filter((child) => child !== undefined);
    expect(JSON.parse(stdout)).toEqual({ apiVersion: 'v1', kind: 'List', items: children });
  });
});

test.each(FRESH.filter(isFileMissing).map((one) => [one.id, one] as const))(
  '%s: a file that is not there is wrong usage',
  async (_id, one) => {
    const { status, stdout, stderr } = await render(asYaml([one.input.viewer]), one);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(one.controllerEnv[PATH]);
  },
);

/** A large input, of which another thread judges the second half: what is told is the same, and in the same order. */
import { start } from './process';
import { folderWith, runWith } from './session';
import { Io } from '../../src/cli/io';
import { Severity } from '../../src/findings';

const claim = (index: number) => `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: claim-${index}
  namespace: shop
spec:
  accessModes: [RWX]
  resources:
    requests:
      storage: 1Gi
`;

/** Documents of so many characters, each with a mistake. */
function documents(characters: number): string {
  const claims = Array.from({ length: 40 }, (_, index) => claim(index)).join('---\n');
  return `${claims}#${'x'.repeat(characters - claims.length - 2)}\n`;
}

test.each([['as large as is worth a thread', 2 ** 21], ['a little smaller', 2 ** 21 - 1]])('%s', async (_name, characters) => {
  const text = documents(characters);
  expect(text).toHaveLength(characters);
  const file = `${folderWith({ 'claims.yaml': text })}/claims.yaml`;
  const { status, stdout, stderr } = await start(['check', file, '-o', 'json']).ended;
  const { stdout: alone } = await runWith(['check', file, '-o', 'json']);
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect((JSON.parse(stdout) as { object: string }[]).map(({ object }) => object)).toEqual(Array.from({ length: 40 }, (_one, index) => `PersistentVolumeClaim/shop/claim-${index}`));
  expect(stdout).toBe(alone);
}, 120_000);

test('where the thread fails, all is judged here', async () => {
  const file = `${folderWith({ 'claims.yaml': documents(2 ** 21) })}/claims.yaml`;
  const asked: number[] = [];
  const judgeSecondHalf: Io['judgeSecondHalf'] = (_args, inputs) => {
    asked.push(inputs.length);
    return Promise.reject(new Error('no memory'));
  };
  const failing = await runWith(['check', file, '-o', 'json'], { judgeSecondHalf });
  const alone = await runWith(['check', file, '-o', 'json']);
  expect(asked).toEqual([1]);
  expect(failing).toEqual(alone);
});

test('what the thread says is told', async () => {
  const file = `${folderWith({ 'claims.yaml': documents(2 ** 20) })}/claims.yaml`;
  const said = { rule: 'a/b', severity: Severity.ERROR, path: 'spec', message: 'said elsewhere', remedy: 'look there', file, line: 500, column: 1, object: 'Pod/shop/other' };
  const { stdout } = await runWith(['check', file, '-o', 'json'], { judgeSecondHalf: () => Promise.resolve([said]) });
  const told = JSON.parse(stdout) as { message: string }[];
  expect(told).toHaveLength(21);
  expect(told.at(-1)).toMatchObject({ message: 'said elsewhere', line: 500 });
});

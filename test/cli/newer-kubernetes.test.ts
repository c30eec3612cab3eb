/** Versions of Kubernetes that are newer than what is known. */
import { folderWith, removeFolders, runWith } from './session';
import { newestMinor } from '../../src/model';

afterEach(removeFolders);

const FINE = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n';
const newest = newestMinor();
const note = `Kubernetes 1.${newest + 1} is newer than 1.${newest}, the newest version that this release supports: what it changes is not checked\n`;

const fine = 'no problems in 1 file, 1 object read\n';

test('check says so once, and judges', async () => {
  const run = (minor: number) =>
    runWith(['check', '-', '--kubernetes', `1.${minor}`], { stdin: FINE });
  expect(await run(newest + 1)).toEqual({ status: 0, stdout: '', stderr: `${note}${fine}` });
  expect(await run(newest)).toEqual({ status: 0, stdout: '', stderr: fine });
});

test('diff says so', async () => {
  const folder = folderWith({ 'a.yaml': FINE });
  const run = (minor: number) => runWith(['diff', folder, folder, '--kubernetes', `1.${minor}`]);
  expect((await run(newest + 1)).stderr).toBe(note);
  expect((await run(newest)).stderr).toBe('');
});

test('a map says so', async () => {
  const { stderr } = await runWith(
    ['map', '-', '--kubernetes', `1.${newest + 1}`, '-o', 'mermaid'],
    { stdin: FINE },
  );
  expect(stderr).toContain(note);
});

/** The model of the engines' order, held to logs of the engines themselves. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GITOPS_JUDGES } from '../../src/manifests/gitops/judges';
import { conformanceFolder, moreThan, sayReplayed } from '../support/conformance';
import { argoCourse, disagreements, EngineEvent, fluxCourse } from '../support/gitops-model';
import { judged } from '../support/judged';
import { parseManifests } from '../support/manifests';

const CASES = join(conformanceFolder('gitops'), 'cases');
const names = readdirSync(CASES).sort();
const manifestsOf = (name: string) =>
  parseManifests(readFileSync(join(CASES, name, 'manifests.yaml'), 'utf8'));
const logOf = (name: string, engine: string) =>
  readFileSync(join(CASES, name, `${engine}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line): EngineEvent => JSON.parse(line));

let replayed = 0;
afterAll(() => sayReplayed('gitops', replayed));

test('there are cases', () => {
  expect(names.length).toBeGreaterThan(moreThan(9));
});

test.each(names)('%s: Argo CD does what the model says', (name) => {
  expect(disagreements(argoCourse(manifestsOf(name)), logOf(name, 'argo'))).toEqual([]);
  replayed += 1;
});

test.each(names)('%s: Flux does what the model says', (name) => {
  expect(disagreements(fluxCourse(manifestsOf(name)), logOf(name, 'flux'))).toEqual([]);
  replayed += 1;
});

test.each(names)('%s: the rules find what does not end, and nothing else', (name) => {
  const { stuckAt } = argoCourse(manifestsOf(name));
  const rules = judged(GITOPS_JUDGES, manifestsOf(name)).map(
    (line) => /gitops\/[a-z-]+/.exec(line)![0],
  );
  expect(rules).toEqual(
    stuckAt === undefined
      ? []
      : [
          expect.stringMatching(
            /^gitops\/(?:claim-before-consumer|claim-after-consumer|unused-claim-waits)$/,
          ),
        ],
  );
});

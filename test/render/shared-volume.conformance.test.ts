import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderDocuments, RenderRequest } from '../../src/render';
import { printYaml } from '../../src/yaml';
import { conformanceFolder, moreThan } from '../support/conformance';

const FOLDER = conformanceFolder('efs', 'sharedvolume');
const REQUEST: RenderRequest = {
  operatorMode: true,
  operatorPreset: 'chart',
  operatorEnv: {},
  only: false,
};

interface Write {
  verb: string;
  sent?: unknown;
  error?: string;
}
interface Answer {
  step: string;
  refused?: { message: string };
  operatorPasses?: { writes: Write[]; result: string }[];
}
interface Case {
  id: string;
  input: { given?: unknown[]; steps: { action: string; object: any }[] };
  result: Answer[];
}

/** Those that begin with somebody who creates a SharedVolume where nothing else is. */
const cases: Case[] = readdirSync(FOLDER)
  .sort()
  .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))
  .filter(
    ({ input }: Case) =>
      !input.given &&
      input.steps[0].action === 'create' &&
      input.steps[0].object.kind === 'SharedVolume' &&
      input.steps[0].object.apiVersion === 'aws-efs.managed.openshift.io/v1alpha1',
  );

test('there are cases', () => {
  expect(cases.length).toBeGreaterThan(moreThan(50));
});

test.each(cases.map((one) => [one.id, one] as const))(
  "%s has the operator's verdict and objects",
  (_id, { input, result }) => {
    const { outputs, findings } = renderDocuments(
      [{ name: 'a.yaml', text: printYaml(input.steps[0].object) }],
      REQUEST,
    );
    const errors = findings
      .filter(({ severity }) => severity === 'error')
      .map(({ message }) => message);
    const answer = result.find(({ step }) => step.startsWith('create SharedVolume'))!;
    const writes = (answer.operatorPasses ?? [])
      .flatMap((pass) => pass.writes)
      .filter(({ verb }) => verb === 'create');
    const failure =
      writes.find(({ error }) => error !== undefined)?.error ??
      (writes.length === 0 ? answer.operatorPasses?.[0].result.replace(/^error: /, '') : undefined);
    if (answer.refused) {
      // The API server puts all of its lines into one.
      expect(answer.refused.message.replace(/^[^ ]+ "[^"]*" is invalid: \[?|\]$/g, '')).toBe(
        errors.join(', '),
      );
    } else if (failure !== undefined) {
      expect(errors).toEqual([failure]);
    } else {
      expect({ errors, objects: outputs.map(({ manifest }) => manifest) }).toEqual({
        errors: [],
        objects: writes.map(({ sent }) => sent).slice(0, 2),
      });
    }
  },
);

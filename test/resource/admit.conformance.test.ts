import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedVolumeSchemas } from '../../src/efs/schema';
import { locustTestSchemas } from '../../src/locust/schema';
import { admit, lineOf } from '../../src/resource';
import { conformanceFolder, moreThan } from '../support/conformance';

const FOLDER = conformanceFolder();
const read = (...path: string[]) => {
  const folder = join(FOLDER, ...path);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
};
const lines = (object: any, schema: any) => admit(object, schema).errors.map(lineOf);

interface LocustCase {
  id: string;
  input: any;
  schemaErrors: string[];
}
const locust: LocustCase[] = read('locust');
const schemaOf = (input: any) => locustTestSchemas()[input.apiVersion.split('/')[1]];

describe('LocustTest: refused is what the API server refuses, in its words', () => {
  test.each(locust.map((one) => [one.id, one] as const))('%s', (_id, one) => {
    expect(lines(one.input, schemaOf(one.input))).toEqual(one.schemaErrors);
  });

  test('every case is of a version that is known, and some are refused', () => {
    expect(locust.filter((one) => schemaOf(one.input) === undefined)).toEqual([]);
    expect(locust.filter((one) => one.schemaErrors.length > 0).length).toBeGreaterThan(
      moreThan(40),
    );
  });
});

describe('SharedVolume: refused is what the API server refuses, in its words', () => {
  interface SharedVolumeCase {
    id: string;
    input: { steps: any[] };
    result: any[];
  }
  const created = (read('efs', 'sharedvolume') as SharedVolumeCase[])
    .filter(
      ({
        input: {
          steps: [first],
        },
      }) => first.action === 'create' && first.object.kind === 'SharedVolume',
    )
    .map(
      ({ id, input, result }) =>
        [
          id,
          input.steps[0].object,
          result.find((answer) => answer.step.startsWith('create SharedVolume')),
        ] as const,
    );
  const schema = sharedVolumeSchemas().v1alpha1;
  const bySchema = created.filter(([, , answer]) =>
    /is invalid: \[?spec\./.test(answer.refused?.message ?? ''),
  );

  test.each(bySchema)('%s', (_id, object, answer) => {
    const found = lines(object, schema);
    const listed = found.length === 1 ? found[0] : `[${found.join(', ')}]`;
    expect(answer.refused.message).toBe(
      `SharedVolume.aws-efs.managed.openshift.io ${JSON.stringify(object.metadata.name)} is invalid: ${listed}`,
    );
  });

  test('and nothing else', () => {
    const others = created.filter(([, , answer]) => answer.refused === undefined);
    expect(
      others.filter(([, object]) => lines(object, schema).length > 0).map(([id]) => id),
    ).toEqual([]);
    expect(others.length).toBeGreaterThan(moreThan(80));
    expect(bySchema.length).toBeGreaterThan(moreThan(15));
  });
});

describe('fields that the schema does not know', () => {
  const prunedOf = (id: string) => {
    const { input } = locust.find((one) => one.id === id)!;
    return admit(input, schemaOf(input)).pruned;
  };

  test('are dropped from a claim template, as its metadata is open to nothing', () => {
    const path = 'spec.volumes[0].ephemeral.volumeClaimTemplate.metadata';
    expect(prunedOf('prune-claim-template-metadata')).toEqual([
      { path: `${path}.labels`, field: 'labels' },
      { path: `${path}.annotations`, field: 'annotations' },
      { path: `${path}.name`, field: 'name' },
    ]);
  });

  test('are dropped from a resource that is written in the words of the other version', () => {
    expect(prunedOf('schema-v1-spec-in-v2').map(({ field }) => field)).toEqual([
      'masterCommandSeed',
      'workerCommandSeed',
      'workerReplicas',
      'configMap',
    ]);
  });

  test('are named with the field that was probably meant', () => {
    const { input } = locust.find((one) => one.id === 'core-minimal')!;
    const { spec } = input;
    const misspelt = {
      ...input,
      spec: { ...spec, master: { ...spec.master, autoStart: true }, volumeMount: [], nonsense: 1 },
    };
    expect(admit(misspelt, schemaOf(input)).pruned).toEqual([
      { path: 'spec.master.autoStart', field: 'autoStart', nearest: 'autostart' },
      { path: 'spec.volumeMount', field: 'volumeMount', nearest: 'volumeMounts' },
      { path: 'spec.nonsense', field: 'nonsense' },
    ]);
  });

  test('are none in the status, which the API server drops as a whole', () => {
    const { input } = locust.find((one) => one.id === 'core-minimal')!;
    expect(admit({ ...input, status: { phase: 7, what: {} } }, schemaOf(input))).toMatchObject({
      errors: [],
      pruned: [],
    });
  });
});

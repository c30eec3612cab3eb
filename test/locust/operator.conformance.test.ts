/**
 * The answers of the operator to every case, and what this library makes of it: verdict, words,
 * whole objects.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildLocustTest } from '../../src/locust/build';
import { checkStart } from '../../src/locust/check';
import { checkAsOperator } from '../../src/locust/check/objections';
import { conflictLogLine } from '../../src/locust/command';
import { fromV1 } from '../../src/locust/convert';
import { readOperatorEnv } from '../../src/locust/operator-env';
import { locustTestSchemas } from '../../src/locust/schema';
import { LocustTestResource } from '../../src/locust/spec';
import { admit, lineOf } from '../../src/resource';
import { conformanceFolder, moreThan } from '../support/conformance';

const FOLDER = conformanceFolder('locust');

interface Case {
  id: string;
  operatorEnv: { [name: string]: string };
  input: any;
  schemaErrors: string[];
  webhookError?: string;
  configError?: string;
  logWarnings?: string[];
  builtAfterDefaulting?: any;
  webhookErrorIfSchemaSkipped?: string;
  builtFromRawInput?: any;
}

const cases: Case[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
const named = (wanted: (one: Case) => boolean) =>
  cases.filter(wanted).map((one) => [one.id, one] as const);

/**
 * The object as the API server stores it: admitted by its own version, converted, with the defaults
 * of the present one.
 */
function stored({ input }: Case): { test: LocustTestResource; errors: string[] } {
  const { v1, v2 } = locustTestSchemas();
  const old = input.apiVersion === 'locust.io/v1';
  const first = admit(input, old ? v1 : v2);
  const object =
    first.errors.length === 0 && old ? admit(fromV1(first.object as any), v2).object : first.object;
  return {
    test: object as unknown as LocustTestResource,
    errors: first.errors.map(lineOf),
  };
}

/** What the webhook says: its first objection. */
const objectionTo = (test: LocustTestResource) =>
  checkAsOperator(test, true, (field) => field)[0]?.message ?? '';
/** The binary's defaults, below what the case says. */
const settingsOf = (one: Case) => readOperatorEnv('binary', one.operatorEnv).settings;
const built = (test: LocustTestResource, one: Case) =>
  buildLocustTest(test, { settings: settingsOf(one), operatorMode: true });

test('there are cases of every sort', () => {
  expect(cases.length).toBeGreaterThan(moreThan(300));
  expect(named((one) => !!one.webhookError).length).toBeGreaterThan(moreThan(40));
});

describe('the API server', () => {
  test.each(named(() => true))('says what it says to %s', (_id, one) => {
    expect(stored(one).errors).toEqual(one.schemaErrors);
  });
});

describe('the configuration', () => {
  test.each(named((one) => one.webhookError !== undefined))(
    'is taken or refused in %s',
    (_id, one) => {
      expect(checkStart(settingsOf(one)).map(({ message }) => message)).toEqual(
        one.configError === undefined ? [] : [one.configError],
      );
    },
  );
});

describe('the webhook', () => {
  test.each(named((one) => one.webhookError !== undefined))(
    'says what it says to %s',
    (_id, one) => {
      expect(objectionTo(stored(one).test)).toBe(one.webhookError);
    },
  );

  test.each(named((one) => one.webhookErrorIfSchemaSkipped !== undefined))(
    'says what it says to %s as it was written',
    (_id, one) => {
      expect(objectionTo(asGiven(one))).toBe(one.webhookErrorIfSchemaSkipped);
    },
  );
});

describe('the builders', () => {
  const building = (one: Case) => one.builtAfterDefaulting?.service !== undefined;
  test.each(named(building))('make the objects of %s', (_id, one) => {
    expect(built(stored(one).test, one)).toEqual(one.builtAfterDefaulting);
  });

  test.each(named((one) => one.builtFromRawInput?.service !== undefined))(
    'make the objects of %s as it was written',
    (_id, one) => {
      expect(built(asGiven(one), one)).toEqual(one.builtFromRawInput);
    },
  );

  test.each(named((one) => one.webhookError !== undefined))(
    'log what they log about %s',
    (_id, one) => {
      const { spec = {} } = stored(one).test;
      const lines = (['master', 'worker'] as const).flatMap(
        (role) => conflictLogLine(spec, role) ?? [],
      );
      expect(lines).toEqual(one.logWarnings ?? []);
    },
  );
});

/**
 * Without the API server: only what Go does when it reads JSON, where null is as good as absent,
 * and in a map of texts the empty text.
 */
function asGiven({ input }: Case): LocustTestResource {
  const MAPS = ['labels', 'annotations', 'nodeSelector', 'extraEnvVars'];
  const texts = (map: object) =>
    Object.fromEntries(Object.entries(map).map(([key, text]) => [key, text ?? '']));
  const dropped = JSON.parse(
    JSON.stringify(input, (key, value) =>
      value && MAPS.includes(key) ? texts(value) : value === null ? undefined : value,
    ),
  );
  return input.apiVersion === 'locust.io/v1' ? fromV1(dropped) : dropped;
}

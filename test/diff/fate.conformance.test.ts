/**
 * Changes of manifests, and what really became of the data: by the program as users call it, with
 * its exit status.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runWith } from '../cli/session';
import { conformanceFolder, moreThan, sayReplayed } from '../support/conformance';

interface Truth {
  readonly object: string | readonly string[];
  readonly data: string;
  readonly alsoRight?: readonly string[];
  /** Objects whose notes may tell it, too. */
  readonly toldOn?: readonly string[];
}

interface FateCase {
  readonly id: string;
  readonly theme: string;
  readonly about: string;
  readonly options?: {
    readonly engine?: string;
    readonly prune?: boolean;
    readonly way?: 'client-side';
  };
  readonly data: readonly Truth[];
  readonly exit?: { readonly plain?: number; readonly strict?: number };
}

const FOLDER = conformanceFolder('fate');
const CASES = readdirSync(FOLDER)
  .sort()
  .filter((name) => existsSync(join(FOLDER, name, 'case.json')))
  .map((name) => ({
    ...(JSON.parse(readFileSync(join(FOLDER, name, 'case.json'), 'utf8')) as FateCase),
    folder: join(FOLDER, name),
  }));

function argumentsOf({ folder, options = {} }: (typeof CASES)[number]): string[] {
  return [
    'diff',
    join(folder, 'old'),
    join(folder, 'new'),
    '-o',
    'json',
    ...(options.engine === undefined ? [] : ['--engine', options.engine]),
    ...(options.prune === false ? ['--no-prune'] : []),
    ...(options.way === undefined ? [] : [`--${options.way}`]),
  ];
}

/** What is said of the data of one truth: an object of which nothing is said keeps them. */
function mistakeOf(
  { object, data, alsoRight = [], toldOn = [] }: Truth,
  told: ReadonlyMap<string, string | undefined>,
): string[] {
  const right = [data, ...alsoRight];
  const names = typeof object === 'string' ? [object] : object;
  const said = names.flatMap((name) => told.get(name) ?? []);
  const elsewhere = toldOn.flatMap((name) => told.get(name) ?? []);
  if (said.length === 0 && right.includes('kept')) return [];
  if ([...said, ...elsewhere].some((one) => right.includes(one))) return [];
  return [`${names.join(' or ')}: ${data}, not ${said.join(', ') || 'unsaid'}`];
}

test.each(CASES.map((one) => [one.id, one.about, one] as const))(
  '%s: %s',
  async (_id, _about, one) => {
    const plain = await runWith(argumentsOf(one));
    const strict = await runWith([...argumentsOf(one), '--strict']);
    const { objects } = JSON.parse(plain.stdout) as {
      objects: readonly { readonly object: string; readonly data?: string }[];
    };
    const told = new Map(objects.map(({ object, data }) => [object, data]));
    const { exit = {} } = one;
    expect({
      mistakes: one.data.flatMap((truth) => mistakeOf(truth, told)),
      exit: {
        ...(exit.plain === undefined ? {} : { plain: plain.status }),
        ...(exit.strict === undefined ? {} : { strict: strict.status }),
      },
    }).toEqual({ mistakes: [], exit });
  },
);

test('there are cases', () => {
  expect(CASES.length).toBeGreaterThan(moreThan(100));
});

afterAll(() => sayReplayed('fate', CASES.length));

/** Random apps: the same recipe built for the app of cdk8s and for another one. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ApiObject,
  App,
  AppProps,
  Chart,
  IResolver,
  JsonPatch,
  Lazy,
  ResolutionContext,
  YamlOutputType,
} from 'cdk8s';
import { Construct, DependencyGroup, IConstruct } from 'constructs';
import * as fc from '../support/fast-check';

/** What is made, and below which of those before it. */
interface Item {
  readonly type: 'chart' | 'group' | 'object' | 'invalid';
  readonly under: number;
  readonly id: string;
  readonly fields: { readonly [field: string]: unknown };
  readonly name?: string;
  readonly namespace?: string;
  readonly patches: readonly JsonPatch[];
}

/** An app and how it is synthesized. */
export interface Recipe {
  readonly items: readonly Item[];
  readonly dependencies: readonly (readonly [number, number])[];
  readonly yamlOutputType: YamlOutputType;
  /**
   * Whether constructs outside charts depend on something, or something on them, which cdk8s
   * refuses.
   */
  readonly isLoose: boolean;
  readonly hasResolver: boolean;
  readonly isUnsorted: boolean;
  readonly recordConstructMetadata: boolean;
  readonly outputFileExtension?: string;
}

type AppClass = new (props: AppProps) => App;

/** As typed classes that `cdk8s import` makes write quantities. */
class Quantity {
  public constructor(public readonly value: number | string) {}
}
class Token {
  public constructor(private readonly value: unknown) {}
  public resolve(): unknown {
    return this.value;
  }
}
class Shouting implements IResolver {
  public resolve(context: ResolutionContext): void {
    if (context.value === 'quiet') {
      context.replaceValue(`loud ${context.key.join('/')} of ${context.obj.kind}`);
    }
  }
}

const TEXTS = [
  'quiet',
  'yes',
  'No',
  'nO',
  '',
  '0644',
  '1e3',
  '1:20',
  '2001-01-01',
  '2001-01-01 10:00:00',
  '-',
  '- a',
  'a: b',
  'a #b',
  'a:',
  ' a',
  'a ',
  '#a',
  '*a',
  '!a',
  '%a',
  '@a',
  '~',
  '<<',
  '.inf',
  '-.nan',
  '"',
  "'",
  '"\'',
  '{',
  '[x]',
  'a, b',
  '?',
  '? a',
  '=',
  '---',
  '--- a',
  '...',
  'a\nb',
  'a\nb\n',
  'a\n\n\nb\n\n',
  ' a\nb',
  'a\n b',
  '\ta\nb',
  'a\n\t',
  'a \n',
  '\n',
  'a\n---\nb\n',
  '%a\nb',
  'a\r\nb',
  'a\tb',
  'é',
  '😀',
  '\ud800',
  '\u0007',
  '\u0085',
  '\u2028',
  '\ufeff',
  '1Gi',
  '10.0.0.1',
  '0x1F',
  '0b1',
  '0o17',
  '1_000',
  '+1',
  '.5',
  '5.',
  '/data',
  'a/b:c',
  'null',
  'Null',
  'nULL',
  'x'.repeat(1100),
  'word '.repeat(30),
  '"a"\nb',
  '#!/bin/sh\nset -e\n  x\n\ny # z\n',
];
const texts = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
);
const scalars = fc.oneof(
  { weight: 4, arbitrary: texts },
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, undefined, 0, -0, 1e21, 1e-7, Infinity, 10n),
);
const keys = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom('name', 'b', 'a', '10', '9', 'app.kubernetes.io/name', 'on'),
    },
    { weight: 1, arbitrary: texts },
  )
  .filter((key) => key !== '__proto__');

/** Values as users write them, with all that cdk8s resolves. */
export const values: fc.Arbitrary<any> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    { weight: 8, arbitrary: scalars },
    { weight: 4, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
    {
      weight: 6,
      arbitrary: fc.dictionary(keys, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    },
    { weight: 1, arbitrary: tie('value').map((value) => Lazy.any({ produce: () => value })) },
    { weight: 1, arbitrary: tie('value').map((value) => new Token(value)) },
    { weight: 1, arbitrary: fc.oneof(fc.integer(), texts).map((value) => new Quantity(value)) },
  ),
})).value;

const patches = fc.oneof(
  fc
    .tuple(keys, values)
    .map(([key, value]) =>
      JsonPatch.add(`/spec/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`, value),
    ),
  fc.constantFrom(
    JsonPatch.remove('/metadata/namespace'),
    JsonPatch.copy('/metadata', '/spec/copied'),
    JsonPatch.move('/spec', '/moved'),
    JsonPatch.replace('/kind', 'Other'),
    JsonPatch.add('/spec/none', null),
    JsonPatch.test('/kind', 'Nothing'),
    JsonPatch.add('/a/b/c', 1),
    JsonPatch.replace('', { kind: 'Bare' }),
    JsonPatch.add('/metadata/labels', {}),
  ),
);

const items: fc.Arbitrary<Item> = fc.record({
  type: fc.oneof(
    { weight: 60, arbitrary: fc.constant('object' as const) },
    { weight: 24, arbitrary: fc.constantFrom('chart' as const, 'group' as const) },
    { weight: 1, arbitrary: fc.constant('invalid' as const) },
  ),
  under: fc.nat(),
  id: fc.constantFrom(
    'web',
    'db',
    'Resource',
    '7',
    '0',
    'a.b',
    'Web_App',
    'a/b',
    'default',
    'c1',
    'c2',
    'c3',
    'c4',
    'c5',
    'c6',
    'c7',
  ),
  fields: fc.dictionary(fc.constantFrom('spec', 'data', 'status'), values, {
    noNullPrototype: true,
  }),
  name: fc.option(fc.constantFrom('one', 'two', 'Three:3'), { nil: undefined, freq: 2 }),
  namespace: fc.option(fc.constantFrom('shop', 'other'), { nil: undefined }),
  patches: fc.oneof(
    { weight: 5, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(patches, { maxLength: 2 }) },
  ),
});

const places = fc.nat({ max: 14 });
const upwards = ([a, b]: [number, number]): [number, number] => [
  Math.max(a, b) + 1,
  Math.min(a, b),
];

/** Apps of all kinds; most can be written. */
export const recipes: fc.Arbitrary<Recipe> = fc.record({
  items: fc.array(items, { minLength: 1, maxLength: 14 }),
  dependencies: fc.oneof(
    // Upwards and downwards, circles too.
    { weight: 1, arbitrary: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 3 }) },
    { weight: 3, arbitrary: fc.array(fc.tuple(places, places).map(upwards), { maxLength: 6 }) },
  ),
  yamlOutputType: fc.constantFrom(
    YamlOutputType.FILE_PER_APP,
    YamlOutputType.FILE_PER_CHART,
    YamlOutputType.FILE_PER_RESOURCE,
    YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE,
  ),
  isLoose: fc.nat({ max: 9 }).map((one) => one === 0),
  hasResolver: fc.boolean(),
  isUnsorted: fc.boolean(),
  recordConstructMetadata: fc.boolean(),
  outputFileExtension: fc.constantFrom(undefined, '.yml'),
});

/**
 * Builds a recipe. Some items cannot be where they would be: an object outside charts, two of one
 * name. They are left out.
 */
export function build(recipe: Recipe, type: AppClass, outdir: string): App {
  const { yamlOutputType, recordConstructMetadata, outputFileExtension } = recipe;
  const resolvers = recipe.hasResolver ? [new Shouting()] : [];
  const app = new type({
    outdir,
    yamlOutputType,
    recordConstructMetadata,
    outputFileExtension,
    resolvers,
  });
  const made: Construct[] = [
    app,
    new Chart(app, 'first', { namespace: 'shop', labels: { app: 'first' } }),
  ];
  for (const item of recipe.items) {
    const scope = made[item.under % made.length];
    if (scope.node.tryFindChild(item.id.replace(/\//g, '--'))) continue;
    if (item.type === 'chart') {
      made.push(
        new Chart(scope, item.id, {
          namespace: item.namespace,
          disableResourceNameHashes: item.name !== undefined,
        }),
      );
    } else if (item.type === 'object' && isInChart(scope)) {
      made.push(objectOf(scope, item));
    } else {
      made.push(new Construct(scope, item.id));
    }
    if (item.type === 'invalid') {
      made[made.length - 1].node.addValidation({ validate: () => [`not valid: ${item.id}`] });
    }
  }
  for (const [source, target] of recipe.dependencies) {
    const ends = recipe.isLoose ? made : made.filter(isInChart);
    const [from, to] = [ends[source % ends.length], ends[target % ends.length]];
    if (
      !recipe.isLoose &&
      (from.node.scopes.includes(to) || (to.node.scopes.includes(from) && source % 4 > 0))
    ) {
      continue;
    }
    from.node.addDependency(source % 3 === 0 ? new DependencyGroup(to, made[1]) : to);
  }
  return app;
}

function isInChart({ node }: IConstruct): boolean {
  return node.scopes.some(Chart.isChart);
}

function objectOf(
  scope: IConstruct & Construct,
  { id, fields, name, namespace, patches: ops }: Item,
): ApiObject {
  const object = new ApiObject(scope, id, {
    apiVersion: 'example.com/v1',
    kind: 'Thing',
    ...(name === undefined && namespace === undefined ? {} : { metadata: { name, namespace } }),
    ...fields,
  });
  object.addJsonPatch(...ops);
  if (ops.length > 1) object.metadata.addAnnotation('patched', 'yes');
  return object;
}

/** All that comes of a synthesis: each file, or what was thrown, and what `synthYaml` says. */
export interface Outcome {
  readonly files: { readonly [path: string]: string };
  readonly thrown?: string;
  readonly yaml: string;
}

/** Builds and synthesizes, twice: to files, and to one text. */
export function outcomeOf(make: (outdir: string) => App, isUnsorted = false): Outcome {
  const outdir = mkdtempSync(join(tmpdir(), 'synth-'));
  if (isUnsorted) process.env.CDK8S_DISABLE_SORT = 'yes';
  try {
    const thrown = thrownBy(() => make(join(outdir, 'out')).synth());
    return {
      files: filesIn(join(outdir, 'out')),
      thrown,
      yaml: textOf(() => make(join(outdir, 'out')).synthYaml()),
    };
  } finally {
    delete process.env.CDK8S_DISABLE_SORT;
    rmSync(outdir, { recursive: true });
  }
}

function thrownBy(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

function textOf(work: () => string): string {
  let text = '';
  return (
    thrownBy(() => {
      text = work();
    }) ?? text
  );
}

function filesIn(folder: string, prefix = ''): { [path: string]: string } {
  const files: { [path: string]: string } = {};
  if (!existsSync(folder)) return files;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) {
      Object.assign(files, { [`${prefix}${name}/`]: '' }, filesIn(path, `${prefix}${name}/`));
    } else {
      files[`${prefix}${name}`] = readFileSync(path, 'utf8');
    }
  }
  return files;
}

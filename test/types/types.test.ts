/**
 * The package as it is published for TypeScript and JavaScript, beside each cdk8s-plus that is in
 * use: what compiles, what does not, and what comes out.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import ts from 'typescript';
import { declarations, RESOLUTIONS, UserCompiler } from './published';
import { OTHERS, PEER, plusOf } from '../../tools/flavours/minors';
import { sized } from '../support/size';

const text = (name: string) => readFileSync(join(__dirname, `${name}.ts`), 'utf8');
const own = plusOf(PEER);
const others = OTHERS.map(plusOf);
/** Those that declarations are compiled with, which takes a second for each. */
const compiled = [own, ...(sized(1, 0) ? others : others.slice(-1))];

describe('the compiler of a user', () => {
  const said = new Map<string, string[]>();
  beforeAll(() => {
    const compiler = new UserCompiler('node10');
    const names = compiled.flatMap((plus) =>
      ['app', 'wrong'].map((name) => {
        compiler.write(`${name}-${plus}.ts`, text(name).replaceAll(own, plus));
        return `${name}-${plus}.ts`;
      }),
    );
    for (const [name, lines] of compiler.compile(names)) said.set(name, lines);
  });

  test.each(compiled)('takes an app with every point of touch: %s', (plus) => {
    expect(said.get(`app-${plus}.ts`)).toEqual([]);
  });

  test.each(compiled)('refuses each of the wrong uses: %s', (plus) => {
    expect(said.get(`wrong-${plus}.ts`)).toEqual([]);
  });

  test('finds nothing wrong in the declarations themselves', () => {
    expect([...said.keys()].filter((name) => !/^(?:app|wrong)-/.test(name))).toEqual([]);
  });

  /** What no user calls. */
  const CALLED_BY_PLUS = /^(?:asApiResource|to\w+(?:Config|Configuration|Selector))$/;

  test('takes an app that has each option, function and member with a type of cdk8s-plus', () => {
    const members = new Set(
      [...declarations()]
        .filter(([path]) => path !== 'src/plus.d.ts')
        .flatMap(([, one]) =>
          [
            ...one
              .replace(/^ *\*.*$/gm, '')
              .matchAll(/^ +(?:static |readonly |get )*(\w+)\??(?:\(.*|\(\))?: .*\bkplus\..*;$/gm),
          ].map(([, name]) => name),
        ),
    );
    expect(members.size).toBeGreaterThan(40);
    const left = [...members].filter(
      (name) => !new RegExp(`\\b${name}\\b`).test(text('app')) && !CALLED_BY_PLUS.test(name),
    );
    expect(left.sort()).toEqual([]);
  });

  /**
   * What the library's own constructs are: what it has in private is of one copy, and its subjects
   * are interfaces.
   */
  const INHERITED = ['Resource', 'ResourcePermissions'];

  test('meets no class and no enum of the one cdk8s-plus that the library is built against', () => {
    const taken = declarations().get('src/plus.d.ts')!;
    const named = new Set(
      [...declarations().values()].flatMap((one) =>
        [...one.replace(/^ *\*.*$/gm, '').matchAll(/\bkplus\.([A-Z]\w+)/g)].map(([, name]) => name),
      ),
    );
    const left = [...named].filter(
      (name) =>
        name in kplus && !new RegExp(`^export (?:type|interface) ${name}\\b`, 'm').test(taken),
    );
    expect(left.sort()).toEqual(INHERITED);
  });

  test.each(Object.keys(RESOLUTIONS) as (keyof typeof RESOLUTIONS)[])(
    'finds the library, and nothing inside of it: %s',
    (resolution) => {
      const compiler = new UserCompiler(resolution);
      expect(compiler.resolve('cdk8s-volumes')).toBe('lib/src/index.d.ts');
      for (const inside of [
        'src/efs',
        'src/efs/index',
        'src/plus',
        'src/efs/constructs/efs-shared-volume',
        'index',
      ]) {
        expect([inside, compiler.resolve(`cdk8s-volumes/lib/${inside}`)]).toEqual([
          inside,
          undefined,
        ]);
      }
    },
  );
});

describe('the app with every point of touch', () => {
  /** What differs between cdk8s-plus themselves: see their own defaults. */
  const DEFAULTS = /^ *(?:shareProcessNamespace: false|revisionHistoryLimit: 10)\n/gm;

  let folder: string;
  let expected: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'app-'));
    expected = written(own);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What it writes with one of them, while the library has its own. */
  function written(plus: string): string {
    const code = ts.transpile(text('app'), {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
    });
    const load = createRequire(__filename);
    const built = { build: (_app: App): void => undefined };
    const required = (name: string) =>
      load({ [own]: plus, 'cdk8s-volumes': '../../src' }[name] ?? name) as object;
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    (
      new Function('exports', 'require', code) as (
        exports: object,
        require: (name: string) => object,
      ) => void
    )(built, required);
    const app = new App({ outdir: folder });
    built.build(app);
    return app.synthYaml().replace(DEFAULTS, '');
  }

  test.each(others)('is the same but for the defaults of cdk8s-plus: %s', (plus) => {
    expect(written(plus)).toBe(expected);
  });

  test('mounts what it has of the library', () => {
    expect(expected).toContain('claimName: pvc-content');
  });
});

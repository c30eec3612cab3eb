/**
 * The compiler of a user, who has installed the package with its published declarations: code is
 * compiled as it would be there.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';
import { publishedDeclarations } from '../../tools/declarations';
import { ofRun } from '../support/of-run';

const ROOT = join(__dirname, '..', '..');
/**
 * Where the user works: below the repository, so that the other packages are found. Nothing is
 * written there.
 */
const HOME = join(ROOT, 'reports', 'user');
const PACKAGE = join(HOME, 'node_modules', 'cdk8s-volumes');

/** What a user's compiler looks at: how it finds modules. */
export const RESOLUTIONS = {
  node10: { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10 },
  node16: { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
  bundler: { module: ts.ModuleKind.ES2022, moduleResolution: ts.ModuleResolutionKind.Bundler },
} as const;

let made: ReadonlyMap<string, string> | undefined;

/**
 * The declarations of the package, file by file of its source: the types of what is public stand
 * there, and nothing has to be inferred. They are made once for all files of tests of a run.
 */
export function declarations(): ReadonlyMap<string, string> {
  return (made ??= new Map(ofRun('declarations', () => [...declared()])));
}

function declared(): ReadonlyMap<string, string> {
  const known = new Map<string, string | undefined>();
  const read = (path: string): string | undefined => {
    if (known.has(path)) return known.get(path);
    const file = join(ROOT, path.replace(/\.d\.ts$/, '.ts'));
    const options = {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.Node16,
      declaration: true,
      isolatedDeclarations: true,
      strict: true,
    };
    const text = existsSync(file)
      ? ts.transpileDeclaration(readFileSync(file, 'utf8'), {
          fileName: file,
          compilerOptions: options,
        }).outputText
      : undefined;
    known.set(path, text);
    return text;
  };
  return publishedDeclarations(read, readFileSync(join(ROOT, 'src', 'plus.d.ts'), 'utf8'));
}

/** What is installed, and what the user writes. */
export class UserCompiler {
  private readonly files = new Map<string, string>();
  private readonly options: ts.CompilerOptions;

  /** A user may have asked the compiler for more. */
  constructor(resolution: keyof typeof RESOLUTIONS, more: ts.CompilerOptions = {}) {
    this.options = {
      ...RESOLUTIONS[resolution],
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts'],
      types: [],
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      esModuleInterop: true,
      ...more,
    };
    // Of its own, so that the package is not found by its own name.
    this.files.set(join(HOME, 'package.json'), '{}');
    this.files.set(join(PACKAGE, 'package.json'), readFileSync(join(ROOT, 'package.json'), 'utf8'));
    for (const [path, text] of declarations()) this.files.set(join(PACKAGE, 'lib', path), text);
  }

  /** Writes a file. */
  public write(name: string, text: string): void {
    this.files.set(join(HOME, name), text);
  }

  /**
   * What the compiler says of each file that is given, and of others that it reads, of which it
   * says something, but for what is no matter there.
   */
  public compile(
    names: readonly string[],
    isNoMatter: (name: string, code: number) => boolean = () => false,
  ): Map<string, string[]> {
    const program = ts.createProgram(
      names.map((name) => join(HOME, name)),
      this.options,
      this.host(),
    );
    const said = new Map<string, string[]>(names.map((name) => [name, []]));
    for (const { file, start, messageText, code } of ts.getPreEmitDiagnostics(program)) {
      const name = file ? relative(HOME, file.fileName).replaceAll(sep, '/') : '';
      if (isNoMatter(name, code)) continue;
      const line =
        file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
      said.set(name, [
        ...(said.get(name) ?? []),
        `${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
      ]);
    }
    return said;
  }

  /** Where a module is, as the user's code imports it. */
  public resolve(module: string): string | undefined {
    const { resolvedModule } = ts.resolveModuleName(
      module,
      join(HOME, 'app.ts'),
      this.options,
      this.host(),
    );
    return (
      resolvedModule && relative(PACKAGE, resolvedModule.resolvedFileName).replaceAll(sep, '/')
    );
  }

  private host(): ts.CompilerHost {
    const host = ts.createCompilerHost(this.options);
    return {
      ...host,
      // Folders that are not there may be those of the user.
      directoryExists: undefined,
      realpath: (path) => (this.files.has(path) ? path : host.realpath!(path)),
      fileExists: (path) => this.files.has(path) || host.fileExists(path),
      readFile: (path) => this.files.get(path) ?? host.readFile(path),
      getSourceFile: (path, version, ...more) => {
        const text = this.files.get(path);
        return text === undefined
          ? host.getSourceFile(path, version, ...more)
          : ts.createSourceFile(path, text, version);
      },
    };
  }
}

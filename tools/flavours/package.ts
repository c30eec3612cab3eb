/** A flavour as a package in a folder, which jsii-pacmak takes as it takes the package itself. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { compressedAssemblyExists, loadAssemblyFromPath, writeAssembly } from '@jsii/spec';
import { LanguageTablet } from 'jsii-rosetta';
import { Assembly, assemblyOf } from './assembly';
import { Manifest, manifestOf } from './manifest';
import { Minor } from './minors';
import { Names } from './names';
import { tabletOf } from './tablet';

/** What is copied as it is, with the names of the flavour. */
const PAGES = ['README.md', 'LICENSE', 'NOTICE', '.npmignore', 'bin'];
/** What the compiler reads. */
const SOURCES = ['src', 'imports', 'tsconfig.json'];
const TABLETS = ['.jsii.tabl.json', '.jsii.tabl.json.gz'];
/** What code imports of its own by the compiler's leave. */
const TYPES = ['@types/node', '@types/jest'];

/** Writes folders of flavours from the package in `root`. */
export class Packages {
  private readonly manifest: Manifest;

  public constructor(private readonly root: string) {
    this.manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  }

  public namesOf(flavour: Minor): Names {
    return new Names(this.manifest.name, flavour);
  }

  /** The flavour as the package was compiled, with its own names. */
  public async derive(flavour: Minor, folder: string): Promise<void> {
    if (!existsSync(join(this.root, '.jsii'))) {
      throw new Error(`${this.root} is not compiled: run npx projen compile first`);
    }
    const names = this.namesOf(flavour);
    this.begin(folder, names, flavour);
    this.copy('lib', folder, (file, text) =>
      file.endsWith('.js') ? names.compiled(text) : names.text(text),
    );
    const peer = assemblyIn(join(this.root, 'node_modules', names.plus));
    const assembly = assemblyOf(assemblyIn(this.root), names, flavour, peer);
    writeAssembly(folder, assembly as never, { compress: compressedAssemblyExists(this.root) });
    await this.writeTablet(folder, names);
  }

  /** The flavour before it is compiled. */
  public writeSources(flavour: Minor, folder: string): void {
    const names = this.namesOf(flavour);
    this.begin(folder, names, flavour);
    for (const path of SOURCES) this.copy(path, folder, (_file, text) => names.text(text));
    for (const name of TYPES) this.link(name, folder);
  }

  /** Writes the examples in every language, which the package has already. */
  public async writeTablet(folder: string, names: Names): Promise<void> {
    for (const file of TABLETS.filter((name) => existsSync(join(this.root, name)))) {
      const tablet = await LanguageTablet.fromFile(join(this.root, file));
      await tabletOf(tablet, names).save(join(folder, file), file.endsWith('.gz'));
    }
  }

  private begin(folder: string, names: Names, flavour: Minor): void {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const path of PAGES) this.copy(path, folder, (_file, text) => names.text(text));
    const manifest = manifestOf(this.manifest, names, flavour);
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    for (const peer of Object.keys(manifest.peerDependencies)) this.link(peer, folder);
    // npm packs what is bundled from the folder itself, and no links.
    for (const path of this.bundled()) {
      cpSync(join(this.root, path), join(folder, path), { recursive: true, dereference: true });
    }
  }

  /** Copies a file or a folder; `change` returns what becomes of the text of a file. */
  private copy(path: string, folder: string, change: (path: string, text: string) => string): void {
    const from = join(this.root, path);
    if (statSync(from).isDirectory()) {
      mkdirSync(join(folder, path), { recursive: true });
      for (const name of readdirSync(from)) this.copy(join(path, name), folder, change);
    } else {
      const text = change(path, readFileSync(from, 'utf8'));
      writeFileSync(join(folder, path), text, { mode: statSync(from).mode });
    }
  }

  private link(name: string, folder: string): void {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(this.root, 'node_modules', name), link);
  }

  /** The folders of bundled packages, and of those that they ask for. */
  private bundled(): ReadonlySet<string> {
    const found = new Set<string>();
    const visit = (name: string, from: string): void => {
      const { resolve } = createRequire(join(this.root, from, 'package.json'));
      const file = resolve(`${name}/package.json`);
      const path = dirname(file).slice(this.root.length + sep.length);
      if (found.has(path)) return;
      found.add(path);
      const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Manifest>;
      for (const dependency of Object.keys(dependencies)) visit(dependency, path);
    };
    for (const name of this.manifest.bundledDependencies) visit(name, '.');
    return found;
  }
}

/** What assemblies may have that not every tool knows. */
const FEATURES = ['intersection-types', 'class-covariant-overrides'];

/** The assembly of the package in a folder, compressed or not. */
export function assemblyIn(folder: string): Assembly {
  return loadAssemblyFromPath(folder, false, FEATURES) as unknown as Assembly;
}

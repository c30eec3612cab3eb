/**
 * Parts of a bundle, which are loaded when they are needed.
 *
 * The bundle is one script in which every name is unique and every module a run of statements. A
 * part is some of its modules, of which functions may be set apart. What a part needs to be loaded
 * itself, it requires at its head; what only its functions need is required when one of them gets
 * there.
 */
import ts from 'typescript';
import { commentOf, isRuleTable } from './modules';
import { collect, namesOf, Words } from './names';
import { circleIn, reached } from './needs';
import { addTo } from '../src/kube';

interface Statement extends Words {
  /** Changes as the statement is set apart. */
  module: string;
  readonly isFunction: boolean;
  /** Whether it is run for its effect, and declares nothing. */
  readonly isEffect: boolean;
  readonly start: number;
  readonly end: number;
  readonly names: readonly string[];
}

/** Whether a statement only says by which names a module is known that is required as a whole. */
const isNaming = (node: ts.Statement) => /^__export\(/.test(node.getText());

/** What a package exports by a name, or all of it. */
interface Import {
  readonly from: string;
  readonly name?: string;
}

/** The modules of a bundle that esbuild has made in the format of ECMAScript. */
export class Bundle {
  /** The names in it that what it exports is known by. */
  public readonly exports = new Map<string, string>();

  private readonly statements: Statement[] = [];
  private readonly imports = new Map<string, Import>();
  private readonly declared = new Map<string, Statement>();

  constructor(private readonly text: string) {
    const { statements } = ts.createSourceFile('bundle.js', text, ts.ScriptTarget.ES2022, true);
    let module = 'bundle';
    const found = statements.map((node) => {
      module = commentOf(node, text) ?? module;
      const own = isRuleTable(node) ? module.replace(/\.ts$/, '.rules.ts') : module;
      return { node, module: own, names: namesOf(node) };
    });
    const known = new Set(found.flatMap(({ names }) => names));
    for (const { node } of found) this.readBorder(node);
    for (const name of this.imports.keys()) known.add(name);
    for (const { node, module: own, names } of found) {
      if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
        continue;
      }
      const words: Words = { uses: [], made: [], changed: [] };
      collect(node, false, known, words);
      const isFunction = ts.isFunctionDeclaration(node);
      const statement = {
        module: own,
        isFunction,
        isEffect: !isFunction && names.length === 0 && !isNaming(node),
        start: node.getStart(),
        end: node.end,
        names,
        ...words,
      };
      this.statements.push(statement);
      for (const name of names) this.declared.set(name, statement);
    }
    this.refuseSurprises();
  }

  /**
   * Makes a module of each function that is not needed to load any: of those in `toLoad`, which are
   * called then, and of those that share a variable or a module with an effect, none is set apart.
   */
  public setApart(toLoad: ReadonlySet<string>): void {
    const effects = new Set(
      this.statements.flatMap(({ module, isEffect }) => (isEffect ? [module] : [])),
    );
    const bound = new Set([
      ...toLoad,
      ...this.statements.flatMap(({ changed, uses }) => [
        ...changed,
        ...uses.filter(({ isLate }) => !isLate).map(({ name }) => name),
      ]),
    ]);
    const variables = new Set(this.statements.flatMap(({ changed }) => changed));
    for (const one of this.statements) {
      if (!one.isFunction || effects.has(one.module) || bound.has(one.names[0])) continue;
      if (one.uses.some(({ name }) => variables.has(name))) continue;
      one.module = `${one.module}+${one.names[0]}`;
    }
  }

  /** All modules, in the order in which they stand. */
  public get modules(): ReadonlySet<string> {
    return new Set(this.statements.map(({ module }) => module));
  }

  /** The characters of each module. */
  public get sizes(): ReadonlyMap<string, number> {
    const sizes = new Map<string, number>();
    for (const { module, start, end } of this.statements) {
      sizes.set(module, (sizes.get(module) ?? 0) + end - start);
    }
    return sizes;
  }

  /** The module that has a name. */
  public moduleOf(name: string): string {
    return this.declared.get(name)!.module;
  }

  /** The modules that one needs, now or later, with those that these need. */
  public below(module: string): ReadonlySet<string> {
    const found = new Set<string>();
    const needed = new Map<string, Set<string>>();
    for (const { module: own, uses } of this.statements) {
      const others = needed.get(own) ?? new Set();
      for (const { name } of uses) {
        others.add(this.declared.get(name)?.module ?? own);
      }
      needed.set(own, others);
    }
    const visit = (one: string): void => {
      if (found.has(one)) return;
      found.add(one);
      needed.get(one)!.forEach(visit);
    };
    visit(module);
    return found;
  }

  /**
   * The parts of the modules: as given, but in one where they need each other to be loaded. Each is
   * called after its last module, which uses the others.
   */
  public partsOf(given: (module: string) => string): ReadonlyMap<string, string> {
    const parts = new Map([...this.modules].map((module) => [module, given(module)]));
    for (;;) {
      const circle = circleIn(this.needs(parts));
      if (!circle) break;
      for (const [module, part] of parts) {
        if (circle.has(part)) parts.set(module, [...circle][0]);
      }
    }
    const last = new Map([...parts].map(([module, part]) => [part, module]));
    return new Map([...parts].map(([module, part]) => [module, last.get(part)!]));
  }

  /**
   * The scripts of parts, by their modules' part. `usersOf` answers which uses need a module. What
   * all uses of a part have is required at its head too, unless it needs that part itself: its
   * functions are called without a detour then.
   */
  public scriptsOf(
    parts: ReadonlyMap<string, string>,
    usersOf: (module: string) => ReadonlySet<number> = () => new Set(),
  ): Map<string, string> {
    const needs = this.needs(parts);
    const users = new Map([...needs.keys()].map((part) => [part, new Set<number>()]));
    for (const [module, part] of parts) {
      for (const needed of reached(needs, part)) {
        for (const use of usersOf(module)) users.get(needed)!.add(use);
      }
    }
    const isThere = (part: string, other: string) => {
      const own = [...users.get(part)!];
      return own.length > 0 && own.every((use) => users.get(other)!.has(use));
    };
    for (const { module, uses } of this.statements) {
      const part = parts.get(module)!;
      for (const { name } of uses) {
        const other = this.declared.has(name) ? parts.get(this.moduleOf(name))! : part;
        if (needs.get(part)!.has(other) || !isThere(part, other)) continue;
        if (!reached(needs, other).has(part)) needs.get(part)!.add(other);
      }
    }
    const statements = new Map<string, Statement[]>();
    const exported = new Map<string, Set<string>>();
    const partOf = (name: string) => parts.get(this.moduleOf(name))!;
    const give = (name: string) => {
      const part = partOf(name);
      exported.set(part, (exported.get(part) ?? new Set()).add(name));
    };
    for (const statement of this.statements) {
      const part = parts.get(statement.module)!;
      addTo(statements, part, statement);
      for (const { name } of statement.uses) {
        if (this.declared.has(name) && partOf(name) !== part) give(name);
      }
    }
    for (const name of this.exports.values()) give(name);
    return new Map(
      [...statements].map(([part, own]) => [
        part,
        this.scriptOf(part, own, partOf, needs.get(part)!, [...(exported.get(part) ?? [])]),
      ]),
    );
  }

  private scriptOf(
    part: string,
    statements: readonly Statement[],
    partOf: (name: string) => string,
    needed: ReadonlySet<string>,
    exported: readonly string[],
  ): string {
    const sourceOf = (name: string) => {
      const imported = this.imports.get(name);
      if (imported) return imported.from;
      const other = partOf(name);
      return other === part ? undefined : `./${fileOf(other)}`;
    };
    const now = new Map<string, Set<string>>();
    const late = new Map<string, string>();
    for (const { name, isLate } of statements.flatMap(({ uses }) => uses)) {
      const isNow = !isLate || (!this.imports.has(name) && needed.has(partOf(name)));
      const source = isNow ? sourceOf(name) : undefined;
      if (source !== undefined) now.set(source, new Set());
    }
    const body = statements.map(({ start, end, uses }) => {
      let script = '';
      let at = start;
      for (const use of uses) {
        const source = sourceOf(use.name);
        if (source === undefined) continue;
        const names = now.get(source);
        if (names) {
          names.add(use.name);
          continue;
        }
        if (!late.has(source)) late.set(source, `$part${late.size}`);
        const loaded = `(${late.get(source)!} ??= require(${JSON.stringify(source)}))`;
        const { name = use.name } = this.imports.get(use.name) ?? {};
        script += `${this.text.slice(at, use.start)}${use.isShorthand ? `${use.name}: ` : ''}${loaded}${name === '*' ? '' : `.${name}`}`;
        at = use.end;
      }
      return script + this.text.slice(at, end);
    });
    const head = [...now].map(([source, names]) => this.requireOf(source, [...names]));
    if (late.size > 0) head.push(`let ${[...late.values()].join(', ')};`);
    return [
      '"use strict";',
      ...head,
      ...body,
      `module.exports = { ${exported.join(', ')} };`,
      '',
    ].join('\n');
  }

  private requireOf(source: string, names: readonly string[]): string {
    const loaded = `require(${JSON.stringify(source)})`;
    const named = names.map((name) => [name, this.imports.get(name)?.name ?? name]);
    const whole = named
      .filter(([, of]) => of === '*')
      .map(([name]) => `const ${name} = ${loaded};`);
    const some = named
      .filter(([, of]) => of !== '*')
      .map(([name, of]) => (name === of ? name : `${of}: ${name}`));
    return [
      ...whole,
      ...(some.length > 0 ? [`const { ${some.join(', ')} } = ${loaded};`] : []),
    ].join('\n');
  }

  /** The parts that each needs to be loaded. */
  private needs(parts: ReadonlyMap<string, string>): Map<string, Set<string>> {
    const needs = new Map<string, Set<string>>();
    for (const { module, uses } of this.statements) {
      const part = parts.get(module)!;
      const own = needs.get(part) ?? new Set();
      needs.set(part, own);
      for (const { name, isLate } of uses) {
        const other = isLate ? undefined : this.declared.get(name);
        if (other && parts.get(other.module) !== part) {
          own.add(parts.get(other.module)!);
        }
      }
    }
    return needs;
  }

  /** What others take from a part as it is loaded must be what it stays, by a name of its own. */
  private refuseSurprises(): void {
    const changed = new Set(this.statements.flatMap(({ changed: own }) => own));
    for (const { module, names, made, uses } of this.statements) {
      const hidden = made.find((name) => !names.includes(name));
      if (hidden !== undefined) {
        throw new Error(`${module} has another ${hidden}`);
      }
      for (const { name } of uses) {
        const isOfOther = this.imports.has(name) || this.moduleOf(name) !== module;
        if (isOfOther && changed.has(name)) {
          throw new Error(`${module} uses ${name}, which changes`);
        }
      }
    }
  }

  private readBorder(node: ts.Statement): void {
    if (ts.isExportDeclaration(node)) {
      for (const { name, propertyName } of (node.exportClause as ts.NamedExports).elements) {
        this.exports.set(name.text, (propertyName ?? name).text);
      }
    }
    if (!ts.isImportDeclaration(node) || !node.importClause) return;
    const { text: from } = node.moduleSpecifier as ts.StringLiteral;
    const { name, namedBindings } = node.importClause;
    if (name) {
      throw new Error(`${from} has no default that other scripts could require`);
    }
    if (namedBindings && ts.isNamespaceImport(namedBindings)) {
      this.imports.set(namedBindings.name.text, { from, name: '*' });
    } else {
      for (const one of namedBindings!.elements) {
        this.imports.set(one.name.text, {
          from,
          name: (one.propertyName ?? one.name).text,
        });
      }
    }
  }
}

/** The file of a part, by the module that it is called after. */
export function fileOf(part: string): string {
  return `${part
    .replace(/^src\//, '')
    .replace(/\.ts(?=\+|$)/, '')
    .replace(/[^\w.+-]/g, '-')}.js`;
}

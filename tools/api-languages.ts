/**
 * The spelling, in a language, of what jsii-docgen leaves as another one has it, or gets wrong:
 * types, calls, and the names of members in texts.
 */

export type Folder = 'typescript' | 'python' | 'java' | 'go';

/** What is known of all types, by their names in the assemblies: `cdk8s-plus-28.k8s.PodSpec`. */
export interface Kinds {
  /** Data that is passed by its value: in Go, by a pointer to it. */
  readonly structs: ReadonlySet<string>;
  /** The short names of structs that nothing else has. */
  readonly structNames: ReadonlySet<string>;
  /** Classes that only this library creates. */
  readonly closed: ReadonlySet<string>;
  /** What methods return and throw, which jsii-docgen leaves out, by their ids. */
  readonly outcomes: ReadonlyMap<string, readonly string[]>;
}

/** What is read of a method of an assembly, or of a constructor. */
interface JsiiCallable {
  readonly name?: string;
  readonly protected?: boolean;
  readonly docs?: { readonly returns?: string; readonly custom?: { readonly throws?: string } };
}

/** What is read of a type of an assembly. */
export interface JsiiType {
  readonly fqn: string;
  readonly name: string;
  readonly datatype?: boolean;
  readonly initializer?: JsiiCallable;
  readonly methods?: readonly JsiiCallable[];
}

/** The kinds of the types of assemblies. */
export function kindsOf(types: readonly JsiiType[]): Kinds {
  const others = new Set(types.filter(({ datatype }) => datatype !== true).map(({ name }) => name));
  const structs = types.filter(({ datatype }) => datatype === true);
  const closed = new Set(
    types.filter(({ initializer }) => initializer?.protected === true).map(({ fqn }) => fqn),
  );
  const structNames = new Set(structs.map(({ name }) => name).filter((name) => !others.has(name)));
  const outcomes = new Map(
    types.flatMap(({ fqn, initializer, methods = [] }) =>
      [...(initializer ? [{ ...initializer, name: 'Initializer' }] : []), ...methods].map(
        (one) => [`${fqn}.${one.name}`, outcomesOf(one)] as const,
      ),
    ),
  );
  return { closed, outcomes, structs: new Set(structs.map(({ fqn }) => fqn)), structNames };
}

function outcomesOf({ docs }: JsiiCallable): string[] {
  const [returned, thrown] = [docs?.returns, docs?.custom?.throws].map((text) =>
    text?.trim().replace(/\s+/g, ' '),
  );
  return [
    ...(returned ? [`**Returns** ${ended(returned)}`] : []),
    ...(thrown ? [`**Throws** ${ended(thrown)}`] : []),
  ];
}

/** A text with a full stop. */
const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Types in a text, as the language has them. */
export function typesIn(folder: Folder, text: string): string {
  switch (folder) {
    case 'python':
      return text.replace(/\btyping\.Mapping\[/g, 'typing.Mapping[str, ');
    case 'java':
      return text.replace(/\bjava\.(?:lang|util)\.(?=[A-Z])/g, '');
    case 'go':
      return text.replace(/\*f64\b/g, '*float64');
    default:
      return text;
  }
}

/** A call, with what has to be imported for it, or without. */
export function callIn(
  folder: Folder,
  usage: string,
  { structNames }: Kinds,
  isImporting: boolean,
): string {
  const whole = typesIn(folder, usage.trim());
  const call = isImporting ? whole : whole.replace(/^(?:import|from) [^\n]*\n+/, '');
  // Overloads are one text.
  if (folder === 'java') return call.replace(/\),(?=[A-Z]\w*\.|public )/g, ')\n');
  return folder === 'go'
    ? call.replace(/(?<=[ \]])[A-Z]\w*(?=[,)]|$)/gm, (name) =>
        structNames.has(name) ? `*${name}` : name,
      )
    : call;
}

/** What reads a property of a class. */
export function readerIn(folder: Folder, name: string): string {
  switch (folder) {
    case 'java':
      return `get${name[0].toUpperCase()}${name.slice(1)}()`;
    case 'go':
      return `${name}()`;
    default:
      return name;
  }
}

/** What a property has that is not set. */
export const ABSENT: { readonly [folder in Folder]: string } = {
  typescript: 'Undefined',
  python: 'None',
  java: 'Null',
  go: 'Nil',
};

/** The names that texts use, which are those of TypeScript, and what the language has for them. */
export interface Names {
  /** Options and properties, of what the text is about. */
  readonly members: ReadonlyMap<string, string>;
  /** Static methods: `ViewerRouting.virtualService`. */
  readonly methods: ReadonlyMap<string, string>;
  readonly enums: ReadonlySet<string>;
}

/**
 * A text in which names of members have the spelling of the language. More code than a name or a
 * call of it stays as it is in TypeScript.
 */
export function wordsIn(folder: Folder, text: string, { members, methods, enums }: Names): string {
  if (folder === 'typescript') return text;
  return text
    .replace(/\bUndefined\b/g, ABSENT[folder])
    .replace(/`[^`\n]+`|\b[A-Z]\w*\.[A-Za-z]\w*\b/g, (code) => {
      const member = members.get(code.slice(1, -1));
      if (member !== undefined && code.startsWith('`')) return `\`${member}\``;
      if (/[{'"]|\bnew /.test(code)) return code;
      return code.replace(
        /\b([A-Z]\w*)\.([A-Za-z]\w*)\b/g,
        (whole, owner: string, name: string) => {
          const method = methods.get(whole);
          if (method !== undefined) {
            return folder === 'go' ? `${owner}_${method}` : `${owner}.${method}`;
          }
          return folder === 'go' && enums.has(owner) && /^[A-Z0-9_]+$/.test(name)
            ? `${owner}_${name}`
            : whole;
        },
      );
    });
}

/** Pages of the API in one language, made of what jsii-docgen says of it: a class on each, with the structs and enums that only it uses. */

/** The languages that the package is made for, with what installs it. */
export const LANGUAGES = [
  { folder: 'typescript', title: 'TypeScript', fence: 'ts', install: 'npm install cdk8s-volumes cdk8s cdk8s-plus-28 constructs' },
  { folder: 'python', title: 'Python', fence: 'python', install: 'pip install cdk8s-volumes cdk8s-plus-28' },
  { folder: 'java', title: 'Java', fence: 'java', install: 'mvn dependency:get -Dartifact=io.github.cdk8s-volumes:cdk8s-volumes:LATEST' },
  { folder: 'go', title: 'Go', fence: 'go', install: 'go get github.com/cdk8s-volumes/cdk8s-volumes-go/cdk8svolumes' },
] as const;

type ApiLanguage = typeof LANGUAGES[number];

export interface ApiPage {
  /** The name of the class, which is that of the file. */
  readonly name: string;
  /** What it is, in a sentence. */
  readonly summary: string;
  readonly text: string;
}

interface Docs {
  readonly summary?: string;
  readonly remarks?: string;
  readonly example?: string;
  readonly deprecated?: boolean;
  readonly deprecationReason?: string;
  readonly links?: readonly string[];
}
interface Entity { readonly fqn: string; readonly displayName: string; readonly packageName: string }
interface Type { readonly formattingPattern: string; readonly types?: readonly (Type | Entity)[] }
interface Member { readonly fqn: string; readonly displayName: string; readonly docs: Docs }
interface Property extends Member { readonly type: Type; readonly optional?: boolean; readonly default?: string }
interface Method extends Member { readonly usage: string; readonly parameters: readonly Property[] }
interface Declared extends Member {
  readonly usage?: string;
  readonly initializer?: { readonly usage: string; readonly parameters: readonly Property[] };
  readonly instanceMethods?: readonly Method[];
  readonly staticMethods?: readonly Method[];
  readonly properties?: readonly Property[];
  readonly constants?: readonly Property[];
  readonly members?: readonly Member[];
}

/** What is read of jsii-docgen's JSON. */
export interface Schema {
  readonly apiReference?: { readonly [kind in 'constructs' | 'classes' | 'structs' | 'interfaces' | 'enums']: readonly Declared[] };
}

/** Every construct has these, and no page is better for them. */
const EVERYWHERE = /\.(?:to_?string|is_?construct|node|with)$/i;

/** All pages of a language, by name. */
export function pagesOf({ apiReference }: Schema, language: ApiLanguage): ApiPage[] {
  const { constructs, classes, structs, interfaces, enums } = apiReference!;
  const own = [...constructs, ...classes, ...interfaces].sort((one, other) => compare(nameOf(one), nameOf(other)));
  const parts = new Map([...structs, ...enums].map((part) => [part.fqn, part]));
  const wanted = new Map(own.map((one) => [one.fqn, reached(one, parts)]));
  const users = new Map<string, string[]>();
  for (const [page, fqns] of wanted) {
    for (const fqn of fqns) users.set(fqn, [...users.get(fqn) ?? [], page]);
  }
  // What several use has a page of its own.
  const alone = [...parts.values()].filter(({ fqn }) => users.get(fqn)?.length !== 1);
  const pages = [...own, ...alone].sort((one, other) => compare(nameOf(one), nameOf(other)));
  const place = new Map<string, string>();
  for (const page of pages) place.set(page.fqn, `${nameOf(page)}.md`);
  for (const [fqn, [page]] of users) if (!place.has(fqn)) place.set(fqn, `${shortName(page)}.md#${shortName(fqn).toLowerCase()}`);
  return pages.map((page) => {
    const below = [...wanted.get(page.fqn) ?? []].filter((fqn) => users.get(fqn)?.length === 1).sort(compare).map((fqn) => parts.get(fqn)!);
    const summary = cell(page.docs.summary ?? '');
    return { name: nameOf(page), summary, text: new Page(language, place).of(page, below) };
  });
}

class Page {
  public constructor(private readonly language: ApiLanguage, private readonly place: ReadonlyMap<string, string>) {}

  public of(page: Declared, below: readonly Declared[]): string {
    return `${[...this.declared(page, '#'), ...below.flatMap((part) => this.declared(part, '##'))].join('\n\n')}\n`;
  }

  private declared(one: Declared, level: string): string[] {
    const { docs, initializer, instanceMethods = [], staticMethods = [], properties = [], constants = [], members = [] } = one;
    const isStruct = one.initializer === undefined && one.instanceMethods === undefined && one.members === undefined;
    const methods = [...staticMethods, ...instanceMethods].filter(({ fqn }) => !EVERYWHERE.test(fqn));
    // In Python the options are arguments of their own.
    const given = this.language.folder === 'python' ? (initializer?.parameters ?? []).filter(({ displayName }) => displayName !== 'scope' && displayName !== 'id') : [];
    const shown = properties.filter(({ fqn }) => !EVERYWHERE.test(fqn));
    return [
      `${level} ${nameOf(one)}`,
      ...words(docs),
      ...initializer ? [this.fence(initializer.usage)] : [],
      ...docs.example ? [`${level}# Example`, this.fence(docs.example.trim())] : [],
      ...given.length > 0 ? [`${level}# Options`, this.options(given)] : [],
      ...members.length > 0 ? [table(['value', 'what it means'], members.map((member) => [`\`${member.displayName}\``, inline(member.docs)]))] : [],
      ...constants.length > 0 ? [table(['constant', 'type', ''], constants.map((constant) => [`\`${constant.displayName}\``, this.type(constant.type), inline(constant.docs)]))] : [],
      ...shown.length > 0 ? [`${level}# ${isStruct ? 'Options' : 'Properties'}`, isStruct ? this.options(shown) : this.members(shown)] : [],
      ...methods.length > 0 ? [`${level}# Methods`, ...methods.flatMap((method) => this.method(method, `${level}##`))] : [],
    ];
  }

  private options(properties: readonly Property[]): string {
    return table(['option', 'type', 'default', ''], properties.map((option) => [
      `\`${option.displayName}\``, this.type(option.type),
      option.optional === true ? option.default?.replace(/^- /, '') ?? '' : '**required**', inline(option.docs),
    ]));
  }

  private members(properties: readonly Property[]): string {
    return table(['property', 'type', ''], properties.map((property) => [`\`${property.displayName}\``, this.type(property.type), inline(property.docs)]));
  }

  private method(method: Method, level: string): string[] {
    const parameters = method.parameters.map((parameter) => [`\`${parameter.displayName}\``, this.type(parameter.type), inline(parameter.docs)]);
    return [`${level} ${method.displayName}`, ...words(method.docs), this.fence(method.usage.trim().split('\n').at(-1)!.trim()),
      ...parameters.length > 0 ? [table(['parameter', 'type', ''], parameters)] : []];
  }

  private type(type: Type | Entity): string {
    if ('fqn' in type) {
      const place = this.place.get(type.fqn);
      return place === undefined ? type.displayName : `[${type.displayName}](${place})`;
    }
    const inner = (type.types ?? []).map((one) => this.type(one));
    return type.formattingPattern.replace(/[<>[\]|*]/g, '\\$&').replace(/%/g, () => inner.shift() ?? '%');
  }

  private fence(code: string): string {
    return `\`\`\`${this.language.fence}\n${code}\n\`\`\``;
  }
}

/** The structs and enums that can be reached from a declaration. */
function reached(one: Declared, parts: ReadonlyMap<string, Declared>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (declared: Declared): void => {
    const members = [...declared.properties ?? [], ...declared.constants ?? []].filter(({ fqn }) => !EVERYWHERE.test(fqn));
    const methods = [...declared.staticMethods ?? [], ...declared.instanceMethods ?? [], ...declared.initializer ? [declared.initializer] : []];
    for (const fqn of [...members, ...methods.flatMap(({ parameters }) => parameters)].flatMap(({ type }) => namesIn(type))) {
      const part = parts.get(fqn);
      if (part === undefined || found.has(fqn)) continue;
      found.add(fqn);
      visit(part);
    }
  };
  visit(one);
  return found;
}

function namesIn(type: Type | Entity): string[] {
  return 'fqn' in type ? [type.fqn] : (type.types ?? []).flatMap(namesIn);
}

/** The same name in every language, so that pages can be found by it. */
const nameOf = ({ fqn }: Member) => shortName(fqn);
const shortName = (fqn: string) => fqn.slice(fqn.lastIndexOf('.') + 1);
const compare = (one: string, other: string) => one < other ? -1 : one > other ? 1 : 0;

function words({ summary, remarks, deprecated, deprecationReason, links = [] }: Docs): string[] {
  const texts = [deprecated === true ? `**Deprecated:** ${deprecationReason ?? ''}` : undefined, summary, remarks, links.length > 0 ? links.map((link) => `See ${link}.`).join(' ') : undefined];
  return texts.filter((text) => text !== undefined && text.trim() !== '').map((text) => text!.trim());
}

const inline = (docs: Docs) => cell(words(docs).join(' '));
const cell = (text: string) => text.replace(/\s+/g, ' ').replace(/\|/g, '\\|').trim();

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows.map((row) => row.map(cellOf))].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

const cellOf = (text: string) => text.replace(/\s+/g, ' ').replace(/(?<!\\)\|/g, '\\|');

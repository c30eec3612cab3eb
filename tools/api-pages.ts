/**
 * Pages of the API in one language, made of what jsii-docgen says of it: a class on each, with the
 * structs and enums that only it uses.
 */
import { ABSENT, callIn, Kinds, Names, readerIn, typesIn, wordsIn } from './api-languages';

/** The languages that the package is made for, with what installs it. */
export const LANGUAGES = [
  {
    folder: 'typescript',
    title: 'TypeScript',
    fence: 'ts',
    install: 'npm install cdk8s-volumes cdk8s cdk8s-plus-28 constructs',
  },
  {
    folder: 'python',
    title: 'Python',
    fence: 'python',
    install: 'pip install cdk8s-volumes cdk8s-plus-28',
  },
  {
    folder: 'java',
    title: 'Java',
    fence: 'java',
    install: 'io.github.cdk8s-volumes:cdk8s-volumes',
  },
  {
    folder: 'go',
    title: 'Go',
    fence: 'go',
    install: 'go get github.com/cdk8s-volumes/cdk8s-volumes-go/cdk8svolumes',
  },
] as const;

type ApiLanguage = (typeof LANGUAGES)[number];

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
interface Entity {
  readonly id: string;
  readonly fqn: string;
  readonly displayName: string;
  readonly packageName: string;
}
interface Type {
  readonly formattingPattern: string;
  readonly types?: readonly (Type | Entity)[];
}
interface Member {
  readonly id: string;
  readonly fqn: string;
  readonly displayName: string;
  readonly docs: Docs;
}
interface Property extends Member {
  readonly type: Type;
  readonly optional?: boolean;
  readonly default?: string;
}
interface Method extends Member {
  readonly usage: string;
  readonly parameters: readonly Property[];
}
interface Declared extends Member {
  readonly usage?: string;
  readonly initializer?: {
    readonly id: string;
    readonly usage: string;
    readonly parameters: readonly Property[];
  };
  readonly instanceMethods?: readonly Method[];
  readonly staticMethods?: readonly Method[];
  readonly properties?: readonly Property[];
  readonly constants?: readonly Property[];
  readonly members?: readonly Member[];
}

/** What is read of jsii-docgen's JSON. */
export interface Schema {
  readonly apiReference?: {
    readonly [
      kind in 'constructs' | 'classes' | 'structs' | 'interfaces' | 'enums'
    ]: readonly Declared[];
  };
}

/** Every construct has these, and no page is better for them. */
const EVERYWHERE = /\.(?:to_?string|is_?construct|node|with)$/i;

/** The pages of a language, and where everything is. */
export interface ApiPages {
  readonly pages: readonly ApiPage[];
  /** The file, and the heading on it if there are several, by name. */
  readonly places: ReadonlyMap<string, string>;
}

/** All pages of a language. */
export function pagesOf({ apiReference }: Schema, language: ApiLanguage, kinds: Kinds): ApiPages {
  const { constructs, classes, structs, interfaces, enums } = apiReference!;
  const own = [...constructs, ...classes, ...interfaces].sort((one, other) =>
    compare(nameOf(one), nameOf(other)),
  );
  const parts = new Map([...structs, ...enums].map((part) => [part.fqn, part]));
  const wanted = new Map(own.map((one) => [one.fqn, reached(one, parts)]));
  const users = new Map<string, string[]>();
  for (const [page, fqns] of wanted) {
    for (const fqn of fqns) users.set(fqn, [...(users.get(fqn) ?? []), page]);
  }
  // What several use has a page of its own.
  const alone = [...parts.values()].filter(({ fqn }) => users.get(fqn)?.length !== 1);
  const pages = [...own, ...alone].sort((one, other) => compare(nameOf(one), nameOf(other)));
  const place = new Map<string, string>();
  for (const page of pages) place.set(page.fqn, `${nameOf(page)}.md`);
  for (const [fqn, [page]] of users) {
    if (!place.has(fqn)) place.set(fqn, `${shortName(page)}.md#${shortName(fqn).toLowerCase()}`);
  }
  const methods = new Map(
    own.flatMap(({ staticMethods = [], ...one }) =>
      staticMethods.map((method) => [`${nameOf(one)}.${jsiiName(method)}`, method.displayName]),
    ),
  );
  const all: Names = { members: new Map(), methods, enums: new Set(enums.map(nameOf)) };
  const made = pages.map((page) => {
    const below = [...(wanted.get(page.fqn) ?? [])]
      .filter((fqn) => users.get(fqn)?.length === 1)
      .sort(compare)
      .map((fqn) => parts.get(fqn)!);
    const names = { ...all, members: new Map([page, ...below].flatMap(membersOf)) };
    const summary = cell(wordsIn(language.folder, page.docs.summary ?? '', names));
    return {
      name: nameOf(page),
      summary,
      text: new Page(language, place, kinds, names).of(page, below),
    };
  });
  return { pages: made, places: new Map([...place].map(([fqn, file]) => [shortName(fqn), file])) };
}

/**
 * What texts about a declaration speak of: its options and properties, by their names in
 * TypeScript.
 */
function membersOf({ properties = [], initializer }: Declared): (readonly [string, string])[] {
  const members = [...properties, ...(initializer?.parameters ?? [])].filter(
    ({ fqn }) => !EVERYWHERE.test(fqn),
  );
  return members.map((one) => [jsiiName(one), one.displayName] as const);
}

class Page {
  public constructor(
    private readonly language: ApiLanguage,
    private readonly place: ReadonlyMap<string, string>,
    private readonly kinds: Kinds,
    private readonly names: Names,
  ) {}

  public of(page: Declared, below: readonly Declared[]): string {
    return `${[...this.declared(page, '#'), ...below.flatMap((part) => this.declared(part, '##'))].join('\n\n')}\n`;
  }

  private declared(one: Declared, level: string): string[] {
    const {
      docs,
      instanceMethods = [],
      staticMethods = [],
      properties = [],
      constants = [],
      members = [],
    } = one;
    const initializer = this.kinds.closed.has(one.id) ? undefined : one.initializer;
    const isStruct =
      one.initializer === undefined &&
      one.instanceMethods === undefined &&
      one.members === undefined;
    const methods = [...staticMethods, ...instanceMethods].filter(
      ({ fqn }) => !EVERYWHERE.test(fqn),
    );
    // In Python the options are arguments of their own.
    const given =
      this.language.folder === 'python'
        ? (initializer?.parameters ?? []).filter(
            ({ displayName }) => displayName !== 'scope' && displayName !== 'id',
          )
        : [];
    const shown = properties.filter(({ fqn }) => !EVERYWHERE.test(fqn));
    return [
      `${level} ${nameOf(one)}`,
      ...this.words(docs),
      ...(initializer
        ? [this.call(initializer.usage, true), ...this.outcomes(initializer.id)]
        : []),
      ...(docs.example ? [`${level}# Example`, this.fence(docs.example.trim())] : []),
      ...(given.length > 0 ? [`${level}# Options`, this.options(given)] : []),
      ...(members.length > 0
        ? [
            table(
              ['value', 'what it means'],
              members.map((member) => [`\`${member.displayName}\``, this.inline(member.docs)]),
            ),
          ]
        : []),
      ...(constants.length > 0
        ? [
            table(
              ['constant', 'type', ''],
              constants.map((constant) => [
                `\`${constant.displayName}\``,
                this.type(constant.type),
                this.inline(constant.docs),
              ]),
            ),
          ]
        : []),
      ...(shown.length > 0
        ? [
            `${level}# ${isStruct ? 'Options' : 'Properties'}`,
            isStruct ? this.options(shown) : this.members(shown),
          ]
        : []),
      ...(methods.length > 0
        ? [`${level}# Methods`, ...methods.flatMap((method) => this.method(method, `${level}##`))]
        : []),
    ];
  }

  private options(properties: readonly Property[]): string {
    return table(
      ['option', 'type', 'default', ''],
      properties.map((option) => [
        `\`${option.displayName}\``,
        this.type(option.type),
        option.optional === true
          ? this.told(option.default?.replace(/^- /, '') ?? '')
          : '**required**',
        this.inline(option.docs),
      ]),
    );
  }

  private members(properties: readonly Property[]): string {
    return table(
      ['property', 'type', ''],
      properties.map((property) => [
        `\`${readerIn(this.language.folder, property.displayName)}\``,
        this.type(property.type),
        [this.inline(property.docs), this.absence(property)].join(' ').trim(),
      ]),
    );
  }

  private method(method: Method, level: string): string[] {
    const parameters = method.parameters.map((parameter) => [
      `\`${parameter.displayName}\``,
      this.type(parameter.type),
      sentence(this.inline(parameter.docs)),
    ]);
    return [
      `${level} ${method.displayName}`,
      ...this.words(method.docs),
      this.call(method.usage, false),
      ...(parameters.length > 0 ? [table(['parameter', 'type', ''], parameters)] : []),
      ...this.outcomes(method.id),
    ];
  }

  private type(type: Type | Entity): string {
    if ('fqn' in type) {
      const place = this.place.get(type.fqn);
      const name = place === undefined ? type.displayName : `[${type.displayName}](${place})`;
      return this.language.folder === 'go' && this.kinds.structs.has(type.id) ? `\\*${name}` : name;
    }
    const inner = (type.types ?? []).map((one) => this.type(one));
    return typesIn(this.language.folder, type.formattingPattern)
      .replace(/[<>[\]|*]/g, '\\$&')
      .replace(/%/g, () => inner.shift() ?? '%');
  }

  private call(usage: string, isImporting: boolean): string {
    return this.fence(callIn(this.language.folder, usage, this.kinds, isImporting));
  }

  /** When a property of a class is not set, which is its default to jsii. */
  private absence({ optional, default: why }: Property): string {
    return optional === true && why !== undefined
      ? `${ABSENT[this.language.folder]} if ${this.told(cell(why.replace(/^- /, '')))}.`
      : '';
  }

  /** A text with the names of the language. */
  private told(text: string): string {
    return wordsIn(this.language.folder, text, this.names);
  }

  /** What a call returns, and what it throws. */
  private outcomes(id: string): string[] {
    return (this.kinds.outcomes.get(id) ?? []).map((text) => this.told(text));
  }

  private words(docs: Docs): string[] {
    return words(docs).map((text) => this.told(text));
  }

  private inline(docs: Docs): string {
    return cell(this.words(docs).join(' '));
  }

  private fence(code: string): string {
    return `\`\`\`${this.language.fence}\n${code}\n\`\`\``;
  }
}

/** The structs and enums that can be reached from a declaration. */
function reached(one: Declared, parts: ReadonlyMap<string, Declared>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (declared: Declared): void => {
    const members = [...(declared.properties ?? []), ...(declared.constants ?? [])].filter(
      ({ fqn }) => !EVERYWHERE.test(fqn),
    );
    const methods = [
      ...(declared.staticMethods ?? []),
      ...(declared.instanceMethods ?? []),
      ...(declared.initializer ? [declared.initializer] : []),
    ];
    for (const fqn of [...members, ...methods.flatMap(({ parameters }) => parameters)].flatMap(
      ({ type }) => namesIn(type),
    )) {
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
/** The name of a member in TypeScript, which its id ends with in all languages. */
const jsiiName = ({ id }: Member) => id.slice(id.lastIndexOf('.') + 1);
const shortName = (fqn: string) => fqn.slice(fqn.lastIndexOf('.') + 1);
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

function words({ summary, remarks, deprecated, deprecationReason, links = [] }: Docs): string[] {
  const texts = [
    deprecated === true ? `**Deprecated:** ${deprecationReason ?? ''}` : undefined,
    summary,
    remarks,
    links.length > 0 ? links.map((link) => `See ${link}.`).join(' ') : undefined,
  ];
  return texts
    .filter((text) => text !== undefined && text.trim() !== '')
    .map((text) => text!.trim());
}

/** Docs of parameters begin with a small letter. */
const sentence = (text: string) =>
  /^[a-z][a-z']* /.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
const cell = (text: string) => text.replace(/\s+/g, ' ').replace(/\|/g, '\\|').trim();

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows.map((row) => row.map(cellOf))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

const cellOf = (text: string) => text.replace(/\s+/g, ' ').replace(/(?<!\\)\|/g, '\\|');

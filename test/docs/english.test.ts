/**
 * Messages, rules and pages are written as Kubernetes' documentation is: these phrases made readers
 * stumble, and stay away.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

const ROOT = join(__dirname, '..', '..');

/** What must not be written, and what says it in plain English. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bis none of\b/, 'must be one of'],
  [
    /(?<!there )\b(?:is|are) no (?:valid|list|name|number|label|volume|object|quantity|boolean|string|directory|part of|plain data)\b/i,
    'is not a',
  ],
  [/\bin other letters\b/, 'another spelling of'],
  [/\bmend\b/i, 'fix'],
  [/\bnought\b/i, '0'],
  [/\bas it were\b/, 'nothing'],
  [/\bin vain\b/, 'without effect'],
  [/\bfor ever\b/, 'forever'],
  [/\bwithout a word\b/, 'silently'],
  [/\b(?:is|are) there twice\b/, 'appears twice'],
  [/\bis there already\b/, 'already exists'],
  [/\b(?:taken|used|set|mounted|chosen|required|given) already\b/, 'already taken'],
  [/\bperhaps .{1,80} is meant\b/, 'perhaps you meant'],
  [/\bit is not said\b/i, 'is missing'],
  [/\bnobody (?:declares|reads the)\b/, 'is not declared'],
  [/\bblanks? (?:around|behind|at)\b/, 'whitespace around'],
  [/\bas it shall be\b/, 'as it should be'],
  [/\bby whom\b|\bto whom\b|\bas whom\b|\bwith whom\b/, 'that … by'],
  [/\b(?:made|makes|make|create|creates|write) (?:it )?anew\b/, 'recreated'],
  [/\bsay (?:allow|skip|enforces)[A-Z]/, 'set'],
  [/\b(?:stands|stand) in clear text\b/, 'is in clear text'],
  [/\bheeds?\b/, 'honors'],
  [/\btakes (?:\w+ )?for nobody\b/, 'maps to nobody'],
  [/\bcan be chosen about\b/, 'options of'],
  [/\bas the driver wants\b/, "the driver's own"],
  [/\b(?:is|are) not written;/, 'not set'],
  [/\bwhoever made\b/, 'whatever it was created with'],
  [/\bgiven (?:twice|without)\b/, 'appears twice, set without'],
  [/\bleave it out\b/, 'remove it'],
  [/\bseen from where\b/, 'relative to'],
  [/\bin one go\b/, 'at once'],
  [/\bmisspelt\b/, 'misspelled'],
  [/\bmakes? volumes\b/, 'provisions volumes'],
  [/\bcome on top\b/, 'are added'],
  [/\bsays? of (?:each|every|it)\b/, 'explains'],
  [/\bin the end,|\bdeleted in the end\b/, 'finally'],
  [/\b(?:must|shall|can) be the case\b/, 'must hold, or say what must be done'],
  [/\bto chance\b/, 'does not …'],
  [/\bdoes no harm\b/, 'is harmless'],
  [/\bside by side\b/, 'at the same time, next to'],
  [/\b(?:is|are) told (?:to|that|of|about)\b/, 'is configured to, knows'],
  [/\bwhat is asked for\b/i, 'what you request'],
  [/\bonce more\b/, 'again, a second time'],
  [/\bshall be\b|\bshall not\b/, 'must be, to have it …'],
  [/\bcan start with new ones\b/, 'report only new ones'],
  [/\bto play with\b/, 'a test cluster'],
  [/\b[Tt]he way back\b/, 'recover'],
  [/\btrue lines\b/, 'exact source positions'],
  [/\bsuch as one of (?:\[|kind\b)/, 'for example one created with'],
  [/\ba namespace that is none\b|\bwhat leads to\b/, 'say it directly'],
  [/\bnobody (?:sees|needs to|can see)\b/, 'cannot be seen, need not'],
  [/\bperhaps on another\b/, 'possibly on another'],
  [/\blook whether\b/, 'check that'],
  [/\btake the \w+ away\b/, 'remove'],
  [/\b(?:can|to) be had\b/, 'is available'],
  [/\bgone with\b/, 'lost with'],
  [/\bthe same of\b/, 'the same message about'],
  [/\bchange hands\b/, 'change owner'],
  [/\bpaid for\b/, 'billed'],
  [/\bunless (?:it|they) (?:is|are) told\b/, 'by default'],
];

/** What must not be written in messages and rules, besides. */
const IN_MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[`;,:] |\bor |^[`])give\b/, 'set, add, use, pass, rename'],
  [/\b(?:does|do) not know\b|\bknows nothing\b/, 'has no, unknown'],
  [/\b(?:is|are) not known\b/, 'is unknown'],
  [/\b(?:that|there|they) (?:is|are) none\b/, 'say what is missing'],
  [/\basks? (?:\w+ )?for\b(?! \$\{show\(arg)/, 'requires, requests'],
  [/\bwhoever\b/i, 'anyone who'],
  [/\bnobody knows\b/, 'is unknown'],
];

/** Every file below a folder whose name ends so. */
function filesOf(folder: string, end: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(end))
    .map((file) => join(folder, file))
    .sort();
}

/** The texts of a program, with their lines: comments are not among them. */
function textsOf(file: string): [place: string, text: string][] {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
  const texts: [string, string][] = [];
  const visit = (node: ts.Node) => {
    const text = ts.isStringLiteralLike(node)
      ? node.text
      : ts.isTemplateExpression(node)
        ? node.getText(source)
        : undefined;
    if (text !== undefined) {
      texts.push([
        `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`,
        text,
      ]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

const linesOf = (file: string) =>
  readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .map((line, index): [string, string] => [`${file}:${index + 1}`, line]);

function stumbles(
  texts: readonly (readonly [string, string])[],
  phrases: readonly (readonly [RegExp, string])[] = PHRASES,
): string[] {
  return texts.flatMap(([place, text]) =>
    phrases.flatMap(([phrase, better]) => {
      const found = phrase.exec(text)?.[0];
      return found === undefined ? [] : [`${place}: "${found}": write "${better}"`];
    }),
  );
}

test('no message and no rule has a phrase that readers stumble over', () => {
  const texts = filesOf('src', '.ts').flatMap(textsOf);
  expect(texts.length).toBeGreaterThan(1000);
  expect(stumbles(texts, [...PHRASES, ...IN_MESSAGES])).toEqual([]);
});

test('no page has one', () => {
  expect(
    stumbles(
      [
        'README.md',
        'examples/languages/README.md',
        ...filesOf('docs', '.md').filter((file) => !file.startsWith('docs/api')),
      ].flatMap(linesOf),
    ),
  ).toEqual([]);
});

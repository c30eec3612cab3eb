/**
 * Outputs as readers of their formats see them, and what these are made of: each output is read by
 * a parser of its format.
 */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { parseAllDocuments } from 'yaml';
import { readFlowchart } from './mermaid';
import { SCRIPT } from '../../src/map/html-script';

interface CommonMark {
  readonly HtmlRenderer: new () => { render(tree: unknown): string };
  readonly Parser: new () => { parse(text: string): unknown };
}
const { HtmlRenderer, Parser } = jest.requireActual<CommonMark>('commonmark');

/** The texts that a reader sees, and the names of the elements that they stand in. */
export interface Seen {
  readonly texts: readonly string[];
  readonly elements: ReadonlySet<string>;
}

/** All texts of plain data: keys, too. */
export function textsOf(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  if (typeof data !== 'object' || data === null) return [];
  return Array.isArray(data)
    ? data.flatMap(textsOf)
    : Object.entries(data).flatMap(([key, value]) => [key, ...textsOf(value)]);
}

export function seenInJson(output: string): Seen {
  return { texts: textsOf(JSON.parse(output)), elements: new Set() };
}

export function seenInYaml(output: string): Seen {
  const documents = parseAllDocuments(output);
  const errors = documents.flatMap((document) => ('errors' in document ? document.errors : []));
  if (errors.length > 0) throw errors[0];
  return {
    texts: documents.flatMap((document) => textsOf((document as { toJS(): unknown }).toJS())),
    elements: new Set(),
  };
}

const xml = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  htmlEntities: true,
  unpairedTags: ['meta', 'br'],
  processEntities: { enabled: true, maxTotalExpansions: 1e6, maxExpandedLength: 1e7 },
});

/** Of XML, or of HTML that is written as such. */
export function seenInXml(page: string): Seen {
  // The script of a page is always the same, and HTML has no way to write it as XML.
  const output = page.replace(`<script>${SCRIPT}</script>`, '');
  const checked = XMLValidator.validate(output.replace('<!DOCTYPE html>\n', ''), {
    unpairedTags: ['meta', 'br'],
  });
  if (checked !== true) throw new Error(JSON.stringify(checked));
  const texts: string[] = [];
  const elements = new Set<string>();
  const visit = (nodes: readonly Record<string, unknown>[]) => {
    for (const node of nodes) {
      for (const [name, value] of Object.entries(node)) {
        if (name === '#text') {
          texts.push(String(value));
        } else if (name === ':@') {
          Object.entries(value as object).forEach(([attribute, text]) =>
            texts.push(attribute, String(text)),
          );
        } else if (!name.startsWith('?')) {
          elements.add(name);
          visit(value as Record<string, unknown>[]);
        }
      }
    }
  };
  visit(xml.parse(output) as Record<string, unknown>[]);
  return { texts, elements };
}

/**
 * The cells of a row of a table. Some readers split at each pipe that has no backslash before it,
 * GitHub's where a backslash does not escape another one: both must see the same.
 */
export function cellsOf(row: string): string[] {
  const split = (isPairwise: boolean) => {
    const cells = [''];
    for (let at = 0; at < row.length; at += 1) {
      const pair = row.slice(at, at + 2);
      const last = cells.length - 1;
      if (pair === '\\|' || (isPairwise && pair === '\\\\')) {
        cells[last] += pair === '\\|' ? '|' : pair;
        at += 1;
      } else if (row[at] === '|') {
        cells.push('');
      } else {
        cells[last] += row[at];
      }
    }
    return cells.slice(1, -1).map((cell) => cell.trim());
  };
  const [github, other] = [split(true), split(false)];
  if (JSON.stringify(github) !== JSON.stringify(other)) {
    throw new Error(`readers do not agree on ${row}`);
  }
  return github;
}

/** What a reader sees of a cell, and the tags that it is made of. */
export function seenInCell(cell: string): {
  readonly text: string;
  readonly tags: readonly string[];
} {
  const html = new HtmlRenderer()
    .render(new Parser().parse(`x ${cell}`))
    .replace(/^<p>x ?/, '')
    .replace(/<\/p>\n$/, '')
    .replaceAll('<!-- -->', '');
  const { texts, elements } = seenInXml(`<cell>${html}</cell>`);
  return { text: texts.join(''), tags: [...elements].filter((name) => name !== 'cell') };
}

/** Of Markdown as this program writes it: tables, and what stands between them. */
export function seenInMarkdown(output: string): Seen {
  const isRow = (line: string) => line.startsWith('|');
  const cells = output.split('\n').filter(isRow).flatMap(cellsOf).map(seenInCell);
  const html = new HtmlRenderer()
    .render(
      new Parser().parse(
        output
          .split('\n')
          .filter((line) => !isRow(line))
          .join('\n'),
      ),
    )
    .replaceAll('<!-- -->', '');
  const { texts, elements } = seenInXml(`<page>${html}</page>`);
  return {
    texts: [...cells.map(({ text }) => text), ...texts],
    elements: new Set([...cells.flatMap(({ tags }) => tags), ...elements]),
  };
}

/**
 * Of workflow commands, line by line as the runner of GitHub Actions reads them (ActionCommand.cs);
 * the names of commands are elements.
 */
export function seenInGithub(output: string): Seen {
  const undone = (text: string) => text.replaceAll('%0D', '\r').replaceAll('%0A', '\n');
  const commands = output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, command, properties, message] = /^::(\w+) ((?:(?!::).)*)::(.*)$/.exec(line) ?? [];
      if (command === undefined) throw new Error(`no command: ${line}`);
      const values = properties.split(',').map((pair) =>
        undone(pair.slice(pair.indexOf('=') + 1))
          .replaceAll('%3A', ':')
          .replaceAll('%2C', ','),
      );
      return {
        command,
        texts: [...values, undone(message)].map((text) => text.replaceAll('%25', '%')),
      };
    });
  return {
    texts: commands.flatMap(({ texts }) => texts),
    elements: new Set(commands.map(({ command }) => command)),
  };
}

/** Of one flowchart, or of several in Markdown. */
export function seenInMermaid(output: string): Seen {
  const texts = output.startsWith('flowchart')
    ? [output]
    : [...output.matchAll(/^## .*\n\n```mermaid\n([^]*?)```$/gm)].map(([, one]) => one);
  const charts = texts.map(readFlowchart);
  return {
    texts: charts.flatMap(({ nodes, edges, groups }) => [
      ...[...nodes.values()].flatMap(({ lines }) => lines),
      ...edges.map(({ label }) => label),
      ...groups.values(),
    ]),
    elements: new Set(),
  };
}

/** Texts in Markdown, as GitHub and GitLab read it. */
import { harmless } from './terminal';

/**
 * The text as it stands in a line or in the cell of a table: nothing in it is markup, and nobody
 * and nothing is referred to by it.
 */
export function markdownText(text: string): string {
  return (
    onLine(text)
      .replace(/[\\`*_{}[\]<>#|~$&]/g, (sign) => `\\${sign}`)
      // At the start of a line, an item of a list or a line under a heading.
      .replace(/^(\d+(?=[.)])|(?=[-+=]))/, '$1\\')
      // A backslash would not keep these from being mentions, references and links.
      .replace(/@|#(?=\d)|:(?=\/\/)|www(?=\.)/gi, (sign) => `${sign}<!-- -->`)
  );
}

/** The text as code in a line or in the cell of a table. */
export function markdownCode(text: string): string {
  const line = onLine(text).trim();
  if (line === '') return '';
  // Backslashes and pipes in backticks mean one thing in a table and another one outside, and not
  // the same to all readers.
  return /[`|\\]/.test(line) ? `<code>${markdownText(line)}</code>` : `\`${line}\``;
}

/** The lines as a block of code, whatever backticks they have. */
export function markdownBlock(code: string, language: string): string {
  const longest = (code.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}${code.endsWith('\n') ? '' : '\n'}${fence}`;
}

function onLine(text: string): string {
  return harmless(text).replace(/\s+/g, ' ');
}

/** Texts in Markdown, as GitHub and GitLab read it. */

/** The text as it stands in a line or in the cell of a table: nothing in it is markup, and nobody is called by it. */
export function markdownText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>#|~$&]/g, (sign) => `\\${sign}`)
    // A backslash would not keep it from being a mention.
    .replaceAll('@', '@<!-- -->');
}

/** The text as code in the cell of a table, whatever backticks it has. */
export function markdownCode(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  const longest = (line.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  const fence = '`'.repeat(longest + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line.replaceAll('|', '\\|')}${pad}${fence}`;
}

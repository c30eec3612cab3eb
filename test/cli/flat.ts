/** A text report with each finding on one line, for expectations on its words. */

const FILE = /^(\S.*) \(\d+ (?:error|warning)s?(?:, \d+ warnings?)?\)$/;
const HEAD = /^ {2}(-|\d+(?::\d+)?) +(error|warning)(?: +(.*))?$/;

/** `file:line:column: severity: object: field: message; remedy (rule)`; other lines stay. */
export function flat(report: string): string {
  const lines: string[] = [];
  let file = '';
  let heads: RegExpExecArray[] = [];
  let message = '';
  for (const line of report.split('\n')) {
    const head = HEAD.exec(line);
    const fix = /^ +fix: (.*)$/.exec(line);
    if (head) {
      heads.push(head);
    } else if (fix) {
      const [, words = '', rule = ''] = /^(.*) (\(\S+\))$/.exec(message) ?? [];
      for (const [, place, severity, named = ''] of heads) {
        const at = place === '-' ? file : `${file}:${place}`;
        const told = [...named.split('  ').filter((part) => part !== ''), words].join(': ');
        lines.push(`${at}: ${severity}: ${told}; ${fix[1]} ${rule}`);
      }
      heads = [];
    } else if (heads.length > 0) {
      message = line.trim();
    } else if (FILE.test(line)) {
      file = FILE.exec(line)![1];
    } else {
      lines.push(line);
    }
  }
  return lines.join('\n');
}

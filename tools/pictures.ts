/**
 * Draws docs/pictures: what the commands print in a terminal, for the files of the README. Give a
 * folder to draw elsewhere.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { run } from '../src/cli/run';
import { xmlText } from '../src/escape';

const ROOT = dirname(__dirname);
const COMMANDS = {
  render: ['render', 'shared.yaml'],
  check: ['check', 'shop.yaml'],
  diff: ['diff', 'shop.yaml', 'shared.yaml'],
} as const;

/** Letters in a line: what is longer goes on in the next. */
const MOST = 110;
const LETTER = { width: 8.43, height: 19 };
const MARGIN = 16;
const COLOURS: { readonly [style: string]: string } = {
  '1': '#ffffff',
  '2': '#9ca3af',
  '31': '#f87171',
  '32': '#4ade80',
  '33': '#facc15',
  '34': '#60a5fa',
  '35': '#c084fc',
  '36': '#22d3ee',
  '90': '#9ca3af',
};

/** A letter, and the style that it has. */
interface Letter {
  readonly text: string;
  readonly style: string;
}

/** The lines of a text, as a terminal of that width shows them. */
function linesOf(text: string): Letter[][] {
  let style = '0';
  return text
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const letters = line.split(/(\x1b\[[\d;]*m)/).flatMap((part) => {
        const code = /^\x1b\[([\d;]*)m$/.exec(part)?.[1];
        if (code !== undefined) style = code;
        return code === undefined ? [...part].map((one) => ({ text: one, style })) : [];
      });
      return wrapped(letters);
    });
}

/** Broken between words, and indented as the line is. */
function wrapped(letters: readonly Letter[]): Letter[][] {
  if (letters.length <= MOST) return [[...letters]];
  const plain = letters.map(({ text }) => text).join('');
  const indent = /^ *(?:\d+:\d+ +\w+ +)?/.exec(plain)![0].length;
  const space = plain.lastIndexOf(' ', MOST);
  const at = space > indent ? space : MOST;
  const blanks = Array.from({ length: indent }, () => ({ text: ' ', style: '0' }));
  return [letters.slice(0, at), ...wrapped([...blanks, ...letters.slice(at + 1)])];
}

function spansOf(line: readonly Letter[]): string {
  const spans: { text: string; style: string }[] = [];
  for (const { text, style } of line) {
    const last = spans.at(-1);
    if (last?.style === style) last.text += text;
    else spans.push({ text, style });
  }
  return spans
    .map(({ text, style }) => {
      const colour = style.split(';').flatMap((code) => COLOURS[code] ?? [])[0];
      const written = xmlText(text);
      return colour === undefined ? written : `<tspan fill="${colour}">${written}</tspan>`;
    })
    .join('');
}

function pictureOf(command: readonly string[], printed: string): string {
  const prompt = `$ cdk8s-volumes ${command.join(' ')}`;
  const lines = [[...prompt].map((text) => ({ text, style: '1' })), ...linesOf(printed)];
  const longest = Math.max(...lines.map(({ length }) => length));
  const width = Math.ceil(longest * LETTER.width) + 2 * MARGIN;
  const height = lines.length * LETTER.height + 2 * MARGIN;
  const rows = lines.map(
    (line, index) =>
      `<text x="${MARGIN}" y="${MARGIN + (index + 0.75) * LETTER.height}" xml:space="preserve">${spansOf(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${xmlText(prompt)}</title>
<rect width="100%" height="100%" rx="8" fill="#111827"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#e5e7eb">
${rows.join('\n')}
</g>
</svg>
`;
}

/** What a command prints, as on a terminal. */
async function printedBy(command: readonly string[]): Promise<string> {
  let printed = '';
  const take = (text: string) => void (printed += text);
  await run(command, {
    readStdin: async () => Buffer.from(''),
    writeStdout: async (text) => {
      take(text);
      return true;
    },
    writeStderr: take,
    undisturbed: async (action) => action(async () => undefined),
    streams: {},
    patience: { stale: 1, most: 1, between: 1 },
    stdinIsTerminal: false,
    stdoutIsTerminal: true,
    stderrIsTerminal: true,
    widthOf: () => MOST,
    env: {},
  });
  return printed;
}

/** Draws all pictures, in a folder. */
export async function drawPictures(target: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  const here = process.cwd();
  try {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    for (const [, text, name] of readme.matchAll(/^```yaml\n(# (\S+\.yaml)\n[\s\S]*?)^```$/gm)) {
      writeFileSync(join(folder, name), text);
    }
    mkdirSync(target, { recursive: true });
    process.chdir(folder);
    for (const [name, command] of Object.entries(COMMANDS)) {
      writeFileSync(join(target, `${name}.svg`), pictureOf(command, await printedBy(command)));
    }
  } finally {
    process.chdir(here);
    rmSync(folder, { recursive: true });
  }
}

if (require.main === module) {
  void drawPictures(resolve(process.argv[2] ?? join(ROOT, 'docs', 'pictures')));
}

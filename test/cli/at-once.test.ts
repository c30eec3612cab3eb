/** Short texts to standard streams: what is written at once, and what is left for a stream. */
import { execFileSync } from 'node:child_process';
import fs, {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNull, leftOf } from '../../src/cli/at-once';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'at-once-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

test('a short text to a file is written, and nothing is left', () => {
  const file = join(folder, 'file');
  const stream = openSync(file, 'w');
  expect([leftOf(stream, 'Grüße '), leftOf(stream, 'all')].map(textOf)).toEqual(['', '']);
  closeSync(stream);
  expect(readFileSync(file, 'utf8')).toBe('Grüße all');
});

test('nothing of a long text is written', () => {
  const file = join(folder, 'long');
  const stream = openSync(file, 'w');
  const text = 'a'.repeat(2 ** 16);
  expect(textOf(leftOf(stream, text))).toBe(text);
  closeSync(stream);
  expect(readFileSync(file, 'utf8')).toBe('');
});

test('of a pipe that is full and waits for nobody the rest is left', () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const stream = openSync(pipe, constants.O_RDWR + constants.O_NONBLOCK);
  expect(() => {
    for (;;) writeSync(stream, 'b'.repeat(4096));
  }).toThrow('EAGAIN');
  expect(textOf(leftOf(stream, 'later'))).toBe('later');
  readSync(stream, Buffer.alloc(4096));
  const text = `${'c'.repeat(4096)}${'d'.repeat(4096)}`;
  expect(textOf(leftOf(stream, text))).toBe('d'.repeat(4096));
  closeSync(stream);
});

test('a stream that is closed is left to Node.js', () => {
  const stream = openSync(join(folder, 'closed'), 'w');
  closeSync(stream);
  expect(textOf(leftOf(stream, 'text'))).toBe('text');
});

test('what the system says is thrown', () => {
  const file = join(folder, 'read');
  closeSync(openSync(file, 'w'));
  const stream = openSync(file, 'r');
  expect(() => leftOf(stream, 'text')).toThrow('EBADF');
  closeSync(stream);
});

test('the null device takes all of a text', () => {
  const stream = openSync('/dev/null', 'w');
  expect(textOf(leftOf(stream, 'text'))).toBe('');
  closeSync(stream);
});

test('where there is no such device, none is it', () => {
  const there = fs.statSync('/dev/null');
  expect(isNull(there)).toBe(true);
  const spy = jest.spyOn(fs, 'statSync').mockReturnValue(undefined as unknown as fs.Stats);
  expect(isNull(there)).toBe(false);
  spy.mockRestore();
});

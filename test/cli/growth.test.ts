/**
 * Inputs that are large in one respect, so large that work by the square of their size would take
 * hours: that a test ends at all is what it is for. No clock is looked at, as that of a busy
 * machine says nothing.
 */
import { runWith } from './session';
import { sized } from '../support/size';

/** After so many milliseconds nobody waits any longer. */
const NEVER = 500_000;

const TEST = `apiVersion: locust.io/v2
kind: LocustTest
metadata: {name: a, namespace: b, labels: {a: b}}
spec:
  image: i
  master: {command: --x}
  worker: {command: --x, replicas: 1}
`;
const configMap = (text: string) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { text } });

/**
 * So many that their square never ends, or a tenth of them: `test/growth` counts steps, and sees a
 * square among few.
 */
const many = (count: number) => sized(count, count / 10);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test.each<readonly [string, () => string, number]>([
  ['blank lines within a text', () => configMap(`x${'\n'.repeat(many(1_000_000))}x`), 0],
  ['lines of one text in JSON', () => configMap(`${'x'.repeat(99)}\n`.repeat(many(200_000))), 0],
  [
    'blanks in a value that is told',
    () =>
      TEST.replace('image: i', `image: i\n  imagePullPolicy: "x${' '.repeat(many(2_000_000))}x"`),
    1,
  ],
  [
    'labels that are wrong',
    () =>
      TEST.replace(
        'a: b',
        numbers(many(50_000))
          .map((index) => `"a b ${index}": x`)
          .join(', '),
      ),
    1,
  ],
  [
    'fields that nobody knows',
    () =>
      TEST +
      numbers(many(20_000))
        .map((index) => `  field${index}: x\n`)
        .join(''),
    0,
  ],
  ['documents of comments', () => '# c\n---\n'.repeat(many(500_000)), 0],
  ['lines of three dots', () => TEST + '...\n'.repeat(many(500_000)), 0],
])(
  'many %s',
  async (_, input, status) => {
    expect((await runWith(['render', '-'], { stdin: input() })).status).toBe(status);
  },
  NEVER,
);

/** Inputs that are large in one respect: none may take much longer than its size says. */
import { runWith } from './session';

const MOST_SECONDS = 4;

const TEST = `apiVersion: locust.io/v2
kind: LocustTest
metadata: {name: a, namespace: b, labels: {a: b}}
spec:
  image: i
  master: {command: --x}
  worker: {command: --x, replicas: 1}
`;
const configMap = (text: string) => JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { text } });

test.each<readonly [string, () => string, number]>([
  ['blank lines within a text', () => configMap(`x${'\n'.repeat(100_000)}x`), 0],
  ['lines of one text in JSON', () => configMap(`${'x'.repeat(99)}\n`.repeat(200_000)), 0],
  ['blanks in a value that is told', () => TEST.replace('image: i', `image: i\n  imagePullPolicy: "x${' '.repeat(200_000)}x"`), 1],
  ['labels that are wrong', () => TEST.replace('a: b', Array.from({ length: 10_000 }, (_, index) => `"a b ${index}": x`).join(', ')), 1],
  ['fields that nobody knows', () => TEST + Array.from({ length: 10_000 }, (_, index) => `  field${index}: x\n`).join(''), 0],
  ['documents that end with three dots', () => '# c\n...\n'.repeat(200_000), 0],
])('many %s', async (_, input, status) => {
  const stdin = input();
  const start = process.hrtime.bigint();
  expect((await runWith(['render', '-'], { stdin })).status).toBe(status);
  expect(Number(process.hrtime.bigint() - start) / 1e9).toBeLessThan(MOST_SECONDS);
}, 200_000);

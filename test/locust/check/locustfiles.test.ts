/** The names after -f, against the test files that are known. */
import { checkLocustfiles } from '../../../src/locust/check';
import { LocustTestSpec } from '../../../src/locust/spec';

const FILES: { [configMap: string]: string[] } = {
  code: ['checkout.py', 'lib/users.py', 'data/big.csv', 'a.txt'],
  shared: ['common.py'],
  many: ['a.py', 'b.py', 'c.py', 'd.py', 'e.py', 'f.py'],
};
const TEST_FILES = { configMapRef: 'code', libConfigMapRef: 'shared' };

const said = (command: string, more: Partial<LocustTestSpec> = {}) => {
  const spec: LocustTestSpec = {
    image: 'a',
    master: { command },
    worker: { command: '', replicas: 1 },
    testFiles: TEST_FILES,
    ...more,
  };
  return checkLocustfiles(
    { apiVersion: '', kind: '', metadata: { name: 'load' }, spec },
    (name) => FILES[name],
  ).map(({ path, message, remedy, rule }) => `${path}: ${message}; ${remedy} (${rule})`);
};
const MISSING = (name: string, remedy: string, field = 'spec.master.command') => [
  `${field}: "${name}" is not among the test files; ${remedy} (locust/locustfile)`,
];
const CHECKOUT = 'perhaps you meant "/lotest/src/checkout.py"';
const ALL =
  'use one of /lotest/src/checkout.py, /lotest/src/lib/users.py, /opt/locust/lib/common.py';

test.each([
  ['-f /lotest/src/chekout.py'],
  ['-f/lotest/src/chekout.py'],
  ['-f=/lotest/src/chekout.py'],
  ['--locustfile /lotest/src/chekout.py'],
  ['--headless --locustfile=/lotest/src/chekout.py --host x'],
  ['-f /lotest/src/checkout.py,/lotest/src/chekout.py'],
  ['-f /lotest/src/a.py -f /lotest/src/chekout.py'],
])('%s names a file that is not there', (command) => {
  expect(said(command)).toEqual(MISSING('/lotest/src/chekout.py', CHECKOUT));
});

test.each([
  ['a file', '-f /lotest/src/checkout.py'],
  ['a file without its ending', '-f /lotest/src/checkout'],
  ['a file in a folder', '-f /lotest/src/lib/users.py'],
  ['a folder', '-f /lotest/src/lib'],
  ['a folder with a slash', '-f /lotest/src/lib/'],
  ['the folder of all', '-f /lotest/src'],
  ['a file of the library', '-f /opt/locust/lib/common.py'],
  ['several files', '--locustfile=/lotest/src/checkout.py,/lotest/src/lib/users.py,'],
  ['an address', '-f https://git.example.com/a.py'],
  ['what the master sends', '-f -'],
  ['a file of the image', '-f /home/locust/a.py'],
  ['a relative file of the image', '-f other.py'],
  ['a folder beside the files', '-f /lotest/src2/a.py'],
  ['nothing', '--headless'],
  ['nothing after the flag', '--headless -f'],
  ['the last of several', '-f /lotest/src/gone.py -f /lotest/src/checkout.py'],
])('%s is fine: %s', (_what, command) => {
  expect(said(command)).toEqual([]);
});

test('a folder without Python is nothing to run, and what is near nothing names some files', () => {
  expect(said('-f /lotest/src/data')).toEqual(MISSING('/lotest/src/data', ALL));
});

test('a relative name of a test file is looked for elsewhere', () => {
  expect(said('-f checkout.py')).toEqual([
    'spec.master.command: "checkout.py" is looked up in the working directory of the process, not among the test files; use /lotest/src/checkout.py (locust/locustfile)',
  ]);
});

test('extra arguments come last, and a variable counts only without any', () => {
  const extra = {
    master: { command: '-f /lotest/src/checkout.py', extraArgs: ['-f', '/lotest/src/chekout.py'] },
  };
  expect(said('', extra)).toEqual(
    MISSING('/lotest/src/chekout.py', CHECKOUT, 'spec.master.extraArgs[1]'),
  );
  const env = {
    variables: [
      { name: 'A', value: 'b' },
      { name: 'LOCUST_LOCUSTFILE', value: '/lotest/src/chekout.py' },
    ],
  };
  expect(said('', { env })).toEqual(
    MISSING('/lotest/src/chekout.py', CHECKOUT, 'spec.env.variables[1].value'),
  );
  expect(
    said('-f /lotest/src/checkout.py', {
      env,
      worker: { command: '-f /lotest/src/checkout.py', replicas: 1 },
    }),
  ).toEqual([]);
});

test('files may be mounted elsewhere, and are judged only where they are known', () => {
  expect(
    said('-f /src/chekout.py', { testFiles: { configMapRef: 'code', srcMountPath: '/src/' } }),
  ).toEqual(MISSING('/src/chekout.py', 'perhaps you meant "/src/checkout.py"'));
  expect(said('-f /lotest/src/chekout.py', { testFiles: { configMapRef: 'unknown' } })).toEqual([]);
  expect(said('-f /lotest/src/chekout.py', { testFiles: undefined })).toEqual([]);
});

test('of many files five are named', () => {
  expect(
    said('-f /lotest/src/checkout-of-all-carts', { testFiles: { configMapRef: 'many' } }),
  ).toEqual(
    MISSING(
      '/lotest/src/checkout-of-all-carts',
      'use one of /lotest/src/a.py, /lotest/src/b.py, /lotest/src/c.py, /lotest/src/d.py, /lotest/src/e.py',
    ),
  );
});

test('a test of which nothing is known names no files', () => {
  expect(
    checkLocustfiles(
      { apiVersion: '', kind: '', metadata: { name: 'load' } },
      (name) => FILES[name],
    ),
  ).toEqual([]);
  expect(
    checkLocustfiles(
      {
        apiVersion: '',
        kind: '',
        metadata: { name: 'load' },
        spec: { testFiles: TEST_FILES } as LocustTestSpec,
      },
      (name) => FILES[name],
    ),
  ).toEqual([]);
});

/** The findings on options of a test that its resource has no word for, each finding whole. */
import { checkTestInput } from '../../src/locust/check-input';
import { checkFiles } from '../../src/locust/files';
import { LocustTestParts } from '../../src/locust/input';
import { operatorPreset } from '../../src/locust/settings';
import { LocustTestInput } from '../../src/locust/shape';

const BASE: LocustTestInput = {
  name: 'load',
  image: 'locustio/locust:2.43.1',
  master: { command: '-f a.py' },
  worker: { command: '-f a.py', replicas: 1 },
};
const PARTS: LocustTestParts = { volumes: [], volumeMounts: [], nestedLib: false };

const said = (input: object, parts: Partial<LocustTestParts> = {}) =>
  checkTestInput(
    { ...BASE, ...input } as LocustTestInput,
    { ...PARTS, ...parts },
    {
      settings: { ...operatorPreset('chart'), kafka: undefined },
      operatorMode: (input as LocustTestInput).operatorMode ?? false,
    },
  ).findings.map(
    ({ severity, rule, path, message, remedy }) =>
      `${severity} ${rule} ${path}: ${message}; ${remedy}`,
  );

const noRunId = (runId: string) => [
  `error locust/run-id runId: "${runId}" cannot be part of a name; use lower-case letters, digits and dashes`,
];
const odd = (...paths: string[]) => ({
  content: {
    data: {},
    items: [{ key: 'a.py', path: 'a.py' }, ...paths.map((path) => ({ key: 'k', path }))],
  },
});

test.each(['a', '7', 'a-b', 'a--b', '2024-01-01'])('%j is a valid run id', (runId) => {
  expect(said({ runId })).toEqual([]);
});

test.each(['a-', '-a', 'a_b', 'a.b', 'A', 'a b', 'a\n'])('%j is no run id', (runId) => {
  expect(said({ runId }).filter((line) => line.startsWith('error locust/run-id'))).toEqual(
    noRunId(JSON.stringify(runId).slice(1, -1)),
  );
});

test.each<[string, object, string[], Partial<LocustTestParts>?]>([
  ['nothing', {}, []],
  [
    'an empty name',
    { name: '' },
    [
      'error locust/test-name name: the name is empty; use a name that begins with a letter',
      "error locust/test-name name: the Service would be \"-00000000-master\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?'); use a name that begins with a letter",
    ],
  ],
  [
    'a name that is too long with its run id',
    { name: 'a'.repeat(40), runId: 'b'.repeat(16) },
    [
      'error locust/name-too-long name: name "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbb" is too long: generated Job names would exceed 63 characters (max CR name length is 56); use a name of at most 39 characters: the run id and the hash are added to it',
    ],
  ],
  [
    'a namespace with a dot',
    { namespace: 'a.b' },
    ['error locust/test-name namespace: "a.b": must not contain dots; use the name of a namespace'],
  ],
  [
    'an unknown field of a role',
    { worker: { command: '', replicas: 1, comand: 'x' } },
    ['error locust/schema worker.comand: unknown field "comand"; perhaps you meant "command"'],
  ],
  [
    'an unknown field that is like no other',
    { worker: { command: '', replicas: 1, zzzzzz: 'x' } },
    ['error locust/schema worker.zzzzzz: unknown field "zzzzzz"; remove it'],
  ],
  [
    'an unknown source of a volume',
    {},
    [
      'warning locust/schema volumes[0].sourceOfTomorrow: unknown field "sourceOfTomorrow"; remove it',
    ],
    {
      volumes: [{ name: 'data', sourceOfTomorrow: {} }],
      volumeMounts: [{ name: 'data', mountPath: '/data' }],
    },
  ],
  [
    'an unknown source of a volume that the operator reads',
    { customResource: true },
    [
      'error locust/schema volumes[0].sourceOfTomorrow: unknown field "sourceOfTomorrow"; remove it',
    ],
    {
      volumes: [{ name: 'data', sourceOfTomorrow: {}, emptyDir: { sizeLimit: '1M' } }],
      volumeMounts: [{ name: 'data', mountPath: '/data' }],
    },
  ],
  [
    'what the operator has no option for',
    {
      operatorMode: true,
      runId: 'a',
      labels: { a: 'b' },
      annotations: { c: 'd' },
      rerun: 'onChange',
    },
    [
      'error locust/operator-option runId: "a" is not an option of the operator; remove runId or operatorMode',
      'error locust/operator-option labels: {"a":"b"} is not an option of the operator; remove labels or operatorMode',
      'error locust/operator-option annotations: {"c":"d"} is not an option of the operator; remove annotations or operatorMode',
      'error locust/operator-option rerun: the operator does not put a hash into its names; remove rerun or operatorMode',
    ],
  ],
  [
    'what a custom resource has and the operator not',
    { operatorMode: true, customResource: true, labels: { a: 'b' }, annotations: { c: 'd' } },
    [],
  ],
  ['a rerun that the operator does by itself', { operatorMode: true, rerun: 'never' }, []],
  [
    'files in folders for the operator',
    { customResource: true },
    [
      'error locust/sub-folders testFiles: the operator cannot mount "lib/b.py", "c d.py"; use files without folders, or pass the folder as lib',
    ],
    { files: odd('lib/b.py', 'c d.py') },
  ],
  [
    'a library in folders for the operator',
    { operatorMode: true },
    [
      'error locust/sub-folders testFiles: the operator cannot mount "x/y.py"; use files without folders, or pass the folder as lib',
    ],
    { files: odd(), lib: odd('x/y.py') },
  ],
  ['files in folders without the operator', {}, [], { files: odd('lib/b.py') }],
  [
    'a library in a library',
    {},
    [
      'error locust/test-files testFiles: the library has its own testFiles; use a library of files only',
    ],
    { nestedLib: true },
  ],
])('%s', (_what, input, lines, ...[parts]) => {
  expect(said(input, parts)).toEqual(lines);
});

test.each<[string, string[], string[]]>([
  ['a file that is a folder, too', ['a', 'a/b'], ['"a" is both a file and a folder']],
  [
    'a file in a folder that is a folder',
    ['a/b', 'a/b/c/d'],
    ['"a/b" is both a file and a folder'],
  ],
  ['a name that folders make without their slashes', ['ab', 'a/b/c'], []],
  ['files beside each other', ['a/b', 'a/c', 'a.b'], []],
  ['the same file twice', ['a/b', 'a/b'], ['there are two files "a/b"']],
  ['an absolute path', ['/a'], ['"/a" is not a path within the folder']],
  ['a path that goes nowhere', ['a/./b'], ['"a/./b" is not a path within the folder']],
  ['a path with a slash at its end', ['a/'], ['"a/" is not a path within the folder']],
  ['a path that leads out', ['a/../b'], ['"a/../b" is not a path within the folder']],
  [
    'two dots at the beginning',
    ['..a'],
    ['"..a" begins with two dots, which the API server refuses'],
  ],
  ['two dots elsewhere', ['a..b', 'c/..d'], []],
  ['one dot at the beginning', ['.a'], []],
])('test files: %s', (_what, paths, messages) => {
  expect(
    checkFiles(
      paths.map((path) => ({ path, content: '' })),
      'x',
    ).map(({ message }) => message),
  ).toEqual(messages);
});

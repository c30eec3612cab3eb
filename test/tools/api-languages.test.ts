/**
 * The API as its pages have it in each language: types, calls and names as its compiler has them.
 */
import { callIn, kindsOf, readerIn, typesIn, wordsIn } from '../../tools/api-languages';

const KINDS = kindsOf([
  { fqn: 'a.ViewerProps', name: 'ViewerProps', datatype: true },
  { fqn: 'a.Finding', name: 'Finding', datatype: true },
  { fqn: 'k8s.Volume', name: 'Volume', datatype: true },
  { fqn: 'plus.Volume', name: 'Volume' },
  { fqn: 'a.Handle', name: 'Handle', initializer: { protected: true } },
  {
    fqn: 'a.Viewer',
    name: 'Viewer',
    initializer: { docs: { custom: { throws: 'if there is\n no claim' } } },
    methods: [{ name: 'url', docs: { returns: 'the path.' } }, { name: 'stop' }],
  },
]);

test('a struct is what is passed by its value, a closed class what only the library creates', () => {
  expect([...KINDS.structs]).toEqual(['a.ViewerProps', 'a.Finding', 'k8s.Volume']);
  expect([...KINDS.structNames]).toEqual(['ViewerProps', 'Finding']);
  expect([...KINDS.closed]).toEqual(['a.Handle']);
});

test('what calls return and throw is a sentence', () => {
  expect([...KINDS.outcomes]).toEqual([
    ['a.Handle.Initializer', []],
    ['a.Viewer.Initializer', ['**Throws** if there is no claim.']],
    ['a.Viewer.url', ['**Returns** the path.']],
    ['a.Viewer.stop', []],
  ]);
});

test.each([
  ['python', 'typing.List[typing.Mapping[str]]', 'typing.List[typing.Mapping[str, str]]'],
  ['java', 'java.util.Map<java.lang.String, java.lang.Number>', 'Map<String, Number>'],
  ['go', '*map[string]*f64', '*map[string]*float64'],
  ['typescript', 'number[]', 'number[]'],
] as const)('a type of %s: %s', (folder, text, expected) => {
  expect(typesIn(folder, text)).toBe(expected);
});

test.each([
  [
    'python',
    'import a\n\na.Viewer.check(\n  scope: Construct,\n  labels: typing.Mapping[str] = None\n)',
    'a.Viewer.check(\n  scope: Construct,\n  labels: typing.Mapping[str, str] = None\n)',
  ],
  ['python', 'def mount(\n  path: str\n) -> None', 'def mount(\n  path: str\n) -> None'],
  [
    'java',
    'import a.Viewer;\n\nViewer.of(java.lang.String id),Viewer.of(java.lang.String id, Options options)',
    'Viewer.of(String id)\nViewer.of(String id, Options options)',
  ],
  [
    'go',
    'import "a"\n\na.Viewer_Check(scope Construct, props ViewerProps, volume Volume) *[]Finding',
    'a.Viewer_Check(scope Construct, props *ViewerProps, volume Volume) *[]*Finding',
  ],
  ['go', 'func Findings() *[]Finding', 'func Findings() *[]*Finding'],
  [
    'typescript',
    "import { Viewer } from 'a'\n\nViewer.check(props: ViewerProps)",
    'Viewer.check(props: ViewerProps)',
  ],
] as const)('a call in %s: %j', (folder, usage, expected) => {
  expect(callIn(folder, usage, KINDS, false)).toBe(expected);
});

test('what is imported for a call is kept where it is asked for', () => {
  expect(callIn('go', 'import "a"\n\na.NewViewer(props ViewerProps) Viewer', KINDS, true)).toBe(
    'import "a"\n\na.NewViewer(props *ViewerProps) Viewer',
  );
});

test('a property is read by what the language has for it', () => {
  expect(
    (['typescript', 'python', 'java'] as const).map((folder) => readerIn(folder, 'service')),
  ).toEqual(['service', 'service', 'getService()']);
  expect(readerIn('go', 'Service')).toBe('Service()');
});

describe('texts', () => {
  const names = (member: string, method: string) => ({
    members: new Map([['afterIdle', member]]),
    methods: new Map([['ViewerRouting.virtualService', method]]),
    enums: new Set(['ReclaimPolicy']),
  });
  const TEXT =
    'Exactly one of `afterIdle`, `fsGroup`. See `ViewerRouting.virtualService()` and ReclaimPolicy.RETAIN, or `new X({ a: ViewerRouting.virtualService() })`. Undefined without.';

  test.each([
    ['typescript', names('afterIdle', 'virtualService'), TEXT],
    [
      'python',
      names('after_idle', 'virtual_service'),
      'Exactly one of `after_idle`, `fsGroup`. See `ViewerRouting.virtual_service()` and ReclaimPolicy.RETAIN, or `new X({ a: ViewerRouting.virtualService() })`. None without.',
    ],
    [
      'go',
      names('AfterIdle', 'VirtualService'),
      'Exactly one of `AfterIdle`, `fsGroup`. See `ViewerRouting_VirtualService()` and ReclaimPolicy_RETAIN, or `new X({ a: ViewerRouting.virtualService() })`. Nil without.',
    ],
  ] as const)('have the names of %s, but for whole programs', (folder, known, expected) => {
    expect(wordsIn(folder, TEXT, known)).toBe(expected);
  });
});

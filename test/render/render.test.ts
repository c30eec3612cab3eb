import { parseAllDocuments } from 'yaml';
import { renderDocuments, RenderRequest } from '../../src/render';
import { printOutputs } from '../support/printed';

const REQUEST: RenderRequest = {
  operatorMode: false,
  operatorPreset: 'chart',
  operatorEnv: {},
  only: false,
};

const VOLUME = `apiVersion: aws-efs.managed.openshift.io/v1alpha1
kind: SharedVolume
metadata:
  name: data
  namespace: team-a
spec:
  fileSystemID: fs-0123456789abcdef0
  accessPointID: fsap-0123456789abcdef0
`;
const TEST = `apiVersion: locust.io/v2
kind: LocustTest
metadata:
  name: checkout
  namespace: perf
spec:
  image: locustio/locust:2.43.1
  master:
    command: --locustfile /lotest/src/checkout.py
  worker:
    command: --locustfile /lotest/src/checkout.py
    replicas: 2
`;
const CONFIG = `apiVersion: v1 # the first
kind: ConfigMap
metadata: {name: a}
data:
  mode: "0644"
`;

const rendered = (text: string, request: Partial<RenderRequest> = {}) =>
  renderDocuments([{ name: 'a.yaml', text }], { ...REQUEST, ...request });
const namesOf = (result: ReturnType<typeof rendered>) =>
  result.outputs.map(
    ({ manifest }) => `${manifest.kind}/${(manifest.metadata as { name: string }).name}`,
  );
const findingsOf = (text: string, request?: Partial<RenderRequest>) =>
  rendered(text, request).findings.map(({ rule, severity, line, object, message, remedy }) => ({
    rule,
    severity,
    line,
    object,
    message,
    remedy,
  }));
const messagesOf = (text: string, request?: Partial<RenderRequest>) =>
  rendered(text, request).findings.map(
    ({ severity, file, line, message }) => `${file}:${line}: ${severity}: ${message}`,
  );

describe('custom resources', () => {
  test('are replaced in their place by what they stand for', () => {
    expect(namesOf(rendered([TEST, CONFIG, VOLUME].join('---\n')))).toEqual([
      'Service/checkout-master',
      'Job/checkout-master',
      'Job/checkout-worker',
      'ConfigMap/a',
      'PersistentVolume/pv-team-a-data',
      'PersistentVolumeClaim/pvc-data',
    ]);
  });

  test('get the namespace of the options if they name none, and the others do not', () => {
    const { outputs } = rendered(
      [VOLUME.replace('  namespace: team-a\n', ''), TEST, CONFIG].join('---\n'),
      { namespace: 'team-b' },
    );
    expect(
      outputs.map(({ manifest }) => (manifest.metadata as { namespace?: string }).namespace),
    ).toEqual([undefined, 'team-b', 'perf', 'perf', 'perf', undefined]);
    expect(outputs[0].manifest.metadata).toEqual({ name: 'pv-team-b-data' });
  });

  test('are all that is left with only', () => {
    expect(namesOf(rendered([CONFIG, VOLUME].join('---\n'), { only: true }))).toEqual([
      'PersistentVolume/pv-team-a-data',
      'PersistentVolumeClaim/pvc-data',
    ]);
  });

  test('are found in lists, and the lists taken apart', () => {
    const list = {
      apiVersion: 'v1',
      kind: 'List',
      items: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }, parse(VOLUME)],
    };
    expect(namesOf(rendered(JSON.stringify(list)))).toEqual([
      'ConfigMap/a',
      'PersistentVolume/pv-team-a-data',
      'PersistentVolumeClaim/pvc-data',
    ]);
  });

  test('need not say what they are in a list of their kind', () => {
    const { apiVersion, kind, ...item } = parse(VOLUME) as Record<string, unknown>;
    expect(
      namesOf(rendered(JSON.stringify({ apiVersion, kind: `${String(kind)}List`, items: [item] }))),
    ).toEqual(['PersistentVolume/pv-team-a-data', 'PersistentVolumeClaim/pvc-data']);
  });

  test('make nothing at all if one of them is wrong', () => {
    expect(
      rendered(
        [
          VOLUME,
          VOLUME.replace('name: data', 'name: other').replace('fs-0123456789abcdef0', 'fs-x'),
        ].join('---\n'),
      ).outputs,
    ).toEqual([]);
  });
});

describe('other documents', () => {
  test('pass through as they are written, comments too', () => {
    expect(
      printOutputs(
        rendered(`# head\n---\n${CONFIG}---\n# own\n${CONFIG.replace('name: a', 'name: b')}`)
          .outputs,
        'yaml',
      ),
    ).toBe(`${CONFIG}---\n# own\n${CONFIG.replace('name: a', 'name: b')}`);
  });

  test('pass through without the dashes before the first one', () => {
    expect(
      printOutputs(
        rendered(`--- # head\n\n# own\n${CONFIG}---\n---\n${CONFIG.replace('name: a', 'name: b')}`)
          .outputs,
        'yaml',
      ),
    ).toBe(`# own\n${CONFIG}---\n${CONFIG.replace('name: a', 'name: b')}`);
  });

  test.each([
    ['an anchor', 'a', '&a a'],
    ['a tag', 'a', '!!str a'],
  ])('%s in one document leaves those around it as they are written', (_what, name, spelt) => {
    const [before, after] = ['b', 'c'].map(
      (other) => `# own\n${CONFIG.replace('name: a', `name: ${other}`)}`,
    );
    const { outputs } = rendered(
      [before, CONFIG.replace(`name: ${name}`, `name: ${spelt}`), after].join('---\n'),
    );
    expect(outputs.map(({ text }) => text)).toEqual([before, undefined, after]);
    expect(outputs[1].manifest.metadata).toEqual({ name });
  });

  test('are written anew if they are not plain', () => {
    expect(
      printOutputs(
        rendered(
          'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nx: &x {mode: 0644}\nz: {<<: *x}\n',
        ).outputs,
        'yaml',
      ),
    ).toBe(`apiVersion: v1
kind: ConfigMap
metadata:
  name: a
x:
  mode: 420
z:
  mode: 420
`);
  });

  test('are items of one list in JSON, with the items of lists', () => {
    const list =
      'apiVersion: v1\nkind: ConfigMapList\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}\n';
    expect(JSON.parse(printOutputs(rendered(`${CONFIG}---\n${list}`).outputs, 'json'))).toEqual({
      apiVersion: 'v1',
      kind: 'List',
      items: [
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { mode: '0644' } },
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' } },
      ],
    });
  });

  test('say what they are in JSON, if only the list did that they are items of', () => {
    const list = 'apiVersion: v1\nkind: ConfigMapList\nitems:\n- {metadata: {name: b}}\n';
    expect(JSON.parse(printOutputs(rendered(list).outputs, 'json')).items).toEqual([
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' } },
    ]);
  });

  test('are taken out of lists in lists', () => {
    const list =
      'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}]}\n';
    expect(JSON.parse(printOutputs(rendered(list).outputs, 'json')).items).toEqual([
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' } },
    ]);
  });

  test('may be called a list without being one', () => {
    const list = {
      apiVersion: 'net.example/v1',
      kind: 'AllowList',
      metadata: { name: 'a' },
      items: ['10.0.0.0/8'],
    };
    expect(JSON.parse(printOutputs(rendered(JSON.stringify(list)).outputs, 'json')).items).toEqual([
      list,
    ]);
  });

  test('may be lists, which stay lists in YAML', () => {
    const list =
      'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}\n';
    expect(printOutputs(rendered(list).outputs, 'yaml')).toBe(list);
  });

  test('make nothing where there are none', () => {
    expect(rendered('# nothing\n---\n---\n')).toEqual({ outputs: [], findings: [], documents: 0 });
    expect(printOutputs([], 'json')).toBe('');
  });
});

describe('resources of another project that has the same kind', () => {
  const THEIRS = [
    'apiVersion: locust.io/v1 # theirs',
    'kind: LocustTest',
    'metadata:',
    '  name: load-test',
    'spec:',
    '  workers: 2',
    '  locustfile:',
    '    configMap:',
    '      name: code',
    '',
  ].join('\n');
  const warning =
    'a.yaml:6: warning: the LocustTest of "locust.io/v1" has the fields of another project\'s, and passes through unchanged';

  test('pass through as they are written, with a warning that says how to say so', () => {
    const result = rendered([THEIRS, TEST].join('---\n'));
    expect(result.outputs[0].text).toBe(THEIRS);
    expect(namesOf(result).slice(1)).toEqual([
      'Service/checkout-master',
      'Job/checkout-master',
      'Job/checkout-worker',
    ]);
    expect(result.findings.map(({ rule, remedy }) => [rule, remedy])).toEqual([
      [
        'render/foreign-kind',
        'use --pass-through LocustTest.v1.locust.io, if that is what you mean',
      ],
    ]);
  });

  test.each([
    ['workers: 2'],
    ['args: --headless'],
    ['locustfile: { content: "" }'],
    ['metrics: {}'],
  ])('are known by %s', (field) => {
    expect(
      messagesOf(
        `apiVersion: locust.io/v1\nkind: LocustTest\nmetadata: { name: a }\n\n\nspec: { image: a, ${field} }\n`,
      ),
    ).toEqual([warning]);
  });

  test.each([
    [
      'a field of the rendered kind',
      'apiVersion: locust.io/v1\nkind: LocustTest\nmetadata: { name: a }\nspec: { workers: 2, masterCommandSeed: "" }\n',
    ],
    ['another version', THEIRS.replace('v1', 'v2')],
    [
      "neither's fields",
      'apiVersion: locust.io/v1\nkind: LocustTest\nmetadata: { name: a }\nspec: { image: a }\n',
    ],
    ['no spec', 'apiVersion: locust.io/v1\nkind: LocustTest\nmetadata: { name: a }\n'],
  ])('are not those with %s', (_what, text) => {
    expect(rendered(text).outputs).toEqual([]);
    expect(findingsOf(text).map(({ rule }) => rule)).not.toContain('render/foreign-kind');
  });

  test.each([['LocustTest'], ['LocustTest.locust.io'], ['LocustTest.v1.locust.io']])(
    'pass silently where that is said of %s',
    (kind) => {
      const result = rendered(THEIRS, { passThrough: ['Job', kind] });
      expect([result.findings, result.outputs[0].text]).toEqual([[], THEIRS]);
    },
  );

  test('of another group pass silently, too', () => {
    const text = THEIRS.replace('locust.io', 'locust.cloud');
    expect(messagesOf(text)).toEqual([
      'a.yaml:1: warning: the LocustTest of "locust.cloud/v1" passes through unchanged',
    ]);
    expect(messagesOf(text, { passThrough: ['LocustTest'] })).toEqual([]);
  });

  test('of which another version or group is named are looked at as before', () => {
    expect(
      messagesOf(THEIRS, {
        passThrough: ['LocustTest.v2.locust.io', 'LocustTest.locust.cloud', 'locusttest'],
      }),
    ).toEqual([warning.replace(':6:', ':5:')]);
  });

  test('of the kinds that are rendered pass as well where that is said', () => {
    const result = rendered([TEST, VOLUME].join('---\n'), { passThrough: ['LocustTest'] });
    expect(namesOf(result)).toEqual([
      'LocustTest/checkout',
      'PersistentVolume/pv-team-a-data',
      'PersistentVolumeClaim/pvc-data',
    ]);
  });
});

describe('what is wrong', () => {
  test('is told in the words of the API server, at the line of the field', () => {
    expect(findingsOf(TEST.replace('replicas: 2', 'replicas: 0'))).toEqual([
      {
        rule: 'render/schema',
        severity: 'error',
        line: 12,
        object: 'LocustTest/perf/checkout',
        message:
          'spec.worker.replicas: Invalid value: 0: spec.worker.replicas in body should be greater than or equal to 1',
        remedy: 'use 1 or more',
      },
    ]);
  });

  test('is told at the line of the field that the version of the resource has', () => {
    const old = [
      'apiVersion: locust.io/v1',
      'kind: LocustTest',
      'metadata: { name: a }',
      'spec:',
      '  image: locustio/locust:2.43.1',
      '  labels:',
      '    master:',
      '      team: a team',
      '  workerCommandSeed: -f a.py',
      '  masterCommandSeed: locust -f a.py',
      '',
    ].join('\n');
    expect(rendered(old).findings.map(({ rule, line, path }) => [rule, line, path])).toEqual([
      ['render/deprecated', 1, 'apiVersion'],
      ['pod/label', 8, 'spec.labels.master.team'],
      ['locust/leading-locust', 10, 'spec.masterCommandSeed'],
    ]);
  });

  test('is told of files that a config map of the input does not have', () => {
    const test_ = TEST.replace('checkout.py', 'chekout.py').replace(
      'spec:\n',
      'spec:\n  testFiles: { configMapRef: code }\n',
    );
    const map = (namespace: string) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: code${namespace} }\ndata: { checkout.py: "" }\n`;
    const warning = 'a.yaml:10: warning: "/lotest/src/chekout.py" is not among the test files';
    expect(messagesOf([test_, map(', namespace: perf')].join('---\n'))).toEqual([warning]);
    expect(messagesOf([test_, map('')].join('---\n'), { namespace: 'perf' })).toEqual([warning]);
    expect(messagesOf([test_, map(', namespace: other')].join('---\n'))).toEqual([
      'a.yaml:7: warning: the ConfigMap "code" is declared in the namespace other only, but pods of "perf" can use only those of their own namespace',
    ]);
  });

  test('is a warning where the API server only drops a field', () => {
    expect(findingsOf(TEST.replace('    replicas: 2', '    replicas: 2\n    replica: 5'))).toEqual([
      {
        rule: 'render/unknown-field',
        severity: 'warning',
        line: 13,
        object: 'LocustTest/perf/checkout',
        message: 'unknown field "spec.worker.replica"',
        remedy: 'perhaps you meant "replicas"',
      },
    ]);
  });

  test.each([
    [
      'a version that is to go',
      TEST_V1(),
      'a.yaml:1: warning: locust.io/v1 LocustTest is deprecated, migrate to locust.io/v2',
    ],
    [
      'a version that is not served',
      TEST.replace('/v2', '/v3'),
      'a.yaml:1: error: no matches for kind "LocustTest" in version "locust.io/v3"',
    ],
    [
      'a kind that its group has not',
      TEST.replace('kind: LocustTest', 'kind: Locusttest'),
      'a.yaml:2: error: no matches for kind "Locusttest" in version "locust.io/v2"',
    ],
    [
      'a kind under another group',
      TEST.replace('locust.io/v2', 'locust/v2'),
      'a.yaml:1: warning: the LocustTest of "locust/v2" passes through unchanged',
    ],
    [
      'no name',
      VOLUME.replace('  name: data\n', ''),
      'a.yaml:3: error: metadata.name: Required value: name or generateName is required',
    ],
    [
      'no metadata',
      VOLUME.replace(/metadata:\n.*\n.*\n/, ''),
      'a.yaml:1: error: metadata.name: Required value: name or generateName is required',
    ],
    [
      'metadata that is a text',
      VOLUME.replace(/metadata:\n.*\n.*\n/, 'metadata: x\n'),
      'a.yaml:3: error: metadata: Invalid value: "string": metadata in body must be of type object: "string"',
    ],
    [
      'a made-up name',
      VOLUME.replace('name: data', 'generateName: data-'),
      'a.yaml:4: error: the name would change with each run',
    ],
    [
      'a name that is a number',
      VOLUME.replace('name: data', 'name: 12'),
      'a.yaml:4: error: metadata.name: Invalid value: "integer": metadata.name in body must be of type string: "integer"',
    ],
    [
      'a label that is a boolean',
      VOLUME.replace('name: data', 'name: data\n  labels: {a: yes}'),
      'a.yaml:5: error: metadata.labels.a: Invalid value: "boolean": metadata.labels.a in body must be of type string: "boolean"',
    ],
    [
      'metadata that nobody knows',
      VOLUME.replace('name: data', 'name: data\n  label: {}'),
      'a.yaml:5: warning: unknown field "metadata.label"',
    ],
    ['no kind', 'apiVersion: v1\nkinds: Pod\n', "a.yaml:1: error: Object 'Kind' is missing"],
    [
      'no apiVersion',
      'kind: Pod\nmetadata: {name: a}\n',
      "a.yaml:1: error: Object 'apiVersion' is missing",
    ],
    [
      'a kind that is misspelt',
      'apiVersion: v1\nknd: Pod\n',
      "a.yaml:1: error: Object 'Kind' is missing",
    ],
    [
      'an apiVersion that is misspelt',
      'apiversion: v1\nkind: Pod\n',
      "a.yaml:1: error: Object 'apiVersion' is missing",
    ],
    [
      'a kind that is not a text',
      'apiVersion: v1\nkind: 5\n',
      'a.yaml:1: error: kind is not a string',
    ],
    [
      'a list among the items of a list',
      `${listOf('[]')}`,
      'a.yaml:4: error: a list is not a Kubernetes object',
    ],
    [
      'a large number among them',
      listOf('12345678901234567890'),
      'a.yaml:4: error: "12345678901234567890" is not a Kubernetes object',
    ],
    ['no YAML', 'a: "\n', 'a.yaml:1: error: a quote or bracket opens here and is not closed'],
    [
      'no namespace',
      VOLUME.replace('  namespace: team-a\n', ''),
      'a.yaml:3: error: the namespace is unknown, and the name of the persistent volume depends on it',
    ],
    [
      'an ID that is too short',
      VOLUME.replace('fs-0123456789abcdef0', 'fs-0123'),
      'a.yaml:7: error: "fs-0123" is not the ID of a file system',
    ],
    [
      'no spec',
      VOLUME.replace(/spec:[^]*/, ''),
      'a.yaml:1: error: the ID of a file system is missing',
    ],
  ])('%s', (_, text, message) => {
    expect(messagesOf(text)).toContain(message);
  });

  test('a name that Kubernetes does not take is told in its words', () => {
    expect(messagesOf(VOLUME.replace('name: data', 'name: My_Data'))).toEqual([
      "a.yaml:4: error: metadata.name: Invalid value: \"My_Data\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end " +
        "with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ]);
  });

  test('is told of names in full, however long they are', () => {
    const name = 'a'.repeat(260);
    expect(messagesOf(VOLUME.replace('name: data', `name: ${name}`))).toEqual([
      `a.yaml:4: error: metadata.name: Invalid value: "${name}": must be no more than 253 characters`,
    ]);
  });

  test('is told of a generated name beside one', () => {
    expect(messagesOf(VOLUME.replace('name: data', 'name: data\n  generateName: X_'))).toEqual([
      expect.stringMatching(
        /^a\.yaml:5: error: metadata\.generateName: Invalid value: "X_": a lowercase RFC 1123 subdomain must consist/,
      ),
    ]);
    expect(messagesOf(VOLUME.replace('name: data', 'name: data\n  generateName: x-'))).toEqual([]);
  });

  test('is told of metadata that would be the prototype, and not taken from it', () => {
    const text = VOLUME.replace('namespace: team-a', '"__proto__": {namespace: kube-system}');
    expect(
      rendered(text, { namespace: 'team-b' }).outputs.map(
        ({ manifest }) => (manifest.metadata as { name: string }).name,
      ),
    ).toEqual(['pv-team-b-data', 'pvc-data']);
    expect(messagesOf(text, { namespace: 'team-b' })).toEqual([
      'a.yaml:5: warning: unknown field "metadata.__proto__"',
    ]);
  });

  test('is told at its line in a list', () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n- ${VOLUME.replace('fs-0', 'FS-0').replaceAll('\n', '\n  ').trimEnd()}\n`;
    expect(messagesOf(list)).toEqual([
      'a.yaml:10: error: spec.fileSystemID: Invalid value: "FS-0123456789abcdef0": spec.fileSystemID in body should match \'^fs-[0-9a-f]+$\'',
    ]);
  });
});

describe('one object twice', () => {
  const other = CONFIG.replace('"0644"', 'x');

  test('in two documents', () => {
    expect(messagesOf(`${CONFIG}---\n${other}`)).toEqual([
      'a.yaml:9: error: the ConfigMap "a" appears twice: at a.yaml:1 and at a.yaml:7',
    ]);
  });

  test('in two files', () => {
    const { findings } = renderDocuments(
      [
        { name: 'x.yaml', text: CONFIG },
        { name: 'y.yaml', text: other },
      ],
      REQUEST,
    );
    expect(findings.map(({ file, line, message }) => ({ file, line, message }))).toEqual([
      {
        file: 'y.yaml',
        line: 3,
        message: 'the ConfigMap "a" appears twice: at x.yaml:1 and at y.yaml:1',
      },
    ]);
  });

  test('in a list whose items do not say what they are', () => {
    expect(
      messagesOf(
        `${CONFIG}---\napiVersion: v1\nkind: ConfigMapList\nitems:\n- {metadata: {name: a}}\n`,
      ),
    ).toEqual(['a.yaml:7: error: the ConfigMap "a" appears twice: at a.yaml:1 and at a.yaml:7']);
  });

  test('not in two namespaces', () => {
    expect(
      messagesOf(`${CONFIG}---\n${CONFIG.replace('name: a', 'name: a, namespace: b')}`),
    ).toEqual([]);
  });

  test('as a custom resource', () => {
    expect(messagesOf(`${TEST}---\n${TEST.replace('replicas: 2', 'replicas: 3')}`)).toContain(
      'a.yaml:17: error: the LocustTest "checkout" in namespace "perf" appears twice: at a.yaml:1 and at a.yaml:14',
    );
  });

  test('as what a custom resource makes and as a document', () => {
    const service =
      'apiVersion: v1\nkind: Service\nmetadata: {name: checkout-master, namespace: perf}\nspec: {clusterIP: None}\n';
    expect(messagesOf(`${service}---\n${TEST}`)).toEqual([
      'a.yaml:6: error: the Service "checkout-master" in namespace "perf" appears twice: at a.yaml:1 and made of a.yaml:6',
    ]);
  });

  test('as what two custom resources make, told once and in the words of their kind', () => {
    const [first, second] = [
      VOLUME.replace('name: data', 'name: b-c').replace('team-a', 'a'),
      VOLUME.replace('name: data', 'name: c').replace('team-a', 'a-b'),
    ];
    const message =
      'shared volume a-b/c and shared volume a/b-c (a.yaml:1) both define the persistent volume "pv-a-b-c"';
    expect(messagesOf(`${first}---\n${second}`)).toEqual([`a.yaml:13: error: ${message}`]);
    expect(messagesOf(`${first}---\n${second}`, { operatorMode: true })).toEqual([
      `a.yaml:13: warning: ${message}`,
    ]);
  });
});

describe('what is the same twice is a warning', () => {
  const message = 'both are the same: at a.yaml:1 and at';

  test('of a document, which passes through as often as it is there', () => {
    const again = "kind: ConfigMap\napiVersion: v1\ndata: {mode: '0644'}\nmetadata: {name: a}\n";
    expect(findingsOf(`${CONFIG}---\n${again}`)).toEqual([
      {
        rule: 'render/same-document',
        severity: 'warning',
        line: 10,
        object: 'ConfigMap/a',
        message: `the ConfigMap "a" appears twice, and ${message} a.yaml:7`,
        remedy: 'remove one of the two',
      },
    ]);
    expect(namesOf(rendered(`${CONFIG}---\n${again}`))).toEqual(['ConfigMap/a', 'ConfigMap/a']);
  });

  test('of a custom resource, which is rendered once', () => {
    expect(messagesOf([VOLUME, TEST, VOLUME].join('---\n'))).toEqual([
      `a.yaml:26: warning: the SharedVolume "data" in namespace "team-a" appears twice, and ${message} a.yaml:23`,
    ]);
    expect(namesOf(rendered([VOLUME, CONFIG, VOLUME].join('---\n')))).toEqual([
      'PersistentVolume/pv-team-a-data',
      'PersistentVolumeClaim/pvc-data',
      'ConfigMap/a',
    ]);
  });

  test('and one that differs after them is an error', () => {
    expect(messagesOf([CONFIG, CONFIG, CONFIG.replace('0644', '0600')].join('---\n'))).toEqual([
      `a.yaml:9: warning: the ConfigMap "a" appears twice, and ${message} a.yaml:7`,
      'a.yaml:15: error: the ConfigMap "a" appears twice: at a.yaml:1 and at a.yaml:13',
    ]);
  });

  test('and two that differ in a type only are an error', () => {
    expect(messagesOf(`${CONFIG}---\n${CONFIG.replace('"0644"', '420')}`)).toEqual([
      'a.yaml:9: error: the ConfigMap "a" appears twice: at a.yaml:1 and at a.yaml:7',
      'a.yaml:11: error: 420 is not a string',
    ]);
  });
});

test('what the API server would refuse of a document that passes through is told', () => {
  const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {type: Clusterip}\n';
  expect(messagesOf(service)).toEqual([
    'a.yaml:4: error: ports is missing',
    'a.yaml:4: error: "Clusterip" is not a valid type',
  ]);
  expect(messagesOf(service, { operatorMode: true })).toEqual([]);
});

describe('what is not a Kubernetes object', () => {
  const CHART = 'apiVersion: v2\nname: shop\nversion: 1.0.0\ntype: application\n';
  test.each([
    ['values of a chart', 'replicas: 2\nimage: {tag: "1"}\n'],
    ['values of a chart that say a kind', 'kind: DaemonSet\nimage: {tag: "1"}\n'],
    ['values of a chart that say metadata', 'metadata: {labels: {}}\n'],
    ['the file of a chart', CHART],
    ['a kustomization', 'resources: [a.yaml]\n'],
    [
      'a kustomization that says so',
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata: {name: a}\n',
    ],
    ['a component of kustomize without its version', 'kind: Component\nmetadata: {name: a}\n'],
    ['a JSON patch', '- {op: remove, path: /spec}\n'],
    ['a text', 'hello\n'],
    ['a large number', '12345678901234567890\n'],
  ])('is left out with a warning: %s', (_, text) => {
    const result = rendered(`${CONFIG}---\n${text}`);
    expect(
      result.findings.map(({ rule, severity, line, object, message, remedy }) => ({
        rule,
        severity,
        line,
        object,
        message,
        remedy,
      })),
    ).toEqual([
      {
        rule: 'render/other-document',
        severity: 'warning',
        line: 7,
        object: undefined,
        message: 'this is not a Kubernetes object, so it is omitted',
        remedy: 'set apiVersion and kind, or exclude the file with --exclude',
      },
    ]);
    expect(namesOf(result)).toEqual(['ConfigMap/a']);
    expect(rendered(text).documents).toBe(1);
    expect(messagesOf(text, { only: true })).toEqual([
      'a.yaml:1: warning: this is not a Kubernetes object, so it is omitted',
    ]);
  });

  test('is not what Flux calls a Kustomization', () => {
    expect(
      messagesOf(
        'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\n',
      ),
    ).toEqual([]);
  });

  test('nor YAML, as templates are not, is an error with a remedy for these', () => {
    expect(
      findingsOf('{{ if .Values.a }}\na: "\n').map(({ severity, remedy }) => ({
        severity,
        remedy,
      })),
    ).toEqual([
      {
        severity: 'error',
        remedy: expect.stringMatching(
          /; if it is a template, render it first, or exclude it with --exclude$/,
        ),
      },
    ]);
  });
});

/** A list of something to render, and this. */
function listOf(item: string): string {
  return `apiVersion: locust.io/v2\nkind: LocustTestList\nitems:\n- ${item}\n`;
}

function TEST_V1(): string {
  return `apiVersion: locust.io/v1
kind: LocustTest
metadata: {name: old, namespace: perf}
spec: {image: locustio/locust:2.43.1, masterCommandSeed: -f a.py, workerCommandSeed: -f a.py}
`;
}

function parse(text: string): unknown {
  return parseAllDocuments(text)[0].toJS();
}

/** Objects that appear in several files. */
import { checkDocuments, CheckRequest } from '../../src/check';
import { targetFacts } from '../../src/facts';
import { formatFindings } from '../../src/report';

const render = { operatorMode: false, operatorPreset: 'chart', operatorEnv: {}, only: false };
const REQUEST = { target: targetFacts({}), render } as CheckRequest;
const linesOn = (files: { readonly [name: string]: string }, isFound = true) =>
  checkDocuments(
    Object.entries(files).map(([name, text]) => ({ name, text, isFound })),
    REQUEST,
  ).findings.map(
    ({ severity, rule, file, object, message, remedy }) =>
      `${severity} ${rule} ${file} ${object}: ${message}; ${remedy}`,
  );

const claim = (storageClass: string, name = 'data') => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: ${name}, namespace: a }
spec: { accessModes: [ReadWriteOnce], storageClassName: ${storageClass}, resources: { requests: { storage: 1Gi } } }
---
`;
const APART = 'if the files are alternatives, check them separately; otherwise keep one of them';
const differs = (what: string, folder: string) =>
  `${what} in several files of "${folder}" with differences that cannot be applied over each other; ${APART}`;

test('alternatives in a folder are one warning', () => {
  expect(
    linesOn({
      'examples/a.yaml': claim('one') + claim('one', 'logs'),
      'examples/b.yaml': claim('two') + claim('two', 'logs'),
      'examples/c.yaml': claim('three'),
    }),
  ).toEqual([
    `warning gitops/claim-twice examples/b.yaml PersistentVolumeClaim/a/data: ${differs('PersistentVolumeClaim/a/data and 1 other object appear', 'examples')}`,
  ]);
});

test('a report that names the first object does not leave it out before the others', () => {
  const files = ['one', 'two'].map((text) => ({
    name: `x/${text}.yaml`,
    text: claim(text) + claim(text, 'logs'),
    isFound: true,
  }));
  const { findings } = checkDocuments(files, REQUEST);
  expect(formatFindings('text', findings, { version: '0.0.0' }).split('\n').slice(1, 3)).toEqual([
    '  4:39  warning  PersistentVolumeClaim/a/data  spec.storageClassName',
    '        PersistentVolumeClaim/a/data and 1 other object appear in several files of "x" with differences that cannot be applied over each other (gitops/claim-twice)',
  ]);
});

test('each folder with alternatives has a warning of its own', () => {
  const of = (folder: string) => ({
    [`${folder}/a.yaml`]: claim('one', folder),
    [`${folder}/b.yaml`]: claim('two', folder),
  });
  expect(linesOn({ ...of('x'), ...of('z') })).toEqual([
    `warning gitops/claim-twice x/b.yaml PersistentVolumeClaim/a/x: ${differs('PersistentVolumeClaim/a/x appears', 'x')}`,
    `warning gitops/claim-twice z/b.yaml PersistentVolumeClaim/a/z: ${differs('PersistentVolumeClaim/a/z appears', 'z')}`,
  ]);
});

test.each([
  [['kinds/one/a.yaml', 'kinds/two/a.yaml'], 'kinds'],
  [['kinds/one/a.yaml', 'kinds/one/more/a.yaml'], 'kinds/one'],
  [['one/a.yaml', 'onefold/a.yaml'], '.'],
])(
  'alternatives in the folders of %j are told of the folder that holds both: %s',
  (names, folder) => {
    const [first, second] = names;
    expect(linesOn({ [first]: claim('one'), [second]: claim('two') })).toEqual([
      `warning gitops/claim-twice ${second} PersistentVolumeClaim/a/data: ${differs('PersistentVolumeClaim/a/data appears', folder)}`,
    ]);
  },
);

test('what is twice in one file is an error', () => {
  expect(linesOn({ 'a.yaml': claim('one') + claim('two') })).toEqual([
    expect.stringMatching(
      /^error gitops\/claim-twice a\.yaml .* appears twice, .*rejected; keep one of them/,
    ),
  ]);
});

test('what is twice in files that are named is an error', () => {
  expect(linesOn({ 'a.yaml': claim('one'), 'b.yaml': claim('two') }, false)).toEqual([
    expect.stringMatching(/^error gitops\/claim-twice b\.yaml .* appears twice/),
  ]);
});

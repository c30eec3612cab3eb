/** Objects that appear in several files. */
import { checkDocuments, CheckRequest } from '../../src/check';
import { targetFacts } from '../../src/facts';

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

test('each folder has a warning of its own', () => {
  const files = { 'a.yaml': claim('one'), 'b.yaml': claim('two'), 'more/c.yaml': claim('three') };
  expect(linesOn(files)).toEqual([
    `warning gitops/claim-twice b.yaml PersistentVolumeClaim/a/data: ${differs('PersistentVolumeClaim/a/data appears', '.')}`,
    `warning gitops/claim-twice more/c.yaml PersistentVolumeClaim/a/data: ${differs('PersistentVolumeClaim/a/data appears', 'more')}`,
  ]);
});

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

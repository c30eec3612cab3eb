import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { find, parseManifests, readManifests } from './manifests';
import { Manifest } from '../../src/kube';

describe('readManifests', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'manifests-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }

  test('reads every document below the folder, in the order of kubectl', () => {
    write('b.yaml', 'kind: B1\n---\nkind: B2\n---\n');
    write('a.yaml', 'kind: A');
    write('a/x.yml', 'kind: X');
    write('notes.txt', 'kind: None');
    expect(readManifests(folder).map(({ file, manifest }) => [file, manifest.kind])).toEqual([
      ['a/x.yml', 'X'],
      ['a.yaml', 'A'],
      ['b.yaml', 'B1'],
      ['b.yaml', 'B2'],
    ]);
  });

  test('tells which file is no YAML', () => {
    write('broken.yaml', 'a: [');
    expect(() => readManifests(folder)).toThrow(/^broken\.yaml: /);
  });

  test('finds nothing in an empty file', () => {
    write('empty.yaml', '# nothing\n');
    expect(readManifests(folder)).toEqual([]);
  });
});

describe('find', () => {
  const manifests: Manifest[] = parseManifests(
    'kind: A\nmetadata: {name: x, namespace: n}\n---\nkind: A\nmetadata: {name: x, namespace: m}\n---\nkind: B\nmetadata: {name: x}',
  );

  test('finds by kind alone', () => {
    expect(find(manifests, 'B')).toBe(manifests[2]);
  });

  test('finds by kind, name and namespace', () => {
    expect(find(manifests, 'A', 'x', 'm')).toBe(manifests[1]);
  });

  test('does not choose among several', () => {
    expect(() => find(manifests, 'A', 'x')).toThrow('2 objects are A/x; there are A/x, A/x, B/x');
  });

  test('tells what there is instead', () => {
    expect(() => find(manifests, 'C')).toThrow('0 objects are C; there are A/x, A/x, B/x');
  });
});

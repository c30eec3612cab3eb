/** Publishing the site of a release beside those of others. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { minorOf, publish } from '../../tools/site/publish';

describe('publishing the site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'publish-'));
  const published = join(folder, 'published');
  const dist = join(folder, 'dist');
  const read = (path: string) => readFileSync(join(published, path), 'utf8');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const release = (version: string) =>
    publish(
      version,
      published,
      (base, minors) => write(join(dist, 'index.html'), `${base} of ${minors.join(' ')}`),
      dist,
    );

  beforeEach(() => {
    rmSync(published, { recursive: true, force: true });
    write(join(published, '.git'), '');
    write(join(published, 'old.html'), '');
    write(join(published, 'v0.9/index.html'), 'older');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('puts the newest at the root, without what was there', () => {
    release('0.10.2');
    expect(readdirSync(published).sort()).toEqual(['.git', 'index.html', 'v0.10', 'v0.9']);
    expect(read('index.html')).toBe('/cdk8s-volumes/ of 0.10 0.9');
    expect(read('v0.10/index.html')).toBe('/cdk8s-volumes/v0.10/ of 0.10 0.9');
    expect(read('v0.9/index.html')).toBe('older');
  });

  test('leaves the root to the newest when an older one is mended', () => {
    release('0.8.1');
    expect(readdirSync(published).sort()).toEqual(['.git', 'old.html', 'v0.8', 'v0.9']);
    expect(read('v0.8/index.html')).toBe('/cdk8s-volumes/v0.8/ of 0.9 0.8');
  });

  test('refuses what is not a version', () => {
    expect(() => minorOf('main')).toThrow('main is not a version, such as 1.4.2');
  });
});

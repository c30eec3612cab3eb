/**
 * Puts the site of a release into the folder of all that is published: at the root if it is the
 * newest, and below `v` and its minor version.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = dirname(dirname(__dirname));
const DIST = join(ROOT, 'site/.vitepress/dist');
/** Where GitHub Pages serves the repository. */
const BASE = '/cdk8s-volumes/';
/** What is not of a release. */
const KEPT = /^(?:v\d+\.\d+|\.git|\.nojekyll|CNAME)$/;

/** The minor version, `1.4` of `1.4.2`. */
export function minorOf(version: string): string {
  const found = /^(\d+\.\d+)\.\d+/.exec(version)?.[1];
  if (found === undefined) throw new Error(`${version} is not a version, such as 1.4.2`);
  return found;
}

/** The minors that are published, and this one: the newest first. */
export function minorsOf(published: string, minor: string): readonly string[] {
  const known = readdirSync(published).flatMap((name) => /^v(\d+\.\d+)$/.exec(name)?.[1] ?? []);
  const number = (one: string) => one.split('.').map(Number);
  return [...new Set([...known, minor])].sort((a, b) => {
    const [[major, rest], [otherMajor, otherRest]] = [number(b), number(a)];
    return major - otherMajor || rest - otherRest;
  });
}

/** Builds into `dist`, as it is served under `base`. */
export type Build = (base: string, minors: readonly string[]) => void;

/** Publishes a version; `build` writes into `dist`. */
export function publish(version: string, published: string, build: Build, dist = DIST): void {
  const minor = minorOf(version);
  const minors = minorsOf(published, minor);
  build(`${BASE}v${minor}/`, minors);
  const own = join(published, `v${minor}`);
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  cpSync(dist, own, { recursive: true });
  if (minors[0] !== minor) return;
  build(BASE, minors);
  for (const name of readdirSync(published)) {
    if (!KEPT.test(name)) rmSync(join(published, name), { recursive: true });
  }
  cpSync(dist, published, { recursive: true });
}

function buildSite(base: string, minors: readonly string[]): void {
  execFileSync('npx', ['projen', 'site'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, BASE: base, VERSIONS: minors.join(' ') },
  });
}

if (require.main === module) {
  const [version, published] = process.argv.slice(2);
  if (published === undefined) throw new Error('usage: publish.ts VERSION FOLDER');
  publish(version, published, buildSite);
}

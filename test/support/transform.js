/**
 * The transform of a file of TypeScript, or of an ECMAScript module, before jest loads it: only
 * types and imports are changed. One call of the tool takes longer than what it does to a file, so
 * that a folder is done at once.
 */
const { createHash } = require('node:crypto');
const { readFileSync, readdirSync, statSync } = require('node:fs');
const { dirname, extname, join } = require('node:path');
const { buildSync, version } = require('esbuild');

const OWN = readFileSync(__filename);

/** By the file: what was made of it, and of which state. */
const made = new Map();
const stateOf = (file) => statSync(file).mtimeMs;

/**
 * What a module exports are plain values once it has run: to look through a getter each time costs
 * more than most of what is called, and a test can spy on a value where it is.
 */
const withValues = (code) => code
  .replace('var __toESM = (mod, isNodeMode, target) => (', 'var __toESM = (mod, isNodeMode, target) => mod?.__esModule ? mod : (')
  .replace(/(?=\n\/\/# sourceMappingURL=[^\n]*\s*$)/, '\nif (module.exports.__esModule) module.exports = Object.defineProperty({ ...module.exports }, "__esModule", { value: true });');

function transformFolder(file) {
  const folder = dirname(file);
  const alike = readdirSync(folder).filter((name) => extname(name) === extname(file) && !name.endsWith('.d.ts'));
  const states = alike.map((name) => [join(folder, name), stateOf(join(folder, name))]);
  const { outputFiles } = buildSync({
    // By itself each, under its own name.
    entryPoints: alike.map((name) => ({ in: join(folder, name), out: name })),
    bundle: false,
    write: false,
    outdir: folder,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'warning',
  });
  const codes = new Map(outputFiles.map(({ path, text }) => [path.slice(0, -'.js'.length), withValues(text)]));
  for (const [path, state] of states) made.set(path, { state, code: codes.get(path) });
}

module.exports = {
  process(_source, file) {
    if (made.get(file)?.state !== stateOf(file)) transformFolder(file);
    const { code } = made.get(file);
    made.delete(file);
    return { code };
  },
  getCacheKey: (source, file) => createHash('sha256').update(OWN).update(version).update(file).update('\0').update(source).digest('hex'),
};

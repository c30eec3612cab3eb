/**
 * The loading of what tests import: each file of tests has modules of its own, as always, but a
 * process compiles each module once. Most of the time of a small file went into compiling the same
 * code again.
 */
const { statSync } = require('node:fs');
const { join, sep } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** By the file: what was made of it, and of which state. */
const codes = new Map();
const bodies = new Map();
/** By the file: where the map of its lines is. */
const sourceMaps = new Map();

/** Packages of tests that remember nothing of who used them: all files of a process share them. */
const PACKAGES = new Set(['ajv', 'fast-check', 'typescript', 'yaml']);
const PACKAGED = `${sep}node_modules${sep}`;

/** The module of which the same holds, and which compiles schemas for long; once it is loaded. */
const SCHEMAS = join(__dirname, 'schemas.ts');
let schemas;

module.exports = class extends Runtime {
  constructor(...given) {
    super(...given);
    if (schemas) this.registries.getActiveCjsRegistry().set(SCHEMAS, schemas);
    // Of code that was compiled without, blocks are not counted.
    if (this._coverageOptions.collectCoverage) return;
    const { transformCache, executor } = this;
    transformCache.sourceMaps = sourceMaps;
    const transform = transformCache.transform.bind(transformCache);
    transformCache.transform = (file, options) => {
      const state = statSync(file).mtimeMs;
      const known = codes.get(file);
      if (known?.state === state) return known.code;
      const code = transform(file, options);
      codes.set(file, { state, code });
      return code;
    };
    executor.compile = (code, filename) => {
      const known = bodies.get(filename);
      if (known?.code === code) return known.body;
      const body = compileFunction(code, executor.injectedModuleParameters, { filename });
      bodies.set(filename, { code, body });
      return body;
    };
  }

  requireModuleOrMock(from, name) {
    if (PACKAGES.has(name) && !from.includes(PACKAGED)) return require(name);
    return super.requireModuleOrMock(from, name);
  }

  teardown() {
    const module = this.registries.getActiveCjsRegistry().get(SCHEMAS);
    if (module?.loaded) schemas = module;
    return super.teardown();
  }
};

/** Compiles everything anew from here on: what was compiled before does not count its blocks. */
globalThis[Symbol.for('compile anew')] = () => bodies.clear();

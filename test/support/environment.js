/**
 * The surroundings of a file of tests: those of the process itself, not a copy of its globals, so
 * that code that is compiled and warm is so for the next file, too. What a file leaves behind there
 * is taken away after it.
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const { ModuleMocker } = require('jest-mock');

const { run } = AsyncLocalStorage.prototype;

/** What the next file is to find as this one did. */
const taken = () => ({
  env: { ...process.env },
  folder: process.cwd(),
  exit: process.exit,
  exitCode: process.exitCode,
  globals: Object.getOwnPropertyDescriptors(globalThis),
});

module.exports = class {
  constructor() {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    Error.stackTraceLimit = 100;
    this.before = taken();
    // Every promise of the process passes on each storage that is in use. Jest uses a new one for
    // each file, so that the last of hundreds of files would take far longer than the first.
    this.storages = new Set();
    const { storages } = this;
    AsyncLocalStorage.prototype.run = function (...given) {
      storages.add(this);
      return run.apply(this, given);
    };
  }

  async setup() {}

  async teardown() {
    const { env, folder, exit, exitCode, globals } = this.before;
    this.moduleMocker.restoreAllMocks();
    AsyncLocalStorage.prototype.run = run;
    for (const storage of this.storages) storage.disable();
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.chdir(folder);
    Object.assign(process, { exit, exitCode });
    for (const name of Reflect.ownKeys(globalThis)) {
      if (!Object.hasOwn(globals, name)) Reflect.deleteProperty(globalThis, name);
    }
    Object.defineProperties(globalThis, globals);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return globalThis;
  }
};

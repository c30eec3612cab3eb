/**
 * The surroundings of a file of tests: those of the process itself, not a copy of its globals, so
 * that code that is compiled and warm is so for the next file, too. What a file leaves behind there
 * is taken away after it.
 */
const { ModuleMocker } = require('jest-mock');

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
  }

  async setup() {}

  async teardown() {
    const { env, folder, exit, exitCode, globals } = this.before;
    this.moduleMocker.restoreAllMocks();
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

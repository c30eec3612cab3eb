/**
 * The configuration of the tests that need a cluster: they run as the others do, but one file at a
 * time, and with patience.
 */
const { globalSetup, moduleNameMapper, runtime, testEnvironment, transform } = require('../../package.json')
  .jest;

module.exports = {
  rootDir: '../..',
  testMatch: ['<rootDir>/test/cluster/**/*.test.ts'],
  globalSetup,
  moduleNameMapper,
  runtime,
  testEnvironment,
  transform,
  clearMocks: true,
  maxWorkers: 1,
  // Of tests of one file that say that they can.
  maxConcurrency: 3,
  testTimeout: 600_000,
};

import { availableParallelism } from 'node:os';

/** Two kinds of test: pure rules beside the code (*.spec.ts) and HTTP tests on a real PostgreSQL (test/*.e2e-spec.ts). */
export default {
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.e2e-spec.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/var'],
  // Node loads the files, not Jest: see test/jest/runner.js.
  testRunner: '<rootDir>/test/jest/runner.js',
  testEnvironment: '<rootDir>/test/jest/environment.js',
  testSequencer: '<rootDir>/test/jest/sequencer.js',
  transform: {},
  injectGlobals: false,
  // A limit for tests that hang, long enough for a busy machine; speed is measured by the bench.
  testTimeout: 60_000,
  globalSetup: '<rootDir>/test/global-setup.js',
  globalTeardown: '<rootDir>/test/global-teardown.js',
  // Two more than cores, since many tests wait; but no more than the test server's connections can feed.
  maxWorkers: Math.min(availableParallelism() + 2, 4),
};

import { availableParallelism } from 'node:os';

/** Two kinds of test: pure rules beside the code (*.spec.ts) and HTTP tests on a real PostgreSQL (test/*.e2e-spec.ts). */
export default {
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.e2e-spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '/test/esm/.+\\.ts$': '<rootDir>/test/esm/bundle-commonjs.js',
    '^.+\\.ts$': '@swc/jest',
  },
  moduleNameMapper: {
    '^nestjs-pino$': '<rootDir>/test/esm/nestjs-pino.ts',
    '^parley-client$': '<rootDir>/client/src/index.ts',
    '^#config/(.*)\\.js$': '<rootDir>/src/config/$1.ts',
    '^#platform/(.*)\\.js$': '<rootDir>/src/platform/$1.ts',
    '^#modules/(.*)\\.js$': '<rootDir>/src/modules/$1.ts',
    '^#modules/(.*)$': '<rootDir>/src/modules/$1/index.ts',
    '^(\\.{1,2}/.*)\\.js$': ['$1.ts', '$1.js'],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/var'],
  testEnvironment: 'node',
  // Ends what hangs; how fast something is, `npm run bench` tells. A busy machine is no failure.
  testTimeout: 60_000,
  globalSetup: '<rootDir>/test/global-setup.js',
  globalTeardown: '<rootDir>/test/global-teardown.js',
  // Every core, but no more than the test server's connections can feed.
  maxWorkers: Math.min(availableParallelism(), 4),
  // Modules of a finished file are never freed (some 20 MB each): a fat worker is replaced.
  workerIdleMemoryLimit: '700MB',
};

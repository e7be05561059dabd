import base from './jest.config.js';

/** Published clients against started servers (`npm run test:clients`), which need no template database. */
export default {
  ...base,
  testMatch: ['<rootDir>/test/clients/*.spec.ts'],
  globalSetup: undefined,
  globalTeardown: undefined,
  maxWorkers: 2,
};

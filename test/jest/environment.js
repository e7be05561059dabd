// The test environment of a worker: its own globals rather than a context per file, so that a test
// file uses the modules that the worker has already loaded.
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

export default class WorkerEnvironment {
  constructor({ projectConfig }, { docblockPragmas }) {
    this.exit = process.exit.bind(process);
    this.global = globalThis;
    this.ownModules = 'own-modules' in docblockPragmas;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    // Jest's formatter does not know the code that the loader compiled; Node's does.
    Error.prepareStackTrace = undefined;
  }

  /** Undoes what a file left behind: its mocks, its fake timers, and Jest's guard of process.exit. */
  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    process.exit = this.exit;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}

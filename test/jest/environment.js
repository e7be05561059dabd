// The test environment of a worker. Files share the globals of the worker instead of getting a context
// each, so that they can use the modules that the worker has loaded.
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
    // Jest's formatter has no source maps of the code that the loader compiled; Node has.
    Error.prepareStackTrace = undefined;
  }

  /** Restores mocks and fake timers of a file, and Jest's guard of process.exit. */
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

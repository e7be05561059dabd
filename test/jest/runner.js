/**
 * Runs a test file with jest-circus, as Jest does by default, but loads it with Node's own import.
 * Jest gives each file a module registry of its own, so each file would load the whole server
 * again. Here the files of a worker share their modules, and with them one running server.
 *
 * A file that registers sample events or jobs, which all servers of the process would use, has
 * `@own-modules` in its first comment and gets its own modules.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import { setGlobals } from './globals.js';
import { exitWithoutFiles } from './worker-end.js';

await import('./register.js');

const require = createRequire(import.meta.url);
let files = 0;

exitWithoutFiles();

export default function run(globalConfig, config, environment, runtime, testPath, sendMessage) {
  forgetPreviousFile();
  const setGlobalsForRuntime = runtime.setGlobalsForRuntime.bind(runtime);
  runtime.setGlobalsForRuntime = (globals) => {
    setGlobalsForRuntime(globals);
    const { jest } = runtime.requireModuleOrMock(testPath, '@jest/globals');
    setGlobals({ ...globals, jest });
  };
  runtime.requireInternalModule = reload;
  runtime.unstable_shouldLoadAsEsm = () => true;
  runtime.unstable_importModule = (path) => {
    const kind = environment.ownModules ? 'own-modules' : 'file';
    return import(`${pathToFileURL(path).href}?${kind}=${++files}`);
  };
  return circus.default(globalConfig, config, environment, runtime, testPath, sendMessage);
}

/** jest-circus keeps its handlers and the file's timeout in global variables. */
function forgetPreviousFile() {
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  delete globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')];
}

/** The state of jest-circus, such as the list of tests, is in its module. */
function reload(path) {
  delete require.cache[path];
  return require(path);
}

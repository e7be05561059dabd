// A value that code inherits from its caller, across awaits, timers and callbacks, without a parameter:
// the request of a log entry, the transaction of a statement. All variables share one AsyncLocalStorage,
// since Node.js 20 adds a property to every promise for each storage in use.
import { AsyncLocalStorage } from 'node:async_hooks';

interface Binding {
  variable: AsyncVariable<unknown>;
  value: unknown;
  outer: Binding | undefined;
}

const bindings = new AsyncLocalStorage<Binding>();

export class AsyncVariable<T> {
  /** The value of the innermost `run` around the caller; undefined outside of any. */
  get(): T | undefined {
    let binding = bindings.getStore();
    while (binding && binding.variable !== this) binding = binding.outer;
    return binding?.value as T | undefined;
  }

  /** Runs `work`, and everything that it starts, with this value. */
  run<R>(value: T, work: () => R): R {
    return bindings.run({ variable: this, value, outer: bindings.getStore() }, work);
  }
}

/** Returns a function that runs `work` with the values that all variables have now. */
export function captureAsyncVariables(): <R>(work: () => R) => R {
  return AsyncLocalStorage.snapshot();
}

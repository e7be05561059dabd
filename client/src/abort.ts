// Waiting for an AbortSignal. A signal has one listener however many requests wait for it, and none
// otherwise: it may live as long as the program, and Node warns about the eleventh listener.
const waiting = new WeakMap<AbortSignal, { callbacks: Set<() => void>; listener: () => void }>();

/** Calls `callback` once when the signal is aborted, unless the returned function was called before. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return () => undefined;
  }
  let entry = waiting.get(signal);
  if (!entry) {
    const callbacks = new Set<() => void>();
    entry = { callbacks, listener: () => callbacks.forEach((call) => call()) };
    waiting.set(signal, entry);
    signal.addEventListener('abort', entry.listener, { once: true });
  }
  const { callbacks, listener } = entry;
  // A separate function, so that a callback that was passed twice is called twice.
  const own = (): void => callback();
  callbacks.add(own);
  return () => {
    if (!callbacks.delete(own) || callbacks.size > 0 || waiting.get(signal) !== entry) return;
    waiting.delete(signal);
    signal.removeEventListener('abort', listener);
  };
}

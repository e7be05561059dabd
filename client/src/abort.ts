// Waiting for an AbortSignal. However many requests wait for the same one, it has one listener, and
// none when nobody waits: a signal may live as long as the program, and Node warns of the eleventh.
const waiting = new WeakMap<AbortSignal, { callbacks: Set<() => void>; listener: () => void }>();

/** Calls back once when the signal is aborted, at once if it is; until the returned function is called. */
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
  // One of its own, so that who waits twice with the same function is called twice.
  const own = (): void => callback();
  callbacks.add(own);
  return () => {
    if (!callbacks.delete(own) || callbacks.size > 0 || waiting.get(signal) !== entry) return;
    waiting.delete(signal);
    signal.removeEventListener('abort', listener);
  };
}

/**
 * A problem that prevents the start, as one line that says how to solve it. The entry points print
 * the message without a stack trace and exit with code 1.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/**
 * Why Parley cannot start, in one line that says what to do about it. The entry points print the
 * message alone and exit with code 1; a stack trace would only hide the line.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

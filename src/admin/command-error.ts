/** Why a command failed, in one line for its user. Exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

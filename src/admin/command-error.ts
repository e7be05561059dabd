/** Why a command can not do what was asked, in one line for whoever typed it. Exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

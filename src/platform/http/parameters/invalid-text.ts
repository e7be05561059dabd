/** Unreadable text of a parameter. The reason is worded to follow the name of the parameter; a path may come first. */
export class InvalidText extends Error {
  override readonly name = 'InvalidText';

  constructor(readonly reason: string) {
    super(reason);
  }
}

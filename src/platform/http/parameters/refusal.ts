// Why a value was refused, and where inside its parameter: each list or object that the
// refusal passes on its way out puts its own step in front of the path.

export class Refusal extends Error {
  override readonly name = 'Refusal';
  private path = '';

  constructor(readonly reason: string) {
    super(reason);
  }

  within(step: string): this {
    this.path = step + this.path;
    return this;
  }

  /** The sentence for the client, such as `narrow[0]["operator"] must be a string`. */
  describe(parameter: string): string {
    return `${parameter}${this.path} ${this.reason}`;
  }
}

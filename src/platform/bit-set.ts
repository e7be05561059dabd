// A growing set of small numbers with one bit for each, for relations between many users.

export class BitSet {
  constructor(private bytes = new Uint8Array(8)) {}

  static fromText(base64: string): BitSet {
    return new BitSet(new Uint8Array(Buffer.from(base64, 'base64')));
  }

  /** The numbers below `count`. */
  static below(count: number): BitSet {
    const all = new BitSet(new Uint8Array((count + 7) >> 3).fill(0xff));
    if ((count & 7) !== 0) all.bytes[all.bytes.length - 1] = (1 << (count & 7)) - 1;
    return all;
  }

  has(number: number): boolean {
    return ((this.bytes[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }

  add(number: number): void {
    this.grow((number >> 3) + 1);
    this.bytes[number >> 3]! |= 1 << (number & 7);
  }

  addAll({ bytes }: BitSet): void {
    this.grow(bytes.length);
    for (let index = 0; index < bytes.length; index++) this.bytes[index]! |= bytes[index]!;
  }

  /** The numbers that the other set lacks. */
  without(other: BitSet): BitSet {
    const left = this.bytes.slice();
    const length = Math.min(left.length, other.bytes.length);
    for (let index = 0; index < length; index++) left[index]! &= ~other.bytes[index]!;
    return new BitSet(left);
  }

  numbers(): number[] {
    const numbers: number[] = [];
    for (const [index, byte] of this.bytes.entries()) {
      for (let bit = 0; byte >> bit !== 0; bit++) {
        if ((byte & (1 << bit)) !== 0) numbers.push(index * 8 + bit);
      }
    }
    return numbers;
  }

  /** As base64. */
  toText(): string {
    return Buffer.from(this.bytes).toString('base64');
  }

  private grow(length: number): void {
    if (length <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(length, this.bytes.length * 2));
    grown.set(this.bytes);
    this.bytes = grown;
  }
}

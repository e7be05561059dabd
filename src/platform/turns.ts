// Lets only so much work of one kind run at a time for each key, such as a person; what is more
// waits for its turn, in the order of arrival. So nobody takes every database connection.

export class Turns<Key> {
  private readonly lines = new Map<Key, { running: number; waiting: (() => void)[] }>();

  constructor(private readonly atOnce: number) {}

  async take<T>(key: Key, work: () => Promise<T>): Promise<T> {
    await this.begin(key);
    try {
      return await work();
    } finally {
      this.end(key);
    }
  }

  private async begin(key: Key): Promise<void> {
    const line = this.lines.get(key) ?? { running: 0, waiting: [] };
    this.lines.set(key, line);
    if (line.running === this.atOnce) {
      await new Promise<void>((resolve) => line.waiting.push(resolve));
    } else {
      line.running++;
    }
  }

  /** Whoever waits longest takes the place over, else it becomes free. */
  private end(key: Key): void {
    const line = this.lines.get(key);
    if (!line) return;
    const next = line.waiting.shift();
    if (next) next();
    else if (--line.running === 0) this.lines.delete(key);
  }
}

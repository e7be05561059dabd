// Progress on standard error: one line that changes on a terminal, otherwise a line for each step.

export class Progress {
  private readonly startedAt = performance.now();
  private readonly terminal = process.stderr.isTTY;

  say(text: string): void {
    const seconds = ((performance.now() - this.startedAt) / 1000).toFixed(0).padStart(4);
    const line = `${seconds} s  ${text}`;
    if (this.terminal)
      process.stderr.write(`\r\x1b[2K${line.slice(0, process.stderr.columns - 1)}`);
    else process.stderr.write(`${line}\n`);
  }

  /** Prints a line that is not overwritten. */
  warn(text: string): void {
    this.clear();
    process.stderr.write(`${text}\n`);
  }

  clear(): void {
    if (this.terminal) process.stderr.write('\r\x1b[2K');
  }
}

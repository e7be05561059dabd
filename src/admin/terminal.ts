// The environment and the output streams of a command. Standard output receives only results, for
// programs to read; notes and progress go to standard error.
import type { Writable } from 'node:stream';

interface Screen extends Writable {
  isTTY?: boolean;
}

/** Reports the progress of a long command. */
export type Progress = (what: string, done: number, total: number) => void;

export class Terminal {
  private cleanUp: (() => Promise<void>) | undefined;
  private lineIsOpen = false;

  constructor(
    readonly environment: NodeJS.ProcessEnv,
    private readonly writable: Writable,
    private readonly screen: Screen,
  ) {}

  print(line: string): void {
    this.writable.write(`${line}\n`);
  }

  printJson(value: unknown): void {
    this.print(JSON.stringify(value, undefined, 2));
  }

  note(line: string): void {
    this.endLine();
    this.screen.write(`${line}\n`);
  }

  /** Counts up in place on a terminal; elsewhere, prints a line at the end. */
  readonly progress: Progress = (what, done, total) => {
    if (this.screen.isTTY) {
      this.screen.write(`\r\u001b[K${what} ${done}/${total}`);
      this.lineIsOpen = true;
    }
    if (done !== total) return;
    if (this.lineIsOpen) this.endLine();
    else this.note(`${what} ${done}/${total}`);
  };

  /** Sets the function that closes resources when the command is interrupted. */
  onInterrupt(cleanUp: (() => Promise<void>) | undefined): void {
    this.cleanUp = cleanUp;
  }

  async interrupted(): Promise<void> {
    this.endLine();
    await this.cleanUp?.();
  }

  private endLine(): void {
    if (this.lineIsOpen) this.screen.write('\n');
    this.lineIsOpen = false;
  }
}

// What a command may use of the process around it. Standard output carries results only, for
// programs to read; whatever is told to a person on the way goes to standard error.
import type { Writable } from 'node:stream';

interface Screen extends Writable {
  isTTY?: boolean;
}

/** How much of a long piece of work is done. */
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

  tell(line: string): void {
    this.endLine();
    this.screen.write(`${line}\n`);
  }

  /** Counts up in place on a terminal; elsewhere says a line when a piece is done. */
  readonly progress: Progress = (what, done, total) => {
    if (this.screen.isTTY) {
      this.screen.write(`\r\u001b[K${what} ${done}/${total}`);
      this.lineIsOpen = true;
    }
    if (done !== total) return;
    if (this.lineIsOpen) this.endLine();
    else this.tell(`${what} ${done}/${total}`);
  };

  /** What must be closed when the command is interrupted. */
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

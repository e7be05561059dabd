// Loaded into every measured process (node --import): reports memory and processor time to the bench,
// and ends the process when the bench has ended.
import { setTimeout as sleep } from 'node:timers/promises';

export interface Usage {
  /** Resident memory in bytes. */
  rss: number;
  /** Processor time so far, in milliseconds. */
  cpu: number;
}

export interface Question {
  /** Collect garbage first. */
  collect: boolean;
}

/** Time in which V8 returns collected pages to the operating system. */
const RETURN_MS = 250;

async function answer({ collect }: Question): Promise<void> {
  for (let collections = collect ? 3 : 0; collections > 0; collections--) {
    globalThis.gc?.();
    await sleep(RETURN_MS);
  }
  const { user, system } = process.cpuUsage();
  const usage: Usage = { rss: process.memoryUsage.rss(), cpu: (user + system) / 1000 };
  process.send?.(usage);
}

process.on('message', (question: Question) => void answer(question));

process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));

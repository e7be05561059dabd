// Loaded into every process that is measured (node --import), Parley's and the floors' alike: tells
// the bench what the process uses, and ends the process when the bench is gone.
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

/** How long V8 may take to give collected pages back to the operating system. */
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

// Loaded into every process that is measured (node --import), Parley's and the floors' alike: tells
// the bench what the process uses, and ends the process when the bench is gone.

export interface Usage {
  /** Resident memory in bytes, after a garbage collection. */
  rss: number;
  /** Processor time so far, in milliseconds. */
  cpu: number;
}

export type Question = { ask: 'usage'; collect: boolean };

process.on('message', ({ ask, collect }: Question) => {
  if (ask !== 'usage') return;
  if (collect) {
    globalThis.gc?.();
    globalThis.gc?.();
  }
  const { user, system } = process.cpuUsage();
  const usage: Usage = { rss: process.memoryUsage.rss(), cpu: (user + system) / 1000 };
  process.send?.(usage);
});

process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));

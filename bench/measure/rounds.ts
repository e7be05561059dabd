// Measures Parley and its floor alternately, so that other load on the machine affects both equally.
// The first round of each is a warm-up.
import { median } from './statistics.js';

/** Runs the work once and returns its duration in milliseconds. */
type Attempt = (index: number) => Promise<number>;

export interface Latencies {
  ours: number[];
  floor: number[];
}

/** Compares single operations, in `rounds` rounds with a block of each side. */
export async function compareLatencies(
  { ours, floor }: { ours: Attempt; floor: Attempt },
  { rounds, block, warmUp }: { rounds: number; block: number; warmUp: number },
): Promise<Latencies> {
  const result: Latencies = { ours: [], floor: [] };
  let index = 0;
  for (let i = 0; i < warmUp; i++) {
    await floor(index++);
    await ours(index++);
  }
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < block; i++) result.floor.push(await floor(index++));
    for (let i = 0; i < block; i++) result.ours.push(await ours(index++));
  }
  return result;
}

/** An operation that several workers repeat concurrently. */
type Worker = (worker: number) => Promise<void>;

export interface Throughputs {
  /** Operations per second: the median of the rounds. */
  ours: number;
  floor: number;
  /** Durations of the operations of Parley, in milliseconds. */
  latencies: number[];
}

export async function compareThroughputs(
  { ours, floor }: { ours: Worker; floor: Worker },
  { rounds, seconds, workers }: { rounds: number; seconds: number; workers: number },
): Promise<Throughputs> {
  const rates = { ours: [] as number[], floor: [] as number[] };
  const latencies: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const bare = await repeat(floor, seconds, workers);
    const full = await repeat(ours, seconds, workers);
    if (round === 0) continue;
    rates.floor.push(bare.rate);
    rates.ours.push(full.rate);
    latencies.push(...full.latencies);
  }
  return { ours: median(rates.ours), floor: median(rates.floor), latencies };
}

async function repeat(
  work: Worker,
  seconds: number,
  workers: number,
): Promise<{ rate: number; latencies: number[] }> {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  const run = async (worker: number): Promise<void> => {
    for (let now = performance.now(); now < end;) {
      await work(worker);
      const after = performance.now();
      latencies.push(after - now);
      now = after;
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => run(worker)));
  return { rate: (latencies.length * 1000) / (performance.now() - start), latencies };
}

/** Runs the work and returns its duration in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

// Measures Parley and its floor in turns, so that whatever else the machine does meets both alike.
// The first round of each only warms up.
import { median } from './statistics.js';

/** Does the work once and tells how long that took, in milliseconds. */
type Attempt = (index: number) => Promise<number>;

export interface Latencies {
  ours: number[];
  floor: number[];
}

/** Single operations, one after another: `rounds` times a block of each side. */
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

/** One of several workers that repeat an operation at the same time. */
type Worker = (worker: number) => Promise<void>;

export interface Throughputs {
  /** Operations a second: the median of the rounds. */
  ours: number;
  floor: number;
  /** Of each of our operations, in milliseconds. */
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

/** How long the work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

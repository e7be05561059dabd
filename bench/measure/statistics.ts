/** The value below which the share (0 to 1) of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new Error('There are no samples');
  const sorted = samples.toSorted((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  return sorted[index] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

// Waiting with an end, for a process that must be gone in time.

/** Resolves to whether the work was done, well or not, within this time. */
export async function settledWithin(
  milliseconds: number,
  work: Promise<unknown>,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const done = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}

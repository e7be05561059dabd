// Clean-up at the end of a worker: of the servers that its files share.
const CHILD_MESSAGE_END = 2;
const closers = [];

/**
 * Exits this worker process when Jest has no more files for it. Jest waits half a second for that;
 * open handles end with the process.
 */
export function exitWithoutFiles() {
  process.on('message', ([kind]) => {
    if (kind === CHILD_MESSAGE_END) process.exit();
  });
}

/** Registers work for the end of a run in one process, which outlives its files. */
export function atEnd(close) {
  closers.push(close);
}

export async function end() {
  for (const close of closers.splice(0)) await close();
}

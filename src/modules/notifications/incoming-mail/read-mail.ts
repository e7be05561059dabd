// Decodes mail in a thread with limits, so that hostile mail neither stops the process nor uses up its memory.
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { MailToRead, ReceivedMail } from './received-mail.js';

/** The compiled program, also where tests load the sources. */
const PROGRAM = createRequire(import.meta.url).resolve(
  '#modules/notifications/incoming-mail/read-mail.thread.js',
);
const TIMEOUT_MS = 10_000;
const MAX_HEAP_MEBIBYTES = 256;

/** Throws if the mail cannot be decoded within the limits. */
export async function readMail(mail: MailToRead): Promise<ReceivedMail> {
  const thread = new Worker(PROGRAM, {
    workerData: mail,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MEBIBYTES },
    stdout: true,
    stderr: true,
  });
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const [received] = (await once(thread, 'message', { signal })) as [ReceivedMail];
    return received;
  } finally {
    await thread.terminate();
  }
}

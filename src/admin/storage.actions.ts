// Compares the stored files with the rows that refer to them.
import { StorageCheck } from '#modules/uploads/storage-check';
import { withFeatures } from './features.js';
import type { Terminal } from './terminal.js';

export function checkStorage(terminal: Terminal, isDeleting: boolean): Promise<void> {
  return withFeatures(terminal, async (features) => {
    const { unreferenced, missing, count } = await features(StorageCheck).check();
    terminal.printJson({ files: count, unreferenced, missing });
    if (unreferenced.length === 0 || !isDeleting) return;
    const deleted = await features(StorageCheck).release(unreferenced);
    terminal.note(`The queue "files" deletes ${deleted} files as soon as a worker is free.`);
  });
}

// Prepares a restored database for its first start.
import { DatabaseRestores } from '#modules/realms/realms';
import { withFeatures } from './features.js';
import type { Terminal } from './terminal.js';

export async function markRestored(terminal: Terminal): Promise<void> {
  await withFeatures(terminal, (features) => features(DatabaseRestores).restored());
  terminal.note('The server has a new generation. All clients will register again.');
}

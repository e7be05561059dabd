import { end } from './jest/worker-end.js';

export default async function globalTeardown() {
  await end();
  await globalThis.stopTestDatabase();
}

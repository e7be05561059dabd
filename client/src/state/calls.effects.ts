// Calls and their history are not part of the state of POST /register; CallList follows calls.
import type { Effects } from './effects.js';

export const callEffects: Effects = {
  'call/ringing': () => undefined,
  'call/updated': () => undefined,
  'call/ended': () => undefined,
  'call_history/clear': () => undefined,
};

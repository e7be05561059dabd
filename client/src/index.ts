// What a client of the Parley chat API needs to keep its state current.
export type { WireEvent } from './state/rows.js';
export type { ClientState } from './state/effects.js';
export { appliedEvents, applyEvent, comparable, stateFrom } from './state/state.js';

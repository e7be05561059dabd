// The client library of Parley: see README.md.
export { ApiFailure, ConnectionFailure } from './api-failure.js';
export {
  type Call,
  type CallConversation,
  type CallDevice,
  type CallHistoryPage,
  CallList,
  type Calls,
  type HistoryOptions,
  type SipCredentials,
  type StartOptions,
} from './calls.js';
export {
  type ConnectOptions,
  type ListenOptions,
  ParleyClient,
  type SipCredentialsOptions,
} from './parley-client.js';
export type { Listener, Replacement, Session, SessionOptions } from './session.js';
export type { Account, Method, Parameters, RequestOptions, TransportOptions } from './transport.js';
export type {
  Event,
  EventOf,
  Message,
  Narrow,
  OutgoingMessage,
  State,
  UnreadMessages,
} from './types.js';

// The functions of the state, for programs with their own connection to the server.
export type { ClientState, Question } from './state/effects.js';
export type { WireEvent } from './state/rows.js';
export { appliedEvents, applyEvent, comparable, openQuestions, stateFrom } from './state/state.js';

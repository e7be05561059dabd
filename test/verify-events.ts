// The promise of POST /register and GET /events: the registered state plus all events equals a new
// registration. Tests check it for writes with every kind of client.
import { expect } from '@jest/globals';
import { isDeepStrictEqual } from 'node:util';
import { CLIENT_CAPABILITIES } from '#platform/event-log/event-queue.js';
import { EventTail } from '#platform/event-log/event-tail.js';
import {
  applyEvent,
  type ClientState,
  comparable,
  openQuestions,
  stateFrom,
  type WireEvent,
} from 'parley-client';
import type { TestApp } from './app.js';
import type { Parameters } from './client.js';
import { TestQueue } from './event-queue.js';
import type { TestRealm, TestUser } from './factories.js';

export interface Observer {
  name: string;
  realm: TestRealm;
  user: TestUser;
  /** How the client registers: with its capabilities, and for all kinds of event. */
  registration: Parameters;
}

const MODERN: Parameters = {
  apply_markdown: true,
  client_gravatar: true,
  slim_presence: true,
  include_subscribers: 'true',
};
const OLD: Parameters = {
  apply_markdown: false,
  client_gravatar: false,
  include_subscribers: 'false',
};

/** For each user a client with all capabilities and one with none. */
export function observersOf(realm: TestRealm, users: Record<string, TestUser>): Observer[] {
  return Object.entries(users).flatMap(([name, user]) => [
    { name, realm, user, registration: { ...MODERN, client_capabilities: capabilities(true) } },
    {
      name: `${name} with an old client`,
      realm,
      user,
      registration: { ...OLD, client_capabilities: capabilities(false) },
    },
  ]);
}

/** For each capability a client with all others. */
export function observersOfCapabilities(realm: TestRealm, user: TestUser): Observer[] {
  return CLIENT_CAPABILITIES.map((capability) => ({
    name: `a client without ${capability}`,
    realm,
    user,
    registration: {
      ...MODERN,
      include_subscribers: 'partial',
      client_capabilities: { ...capabilities(true), [capability]: false },
    },
  }));
}

/**
 * Lets every observer register, act, and apply the events to its state; throws unless it then has
 * what it gets by registering again. Returns the events of each observer, by its name.
 */
export async function verifyEvents(
  test: TestApp,
  observers: Observer[],
  act: () => Promise<unknown>,
): Promise<Map<string, WireEvent[]>> {
  const queues = await Promise.all(observers.map(register));
  await act();
  const realmIds = new Set(observers.map(({ realm }) => realm.realmId));
  for (const realmId of realmIds) await test.app.get(EventTail).catchUp(realmId);
  const seen = await Promise.all(
    observers.map(async (observer, index): Promise<[string, WireEvent[]]> => [
      observer.name,
      await expectEventsToReach(observer, queues[index]!),
    ]),
  );
  return new Map(seen);
}

/** Registers with the parameters of this observer. */
export function register({ user, registration }: Observer): Promise<TestQueue> {
  return TestQueue.register(user.client, registration);
}

/** Throws unless the events of the queue lead from its state to the current one. */
export async function expectEventsToReach(
  observer: Observer,
  queue: TestQueue,
): Promise<WireEvent[]> {
  const events = await queue.all();
  const state = stateFrom(queue.state);
  for (const event of events) applyEvent(state, event);
  await settle(observer, state);
  const again = await register(observer);
  expectSame(observer.name, comparable(state), comparable(stateFrom(again.state)));
  return events;
}

/** Reads the parts of the state that no event has. */
async function settle({ user }: Observer, state: ClientState): Promise<void> {
  for (const { parameters, answer } of openQuestions(state)) {
    const { messages } = await user.client.expect('GET', 'messages', parameters);
    answer(messages as { id: number; flags: string[] }[]);
  }
}

/** Reduces both states to their differences, lists to their different entries. */
function expectSame(
  observer: string,
  applied: Record<string, unknown>,
  registered: Record<string, unknown>,
): void {
  if (isDeepStrictEqual(applied, registered)) return;
  const names = new Set([...Object.keys(applied), ...Object.keys(registered)]);
  const left: Record<string, unknown> = { observer };
  const right: Record<string, unknown> = { observer };
  for (const name of names) {
    const [one, other] = [applied[name], registered[name]];
    if (isDeepStrictEqual(one, other)) continue;
    left[name] = without(one, other);
    right[name] = without(other, one);
  }
  expect(left).toEqual(right);
  expect(applied).toEqual(registered);
}

/** A list without the entries of the other list. */
function without(value: unknown, other: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(other)) return value;
  return value.filter((entry) => !other.some((same) => isDeepStrictEqual(entry, same)));
}

function capabilities(understood: boolean): Record<string, boolean> {
  return Object.fromEntries(CLIENT_CAPABILITIES.map((name) => [name, understood]));
}

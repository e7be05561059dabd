// A client's event queue: all events since the last call, in order. It includes all that the server
// has committed by then, so a test can also expect that there is no event.
import { EventTail } from '#platform/event-log/event-tail.js';
import type { TestApp } from './app.js';
import type { Parameters } from './client.js';
import type { TestRealm, TestUser } from './factories.js';

export interface ReceivedEvent {
  id: number;
  type: string;
  [name: string]: unknown;
}

export class EventListener {
  constructor(
    private readonly test: TestApp,
    private readonly realm: TestRealm,
    private readonly user: TestUser,
    readonly queueId: string,
    private lastEventId: number,
  ) {}

  async take(): Promise<ReceivedEvent[]> {
    await this.test.app.get(EventTail).catchUp(this.realm.realmId);
    const body = await this.user.client.expect('GET', 'events', {
      queue_id: this.queueId,
      last_event_id: this.lastEventId,
      dont_block: true,
    });
    const events = body['events'] as ReceivedEvent[];
    this.lastEventId = events.at(-1)?.id ?? this.lastEventId;
    return events;
  }
}

/** Registers a queue that starts at the current event. */
export async function listen(
  test: TestApp,
  realm: TestRealm,
  user: TestUser,
  parameters: Parameters = {},
): Promise<EventListener> {
  const body = await user.client.expect('POST', 'register', {
    fetch_event_types: [],
    ...parameters,
  });
  return new EventListener(
    test,
    realm,
    user,
    body['queue_id'] as string,
    body['last_event_id'] as number,
  );
}

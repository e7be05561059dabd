// POST /register: the requested state and a queue that starts exactly where that state ends. Both are
// read in one snapshot transaction: the newest event that it sees is the last one whose effects the
// state contains, because the log is in commit order within a realm.
import { Injectable } from '@nestjs/common';
import { VERSION } from '#modules/realms/realms';
import { UserSettingsService } from '#modules/users/settings-catalogue';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { DEFAULT_IDLE_SECONDS, type EventQueueOptions } from '#platform/event-log/event-queue.js';
import { EventQueues } from '#platform/event-log/event-queues.js';
import type { SnapshotViewer } from '#platform/event-log/snapshot-section.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { KeyedLimit } from '#platform/keyed-limit.js';
import { idleSeconds, knownCapabilities, type RegisterDto } from './events.dto.js';
import { fetchedBy, SnapshotSections } from './snapshot-sections.js';

/** Concurrent registrations per user: each occupies a database connection and may be large. */
const CONCURRENCY = 4;

const NARROW_OPERATORS = ['channel', 'stream', 'topic', 'sender', 'is'];

@Injectable()
export class RegisterService {
  private readonly limit = new KeyedLimit<number>(CONCURRENCY);

  constructor(
    private readonly snapshotSections: SnapshotSections,
    private readonly userSettingsService: UserSettingsService,
    private readonly eventQueues: EventQueues,
    private readonly eventLog: EventLog,
    private readonly database: Database,
  ) {}

  async register(actor: Actor, input: RegisterDto): Promise<ResponseOf<'register-queue'>> {
    checkNarrow(input.narrow);
    if (input.all_public_streams && actor.role === Role.Guest) {
      throw ApiError.badRequest('Guests cannot use all_public_streams');
    }
    const options = await this.queueOptions(actor, input);
    const viewer: SnapshotViewer = {
      realmId: actor.realmId,
      capabilities: options.capabilities,
      actor,
      options,
      includeSubscribers: input.include_subscribers,
      presenceHistoryDays: input.presence_history_limit_days,
      fetches: fetchedBy(input),
    };
    const idleTimeoutSeconds =
      input.idle_queue_timeout === undefined
        ? DEFAULT_IDLE_SECONDS
        : idleSeconds(input.idle_queue_timeout);
    return this.limit.run(actor.userId, () =>
      this.database.transaction(
        async () => {
          const startEventId = await this.eventLog.latestId(actor.realmId);
          const state = await this.snapshotSections.read(viewer);
          const queueId = await this.eventQueues.create(
            { realmId: actor.realmId, userId: actor.userId },
            { clientName: actor.clientName, options, idleTimeoutSeconds, startEventId },
          );
          return {
            queue_id: queueId,
            last_event_id: startEventId,
            idle_queue_timeout_secs: idleTimeoutSeconds,
            ...VERSION,
            ...state,
          };
        },
        { isolation: 'snapshot' },
      ),
    );
  }

  private async queueOptions(actor: Actor, input: RegisterDto): Promise<EventQueueOptions> {
    const options: EventQueueOptions = {
      eventTypes: input.event_types ?? null,
      narrow: input.narrow,
      allPublicStreams: input.all_public_streams,
      applyMarkdown: input.apply_markdown,
      clientGravatar: input.client_gravatar ?? true,
      slimPresence: input.slim_presence,
      capabilities: knownCapabilities(input.client_capabilities),
    };
    if (input.client_capabilities.notification_settings_null) return options;
    const notificationDefaults = await this.userSettingsService.notificationDefaults(actor);
    return { ...options, notificationDefaults };
  }
}

function checkNarrow(narrow: [string, string][]): void {
  for (const [operator, operand] of narrow) {
    if (!NARROW_OPERATORS.includes(operator)) {
      throw ApiError.badRequest(`Events cannot be narrowed by "${operator}"`);
    }
    if (operator === 'is' && operand === 'followed') {
      throw ApiError.badRequest('Events cannot be narrowed by "is:followed"');
    }
  }
}

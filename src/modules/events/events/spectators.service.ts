// POST /register without an account: the public state of the organization, without a queue. Clients
// register again for changes.
import { Injectable } from '@nestjs/common';
import { RealmsService, VERSION } from '#modules/realms/realms';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import type { Spectator } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import type { ResponseOf } from '#platform/http/contract.js';
import type { RegisterDto } from './events.dto.js';
import { fetchedBy, SnapshotSections } from './snapshot-sections.js';
import { spectatorState } from './spectator-state.view.js';

const NO_EVENT = -1;

@Injectable()
export class SpectatorsService {
  constructor(
    private readonly snapshotSections: SnapshotSections,
    private readonly realmsService: RealmsService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async register(
    { realmId }: Spectator,
    input: RegisterDto,
  ): Promise<ResponseOf<'register-queue'>> {
    await this.realmsService.checkSpectators(realmId);
    if (input.client_gravatar === true) throw needsAccount('client_gravatar');
    if (input.include_subscribers !== 'false') throw needsAccount('include_subscribers');
    const fetches = fetchedBy(input);
    const viewer = { realmId, capabilities: input.client_capabilities, fetches };
    const state = await this.database.transaction(() => this.snapshotSections.read(viewer), {
      isolation: 'snapshot',
    });
    return {
      queue_id: null,
      last_event_id: NO_EVENT,
      ...VERSION,
      ...spectatorState(fetches, this.clock.seconds()),
      ...state,
    };
  }
}

function needsAccount(parameter: string): ApiError {
  return ApiError.badRequest(`"${parameter}" requires an account`);
}

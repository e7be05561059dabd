// `server_generation` and the event `restart`: a generation of the server is the time in which at
// least one of its API processes runs and none differs from the others in what clients see of the
// server. So a rolling restart tells clients nothing, or once when it brings something new, and all
// processes name the same generation.
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { sha256 } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import { RunningProcesses } from '#platform/database/running-processes.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { restartEvent } from './realms.events.js';
import { RealmsRepository } from './realms.repository.js';
import { ServerGenerationRepository } from './server-generation.repository.js';
import { SERVER_STATE } from './server-state.view.js';
import { VERSION } from './version.js';

@Injectable()
export class ServerGenerationService {
  constructor(
    private readonly serverGenerationRepository: ServerGenerationRepository,
    private readonly realmsRepository: RealmsRepository,
    private readonly runningProcesses: RunningProcesses,
    private readonly eventLog: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** To be called once by each process that serves clients, when it can. */
  begin(): Promise<void> {
    return this.runningProcesses.join((isAlone) => this.enter(isAlone));
  }

  private enter(isFirst: boolean): Promise<void> {
    const fingerprint = sha256(JSON.stringify({ ...VERSION, ...SERVER_STATE })).toString('hex');
    return this.database.transaction(async () => {
      const before = await this.serverGenerationRepository.lock();
      if (!isFirst && before.fingerprint === fingerprint) return;
      const generation = Math.max(before.generation + 1, this.clock.seconds());
      await this.serverGenerationRepository.replace({ generation, fingerprint });
      const { zulip_version, zulip_merge_base, zulip_feature_level } = VERSION;
      const restart = {
        zulip_version,
        zulip_merge_base,
        zulip_feature_level,
        server_generation: generation,
      };
      for (const realmId of await this.realmsRepository.activeIds()) {
        this.eventLog.append(restartEvent(realmId, restart, Audience.realm()));
      }
    });
  }
}

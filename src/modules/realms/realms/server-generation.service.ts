// `server_generation` and the `restart` event. A generation lasts while at least one API process runs and all
// of them show the same configuration to clients. A rolling restart therefore publishes one event if it
// changes something visible, and none otherwise.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { Clock } from '#platform/clock.js';
import { sha256 } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import { RunningProcesses } from '#platform/database/running-processes.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { restartEvent } from './realms.events.js';
import { RealmsRepository } from './realms.repository.js';
import { ServerGenerationRepository } from './server-generation.repository.js';
import { serverState } from './server-state.view.js';
import { VERSION } from './version.js';

@Injectable()
export class ServerGenerationService {
  constructor(
    private readonly serverGenerationRepository: ServerGenerationRepository,
    private readonly realmsRepository: RealmsRepository,
    private readonly runningProcesses: RunningProcesses,
    private readonly eventLog: EventLog,
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Called once by each API process when it is ready. */
  begin(): Promise<void> {
    return this.runningProcesses.join((isAlone) => this.enter(isAlone));
  }

  private enter(isFirst: boolean): Promise<void> {
    const fingerprint = sha256(
      JSON.stringify({ ...VERSION, ...serverState(this.config) }),
    ).toString('hex');
    return this.database.transaction(async () => {
      const before = await this.serverGenerationRepository.lock();
      if (!isFirst && before.fingerprint === fingerprint) return;
      const generation = Math.max(before.generation + 1, this.clock.seconds());
      await this.serverGenerationRepository.replace(generation, fingerprint);
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

// The realm and the server in the register snapshot (fetch type `realm`).
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { GroupMembership, supportedPermissionSettings } from '#modules/groups/groups';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SpectatorView,
} from '#platform/event-log/snapshot-section.js';
import { realmSettings } from './realm-settings.js';
import { RealmsRepository } from './realms.repository.js';
import { registeredRealm } from './realms.view.js';
import { ServerGenerationRepository } from './server-generation.repository.js';
import { serverState } from './server-state.view.js';

@Injectable()
@Snapshot()
export class RealmsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['realm', 'realm_billing'];
  private readonly serverState: object;

  constructor(
    private readonly realmsRepository: RealmsRepository,
    private readonly groupMembership: GroupMembership,
    private readonly config: Config,
    private readonly serverGenerationRepository: ServerGenerationRepository,
  ) {
    this.serverState = {
      ...serverState(config),
      server_supported_permission_settings: supportedPermissionSettings(),
    };
  }

  async readForSpectators({ realmId, fetches }: SpectatorView): Promise<SnapshotState> {
    const billing = fetches('realm_billing')
      ? { realm_billing: { has_pending_sponsorship_request: false } }
      : {};
    if (!fetches('realm')) return billing;
    const [realm, generation] = await Promise.all([
      this.realmsRepository.findById(realmId),
      this.serverGenerationRepository.current(),
    ]);
    if (!realm) throw new Error(`There is no realm ${realmId}`);
    const ids = await this.groupMembership.systemGroupIds(realmId);
    const settings = realmSettings(realm.settings, ids);
    return {
      ...billing,
      ...this.serverState,
      server_generation: generation,
      ...registeredRealm(this.config, realm, settings, ids),
    };
  }
}

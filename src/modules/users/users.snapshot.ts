// The users of the register snapshot, and the user who registers (fetch type `realm_user`).
import { Injectable } from '@nestjs/common';
import { RealmPermissions } from '#modules/realms/realm-permissions.access.js';
import { type SnapshotCache, SnapshotCaches } from '#platform/event-log/snapshot-cache.js';
import type { SnapshotSection, SnapshotViewer } from '#platform/event-log/snapshot-section.js';
import { realmUserEvent } from './users.events.js';
import { UsersRepository } from './users.repository.js';
import {
  registeredSelfView,
  registeredUserView,
  systemBotView,
  type UserForm,
  type UserRow,
} from './users.view.js';

/** Who is in the realm, in the form that one kind of client gets. */
interface UserLists {
  realm_users: object[];
  realm_non_active_users: object[];
  cross_realm_bots: object[];
}

@Injectable()
export class UsersSnapshot implements SnapshotSection {
  readonly fetchTypes = ['realm_user'];
  private readonly lists: Record<'withGravatars' | 'withoutGravatars', SnapshotCache<UserLists>>;

  constructor(
    private readonly repository: UsersRepository,
    private readonly permissions: RealmPermissions,
    caches: SnapshotCaches,
  ) {
    const cache = (form: UserForm): SnapshotCache<UserLists> =>
      caches.create([realmUserEvent.type], (realmId) => this.readLists(realmId, form));
    this.lists = {
      withGravatars: cache({ clientGravatar: false, withProfile: true }),
      withoutGravatars: cache({ clientGravatar: true, withProfile: true }),
    };
  }

  async read({ actor, options }: SnapshotViewer): Promise<Record<string, unknown>> {
    const self = await this.repository.findById(actor.realmId, actor.userId);
    if (!self) throw new Error(`User ${actor.userId} is not in realm ${actor.realmId}`);
    const lists = options.clientGravatar ? this.lists.withoutGravatars : this.lists.withGravatars;
    return {
      ...(await lists.read(actor.realmId)),
      ...registeredSelfView(self),
      ...(await this.readPermissions(actor.realmId, self)),
    };
  }

  private async readLists(realmId: number, form: UserForm): Promise<UserLists> {
    const active: object[] = [];
    const deactivated: object[] = [];
    for (const user of await this.repository.findAll(realmId)) {
      (user.is_active ? active : deactivated).push(registeredUserView(user, form));
    }
    const bots = await this.repository.findSystemBots(realmId);
    return {
      realm_users: active,
      realm_non_active_users: deactivated,
      cross_realm_bots: bots.map((bot) => systemBotView(bot, form)),
    };
  }

  private async readPermissions(realmId: number, self: UserRow): Promise<Record<string, boolean>> {
    const [publicChannels, privateChannels, webPublicChannels, addSubscribers, invite] =
      await this.permissions.holdsEach({ realmId, userId: self.id, role: self.role }, [
        'can_create_public_channel_group',
        'can_create_private_channel_group',
        'can_create_web_public_channel_group',
        'can_add_subscribers_group',
        'can_invite_users_group',
      ]);
    return {
      can_create_streams: publicChannels || privateChannels || webPublicChannels,
      can_create_public_streams: publicChannels,
      can_create_private_streams: privateChannels,
      can_create_web_public_streams: webPublicChannels,
      can_subscribe_other_users: addSubscribers,
      can_invite_others_to_realm: invite,
    };
  }
}

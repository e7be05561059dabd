// The users of the register snapshot, and the user who registers (fetch type `realm_user`). The
// lists are cached in the form that every viewer may see; restricted addresses are added per viewer.
import { Injectable } from '@nestjs/common';
import { RealmPermissions, RealmsService } from '#modules/realms/realms';
import { type SnapshotCache, SnapshotCaches } from '#platform/event-log/snapshot-cache.js';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import {
  canSeeEmail,
  EmailVisibility,
  UserVisibility,
  type Viewer,
} from '#modules/users/visibility';
import type { Schema } from '#platform/http/contract.js';
import { type Json, ReadyJson, toJson } from '#platform/http/ready-json.js';
import { realmUserEvent } from './users.events.js';
import { UsersRepository, type UserRow } from './users.repository.js';
import {
  registeredSelfView,
  registeredUserView,
  systemBotView,
  hiddenUserView,
  type UserForm,
} from './users.view.js';

/** Users in the form that one kind of client gets. */
interface UserList {
  rows: UserRow[];
  /** Each as JSON, in the order of the rows. */
  views: Json<Schema<'RegisteredUser'>>[];
  all: ReadyJson<Schema<'RegisteredUser'>[]>;
  /** Positions of users whose real address is not visible to everyone. */
  restricted: number[];
}

interface UserLists {
  active: UserList;
  deactivated: UserList;
  bots: Schema<'CrossRealmBot'>[];
}

@Injectable()
@Snapshot()
export class UsersSnapshot implements SnapshotSection {
  readonly fetchTypes = ['realm_user'];
  private readonly lists: Record<'withGravatars' | 'withoutGravatars', SnapshotCache<UserLists>>;

  constructor(
    private readonly usersRepository: UsersRepository,
    private readonly realmPermissions: RealmPermissions,
    private readonly realmsService: RealmsService,
    private readonly userVisibility: UserVisibility,
    caches: SnapshotCaches,
  ) {
    const cache = (form: UserForm): SnapshotCache<UserLists> =>
      caches.create([realmUserEvent.type], (realmId) => this.readLists(realmId, form));
    this.lists = {
      withGravatars: cache(WITH_GRAVATARS),
      withoutGravatars: cache(WITHOUT_GRAVATARS),
    };
  }

  async read({ actor, options }: SnapshotViewer): Promise<SnapshotState> {
    const self = await this.usersRepository.findById(actor.realmId, actor.userId);
    if (!self) throw new Error(`User ${actor.userId} is not in realm ${actor.realmId}`);
    const cache = options.clientGravatar ? this.lists.withoutGravatars : this.lists.withGravatars;
    const { active, deactivated, bots } = await cache.read(actor.realmId);
    // The credentials may be some seconds old; the role must not be.
    const viewer = { ...actor, role: self.role };
    return {
      realm_users: await this.listFor(viewer, active, options),
      realm_non_active_users: await this.listFor(viewer, deactivated, options),
      cross_realm_bots: bots,
      ...registeredSelfView(self),
      ...(await this.readPermissions(actor.realmId, self)),
    };
  }

  private async readLists(realmId: number, form: UserForm): Promise<UserLists> {
    const users = await this.usersRepository.findAll(realmId);
    const bots = await this.usersRepository.findSystemBots(realmId);
    return {
      active: listOf(
        users.filter((user) => user.isActive),
        form,
      ),
      deactivated: listOf(
        users.filter((user) => !user.isActive),
        form,
      ),
      bots: bots.map((bot) => systemBotView(bot, form)),
    };
  }

  private async listFor(
    viewer: Viewer,
    { rows, views, all, restricted }: UserList,
    options: SnapshotViewer['options'],
  ): Promise<ReadyJson<Schema<'RegisteredUser'>[]>> {
    const form = options.clientGravatar ? WITHOUT_GRAVATARS : WITH_GRAVATARS;
    const readable = restricted.filter((index) => canSeeEmail(viewer, rows[index]!));
    const accessible = await this.userVisibility.accessibleIds(viewer);
    if (readable.length === 0 && accessible === undefined) return all;
    const shown = [...views];
    for (const index of readable) {
      shown[index] = toJson(registeredUserView(rows[index]!, form, true));
    }
    if (accessible === undefined) return ReadyJson.items(shown);
    const isAccessible = (_: string, index: number): boolean => accessible.has(rows[index]!.id);
    if (options.capabilities.user_list_incomplete) {
      return ReadyJson.items(shown.filter(isAccessible));
    }
    const host = await this.realmsService.host(viewer.realmId);
    return ReadyJson.items(
      shown.map((view, index) =>
        isAccessible(view, index) ? view : toJson(hiddenUserView(rows[index]!, host)),
      ),
    );
  }

  private async readPermissions(realmId: number, self: UserRow): Promise<Record<string, boolean>> {
    const [publicChannels, privateChannels, webPublicChannels, addSubscribers, invite] =
      await this.realmPermissions.holdsEach({ realmId, userId: self.id, role: self.role }, [
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

const WITH_GRAVATARS: UserForm = { clientGravatar: false, withProfile: true };
const WITHOUT_GRAVATARS: UserForm = { clientGravatar: true, withProfile: true };

function listOf(rows: UserRow[], form: UserForm): UserList {
  const isOpen = (user: UserRow): boolean => user.emailVisibility === EmailVisibility.Everyone;
  const views = rows.map((user) => toJson(registeredUserView(user, form, isOpen(user))));
  return {
    rows,
    views,
    all: ReadyJson.list(views),
    restricted: rows.flatMap((user, index) => (isOpen(user) ? [] : [index])),
  };
}

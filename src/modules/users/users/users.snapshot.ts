// The users of the register snapshot, and the user who registers (fetch type `realm_user`). The
// lists are kept as everybody may see them; what only some may see is filled in for who registers.
import { Injectable } from '@nestjs/common';
import { RealmPermissions, RealmsService } from '#modules/realms/realms';
import { type SnapshotCache, SnapshotCaches } from '#platform/event-log/snapshot-cache.js';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import type { Actor } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import { type Json, ReadyJson, toJson } from '#platform/http/ready-json.js';
import { EmailVisibility } from './email-visibility.js';
import { KnownUsers } from './known-users.access.js';
import { realmUserEvent } from './users.events.js';
import { UsersRepository } from './users.repository.js';
import {
  mayObserve,
  registeredSelfView,
  registeredUserView,
  systemBotView,
  unknownUserView,
  type UserForm,
  type UserRow,
} from './users.view.js';

/** Users in the form that one kind of client gets. */
interface UserList {
  rows: UserRow[];
  /** Each as JSON, in the order of the rows. */
  views: Json<Schema<'RegisteredUser'>>[];
  all: ReadyJson<Schema<'RegisteredUser'>[]>;
  /** Positions of those whose address is not open to everybody. */
  reserved: number[];
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
    private readonly knownUsers: KnownUsers,
    caches: SnapshotCaches,
  ) {
    const cache = (form: UserForm): SnapshotCache<UserLists> =>
      caches.create([realmUserEvent.type], (realmId) => this.readLists(realmId, form));
    this.lists = {
      withGravatars: cache(WITH_GRAVATARS),
      withoutGravatars: cache(WITHOUT_GRAVATARS),
    };
  }

  async read(viewer: SnapshotViewer): Promise<Record<string, unknown>> {
    const { actor, options } = viewer;
    const self = await this.usersRepository.findById(actor.realmId, actor.userId);
    if (!self) throw new Error(`User ${actor.userId} is not in realm ${actor.realmId}`);
    const cache = options.clientGravatar ? this.lists.withoutGravatars : this.lists.withGravatars;
    const { active, deactivated, bots } = await cache.read(actor.realmId);
    // What the actor is now, and not what the caller's credentials said a moment ago.
    const observer = { ...actor, role: self.role };
    return {
      realm_users: await this.shown(active, observer, viewer),
      realm_non_active_users: await this.shown(deactivated, observer, viewer),
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
        users.filter((user) => user.is_active),
        form,
      ),
      deactivated: listOf(
        users.filter((user) => !user.is_active),
        form,
      ),
      bots: bots.map((bot) => systemBotView(bot, form)),
    };
  }

  private async shown(
    { rows, views, all, reserved }: UserList,
    observer: Actor,
    { options }: SnapshotViewer,
  ): Promise<ReadyJson<Schema<'RegisteredUser'>[]>> {
    const form = options.clientGravatar ? WITHOUT_GRAVATARS : WITH_GRAVATARS;
    const seen = reserved.filter((index) => mayObserve(observer, rows[index]!));
    const known = await this.knownUsers.to(observer);
    if (seen.length === 0 && known === undefined) return all;
    const shown = [...views];
    for (const index of seen) {
      shown[index] = toJson(registeredUserView(rows[index]!, form, true));
    }
    if (known === undefined) return ReadyJson.list(shown);
    const isKnown = (_: string, index: number): boolean => known.has(rows[index]!.id);
    if (options.capabilities.user_list_incomplete) {
      return ReadyJson.list(shown.filter(isKnown));
    }
    const host = await this.realmsService.host(observer.realmId);
    return ReadyJson.list(
      shown.map((view, index) =>
        isKnown(view, index) ? view : toJson(unknownUserView(rows[index]!, host)),
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
  const isOpen = (user: UserRow): boolean => user.email_visibility === EmailVisibility.Everyone;
  const views = rows.map((user) => toJson(registeredUserView(user, form, isOpen(user))));
  return {
    rows,
    views,
    all: ReadyJson.list(views),
    reserved: rows.flatMap((user, index) => (isOpen(user) ? [] : [index])),
  };
}

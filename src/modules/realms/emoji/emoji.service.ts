// Which emoji there are: those of Unicode, one that is built in, and the organization's own. One of
// its own hides another emoji of the same name.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { type RealmCache, RealmCaches } from '#platform/event-log/realm-cache.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import type { CustomEmojiEntity } from './custom-emoji.entity.js';
import { realmEmojiEvent } from './emoji.events.js';
import { EmojiRepository } from './emoji.repository.js';
import {
  customEmojiMap,
  customEmojiUrl,
  type Emoji,
  EXTRA_EMOJI,
  type ReactionType,
} from './emoji.view.js';
import { emojiByName } from './unicode-emoji.view.js';

interface KnownEmoji {
  all: CustomEmojiEntity[];
  /** Those that can be used. */
  active: ReadonlyMap<string, CustomEmojiEntity>;
  /** For Markdown. */
  pictures: ReadonlyMap<string, { url: string }>;
}

@Injectable()
export class EmojiService {
  private readonly known: RealmCache<KnownEmoji>;

  constructor(
    private readonly emojiRepository: EmojiRepository,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    caches: RealmCaches,
  ) {
    this.known = caches.create([realmEmojiEvent.type], (realmId) => this.load(realmId));
  }

  /** The emoji that a name means now, of any kind or of the given one. */
  async byName(realmId: number, name: string, type?: ReactionType): Promise<Emoji | undefined> {
    const custom = (await this.known.get(realmId)).active.get(name);
    const codes: [ReactionType, string | undefined][] = [
      ['realm_emoji', custom && String(custom.id)],
      ['zulip_extra_emoji', name === EXTRA_EMOJI ? EXTRA_EMOJI : undefined],
      ['unicode_emoji', emojiByName(name)],
    ];
    for (const [kind, code] of codes) {
      if (code === undefined || (type !== undefined && kind !== type)) continue;
      return { emojiName: name, emojiCode: code, reactionType: kind };
    }
    return undefined;
  }

  /** Whether there is an emoji of just this name, code and kind that can be used. */
  async isUsable(realmId: number, emoji: Emoji): Promise<boolean> {
    const { emojiName: name, emojiCode: code } = emoji;
    switch (emoji.reactionType) {
      case 'unicode_emoji':
        return emojiByName(name) === code;
      case 'zulip_extra_emoji':
        return name === EXTRA_EMOJI && code === EXTRA_EMOJI;
      case 'realm_emoji':
        return String((await this.known.get(realmId)).active.get(name)?.id) === code;
    }
  }

  /** The organization's own emoji that can be used, by name. */
  async pictures(realmId: number): Promise<ReadonlyMap<string, { url: string }>> {
    return (await this.known.get(realmId)).pictures;
  }

  /** All own emoji of the organization by id, deactivated ones included. */
  async list(realmId: number): Promise<Record<string, Schema<'RealmEmoji'>>> {
    return customEmojiMap((await this.known.get(realmId)).all);
  }

  /** It stays where it was used, but cannot be used any more. */
  async deactivate(actor: Actor, name: string): Promise<void> {
    const { realmId } = actor;
    await this.database.transaction(async () => {
      const all = await this.emojiRepository.findAll(realmId);
      const emoji = all.find((one) => one.name === name && !one.isDeactivated);
      if (!emoji) throw ApiError.resourceNotFound(`There is no emoji '${name}' to deactivate`);
      if (actor.role > Role.Administrator && emoji.authorId !== actor.userId) {
        throw ApiError.badRequest('You may only deactivate emoji that you added yourself');
      }
      if (!(await this.emojiRepository.deactivate(realmId, emoji.id))) return;
      const after = customEmojiMap(await this.emojiRepository.findAll(realmId));
      this.eventLog.append(
        realmEmojiEvent(
          realmId,
          { emojiId: emoji.id, data: { deactivated: true }, all: after },
          Audience.realm(),
        ),
      );
    });
  }

  private async load(realmId: number): Promise<KnownEmoji> {
    const all = await this.emojiRepository.findAll(realmId);
    const active = all.filter((emoji) => !emoji.isDeactivated);
    return {
      all,
      active: new Map(active.map((emoji) => [emoji.name, emoji])),
      pictures: new Map(active.map((emoji) => [emoji.name, { url: customEmojiUrl(emoji) }])),
    };
  }
}

// The available emoji: Unicode emoji, one built-in emoji, and the custom emoji of each realm, which take
// precedence over other emoji of the same name.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
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
import { emojiByName, isEmojiName } from './unicode-emoji.view.js';

interface CachedEmoji {
  all: CustomEmojiEntity[];
  /** Active emoji, keyed by name. */
  active: ReadonlyMap<string, CustomEmojiEntity>;
  /** URLs for Markdown, keyed by name. */
  pictures: ReadonlyMap<string, { url: string }>;
}

@Injectable()
export class EmojiService {
  private readonly cache: RealmCache<CachedEmoji>;

  constructor(
    private readonly emojiRepository: EmojiRepository,
    private readonly auditLog: AuditLog,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    caches: RealmCaches,
  ) {
    this.cache = caches.create([realmEmojiEvent.type], (realmId) => this.load(realmId));
  }

  /** The current emoji of a name; of any type unless `type` is set. */
  async findByName(realmId: number, name: string, type?: ReactionType): Promise<Emoji | undefined> {
    const custom = (await this.cache.get(realmId)).active.get(name);
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

  /** Whether there is an active emoji with this name, code and type. */
  async isUsable(realmId: number, emoji: Emoji): Promise<boolean> {
    const { emojiName: name, emojiCode: code } = emoji;
    switch (emoji.reactionType) {
      case 'unicode_emoji':
        return isEmojiName(name, code);
      case 'zulip_extra_emoji':
        return name === EXTRA_EMOJI && code === EXTRA_EMOJI;
      case 'realm_emoji':
        return String((await this.cache.get(realmId)).active.get(name)?.id) === code;
    }
  }

  /** The URLs of the active custom emoji, keyed by name. */
  async pictures(realmId: number): Promise<ReadonlyMap<string, { url: string }>> {
    return (await this.cache.get(realmId)).pictures;
  }

  /** All custom emoji keyed by id, including deactivated ones. */
  async list(realmId: number): Promise<Record<string, Schema<'RealmEmoji'>>> {
    return customEmojiMap((await this.cache.get(realmId)).all);
  }

  /** A deactivated emoji is still displayed where it was used. */
  async deactivate(actor: Actor, name: string): Promise<void> {
    const { realmId } = actor;
    await this.database.transaction(async () => {
      const all = await this.emojiRepository.findAll(realmId);
      const emoji = all.find((other) => other.name === name && !other.isDeactivated);
      if (!emoji) throw ApiError.resourceNotFound(`There is no emoji '${name}' to deactivate`);
      if (actor.role > Role.Administrator && emoji.authorId !== actor.userId) {
        throw ApiError.badRequest('You may only deactivate emoji that you added');
      }
      if (!(await this.emojiRepository.deactivate(realmId, emoji.id))) return;
      this.auditLog.record(realmId, {
        kind: 'emoji.deactivated',
        targetIds: [emoji.id],
        before: { name },
      });
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

  private async load(realmId: number): Promise<CachedEmoji> {
    const all = await this.emojiRepository.findAll(realmId);
    const active = all.filter((emoji) => !emoji.isDeactivated);
    return {
      all,
      active: new Map(active.map((emoji) => [emoji.name, emoji])),
      pictures: new Map(active.map((emoji) => [emoji.name, { url: customEmojiUrl(emoji) }])),
    };
  }
}

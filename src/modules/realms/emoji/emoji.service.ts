// The available emoji: Unicode emoji, one built-in emoji, and the custom emoji of each realm, which take
// precedence over other emoji of the same name.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { type RealmCache, RealmCaches } from '#platform/event-log/realm-cache.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Schema } from '#platform/http/contract.js';
import type { CustomEmojiEntity } from './custom-emoji.entity.js';
import { type CustomEmojiChange, realmEmojiEvent } from './emoji.events.js';
import { EmojiRepository, type NewCustomEmoji } from './emoji.repository.js';
import {
  customEmojiMap,
  customEmojiUrl,
  type Emoji,
  EXTRA_EMOJI,
  type ReactionType,
} from './emoji.view.js';
import { emojiByName, isEmojiName } from './unicode-emoji.view.js';

/** Limited because events for clients without the capability for individual changes contain all emoji. */
const MAX_CUSTOM_EMOJI = 5000;

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

  /** Whether the name belongs to an emoji that every organization has. */
  isBuiltIn(name: string): boolean {
    return name === EXTRA_EMOJI || emojiByName(name) !== undefined;
  }

  /** Locks the custom emoji until the end of the transaction. Returns the active one with this name. */
  async lock(realmId: number, name: string): Promise<CustomEmojiEntity | undefined> {
    await this.emojiRepository.lock(realmId);
    return (await this.emojiRepository.findActive(realmId, name)) ?? undefined;
  }

  /** Joins the current transaction, which must hold the lock. */
  async add(emoji: NewCustomEmoji): Promise<void> {
    const { realmId, name } = emoji;
    if ((await this.emojiRepository.count(realmId)) >= MAX_CUSTOM_EMOJI) {
      throw ApiError.badRequest(
        `The organization cannot have more than ${MAX_CUSTOM_EMOJI} custom emoji, including deactivated ones`,
      );
    }
    const id = await this.emojiRepository.insert(emoji);
    this.auditLog.record(realmId, { kind: 'emoji.created', targetIds: [id], after: { name } });
    await this.publish(realmId, { op: 'add', emojiId: id });
  }

  /**
   * Deactivated emoji are still displayed where they were used. Joins the current transaction, which must hold
   * the lock.
   */
  async deactivate({ id, realmId, name }: CustomEmojiEntity): Promise<void> {
    await this.emojiRepository.deactivate(realmId, id);
    this.auditLog.record(realmId, { kind: 'emoji.deactivated', targetIds: [id], before: { name } });
    await this.publish(realmId, { op: 'update_one', emojiId: id, data: { deactivated: true } });
  }

  private async publish(realmId: number, change: CustomEmojiChange): Promise<void> {
    const all = customEmojiMap(await this.emojiRepository.findAll(realmId));
    this.eventLog.append(realmEmojiEvent(realmId, { ...change, all }, Audience.realm()));
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

// The unread messages of a client, by message. On the wire they are grouped by conversation.
import type { Row } from './rows.js';

/**
 * How a message mentions the user. Wildcard mentions do not count in muted topics. A listed message
 * therefore has a mention `of some kind`, and a message that is not listed because it was muted has
 * `perhaps a wildcard`; the client requests both kinds from the server when the topic becomes muted or
 * unmuted.
 */
export type Mention = 'none' | 'personal' | 'wildcard' | 'of some kind' | 'perhaps a wildcard';

/** The recipient of an unread message: the other participants, or a channel and topic. */
export type Details = { mention: Mention } & (
  | { others: number[] }
  | { streamId: number; topic: string }
);

/** Whether the user muted the topic, or its channel. */
export type IsMuted = (streamId: number, topic: string) => boolean;

export function mentionOf(flags: string[]): Mention {
  if (flags.includes('mentioned') || flags.includes('group_mentioned')) return 'personal';
  return flags.some((flag) => flag.endsWith('wildcard_mentioned')) ? 'wildcard' : 'none';
}

/** The mention of a message for which it is only known whether it counts. */
export function countedMention(counts: boolean, isMuted: boolean): Mention {
  if (counts) return isMuted ? 'personal' : 'of some kind';
  return isMuted ? 'perhaps a wildcard' : 'none';
}

export class Unread {
  private readonly messages = new Map<number, Details>();

  private constructor(
    private readonly userId: number,
    private oldMissing: unknown,
  ) {}

  static from(wire: Row, userId: number, isMuted: IsMuted): Unread {
    const unread = new Unread(userId, wire['old_unreads_missing']);
    const mentions = new Set(wire['mentions'] as number[]);
    const add = (
      group: Row,
      where: { others: number[] } | { streamId: number; topic: string },
    ): void => {
      const muted = 'topic' in where && isMuted(where.streamId, where.topic);
      for (const id of group['unread_message_ids'] as number[]) {
        unread.add(id, { mention: countedMention(mentions.has(id), muted), ...where });
      }
    };
    for (const group of wire['pms'] as Row[]) {
      const other = group['other_user_id'] as number;
      add(group, { others: other === userId ? [] : [other] });
    }
    for (const group of wire['huddles'] as Row[]) {
      const people = (group['user_ids_string'] as string).split(',').map(Number);
      add(group, { others: people.filter((id) => id !== userId) });
    }
    for (const group of wire['streams'] as Row[]) {
      add(group, { streamId: group['stream_id'] as number, topic: group['topic'] as string });
    }
    return unread;
  }

  add(id: number, details: Details): void {
    this.messages.set(id, details);
  }

  /** The ids that belong to unread messages. */
  change(ids: number[], change: (details: Details) => Details): void {
    for (const id of ids) {
      const details = this.messages.get(id);
      if (details) this.messages.set(id, change(details));
    }
  }

  /** The messages that must be requested to find out whether they count as mentions. */
  unclear(isMuted: IsMuted): number[] {
    return [...this.messages].flatMap(([id, details]) => {
      const asked = isMutedMessage(details, isMuted) ? 'of some kind' : 'perhaps a wildcard';
      return details.mention === asked ? [id] : [];
    });
  }

  remove(ids: number[]): void {
    for (const id of ids) this.messages.delete(id);
  }

  clear(): void {
    this.messages.clear();
    this.oldMissing = false;
  }

  /** Groups them as in POST /register. A topic is spelled as in its newest message. */
  wire(isMuted: IsMuted): Row {
    const ids = [...this.messages.keys()].toSorted((a, b) => a - b);
    const pms = new Map<number, number[]>();
    const huddles = new Map<string, number[]>();
    const streams = new Map<string, Row & { unread_message_ids: number[] }>();
    for (const id of ids) {
      const details = this.messages.get(id)!;
      if (!('others' in details)) {
        const { streamId, topic } = details;
        const key = `${streamId} ${topic.toLowerCase()}`;
        const known = streams.get(key)?.unread_message_ids ?? [];
        known.push(id);
        streams.set(key, { topic, stream_id: streamId, unread_message_ids: known });
      } else if (details.others.length <= 1) {
        addTo(pms, details.others[0] ?? this.userId, id);
      } else {
        const people = [...details.others, this.userId].toSorted((a, b) => a - b);
        addTo(huddles, people.join(','), id);
      }
    }
    const isMention = (details: Details): boolean =>
      ['personal', 'of some kind'].includes(details.mention) ||
      (details.mention === 'wildcard' && !isMutedMessage(details, isMuted));
    const counted = [...this.messages.values()].filter((one) => !isMutedMessage(one, isMuted));
    return {
      count: counted.length,
      pms: [...pms].map(([other, unread_message_ids]) => ({
        other_user_id: other,
        sender_id: other,
        unread_message_ids,
      })),
      huddles: [...huddles].map(([user_ids_string, unread_message_ids]) => ({
        user_ids_string,
        unread_message_ids,
      })),
      streams: [...streams.values()],
      mentions: ids.filter((id) => isMention(this.messages.get(id)!)),
      old_unreads_missing: this.oldMissing,
    };
  }
}

function isMutedMessage(details: Details, isMuted: IsMuted): boolean {
  return 'topic' in details && isMuted(details.streamId, details.topic);
}

function addTo<Key>(lists: Map<Key, number[]>, key: Key, id: number): void {
  const list = lists.get(key);
  if (list) list.push(id);
  else lists.set(key, [id]);
}

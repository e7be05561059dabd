// Turns rows of messages into what their reader sees. Guests who may not know of a sender do not see
// who that is.
import { Injectable } from '@nestjs/common';
import { LinkifiersService } from '#modules/linkifiers/linkifiers.service.js';
import { topicLinksOf } from '#modules/markdown/topic-links.view.js';
import { HISTORICAL_FLAGS } from '#modules/message-copies/message-flags.constants.js';
import { RealmsService } from '#modules/realms/realms.service.js';
import { KnownUsers } from '#modules/users/known-users.access.js';
import { UsersService } from '#modules/users/users.service.js';
import { isSpectator, type Reader } from '#platform/http/actor.js';
import { editedFields } from './edit-history.view.js';
import { flagNames } from './message-flags.view.js';
import type { FetchedRow } from './messages.repository.js';
import {
  canonicalMessage,
  type DisplayRecipient,
  displayRecipient,
  type MessageForm,
  messageView,
  withoutSender,
} from './messages.view.js';

@Injectable()
export class MessageViews {
  constructor(
    private readonly realms: RealmsService,
    private readonly users: UsersService,
    private readonly known: KnownUsers,
    private readonly linkifiers: LinkifiersService,
  ) {}

  async of(
    reader: Reader,
    rows: FetchedRow[],
    form: MessageForm,
  ): Promise<Record<string, unknown>[]> {
    const { realmId } = reader;
    const realm = await this.realms.get(realmId);
    const known = isSpectator(reader) ? undefined : await this.known.to(reader);
    const host = await this.realms.host(realmId);
    const linksOf = topicLinksOf(await this.linkifiers.set(realmId));
    const { message_edit_history_visibility_policy: visibility } =
      await this.realms.settings(realmId);
    const people = await this.participants(realmId, rows);
    return rows.map((row) => {
      const message = canonicalMessage(row, realm.stringId, people);
      const isHidden = known?.has(row.sender_id) === false;
      return {
        ...messageView(isHidden ? withoutSender(message, host) : message, form),
        ...editedFields(row, visibility, form.understandsEmptyTopic),
        flags: flagNames(row.flags ?? HISTORICAL_FLAGS),
        topic_links: linksOf(row.topic),
      };
    });
  }

  private async participants(
    realmId: number,
    rows: FetchedRow[],
  ): Promise<ReadonlyMap<number, DisplayRecipient>> {
    const ids = new Set(rows.flatMap(({ user_ids }) => user_ids ?? []));
    if (ids.size === 0) return new Map();
    const people = await this.users.findByIds(realmId, [...ids]);
    return new Map(people.map((person) => [person.id, displayRecipient(person)]));
  }
}

// Turns rows of messages into what their reader sees. Guests who may not know of a sender do not see
// who that is.
import { Injectable } from '@nestjs/common';
import { topicLinksOf } from '#modules/markdown/markdown';
import {
  addEditedFields,
  canonicalMessage,
  type MessageForm,
  messageView,
  type Surroundings,
  withoutSender,
} from '#modules/messages/messages';
import type { Search } from '#modules/messages/search';
import { flagNames, HISTORICAL_FLAGS } from '#modules/messages/user-messages';
import { LinkifiersService } from '#modules/realms/linkifiers';
import { RealmsService } from '#modules/realms/realms';
import { UserSummaries } from '#modules/users/users';
import { UserVisibility } from '#modules/users/visibility';
import { isSpectator, type Reader } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import type { FetchedRow } from './fetch-messages.repository.js';
import { type Match, matchView } from './match.view.js';
import { MessagePlaces } from './message-places.service.js';

@Injectable()
export class MessageViews {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly userSummaries: UserSummaries,
    private readonly messagePlaces: MessagePlaces,
    private readonly linkifiersService: LinkifiersService,
    private readonly userVisibility: UserVisibility,
  ) {}

  /** With the places marked that were searched for, if anything was. */
  async of(
    reader: Reader,
    rows: FetchedRow[],
    form: MessageForm,
    searches: Search[] = [],
  ): Promise<Schema<'Message'>[]> {
    if (rows.length === 0) return [];
    const { realmId } = reader;
    const known = isSpectator(reader) ? undefined : await this.userVisibility.accessibleIds(reader);
    const host = await this.realmsService.host(realmId);
    const surroundings = await this.surroundings(realmId, rows);
    const linksOf = topicLinksOf(await this.linkifiersService.getCompiled(realmId));
    const { message_edit_history_visibility_policy: visibility } =
      await this.realmsService.settings(realmId);
    const matchOf = matchView(searches);
    return rows.map((row) => {
      const message = canonicalMessage(row, surroundings);
      message.topicLinks = linksOf(row.topic);
      const isHidden = known?.has(row.sender_id) === false;
      const view: Schema<'Message'> = {
        ...messageView(isHidden ? withoutSender(message, host) : message, form),
        flags: flagNames(row.flags ?? HISTORICAL_FLAGS),
      };
      addEditedFields(view, row, visibility, form.understandsEmptyTopic);
      if (searches.length > 0) Object.assign(view, matchOf(message, form));
      return view;
    });
  }

  /** Only how the messages match a search, by id. */
  async matches(
    { realmId }: Reader,
    rows: FetchedRow[],
    form: MessageForm,
    searches: Search[],
  ): Promise<Map<number, Match>> {
    const surroundings = await this.surroundings(realmId, rows);
    const matchOf = matchView(searches);
    return new Map(rows.map((row) => [row.id, matchOf(canonicalMessage(row, surroundings), form)]));
  }

  private async surroundings(realmId: number, rows: FetchedRow[]): Promise<Surroundings> {
    const { stringId } = await this.realmsService.get(realmId);
    const places = await this.messagePlaces.of(
      realmId,
      new Set(rows.map((row) => row.recipient_id)),
    );
    const userIds = new Set(rows.map((row) => row.sender_id));
    for (const { user_ids: ids } of places.values()) for (const id of ids ?? []) userIds.add(id);
    const people = await this.userSummaries.of(realmId, userIds);
    return { places, people, realmStringId: stringId };
  }
}

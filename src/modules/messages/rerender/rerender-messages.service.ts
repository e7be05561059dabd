// Renders stored messages again after the renderer was corrected: the HTML, what the search finds, and the
// earlier versions in the history. No events are sent: the content is what clients have, and they receive
// the new HTML when they fetch the message. Mentions that appear only now flag nothing and notify no one.
// See docs/decisions/0013-rendering-again.md.
import { Injectable } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RenderedMessage } from '#modules/markdown/markdown';
import type { HistoryEntry } from '#modules/messages/messages';
import { RenderMessageService } from '#modules/messages/render';
import { actorOf, UsersService } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import {
  type RerenderedMessage,
  RerenderMessagesRepository,
  type StoredMessage,
} from './rerender-messages.repository.js';
import type { Rerendering } from './rerender.jobs.js';

const CLIENT_NAME = 'Internal';
/** Limits the time for which the messages of a batch are locked. */
const MAX_BATCH_MS = 500;

@Injectable()
export class RerenderMessagesService {
  constructor(
    private readonly rerenderMessagesRepository: RerenderMessagesRepository,
    private readonly renderMessageService: RenderMessageService,
    private readonly usersService: UsersService,
  ) {}

  /** Returns the state after the batch, or null at the end. Joins the current transaction. */
  async nextBatch(state: Rerendering): Promise<Rerendering | null> {
    const page = await this.rerenderMessagesRepository.lockPage(state);
    if (page.lastId === null) return null;
    const writers = await this.writersOf(page.messages);
    const start = performance.now();
    const changed: RerenderedMessage[] = [];
    let afterId = page.lastId;
    for (const message of page.messages) {
      const rerendered = await this.rerender(writers.get(message.senderId), message);
      if (rerendered) changed.push(rerendered);
      await nextTurn();
      if (performance.now() - start < MAX_BATCH_MS) continue;
      afterId = message.id;
      break;
    }
    await this.rerenderMessagesRepository.update(changed);
    return { ...state, afterId };
  }

  private async writersOf(messages: StoredMessage[]): Promise<Map<number, Actor>> {
    const senders = new Map<number, Set<number>>();
    for (const { realmId, senderId } of messages) {
      senders.set(realmId, (senders.get(realmId) ?? new Set()).add(senderId));
    }
    const users = await Promise.all(
      Array.from(senders, ([realmId, ids]) => this.usersService.findByIds(realmId, [...ids])),
    );
    return new Map(users.flat().map((user) => [user.id, actorOf(user, CLIENT_NAME)]));
  }

  /** Returns nothing if the message stays as it is. */
  private async rerender(
    writer: Actor | undefined,
    message: StoredMessage,
  ): Promise<RerenderedMessage | undefined> {
    if (!writer) return undefined;
    const { id, topic, content, renderedContent, editHistory } = message;
    const rendered = await this.render(writer, content, renderedContent);
    const history = await this.rerenderHistory(writer, editHistory ?? []);
    if ((!rendered || rendered.html === renderedContent) && !history) return undefined;
    return { id, topic, rendered, editHistory: history };
  }

  /** Returns nothing if no version changes. */
  private async rerenderHistory(
    writer: Actor,
    entries: HistoryEntry[],
  ): Promise<HistoryEntry[] | undefined> {
    let isChanged = false;
    const result: HistoryEntry[] = [];
    for (const entry of entries) {
      const { prev_content: content, prev_rendered_content: before } = entry;
      const html =
        content !== undefined && before !== undefined
          ? (await this.render(writer, content, before))?.html
          : undefined;
      isChanged ||= html !== undefined && html !== before;
      result.push(html === undefined ? entry : { ...entry, prev_rendered_content: html });
    }
    return isChanged ? result : undefined;
  }

  /** Returns nothing if the HTML would be larger than is allowed today. */
  private async render(
    writer: Actor,
    content: string,
    html: string,
  ): Promise<RenderedMessage | undefined> {
    try {
      return await this.renderMessageService.renderAgain(writer, content, html);
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }
}

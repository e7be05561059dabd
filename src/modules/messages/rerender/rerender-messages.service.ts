// Renders stored messages again after the renderer was corrected: the HTML, what the search finds, and the
// earlier versions in the history. No events are sent: the content is what clients have, and they receive
// the new HTML when they fetch the message. Mentions that appear only now flag nothing and notify no one.
// See docs/decisions/0013-rendering-again.md.
import { Injectable } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RenderedMessage } from '#modules/markdown/markdown';
import { RenderMessageService } from '#modules/messages/render';
import { actorOf, UsersService } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import {
  type RerenderedMessage,
  type RerenderedVersion,
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
    const messages: RerenderedMessage[] = [];
    const versions: RerenderedVersion[] = [];
    let afterId = page.lastId;
    for (const message of page.messages) {
      const writer = writers.get(message.senderId);
      if (!writer) continue;
      const rendered = await this.render(writer, message.id, message);
      if (rendered) messages.push({ id: message.id, topic: message.topic, rendered });
      for (const version of page.versions.filter(({ messageId }) => messageId === message.id)) {
        const html = (await this.render(writer, message.id, version))?.html;
        if (html !== undefined) versions.push({ editId: version.editId, html });
      }
      await nextTurn();
      if (performance.now() - start < MAX_BATCH_MS) continue;
      afterId = message.id;
      break;
    }
    await this.rerenderMessagesRepository.update(messages, versions);
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

  /** Returns undefined if the HTML does not change, or exceeds the current size limit. */
  private async render(
    writer: Actor,
    messageId: number,
    { content, renderedContent }: Pick<StoredMessage, 'content' | 'renderedContent'>,
  ): Promise<RenderedMessage | undefined> {
    try {
      const rendered = await this.renderMessageService.renderAgain(writer, {
        messageId,
        source: content,
        html: renderedContent,
      });
      return rendered.html === renderedContent ? undefined : rendered;
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }
}

// Jobs for messages with an image that had no thumbnails when they were rendered. The job of the image shows
// its thumbnails in all messages that exist when they are made. A message that is sent or changed while they
// are made has a job of its own.
import { LOADING } from '#modules/markdown/markdown';
import { updateMessageEvent } from '#modules/messages/edit';
import { messageEvent } from '#modules/messages/messages';
import { imageRemovedEvent } from '#modules/uploads/thumbnails';
import { defineEventConsumer } from '#platform/jobs/event-consumer.js';
import { defineJob } from '#platform/jobs/job-definition.js';

export const showThumbnails = defineJob<{ realmId: number; messageId: number }>({
  queue: 'thumbnails',
  name: 'show-thumbnails',
});

defineEventConsumer({
  name: 'image-previews',
  events: [imageRemovedEvent, messageEvent, updateMessageEvent],
  toJobs({ realmId, payload }) {
    if ('messageIds' in payload && !('messageId' in payload)) {
      return payload.messageIds.map((messageId) => showThumbnails.with({ realmId, messageId }));
    }
    if ('message' in payload) {
      const { id, renderedContent } = payload.message;
      return renderedContent.includes(LOADING)
        ? [showThumbnails.with({ realmId, messageId: id })]
        : [];
    }
    const { messageId, content } = payload;
    return content?.renderedNow.includes(LOADING)
      ? [showThumbnails.with({ realmId, messageId })]
      : [];
  },
});

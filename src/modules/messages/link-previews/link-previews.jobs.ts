// Jobs of link previews: fetching those of new and edited messages, and deleting old ones.
import { updateMessageEvent } from '#modules/messages/edit';
import { messageEvent } from '#modules/messages/messages';
import { defineEventConsumer } from '#platform/jobs/event-consumer.js';
import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

export const previewLinks = defineJob<{ realmId: number; messageId: number }>({
  queue: 'link-previews',
  name: 'preview-links',
});

export const forgetLinkPreviews = defineJob<Record<string, never>>({
  queue: 'maintenance',
  name: 'forget-link-previews',
});

defineSchedule('forget-link-previews', '17 4 * * *', forgetLinkPreviews, {});

const LINK = /https?:\/\//i;

defineEventConsumer({
  name: 'link-previews',
  events: [messageEvent, updateMessageEvent],
  toJobs({ realmId, payload }) {
    if ('message' in payload) {
      const { id, content } = payload.message;
      return LINK.test(content) ? [previewLinks.with({ realmId, messageId: id })] : [];
    }
    const { messageId, content, isRenderingOnly } = payload;
    return !isRenderingOnly && content && LINK.test(content.now)
      ? [previewLinks.with({ realmId, messageId })]
      : [];
  },
});

// The job of an uploaded image makes its thumbnails and shows them in messages. Its handler is in the module
// messages/image-previews. A sweep enqueues it again when it was lost or failed too often.
import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

/** At most one for each file: its id is the id of the job. */
export const makeThumbnails = defineJob<{ attachmentId: number }>({
  queue: 'thumbnails',
  name: 'make-thumbnails',
});

export const sweepImages = defineJob<Record<string, never>>({
  queue: 'maintenance',
  name: 'sweep-images',
});

defineSchedule('sweep-images', '* * * * *', sweepImages, {});

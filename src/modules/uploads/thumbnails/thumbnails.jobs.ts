// The job of an uploaded image makes its thumbnails and adds them to messages. Its handler is in the module
// messages/image-previews. A sweep enqueues the job again if it was lost or failed too often.
import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

/** At most one job for each file, because the job id is derived from the file id. */
export const makeThumbnails = defineJob<{ attachmentId: number }>({
  queue: 'thumbnails',
  name: 'make-thumbnails',
  // More than image processes, so that these do not wait for the disk and the database.
  concurrency: 12,
});

export const sweepImages = defineJob<Record<string, never>>({
  queue: 'maintenance',
  name: 'sweep-images',
});

defineSchedule('sweep-images', '* * * * *', sweepImages, {});

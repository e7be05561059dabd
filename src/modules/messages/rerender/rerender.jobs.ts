import { defineResumableJob } from '#platform/jobs/resumable-job.js';

/** Started by migrations. */
export interface Rerendering {
  /** Messages up to this id are done. */
  afterId: number;
  /** Newest message when the migration ran; later ones are rendered by the new version. */
  upToId: number;
  /** Regular expression of PostgreSQL for the contents that the new version may render differently. */
  pattern: string;
}

export const rerenderMessages = defineResumableJob<Rerendering>({
  queue: 'rerendering',
  name: 'rerender-messages',
  progress: ({ afterId, upToId }) => ({ afterId, upToId }),
});

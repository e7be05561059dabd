/** Streams in one group. */
export const MOST_STREAMS = 500;

/** Groups of one realm. */
export const MOST_GROUPS = 100;

/** In code points. */
export const NAME_MAX_LENGTH = 60;
export const DESCRIPTION_MAX_LENGTH = 1024;

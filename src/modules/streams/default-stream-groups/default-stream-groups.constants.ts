/** Maximum number of streams in one group. */
export const MAX_STREAMS = 500;

/** Maximum number of groups in one realm. */
export const MAX_GROUPS = 100;

/** In code points. */
export const NAME_MAX_LENGTH = 60;
export const DESCRIPTION_MAX_LENGTH = 1024;

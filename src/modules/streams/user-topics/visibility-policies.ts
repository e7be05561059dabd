/** None is the absence of a row: the topic follows the settings of its stream. */
export const VISIBILITY_POLICIES = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;

export type VisibilityPolicy = 1 | 2 | 3;

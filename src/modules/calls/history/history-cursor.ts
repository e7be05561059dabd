// The cursor of a list of the call history. It belongs to one user and one list. It is valid for a day, which
// limits the number of groups that have changed since the first page.

/** The list: its filters and, for a list of records, the group. */
export interface HistoryList {
  missedOnly: boolean;
  mediaType: 'audio' | 'video' | undefined;
  groupKey: string | undefined;
}

export interface HistoryPosition {
  /** Id of the newest record of the user when the first page was read. */
  newestId: number;
  /** Record id of the last entry; the next page begins below it. */
  lastId: number;
  /** UNIX seconds at which the first page was read. */
  since: number;
}

const VALID_SECONDS = 24 * 3600;
const PARTS = /^(\d{1,10})\.([a-z-]*)\.([\da-f-]*)\.(\d{1,15})\.(\d{1,15})\.(\d{1,12})$/;

export function cursorOf(userId: number, list: HistoryList, position: HistoryPosition): string {
  const { newestId, lastId, since } = position;
  const parts = [userId, filterOf(list), list.groupKey ?? '', newestId, lastId, since];
  return Buffer.from(parts.join('.')).toString('base64url');
}

/** Returns undefined if the cursor is invalid, too old, or belongs to another user or list. */
export function positionAt(
  cursor: string,
  userId: number,
  list: HistoryList,
  now: number,
): HistoryPosition | undefined {
  const [, owner, filter, groupKey, newestId, lastId, since] =
    PARTS.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (owner !== String(userId)) return undefined;
  if (filter !== filterOf(list) || groupKey !== (list.groupKey ?? '')) return undefined;
  if (now - Number(since) > VALID_SECONDS) return undefined;
  return { newestId: Number(newestId), lastId: Number(lastId), since: Number(since) };
}

function filterOf({ missedOnly, mediaType }: HistoryList): string {
  const media = mediaType ?? 'all';
  return missedOnly ? `${media}-missed` : media;
}

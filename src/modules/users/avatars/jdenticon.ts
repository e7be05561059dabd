// Patterns in place of pictures, drawn when they are fetched. The pattern of a user never changes.
import { toPng } from 'jdenticon';
import { LRUCache } from 'lru-cache';

/** In pixels. */
export type AvatarSize = 100 | 500;

/** Drawing takes 2 to 7 ms, and patterns of a few kB are small. */
const drawn = new LRUCache<string, Buffer>({ max: 1000 });

/** A PNG. */
export function jdenticonOf(userId: number, size: AvatarSize): Buffer {
  const key = `${userId} ${size}`;
  let picture = drawn.get(key);
  if (!picture) {
    picture = toPng(`user ${userId}`, size, { padding: 0 });
    drawn.set(key, picture);
  }
  return picture;
}

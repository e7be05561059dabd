// Patterns in place of pictures, drawn when they are fetched. The pattern of a user never changes.
import { toPng } from 'jdenticon';
import { LRUCache } from 'lru-cache';

/** In pixels. */
export type AvatarSize = 100 | 500;

/** Drawing takes 2 to 7 ms, and patterns of a few kB are small. */
const drawn = new LRUCache<string, Buffer>({ max: 1000 });

/** A PNG; undefined if it must be drawn. */
export function findPattern(userId: number, size: AvatarSize): Buffer | undefined {
  return drawn.get(keyOf(userId, size));
}

export function drawPattern(userId: number, size: AvatarSize): Buffer {
  const picture = toPng(`user ${userId}`, size, { padding: 0 });
  drawn.set(keyOf(userId, size), picture);
  return picture;
}

function keyOf(userId: number, size: AvatarSize): string {
  return `${userId} ${size}`;
}

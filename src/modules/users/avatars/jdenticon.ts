// Patterns for users without a picture, drawn when they are requested. The pattern of a user never changes.
import { toPng } from 'jdenticon';
import { LRUCache } from 'lru-cache';

/** In pixels. */
export type AvatarSize = 100 | 500;

/** Patterns are cached, because drawing takes 2 to 7 ms and a pattern has only a few kB. */
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

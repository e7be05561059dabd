import { toSeconds } from '#platform/clock.js';
import type { MutedUserEntity } from './muted-user.entity.js';

export interface MutedUserView {
  id: number;
  timestamp: number;
}

export function mutedUserView({ mutedUserId, dateMuted }: MutedUserEntity): MutedUserView {
  return { id: mutedUserId, timestamp: toSeconds(dateMuted) };
}

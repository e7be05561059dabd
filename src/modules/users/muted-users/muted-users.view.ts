import { toSeconds } from '#platform/clock.js';

export interface MutedUser {
  muted_user_id: number;
  date_muted: Date;
}

export interface MutedUserView {
  id: number;
  timestamp: number;
}

export function mutedUserView({ muted_user_id, date_muted }: MutedUser): MutedUserView {
  return { id: muted_user_id, timestamp: toSeconds(date_muted) };
}

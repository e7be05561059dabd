// When what somebody does in a topic makes them follow or unmute it, by their own settings.
import type { UserSettings } from '#modules/users/settings-catalogue';
import { VISIBILITY_POLICIES } from './user-topics.view.js';

/** From the least to the most; who starts a topic also sends and participates. */
const DEEDS = ['participate', 'send', 'start'] as const;

export type TopicDeed = (typeof DEEDS)[number];

/** The deeds that are enough, by the value of a setting; 4 is never. */
const ENOUGH: Record<number, TopicDeed> = { 1: 'participate', 2: 'send', 3: 'start' };

export type RaisedPolicy = 2 | 3;

type Settings = Pick<
  UserSettings,
  'automatically_follow_topics_policy' | 'automatically_unmute_topics_in_muted_streams_policy'
>;

/** Undefined when nothing follows. */
export function automaticPolicy(
  settings: Settings,
  deed: TopicDeed,
  isChannelMuted: boolean,
): RaisedPolicy | undefined {
  if (isEnough(deed, settings.automatically_follow_topics_policy)) {
    return VISIBILITY_POLICIES.followed;
  }
  if (
    isChannelMuted &&
    isEnough(deed, settings.automatically_unmute_topics_in_muted_streams_policy)
  ) {
    return VISIBILITY_POLICIES.unmuted;
  }
  return undefined;
}

function isEnough(deed: TopicDeed, setting: number): boolean {
  const least = ENOUGH[setting];
  return least !== undefined && DEEDS.indexOf(deed) >= DEEDS.indexOf(least);
}

// The visibility policy that an action of a user sets for a topic, as the settings of the user require.
import type { UserSettings } from '#modules/users/settings-catalogue';
import { VISIBILITY_POLICIES } from './visibility-policies.js';

/** In ascending order: starting a topic implies sending, which implies participating. */
const TOPIC_ACTIONS = ['participate', 'send', 'start'] as const;

export type TopicAction = (typeof TOPIC_ACTIONS)[number];

/** The least sufficient action by the value of a setting; 4 means never. */
const REQUIRED_ACTION: Record<number, TopicAction> = { 1: 'participate', 2: 'send', 3: 'start' };

export type RaisedPolicy = 2 | 3;

type Settings = Pick<
  UserSettings,
  'automatically_follow_topics_policy' | 'automatically_unmute_topics_in_muted_streams_policy'
>;

/** Returns undefined if the action sets no policy. */
export function automaticPolicy(
  settings: Settings,
  action: TopicAction,
  isChannelMuted: boolean,
): RaisedPolicy | undefined {
  if (isSufficient(action, settings.automatically_follow_topics_policy)) {
    return VISIBILITY_POLICIES.followed;
  }
  if (
    isChannelMuted &&
    isSufficient(action, settings.automatically_unmute_topics_in_muted_streams_policy)
  ) {
    return VISIBILITY_POLICIES.unmuted;
  }
  return undefined;
}

function isSufficient(action: TopicAction, setting: number): boolean {
  const least = REQUIRED_ACTION[setting];
  return least !== undefined && TOPIC_ACTIONS.indexOf(action) >= TOPIC_ACTIONS.indexOf(least);
}

/** The notices of published clients, in the order in which these show them. */
export const NOTICES: readonly string[] = [
  'intro_inbox_view_modal',
  'intro_recent_view_modal',
  'first_stream_created_banner',
  'jump_to_conversation_banner',
  'non_interleaved_view_messages_fading',
  'interleaved_view_messages_fading',
  'intro_resolve_topic',
];

/**
 * Steps that clients may mark, but that are never shown: the banner explains a change to users from
 * before it, the video does not exist, and the last one opens a conversation instead of a notice.
 */
const NEVER_SHOWN: readonly string[] = [
  'visibility_policy_banner',
  'navigation_tour_video',
  'narrow_to_dm_with_welcome_bot_new_user',
];

export function isOnboardingStep(name: string): boolean {
  return NOTICES.includes(name) || NEVER_SHOWN.includes(name);
}

// The bots of the server itself. Each realm has its own rows for them. They have no owner, cannot log in,
// and are listed separately from other users.
export const SYSTEM_BOTS = {
  'notification-bot': { email: 'notification-bot@zulip.com', fullName: 'Notification Bot' },
  'welcome-bot': { email: 'welcome-bot@zulip.com', fullName: 'Welcome Bot' },
  emailgateway: { email: 'emailgateway@zulip.com', fullName: 'Email Gateway' },
} as const;

export type SystemBotName = keyof typeof SYSTEM_BOTS;

// All migrations, oldest first, written by hand. They begin with a baseline of one for each area. From
// the first release on, a migration never changes once it is on main; new ones follow at the end.
import { EventLog1764000000000 } from './1764000000000-event-log.js';
import { Jobs1764000001000 } from './1764000001000-jobs.js';
import { Mail1764000002000 } from './1764000002000-mail.js';
import { Realms1764000003000 } from './1764000003000-realms.js';
import { Users1764000004000 } from './1764000004000-users.js';
import { Auth1764000005000 } from './1764000005000-auth.js';
import { Groups1764000006000 } from './1764000006000-groups.js';
import { Streams1764000007000 } from './1764000007000-streams.js';
import { Messages1764000008000 } from './1764000008000-messages.js';
import { Invites1764000009000 } from './1764000009000-invites.js';
import { Bots1764000010000 } from './1764000010000-bots.js';
import { CorrectedMarkdown1764000013000 } from './1764000013000-corrected-markdown.js';
import { RateLimits1764000020000 } from './1764000020000-rate-limits.js';
import { SignUps1764000021000 } from './1764000021000-sign-ups.js';
import { DatabaseIdentity1764000022000 } from './1764000022000-database-identity.js';
import { WorkerPresence1764000023000 } from './1764000023000-worker-presence.js';
import { AuditLog1764000024000 } from './1764000024000-audit-log.js';
import { DefaultStreamGroups1764000025000 } from './1764000025000-default-stream-groups.js';
import { OnboardingSteps1764000026000 } from './1764000026000-onboarding-steps.js';
import { Files1764000030000 } from './1764000030000-files.js';
import { BotStorage1764000040000 } from './1764000040000-bot-storage.js';
import { Sip1764000043000 } from './1764000043000-sip.js';
import { Calls1764000050000 } from './1764000050000-calls.js';
import { Images1764000051000 } from './1764000051000-images.js';
import { OutgoingWebhooks1764000053000 } from './1764000053000-outgoing-webhooks.js';
import { ResumableUploads1764000058000 } from './1764000058000-resumable-uploads.js';
import { VideoCallTokens1764000059000 } from './1764000059000-video-call-tokens.js';
import { CallHistory1764000061000 } from './1764000061000-call-history.js';
import { MailHeaders1764000064000 } from './1764000064000-mail-headers.js';
import { Drafts1764000062000 } from './1764000062000-drafts.js';
import { ScheduledMessages1764000067000 } from './1764000067000-scheduled-messages.js';
import { MissedMessageEmails1764000068000 } from './1764000068000-missed-message-emails.js';

export const migrations = [
  EventLog1764000000000,
  Jobs1764000001000,
  Mail1764000002000,
  Realms1764000003000,
  Users1764000004000,
  Auth1764000005000,
  Groups1764000006000,
  Streams1764000007000,
  Messages1764000008000,
  Invites1764000009000,
  Bots1764000010000,
  CorrectedMarkdown1764000013000,
  RateLimits1764000020000,
  SignUps1764000021000,
  DatabaseIdentity1764000022000,
  WorkerPresence1764000023000,
  AuditLog1764000024000,
  DefaultStreamGroups1764000025000,
  OnboardingSteps1764000026000,
  Files1764000030000,
  BotStorage1764000040000,
  Sip1764000043000,
  Calls1764000050000,
  Images1764000051000,
  OutgoingWebhooks1764000053000,
  ResumableUploads1764000058000,
  VideoCallTokens1764000059000,
  CallHistory1764000061000,
  Drafts1764000062000,
  MailHeaders1764000064000,
  ScheduledMessages1764000067000,
  MissedMessageEmails1764000068000,
];

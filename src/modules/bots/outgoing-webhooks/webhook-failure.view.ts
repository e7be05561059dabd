// Texts about a failed outgoing webhook: the reply of the bot in the conversation, and a direct message to the
// owner, who can fix the cause.

export interface WebhookFailure {
  /** The reply in the conversation, after "Failure!". */
  inConversation: string;
  /** The cause for the owner, after "because"; undefined if only the author of the message can fix it. */
  reason?: string;
  /** Beginning of the body of the response. */
  body?: string;
}

/** Maximum characters of the response in the message to the owner. */
const MAX_BODY_CHARACTERS = 1000;

const UNAVAILABLE = 'Bot is unavailable';

export function statusFailure(status: number, body: string): WebhookFailure {
  return {
    inConversation: `Third party responded with ${status}`,
    reason: `the payload URL returned the status ${status}.`,
    body,
  };
}

export function answerFailure(problem: string, body: string): WebhookFailure {
  return {
    inConversation: `The response of the third party ${problem}`,
    reason: `the response of the payload URL ${problem}.`,
    body,
  };
}

export function unreachableFailure(hasTimedOut: boolean, posts: number): WebhookFailure {
  const problem = hasTimedOut ? 'did not respond in time' : 'could not be reached';
  return {
    inConversation: UNAVAILABLE,
    reason: `the payload URL ${problem} in ${posts} attempts.`,
  };
}

export const FORBIDDEN_FAILURE: WebhookFailure = {
  inConversation: UNAVAILABLE,
  reason:
    'the payload URL is not on the public internet. The operator of this server can allow other networks with OUTGOING_NETWORKS.',
};

export const DIRECT_MESSAGE_FAILURE: WebhookFailure = {
  inConversation:
    'The Slack-compatible format of outgoing webhooks does not support direct messages',
};

/** `reason` is the error of the API for the reply. */
export function replyFailure(reason: string): WebhookFailure {
  return {
    inConversation: `The reply cannot be sent: ${reason}`,
    reason: `its reply cannot be sent: ${reason}.`,
  };
}

/** `message` is a link to the message or a noun phrase such as "a direct message". */
export function ownerText(
  { fullName, id }: { fullName: string; id: number },
  message: string,
  { reason = '', body = '' }: WebhookFailure,
): string {
  const text = `The outgoing webhook of your bot @_**${fullName}|${id}** failed for ${message}, because ${reason}`;
  const shown = shownBody(body);
  return shown === '' ? text : `${text} The response begins with:\n${fenced(shown)}`;
}

function shownBody(body: string): string {
  // A code point takes at most two units.
  const characters = Array.from(body.slice(0, 2 * MAX_BODY_CHARACTERS)).slice(
    0,
    MAX_BODY_CHARACTERS,
  );
  return characters
    .join('')
    .replaceAll(/[^\P{C}\n\t]/gu, '')
    .trim();
}

/** A block of code, in which Markdown and mentions have no effect. */
function fenced(text: string): string {
  const runs = text.match(/[`~]{3,}/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return `${fence} text\n${text}\n${fence}`;
}

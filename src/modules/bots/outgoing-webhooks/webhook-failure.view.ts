// The texts about a failed outgoing webhook: a sentence of the bot in the conversation, and a direct message
// to its owner, who can do something about it.

export interface WebhookFailure {
  /** For the conversation, after the word "Failure!". */
  inConversation: string;
  /** For the owner, after "because"; undefined when only the author of the message can help. */
  reason?: string;
  /** Beginning of the response. */
  body?: string;
}

/** Of a response that the owner sees. */
const MAX_BODY_CHARACTERS = 1000;

const UNAVAILABLE = 'Bot is unavailable';

export function statusFailure(status: number, body: string): WebhookFailure {
  return {
    inConversation: `Third party responded with ${status}`,
    reason: `the payload URL answered with the status ${status}.`,
    body,
  };
}

export function answerFailure(problem: string, body: string): WebhookFailure {
  return {
    inConversation: `The answer of the third party ${problem}`,
    reason: `the answer of the payload URL ${problem}.`,
    body,
  };
}

export function unreachableFailure(hasTimedOut: boolean, posts: number): WebhookFailure {
  const problem = hasTimedOut ? 'did not answer in time' : 'could not be reached';
  return {
    inConversation: UNAVAILABLE,
    reason: `the payload URL ${problem}, in ${posts} attempts.`,
  };
}

export const FORBIDDEN_FAILURE: WebhookFailure = {
  inConversation: UNAVAILABLE,
  reason:
    'the payload URL is not on the public internet. The operator of this server can allow further networks.',
};

export const DIRECT_MESSAGE_FAILURE: WebhookFailure = {
  inConversation:
    'The Slack-compatible format of outgoing webhooks does not support direct messages',
};

/** The reason is a sentence of the API about the reply. */
export function replyFailure(reason: string): WebhookFailure {
  return {
    inConversation: `The reply cannot be sent: ${reason}`,
    reason: `its reply cannot be sent: ${reason}.`,
  };
}

/** `message` is a link to the message, or words for it. */
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

/** As code, so that nothing in it has an effect. */
function fenced(text: string): string {
  const runs = text.match(/[`~]{3,}/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return `${fence} text\n${text}\n${fence}`;
}

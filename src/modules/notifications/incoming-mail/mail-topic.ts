// The topic of a message from the subject of a mail.

const NO_SUBJECT = 'Email with no subject';
/** Prefixes of answers and forwarded mail, such as "Re:", "Fwd:", "AW[2]:" and "[Fwd: …]". */
const PREFIX = /^\s*\[?\s*(?:re|fwd?|fw|aw|wg|sv|vs|antw)\s*(?:\[\d{1,3}\]|\(\d{1,3}\))?\s*:\s*/i;
const FORWARDED = /^\s*\[?\s*fwd?\s*:/i;

/** Never empty. Characters beyond `maxLength` are replaced by an ellipsis. */
export function topicOf(subject: string, maxLength: number): string {
  let topic = subject.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim();
  while (PREFIX.test(topic)) {
    const isBracketed = topic.startsWith('[') && topic.endsWith(']');
    topic = topic.replace(PREFIX, '');
    if (isBracketed) topic = topic.slice(0, -1);
  }
  topic = topic.trim();
  if (topic === '') return NO_SUBJECT;
  const characters = [...topic];
  if (characters.length <= maxLength) return topic;
  return `${characters.slice(0, maxLength - 1).join('')}…`;
}

/** The quoted text of forwarded mail is its content. */
export function isForwarded(subject: string): boolean {
  return FORWARDED.test(subject);
}

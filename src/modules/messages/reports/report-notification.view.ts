// The notification of moderators about a reported message. The message is quoted as source, so that it
// cannot mention users or end the quotation.

/** Leaves enough of the maximum length of a message for the rest. */
const MAX_QUOTED = 7000;

/** Users and channels are given as Markdown. */
export interface Report {
  reporter: string;
  author: string;
  recipient: string;
  reason: string;
  description: string;
  content: string;
}

export function reportText(report: Report): string {
  const { description } = report;
  return [
    `${report.reporter} reported a message by ${report.author} ${report.recipient}.`,
    `Reason: **${report.reason}**`,
    ...(description === '' ? [] : [quoted(description)]),
    'The message:',
    quoted(report.content),
  ].join('\n\n');
}

function quoted(text: string): string {
  const characters = [...text];
  const shown =
    characters.length <= MAX_QUOTED ? text : `${characters.slice(0, MAX_QUOTED).join('')}…`;
  const runs = Array.from(shown.matchAll(/`+/g), ([run]) => run.length);
  const fence = '`'.repeat(Math.max(2, ...runs) + 1);
  return `${fence} text\n${shown}\n${fence}`;
}

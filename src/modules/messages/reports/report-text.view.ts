// What moderators read about a reported message. The message is shown as its source: nothing in it
// can call for anybody's attention or end the quotation.

/** Leaves room for the rest, so that the whole is no longer than a message can be. */
const MAX_QUOTED = 7000;

export interface Report {
  /** Silent mentions of people, and where the message is. */
  reporter: string;
  author: string;
  place: string;
  reason: string;
  description: string;
  content: string;
}

export function reportText(report: Report): string {
  const { description } = report;
  return [
    `${report.reporter} reported a message of ${report.author} ${report.place}.`,
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

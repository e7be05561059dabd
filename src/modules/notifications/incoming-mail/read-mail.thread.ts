// The thread that decodes a mail. Its parser is written for well-formed mail: the thread is ended when hostile mail
// takes too much time or memory.
import { Parser } from 'htmlparser2';
import { type AddressObject, simpleParser } from 'mailparser';
import { parentPort, workerData } from 'node:worker_threads';
import Turndown from 'turndown';
import { MAX_ATTACHMENTS, type MailToRead, type ReceivedMail } from './received-mail.js';

/** Much longer than a message can be. Longer text would only be cut later. */
const MAX_TEXT = 100_000;
/** The converter is recursive, and its time is quadratic in the depth. */
const MAX_DEPTH = 200;

const { source, preferHtml } = workerData as MailToRead;

const mail = await simpleParser(Buffer.from(source), {
  skipHtmlToText: true,
  skipImageLinks: true,
  skipTextToHtml: true,
  maxHtmlLengthToParse: MAX_TEXT,
});
const text = clean(mail.text ?? '');
const html = typeof mail.html === 'string' ? mail.html.slice(0, MAX_TEXT) : '';
const automatic = mail.headers.get('auto-submitted');
const received: ReceivedMail = {
  subject: mail.subject ?? '',
  from: mail.from?.text ?? '',
  fromAddress: addressOf(mail.from),
  messageId: mail.messageId ?? '',
  autoSubmitted: typeof automatic === 'string' ? automatic.toLowerCase() : '',
  hops: mail.headerLines.filter(({ key }) => key === 'received').length,
  text: (preferHtml && html !== '') || text === '' ? markdownOf(html) : text,
  attachments: mail.attachments
    .filter(({ filename }) => filename !== undefined && filename !== '')
    .slice(0, MAX_ATTACHMENTS)
    .map(({ filename, contentType, content }) => ({ name: filename!, contentType, content })),
};
parentPort!.postMessage(received, []);

/** Line breaks become `\n`; NUL characters, which PostgreSQL cannot store, are removed. */
function clean(value: string): string {
  return value.slice(0, MAX_TEXT).replaceAll(/\r\n?/g, '\n').replaceAll('\0', '').trim();
}

function markdownOf(value: string): string {
  const { depth, text: plain } = outlineOf(value);
  if (depth > MAX_DEPTH) return clean(plain);
  const turndown = new Turndown({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '*',
    emDelimiter: '*',
  });
  turndown.remove(['script', 'style', 'title', 'head']);
  // Pictures of mail are attachments, or report to their server that the mail was read.
  turndown.remove('img');
  return clean(turndown.turndown(value));
}

/** The depth of the elements, and the text in them. Takes linear time. */
function outlineOf(value: string): { depth: number; text: string } {
  const outline = { depth: 0, text: '' };
  let depth = 0;
  const parser = new Parser({
    onopentag: () => {
      depth += 1;
      outline.depth = Math.max(outline.depth, depth);
    },
    onclosetag: () => {
      depth -= 1;
    },
    ontext: (piece) => {
      outline.text += piece;
    },
  });
  parser.end(value);
  return outline;
}

function addressOf(from: AddressObject | undefined): string {
  return from?.value[0]?.address?.toLowerCase() ?? '';
}
